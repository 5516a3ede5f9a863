"""Previews of what a battle leaves to decide: casualties, retreats, texts that act on a win."""

from collections import Counter
from typing import Any

from client.words.agot_board import ORDER_CODES, figures_code
from client.words.agot_names import Names
from client.words.agot_previews_battle import fight
from client.words.agot_previews_plans import feeds
from client.words.general import count
from engine.westeros.forecast import ways_out
from engine.westeros.retreat import elsewhere, retreat_costs, way_back
from engine.westeros.state import Army, House, Kings, figures
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
    ways = ways_out(n.e, s, dead)
    lines += [f"  {n.area(area)}{_costs(cost)}" for area, cost in ways.items()]
    return lines if ways else [*lines, "Nowhere to retreat to."]


def retreat(n: Names, s: Kings, house: House, pieces: tuple[Any, ...]) -> list[str]:
    """The armies there would be, and what supply says to them."""
    b, army = fight(s), s.army_of(house)
    costs = retreat_costs(n.e, s, b, army)
    if not pieces:
        return [f"{n.area(area)}{_costs(cost)}" for area, cost in costs.items()]
    to = pieces[-1]
    sizes = elsewhere(s, b, house)
    sizes[to] = sizes.get(to, 0) + army.size() - costs[to]
    lines = [feeds(limits(n.e, s, house), armies_of(sizes.values()))]
    if costs[to]:
        lines.insert(0, f"Costs {count(costs[to], 'unit')}.")
    there = s.armies.get(to)
    return [*lines, f"{n.area(to)} has {figures_code(there)}." if there is not None else f"{n.area(to)} is empty."]


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
