"""A text that is scrolled, with lines in it that lead on, and a cursor on one of these."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from client.play.cells import cut, fold, pad
from client.screen.canvas import Canvas
from client.screen.overlays import FAR
from client.screen.pointing import ROW

NARROW = 16
"""Cells that a line takes at least: what is narrower cannot be read."""
WIDE = 100
"""Cells that a line takes at most: longer ones are hard to follow."""


@dataclass(frozen=True)
class Line:
    """A paragraph of a page.

    `hang` stands before its later lines; `opens`: the chapter that it leads to, "" for one that is only read. A line
    that leads on is cut and never folded.
    """

    text: str = ""
    hang: str = ""
    style: str = ""
    opens: str = ""


@dataclass
class Page:
    """One text.

    Attributes:
        heading: stands in the frame.
        lines: the text.
        level: how far it is from the first page, so which pages Esc leads back to.
        chapter: the one that this is, "" if it is none.
        at: which of the lines that lead on has the cursor, counted from 0.
        height: lines seen at once, as drawn last.
    """

    heading: str
    lines: Sequence[Line]
    level: int
    chapter: str = ""
    at: int = 0
    height: int = 1
    _top: int = 0
    _links: list[int] = field(default_factory=list)
    _sought: bool = False

    @property
    def opens(self) -> list[str]:
        """What the lines that lead on lead to."""
        return [line.opens for line in self.lines if line.opens]

    @property
    def chosen(self) -> str:
        """What the line under the cursor leads to; "" if that is out of sight."""
        return self.opens[self.at] if self.at in self._seen() else ""

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas, place: Canvas) -> None:
        """Draw what there is room for, and on the last row of `place` how far it is scrolled."""
        rows = list(self._rows(max(NARROW, min(WIDE, canvas.width - 2))))
        self._links = [row for row, (_, line) in enumerate(rows) if line.opens]
        self.height = max(1, canvas.height)
        last = max(0, len(rows) - self.height)
        if self._sought and self._links:
            self._top = self._links[self.at]
        self._sought = False
        self._top = max(0, min(self._top, last))
        self._follow()
        for y, (text, line) in enumerate(rows[self._top : self._top + self.height]):
            if line.opens:
                self._link(canvas, y, text, self._links.index(self._top + y))
            else:
                canvas.put(1, y, cut(text, max(1, canvas.width - 1)), line.style)
        if last:
            said = f" {self._top + 1}-{min(len(rows), self._top + self.height)} of {len(rows)} "
            place.put(place.width - len(said) - 2, place.height - 1, said, "dim")

    def _rows(self, width: int) -> Iterable[tuple[str, Line]]:
        for line in self.lines:
            for text in [line.text] if line.opens else fold(line.text, line.hang, width):
                yield text, line

    def _link(self, canvas: Canvas, y: int, text: str, number: int) -> None:
        here = number == self.at
        canvas.put(0, y, canvas.glyphs.pointer if here else " ", "strong")
        canvas.put(1, y, pad(text, max(1, canvas.width - 1)), "strong" if here else "")
        canvas.spot(0, y, canvas.width, 1, (ROW, number))
        if here:
            canvas.tint(0, y, canvas.width, "cursor")

    def _follow(self) -> None:
        """The cursor is on a line in sight, if there is one that leads on."""
        seen = self._seen()
        if seen and self.at not in seen:
            self.at = seen[0] if self.at < seen[0] else seen[-1]

    def _seen(self) -> list[int]:
        return [n for n, row in enumerate(self._links) if self._top <= row < self._top + self.height]

    # ------------------------------------------------------------ moving
    def move(self, by: int) -> None:
        """One line up or down: the cursor if it is in sight and has where to go, else the text."""
        to = self.at + by
        if self.at in self._seen() and 0 <= to < len(self._links):
            self.at = to
            self._top = min(max(self._top, self._links[to] - self.height + 1), self._links[to])
        else:
            self.scroll(by)

    def scroll(self, by: int) -> None:
        """Scroll by so many lines, as far as there are any."""
        self._top = max(0, self._top + by)

    def begin(self) -> None:
        """Go to the first line."""
        self._top = 0

    def end(self) -> None:
        """Go to the last lines."""
        self._top = FAR

    def seek(self, chapter: str = "") -> None:
        """Bring the line that leads to a chapter into sight, and the cursor on it; without one, that of the cursor."""
        if chapter in self.opens:
            self.at = self.opens.index(chapter)
        self._sought = True
