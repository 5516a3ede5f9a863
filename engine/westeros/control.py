"""Who controls what, and what that yields."""

from engine.westeros.edition import Edition
from engine.westeros.state import NOBODY, AreaId, House, Kings


def controller(e: Edition, s: Kings, area: AreaId) -> House:
    """The house that controls a land area, or whose ships occupy a sea; "" for nobody.

    Units come first, then a power token, then the house at home there. A house that nobody plays controls nothing.
    """
    army = s.armies.get(area)
    if army is not None:
        return army.house if army.house in s.power else NOBODY
    token = s.tokens.get(area)
    if token is not None:
        return token
    home = e.board.homes.get(area, NOBODY)
    return home if home in s.power and area not in s.garrisons else NOBODY


def castle_counts(e: Edition, s: Kings) -> dict[House, int]:
    """How many castle areas each house controls."""
    counts = dict.fromkeys(s.power, 0)
    for area in e.board.castles:
        house = controller(e, s, area)
        if house:
            counts[house] += 1
    return counts


def castles_of(e: Edition, s: Kings, house: House) -> list[AreaId]:
    """The castle areas of a house, sorted."""
    return [area for area in e.board.castles if controller(e, s, area) == house]


def icons(e: Edition, s: Kings, house: House) -> tuple[int, int]:
    """Supply icons and crowns in the land areas the house controls."""
    mine = [area for ident, area in e.board.land.items() if controller(e, s, ident) == house]
    return sum(area.supply for area in mine), sum(area.crowns for area in mine)
