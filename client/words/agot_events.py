"""What happened, in sentences: one function an event."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.words.agot_names import TRACKS, Names
from client.words.general import count, names
from engine.core.match import Event
from engine.westeros.state import House, Kings

Sentence: TypeAlias = Callable[..., str]
"""sentence(names, state, *data of the event). The state is the one after the event."""

GAINS = {"crowns": "for the crowns in its areas", "pillage": "by pillage", "card": "by its card"}
CAUSES = {"supply": "its supply does not feed them", "wildlings": "the wildlings take them"}
ENDS = {
    "routed": "it was routed already",
    "no_way_back": "there is no way back",
    "no_retreat": "there is nowhere to retreat to",
    "supply": "its supply does not feed them there",
    "card": "the card of the other side does it",
}

NOTHING_DONE = {
    "raven": "keeps its orders",
    "muster": "musters nothing",
    "support": "supports nobody",
    "refuse_support": "declines no support",
    "blade": "does not use the Valyrian Steel Blade",
    "wildling_reward": "takes no card back into its hand",
    "recover_card": "takes no card back into its hand",
    "remove_order": "removes no order",
    "remove_adjacent_order": "removes no order",
    "discard_card": "has no card discarded",
    "upgrade_footman": "makes no footman a knight",
    "westeros_choice": "chooses nothing",
}
"""By topic what a house does that cannot do anything."""
SETTLED = {
    "raid": "Raided",
    "march": "Marched",
    "muster": "Mustered",
    "bid_order": "TiesOrdered",
    "support": "SupportDeclared",
    "refuse_support": "SupportRefused",
    "casualties": "Casualties",
    "retreat": "Retreated",
    "retreat_losses": "Destroyed",
    "supply_losses": "UnitsLost",
    "wildling_losses": "UnitsLost",
    "wildling_highest": "HighestNamed",
    "wildling_lowest": "LowestNamed",
    "wildling_reward": "CardRecovered",
    "recover_card": "CardRecovered",
    "discard_card": "CardDiscarded",
    "upgrade_footman": "UnitUpgraded",
    "westeros_choice": "WesterosChoiceMade",
}
"""By topic the event that says what was chosen."""


def _forced(n: Names, s: Kings, topic: str, clause: str, seat: int, value: Any) -> str:
    house = next((house for house, its in s.seats.items() if its == seat), "")
    if value in (None, (), "no"):
        what = f" {NOTHING_DONE.get(topic, 'can do nothing')}"
    elif topic in ("casualties", "retreat_losses"):
        what = f" loses {n.group(value)}"
    elif topic == "footman_lost":
        what = f" takes a {value} footman"
    else:
        what = f": {n.any(value)}"
    return f"{n.house(house)}{what}; no other choice ({clause})."


def _orders_revealed(n: Names, s: Kings, placed: Any) -> str:
    by_house: dict[House, list[str]] = {house: [] for house in s.turn_order}
    for area, token in placed:
        by_house[s.armies[area].house].append(f"{n.area(area)} {n.token(token)}")
    lines = [f"{n.house(house)}: {', '.join(orders) or 'no orders'}." for house, orders in by_house.items()]
    return "\n".join(["The orders are revealed.", *lines])


def _marched(n: Names, s: Kings, house: str, origin: str, order: str, moves: Any) -> str:
    start = f"{n.house(house)} resolves {n.token(order)} in {n.area(origin)}"
    if not moves:
        return f"{start}: nobody moves."
    groups: dict[str, list[str]] = {}
    for unit, number, to in moves:
        groups.setdefault(to, []).extend([unit] * number)
    return f"{start}: {names([f'{n.group(units)} to {n.area(to)}' for to, units in groups.items()])}."


def _raided(n: Names, s: Kings, house: str, area: str, targets: Any) -> str:
    what = f"{n.areas(targets)}" if targets else "nothing"
    return f"{n.house(house)} raids {what} from {n.area(area)}."


def _mustered(n: Names, s: Kings, house: str, done: Any) -> str:
    if not done:
        return f"{n.house(house)} musters nothing."
    parts = [
        f"a footman becomes a knight in {n.area(castle)}"
        if what == "upgrade"
        else f"a {n.unit(what)} in {n.area(where)}"
        for castle, what, where in done
    ]
    return f"{n.house(house)} musters: {names(parts)}."


def _bids_opened(n: Names, s: Kings, track: str, bids: Any) -> str:
    return f"Bids for {TRACKS.get(track, track)}: {_bids(n, bids)}."


def _bids(n: Names, bids: Any) -> str:
    return ", ".join(f"{n.house(house)} {bid}" for house, bid in sorted(bids, key=lambda pair: -pair[1]))


def _game_counted(n: Names, s: Kings, scores: Any) -> str:
    rows = [
        f"{n.house(house)}: {count(castles, 'castle')}, supply {supply}, {power} power."
        for house, castles, supply, power in scores
    ]
    return "\n".join(["The last round is over; the castles are counted.", *rows])


def _track_set(n: Names, s: Kings, track: str, order: Any) -> str:
    return f"New order for {TRACKS.get(track, track)}: {', '.join(n.house(house) for house in order)}."


def _battle_won(n: Names, s: Kings, house: str, area: str, totals: Any) -> str:
    if not totals:
        return f"{n.house(house)} wins {n.area(area)}: nobody is left on the other side."
    score = " against ".join(f"{total}" for _, total in sorted(totals, key=lambda pair: pair[0] != house))
    tie = " (a tie goes to the higher place on the Fiefdoms track)" if len({t for _, t in totals}) == 1 else ""
    return f"{n.house(house)} wins the battle for {n.area(area)}, {score}{tie}."


def _strength_announced(n: Names, s: Kings, strengths: Any) -> str:
    return f"Strength before cards: {', '.join(f'{n.house(house)} {total}' for house, total in strengths)}."


def _units_lost(n: Names, s: Kings, house: str, lost: Any, cause: str) -> str:
    if not lost:
        return f"{n.house(house)} has no units to lose."
    units = names([f"a {n.unit(unit)} in {n.area(area)}" for area, unit in lost])
    return f"{n.house(house)} loses {units}: {CAUSES.get(cause, cause)}."


def _destroyed(n: Names, s: Kings, house: str, area: str, units: Any, cause: str) -> str:
    return f"{n.house(house)} loses {n.group(units)} in {n.area(area)}: {ENDS.get(cause, cause)}."


def _stood_up(n: Names, s: Kings, areas: Any) -> str:
    return f"Routed units stand up in {n.areas(areas)}." if areas else ""


def _power_gained(n: Names, s: Kings, house: str, amount: int, cause: str) -> str:
    return f"{n.house(house)} gains {amount} power {GAINS.get(cause, cause)}." if amount else ""


EVENTS: Mapping[str, Sentence] = {
    "Forced": _forced,
    "OrdersRevealed": _orders_revealed,
    "RavenUsed": lambda n, s, house, area, old, new: (
        f"{n.house(house)} sends the Raven: in {n.area(area)} {n.token(old)} becomes {n.token(new)}."
    ),
    "Raided": _raided,
    "OrderRemoved": lambda n, s, house, area, token: f"{n.house(house)} loses {n.token(token)} in {n.area(area)}.",
    "Marched": _marched,
    "TokenLeft": lambda n, s, house, area: f"{n.house(house)} leaves a power token in {n.area(area)}.",
    "TokenRemoved": lambda n, s, house, area: f"{n.house(house)} loses its power token in {n.area(area)}.",
    "PowerGained": _power_gained,
    "PowerConsolidated": lambda n, s, house, area, gained: (
        f"{n.house(house)} consolidates in {n.area(area)} and gains {gained} power."
    ),
    "Mustered": _mustered,
    "SupplyCounted": lambda n, s, house, level: f"{n.house(house)}'s supply is {level}.",
    "UnitsLost": _units_lost,
    "BidsOpened": _bids_opened,
    "TiesOrdered": lambda n, s, house, track, order: (
        f"{n.house(house)} settles the tie: {' before '.join(map(n.house, order))}."
    ),
    "TrackSet": _track_set,
    "ClashEnded": lambda n, s: "The Clash of Kings is over; all power that was bid is spent.",
    "StoodUp": _stood_up,
    "GarrisonAttacked": lambda n, s, house, area, origin, force: (
        f"{n.house(house)} attacks the neutral force of {force} in {n.area(area)} from {n.area(origin)}."
    ),
    "GarrisonTaken": lambda n, s, house, area: f"{n.house(house)} takes {n.area(area)}.",
    "GarrisonHeld": lambda n, s, house, area: f"{n.area(area)} holds out against {n.house(house)}.",
    "BattleBegan": lambda n, s, house, foe, area, origin: (
        f"{n.house(house)} attacks {n.house(foe)} in {n.area(area)} from {n.area(origin)}."
    ),
    "SupportDeclared": lambda n, s, house, area, side: f"{n.house(house)}'s {n.area(area)} supports {n.house(side)}.",
    "SupportRefused": lambda n, s, house, area, helper: (
        f"{n.house(house)} declines the support of {n.house(helper)} from {n.area(area)}."
    ),
    "StrengthAnnounced": _strength_announced,
    "CardsRevealed": lambda n, s, cards: (
        f"House cards: {', '.join(f'{n.house(house)} plays {n.card(card)}' for house, card in cards)}."
    ),
    "AbilityUsed": lambda n, s, house, card: f"{n.card(card)}: {n.e.house_cards[card].ability.text}",
    "AbilityCancelled": lambda n, s, house, card: f"The text of {n.card(card)} is cancelled.",
    "BladeUsed": lambda n, s, house: f"{n.house(house)} draws the Valyrian Steel Blade: +1.",
    "BattleWon": _battle_won,
    "Casualties": lambda n, s, house, dead: f"{n.house(house)} loses {n.group(dead)}.",
    "RetreatsCostly": lambda n, s, house, areas: (
        f"{n.house(house)} may not retreat to {n.areas(areas)}: supply would cost more units there."
    ),
    "Retreated": lambda n, s, house, origin, area, units: (
        f"{n.house(house)} retreats from {n.area(origin)} to {n.area(area)} with {n.group(units)}, routed."
    ),
    "Destroyed": _destroyed,
    "BattleEnded": lambda n, s, house, area: "",
    "HousesTaken": lambda n, s, houses: (
        f"The houses: {', '.join(f'{n.players[s.seats[house]]} plays {n.house(house)}' for house in houses)}."
    ),
    "RoundEnded": lambda n, s, number: f"Round {number} is over.",
    "GameWon": lambda n, s, house, castles: f"{n.house(house)} holds {castles} castles.",
    "GameCounted": _game_counted,
    "DecksReshuffled": lambda n, s, decks: (
        f"Winter is Coming: deck {names(decks)} is shuffled whole and shows another."
    ),
    "WesterosCardsRevealed": lambda n, s, cards: f"Westeros: {'; '.join(n.card(card) for card in cards)}.",
    "WildlingsMoved": lambda n, s, steps, strength: f"The wildlings gather: their strength is {strength}.",
    "WesterosCardBegan": lambda n, s, card: f"{n.card(card)}: {n.e.westeros_cards[card].text}",
    "WesterosChoiceMade": lambda n, s, house, card, picked: (
        f"{n.house(house)} chooses {n.card(picked) if picked != 'none' else 'nothing'} for {n.card(card)}."
    ),
    "OrdersBanned": lambda n, s, kind: "",  # the card has just said it
    "SupportWeakened": lambda n, s, unit: "",  # so has this one
    "WildlingsAttacked": lambda n, s, strength: f"The wildlings attack with strength {strength}.",
    "WildlingBidsOpened": lambda n, s, bids: f"For the Watch: {_bids(n, bids)}.",
    "WatchWon": lambda n, s, strength, total: f"The Watch holds, {total} against {strength}.",
    "WildlingsWon": lambda n, s, strength, total: f"The wildlings win, {strength} against {total}.",
    "HighestNamed": lambda n, s, holder, house: f"{n.house(holder)} names {n.house(house)} as the highest bidder.",
    "LowestNamed": lambda n, s, holder, house: f"{n.house(holder)} names {n.house(house)} as the lowest bidder.",
    "CardRecovered": lambda n, s, house, card: f"{n.house(house)} takes {n.card(card)} back into its hand.",
    "CardDiscarded": lambda n, s, house, card: f"{n.house(house)} must discard {n.card(card)}.",
    "UnitUpgraded": lambda n, s, house, area: f"{n.house(house)}: a footman in {n.area(area)} becomes a knight.",
    "HandTakenBack": lambda n, s, house, cards: (
        f"{n.house(house)} has played its last card and takes back {count(len(cards), 'card')}."
    ),
}
"""A test asks that every event of the rules stands here and nothing else."""

MINOR = frozenset(
    {
        "Forced",
        "OrdersRevealed",
        "TokenLeft",
        "PowerConsolidated",
        "SupplyCounted",
        "TiesOrdered",
        "ClashEnded",
        "StoodUp",
        "SupportDeclared",
        "SupportRefused",
        "RoundEnded",
        "WesterosCardBegan",
        "RetreatsCostly",
    }
)
"""Events that a short account leaves out: the map shows them, or another sentence says as much."""
DECISIVE = frozenset(
    {
        "CardsRevealed",
        "BattleWon",
        "UnitsLost",
        "BidsOpened",
        "WildlingBidsOpened",
        "WatchWon",
        "WildlingsWon",
        "WesterosCardsRevealed",
    }
)
"""Events that are news to whoever gave the very answer that led to them."""


def sentence(n: Names, s: Kings, event: Event) -> str:
    """The sentence for an event; several lines for the reveal of orders."""
    name, *data = event
    return EVENTS[str(name)](n, s, *data)
