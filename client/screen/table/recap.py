"""What happened since this person's last answer, in a box before the next question, or the end, is looked at."""

from collections.abc import Sequence
from itertools import takewhile

from typing_extensions import override

from client.play.chronicle import MINE
from client.play.line import LineMode, Told
from client.screen.canvas import Canvas
from client.screen.overlays import CLOSING, Reading
from client.screen.shell import Shell
from client.words.agot import AgotWords
from client.words.agot_events import DECISIVE, MINOR
from client.words.withheld import WITHHELD

TITLE = "Since your last answer"
FOOT = "Enter goes on, F3 tells all of it"
ANSWERS = ("done", "seal")
"""Actions whose keys close the box and do nothing else, as digits do: nobody answers what he has not seen."""
HURRIES = ("hurry",)
"""Its keys only scroll: who hurries the bots hits one more often than they wait, and would have read nothing."""
INSET = "  "
LONGEST = 60
"""Lines of it at most: who was not asked for rounds reads the latest, and the log has the rest."""
EARLIER = "(what came before stands in the log: F3)"


def since(mode: LineMode) -> Sequence[Told]:
    """What was told since the last answer, oldest first; nothing before there was one."""
    found = list(takewhile(lambda told: told.kind != MINE, reversed(mode.story)))
    return found[::-1] if len(found) < len(mode.story) else []


def recap(mode: LineMode) -> list[str]:
    """Its lines, by phases; none if nothing happened that one's own answer does not tell as well."""
    minor, decisive = (MINOR, DECISIVE) if isinstance(mode.words, AgotWords) else ((), ())
    told = [each for each in since(mode) if each.kind == "stage" or (each.kind == "event" and each.name not in minor)]
    first = min((each.slot for each in since(mode)), default=0)
    if not any(each.kind == "event" and (each.slot > first or each.name in (*decisive, WITHHELD)) for each in told):
        return []
    lines: list[str] = []
    head = ""
    for each in told:
        if each.kind == "stage":
            head = each.text
            continue
        lines += [head] if head else []
        lines += [INSET + line for line in each.text.splitlines()]
        head = ""
    return [EARLIER, *lines[-LONGEST:]] if len(lines) > LONGEST else lines


class RecapBox(Reading):
    """It leaves the status below in sight. A key that is no answer is not lost: it does at once what it would do."""

    def __init__(self, shell: Shell, lines: Sequence[str]) -> None:
        super().__init__(TITLE, lines, FOOT)
        self._shell = shell

    @override
    def draw(self, canvas: Canvas) -> None:
        """Above the status."""
        super().draw(canvas.sub(0, 0, canvas.width, canvas.height - self._shell.foot))

    @override
    def key(self, key: str) -> None:
        """Scroll if there is more, else close and go on."""
        if self._means(key, HURRIES):
            super().key("space")
            return
        super().key(key)
        self.done = self.done or not self.more
        if self.done and key not in CLOSING and not key.isdecimal() and not self._means(key, ANSWERS):
            self._shell.act(key)

    def _means(self, key: str, names: Sequence[str]) -> bool:
        return any(key in action.keys for action in self._shell.everything() if action.name in names)


class LookingBack:
    """Opens the box as soon as one is due and nothing lies over the table."""

    def __init__(self, shell: Shell, mode: LineMode) -> None:
        self._shell = shell
        self._mode = mode
        self._lines: list[str] = []
        self._at: object = None

    def due(self, at: object, reads: bool) -> None:
        """Something is come to at which one looks back, once: a question, or the end; None if there is none such.

        `reads`: the log is being read anyway, so that no box is wanted.
        """
        if at is not self._at:
            self._at = at
            self._lines = recap(self._mode) if at is not None and self._shell.recaps and not reads else []

    def follow(self) -> bool:
        """Open what is due; whether it is still to be read."""
        shell = self._shell
        if self._lines and shell.overlay is None and shell.typing is None:
            shell.open(RecapBox(shell, self._lines))
            self._lines = []
        return bool(self._lines) or isinstance(shell.overlay, RecapBox)
