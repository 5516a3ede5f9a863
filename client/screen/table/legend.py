"""The signs of map, forms and log with their meanings, in a box: two columns where the window has room for them."""

from collections.abc import Mapping, Sequence

from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.helping import INSET
from client.screen.overlays import Reading
from client.screen.table.panes import sign_lines

TITLE = "Signs on the map"
WIDEST, FRAME = 104, 4
"""Cells of the largest box, and those of them that are its frame."""


class LegendBox(Reading):
    """It is laid out anew for every size of the window."""

    def __init__(self, signs: Sequence[tuple[str, str]], others: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """`signs`: those of the map with their meanings; `others`: further ones, by their headings."""
        super().__init__(TITLE, ())
        self._signs = signs
        self._others = others

    @override
    def draw(self, canvas: Canvas) -> None:
        """Headings, and the signs below them."""
        width = max(8, min(canvas.width, WIDEST) - FRAME - len(INSET))
        lines = _rows(self._signs, width)
        for head, signs in self._others.items():
            lines += ["", head, *_rows(signs, width)]
        self.put(lines)
        super().draw(canvas)


def _rows(signs: Sequence[tuple[str, str]], width: int) -> list[str]:
    return [INSET + line.text for line in sign_lines(signs, width, aligned=True)]
