"""A canvas on prompt_toolkit's screen: what has not changed costs next to nothing.

The renderer compares, cell by cell, the screen it is given with the one it was given before. Here both are made for it
from what was painted last: a row that is as it was is in neither, and of another one only what has changed is there,
in runs. A run is a `Char` of several letters; the renderer writes it at once and goes on behind it.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from operator import ne
from typing import TYPE_CHECKING

from prompt_toolkit.application import get_app
from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.utils import get_cwidth
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
"""Runs and cells kept for the next time: as many as ever meet, unless somebody paints with names."""


class _Run(Char):
    """`width` cells in one style."""

    __slots__ = ()

    def __init__(self, text: str, style: str, width: int) -> None:
        # Not Char.__init__: it would measure the text, and remember each that it has measured for ever.
        self.char = text
        self.style = style
        self.width = width


UNKNOWN = _Run("", "class:kingsmoot.unknown", 1)
"""Stands for what a terminal shows at a cell of which nothing is known: it is like nothing that is painted."""


@dataclass
class _Line:
    """A row as it was painted last. `bare`: nothing was drawn over it."""

    chars: list[str]
    styles: list[str]
    bare: bool


class Painting(Container):
    """All of the screen that is ours to draw, over its whole width.

    Args:
        draw: gives what is to be seen.
        covered: over how many of the lowest rows something else may be drawn now.
        point: takes what a mouse does to it.

    Attributes:
        built: rows that were made so far, for tests.
    """

    def __init__(self, draw: Draw, covered: Callable[[], int], point: Point) -> None:
        self.built = 0
        self._draw = draw
        self._covered = covered
        self._point = point
        self._runs: dict[tuple[str, str, int], _Run] = {}
        self._lines: list[_Line] = []
        self._painted: Screen | None = None

    @override
    def reset(self) -> None:
        self._painted = None

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
        top = write_position.ypos
        canvas = self._draw(write_position.width, write_position.height)
        before = get_app().renderer.last_rendered_screen
        known = self._lines if before is not None and before is self._painted else []
        covered = canvas.height - self._covered()
        if len(self._runs) > CACHED:
            self._runs.clear()
        self._lines = [
            _Line(chars, styles, y < covered)
            for y, (chars, styles) in enumerate(zip(canvas.chars, canvas.styles, strict=True))
        ]
        for y, line in enumerate(self._lines):
            old = known[y] if y < len(known) else None
            shown, seen = self._row(line, old)
            if shown is not None:
                self.built += 1
                screen.data_buffer[top + y] = shown
            if before is not None and seen is not None:
                before.data_buffer[top + y] = seen
            elif before is not None and shown is None:
                before.data_buffer.pop(top + y, None)
        self._painted = screen
        if get_app().mouse_support():  # a handler is kept for every cell
            self._take_mouse(mouse_handlers, write_position)
        screen.width = max(screen.width, canvas.width)
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

    # ------------------------------------------------------------ rows for the renderer
    def _row(self, line: _Line, old: _Line | None) -> tuple[Row | None, Row | None]:
        """A row to be shown, and the same row as it is seen now; None for what is known to the renderer."""
        if not line.bare:
            return self._cells(line), self._cells(old) if old is not None and old.bare else None
        if old is None or not old.bare:
            return self._between(line, None, 0, len(line.chars))
        if line.chars == old.chars and line.styles == old.styles:
            return None, None
        return self._between(line, old, *_changed(line, old))

    def _cells(self, line: _Line) -> Row:
        """One letter in each: whatever is drawn over them is drawn cell by cell."""
        row: Row = defaultdict(lambda: UNKNOWN)
        for x, (letter, style) in enumerate(zip(line.chars, line.styles, strict=True)):
            row[x] = self._run(letter, style, get_cwidth(letter))
        return row

    def _between(self, line: _Line, old: _Line | None, begin: int, end: int) -> tuple[Row, Row]:
        """The columns from `begin` to before `end` in runs, and what of them is seen already."""
        shown: Row = defaultdict(lambda: UNKNOWN)
        seen: Row = defaultdict(lambda: UNKNOWN)
        if begin:
            shown[0] = seen[0] = self._run("", "", begin)
        x = begin
        for style, alike in groupby(line.styles[begin:end]):
            here = slice(x, x + len(list(alike)))
            shown[x] = self._run("".join(line.chars[here]), style, here.stop - x)
            if old is not None and old.chars[here] == line.chars[here] and old.styles[here] == line.styles[here]:
                seen[x] = shown[x]
            x = here.stop
        # Both end alike, or the renderer would wipe the end of the longer one, or not look at a last blank.
        shown[end] = seen[end] = self._run("", "", 1)
        return shown, seen

    def _run(self, text: str, style: str, width: int) -> _Run:
        """A run that may have been made before; it has `width` cells, though the renderer goes one on for none."""
        run = self._runs.get((text, style, width))
        if run is None:
            run = self._runs[text, style, width] = _Run(text, classes(style), width)
        return run


def _changed(line: _Line, old: _Line) -> tuple[int, int]:
    """The first column in which two rows differ, and the one after the last; no half of a wide letter is left out."""
    letters, styles = map(ne, line.chars, old.chars), map(ne, line.styles, old.styles)
    differ = [one or other for one, other in zip(letters, styles, strict=True)]
    begin, end = differ.index(True), len(differ) - differ[::-1].index(True)
    while begin and not line.chars[begin]:
        begin -= 1
    while end < len(differ) and not line.chars[end]:
        end += 1
    return begin, end
