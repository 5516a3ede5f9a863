"""A canvas on prompt_toolkit's screen: rows that have not changed cost next to nothing."""

from collections import defaultdict
from collections.abc import Callable

from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.theme import classes

Draw = Callable[[int, int], Canvas]
"""draw(width, height): all that is to be seen, made afresh."""
Row = defaultdict[int, Char]

CACHED = 20_000
"""Cells kept for the next time: as many as letters and styles ever meet, unless somebody paints with names."""


class Painting(Container):
    """All of the screen that is ours to draw."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._cells: dict[tuple[str, str], Char] = {}
        self._blank = Char(" ", "")
        self._rows: list[tuple[list[str], list[str], Row]] = []

    @override
    def reset(self) -> None:
        self._rows = []

    @override
    def preferred_width(self, max_available_width: int) -> Dimension:
        return Dimension()

    @override
    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        return Dimension(weight=1)

    @override
    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        left, top = write_position.xpos, write_position.ypos
        canvas = self._draw(write_position.width, write_position.height)
        old, self._rows = self._rows, []
        for y, (chars, styles) in enumerate(zip(canvas.chars, canvas.styles, strict=True)):
            if y < len(old) and old[y][0] == chars and old[y][1] == styles:
                kept = old[y]
            else:
                kept = (chars, styles, self._row(chars, styles, left))
            self._rows.append(kept)
            screen.data_buffer[top + y].update(kept[2])  # a copy: menus are drawn over it
        screen.width = max(screen.width, left + canvas.width)
        screen.height = max(screen.height, top + canvas.height)

    @override
    def get_children(self) -> list[Container]:
        return []

    def _row(self, chars: list[str], styles: list[str], left: int) -> Row:
        if len(self._cells) > CACHED:
            self._cells.clear()
        cells = self._cells
        row: Row = defaultdict(lambda: self._blank)
        for x, pair in enumerate(zip(chars, styles, strict=True), left):
            cell = cells.get(pair)
            if cell is None:
                cell = cells[pair] = Char(pair[0], classes(pair[1]))
            row[x] = cell
        return row
