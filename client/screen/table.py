"""The table on the full screen."""

from client.play.line import LineMode
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import folded
from client.screen.shell import Typing
from client.screen.terminal import ScreenTerminal


class TableView:
    """Map, question, tracks, log and talk of a running game."""

    title = "Kingsmoot"

    def __init__(self, terminal: ScreenTerminal, mode: LineMode) -> None:
        self._terminal = terminal
        self._mode = mode

    def draw(self, canvas: Canvas) -> None:
        """The board in lines, and the question."""
        inside = canvas.box(self.title)
        lines = self._mode.words.board(self._mode.match, self._mode.table.seat)
        if self._mode.ask is not None:
            lines = [*lines, "", *self._mode.ask.listing()]
        lines += [told.text for told in list(self._mode.story)[-5:]]
        lines = [part for line in lines for part in folded(line, max(8, inside.width - 2))]
        for y, line in enumerate(lines[-inside.height :] if inside.height else []):
            inside.put(1, y, line)

    def status(self) -> list[str]:
        """What is to be done, or who is waited for."""
        return self._mode.status()

    def actions(self) -> list[Action]:
        """What can be done at the table."""
        return [Action("type", "type an answer or a command", (":",), self._type, hint="type")]

    def _type(self) -> None:
        self._terminal.shell.type(Typing("answer", self._terminal.submit, self._mode.completions))

    def key(self, key: str) -> bool:
        """A digit is the number of a choice."""
        if key.isdecimal() and self._mode.ask is not None:
            self._terminal.submit(key)
            return True
        return False

    def leave(self) -> None:
        """Leave the table."""
        self._terminal.submit("quit")
