"""Order tokens in a grid: every kind always in its place behind its digit, those that may not be laid here dimmed."""

from collections.abc import Sequence
from typing import cast

from typing_extensions import override

from client.play.cells import cut, pad, width_of
from client.play.line import LineMode
from client.screen.canvas import Canvas
from client.screen.pointing import ROW
from client.screen.table.forms.faces import VERTICAL, Naming, RowFace, cursor, first_shown, pointer
from client.screen.table.forms.picking import Row
from client.words.agot import AgotWords
from client.words.agot_board import ORDER_CODES
from engine.core.plain import Plain

CELLS = 18
SHORT = {"consolidate": "Get power"}
"""Kinds of orders whose name would be too long."""
DIGITS = "1234567890"
BARRED = "-"
"""Between its digit and a token that may not be laid; the digit tells why."""


class TokenFace(RowFace):
    """Rows whose pieces are an area and a token. `counts`: how many of each are left in the answer is shown."""

    def __init__(self, mode: LineMode, counts: bool = True) -> None:
        super().__init__(CELLS)
        self._counts = counts
        self._mode = mode
        self._e = cast("AgotWords", mode.words).n.e
        self._tokens = list(self._e.tokens)

    def _slots(self, rows: Sequence[Row]) -> dict[str, int]:
        """The row of each token that may be laid."""
        pieces = [row.choice.piece if row.choice is not None else None for row in rows]
        return {str(piece[1]): at for at, piece in enumerate(pieces) if isinstance(piece, tuple) and len(piece) == 2}

    @override
    def height(self, rows: Sequence[Row], width: int) -> int:
        return -(-len(self._tokens) // self.columns(width)) if self._slots(rows) else len(rows)

    @override
    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        slots = self._slots(rows)
        if not slots:
            super().draw(canvas, rows, at, naming)
            return
        self._columns = self.columns(canvas.width)
        here = next((slot for slot, token in enumerate(self._tokens) if slots.get(token) == at), 0)
        top = first_shown(here // self._columns, self.height(rows, canvas.width), canvas.height)
        for slot, token in enumerate(self._tokens):
            x, y = slot % self._columns * (CELLS + 1), slot // self._columns - top
            part = canvas.sub(x, y, CELLS, 1)
            row = slots.get(token)
            if row is not None:
                part.spot(0, 0, part.width, 1, (ROW, row))
            digit = DIGITS[slot] if slot < len(DIGITS) else " "
            mark = BARRED if row is None else pointer(canvas, row == at)
            text = f"{digit}{mark}{self._name(token)}"
            left = self._left(token)
            note = f" x{left}" if self._counts and left > 1 else ""
            room = max(1, part.width - width_of(note))
            part.put(0, 0, pad(cut(text, room), room) + note, "dim" if row is None else cursor(row == at))

    def _name(self, token: str) -> str:
        """Code and kind, with a star if it is a starred one."""
        known = self._e.tokens[token]
        kind = SHORT.get(known.type, known.type.capitalize())
        return f"{ORDER_CODES.get(token, token):<3} {kind}{'*' if known.star else ''}"

    def _left(self, token: str) -> int:
        """How many there are that the answer has not laid yet."""
        pieces = self._mode.ask.building.pieces if self._mode.ask is not None else ()
        used = sum(1 for piece in pieces if isinstance(piece, tuple) and piece[1] == token)
        return self._e.tokens[token].count - used

    @override
    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        return not self._slots(rows) and super().tells(note, rows, width, naming)

    @override
    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        """By one among those that may be laid; up and down to the nearest one in another line of the grid."""
        slots = self._slots(rows)
        moved = super().step(key, at, rows)
        if not slots or moved is None or (abs(moved - at) <= 1 and key in ("left", "right", "h", "l")):
            return moved
        places = {row: self._tokens.index(token) for token, row in slots.items()}
        here, way = places[at], VERTICAL[key]
        line = here // self._columns
        beyond = [row for row, slot in places.items() if (slot // self._columns - line) * way > 0]
        return min(beyond, key=lambda row: abs(places[row] - here - way * self._columns), default=at)

    @override
    def digit(self, digit: int, at: int, rows: Sequence[Row]) -> tuple[int, bool] | None:
        slots = self._slots(rows)
        if not slots:
            return super().digit(digit, at, rows)
        token = self._token(digit)
        return (slots[token], True) if token in slots else None

    def _token(self, digit: int) -> str:
        slot = DIGITS.index(str(digit))
        return self._tokens[slot] if slot < len(self._tokens) else ""

    @override
    def barred(self, digit: int, rows: Sequence[Row]) -> Plain:
        """The token behind a digit in the area whose tokens are listed, though it may not be laid there."""
        pieces = [row.choice.piece for row in rows if row.choice is not None]
        area = next((piece[0] for piece in pieces if isinstance(piece, tuple) and len(piece) == 2), None)
        token = self._token(digit)
        return (area, token) if area is not None and token else None
