"""What happened since this person's last answer, in a box before the next question, or the end, is looked at."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from typing_extensions import override

from client.play.cells import fold, width_of
from client.play.chronicle import HAPPENED, MINE
from client.play.line import LineMode, Told
from client.screen.canvas import Canvas
from client.screen.overlays import CLOSING, Reading
from client.screen.shell import Shell
from client.words.general import Account
from client.words.withheld import WITHHELD

TITLE = "Since your last answer"
FEET = ("Enter goes on, F3 tells all of it; > is yours", "Enter goes on, F3: all; > is yours", "Enter goes on", "Enter")
"""What the box says below, from the longest."""
SCROLLS = len(" (99-99 of 99), arrows scroll")
"""Cells behind that in a box that does not show all of it."""
ANSWERS = ("done", "seal")
"""Actions whose keys close the box and do nothing else, as digits do: nobody answers what he has not seen."""
HURRIES = ("hurry",)
"""Its keys only scroll: who hurries the bots hits one more often than they wait, and would have read nothing."""
INSET, OWN = "  ", "> "
"""Before a sentence, and before one on oneself, as the table of houses marks one's own."""
LONGEST = 60
"""Lines of it at most: who was not asked for rounds reads the latest, and the log has the rest."""
WIDEST, FRAME = 104, 4
"""Cells of the largest box, and those of them that are its frame."""
EARLIER = "(what came before stands in the log: F3)"


def since(mode: LineMode) -> Sequence[Told]:
    """What was told since the last answer, oldest first; nothing before there was one."""
    found = list(takewhile(lambda told: told.kind != MINE, reversed(mode.story)))
    return found[::-1] if len(found) < len(mode.story) else []


def recap(mode: LineMode) -> list[str]:
    """Its paragraphs, by phases; none if all that happened is told by one's own answer, or has changed nothing."""
    words = mode.words
    told = [each for each in since(mode) if each.kind in ("stage", *HAPPENED)]
    first = min((each.slot for each in since(mode)), default=0)
    events = [each for each in told if each.kind in HAPPENED and each.name not in words.minor]
    if not any(each.slot > first or each.name in (*words.decisive, WITHHELD) for each in events):
        return []
    now: Sequence[str] = ()
    lines = list(_by_stages(told))
    if mode.before is not None:
        now = words.changes(mode.before, mode.match, mode.table.seat)
        happened = [(each.name, each.data, each.text) for each in told if each.kind in HAPPENED]
        account = words.account(mode.before, mode.table.seat, happened)
        lines = list(_in_short(account)) if account is not None else lines
    if not lines:
        return []  # what happened has changed nothing, as a raid that raids nothing
    return [*now, EARLIER, *lines[-LONGEST:]] if len(lines) > LONGEST else [*now, *lines]


def _by_stages(told: Sequence[Told]) -> Iterator[str]:
    """All sentences below the phase that they led to."""
    head = ""
    for each in told:
        if each.kind == "stage":
            head = each.text
            continue
        yield from [head] if head else []
        yield from (INSET + line for line in each.text.splitlines())
        head = ""


def _in_short(account: Account) -> Iterator[str]:
    """An account in which one's own affairs are marked."""
    for head, sentences in account:
        yield head
        yield from ((OWN if own else INSET) + text for text, own in sentences)


class RecapBox(Reading):
    """It leaves the status below in sight. A key that is no answer is not lost: it does at once what it would do."""

    def __init__(self, shell: Shell, lines: Sequence[str]) -> None:
        super().__init__(TITLE, lines, FEET[0])
        self._shell = shell
        self._paragraphs = lines

    @override
    def draw(self, canvas: Canvas) -> None:
        """Above the status; what a sentence goes on with stands to the right of it."""
        width = max(8, min(canvas.width, WIDEST) - FRAME)
        parts = [part for line in self._paragraphs for part in fold(line, "    ", width)]
        height = canvas.height - self._shell.foot
        widest = max(map(width_of, (TITLE, *parts)))
        room = widest - SCROLLS if len(parts) + FRAME > height else width
        self._foot = next((foot for foot in FEET if width_of(foot) <= room), FEET[-1])
        self.put(parts)
        super().draw(canvas.sub(0, 0, canvas.width, height))

    @override
    def key(self, key: str) -> None:
        """Scroll if there is more, else close and go on."""
        if self._means(key, HURRIES):
            super().key("space")
            return
        super().key(key)
        self.done = self.done or not self.more
        if self.done and key not in CLOSING and not key.isdecimal() and not self._means(key, ANSWERS):
            self._shell.pass_on(key)

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
