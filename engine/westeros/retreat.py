"""Retreat: where beaten units go, and what that costs."""

from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.control import controller
from engine.westeros.edition import Edition
from engine.westeros.losses import losses_here
from engine.westeros.state import NOBODY, AreaId, Army, Battle, House, Kings, Stack, hostile, put, ships, take
from engine.westeros.supply import limits, sizes, surplus


def retreat(e: Edition, s: Kings, battle: Battle) -> Rules[None]:
    """The loser's units leave the embattled area; routed ones are destroyed, the others are routed."""
    loser = battle.foe(battle.winner)
    army = s.army_of(loser)
    if army.routed:
        s.say("Destroyed", loser, battle.area, as_units(army.routed), "routed")
        army.routed = {}
    if loser == battle.attacker:
        if army.size():
            fall_back(e, s, battle)
        return
    if army.size():
        yield from _defender(e, s, battle, army)
    del s.armies[battle.area]


def as_units(stack: Stack) -> tuple[str, ...]:
    """A stack as single units, sorted."""
    return tuple(unit for unit, count in sorted(stack.items()) for _ in range(count))


def fall_back(e: Edition, s: Kings, battle: Battle) -> None:
    """Beaten attackers go back where they came from and are routed; if that is another house's now, they die."""
    house = battle.attacker
    if way_back(e, s, battle):
        _rout(s, house, battle.area, battle.origin, battle.force.standing)
    else:
        s.say("Destroyed", house, battle.area, as_units(battle.force.standing), "no_way_back")


def way_back(e: Edition, s: Kings, battle: Battle) -> bool:
    """Whether beaten attackers may go back where they came from."""
    return controller(e, s, battle.origin) in (battle.attacker, NOBODY)


def _defender(e: Edition, s: Kings, battle: Battle, army: Army) -> Rules[None]:
    costs = retreat_costs(e, s, battle, army) if army.house in s.power else {}
    lowest = min(costs.values(), default=army.size())
    if lowest == army.size():
        s.say("Destroyed", army.house, battle.area, as_units(army.standing), "no_retreat")
        return
    best = [area for area, cost in costs.items() if cost == lowest]
    if len(best) < len(costs):
        s.say("RetreatsCostly", army.house, tuple(area for area in costs if area not in best))
    cl, seat = e.clauses, s.seats[army.house]
    area = yield from ask(One("retreat", cl.retreat, seat, Listed.of(cl.retreat, best)))
    if lowest:
        options = losses_here(e, cl.retreat_losses, army.standing, lowest)
        lost = yield from ask(One("retreat_losses", cl.retreat_losses, seat, options))
        for unit in lost:
            take(army.standing, unit)
        s.say("Destroyed", army.house, battle.area, lost, "supply")
    _rout(s, army.house, battle.area, area, army.standing)


def retreat_costs(e: Edition, s: Kings, battle: Battle, army: Army) -> dict[AreaId, int]:
    """The areas the beaten defenders may go to, by id, and how many of them supply would cost there."""
    row, before = limits(e, s, army.house), elsewhere(s, battle, army.house)
    return {
        area: surplus_of_group(row, before, area, army.size())
        for area in e.board.reach(battle.area, ships(s, army.house))
        if area != battle.origin and may_enter(e, s, army.house, area)
    }


def elsewhere(s: Kings, battle: Battle, house: House) -> dict[AreaId, int]:
    """Figures of a house by area but for the embattled one."""
    return {area: size for area, size in sizes(s, house).items() if area != battle.area}


def may_enter(e: Edition, s: Kings, house: House, area: AreaId) -> bool:
    """Whether an area is the house's own or empty of others: their units, tokens, home rights, neutral forces."""
    return not hostile(s, house, area) and controller(e, s, area) in (house, NOBODY)


def surplus_of_group(row: tuple[int, ...], before: dict[AreaId, int], area: AreaId, group: int) -> int:
    """How many of a group must die so that the rest fits in an area; those already there are never touched."""
    for dead in range(group):
        if not surplus(row, {**before, area: before.get(area, 0) + group - dead}.values()):
            return dead
    return group


def _rout(s: Kings, house: House, origin: AreaId, area: AreaId, stack: Stack) -> None:
    army = s.armies.setdefault(area, Army(house))
    for unit, count in stack.items():
        put(army.routed, unit, count)
    s.say("Retreated", house, origin, area, as_units(stack))
