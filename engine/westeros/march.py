"""Marches: an ordered list of moves out of one area, quiet ones first, then at most one battle."""

from dataclasses import dataclass
from typing import TypeAlias, cast

from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.options import Completion, Form
from engine.core.plain import Draw, Plain
from engine.core.plain import fits as has_shape
from engine.core.questions import One, Rules, ask
from engine.westeros.battle import battle_for, begin_battle
from engine.westeros.edition import Edition
from engine.westeros.power import drop_token, leave_token
from engine.westeros.raid import areas_with
from engine.westeros.state import (
    AreaId,
    Army,
    Battle,
    House,
    Kings,
    Stack,
    Unit,
    hostile,
    place,
    put,
    ships,
    take,
)
from engine.westeros.supply import armies_of, fits, limits, sizes

Piece: TypeAlias = tuple[Unit, int, AreaId]
"""How many of a kind go where."""

March: TypeAlias = tuple[AreaId, tuple[Piece, ...], bool]
"""The area of the March token, the moves in order, and whether a power token is left there."""

SHAPE = (str, [(str, int, str)], bool)
PIECES = [(str, int, str)]
LEAVE = ("leave_token",)
"""The last piece of a march that leaves a power token."""


@dataclass(frozen=True)
class Marches:
    """The marches open to a house, as a snapshot of its position.

    `stacks`: units that may move, by area with a March token; `sizes`: figures of the house by area; `foreign`: areas
    where marching in means a battle; `markable`: areas where it may leave a token; `peace`: no battle may be started.
    """

    e: Edition
    house: House
    row: tuple[int, ...]
    stacks: dict[AreaId, Stack]
    sizes: dict[AreaId, int]
    foreign: dict[AreaId, House]
    ships: tuple[AreaId, ...]
    markable: tuple[AreaId, ...]
    peace: bool

    def form(self) -> Form[March]:
        """The options to ask with; for a seat held absent the token of the first area goes and nothing moves."""
        fallback: March = (next(iter(self.stacks)), (), False)
        stuck = len(self.stacks) == 1 and not any(self.stacks.values())
        return Form(self.e.clauses.march, SHAPE, self.judge, self.sampler, self.grow, fallback, lone=stuck)

    def judge(self, value: March, _faces: Faces) -> None:
        """Raises Refused at the first move that breaks a rule, or if the march may not end there."""
        origin, moves, leave = value
        plan = Plan(self, origin)
        for piece in moves:
            plan.move(piece)
        plan.check_end()
        if leave:
            plan.check_token()

    def sampler(self, draw: Draw) -> March:
        """Every unit stays (one in five) or goes to some area; those that would break supply stay."""
        areas = list(self.stacks)
        origin = areas[draw(len(areas))]
        plan = Plan(self, origin)
        attackers: list[Unit] = []
        target = ""
        for unit, count in self.stacks[origin].items():
            for _ in range(count if plan.ways else 0):
                if not draw(5):
                    continue
                to = plan.ways[draw(len(plan.ways))]
                if to in self.foreign and not self.peace:
                    target = target or to
                    attackers.append(unit)
                elif plan.can((unit, 1, to)):
                    plan.move((unit, 1, to))
        for unit in attackers:
            plan.move((unit, 1, target))
        while plan.attackers and not plan.may_end():
            plan.undo_attack()
        leave = plan.may_leave_token() and bool(draw(2))
        return (origin, tuple(plan.moves), leave)

    def grow(self, partial: tuple[Plain, ...]) -> Completion[March]:
        """The origin, then moves in order, then `("leave_token",)` if that may be."""
        if not partial:
            return Completion(tuple(self.stacks))
        leave = partial[-1] == LEAVE
        pieces = partial[1:-1] if leave else partial[1:]
        if not has_shape(str, partial[0]) or not has_shape(PIECES, pieces):
            raise Refused(self.e.clauses.march, "malformed")
        plan = Plan(self, cast("AreaId", partial[0]))
        for piece in cast("tuple[Piece, ...]", pieces):
            plan.move(piece)
        value: March = (plan.origin, tuple(plan.moves), leave)
        if leave:
            self.judge(value, {})
            return Completion((), (value,))
        if not plan.may_end():
            return Completion(tuple(plan.pieces()))
        return Completion((LEAVE,) if plan.may_leave_token() else tuple(plan.pieces()), (value,))


class Plan:
    """A march being put together. `attack` is the area it fights for, with `attackers` units so far."""

    def __init__(self, marches: Marches, origin: AreaId) -> None:
        if origin not in marches.stacks:
            raise Refused(marches.e.clauses.march, "no_march_there", area=origin)
        self.marches = marches
        self.clauses = marches.e.clauses
        self.origin = origin
        self.ways = marches.e.board.reach(origin, marches.ships)
        self.left = dict(marches.stacks[origin])
        self.sizes = dict(marches.sizes)
        self.attack: AreaId = ""
        self.attackers = 0
        self.moves: list[Piece] = []

    def move(self, piece: Piece) -> None:
        """Add the next move. Raises Refused, with nothing changed."""
        fault = self.fault(piece)
        if fault is not None:
            raise fault
        unit, count, to = piece
        if to in self.marches.foreign:
            self.attack = to
            self.attackers += count
        else:
            self.sizes = self._after(to, count)
        self.left[unit] -= count
        self.moves.append(piece)

    def fault(self, piece: Piece) -> Refused | None:
        """Why this move may not come next; None if it may. What a battle does to supply is left to the end."""
        unit, count, to = piece
        cl = self.clauses
        left = self.left.get(unit, 0)
        if count < 1 or left < count:
            return Refused(cl.march_units, "no_such_units", area=self.origin, unit=unit, count=count, left=left)
        if to not in self.ways:
            return Refused(cl.march_reach, "out_of_reach", area=self.origin, to=to)
        if to in self.marches.foreign:
            if self.marches.peace:
                return Refused(cl.march_peace, "no_battle_yet", to=to, rounds=self.marches.e.options.peaceful_rounds)
            if self.attack in ("", to):
                return None
            return Refused(cl.march_one_battle, "two_battles", areas=tuple(sorted((self.attack, to))))
        if self.attack:
            return Refused(cl.march_one_battle, "battle_comes_last", to=to, area=self.attack)
        return self._supply_fault(self._after(to, count))

    def _after(self, to: AreaId, count: int) -> dict[AreaId, int]:
        sizes = self.sizes
        return {**sizes, to: sizes.get(to, 0) + count, self.origin: sizes[self.origin] - count}

    def _supply_fault(self, after: dict[AreaId, int]) -> Refused | None:
        if fits(self.marches.row, after.values()):
            return None
        return Refused(self.clauses.march_supply, "supply", armies=armies_of(after.values()), limits=self.marches.row)

    def check_end(self) -> None:
        """Raises Refused unless the armies fit with the attackers in the embattled area."""
        fault = self._supply_fault(self._after(self.attack, self.attackers)) if self.attack else None
        if fault is not None:
            raise fault

    def may_end(self) -> bool:
        """Whether the march may end here."""
        return not self.attack or fits(self.marches.row, self._after(self.attack, self.attackers).values())

    def undo_attack(self) -> None:
        """Take back the last move, which goes to the battle."""
        unit, count, _ = self.moves.pop()
        self.left[unit] += count
        self.attackers -= count
        if not self.attackers:
            self.attack = ""

    def can(self, piece: Piece) -> bool:
        """Whether this move may come next and can lead to a legal end."""
        _, count, to = piece
        if self.fault(piece) is not None:
            return False
        if to not in self.marches.foreign:
            return True
        most = self.attackers + sum(self.left.values())  # more may follow, and make room where they leave
        return any(fits(self.marches.row, self._after(to, n).values()) for n in range(self.attackers + count, most + 1))

    def pieces(self) -> list[Piece]:
        """The moves that may come next, sorted."""
        return [
            (unit, count, to)
            for unit, left in sorted(self.left.items())
            for count in range(1, left + 1)
            for to in self.ways
            if self.can((unit, count, to))
        ]

    def armies(self) -> tuple[int, ...]:
        """The armies that supply must feed after the moves so far, attackers in the embattled area; largest first."""
        return armies_of((self._after(self.attack, self.attackers) if self.attack else self.sizes).values())

    def may_leave_token(self) -> bool:
        """Whether a power token may be left at the origin."""
        return self.origin in self.marches.markable and self.sizes[self.origin] == self.attackers

    def check_token(self) -> None:
        """Raises Refused unless a power token may be left at the origin."""
        if self.origin not in self.marches.markable:
            raise Refused(self.clauses.march_token, "no_token_there", area=self.origin)
        if self.sizes[self.origin] != self.attackers:
            raise Refused(self.clauses.march_token, "units_stay", area=self.origin)


def marches(e: Edition, s: Kings, house: House) -> Marches:
    """The marches open to the house now."""
    origins = areas_with(e, s, house, "march")
    markable = [
        area
        for area in origins
        if s.power[house] and area in e.board.land and area not in s.tokens and e.board.homes.get(area) != house
    ]
    return Marches(
        e,
        house,
        limits(e, s, house),
        {area: dict(s.armies[area].standing) for area in origins},
        sizes(s, house),
        {area: army.house for area, army in s.armies.items() if army.house != house} | dict.fromkeys(s.garrisons, ""),
        ships(s, house),
        tuple(markable),
        s.round <= e.options.peaceful_rounds,
    )


def one_march(e: Edition, s: Kings, house: House) -> Rules[None]:
    """A house resolves one March token: the moves, then the battle if there is one."""
    value = yield from ask(One("march", e.clauses.march, s.seats[house], marches(e, s, house).form()))
    battle = set_out(e, s, house, value)
    if battle is not None:
        yield from begin_battle(e, s, battle)
        e.check_victory(e, s)


def set_out(e: Edition, s: Kings, house: House, value: March) -> Battle | None:
    """Carry out a march up to the battle that it leads to, if any. Raises Over if its quiet moves win the game."""
    origin, moves, leave = value
    order = s.orders.pop(origin)
    s.say("Marched", house, origin, order, moves)
    if leave:
        leave_token(s, house, origin)
    quiet = [piece for piece in moves if not hostile(s, house, piece[2])]
    for unit, count, to in quiet:
        take(s.armies[origin].standing, unit, count)
        enter(s, house, to, unit, count)
    _vacate(s, origin)  # before the count: an area that all have left may be nobody's now
    if quiet:
        e.check_victory(e, s)
    if len(quiet) == len(moves):
        return None
    force = Army(house)
    for unit, count, _ in moves[len(quiet) :]:
        take(s.armies[origin].standing, unit, count)
        put(force.standing, unit, count)
    _vacate(s, origin)
    return battle_for(s, moves[-1][2], origin, force, order)


def _vacate(s: Kings, origin: AreaId) -> None:
    if not s.armies[origin].size():
        del s.armies[origin]


def enter(s: Kings, house: House, area: AreaId, unit: Unit, count: int) -> None:
    """Units come into an area that nobody defends; another house's power token there is lost."""
    if s.tokens.get(area, house) != house:
        drop_token(s, area)
    place(s, house, area, unit, count)


def stand_up(s: Kings) -> None:
    """Routed units stand up again."""
    stood: list[AreaId] = []
    for area, army in s.armies.items():
        if army.routed:
            for unit, count in army.routed.items():
                put(army.standing, unit, count)
            army.routed = {}
            stood.append(area)
    if stood:
        s.say("StoodUp", tuple(sorted(stood)))
