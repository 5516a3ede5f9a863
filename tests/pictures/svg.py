"""A canvas as an SVG picture: the same bytes every time, and lines that meet whatever font is there."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth

from client.screen.canvas import UNICODE, Canvas
from client.screen.theme import classes, style_of

CELL, LINE, SIZE, BASE, MARGIN = 8, 17, 13, 13, 8
"""Width and height of a cell, size of the letters, their base line below the top of the cell, and the edge."""
FRONT, BACK = "#d0d0d0", "#16181c"
FONT = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
JOINTS = {letter: number for number, letter in enumerate(UNICODE.joints) if number not in (0, 1, 2, 4, 8)} | {
    UNICODE.vertical: 5,
    UNICODE.horizontal: 10,
}
"""Signs that are drawn as lines: 1 up, 2 to the right, 4 down, 8 to the left, as in `Glyphs.joints`."""


class Look(NamedTuple):
    """How a cell looks."""

    front: str
    back: str
    bold: bool
    underline: bool


def svg(canvas: Canvas, title: str) -> str:
    """The picture, with a title for those who cannot see it."""
    width, height = canvas.width * CELL + 2 * MARGIN, canvas.height * LINE + 2 * MARGIN
    style = style_of("dark")
    rows = [list(_runs(canvas, y, style)) for y in range(canvas.height)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="{FONT}" font-size="{SIZE}" role="img">',
            f"<title>Kingsmoot: {escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="6" fill="{BACK}"/>',
            f'<g transform="translate({MARGIN} {MARGIN})">',
            *(part for y, row in enumerate(rows) for part in _grounds(row, y)),
            *(part for y, row in enumerate(rows) for part in _letters(row, y)),
            *_lines(rows),
            "</g>",
            "</svg>\n",
        ]
    )


class Run(NamedTuple):
    """Letters of one look, from a column on."""

    x: int
    letters: list[str]
    look: Look


def _runs(canvas: Canvas, y: int, style: Style) -> Iterator[Run]:
    cells = zip(range(canvas.width), canvas.chars[y], canvas.styles[y], strict=True)
    for name, run in groupby(cells, key=lambda cell: cell[2]):
        whole = list(run)
        yield Run(whole[0][0], [letter for _, letter, _ in whole], _look(style, name))


def _look(style: Style, name: str) -> Look:
    attrs = style.get_attrs_for_style_str(classes(name))
    front = f"#{attrs.color}" if attrs.color else FRONT
    back = f"#{attrs.bgcolor}" if attrs.bgcolor else ""
    if attrs.reverse:
        front, back = back or BACK, front
    return Look(front, back, bool(attrs.bold), bool(attrs.underline))


def _grounds(row: list[Run], y: int) -> Iterator[str]:
    for run in row:
        if run.look.back:
            width = len(run.letters) * CELL
            yield f'<rect x="{run.x * CELL}" y="{y * LINE}" width="{width}" height="{LINE}" fill="{run.look.back}"/>'


def _letters(row: list[Run], y: int) -> Iterator[str]:
    """Words, each at its column, so that fonts of another width do not shift what follows."""
    for run in row:
        at = 0
        for blank, group in groupby(run.letters, key=lambda letter: letter in (" ", *JOINTS)):
            letters = list(group)
            if not blank:
                yield _word(run, at, letters, y)
            at += len(letters)


def _word(run: Run, at: int, letters: list[str], y: int) -> str:
    text, look = "".join(letters), run.look
    extra = (' font-weight="bold"' if look.bold else "") + (' text-decoration="underline"' if look.underline else "")
    width = sum(map(get_cwidth, letters)) * CELL
    return (
        f'<text x="{(run.x + at) * CELL}" y="{y * LINE + BASE}" textLength="{width}" fill="{look.front}"{extra}>'
        f"{escape(text)}</text>"
    )


def _lines(rows: list[list[Run]]) -> Iterator[str]:
    """All signs that are lines, as one path for each colour."""
    paths: dict[str, list[str]] = {}
    for y, row in enumerate(rows):
        for run in row:
            for x, letter in enumerate(run.letters, run.x):
                if letter in JOINTS:
                    paths.setdefault(run.look.front, []).append(_joint(x, y, JOINTS[letter]))
    for colour, parts in paths.items():
        yield f'<path d="{"".join(parts)}" stroke="{colour}" fill="none"/>'


def _joint(x: int, y: int, joint: int) -> str:
    left, top = x * CELL, y * LINE
    middle, centre = left + CELL / 2, top + LINE / 2
    up, right, down, to_left = joint & 1, joint & 2, joint & 4, joint & 8
    path = ""
    if up or down:
        path += f"M{middle:g} {top if up else centre:g}V{top + LINE if down else centre:g}"
    if right or to_left:
        path += f"M{left if to_left else middle:g} {centre:g}H{left + CELL if right else middle:g}"
    return path
