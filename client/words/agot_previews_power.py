"""Previews of power: bids, ties, and what a card of the Westeros decks would do for each house."""

from typing import Any

from client.words.agot_names import Names
from client.words.general import count
from engine.westeros.control import castles_of, icons
from engine.westeros.muster import musters
from engine.westeros.power import can_gain
from engine.westeros.state import THRONE, House, Kings
from engine.westeros.supply import sizes, surplus
from engine.westeros.tracks import first

Pieces = tuple[Any, ...]


def bid(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Power left, what others may bid, who orders ties."""
    amount = pieces[-1] if pieces else 0
    most = _most(s, house)
    lines = [_power(s, house, amount)]
    if pieces:
        sure = [other for other, power in most.items() if power < amount]
        lines.append(f"Sure to be before {n.houses(sure)}." if sure else "Each other house can still bid as much.")
    lines += _at_most(n, most)
    if s.auction is not None:
        place = s.tracks[s.auction.track].index(house) + 1
        lines.append(f"Your place now: {place} of {len(s.tracks[s.auction.track])}.")
    return [*lines, _ties(n, s, house, n.e.clauses.bid_ties)]


def wildling_bid(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Power left, what the Watch can come to, what victory and defeat bring."""
    assert s.attack is not None, "asked only while wildlings attack"
    amount = pieces[-1] if pieces else 0
    most = _most(s, house)
    e, need, others = n.e, s.attack.strength, sum(most.values())
    lines = [_power(s, house, amount)]
    if amount >= need:
        lines.append(f"The Watch holds with yours alone: {amount} to {need}.")
    elif amount + others < need:
        lines.append(f"The Watch cannot hold: {amount + others} at most to {need}.")
    else:
        lines.append(f"It takes {need - amount} more from the others, who have {others}.")
    lines += _at_most(n, most)
    lines.append(f"If it falls: {count(e.wildling_loss, 'point')} each, lowest {e.wildling_lowest_loss} (W2.8c).")
    lines.append(f"If it holds: highest takes a card back; you have {len(s.discards[house])} out (W2.8b).")
    return [*lines, _ties(n, s, house, "W2.8")]


def _power(s: Kings, house: House, amount: int) -> str:
    return f"Power: {s.power[house] - amount} left of {s.power[house]}."


def _most(s: Kings, house: House) -> dict[House, int]:
    """What each other house can bid."""
    return {other: s.power[other] for other in s.turn_order if other != house and other in s.power}


def _at_most(n: Names, most: dict[House, int]) -> list[str]:
    return [f"They have {', '.join(f'{n.house(other)} {power}' for other, power in most.items())}."]


def _ties(n: Names, s: Kings, house: House, clause: str) -> str:
    holder = first(s, THRONE)
    return f"Ties: {'you decide' if holder == house else f'{n.house(holder)} decides'} ({clause})."


def bid_order(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """The track as far as it would be settled."""
    assert s.auction is not None, "asked only while a track is bid for"
    whole = bool(pieces) and isinstance(pieces[-1], tuple)  # else its houses one by one
    places = [*s.auction.places, *(pieces[-1] if whole else pieces)]
    bids = s.auction.bids
    track = ", ".join(f"{at}. {n.house(other)} ({bids[other]})" for at, other in enumerate(places, 1))
    later = [f"{n.house(other)} {amount}" for other, amount in bids.items() if other not in places]
    lines = [f"The track: {track}."] if places else []
    return [*lines, f"To come: {', '.join(later)}."] if later else lines


def wildling_named(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """What the tied houses have to win or to lose."""
    assert s.attack is not None, "asked only while wildlings attack"
    if not pieces:
        return []
    named = pieces[-1]
    units = sum(army.size() for army in s.armies.values() if army.house == named)
    cards = count(len(s.discards[named]), "card")
    return [f"{n.house(named)}: {cards} out, {count(units, 'unit')} on the map."]


def westeros_choice(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """What the card looked at would do for each house."""
    card = n.e.westeros_cards.get(pieces[-1]) if pieces else None
    tell = {
        "supply": _supply,
        "mustering": _mustering,
        "clash_of_kings": _clash,
        "gain_power_for_crowns": _crowns,
    }.get(card.effect if card is not None else "")
    return [f"{n.house(other)}: {tell(n, s, other)}" for other in s.turn_order if other in s.power] if tell else []


def _supply(n: Names, s: Kings, house: House) -> str:
    level = min(icons(n.e, s, house)[0], len(n.e.supply_limits) - 1)
    lost = surplus(n.e.supply_limits[level], sizes(s, house).values())
    return f"supply {s.supply[house]}, then {level}" + (f", loses {count(lost, 'unit')}" if lost else "")


def _mustering(n: Names, s: Kings, house: House) -> str:
    points = sum(musters(n.e, s, house).points.values())
    return f"{count(points, 'point')} in {count(len(castles_of(n.e, s, house)), 'castle')}"


def _clash(n: Names, s: Kings, house: House) -> str:
    return f"{s.power[house]} power to bid"


def _crowns(n: Names, s: Kings, house: House) -> str:
    gained = can_gain(n.e, s, house, icons(n.e, s, house)[1])
    return f"{s.power[house]} power, then {s.power[house] + gained}"
