"""House cards: one a line, or side by side where that takes fewer; strength and icons of each, how it would fare."""

from collections.abc import Sequence

from typing_extensions import override

from client.play.cells import cut, fold, pad
from client.screen.canvas import Canvas
from client.screen.table.forms.faces import HORIZONTAL, VERTICAL, ListFace, Naming, RowFace, cursor, pointer
from client.screen.table.forms.picking import Row

CELLS, LINES = 10, 3
WIDEST = 18
"""Cells of a card beside others: from here on no name needs more."""
HEADS = (
    "strength, s sword, f fortification, * text; 4/7=2 wins 4 of their 7, ties 2",
    "s sword f fort * text; 4/7=2 wins 4 of their 7, ties 2",
    "s sword f fort * text; wins/all=ties",
)
"""What stands above the cards; the first that there is room for."""


class CardFace(RowFace):
    """A card is called by its name; its note is its numbers and how it would fare, in CELLS cells.

    Whether they stand side by side hangs on the width alone, so that no line that comes or goes turns it over.
    """

    def __init__(self) -> None:
        super().__init__(CELLS, LINES)
        self._list = ListFace()
        self._listed = False

    def _beside(self, rows: Sequence[Row], width: int) -> bool:
        """Whether all stand side by side on one line, and take fewer lines so."""
        self.cells = max(CELLS, min(WIDEST, (width + 1) // max(1, len(rows)) - 1))
        return LINES < len(rows) <= self.columns(width)

    @override
    def height(self, rows: Sequence[Row], width: int) -> int:
        return 1 + (super().height(rows, width) if self._beside(rows, width) else len(rows))

    @override
    def least(self, rows: Sequence[Row], width: int) -> int:
        """All of them with their heading."""
        return self.height(rows, width)

    @override
    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        cards = self.height(rows, canvas.width) - 1
        self._listed = not self._beside(rows, canvas.width) or canvas.height < LINES
        head = next((head for head in HEADS if len(head) <= canvas.width), "")
        if head and canvas.height > (len(rows) if self._listed else cards):
            canvas.put(0, 0, head, "dim")
            canvas = canvas.sub(0, 1, canvas.width, canvas.height - 1)
        if self._listed:
            self._list.draw(canvas, rows, at, naming)
        else:
            super().draw(canvas, rows, at, naming)

    @override
    def cell(self, canvas: Canvas, number: int, row: Row, under: bool, named: tuple[str, str]) -> None:
        name, note = named
        first, second = _in_two(f"{number + 1}{pointer(canvas, under)}", name, canvas.width)
        for y, line in enumerate((first, second, note)):
            canvas.put(0, y, pad(cut(line, canvas.width), canvas.width), cursor(under))

    @override
    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        return not self._beside(rows, width) and self._list.tells(note, rows, width, naming)

    @override
    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        moved = super().step(key, at, rows)
        return at + (VERTICAL | HORIZONTAL)[key] if self._listed and moved is not None else moved


def _in_two(digit: str, name: str, width: int) -> tuple[str, str]:
    """A name in two lines behind its digit: whole, else without the Ser or House it begins with, else cut."""
    for wanted in (name, name.partition(" ")[2] or name):
        lines = fold(digit + wanted, "", width)
        if len(lines) <= 2 and " ".join(lines) == digit + wanted:  # no word is broken
            return lines[0], "".join(lines[1:])
    first, *rest = fold(digit + name, "", width)
    return first, " ".join(rest)
