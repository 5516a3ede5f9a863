"""Power tokens: available, on the map, or in the pool."""

from engine.westeros.control import icons
from engine.westeros.edition import Edition
from engine.westeros.state import AreaId, House, Kings


def pool(e: Edition, s: Kings, house: House) -> int:
    """How many of a house's tokens are neither available nor on the map."""
    return e.power_limit - s.power[house] - sum(owner == house for owner in s.tokens.values())


def gain(e: Edition, s: Kings, house: House, amount: int) -> int:
    """Give a house tokens from its pool, as far as it holds any; returns how many."""
    gained = can_gain(e, s, house, amount)
    s.power[house] += gained
    return gained


def can_gain(e: Edition, s: Kings, house: House, amount: int) -> int:
    """How much of an amount the pool of a house holds."""
    return min(amount, pool(e, s, house))


def leave_token(s: Kings, house: House, area: AreaId) -> None:
    """Put an available token on the map."""
    s.power[house] -= 1
    s.tokens[area] = house
    s.say("TokenLeft", house, area)


def drop_token(s: Kings, area: AreaId) -> None:
    """A token that lost its area goes to its owner's pool."""
    owner = s.tokens.pop(area, None)
    if owner is not None:
        s.say("TokenRemoved", owner, area)


def power_for_crowns(e: Edition, s: Kings) -> None:
    """Every house gains power for the crowns in its areas."""
    for house in s.turn_order:
        crowns = icons(e, s, house)[1]
        if crowns:
            s.say("PowerGained", house, gain(e, s, house, crowns), "crowns")


def yields(e: Edition, area: AreaId) -> int:
    """The power of a Consolidate Power order in an area."""
    return 1 + e.board.areas[area].crowns


def consolidate(e: Edition, s: Kings) -> None:
    """Every Consolidate Power order still there yields 1 and the crowns of its area, and is taken off."""
    for area in sorted(s.orders):
        if e.tokens[s.orders[area]].type == "consolidate":
            house = s.armies[area].house
            gained = gain(e, s, house, yields(e, area))
            s.say("PowerConsolidated", house, area, gained)
            del s.orders[area]
