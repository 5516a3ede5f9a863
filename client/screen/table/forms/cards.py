"""House cards: side by side where there is room, else one a line; strength and icons of each, and how it would fare."""

from collections.abc import Sequence

from typing_extensions import override

from client.play.cells import cut, fold, pad
from client.screen.canvas import Canvas
from client.screen.table.forms.faces import HORIZONTAL, VERTICAL, ListFace, Naming, RowFace, cursor
from client.screen.table.forms.picking import Row

CELLS, LINES = 10, 4
NUMBERS = 5
"""Cells of strength and icons."""
SIDE_BY_SIDE = 38


class CardFace(RowFace):
    """A card is called by its name; its note is its numbers in NUMBERS cells, then how it would fare."""

    def __init__(self) -> None:
        super().__init__(CELLS, LINES)
        self._list = ListFace()
        self._listed = False

    @override
    def height(self, rows: Sequence[Row], width: int) -> int:
        return super().height(rows, width) if width > SIDE_BY_SIDE else len(rows)

    @override
    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        self._listed = canvas.width <= SIDE_BY_SIDE or canvas.height < self.height(rows, canvas.width)
        if self._listed:
            self._list.draw(canvas, rows, at, naming)
        else:
            super().draw(canvas, rows, at, naming)

    @override
    def cell(self, canvas: Canvas, number: int, row: Row, under: bool, named: tuple[str, str]) -> None:
        name, note = named
        numbers, fares = note[:NUMBERS], note[NUMBERS:]
        first, second = (*fold(f"{number + 1} {name}", "", canvas.width), "")[:2]
        for y, line in enumerate((first, second, numbers.strip(), fares.strip())):
            canvas.put(0, y, pad(cut(line, canvas.width), canvas.width), cursor(under))

    @override
    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        return width <= SIDE_BY_SIDE and self._list.tells(note, rows, width, naming)

    @override
    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        moved = super().step(key, at, rows)
        return at + (VERTICAL | HORIZONTAL)[key] if self._listed and moved is not None else moved
