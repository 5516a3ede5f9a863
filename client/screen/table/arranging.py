"""Which pane is where, by the size of the window."""

from dataclasses import dataclass
from enum import Enum

from client.screen.canvas import Canvas


class Size(Enum):
    """Three ways to arrange the table."""

    WIDE = "wide"
    """Everything side by side."""
    COMPACT = "compact"
    """One pane at a time, the form below the map."""
    SMALL = "small"
    """One pane at a time; map and form are two."""


@dataclass(frozen=True)
class Rect:
    """Cells of a canvas."""

    x: int
    y: int
    width: int
    height: int

    def of(self, canvas: Canvas) -> Canvas:
        """The part of `canvas` that it means."""
        return canvas.sub(self.x, self.y, self.width, self.height)


WIDE_WIDTH, WIDE_HEIGHT = 120, 35
COMPACT_WIDTH, COMPACT_HEIGHT = 72, 18
SIDE = 40
"""The column beside the map at least; figures keep to 38 cells."""
MAP_LINES = 12
FORM_LINES = 8
"""What a form gets below the map at least, with its title."""
LEAST_FORM = 6
"""The same while a line is being typed."""
LOG_LINES = 6
"""Log and talk below the map, at least."""
AREA_LINES, EXTRA_LINES = 9, 12
"""The panes below the form at least, with their frames."""
LEGEND_LINES = 4
"""What the signs of the map mean takes so many lines at most, where a window has them to spare."""


def size_of(width: int, height: int) -> Size:
    """The arrangement for what is left of a window without the lines at its foot."""
    if width >= WIDE_WIDTH and height >= WIDE_HEIGHT:
        return Size.WIDE
    return Size.COMPACT if width >= COMPACT_WIDTH and height >= COMPACT_HEIGHT else Size.SMALL


@dataclass(frozen=True)
class Wide:
    """Map, below it log and talk; beside it form, area, and hands or fairness."""

    map: Rect
    log: Rect
    talk: Rect
    form: Rect
    area: Rect
    extra: Rect


def side_width(width: int) -> int:
    """The column beside the map: of what is more than the least, map, form and panes of text all get some."""
    return SIDE + (width - WIDE_WIDTH) * 3 // 10


def map_space(width: int, height: int) -> tuple[int, int]:
    """The cells that the map of a large window may fill, across and down; log and talk grow with the window too."""
    return width - side_width(width), height - LOG_LINES - (height - WIDE_HEIGHT) // 3 - _legend_lines(height)


def _legend_lines(height: int) -> int:
    return min(LEGEND_LINES, (height - WIDE_HEIGHT) // 4)


def wide(width: int, height: int, map_lines: int) -> Wide:
    """Arrange a large window. `map_lines`: what the map takes; what it leaves free is for the others."""
    side, spare = side_width(width), height - WIDE_HEIGHT
    left = width - side
    top = min(map_lines + _legend_lines(height), height - LOG_LINES)
    log = left * 3 // 5
    area, extra = AREA_LINES + spare // 6, EXTRA_LINES + spare // 2
    form = height - area - extra
    return Wide(
        Rect(0, 0, left, top),
        Rect(0, top, log, height - top),
        Rect(log, top, left - log, height - top),
        Rect(left, 0, side, form),
        Rect(left, form, side, area),
        Rect(left, form + area, side, extra),
    )


@dataclass(frozen=True)
class Compact:
    """The line of panes, the map, the form below it."""

    panes: Rect
    map: Rect
    form: Rect
    whole: Rect


def map_room(height: int) -> int:
    """The lines that a map may fill above the form; a line that is typed takes one of the form's."""
    return max(MAP_LINES, height - FORM_LINES - 1)


def compact(width: int, height: int, map_lines: int) -> Compact:
    """Arrange a window of the usual size. `map_lines`: the lines of the map, which has no frame here."""
    top = min(map_lines, height - LEAST_FORM - 1)
    return Compact(
        Rect(0, 0, width, 1),
        Rect(0, 1, width, top),
        Rect(0, top + 1, width, height - top - 1),
        Rect(0, 1, width, height - 1),
    )
