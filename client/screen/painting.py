"""A canvas on prompt_toolkit's screen: rows that have not changed cost next to nothing."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prompt_toolkit.application import get_app
from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.pointing import Mouse
from client.screen.theme import classes

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

Draw = Callable[[int, int], Canvas]
"""draw(width, height): all that is to be seen, made afresh."""
Point = Callable[[int, int, Mouse], bool]
"""point(x, y, what): the mouse did something at a cell of what was drawn; whether that meant anything."""
Row = defaultdict[int, Char]
WHEEL = {MouseEventType.SCROLL_UP: Mouse.UP, MouseEventType.SCROLL_DOWN: Mouse.DOWN}

CACHED = 20_000
"""Cells kept for the next time: as many as letters and styles ever meet, unless somebody paints with names."""


@dataclass
class _Line:
    """A row as it was painted last. `held`: it had not changed, so that nothing was said of it to the renderer."""

    chars: list[str]
    styles: list[str]
    cells: Row
    held: bool = False


class Painting(Container):
    """All of the screen that is ours to draw.

    The renderer compares every cell of what it is given with what it was given before. So a row that is as it was is
    taken out of both, and put back into what was before as soon as it changes. That must not be while anything else
    is drawn over rows.

    Args:
        draw: gives what is to be seen.
        alone: whether nothing is drawn over it now.
        point: takes what a mouse does to it.

    Attributes:
        built: rows that were made so far, for tests.
    """

    def __init__(self, draw: Draw, alone: Callable[[], bool], point: Point) -> None:
        self.built = 0
        self._draw = draw
        self._alone = alone
        self._point = point
        self._cells: dict[tuple[str, str], Char] = {}
        self._blank = Char(" ", "")
        self._lines: list[_Line] = []

    @override
    def reset(self) -> None:
        self._lines = []

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
        before, alone = get_app().renderer.last_rendered_screen, self._alone()
        old, self._lines = self._lines, []
        for y, known in enumerate(old, top):
            if known.held and not (before is not None and alone):
                _give_back(known, before, y)
        for y, (chars, styles) in enumerate(zip(canvas.chars, canvas.styles, strict=True)):
            line = old[y] if y < len(old) else None
            if line is None or line.chars != chars or line.styles != styles:
                if line is not None and line.held:
                    _give_back(line, before, top + y)
                line = _Line(chars, styles, self._row(chars, styles, left))
            elif before is not None and alone and not line.held:
                _hold(line, before, top + y)
            self._lines.append(line)
            if not line.held:
                screen.data_buffer[top + y].update(line.cells)  # a copy: menus are drawn over it
        for y, known in enumerate(old[canvas.height :], top + canvas.height):
            if known.held:
                _give_back(known, before, y)
        if get_app().mouse_support():  # a handler is kept for every cell
            self._take_mouse(mouse_handlers, write_position)
        screen.width = max(screen.width, left + canvas.width)
        screen.height = max(screen.height, top + canvas.height)

    def _take_mouse(self, handlers: MouseHandlers, at: WritePosition) -> None:
        def handle(event: MouseEvent) -> "NotImplementedOrNone":
            what = WHEEL.get(event.event_type)
            if event.event_type == MouseEventType.MOUSE_DOWN and event.button == MouseButton.LEFT:
                what = Mouse.CLICK
            x, y = event.position.x - at.xpos, event.position.y - at.ypos
            return None if what is not None and self._point(x, y, what) else NotImplemented  # then nothing is painted

        handlers.set_mouse_handler_for_range(at.xpos, at.xpos + at.width, at.ypos, at.ypos + at.height, handle)

    @override
    def get_children(self) -> list[Container]:
        return []

    def _row(self, chars: list[str], styles: list[str], left: int) -> Row:
        if len(self._cells) > CACHED:
            self._cells.clear()
        self.built += 1
        cells = self._cells
        row: Row = defaultdict(lambda: self._blank)
        for x, pair in enumerate(zip(chars, styles, strict=True), left):
            cell = cells.get(pair)
            if cell is None:
                cell = cells[pair] = Char(pair[0], classes(pair[1]))
            row[x] = cell
        return row


def _hold(line: _Line, before: Screen, y: int) -> None:
    """Take an unchanged row out of what was before, unless something was drawn over it then."""
    if before.data_buffer.get(y) == line.cells:
        del before.data_buffer[y]
        line.held = True


def _give_back(line: _Line, before: Screen | None, y: int) -> None:
    """Put a row that was held back into what was before, if anything is known of that."""
    line.held = False
    if before is not None:
        before.data_buffer[y] = line.cells.copy()
