"""Previews of what a house plans and carries out with its own pieces: orders, raids, marches, musters, losses."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from client.words.agot_board import ORDER_CODES, figures_code
from client.words.agot_names import Names
from client.words.agot_previews_battle import attack
from client.words.general import count
from engine.agot.wildlings import owed, wildling_losses
from engine.core.errors import Over
from engine.westeros.control import castle_counts, controller
from engine.westeros.forecast import after_march
from engine.westeros.march import LEAVE, marches
from engine.westeros.march import Plan as MarchPlan
from engine.westeros.muster import Plan as MusterPlan
from engine.westeros.muster import musters
from engine.westeros.orders import orders
from engine.westeros.power import can_gain, yields
from engine.westeros.raid import areas_with, plunder, targets
from engine.westeros.state import NOBODY, AreaId, House, Kings, orders_of, ships
from engine.westeros.supply import armies_of, fits, limits, sizes, surplus

Pieces = tuple[Any, ...]


def feeds(row: tuple[int, ...], armies: tuple[int, ...]) -> str:
    """`Supply feeds 3 2 2; armies 3 2: all fed.`."""
    verdict = "all fed" if fits(row, armies) else "too large"
    told = f"armies {' '.join(map(str, armies))}: {verdict}" if armies else "no armies"
    return f"Supply feeds {' '.join(map(str, row))}; {told}."


def stars_used(used: int, allowed: int) -> str:
    """`Stars: 1 of 3 used`; a house that may use none has nothing to count."""
    return f"Stars: {used} of {allowed} used" if used or allowed else "No stars for you"


# ------------------------------------------------------------ orders
def place_orders(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Stars and tokens left, areas without an order; what the last order could do."""
    offer = orders(n.e, s, house)
    used = Counter(token for _, token in pieces)
    bare = [area for area in offer.areas if area not in dict(pieces)]
    lines = [f"{stars_used(offer.starred(used), offer.stars)}; areas left: {len(bare)}."]
    if pieces:
        lines += order_does(n, s, house, *pieces[-1])
    left = {token.id: token.count - used[token.id] for token in n.e.tokens.values() if token.type not in offer.bans}
    lines.append(f"Tokens left: {' '.join(_tokens(left)) or 'none'}.")
    return [*lines, f"Without order: {', '.join(map(n.area, bare))}."] if bare else lines


def _tokens(left: dict[str, int]) -> list[str]:
    return [ORDER_CODES[token] + (f"x{number}" if number > 1 else "") for token, number in left.items() if number > 0]


def order_does(n: Names, s: Kings, house: House, area: AreaId, token: str) -> list[str]:
    """What an order could do in an area, as far as that is open before all orders are."""
    e, kind = n.e, n.e.tokens[token].type
    what = f"{n.area(area)} {ORDER_CODES[token]}"
    if kind == "consolidate":
        return [f"{what}: {can_gain(e, s, house, yields(e, area))} power."]
    if kind == "march":
        return [f"{what} goes to {', '.join(map(n.area, e.board.reach(area, ships(s, house)))) or 'nowhere'}."]
    if kind == "support":
        near = e.board.borders[area] if area not in e.board.land else e.board.land_borders[area]
        return [f"{what} helps in {', '.join(map(n.area, near)) or 'no battle'}."]
    return []


def raven(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Stars with the swap, and what the new order could do."""
    offer = orders(n.e, s, house)
    lying = {area: s.orders[area] for area in orders_of(s, house)}
    lines: list[str] = []
    for area, token in pieces[-1:]:
        lines = [f"{n.area(area)}: {ORDER_CODES[token]} for {ORDER_CODES[lying[area]]}."]
        lines += order_does(n, s, house, area, token)
        lying[area] = token
    return [*lines, f"{stars_used(offer.starred(Counter(lying.values())), offer.stars)}."]


def raid(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """The orders it removes and the power it brings; without a piece, what can be raided."""
    e = n.e
    if not pieces:
        return [
            f"{n.area(area)} can raid {', '.join(map(n.area, targets(e, s, house, area))) or 'nothing'}."
            for area in areas_with(e, s, house, "raid")
        ]
    _, chosen = pieces[-1]
    gained = can_gain(e, s, house, sum(plunder(e, s.orders[other]) for other in chosen))
    lines = [f"Power: +{gained}, then {s.power[house] + gained}." if gained else f"Power stays {s.power[house]}."]
    for other in chosen:
        army = s.armies[other]
        lines.append(f"{n.house(army.house)} loses {ORDER_CODES[s.orders[other]]} in {n.area(other)}.")
    later = len(areas_with(e, s, house, "raid")) - 1
    return [*lines, f"Raids of yours to come: {later}."]


# ------------------------------------------------------------ marches
def march(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Supply after the moves, what they meet and leave, the battle they start."""
    e = n.e
    if not pieces:
        left = len(areas_with(e, s, house, "march"))
        return [feeds(limits(e, s, house), armies_of(sizes(s, house).values())), f"Marches of yours left: {left}."]
    leave = pieces[-1] == LEAVE
    origin, moves = pieces[0], pieces[1:-1] if leave else pieces[1:]
    plan = MarchPlan(marches(e, s, house), origin)
    for piece in moves:
        plan.move(piece)
    lines = [feeds(plan.marches.row, plan.armies())]
    if not moves:
        stack = figures_code(s.armies[origin])
        return [*lines, f"{n.area(origin)} {ORDER_CODES[s.orders[origin]]}: {stack} may go."]
    try:
        ahead = after_march(e, s, house, (origin, tuple(moves), leave))
    except Over as over:
        return [victory(n, s, house, over), *lines]
    fought = moves[-1][2] if ahead.battle is not None else NOBODY
    for to in dict.fromkeys(to for _, _, to in moves if to != fought):
        lines += _arrival(n, s, house, to)
    lines += _leaving(n, s, ahead, house, origin)
    if ahead.battle is not None:
        battle = attack(n, ahead, house)
        lines = [*battle, *lines] if plan.may_end() else [*lines, *battle]
    return [*lines, *_castles(n, s, ahead, house)]


def _arrival(n: Names, s: Kings, house: House, to: AreaId) -> list[str]:
    """What units meet that enter an area without a battle."""
    army = s.armies.get(to)
    if army is not None:
        return [f"{n.area(to)}: joins {figures_code(army)}."]
    token = s.tokens.get(to, house)
    if token != house:
        return [f"{n.area(to)}: {n.house(token)}'s token goes."]
    return []


def _leaving(n: Names, s: Kings, ahead: Kings, house: House, origin: AreaId) -> list[str]:
    """Who holds the area that they left; power spent on a token."""
    lines = []
    if ahead.power[house] != s.power[house]:
        lines.append(f"Power: {ahead.power[house]} left.")
    heir = controller(n.e, ahead, origin)
    if origin in n.e.board.land and heir != house:
        lines.append(f"{n.area(origin)} is left to {n.house(heir)}.")
    return lines


def victory(n: Names, s: Kings, house: House, over: Over) -> str:
    """Whose victory a march is: what is left behind may be another house's at once."""
    if s.seats[house] in over.ranking[0]:
        return "This wins the game."
    return f"This gives the game to {n.houses([other for other, seat in s.seats.items() if seat in over.ranking[0]])}."


def _castles(n: Names, s: Kings, ahead: Kings, house: House) -> list[str]:
    """Castle areas before and after, the one fought for apart."""
    before, after = castle_counts(n.e, s)[house], castle_counts(n.e, ahead)[house]
    target = ahead.battle.area if ahead.battle is not None else NOBODY
    if target in n.e.board.castles:
        return [f"Castles: {before}, if won {after + 1}, if lost {after} of {n.e.victory_areas}."]
    return [f"Castles: {before}, then {after} of {n.e.victory_areas}."] if before != after else []


# ------------------------------------------------------------ musters and losses
def muster(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Points left by castle, supply, figures left."""
    plan = MusterPlan(musters(n.e, s, house))
    for piece in pieces:
        plan.add(piece)
    left = {castle: points for castle, points in plan.points.items() if points}
    where = ", ".join(f"{n.area(castle)} {points}" for castle, points in left.items())
    kinds = ", ".join(n.units(number, kind) for kind, number in plan.figures.items())
    return [
        f"Points left: {where}." if left else "No points left.",
        feeds(plan.musters.row, armies_of(plan.sizes.values())),
        f"In your box: {kinds}.",
    ]


def supply_losses(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """The armies that are left, and how many must still go."""
    row, after = limits(n.e, s, house), sizes(s, house)
    for area, _ in pieces:
        after[area] -= 1
    more = surplus(row, after.values())
    lines = [feeds(row, armies_of(after.values()))]
    return [f"Still {count(more, 'unit')} too many.", *lines] if more else lines


def wildling_losses_so_far(n: Names, s: Kings, house: House, pieces: Pieces) -> list[str]:
    """Points given and due, areas that are emptied."""
    assert s.attack is not None, "asked only while wildlings attack"
    losses = wildling_losses(n.e, s, house, owed(n.e, s.attack, house))
    given = sum(n.e.units[unit].loss_value for _, unit in pieces)
    left = {area: s.armies[area].size() - number for area, number in Counter(area for area, _ in pieces).items()}
    lines = [f"Points given: {given} of {losses.owed}."]
    return lines + _emptied(n, [area for area, number in left.items() if not number])


def _emptied(n: Names, areas: Sequence[AreaId]) -> list[str]:
    return [f"{n.areas(areas)} would be without units."] if areas else []
