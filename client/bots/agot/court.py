"""Everything off the battlefield: bids, ties, mustering, losses, Westeros cards, raids."""

from typing import Any

from client.bots.agot.fighting import UNIT_COST
from client.bots.agot.sight import Sight
from engine.core.options import Options
from engine.core.plain import Draw

SHARES = {"iron_throne": 20, "fiefdoms": 40, "kings_court": 55}
"""Percent of the power then at hand that is bid for each track; the last one buys stars."""


def bid(sight: Sight, draw: Draw) -> int:
    """A share of what I have, a little more or less, and two tokens kept for the map."""
    have: int = sight.view["power"][sight.me]
    share = SHARES[sight.view["auction"]["track"]]
    wanted = have * share // 100 + draw(3) - 1
    most = have - 2 if have > 3 else have
    return max(0, min(wanted, most))


def wildling_bid(sight: Sight, draw: Draw) -> int:
    """A fair part of what is needed, and one more now and then so as not to be the lowest."""
    have: int = sight.view["power"][sight.me]
    fair: int = -(-sight.view["attack"]["strength"] // len(sight.castles))
    return min(have, fair + draw(2))


def bid_order(sight: Sight, orders: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Me first, then whoever has fewer castles."""

    def rank(house: str) -> tuple[bool, int, str]:
        return (house != sight.me, sight.castles[house], house)

    return min(orders, key=lambda order: tuple(map(rank, order)))


def weakest(sight: Sight, houses: tuple[str, ...]) -> str:
    """Me, or the house with the fewest castles."""
    return min(houses, key=lambda house: (house != sight.me, sight.castles[house], house))


def strongest(sight: Sight, houses: tuple[str, ...]) -> str:
    """The house with the most castles, and not me if it can be helped."""
    return max(houses, key=lambda house: (house != sight.me, sight.castles[house], house))


def best_card(sight: Sight, cards: tuple[str | None, ...]) -> str | None:
    """The strongest card, or None where there is none."""
    named = [card for card in cards if card is not None]
    return max(named, key=lambda card: (sight.e.house_cards[card].strength, card), default=None)


def discard(sight: Sight, cards: tuple[str | None, ...]) -> str | None:
    """The other side's strongest card, if it is worth a token."""
    card = best_card(sight, cards)
    good = card is not None and sight.e.house_cards[card].strength >= 2
    return card if good and sight.view["power"][sight.me] > 2 else None


def lose(options: Options[Any]) -> Any:
    """Unit by unit, the cheapest that helps."""
    lost: tuple[Any, ...] = ()
    while not (completion := options.complete(lost)).answers:
        choices: tuple[Any, ...] = completion.choices
        lost = (*lost, min(choices, key=lambda pair: (UNIT_COST[pair[1]], pair[0])))
    return completion.answers[0]


def muster(sight: Sight, options: Options[Any]) -> Any:
    """Figure by figure: knights and upgrades for strength, ships while there are few, most where there is danger."""
    done: tuple[Any, ...] = ()
    completion = options.complete(done)
    while completion.choices:
        ships = sum(army["standing"].get("ship", 0) for army in sight.armies.values() if army["house"] == sight.me)
        ships += sum(piece[1] == "ship" for piece in done)

        def good(piece: Any, ships: int = ships) -> tuple[float, Any]:
            castle, what, where = piece
            value = {"upgrade": 2.2, "knight": 2.8, "footman": 2.0, "ship": 2.1 if ships < 3 else 0.8}[what]
            danger = sight.threat(castle, revealed=False) if what != "ship" else sight.threat(where, revealed=False)
            return (value + 0.3 * min(danger, 4), piece)

        done = (*done, max(completion.choices, key=good))
        completion = options.complete(done)
    return completion.answers[0]


def westeros_choice(sight: Sight, choices: tuple[str, ...]) -> str:
    """What helps me more than the others."""
    view, me = sight.view, sight.me
    icons = sum(sight.e.board.areas[area].supply for area, house in sight.control.items() if house == me)
    mean = sum(sight.castles.values()) / len(sight.castles)
    power = view["power"]
    gains = {
        "supply": 2.0 * (min(icons, 6) - view["supply"][me]),
        "mustering": 1.0 + sight.castles[me] - mean,
        "clash_of_kings": power[me] - sum(power.values()) / len(power) - 1,
        "game_of_thrones": 0.5,
        "none": 0.0,
    }
    return max(choices, key=lambda choice: (gains.get(choice, 0.0), choice))


def raid(sight: Sight, ways: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str, tuple[str, ...]]:
    """The orders whose loss hurts others most; a token with no use is spent first when nothing can be hit."""

    def hurt(area: str) -> float:
        beside = any(sight.owner(near) == sight.me for near in sight.e.board.borders[area])
        value = {"consolidate": 2.0, "support": 1.8 if beside else 1.2, "raid": 1.0}[sight.kind(area)]
        return value + 0.2 * sight.castles.get(sight.owner(area), 0)

    return max(ways, key=lambda way: (sum(map(hurt, way[1])), way[0]))


def remove_order(sight: Sight, areas: tuple[str | None, ...]) -> str | None:
    """The order that threatens me most; never one of my own."""

    def harm(area: str) -> float:
        near = any(sight.owner(other) == sight.me for other in sight.e.board.borders[area])
        kinds = {"march": 3.0, "support": 2.0, "raid": 1.5, "consolidate": 1.4, "defense": 0.5}
        return kinds[sight.kind(area)] * (1.5 if near else 1.0) + 0.1 * sight.standing(area)

    theirs = [area for area in areas if area is not None and sight.owner(area) != sight.me]
    return max(theirs, key=lambda area: (harm(area), area), default=None)
