"""The form of the open question: pieces so far, what can be picked, and the figures that would come of it."""

from collections.abc import Iterator, Mapping, Sequence

from client.play.asking import Ask
from client.play.cells import pad, width_of
from client.play.line import LineMode
from client.screen.canvas import Canvas
from client.screen.games import screen_of
from client.screen.overlays import folded
from client.screen.table.forms.faces import Face, ListFace
from client.screen.table.forms.figures import laid
from client.screen.table.forms.picking import Picking, Rank, Row
from client.screen.table.motions import arrows, hints
from engine.core.plain import Plain

SPLIT = 70
"""From this width on the figures stand beside the choices."""
BESIDE = 32
"""Cells that figures get beside the choices at least."""
LEAST_CHOICES = 28
"""Cells that the choices get at least: what is chosen already stands above them."""
LEAST_FIGURES = 8
"""Cells that figures get where they need so few, the choices more."""
MANY = 12
"""Choices of which it is not asked what figures each of them would bring."""
LEAST_LINES = 3
SCRATCH = 60
"""Lines in which a form is laid out to see how many it takes."""
PIECE_CELLS = 18
FIGURES = "figures"
"""The spot where they stand, for a mouse."""


class Form:
    """One question, drawn and moved in. What was picked is given back by `chosen`, to be done by whoever asks."""

    def __init__(self, mode: LineMode, ask: Ask, rank: Rank) -> None:
        self.ask = ask
        self.topic = screen_of(mode.match).topic(mode.question.topic if mode.question is not None else "")
        self.picking = Picking(mode, ask, rank, self.topic.sticky)
        self._mode = mode
        self._face: Face = self.topic.face(mode)
        self._list = ListFace()
        self._top = 0
        self._longest = (0, 0)
        self._splits: dict[tuple[str, int], int] = {}
        self._known: dict[tuple[Row | None, int], list[str]] = {}
        self._named: dict[Row, tuple[str, str]] = {}

    def follow(self) -> bool:
        """Come into step with the answer; says whether it has changed."""
        if not self.picking.follow():
            return False
        self._top = 0
        self._known, self._named, self._splits = {}, {}, {}
        return True

    # ------------------------------------------------------------ what is told of it
    @property
    def title(self) -> str:
        """What is done, and where."""
        area = self.picking.area
        return f"{self.topic.title}: {self._mode.words.area_name(area)}" if area else self.topic.title

    def hint(self, with_map: bool, way: str, keys: Mapping[str, str]) -> str:
        """What moves in it. `way`: the key that gives the arrows to the map, "" for none; `keys`: all, by action."""
        pick, onward = (keys["pick"], "picks"), (keys["next_area"], "next")
        if self.picking.on_map and with_map:
            return hints(onward, pick)
        if len(self.picking.areas) > 1 and self.picking.area:
            return hints(pick, onward, (way, "map"))
        return hints((arrows(keys), "move"), pick, (way, "map"))

    @property
    def face(self) -> Face:
        """How the rows look now: areas are always a list."""
        return self._list if self.picking.on_map else self._face

    def preview(self, beside: int) -> list[str]:
        """The figures for what is under the cursor, or as things stand; the choices stand in `beside` cells."""
        return self._preview_of(self.picking.row, beside)

    def _preview_of(self, row: Row | None, beside: int) -> list[str]:
        if (row, beside) not in self._known:
            self._known[row, beside] = self._figures_of(row, beside)
        return self._known[row, beside]

    def _figures_of(self, row: Row | None, beside: int) -> list[str]:
        mode, question = self._mode, self._mode.question
        if question is None:
            return []
        pieces, choice = self.ask.building.pieces, row.choice if row is not None else None
        note = self._note(row, beside) if row is not None else []
        ahead: list[str] = []
        if choice is None and row is not None and row.choices and self.topic.peeks:
            choice = row.choices[0]
            ahead = [f"With {choice.label.text}:"]
        elif choice is not None and self.topic.sticky:
            marks = mode.words.overlay(mode.match, question, (choice.piece,))
            ahead = [f"With {mark} here:" for mark in marks.values()]
        figures = mode.words.preview(
            mode.match, question, mode.table.seat, pieces, choice.piece if choice is not None else None
        )
        return [*ahead, *figures[:1], *note, *figures[1:]]

    def _note(self, row: Row, beside: int) -> list[str]:
        """The name and the note of a choice, unless they are read beside it."""
        name, shown = self.named(row)
        note = row.choice.label.note if row.choice is not None else ""
        told = note == shown and self.face.tells(note, self.picking.rows, beside, self.named)
        return [*([] if self.face.calls(name, beside) else [name]), *([note] if note and not told else [])]

    def named(self, row: Row) -> tuple[str, str]:
        """How a row is called, and a note."""
        if row not in self._named:
            self._named[row] = self._name(row)
        return self._named[row]

    def _name(self, row: Row) -> tuple[str, str]:
        if row.done:
            if self.ask.secret:
                return ("Seal this", "") if self.ask.building.pieces else ("Seal none at all", "")
            return ("Send this", "") if self.ask.building.pieces else ("Send none at all", "")
        if row.area and row.choice is None:
            notes = {choice.label.note for choice in row.choices}
            note = notes.pop() if len(notes) == 1 else ""
            return self._mode.words.area_name(row.area), note or f"{len(row.choices)} ways"
        if row.area:
            assert row.choice is not None
            return row.choice.label.text, row.choice.label.note
        text, note = self.topic.naming(self._mode, row)
        here = f"{self._mode.words.area_name(self.picking.area)} " if self.picking.area else ""
        return (text.removeprefix(here) if here != text else text), note  # the title says where

    # ------------------------------------------------------------ keys
    def key(self, key: str, with_map: bool) -> bool:
        """Move; whether the key meant anything. Where areas are picked on a map the arrows are the map's."""
        if key in ("tab", "s-tab"):
            self.picking.next(1 if key == "tab" else -1)
            return True
        if self.picking.on_map and with_map:
            return False
        to = self.face.step(key, self.picking.at, self.picking.rows)
        if to is not None:
            self.picking.to(to)
        return to is not None

    def digit(self, digit: int) -> tuple[bool, bool]:
        """Go to the row of a digit: whether there is one, and whether it is picked by that."""
        found = self.face.digit(digit, self.picking.at, self.picking.rows)
        if found is None:
            return False, False
        self.picking.to(found[0])
        return True, found[1]

    def click(self, number: int) -> bool:
        """Go to a row; whether it is picked by that."""
        again = number == self.picking.at
        self.picking.to(number)
        return self.face.picks or again

    def barred(self, digit: int) -> Plain:
        """The piece behind a digit that the rules forbid now; None if there is none."""
        return self.face.barred(digit, self.picking.rows)

    def scroll(self, lines: int) -> None:
        """Scroll the figures."""
        self._top = max(0, self._top + lines)

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """As much of it as there is room for: the choices first."""
        if canvas.width >= SPLIT and not self.topic.across:
            left = self._split(canvas.width)
            self._answer(canvas.sub(0, 0, left - 1, canvas.height), canvas.height)
            self._figures(canvas.sub(left + 1, 0, canvas.width - left - 1, canvas.height), self.preview(left - 1))
            for y in range(canvas.height):
                canvas.put(left, y, canvas.glyphs.vertical, "shadow")
            return
        figures = self.preview(canvas.width)
        height = len(laid(figures, canvas.width))
        others = 1 if self.topic.across else LEAST_LINES
        least = min(self.face.least(self.picking.rows, canvas.width), canvas.height - others)
        y = self._answer(canvas, max(LEAST_LINES, least, canvas.height - min(height + 1, canvas.height // 2)))
        line = 0 if canvas.width >= SPLIT else 1
        if canvas.height - y > line:
            if line:
                canvas.put(0, y, canvas.glyphs.horizontal * canvas.width, "shadow")
            self._figures(canvas.sub(0, y + line, canvas.width, canvas.height - y - line), figures)

    def lines(self, width: int) -> int:
        """The lines that all of it takes below each other; as many as it has taken at that width, lest panes jump."""
        scratch = Canvas(width, SCRATCH)
        taken = self._answer(scratch, SCRATCH) + 1 + len(laid(self.preview(width), width))
        known = self._longest[1] if self._longest[0] == width else 0
        self._longest = width, max(known, taken)
        return self._longest[1]

    def _split(self, width: int) -> int:
        """The cells of the choices beside the figures: what they want, but some are left for the figures."""
        at, most = (self.picking.area, width), width - BESIDE - 1
        if at not in self._splits:
            wanted = self.face.wants(self.picking.rows, most - 1, width // 2, self.named) + 1
            self._splits[at] = self._roomier(width, max(LEAST_CHOICES, min(wanted, most)))
        return self._splits[at]

    def _roomier(self, width: int, usual: int) -> int:
        """`usual`, or as much more as choices or pieces can use and no figures of any choice need."""
        rows = self.picking.rows
        if len(rows) > MANY:
            return usual
        most = width - LEAST_FIGURES - 1
        labels = self.ask.building.labels if not self.topic.sticky else ()
        pieces = width_of(self._so_far([label.text for label in labels])) + 1 if labels else 0
        whole = min(most, max(self.face.wants(rows, most - 1, usual - 1, self.named) + 1, pieces))
        return max(usual, min(whole, width - self._needed(whole) - 1)) if whole > usual else usual

    def _needed(self, left: int) -> int:
        """The cells that the figures of all choices, and of none, fill in one line each; these stand in `left`."""
        lines = (line for row in (None, *self.picking.rows) for line in self._preview_of(row, left - 1))
        return max(map(width_of, lines), default=0)

    def _so_far(self, texts: Sequence[str]) -> str:
        return f"{self.topic.so_far}: {', '.join(texts)}"

    def _answer(self, canvas: Canvas, room: int) -> int:
        """Pieces so far and choices, in at most `room` lines; gives the line after them."""
        rows, face = self.picking.rows, self.face
        wanted = min(face.height(rows, canvas.width), max(room // 2, face.least(rows, canvas.width)))
        if self.ask.building.pieces:
            wanted = min(wanted, max(1, room - 1))
        y = self._pieces(canvas.sub(0, 0, canvas.width, max(0, room - wanted)))
        part = canvas.sub(0, y, canvas.width, min(face.height(rows, canvas.width), room - y))
        face.draw(part, rows, self.picking.at, self.named)
        if not rows and not part.height:
            canvas.put(0, y, "Nothing can be chosen.", "dim")
        return y + part.height

    def _pieces(self, canvas: Canvas) -> int:
        """The pieces so far, the latest ones if there is not room for all; gives the line after them."""
        building = self.ask.building
        if not building.pieces or not canvas.height:
            return 0
        texts = [label.text for label in building.labels]
        if self.topic.sticky:
            texts = [self._placed(piece, text) for piece, text in zip(building.pieces, texts, strict=True)]
            columns = max(1, (canvas.width + 1) // (PIECE_CELLS + 1))
        if self.topic.sticky and len(texts) > 1 and canvas.height > 1:
            rows = [texts[at : at + columns] for at in range(0, len(texts), columns)]
            cells = max(PIECE_CELLS, (canvas.width + 1) // columns - 1)
            lines = [" ".join(pad(text, cells) for text in row) for row in rows]
            lines = [f"{self.topic.so_far}:", *lines[1 - canvas.height :]]
        elif canvas.height > 1:
            lines = folded(self._so_far(texts), max(8, canvas.width))[-canvas.height :]
        else:  # the latest ones are seen
            lines = [self._so_far(texts[::-1])]
        return canvas.lines(0, 0, lines, "notice")

    def _placed(self, piece: object, text: str) -> str:
        """A piece in a table: the mark that it draws on the map, and its area."""
        mode, question = self._mode, self._mode.question
        if question is None or not isinstance(piece, tuple):
            return text
        marks = mode.words.overlay(mode.match, question, (piece,))
        return " ".join(f"{mark:<3} {self._short(area)}" for area, mark in marks.items()) or text

    def _short(self, area: str) -> str:
        return self._mode.words.area_name(area).removeprefix("The ")

    def _figures(self, canvas: Canvas, figures: Sequence[str]) -> None:
        """The figures, from where they are scrolled to."""
        canvas.spot(0, 0, canvas.width, canvas.height, (FIGURES, ""))
        lines = laid(figures, canvas.width)
        self._top = max(0, min(self._top, len(lines) - canvas.height))
        for y, line in enumerate(lines[self._top : self._top + canvas.height]):
            canvas.spans(0, y, line)
        if len(lines) > self._top + canvas.height and canvas.height:
            canvas.put(canvas.width - 1, canvas.height - 1, "v", "dim")

    # ------------------------------------------------------------ other areas
    def laid(self, area: str) -> tuple[Plain, ...]:
        """The piece that an area has got, in an answer that gives every area its piece; else nothing."""
        mode, question = self._mode, self._mode.question
        if question is None or not self.topic.sticky:
            return ()
        pieces = self.ask.building.pieces
        return tuple(piece for piece in pieces if area in mode.words.overlay(mode.match, question, (piece,)))

    def elsewhere(self, area: str) -> Iterator[Plain]:
        """Each piece that can be picked in some area, moved to `area`."""
        for row in self.picking.rows:
            for choice in row.choices if row.area else ():
                yield _moved(choice.piece, row.area, area)


def _moved(piece: Plain, old: str, new: str) -> Plain:
    if isinstance(piece, tuple):
        return tuple(_moved(part, old, new) for part in piece)
    return new if piece == old else piece
