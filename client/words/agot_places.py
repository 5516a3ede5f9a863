"""Where the pieces of an answer lie on the map, and what an answer not yet sent draws there."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from client.words.agot_board import ORDER_CODES, UNIT_LETTERS
from engine.westeros.edition import Edition
from engine.westeros.march import LEAVE
from engine.westeros.muster import UPGRADE
from engine.westeros.state import AreaId, Kings, Unit

MARK_CELLS = 5
"""The most cells that a mark may take in an area."""

Pieces: TypeAlias = tuple[Any, ...]
Marking: TypeAlias = Callable[[Edition, Kings, Pieces], dict[AreaId, str]]


# ------------------------------------------------------------ picking
def place(e: Edition, s: Kings, topic: str, pieces: Pieces, piece: Any) -> AreaId:
    """The area by which the piece that may follow `pieces` can be picked on the map; "" if it has none."""
    area = _place(topic, pieces, piece)
    return area if isinstance(area, str) and area in e.board.areas else ""


def _place(topic: str, pieces: Pieces, piece: Any) -> Any:
    if topic == "march" and pieces:
        return pieces[0] if piece == LEAVE else piece[2]
    if topic == "refuse_support":
        return piece[0] if len(piece) == 1 else ""
    if topic in BY_FIRST:
        return piece[0] if piece else ""
    return piece if topic in BY_ITSELF else ""


BY_FIRST = ("orders", "raven", "raid", "muster", "supply_losses", "wildling_losses")
"""Topics whose pieces begin with the area they belong to."""
BY_ITSELF = ("march", "retreat", "remove_order", "remove_adjacent_order")
"""Topics whose pieces are areas; of a march the first one."""


# ------------------------------------------------------------ marks
def overlay(e: Edition, s: Kings, topic: str, pieces: Pieces) -> dict[AreaId, str]:
    """What `pieces` draw, by area, each at most MARK_CELLS cells."""
    marking = MARKINGS.get(topic)
    return marking(e, s, pieces) if marking is not None and pieces else {}


def _orders(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return {piece[0]: ORDER_CODES.get(piece[1], piece[1])[:MARK_CELLS] for piece in pieces if piece is not None}


def _march(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    origin, moves, changes = pieces[0], pieces[1:], Changes()
    for unit, number, to in (piece for piece in moves if piece != LEAVE):
        changes.add(origin, unit, -number)
        changes.add(to, unit, number)
    marks = changes.marks()
    if LEAVE in moves:
        gone = marks.get(origin, "")
        room = len(gone) < MARK_CELLS
        marks[origin] = f"{gone}+" if room else f"-{sum(number for _, number, _ in moves[:-1])}+"
    return marks or {origin: "->"}


def _muster(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    changes = Changes()
    for castle, what, where in pieces:
        if what == UPGRADE:
            changes.add(castle, e.upgrade_from, -1)
            changes.add(castle, e.upgrade_to, 1)
        else:
            changes.add(where, what, 1)
    return changes.marks()


def _lost(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    changes = Changes()
    for area, unit in pieces:
        changes.add(area, unit, -1)
    return changes.marks()


def _lost_here(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return _here(s, ((unit, -1) for unit in pieces[0]))


def _here(s: Kings, units: Iterable[tuple[Unit, int]]) -> dict[AreaId, str]:
    changes = Changes()
    for unit, number in units:
        changes.add(s.battle.area if s.battle is not None else "", unit, number)
    return changes.marks()


def _footman(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return _here(s, [("footman", -1)])


def _upgraded(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return _here(s, [(e.upgrade_from, -1), (e.upgrade_to, 1)]) if pieces[0] is not None else {}


def _raid(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    area, targets = pieces[0]
    return _struck(s, (area, *targets))


def _taken(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return _struck(s, pieces) if pieces[0] is not None else {}


def _refused(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return _struck(s, pieces[0])


def _struck(s: Kings, areas: Iterable[AreaId]) -> dict[AreaId, str]:
    """Orders that go, or do not count."""
    return {area: "x" + ORDER_CODES.get(s.orders.get(area, ""), "") for area in areas}


def _retreat(e: Edition, s: Kings, pieces: Pieces) -> dict[AreaId, str]:
    return {pieces[0]: "->"}


MARKINGS: Mapping[str, Marking] = {
    "orders": _orders,
    "raven": _orders,
    "raid": _raid,
    "march": _march,
    "muster": _muster,
    "supply_losses": _lost,
    "wildling_losses": _lost,
    "casualties": _lost_here,
    "retreat": _retreat,
    "retreat_losses": _lost_here,
    "footman_lost": _footman,
    "upgrade_footman": _upgraded,
    "refuse_support": _refused,
    "remove_order": _taken,
    "remove_adjacent_order": _taken,
}
"""Topics whose answers show on the map."""


class Changes:
    """Figures that come and go, by area and kind."""

    def __init__(self) -> None:
        self._by_area: dict[AreaId, Counter[Unit]] = {}

    def add(self, area: AreaId, unit: Unit, number: int) -> None:
        """So many more, or fewer if below 0."""
        self._by_area.setdefault(area, Counter())[unit] += number

    def marks(self) -> dict[AreaId, str]:
        """`+K`, `-K1F2`, `+K-F`: in the letters of the board, a lone figure without its number if it stands alone."""
        marks = {area: self._mark(kinds) for area, kinds in self._by_area.items()}
        return {area: mark for area, mark in marks.items() if mark}

    def _mark(self, kinds: Counter[Unit]) -> str:
        come = _signed("+", {unit: n for unit, n in kinds.items() if n > 0})
        go = _signed("-", {unit: -n for unit, n in kinds.items() if n < 0})
        return come + go if len(come + go) <= MARK_CELLS else come or go


def _signed(sign: str, kinds: Mapping[Unit, int]) -> str:
    code = "".join(f"{letter}{kinds[unit] if kinds[unit] > 1 else ''}" for unit, letter in _letters(kinds))
    if len(code) >= MARK_CELLS:
        code = str(sum(kinds.values()))
    return sign + code if code else ""


def _letters(kinds: Mapping[Unit, int]) -> list[tuple[Unit, str]]:
    return [(unit, letter) for unit, letter in UNIT_LETTERS.items() if unit in kinds]
