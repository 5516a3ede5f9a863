"""A rectangle of terminal cells to draw on. It knows no terminal: `text` gives what would be seen, for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from prompt_toolkit.utils import get_cwidth

from client.play.cells import cut, steady

BLANK = " "
ODD = "?"
"""Stands for what cannot be shown: control characters and those that turn the direction of text."""


@dataclass(frozen=True)
class Glyphs:
    """The characters of lines and marks, each one cell wide.

    `pointer`: what is under the cursor in a list. `legal`: what may be chosen on a map. `joints`: where lines meet, by
    their number: 1 if one comes from above, 2 from the right, 4 from below, 8 from the left.
    """

    horizontal: str = "─"
    vertical: str = "│"
    corners: str = "┌┐└┘"
    tees: str = "├┤"
    sea: str = "~"
    bridge: str = "="
    pointer: str = "»"
    dot: str = "·"
    scroll: str = "█"
    shade: str = "░"
    joints: str = "·│─└││┌├─┘─┴┐┤┬┼"
    river: str = "≈"
    legal: str = "»"


UNICODE = Glyphs()
ASCII = Glyphs("-", "|", "++++", "++", "~", "=", ">", ".", "#", ":", ".|-+||++-+-+++++", "%", "&")


@dataclass(frozen=True)
class Span:
    """A piece of a line in one style."""

    text: str
    style: str = ""


Name: TypeAlias = tuple[str, str | int]
"""What lies at a spot: its kind, and which one of them."""


@dataclass(frozen=True)
class LongLine:
    """A text that fills whole rows from row `y` of the screen on, and is one line to whoever copies it."""

    y: int
    text: str


@dataclass(frozen=True)
class _Spot:
    """Cells that a mouse can point at, counted on the whole canvas; `right` and `bottom` lie outside."""

    left: int
    top: int
    right: int
    bottom: int
    name: Name


class Canvas:
    """`width` x `height` cells, each a character (with what combines with it) and the name of a style.

    `long_lines`: texts over several rows that are one line.

    Whatever lies outside is cut off, so that no drawing ever fails in a small window. A `sub` canvas is a part of the
    same cells with its own origin. Styles are names of `client.screen.theme`, several of them apart by blanks.
    """

    def __init__(self, width: int, height: int, glyphs: Glyphs = UNICODE) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.glyphs = glyphs
        self.chars = [[BLANK] * self.width for _ in range(self.height)]
        self.styles = [[""] * self.width for _ in range(self.height)]
        self._left = 0
        self._top = 0
        self._spots: list[_Spot] = []
        self.long_lines: list[LongLine] = []

    def sub(self, x: int, y: int, width: int, height: int) -> "Canvas":
        """The part from `x`, `y` on, as far as it lies within this one."""
        part = Canvas(0, 0, self.glyphs)
        left, top = max(0, x), max(0, y)
        part.width = max(0, min(x + width, self.width) - left)
        part.height = max(0, min(y + height, self.height) - top)
        part._left, part._top = self._left + left, self._top + top
        part.chars, part.styles, part._spots, part.long_lines = self.chars, self.styles, self._spots, self.long_lines
        return part

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write `text` from `x` on, as far as there is room; returns the column after it."""
        if not 0 <= y < self.height:
            return x
        row, styles = self.chars[self._top + y], self.styles[self._top + y]
        if _simple(text):
            if x < 0:
                text, x = text[-x:], 0
            text = text[: max(0, self.width - x)]
            if not text:
                return x
            begin, end = self._left + x, self._left + x + len(text)
            _part(row, begin, end)
            row[begin:end] = text
            styles[begin:end] = [style] * len(text)
            return x + len(text)
        for letter in steady(text):
            x = self._cell(row, styles, x, letter if letter.isprintable() else ODD, style)
        return x

    def _cell(self, row: list[str], styles: list[str], x: int, letter: str, style: str) -> int:
        cells = get_cwidth(letter)
        at = self._left + x
        if cells == 0:  # it combines with what stands before it
            if 0 < x <= self.width:
                back = at - 1 if row[at - 1] else at - 2
                row[back] += letter
            return x
        if x >= 0 and x + cells <= self.width:
            _part(row, at, at + cells)
            row[at : at + cells] = [letter] + [""] * (cells - 1)
            styles[at : at + cells] = [style] * cells
        return x + cells

    def spans(self, x: int, y: int, spans: Sequence[Span]) -> int:
        """Write pieces of a line one after another; returns the column after them."""
        for span in spans:
            x = self.put(x, y, span.text, span.style)
        return x

    def lines(self, x: int, y: int, lines: Sequence[str], style: str = "") -> int:
        """Write lines below each other, each cut to the width with a mark; returns the row after them."""
        for line in lines:
            self.put(x, y, cut(line, max(1, self.width - x)), style)
            y += 1
        return y

    def long_line(self, y: int, text: str, style: str = "") -> int:
        """Write a text of ASCII over as many rows as it takes, broken just at the edge; returns the row after it."""
        width = max(1, self.width)
        rows = [text[start : start + width] for start in range(0, len(text), width)]
        if self.width == len(self.chars[0] if self.chars else ()) and y + len(rows) <= self.height:
            self.long_lines.append(LongLine(self._top + y, text))
        return self.lines(0, y, rows, style)

    def fill(self, style: str, char: str = BLANK) -> None:
        """All cells the same."""
        for y in range(self._top, self._top + self.height if self.width else 0):
            _part(self.chars[y], self._left, self._left + self.width)
            self.chars[y][self._left : self._left + self.width] = [char] * self.width
            self.styles[y][self._left : self._left + self.width] = [style] * self.width

    def paste(self, x: int, y: int, drawn: "Canvas") -> None:
        """Copy all cells of `drawn`, none of them half a wide letter, to `x`, `y` on, as far as there is room."""
        begin, end = max(0, -x), min(drawn.width, self.width - x)
        if begin >= end:
            return
        here, there = slice(self._left + x + begin, self._left + x + end), slice(drawn._left + begin, drawn._left + end)
        for line in range(max(0, -y), min(drawn.height, self.height - y)):
            to, of = self._top + y + line, drawn._top + line
            _part(self.chars[to], here.start, here.stop)
            self.chars[to][here] = drawn.chars[of][there]
            self.styles[to][here] = drawn.styles[of][there]

    def tint(self, x: int, y: int, width: int, style: str) -> None:
        """Add a style to cells that are written already."""
        if 0 <= y < self.height:
            styles = self.styles[self._top + y]
            for at in range(self._left + max(0, x), self._left + min(self.width, x + width)):
                styles[at] = f"{styles[at]} {style}" if styles[at] else style

    def box(self, title: str = "", style: str = "frame", title_style: str = "title") -> "Canvas":
        """A frame along the edge with a title in it; returns what lies inside."""
        if self.width < 2 or self.height < 2:
            return self.sub(0, 0, 0, 0)
        g = self.glyphs
        inner = self.width - 2
        self.put(0, 0, g.corners[0] + g.horizontal * inner + g.corners[1], style)
        for y in range(1, self.height - 1):
            self.put(0, y, g.vertical, style)
            self.put(self.width - 1, y, g.vertical, style)
        self.put(0, self.height - 1, g.corners[2] + g.horizontal * inner + g.corners[3], style)
        if title and inner > 2:
            self.put(1, 0, cut(f" {title} ", inner), title_style)
        return self.sub(1, 1, inner, self.height - 2)

    # ------------------------------------------------------------ for a mouse
    def spot(self, x: int, y: int, width: int, height: int, name: Name) -> None:
        """Remember what lies there, as far as it lies within this one; it covers what was told before."""
        left, top = self._left + max(0, x), self._top + max(0, y)
        right, bottom = self._left + min(self.width, x + width), self._top + min(self.height, y + height)
        if left < right and top < bottom:
            self._spots.append(_Spot(left, top, right, bottom, name))

    def under(self, x: int, y: int) -> Name | None:
        """What lies at a cell; None if nothing was told of it."""
        x, y = self._left + x, self._top + y
        for spot in reversed(self._spots):
            if spot.left <= x < spot.right and spot.top <= y < spot.bottom:
                return spot.name
        return None

    def forget(self) -> None:
        """Nothing that was told so far can be pointed at, or copied, any more: something lies over it."""
        self._spots.clear()
        self.long_lines.clear()

    @property
    def text(self) -> str:
        """What is seen, a line for each row, blanks at the ends cut off."""
        rows = self.chars[self._top : self._top + self.height]
        return "".join("".join(row[self._left : self._left + self.width]).rstrip() + "\n" for row in rows)


@lru_cache(8192)
def _simple(text: str) -> bool:
    """Whether each letter is shown as it is and takes one cell: then all are written at once."""
    if not text.isprintable():
        return False
    return text.isascii() or (steady(text) == text and all(get_cwidth(letter) == 1 for letter in text))


def _part(row: list[str], begin: int, end: int) -> None:
    """Blank the other half of a wide letter of which one half is about to be written over, at either end."""
    if not row[begin]:
        row[begin - 1] = BLANK
    if end < len(row) and not row[end]:
        row[end] = BLANK
