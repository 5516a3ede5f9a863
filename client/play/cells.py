"""Cutting and padding by terminal cells, so that names of any script keep their columns."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache

from prompt_toolkit.utils import get_cwidth
from typing_extensions import override

WIDTH = 80
ELLIPSIS = "~"
"""One cell wide in every font and every terminal; `…` is two in some East Asian ones."""
TALK = "| "
"""Before each line of what somebody says: no sentence of the game begins so."""

UNSTEADY: Mapping[int, str | None] = {
    0x200D: None,
    0xFE0E: None,
    0xFE0F: None,
    **dict.fromkeys(range(0x1F3FB, 0x1F400)),
    **{0x1F1E6 + at: chr(ord("A") + at) for at in range(26)},
}
"""What joins, colours or varies emoji, and the letters of flags: every terminal measures these in a way of its own."""


class Continued(str):
    """A line of a folded paragraph that goes on from the line before it.

    Thereby whoever has another width than `fold` was given can put the paragraph together again.
    """

    __slots__ = ()


def steady(text: str) -> str:
    """`text` as all terminals measure it alike: emoji one by one, flags as letters."""
    return text if text.isascii() else text.translate(UNSTEADY)


def width_of(text: str) -> int:
    """The cells that `text` takes."""
    return len(text) if text.isascii() and text.isprintable() else get_cwidth(steady(text))


def cut(text: str, cells: int) -> str:
    """`text`, or as much of its beginning as fits into `cells` with a mark that something is missing."""
    if width_of(text) <= cells:
        return steady(text)
    text = steady(text)
    kept, used = [], 0
    for letter in text:
        used += get_cwidth(letter)
        if used > cells - 1:
            break
        kept.append(letter)
    return "".join(kept) + ELLIPSIS


def pad(text: str, cells: int) -> str:
    """`text` cut or filled with blanks to just `cells`."""
    text = cut(text, cells)
    return text + " " * (cells - width_of(text))


def table(rows: Sequence[tuple[str, ...]], gap: int = 2) -> list[str]:
    """Rows in aligned columns, the last one ragged."""
    if not rows:
        return []
    widths = [max(width_of(cell) for cell in column) for column in zip(*rows, strict=True)]
    blank = " " * gap
    return [
        blank.join([pad(cell, width) for cell, width in zip(row[:-1], widths, strict=False)] + [row[-1]]).rstrip()
        for row in rows
    ]


def marked(text: str, mark: str) -> list[str]:
    """One paragraph in lines of at most 80 cells, each behind `mark`, so that none can be taken for anything else."""
    first, *rest = fold(text, "  ", WIDTH - width_of(mark))
    return [mark + first, *(mark + line for line in rest)]


def fold(text: str, indent: str = "", width: int = WIDTH) -> list[str]:
    """One paragraph in lines of at most `width` cells, all but the first behind `indent`."""
    if len(text) <= width and text.isascii() and text.isprintable():
        return [text.rstrip()]
    first, *rest = _wrapped(text, indent, width)
    return [first, *map(Continued, rest)]


def hung(line: str, width: int = WIDTH) -> list[str]:
    """A line in lines of at most `width` cells, all but the first a little further to the right than it began."""
    return fold(line, " " * (len(line) - len(line.lstrip()) + 2), width)


def packed(items: Sequence[str], indent: str = "", width: int = WIDTH) -> list[str]:
    """Items in lines, a blank between two; none is broken that fits into a line of its own."""
    lines: list[str] = []
    for item in items:
        line = f"{lines[-1]} {item}" if lines else item
        if lines and width_of(line) > width:
            lines += map(Continued, fold(indent + item, indent, width))
        else:
            first, *rest = fold(line, indent, width)
            lines[-1:] = [Continued(first) if len(lines) > 1 else first, *rest]
    return lines


@lru_cache(4096)  # a screen folds the same texts at every key
def _wrapped(text: str, indent: str, width: int) -> Sequence[str]:
    # Wide letters make lines too long; with half as many they fit, for a letter has two cells at most.
    for letters in range(width, width // 2, -1):
        lines = _Wrapper(letters, subsequent_indent=indent, break_on_hyphens=False).wrap(text) or [""]
        if all(width_of(line) <= width for line in lines):
            return lines
    return _Wrapper(width // 2, subsequent_indent=indent, break_on_hyphens=False).wrap(text)


class _Wrapper(textwrap.TextWrapper):
    """A path that is longer than a line breaks behind a stroke, if it has one there."""

    @override
    def _handle_long_word(self, reversed_chunks: list[str], cur_line: list[str], cur_len: int, width: int) -> None:
        room = width - cur_len
        cut = reversed_chunks[-1].rfind("/", 0, max(0, room)) + 1
        if cut > 0:
            cur_line.append(reversed_chunks[-1][:cut])
            reversed_chunks[-1] = reversed_chunks[-1][cut:]
        elif not (cur_line and "/" in reversed_chunks[-1]):  # a line of its own may have room up to a stroke
            super()._handle_long_word(reversed_chunks, cur_line, cur_len, width)
