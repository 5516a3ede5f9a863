"""Mustering: castle areas turn their points into figures."""

from dataclasses import dataclass
from typing import TypeAlias, cast

from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.options import Completion, Form
from engine.core.plain import Draw, Plain
from engine.core.plain import fits as has_shape
from engine.core.questions import One, Rules, ask
from engine.westeros.control import castles_of
from engine.westeros.edition import Edition
from engine.westeros.losses import standing
from engine.westeros.state import AreaId, House, Kings, Stack, Unit, figures, hostile, place, put, take
from engine.westeros.supply import armies_of, fits, limits, sizes

Piece: TypeAlias = tuple[AreaId, str, AreaId]
"""Castle area, what (a kind of unit, or `upgrade`), and where it stands."""

Muster: TypeAlias = tuple[Piece, ...]
"""Carried out in this order."""

SHAPE = [(str, str, str)]
UPGRADE = "upgrade"


@dataclass(frozen=True)
class Musters:
    """What a house may muster, as a snapshot of its position.

    `points` left by castle area; `seas`: where the ships of a castle area may go; `figures`: how many of each kind are
    left; `most`: how many may be mustered in one answer, None for no bound.
    """

    e: Edition
    house: House
    row: tuple[int, ...]
    points: dict[AreaId, int]
    seas: dict[AreaId, tuple[AreaId, ...]]
    stacks: dict[AreaId, Stack]
    sizes: dict[AreaId, int]
    figures: dict[str, int]
    most: int | None

    def form(self) -> Form[Muster]:
        """The options to ask with; a seat held absent musters nothing."""
        return Form(self.e.clauses.muster, SHAPE, self.judge, self.sampler, self.grow, ())

    def judge(self, value: Muster, _faces: Faces) -> None:
        """Raises Refused at the first piece that breaks a rule."""
        plan = Plan(self)
        for piece in value:
            plan.add(piece)

    def sampler(self, draw: Draw) -> Muster:
        """Musters until nothing more can be done, one time in eight stopping before each piece."""
        plan, done = Plan(self), []
        while (pieces := plan.pieces()) and draw(8):
            piece = pieces[draw(len(pieces))]
            plan.add(piece)
            done.append(piece)
        return tuple(done)

    def grow(self, partial: tuple[Plain, ...]) -> Completion[Muster]:
        """Piece by piece; it may end after each."""
        if not has_shape(SHAPE, partial):
            raise Refused(self.e.clauses.muster, "malformed")
        plan = Plan(self)
        for piece in cast("Muster", partial):
            plan.add(piece)
        return Completion(tuple(plan.pieces()), (cast("Muster", partial),))


class Plan:
    """A muster being put together."""

    def __init__(self, musters: Musters) -> None:
        self.musters = musters
        self.e = musters.e
        self.points = dict(musters.points)
        self.stacks = {area: dict(stack) for area, stack in musters.stacks.items()}
        self.sizes = dict(musters.sizes)
        self.figures = dict(musters.figures)
        self.count = 0

    def add(self, piece: Piece) -> None:
        """Muster one more figure. Raises Refused, with nothing changed."""
        fault = self.fault(piece)
        if fault is not None:
            raise fault
        castle, what, where = piece
        if what == UPGRADE:
            take(self.stacks[castle], self.e.upgrade_from)
            self.figures[self.e.upgrade_from] += 1
        else:
            self.sizes[where] = self.sizes.get(where, 0) + 1
        kind = self._kind(what)
        put(self.stacks.setdefault(where, {}), kind)
        self.figures[kind] -= 1
        self.points[castle] -= cost_of(self.e, what)
        self.count += 1

    def fault(self, piece: Piece) -> Refused | None:
        """Why this piece may not come next; None if it may."""
        castle, what, where = piece
        cl = self.e.clauses
        kind = self._kind(what)
        if kind not in self.e.units:
            return Refused(cl.muster_points, "no_such_unit", unit=what)
        if self.count == self.musters.most:
            return Refused(cl.muster_pace, "one_at_a_time")
        left = self.points.get(castle)
        if left is None:
            return Refused(cl.muster, "not_your_castle", area=castle)
        if cost_of(self.e, what) > left:
            return Refused(cl.muster_points, "too_few_points", area=castle, left=left, cost=cost_of(self.e, what))
        if not self.figures[kind]:
            return Refused(cl.muster_figures, "no_figure_left", unit=kind)
        return self._place_fault(castle, what, where) or self._size_fault(what, where)

    def _place_fault(self, castle: AreaId, what: str, where: AreaId) -> Refused | None:
        cl = self.e.clauses
        if what == UPGRADE or self.e.units[what].domain == "land":
            if where != castle:
                return Refused(cl.muster_place, "not_in_that_area", area=castle, to=where)
        elif where not in self.e.board.sea_borders[castle]:
            return Refused(cl.muster_sea, "no_sea_beside_it", area=castle, to=where)
        elif where not in self.musters.seas[castle]:
            return Refused(cl.muster_sea, "sea_taken", to=where)
        return None

    def _size_fault(self, what: str, where: AreaId) -> Refused | None:
        if what == UPGRADE:
            if self.stacks.get(where, {}).get(self.e.upgrade_from):
                return None
            return Refused(self.e.clauses.muster_upgrade, "no_footman_there", area=where)
        after = {**self.sizes, where: self.sizes.get(where, 0) + 1}
        if after[where] == 1 or fits(self.musters.row, after.values()):
            return None
        armies = armies_of(after.values())
        return Refused(self.e.clauses.muster_supply, "supply", armies=armies, limits=self.musters.row)

    def _kind(self, what: str) -> Unit:
        return self.e.upgrade_to if what == UPGRADE else what

    def pieces(self) -> list[Piece]:
        """What could be mustered next, sorted."""
        return [piece for piece in self.candidates() if self.fault(piece) is None]

    def candidates(self) -> list[Piece]:
        """Every figure in its place for which its castle area has a point left, sorted."""
        land = [UPGRADE, *(kind.id for kind in self.e.units.values() if kind.domain == "land")]
        sea = [kind.id for kind in self.e.units.values() if kind.domain == "sea"]
        found: list[Piece] = []
        if self.count == self.musters.most:
            return found
        for castle, left in self.points.items():
            if left:
                found += [(castle, what, castle) for what in land]
                found += [(castle, what, where) for what in sea for where in self.musters.seas[castle]]
        return sorted(found)


def cost_of(e: Edition, what: str) -> int:
    """The muster points of a figure or an upgrade."""
    return e.upgrade_cost if what == UPGRADE else e.units[what].muster_cost


def musters(e: Edition, s: Kings, house: House) -> Musters:
    """What the house may muster now, from all its castle areas, beside what it has mustered under this card."""
    castles = castles_of(e, s, house)
    points = {castle: e.board.areas[castle].muster_points for castle in castles}
    for castle, what, _ in s.mustered.get(house, ()):
        points[castle] -= cost_of(e, what)
    seas = {
        castle: tuple(sea for sea in e.board.sea_borders[castle] if not hostile(s, house, sea)) for castle in castles
    }
    return Musters(
        e,
        house,
        limits(e, s, house),
        points,
        seas,
        standing(s, house),
        sizes(s, house),
        {kind.id: kind.per_house - figures(s, house, kind.id) for kind in e.units.values()},
        1 if e.options.muster_one_at_a_time else None,
    )


def mustering(e: Edition, s: Kings) -> Rules[None]:
    """Each house in turn order spends its muster points; or piece by piece, until all have passed in a row."""
    order = s.turn_order
    if e.options.muster_one_at_a_time:
        passed, turn = 0, 0
        while passed < len(order):
            done = yield from muster(e, s, order[turn % len(order)])
            passed, turn = (0 if done else passed + 1), turn + 1
    else:
        for house in order:
            yield from muster(e, s, house)
    s.mustered = {}


def muster(e: Edition, s: Kings, house: House) -> Rules[bool]:
    """One house musters, if it can; says if it did."""
    offer = musters(e, s, house)
    if not Plan(offer).pieces():
        return False
    done = yield from ask(One("muster", e.clauses.muster, s.seats[house], offer.form()))
    carry_out(e, s, house, done)
    return bool(done)


def carry_out(e: Edition, s: Kings, house: House, done: Muster) -> None:
    """Put mustered figures on the map."""
    for castle, what, where in done:
        if what == UPGRADE:
            take(s.armies[castle].standing, e.upgrade_from)
            place(s, house, castle, e.upgrade_to)
        else:
            place(s, house, where, what)
    s.mustered.setdefault(house, []).extend(done)
    s.say("Mustered", house, done)
