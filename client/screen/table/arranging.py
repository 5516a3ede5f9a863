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
BAND_LINES = 5
"""The panes below the map at least, with their frames."""
TALL_BAND = 11
"""Lines of that band from which on the log is there, and the signs of the map are."""
SIGNS_WIDTH = 120
"""The cells of the band from which on there is room for the signs of the map."""
FORM, LOG, AREA, TALK = 14, 5, 7, 2
"""Lines of the panes beside the map: of the form with its frame, of the others without."""
SHORTEST = 10
"""Lines of a form that takes fewer than it may: the others get the rest."""


def size_of(width: int, height: int) -> Size:
    """The arrangement for what is left of a window without the lines at its foot."""
    if width >= WIDE_WIDTH and height >= WIDE_HEIGHT:
        return Size.WIDE
    return Size.COMPACT if width >= COMPACT_WIDTH and height >= COMPACT_HEIGHT else Size.SMALL


@dataclass(frozen=True)
class Wide:
    """Everything at once.

    Attributes:
        map: at the left, above `band`.
        band: the panes below the map, side by side.
        form: beside the map.
        column: below the form the other panes, in frames that share a line.
        houses, middle, talk: the lines of these panes of the column, without frames.
        tall: the log is in the band, and the area in the middle of the column; else the other way round.
        below: the cells of each pane of the band: of log or area, of fairness, and, if there is room, of the signs of
            the map.
    """

    map: Rect
    band: Rect
    form: Rect
    column: Rect
    houses: int
    middle: int
    talk: int
    tall: bool
    below: tuple[int, ...]


def side_width(width: int) -> int:
    """The column beside the map: of what is more than the least, map, form and panes of text all get some."""
    return SIDE + (width - WIDE_WIDTH) * 3 // 10


def map_space(width: int, height: int) -> tuple[int, int]:
    """The cells that the map of a large window may fill, across and down; the panes grow with the window too."""
    return width - side_width(width), height - BAND_LINES - (height - WIDE_HEIGHT) // 3


@dataclass(frozen=True)
class Taken:
    """The lines that panes beside the map make use of: the form with its frame, the middle one and talk without."""

    form: int
    middle: int
    talk: int


def wide(width: int, height: int, map_lines: int, houses: int, first: int, taken: Taken | None = None) -> Wide:
    """Arrange a large window.

    Args:
        width: of the window.
        height: of what there is without the lines at the foot.
        map_lines: what the map takes; what it leaves free is for the panes below it.
        houses: lines that the pane of the houses can fill; what it does not is for the others.
        first: so many of them should be in sight; log or area give one up for that, if it helps.
        taken: what the others can fill; the form gets their blank lines if it has too few, and they those that it
            leaves blank. None if each gets its share.
    """
    side, spare = side_width(width), height - WIDE_HEIGHT
    left = width - side
    top = min(map_lines, height - BAND_LINES)
    tall = height - top >= TALL_BAND
    form, talk = FORM + spare // 3, TALK + spare // 8
    middle = AREA if tall else LOG + spare // 4
    if taken is not None:
        blank_middle = max(0, middle - max(1, taken.middle))
        blank_talk = max(0, talk - max(1, taken.talk))
        more = max(0, taken.form - form)
        given = min(more, blank_middle)
        middle -= given
        from_talk = min(more - given, blank_talk)
        talk -= from_talk
        less = form - min(form, max(SHORTEST, taken.form))
        form += given + from_talk - less
        if not tall:  # the log has the least to begin with
            middle += less // 2
    room = height - form - talk - middle - 4
    if room < first and middle > 1:
        room, middle = room + 1, middle - 1
    over = max(0, room - houses)
    room -= over
    if tall:
        talk += over
    else:
        middle += over
    return Wide(
        Rect(0, 0, left, top),
        Rect(0, top, left, height - top),
        Rect(left, 0, side, form),
        Rect(left, form, side, height - form),
        room,
        middle,
        talk,
        tall,
        _below(left, tall),
    )


def _below(width: int, tall: bool) -> tuple[int, ...]:
    """The cells of the panes below the map."""
    if not tall:
        return width // 2, width - width // 2
    if width < SIGNS_WIDTH:
        return width * 3 // 5, width - width * 3 // 5
    fairness, signs = width * 27 // 100, width * 36 // 100
    return width - fairness - signs, fairness, signs


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
