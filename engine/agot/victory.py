"""How the game ends: enough castle areas at once, or the count after the last round."""

from engine.core.errors import Over
from engine.core.plain import Seat
from engine.westeros.control import castle_counts
from engine.westeros.edition import Edition
from engine.westeros.state import House, Kings


def check_victory(e: Edition, s: Kings) -> None:
    """Raises Over if a house controls enough castle areas; among several the earliest in turn order wins (W8.1)."""
    counts = castle_counts(e, s)
    for house in s.turn_order:
        if counts[house] >= e.victory_areas:
            s.say("GameWon", house, counts[house])
            rest = [other for other in s.seats if other != house]
            raise Over(((s.seats[house],), *ranking(e, s, rest)), "W8.1")


def final_count(e: Edition, s: Kings) -> None:
    """Raises Over with the order after the last round (W8.2)."""
    groups = ranking(e, s, list(s.seats))
    s.say("GameCounted", tuple((house, *score(e, s, house)) for house in s.turn_order))
    raise Over(groups, "W8.2")


def score(e: Edition, s: Kings, house: House) -> tuple[int, int, int]:
    """What ranks a house: castle areas, then supply, then available power."""
    return (castle_counts(e, s)[house], s.supply[house], s.power[house])


def ranking(e: Edition, s: Kings, houses: list[House]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of these houses, best first; equal scores share a group."""
    groups: dict[tuple[int, int, int], list[Seat]] = {}
    for house in houses:
        groups.setdefault(score(e, s, house), []).append(s.seats[house])
    return tuple(tuple(sorted(groups[key])) for key in sorted(groups, reverse=True))
