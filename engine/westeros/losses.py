"""Answers that name own units to be lost: over the whole map as a form, in one area as a list."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.options import Completion, Form, Listed
from engine.core.plain import Draw, Plain, fits
from engine.westeros.edition import Edition
from engine.westeros.state import AreaId, House, Kings, Stack, Unit

Lost: TypeAlias = tuple[tuple[AreaId, Unit], ...]
"""Single units, sorted by area and kind."""

SHAPE = [(str, str)]


@dataclass(frozen=True)
class Losses:
    """Which units of a house may be given up.

    `stacks`: its units by area. `leads(lost)`: whether these losses can still be completed to what is owed;
    `enough(lost)`: whether they are just that. `loss_order`: kinds as an absent seat gives them up.
    """

    clause: str
    owed: int
    stacks: dict[AreaId, Stack]
    loss_order: tuple[Unit, ...]
    leads: Callable[[Lost], bool]
    enough: Callable[[Lost], bool]

    def judge(self, value: Lost, _faces: Faces) -> None:
        """Raises Refused unless the units exist, stand in order, and are exactly what is owed."""
        if list(value) != sorted(value):
            raise Refused(self.clause, "not_sorted")
        self._present(value)
        if not self.enough(value):
            raise Refused(self.clause, "wrong_losses", owed=self.owed)

    def _present(self, value: Lost) -> None:
        for area, unit in value:
            there = self.stacks.get(area, {}).get(unit, 0)
            if value.count((area, unit)) > there:
                raise Refused(
                    self.clause, "no_such_units", area=area, unit=unit, count=value.count((area, unit)), left=there
                )

    def pieces(self, lost: Lost) -> list[tuple[AreaId, Unit]]:
        """The units that may be named next, sorted."""
        return [
            (area, unit)
            for area in sorted(self.stacks)
            for unit, count in sorted(self.stacks[area].items())
            if lost.count((area, unit)) < count and self.leads((*lost, (area, unit)))
        ]

    def grow(self, partial: tuple[Plain, ...]) -> Completion[Lost]:
        """Unit by unit, in any order."""
        if not fits(SHAPE, partial):
            raise Refused(self.clause, "malformed")
        lost = cast("Lost", partial)
        self._present(lost)
        if not self.leads(lost):
            raise Refused(self.clause, "wrong_losses", owed=self.owed)
        answers = (tuple(sorted(lost)),) if self.enough(lost) else ()
        return Completion(() if answers else tuple(self.pieces(lost)), answers)

    def sampler(self, draw: Draw) -> Lost:
        """Useful units one after another, each drawn evenly."""
        return self._walk(lambda pieces: pieces[draw(len(pieces))])

    def fallback(self) -> Lost:
        """The losses of a seat held absent."""
        return self._walk(lambda pieces: min(pieces, key=lambda p: (self.loss_order.index(p[1]), p[0])))

    def _walk(self, pick: Callable[[list[tuple[AreaId, Unit]]], tuple[AreaId, Unit]]) -> Lost:
        lost: Lost = ()
        while not self.enough(lost):
            lost = (*lost, pick(self.pieces(lost)))
        return tuple(sorted(lost))

    def form(self) -> Form[Lost]:
        """The options to ask with."""
        lone = self._is_lone()
        return Form(self.clause, SHAPE, self.judge, self.sampler, self.grow, self.fallback(), lone=lone)

    def _is_lone(self) -> bool:
        """Whether just one answer exists; then nobody needs to be asked."""
        found: list[Lost] = []
        ahead: list[Lost] = [()]
        while ahead and len(found) < 2:
            lost = ahead.pop()
            if self.enough(lost):
                found += [lost] if lost not in found else []
                continue
            # sorted pieces only: each answer is met once
            ahead += [(*lost, piece) for piece in self.pieces(lost) if not lost or piece >= lost[-1]]
        return len(found) == 1


def standing(s: Kings, house: House) -> dict[AreaId, Stack]:
    """The standing units of a house by area, as a copy."""
    return {area: dict(army.standing) for area, army in s.armies.items() if army.house == house}


def ways_to_lose(stack: Stack, count: int) -> list[tuple[Unit, ...]]:
    """Every choice of `count` units from a stack, each sorted by kind, sorted."""
    ways: list[tuple[Unit, ...]] = [()]
    for unit, there in sorted(stack.items()):
        ways = [(*way, *[unit] * n) for way in ways for n in range(min(there, count - len(way)) + 1)]
    return sorted(way for way in ways if len(way) == count)


def losses_here(e: Edition, clause: str, stack: Stack, count: int) -> Listed[tuple[Unit, ...]]:
    """The options of somebody who loses `count` units of one stack that holds them."""
    rank = e.loss_order.index
    ways = ways_to_lose(stack, count)
    return Listed.of(clause, ways, min(ways, key=lambda way: sorted(map(rank, way))))
