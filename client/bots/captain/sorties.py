"""Marches out of one area, and what each would bring."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge
from client.bots.captain.layout import Layout
from engine.westeros.march import Piece
from engine.westeros.state import NOBODY, AreaId, Stack, hostile

CLOSEST = 4
"""Battles that are filled up with moves of the units that take no part."""


@dataclass(frozen=True)
class Sortie:
    """A march: its moves in order, and whether a power token is left.

    `target`: where it fights, "" if nowhere, with `strength` before support and modifier; `support` that is sure and
    `hoped` for.
    `won` and `lost` are scores of what follows; without a battle both are the same. `after` is the layout if all goes
    well.
    """

    origin: AreaId
    moves: tuple[Piece, ...]
    leave: bool
    target: AreaId
    strength: float
    support: float
    hoped: float
    won: float
    lost: float
    after: Layout

    @property
    def goals(self) -> frozenset[AreaId]:
        """Where it goes."""
        return frozenset(to for _, _, to in self.moves)


class Marshal:
    """Finds sorties in one position."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.p = judge.position
        self.row = self.p.e.supply_limits[self.p.s.supply[self.p.me]]

    # ------------------------------------------------------------ worth
    def chance(self, sortie: Sortie, modifier: float, support: float = 0.0) -> float:
        """How likely it is won with a March order of that modifier and more support than is sure."""
        if not sortie.target:
            return 1.0
        p, target = self.p, sortie.target
        strength = max(0.0, sortie.strength + modifier + sortie.support + support)
        if target in p.s.garrisons:
            return 1.0 if strength >= p.s.garrisons[target] else 0.0
        army = p.s.armies[target]
        if army.house not in p.s.seats:
            return 1.0 if strength >= self.judge.threats.defence[target] else 0.0
        return self.judge.odds.win(p.me, army.house, strength - self.judge.threats.defence[target])

    def value(self, sortie: Sortie, modifier: float, support: float = 0.0) -> float:
        """The score to expect from it."""
        chance = self.chance(sortie, modifier, support)
        return chance * sortie.won + (1 - chance) * sortie.lost

    # ------------------------------------------------------------ search
    def sorties(self, layout: Layout, origin: AreaId, modifier: float, aided: bool = False) -> list[Sortie]:
        """The best marches out of an area, best first; if `aided`, with the support that might be arranged."""
        stack = layout.stacks.get(origin)
        if not stack:
            return []
        board = self.p.e.board
        fleet = [area for area, there in layout.stacks.items() if "ship" in there]
        ways = board.reach(origin, [*fleet, *[area for area in layout.idle if area not in board.land]])
        foreign = [to for to in ways if to not in layout.beaten and hostile(self.p.s, self.p.me, to)]
        quiet = [to for to in ways if to not in foreign]
        if self.p.s.round <= self.p.e.options.peaceful_rounds:
            foreign = []
        battles = [fight for to in foreign for fight in self._battles(layout, origin, stack, to, modifier, aided)]
        battles.sort(key=lambda fight: -self.value(fight, modifier, fight.hoped))
        found = [self._filled(fight, quiet) for fight in battles[:CLOSEST]]
        found += battles[CLOSEST:] + list(self._walks(layout, origin, stack, quiet))
        found.sort(key=lambda sortie: -self.value(sortie, modifier, sortie.hoped))
        return found

    def _aid(self, layout: Layout, origin: AreaId, to: AreaId) -> float:
        """The most that one own neighbour without an order could lend to a battle."""
        free = [area for area in self.p.near(to) if area != origin and area not in layout.orders]
        lent = [self.p.strength(layout.stacks[area]) for area in free if area in layout.stacks]
        return w.OWN_SUPPORT * max(lent, default=0)

    def _battles(
        self, layout: Layout, origin: AreaId, stack: Stack, to: AreaId, modifier: float, aided: bool
    ) -> Iterator[Sortie]:
        support = self.judge.support(layout, to, origin)
        hoped = self._aid(layout, origin, to) if aided else 0.0
        for force in _forces(stack):
            moves = tuple((unit, count, to) for unit, count in force.items())
            trial = Sortie(origin, moves, False, to, self.p.strength(force), support, hoped, 0.0, 0.0, layout)
            if self.chance(trial, modifier, hoped) < w.GOAL_CHANCE:
                continue
            won = self._conquest(layout.moved(origin, moves), to)
            if not won.fits(self.row):
                continue
            lost = self._defeat(layout, origin, force, to)
            for leave in (False, True) if self._may_leave(layout, won, origin) else (False,):
                after = replace(won, tokens=won.tokens | {origin}, power=won.power - 1) if leave else won
                yield replace(trial, leave=leave, won=self.judge.score(after), lost=lost - leave, after=after)

    def _conquest(self, layout: Layout, to: AreaId) -> Layout:
        return replace(layout, beaten=layout.beaten | {to})

    def _defeat(self, layout: Layout, origin: AreaId, force: Stack, to: AreaId) -> float:
        """The score after a lost attack: the units lie where they came from."""
        stack = {unit: n - force.get(unit, 0) for unit, n in layout.stacks[origin].items()}
        stacks = {**layout.stacks, origin: {unit: n for unit, n in stack.items() if n}}
        if not stacks[origin]:
            del stacks[origin]
        idle = {**layout.idle, origin: layout.idle.get(origin, 0) + sum(force.values())}
        score = self.judge.score(replace(layout, stacks=stacks, idle=idle))
        extra = self.p.strength(force) - sum(force.values())  # routed knights count as their figures there
        dead = w.DEAD_SHARE if to not in self.p.s.garrisons else 0.0
        return score + w.UNIT * (extra - dead * self.p.strength(force)) - w.LOST_BATTLE

    def _may_leave(self, before: Layout, after: Layout, origin: AreaId) -> bool:
        p = self.p
        return (
            before.power > 0
            and origin in p.e.board.land
            and not after.holds(origin)
            and origin not in p.s.tokens
            and origin not in before.tokens
            and p.e.board.homes.get(origin) != p.me
        )

    def _walks(self, layout: Layout, origin: AreaId, stack: Stack, ways: list[AreaId]) -> Iterator[Sortie]:
        """Marches without a battle: nothing, everything to one place, and units one by one as long as it helps."""
        start = Sortie(origin, (), False, NOBODY, 0.0, 0.0, 0.0, 0.0, 0.0, layout)
        idle = self._scored(start, layout, ())
        if idle is not None:
            yield idle
            yield self._spread(idle, layout, ways)
        whole = tuple(stack.items())
        for to in ways:
            sortie = self._scored(start, layout, tuple((unit, count, to) for unit, count in whole))
            if sortie is not None:
                yield sortie

    def _filled(self, fight: Sortie, ways: list[AreaId]) -> Sortie:
        """A battle, and the best moves of the units that take no part."""
        return self._spread(fight, fight.after, ways) if fight.origin in fight.after.stacks else fight

    def _spread(self, sortie: Sortie, start: Layout, ways: list[AreaId]) -> Sortie:
        """Add one quiet move after another while the score rises."""
        best = sortie
        while True:
            left = best.after.stacks.get(sortie.origin, {})
            options = [self._scored(sortie, start, (*_quiet(best), (unit, 1, to))) for unit in left for to in ways]
            better = max([s for s in options if s is not None], key=lambda s: s.won, default=best)
            if better.won <= best.won + 0.01:
                return best
            best = better

    def _scored(self, sortie: Sortie, start: Layout, moves: tuple[Piece, ...]) -> Sortie | None:
        """`sortie` with these quiet moves made from `start`, before its battle; None where supply forbids it."""
        after = start.moved(sortie.origin, moves)
        if not after.fits(self.row):
            return None
        attack = tuple(piece for piece in sortie.moves if piece[2] == sortie.target)
        options = []
        for leave in (False, True) if moves and self._may_leave(start, after, sortie.origin) else (sortie.leave,):
            marked = replace(after, tokens=after.tokens | {sortie.origin}, power=after.power - 1) if leave else after
            options.append((self.judge.score(marked), leave, marked))
        won, leave, after = max(options, key=lambda option: option[0])
        lost = sortie.lost + won - sortie.won if sortie.target else won
        return replace(sortie, moves=_merged(moves) + attack, leave=leave, won=won, lost=lost, after=after)


def _quiet(sortie: Sortie) -> tuple[Piece, ...]:
    return tuple(piece for piece in sortie.moves if piece[2] != sortie.target)


def _merged(moves: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Moves of the same kind to the same place as one."""
    counts: dict[tuple[str, AreaId], int] = {}
    for unit, count, to in moves:
        counts[unit, to] = counts.get((unit, to), 0) + count
    return tuple((unit, count, to) for (unit, to), count in counts.items())


def _forces(stack: Stack) -> list[Stack]:
    """Every part of a stack that could attack."""
    counts = product(*(range(count + 1) for count in stack.values()))
    forces = [{unit: n for unit, n in zip(stack, chosen, strict=True) if n} for chosen in counts]
    return [force for force in forces if force]
