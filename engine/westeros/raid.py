"""Raids: one token after another in turn order, each taking orders off adjacent areas."""

from itertools import combinations
from typing import TypeAlias

from engine.core.options import Listed
from engine.core.questions import One, Rules, ask
from engine.westeros.edition import Edition
from engine.westeros.power import gain
from engine.westeros.state import NOBODY, AreaId, House, Kings, orders_of

Raid: TypeAlias = tuple[AreaId, tuple[AreaId, ...]]
"""The area of the Raid token, and the areas it raids, sorted."""


def areas_with(e: Edition, s: Kings, house: House, kind: str) -> list[AreaId]:
    """The areas where the house has an order of a kind, sorted."""
    return [area for area in orders_of(s, house) if e.tokens[s.orders[area]].type == kind]


def next_house(e: Edition, s: Kings, kind: str) -> House:
    """Whose turn it is to resolve an order of a kind: the next one after `s.last` that has any; "" if none has."""
    having = {s.armies[area].house: True for area, token in s.orders.items() if e.tokens[token].type == kind}
    order = s.turn_order
    start = order.index(s.last) + 1 if s.last else 0
    return next((house for house in order[start:] + order[:start] if house in having), NOBODY)


def may_raid(e: Edition, area: AreaId) -> tuple[AreaId, ...]:
    """The areas that a Raid token in an area can hit, sorted; land never raids the sea."""
    return e.board.land_borders[area] if area in e.board.land else e.board.borders[area]


def targets(e: Edition, s: Kings, house: House, area: AreaId) -> list[AreaId]:
    """What a Raid token in an area may take off, sorted."""
    return [
        other
        for other in may_raid(e, area)
        if other in s.orders and s.armies[other].house != house and e.tokens[s.orders[other]].type in e.raidable
    ]


def raids(e: Edition, s: Kings, house: House) -> list[Raid]:
    """Every way in which the house may resolve one of its Raid tokens, sorted."""
    found: list[Raid] = []
    for area in areas_with(e, s, house, "raid"):
        near = targets(e, s, house, area)
        for count in range(min(e.tokens[s.orders[area]].targets, len(near)) + 1):
            found += [(area, chosen) for chosen in combinations(near, count)]
    return found


def one_raid(e: Edition, s: Kings, house: House) -> Rules[None]:
    """A house resolves one Raid token."""
    options = Listed.of(e.clauses.raid, raids(e, s, house))
    area, chosen = yield from ask(One("raid", e.clauses.raid_target, s.seats[house], options))
    del s.orders[area]
    s.say("Raided", house, area, chosen)
    for other in chosen:
        token = s.orders.pop(other)
        s.say("OrderRemoved", s.armies[other].house, other, token)
        amount = plunder(e, token)
        if amount:
            s.say("PowerGained", house, gain(e, s, house, amount), "pillage")


def plunder(e: Edition, token: str) -> int:
    """The power for whom raids such an order away."""
    return e.pillage.get(e.tokens[token].type, 0)
