"""One question put to one person: showing the choices, gathering pieces, sealing or confirming."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from client.play.building import Building
from client.play.cells import WIDTH, fold, pad, table, width_of
from client.play.choosing import Choice
from engine.core.plain import Plain

Caution: TypeAlias = Callable[[Any], str]
"""caution(answer): what an answer costs that is hard to undo; empty if nothing."""

Showing: TypeAlias = Callable[[Building], list[str]]
"""showing(building): the choices in a way of the game's own; empty for the numbered list."""

Gist: TypeAlias = Callable[[Building], str]
"""gist(building): what stands with the pieces so far, in one line; empty if that adds nothing."""

NOTHING = "nothing"
"""What is typed for an answer without a piece."""
COLUMNS_FROM = 10
"""With this many choices without notes they stand side by side."""


class Meaning(Enum):
    """What the lines of `Heard` are, for a screen that shows the answer and its choices by itself."""

    TEXT = "text"
    """Something to be read."""
    STANDS = "stands"
    """How the answer stands."""
    COST = "cost"
    """The answer is complete and must be confirmed: by `seal` if it is secret, else by `yes`."""
    REFUSED = "refused"
    """A rule forbids it."""


@dataclass
class Heard:
    """What a typed line leads to: text to show, perhaps an answer for the table, perhaps the wish to leave.

    `say`: a line for all at the table to hear, if not empty.
    """

    lines: list[str] = field(default_factory=list)
    choice: tuple[int, Any] | None = None
    leave: bool = False
    meaning: Meaning = Meaning.TEXT
    say: str = ""


class Ask:
    """The open question of slot `slot`, put to me. An answer leaves it only by `Heard.choice`, and only once."""

    def __init__(
        self,
        building: Building,
        slot: int,
        prompt: str,
        secret: bool,
        showing: Showing,
        gist: Gist = lambda _: "",
        figures: bool = False,
    ) -> None:
        """`figures`: a preview of the choices has something to show."""
        self.building = building
        self.slot = slot
        self.prompt = prompt
        self.secret = secret
        self._showing = showing
        self._gist = gist
        self._figures = figures
        self._ready: tuple[Any, ...] = ()

    def words(self) -> list[tuple[str, str]]:
        """The words that work now beside the choices, with what they do."""
        words = []
        if self.building.answers:
            words.append(("seal", "commit it") if self.secret else ("done", "the answer is complete"))
        if self._ready and not self.secret:
            words += [("yes", "do it"), ("no", "think again")]
        if self.building.pieces:
            words += [("undo", "take back the last piece"), ("clear", "begin again")]
        return [*words, ("list", "show the choices"), ("preview", "the figures as they would stand")]

    # ------------------------------------------------------------ showing
    def listing(self) -> list[str]:
        """The pieces so far and what may follow, numbered."""
        lines = self.so_far()
        choices = self.building.choices
        own = self._showing(self.building)
        if own:
            lines += own
        elif choices and all(type(choice.piece) is int for choice in choices):
            lines.append(f"  Type a number: {_numbers(choices)}")
        elif len(choices) >= COLUMNS_FROM and not any(choice.label.note for choice in choices):
            lines += _side_by_side([f"{choice.number}) {choice.label.text}" for choice in choices])
        else:
            rows = [(f"  {choice.number:>2})", choice.label.text, choice.label.note) for choice in choices]
            lines += [line for row in table(rows, gap=2) for line in fold(row, " " * 8)]
        return lines + self._way_on()

    def so_far(self) -> list[str]:
        """The pieces chosen up to now, and what stands with them."""
        labels = [label.text for label in self.building.labels]
        if not labels:
            return []
        gist = self._gist(self.building)
        lines = fold(f"  So far: {', '.join(labels)}.", "    ")
        return lines + fold(f"  {gist}", "    ") if gist else lines

    def _way_on(self) -> list[str]:
        if self._ready:
            return [self._confirm()]
        figures = ["  preview CHOICE tells what it would do, preview how things stand."] if self._figures else []
        return [*([] if self.building.pieces else figures), *self._ends()]

    def _ends(self) -> list[str]:
        """How the answer goes on, or may end."""
        if not self.building.answers:
            numbers = all(type(choice.piece) is int for choice in self.building.choices)
            return [] if numbers else ["  Choose one, by its name or its number."]
        if self.building.pieces or not self.building.choices:
            return ["  seal commits this; undo takes back." if self.secret else "  done sends this; undo takes back."]
        return ["  seal chooses nothing." if self.secret else "  done chooses nothing."]

    # ------------------------------------------------------------ hearing
    def command(self, text: str, caution: Caution) -> Heard | None:
        """Take a command that belongs to answering; None if `text` is none."""
        if any(choice.label.text.casefold() == text.casefold() for choice in self.building.choices):
            return None
        if text.lower() == NOTHING and not self.building.pieces and self.building.answers:
            return self._done(caution)
        act = {
            "list": lambda: Heard(self.listing()),
            "undo": self._undo,
            "clear": self._clear,
            "done": lambda: self._done(caution),
            "seal": lambda: self._seal(caution),
            "yes": self._yes,
            "no": self._no,
        }.get(text.lower())
        return act() if act is not None else None

    def pieces(self, text: str, caution: Caution) -> Heard:
        """Add the pieces that `text` names. Raises Unclear or Refused, with nothing changed."""
        replaced = self.building.undo() if self.building.whole else None  # a new choice takes the place of the old
        try:
            self.building.put(text)
        except Exception:
            if replaced is not None:
                self.building.put(replaced.text)
            raise
        return self._added(caution)

    def pick(self, choice: Choice, caution: Caution) -> Heard:
        """Add one of the pieces that may come next. Raises Refused, with nothing changed."""
        self.building.take(choice)
        return self._added(caution)

    def drop(self, piece: Plain) -> Heard:
        """Take back one piece of those chosen. Raises Refused, with nothing changed."""
        self.building.drop(piece)
        self._ready = ()
        return self._stands([])

    def _added(self, caution: Caution) -> Heard:
        """What a further piece leads to: one pick ends an answer, one that was put together is looked at first."""
        self._ready = ()
        ends = self.building.whole and (self.building.single or self.secret)
        return self._done(caution) if ends else self._stands([])

    def _done(self, caution: Caution) -> Heard:
        if not self.building.answers:
            return Heard(["  The answer is not complete.", *self.listing()])
        value = self.building.answers[0]
        cost = caution(value)
        if not self.secret and not cost:
            return Heard(choice=(self.slot, value))
        self._ready = (value,)
        lines = self.so_far() + fold(f"  {cost}", "  ") if cost else self.so_far()
        return Heard([*lines, self._confirm()], meaning=Meaning.COST)

    def _confirm(self) -> str:
        if self.secret:
            return "  Type seal to commit it; then it can't be changed. undo takes back."
        return "  Type yes to do it, no to think again."

    def _seal(self, caution: Caution) -> Heard:
        """Commit; but what it costs is said first, if it was not yet."""
        if not self.secret:
            return Heard(["  This answer is open, there is nothing to seal; done sends it."])
        if not self.building.answers:
            return Heard(["  The answer is not complete.", *self.listing()])
        if not self._ready and caution(self.building.answers[0]):
            return self._done(caution)
        return Heard(["  Sealed."], (self.slot, self.building.answers[0]))

    def _yes(self) -> Heard:
        if not self._ready:
            return Heard(["  There is nothing to confirm."])
        return Heard(["  Sealed."] if self.secret else [], (self.slot, self._ready[0]))

    def _no(self) -> Heard:
        """Think again: the answer stays as it was, but one pick is nothing to go on from, so that is taken back."""
        if not self._ready:
            return Heard(["  There is nothing to confirm."])
        self._ready = ()
        return self._undo() if self.building.single else self._stands([])

    def _undo(self) -> Heard:
        self._ready = ()
        gone = self.building.undo()
        if gone is None:
            return Heard(["  There is nothing to take back; what was revealed or drawn stays."])
        return self._stands([f"  Taken back: {gone.text}."])

    def _clear(self) -> Heard:
        self._ready = ()
        self.building.clear()
        return self._stands([])

    def _stands(self, before: list[str]) -> Heard:
        return Heard([*before, *self.listing()], meaning=Meaning.STANDS)


def _numbers(choices: list[Choice]) -> str:
    numbers = [choice.piece for choice in choices if isinstance(choice.piece, int)]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


def _side_by_side(items: list[str]) -> list[str]:
    widest = max(width_of(item) for item in items) + 2
    columns = max(1, (WIDTH - 2) // widest)
    height = -(-len(items) // columns)
    return [("  " + "".join(pad(item, widest) for item in items[row::height])).rstrip() for row in range(height)]
