"""Units that must go: which ones, and where beaten ones go."""

from dataclasses import replace
from typing import Any

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge
from client.bots.captain.layout import Layout
from engine.core.options import Options
from engine.westeros.losses import Lost
from engine.westeros.state import AreaId, Stack


def fewest(judge: Judge, ways: tuple[tuple[str, ...], ...]) -> list[tuple[str, ...]]:
    """Choices of single units of one army, the cheapest first; ships are missed before footmen."""
    strength = judge.position.e.strength
    return sorted(ways, key=lambda way: (sum(strength[unit] for unit in way), way.count("ship"), way))


def give_up(judge: Judge, options: Options[Lost]) -> list[Lost]:
    """Units to lose anywhere on the map: one after another, each time the one that is missed least for its value."""
    layout = Layout.now(judge.position)
    base = judge.score(layout)
    lost: Lost = ()
    while True:
        step = options.complete(lost)
        if step.answers:
            return list(step.answers)
        if not step.choices:
            return []
        cost = {}
        for piece in step.choices:
            area, unit = _unit_of(piece)
            value = judge.position.e.units[unit].loss_value
            cost[area, unit] = (base - judge.score(layout.without(area, (unit,)))) / value
        area, unit = min(cost, key=lambda pair: (cost[pair], pair))
        layout = layout.without(area, (unit,))
        base = judge.score(layout)
        lost = (*lost, (area, unit))


def _unit_of(piece: Any) -> tuple[AreaId, str]:
    area, unit = piece
    return area, unit


def retreats(judge: Judge, areas: tuple[AreaId, ...]) -> list[AreaId]:
    """Where to retreat, best first."""
    p, layout = judge.position, Layout.now(judge.position)
    battle = p.s.battle
    if battle is None:
        return []
    beaten: Stack = layout.stacks.get(battle.area, {})
    count = sum(beaten.values())
    stacks = {area: stack for area, stack in layout.stacks.items() if area != battle.area}
    tokens = layout.tokens - {battle.area}

    def score(area: AreaId) -> float:
        idle = {**layout.idle, area: layout.idle.get(area, 0) + count}
        idle.pop(battle.area, None)
        there = replace(layout, stacks=stacks, idle=idle, tokens=tokens)
        return judge.score(there) + _prospect(judge, layout, area, beaten)

    return sorted(areas, key=lambda area: (-score(area), area))


def _prospect(judge: Judge, layout: Layout, area: AreaId, beaten: Stack) -> float:
    """What the units could do from there when they stand again."""
    if area not in judge.position.e.board.land:
        return 0.0
    risen = {**layout.stacks, area: {**beaten}}
    return w.RISEN * (judge.score(replace(layout, stacks=risen)) - judge.score(layout))
