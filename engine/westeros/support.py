"""Support: who lends his strength to whom, and what it adds."""

from collections.abc import Sequence
from itertools import combinations

from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.edition import Edition
from engine.westeros.state import NOBODY, AreaId, Battle, House, Kings, Unit


def supporters(e: Edition, s: Kings, battle: Battle) -> list[AreaId]:
    """The areas whose Support tokens may act in this battle, in turn order, then by id.

    Land and sea support on land, at sea the sea alone.
    """
    near = e.board.borders[battle.area] if battle.area in e.board.land else e.board.sea_borders[battle.area]
    areas = [area for area in near if area in s.orders and e.tokens[s.orders[area]].type == "support"]
    order = s.turn_order
    return sorted(areas, key=lambda area: order.index(s.armies[area].house))


def sides_for(battle: Battle, house: House) -> list[House | None]:
    """Whom a house may support: nobody, or a combatant, though none against itself. Nobody supports a garrison."""
    fighting = [side for side in (battle.attacker, battle.defender) if side != NOBODY]
    return [None, *([house] if house in fighting else fighting)]


def declare_support(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """Owners declare area by area in turn order; then attacker and defender refuse what they do not want."""
    cl = e.clauses
    for area in supporters(e, s, battle):
        house = s.armies[area].house
        battle.asked = area
        options = Listed.of(cl.support, sides_for(battle, house))
        side = yield from ask(One("support", cl.support, s.seats[house], options))
        if side is not None:
            battle.support[area] = side
            s.say("SupportDeclared", house, area, side)
    battle.asked = ""
    for house in (house for house in battle.sides if house in s.power):
        offered = sorted(a for a, side in battle.support.items() if side == house and s.armies[a].house != house)
        if offered:
            yield from _refuse(e, s, battle, house, offered)


def _refuse(e: Edition, s: Kings, battle: Battle, house: House, offered: list[AreaId]) -> Rules[None]:
    subsets = [chosen for count in range(len(offered) + 1) for chosen in combinations(offered, count)]
    options = Listed.of(e.clauses.refuse_support, subsets)
    refused = yield from ask(One("refuse_support", e.clauses.refuse_support, s.seats[house], options))
    for area in refused:
        del battle.support[area]
        battle.refused.append(area)
        s.say("SupportRefused", house, area, s.armies[area].house)


def support_for(e: Edition, s: Kings, battle: Battle, house: House) -> int:
    """What support adds to a combatant, from the tokens that still lie there: units, then the tokens' own modifiers."""
    idle = [*s.idle_support, *battle.sides[house].idle_support]
    return sum(lends(e, s, area, idle) for area, side in battle.support.items() if side == house and area in s.orders)


def lends(e: Edition, s: Kings, area: AreaId, idle: Sequence[Unit]) -> int:
    """What the Support order in an area adds, units of an `idle` kind left out."""
    units = s.armies[area].standing
    total = sum(e.strength[unit] * count for unit, count in units.items() if unit not in idle)
    return total + e.tokens[s.orders[area]].modifier
