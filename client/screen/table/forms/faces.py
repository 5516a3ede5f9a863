"""How the rows of a question look, and how arrows move among them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from client.play.cells import ELLIPSIS, cut, fold, pad, width_of
from client.screen.canvas import Canvas
from client.screen.map.lettering import brief
from client.screen.pointing import ROW
from client.screen.table.forms.picking import Row
from engine.core.plain import Plain

Naming = Callable[[Row], tuple[str, str]]
"""naming(row): how a row is called, and a note."""

LEAST_ROWS = 3
DIGIT = 2
"""Cells of the digit before a row, or of its absence."""
EDGES = 2
"""Cells of the pointer before a row of a list and of the scroll mark behind it."""
GAP = 2
"""Blanks between a row and its note; one where the note has room only so."""
LEAST_NOTE = 8
"""The cells below which a note that must be cut tells nothing."""
WHOLE = 4
"""Letters of the last word before a cut, at least: a number, or an `and`, says nothing without what follows."""
PARTS = ",:;."
"""What ends a part of a note: before that a short word may well be the last one."""
VERTICAL = {"up": -1, "k": -1, "down": 1, "j": 1}
HORIZONTAL = {"left": -1, "h": -1, "right": 1, "l": 1}


class Face(Protocol):
    """The rows of a question, drawn. `picks`: a key or a click that means a row picks it at once."""

    picks: bool

    def height(self, rows: Sequence[Row], width: int) -> int:
        """The lines that all rows would take."""

    def least(self, rows: Sequence[Row], width: int) -> int:
        """The lines below which it is hard to choose."""

    def wants(self, rows: Sequence[Row], most: int, usual: int, naming: Naming) -> int:
        """The cells across that it makes use of if it may have `most`; `usual` where it fills more and fewer alike."""

    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        """Draw the rows, that under the cursor so that it can be seen."""

    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        """Whether that note of one of the rows is read in full beside it."""

    def calls(self, name: str, width: int) -> bool:
        """Whether that name of one of the rows is read in full, or known by where it stands."""

    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        """The row that a key leads to; None if it is no key that moves here."""

    def digit(self, digit: int, at: int, rows: Sequence[Row]) -> tuple[int, bool] | None:
        """The row that a digit stands for, and whether it picks it as well; None if it stands for nothing."""

    def barred(self, digit: int, rows: Sequence[Row]) -> Plain:
        """The piece that a digit would stand for if the rules allowed it; None if it stands for nothing."""

    def outside(self, rows: Sequence[Row]) -> str:
        """What is told of a digit that stands for nothing; "" for nothing in particular."""


class ListFace:
    """One row a line, the first nine with a digit."""

    picks = True

    def height(self, rows: Sequence[Row], width: int) -> int:
        """A line each."""
        return len(rows)

    def least(self, rows: Sequence[Row], width: int) -> int:
        """A few are enough: it scrolls."""
        return min(len(rows), LEAST_ROWS)

    def wants(self, rows: Sequence[Row], most: int, usual: int, naming: Naming) -> int:
        """Names, and notes as they are seen if it has `most`: in full or as signs; all of it if one must be cut."""
        names = EDGES + DIGIT + _widest(rows, naming) + GAP
        notes = _notes(rows, [naming(row)[1] for row in rows], most - names)
        cut_off = any(note.endswith(ELLIPSIS) for note in notes)
        return most if cut_off else names + max(map(width_of, notes), default=0)

    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        """As many rows as there is room for, round the cursor."""
        named = [naming(row) for row in rows]
        widest = min(_widest(rows, naming), _room(canvas.width) - DIGIT)
        first = first_shown(at, len(rows), canvas.height)
        gap = _gap(named, _room(canvas.width) - DIGIT)
        room = _room(canvas.width) - DIGIT - widest - gap
        notes = _notes(rows, [note for _, note in named], room)
        for y, (text, _) in enumerate(named[first : first + canvas.height]):
            number = first + y
            digit = f"{number + 1} " if number < 9 else " " * DIGIT
            line = f"{digit}{pad(_short(text, widest), widest)}{' ' * gap}{notes[number]}".rstrip()
            mark = canvas.glyphs.pointer if number == at else " "
            canvas.spot(0, y, canvas.width, 1, (ROW, number))
            canvas.put(0, y, mark)
            canvas.put(1, y, pad(cut(line, _room(canvas.width)), _room(canvas.width)), cursor(number == at))
        if first:
            canvas.put(canvas.width - 1, 0, "^", "dim")
        if first + canvas.height < len(rows):
            canvas.put(canvas.width - 1, canvas.height - 1, "v", "dim")

    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        """If it is neither cut nor told by a sign."""
        named, room = [naming(row) for row in rows], _room(width) - DIGIT
        return note in _notes(rows, [note for _, note in named], room - _widest(rows, naming) - _gap(named, room))

    def calls(self, name: str, width: int) -> bool:
        """If it need not be cut."""
        return DIGIT + width_of(name) <= _room(width)

    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        """Up and down."""
        return at + VERTICAL[key] if key in VERTICAL else None

    def digit(self, digit: int, at: int, rows: Sequence[Row]) -> tuple[int, bool] | None:
        """The row behind that digit, picked at once."""
        return (digit - 1, True) if 0 < digit <= len(rows) else None

    def barred(self, digit: int, rows: Sequence[Row]) -> Plain:
        """All digits that stand for something are offered."""
        return None

    def outside(self, rows: Sequence[Row]) -> str:
        """That it does nothing here."""
        return ""


class RowFace:
    """All rows side by side, as many on a line as there is room for: numbers, tokens, cards.

    Attributes:
        cells: the width of each, without the gap.
        lines: the height of each.
    """

    picks = True

    def __init__(self, cells: int, lines: int = 1) -> None:
        self.cells = cells
        self.lines = lines
        self._columns = 1

    def columns(self, width: int) -> int:
        """How many stand on one line."""
        return max(1, (width + 1) // (self.cells + 1))

    def height(self, rows: Sequence[Row], width: int) -> int:
        """Lines of all."""
        return -(-len(rows) // self.columns(width)) * self.lines

    def least(self, rows: Sequence[Row], width: int) -> int:
        """All of them: they are chosen by where they stand."""
        return self.height(rows, width)

    def wants(self, rows: Sequence[Row], most: int, usual: int, naming: Naming) -> int:
        """More or fewer stand on a line."""
        return usual

    def draw(self, canvas: Canvas, rows: Sequence[Row], at: int, naming: Naming) -> None:
        """As many lines as there is room for, round the cursor."""
        self._columns = self.columns(canvas.width)
        shown = max(1, canvas.height // self.lines)
        first = first_shown(at // self._columns, -(-len(rows) // self._columns), shown) * self._columns
        for number, row in enumerate(rows[first : first + shown * self._columns], first):
            x = (number - first) % self._columns * (self.cells + 1)
            y = (number - first) // self._columns * self.lines
            canvas.spot(x, y, self.cells, self.lines, (ROW, number))
            self.cell(canvas.sub(x, y, self.cells, self.lines), number, row, number == at, naming(row))

    def cell(self, canvas: Canvas, number: int, row: Row, under: bool, named: tuple[str, str]) -> None:
        """Draw one of them."""
        text, note = named
        digit = f"{number + 1}" if number < 9 else " "
        room = max(1, canvas.width - width_of(note))
        canvas.put(0, 0, pad(cut(digit + pointer(canvas, under) + text, room), room) + note, cursor(under))

    def tells(self, note: str, rows: Sequence[Row], width: int, naming: Naming) -> bool:
        """If a cell has room for it and the digit."""
        return DIGIT + width_of(note) <= self.cells

    def calls(self, name: str, width: int) -> bool:
        """Always: what is cut is known by its other lines, or by its code."""
        return True

    def step(self, key: str, at: int, rows: Sequence[Row]) -> int | None:
        """Left and right by one, up and down by a line."""
        if key in HORIZONTAL:
            return at + HORIZONTAL[key]
        if key in VERTICAL:
            to = at + VERTICAL[key] * self._columns
            return to if 0 <= to < len(rows) else at
        return None

    def digit(self, digit: int, at: int, rows: Sequence[Row]) -> tuple[int, bool] | None:
        """The row behind that digit, picked at once."""
        return (digit - 1, True) if 0 < digit <= len(rows) else None

    def barred(self, digit: int, rows: Sequence[Row]) -> Plain:
        """All digits that stand for something are offered."""
        return None

    def outside(self, rows: Sequence[Row]) -> str:
        """That it does nothing here."""
        return ""


def _widest(rows: Sequence[Row], naming: Naming) -> int:
    return max((width_of(naming(row)[0]) for row in rows), default=0)


def _gap(named: Sequence[tuple[str, str]], room: int) -> int:
    """The blanks before the notes of rows that have so much room."""
    widest = max((width_of(text) for text, _ in named), default=0)
    notes = max((width_of(note) for _, note in named), default=0)
    return 1 if widest + notes + 1 == room else GAP


def _short(name: str, cells: int) -> str:
    """A name in full, else without the articles of names and with its last words short, as on the map."""
    return name if width_of(name) <= cells else brief(name.replace("The ", ""), cells)


def _notes(rows: Sequence[Row], notes: Sequence[str], room: int) -> list[str]:
    """The notes of all rows as they are seen: signs for all that have one, if one of these has no room in full."""
    signs = [_sign(row) for row in rows]
    tight = any(sign and width_of(note) > room for sign, note in zip(signs, notes, strict=True))
    return [
        sign if tight and sign and note and width_of(sign) <= room else _cut(note, room)
        for sign, note in zip(signs, notes, strict=True)
    ]


def _sign(row: Row) -> str:
    """What says the same as the note of a row; "" for nothing."""
    signs = {choice.label.sign for choice in row.choices}
    return signs.pop() if len(signs) == 1 else ""


def _cut(note: str, room: int) -> str:
    """A note, or as many of its words as `room` cells hold with a mark that there are more."""
    if width_of(note) <= room:
        return note
    if room >= LEAST_NOTE:
        words = fold(note, "", room - len(ELLIPSIS) - 1)[0].split()
        while len(words) > 1 and len(words[-1]) < WHOLE and words[-1][-1] not in PARTS:
            words.pop()
        return f"{' '.join(words).rstrip(PARTS)} {ELLIPSIS}"
    return ""


def _room(width: int) -> int:
    """The cells of a line of a list between pointer and scroll mark."""
    return max(1, width - EDGES)


def first_shown(at: int, count: int, room: int) -> int:
    """The first of `count` lines to show so that `at` is seen and little room is empty."""
    return max(0, min(at - room // 2, count - room))


def pointer(canvas: Canvas, under: bool) -> str:
    """The sign of what is under the cursor, or a blank: colour is not seen by everybody."""
    return canvas.glyphs.pointer if under else " "


def cursor(under: bool) -> str:
    """The style of what is under the cursor, or not."""
    return "cursor" if under else ""
