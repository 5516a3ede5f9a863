"""Previews of what a battle leaves to decide: casualties, retreats, texts that act on a win."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from client.words.agot_board import ORDER_CODES, figures_code
from client.words.agot_names import Names
from client.words.agot_previews_battle import fight
from client.words.agot_previews_plans import feeds
from client.words.general import count
from engine.westeros.control import controller
from engine.westeros.forecast import ways_out
from engine.westeros.retreat import elsewhere, retreat_costs, way_back
from engine.westeros.state import AreaId, Army, Battle, House, Kings, figures, ships
from engine.westeros.supply import armies_of, limits


# ------------------------------------------------------------ afterwards
def casualties(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """Who is left, and where they can go."""
    b, army = fight(s), s.army_of(house)
    dead = pieces[-1] if pieces else ()
    left = Counter(army.standing)
    left.subtract(dead)
    lines = [f"Left: {_stack(left)}."]
    if army.routed:
        lines.append(f"{figures_code(Army(house, {}, army.routed))} lie there and die.")
    if house == b.attacker:
        if way_back(n.e, s, b):
            return [*lines, f"They go back to {n.area(b.origin)}."]
        return [*lines, f"{n.area(b.origin)} is no longer yours: they die."]
    if not left.total():
        return lines
    ways = ways_out(n.e, s, dead)
    least = min(ways.values(), default=0)
    best = n.areas(area for area, cost in ways.items() if cost == least)
    lines.append(f"They may retreat to {best}{_costs(least)}." if best else "Nowhere to retreat to: they die.")
    return [*lines, *_barred(n, s, house, ways)]


def retreat(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The armies there would be, and what supply says to them; why other areas in reach are closed."""
    b, army = fight(s), s.army_of(house)
    costs = retreat_costs(n.e, s, b, army)
    barred = _barred(n, s, house, costs)
    if not pieces:
        least = min(costs.values())
        return [*(f"{n.area(area)}{_costs(cost)}" for area, cost in costs.items() if cost == least), *barred]
    to = pieces[-1]
    sizes = elsewhere(s, b, house)
    sizes[to] = sizes.get(to, 0) + army.size() - costs[to]
    lines = [feeds(limits(n.e, s, house), armies_of(sizes.values()))]
    if costs[to]:
        lines.insert(0, f"Costs {count(costs[to], 'unit')}.")
    there = s.armies.get(to)
    found = f"{n.area(to)} has {figures_code(there)}." if there is not None else f"{n.area(to)} is empty."
    return [*lines, found, *barred]


def _barred(n: Names, s: Kings, house: House, costs: Mapping[AreaId, int]) -> list[str]:
    """The areas in reach that beaten defenders may not go to, with the reason: W6.11b, W6.11c."""
    b = fight(s)
    why = {area: _reason(n, s, b, area) for area in n.e.board.reach(b.area, ships(s, house)) if area not in costs}
    least = min(costs.values(), default=0)
    why |= {area: f"costs {count(cost, 'unit')}" for area, cost in costs.items() if cost > least}
    told = ", ".join(f"{n.area(area)} ({reason})" for area, reason in why.items())
    return [f"Not to {told}."] if told else []


def _reason(n: Names, s: Kings, b: Battle, area: AreaId) -> str:
    if area == b.origin:
        return "the attack came from there"
    if area in s.garrisons:
        return "neutral"
    army = s.armies.get(area)
    owner = army.house if army is not None and army.house != b.defender else controller(n.e, s, area)
    return f"{n.house(owner)}'s"


def retreat_losses(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """Who gets away."""
    left = Counter(s.army_of(house).standing)
    left.subtract(pieces[-1] if pieces else ())
    return [f"Left: {_stack(left)}."]


def _costs(cost: int) -> str:
    return f": costs {count(cost, 'unit')}" if cost else ""


def _stack(stack: Counter[str]) -> str:
    return figures_code(Army("", {unit: number for unit, number in stack.items() if number > 0})) or "nobody"


# ------------------------------------------------------------ texts of cards
def footman_lost(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """What stands on the other side."""
    foe = fight(s).foe(house)
    return [f"{n.house(foe)} fights with {figures_code(s.army_of(foe))}.", "One that lies counts nothing."]


def upgrade_footman(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """How many knights there would be."""
    e = n.e
    left = e.units[e.upgrade_to].per_house - figures(s, house, e.upgrade_to) - bool(pieces)
    return [f"Knights left in your box: {left}.", f"You fought with {figures_code(s.army_of(house))}."]


def order_taken(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """Whose order goes."""
    if not pieces:
        return []
    area = pieces[-1]
    army = s.armies[area]
    return [f"{n.house(army.house)} loses {ORDER_CODES[s.orders[area]]} in {n.area(area)} ({figures_code(army)})."]


def discard_card(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """What it costs, and what the loser keeps."""
    foe = fight(s).foe(house)
    ability = n.e.house_cards[fight(s).sides[house].card].ability
    cost = ability.params["cost"] if ability is not None and pieces else 0
    cards = count(len(s.hands[foe]) - len(pieces), "card")
    return [f"Power: {s.power[house] - cost} left of {s.power[house]}.", f"{n.house(foe)} keeps {cards}."]


def recover_card(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The hand."""
    return [f"Your hand: {count(len(s.hands[house]) + len(pieces), 'card')}."]
