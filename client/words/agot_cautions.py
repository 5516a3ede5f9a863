"""What a legal answer costs that cannot be undone: said before it is sent."""

from collections.abc import Sequence
from typing import Any

from client.words.agot_names import Names
from client.words.general import count, names
from engine.westeros.control import castles_of
from engine.westeros.raid import targets
from engine.westeros.state import AreaId, House, Kings


def caution(n: Names, s: Kings, topic: str, house: House, value: Any) -> str:
    """The consequence in words; empty if there is none worth a question."""
    if topic == "orders":
        return _orders(n, s, house, value)
    if topic == "march":
        return _march(n, s, house, *value)
    if topic == "raid":
        area, chosen = value
        if not chosen and targets(n.e, s, house, area):
            return f"The Raid in {n.area(area)} would be spent for nothing."
    if topic == "muster":
        return _muster(n, s, house, value)
    return ""


def _orders(n: Names, s: Kings, house: House, value: Any) -> str:
    ordered = {area for area, _ in value}
    idle = sorted(area for area, army in s.armies.items() if army.house == house and area not in ordered)
    return f"Without an order: {n.areas(idle)}." if idle else ""


def _march(n: Names, s: Kings, house: House, origin: AreaId, moves: Sequence[tuple[str, int, str]], leave: bool) -> str:
    if not moves:
        return f"Nobody would move; the March order in {n.area(origin)} would be spent."
    found = []
    army, area = s.armies[origin], n.e.board.areas[origin]
    empty = army.size() == sum(number for _, number, _ in moves)
    kept = leave or s.tokens.get(origin) == house or area.home_of == house
    if empty and area.type == "land" and not kept:
        what = "a castle" if area.castle else "land with barrels or crowns" if area.supply or area.crowns else ""
        if what:
            why = "" if s.power[house] else " (you have no power token to leave)"
            found.append(f"{n.area(origin)}, {what}, would be nobody's: no power token is left there{why}.")
    target = moves[-1][2]
    if target in s.garrisons:
        own = sum(n.e.strength[unit] * number for unit, number, to in moves if to == target)
        own += n.e.tokens[s.orders[origin]].modifier
        helpers = [
            other
            for other in n.e.board.borders[target]
            if other in s.orders and n.e.tokens[s.orders[other]].type == "support"
        ]
        lent = sum(_lent(n, s, other) for other in helpers)
        if own + lent < s.garrisons[target]:
            most = f" even with all support ({own + lent})" if helpers else ""
            found.append(
                f"The attack on {n.area(target)} is hopeless: strength {own}{most} against {s.garrisons[target]}; "
                "your units would come back routed."
            )
    return " ".join(found)


def _lent(n: Names, s: Kings, area: AreaId) -> int:
    units = sum(n.e.strength[unit] * number for unit, number in s.armies[area].standing.items())
    return units + n.e.tokens[s.orders[area]].modifier


def _muster(n: Names, s: Kings, house: House, value: Any) -> str:
    if n.e.options.muster_one_at_a_time and value:
        return ""  # its turn comes again
    left = {castle: n.e.board.areas[castle].muster_points for castle in castles_of(n.e, s, house)}
    for castle, what, _ in value:
        left[castle] -= n.e.upgrade_cost if what == "upgrade" else n.e.units[what].muster_cost
    unused = [f"{n.area(castle)} {count(points, 'point')}" for castle, points in left.items() if points]
    return f"Unused points are lost: {names(unused)}." if unused else ""
