"""What is seen before there is anything to see: what the program says while it looks for the table."""

from collections.abc import Callable

from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import folded, window
from client.screen.terminal import ScreenTerminal
from client.words.general import since

BEGINS = "The game begins"
"""The heading from the moment when all are ready to the first question: lobby and table show the same box."""
WIDE = 76
LATEST = 14
"""Lines that are shown at most; older ones are of no use any more."""


def progress(canvas: Canvas, title: str, said: list[str]) -> None:
    """A box with the latest lines of what is going on, the last one strong."""
    width = min(canvas.width, WIDE)
    said = list(dict.fromkeys(said))  # one way after another may fail for the same reason
    lines = [part for line in said if line.strip() for part in folded(line, width - 6)][-LATEST:]
    inside = window(canvas, width, len(lines) + 4, title)
    for y, line in enumerate(lines[-max(0, inside.height - 2) :] if inside.height > 2 else lines[-inside.height :]):
        inside.put(2, y + (1 if inside.height > 2 else 0), line, "strong" if y == len(lines) - 1 else "")


def answering(terminal: ScreenTerminal) -> Action:
    """Back to a question that was laid aside."""

    def run() -> None:
        if terminal.asked is not None:
            terminal.asked()

    def why_not() -> str:
        return "" if terminal.asked is not None else "nothing is asked"

    return Action("answer", "answer the question that is open", ("enter",), run, why_not, hint="answer")


class Opening:
    """The notices of a terminal, the latest at the bottom.

    Args:
        what: the heading, and in the bottom line what is waited for.
        clock: seconds, for how long that has taken.
    """

    def __init__(self, what: str, clock: Callable[[], float]) -> None:
        self.title = "Kingsmoot"
        self.terminal: ScreenTerminal | None = None
        self._what = what
        self._clock = clock
        self._began = clock()

    def draw(self, canvas: Canvas) -> None:
        """All that was said, as far as there is room."""
        progress(canvas, self._what, self.terminal.notices if self.terminal is not None else [])

    def status(self) -> list[str]:
        """Nothing is asked yet, or all that counts is asked."""
        if self.terminal is not None and self.terminal.asked is not None:
            return ["You: answer the question (Enter)."]
        return [f"Waiting for: the table (since {since(self._clock() - self._began)}). Esc gives up."]

    def actions(self) -> list[Action]:
        """Nothing but a question that may be open."""
        return [answering(self.terminal)] if self.terminal is not None and self.terminal.asked is not None else []

    def key(self, key: str) -> bool:
        """No key means anything here."""
        return False

    def leave(self) -> None:
        """Give up waiting."""
        if self.terminal is not None:
            self.terminal.submit("quit")
