"""The lobby on the full screen."""

from client.lobby.desk import Desk
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import folded
from client.screen.shell import Typing
from client.screen.terminal import ScreenTerminal


class LobbyView:
    """Seats, settings, keys and talk of a lobby."""

    title = "Kingsmoot: lobby"

    def __init__(self, terminal: ScreenTerminal, desk: Desk) -> None:
        self._terminal = terminal
        self._desk = desk

    def draw(self, canvas: Canvas) -> None:
        """All that was said, as far as there is room."""
        inside = canvas.box(self.title)
        lines = [part for line in self._terminal.notices for part in folded(line, max(8, inside.width - 2))]
        for y, line in enumerate(lines[-inside.height :] if inside.height else []):
            inside.put(1, y, line)

    def status(self) -> list[str]:
        """What is waited for."""
        return self._desk.status()

    def actions(self) -> list[Action]:
        """What can be done in a lobby."""
        return [Action("type", "type a command", (":",), self._type, hint="type")]

    def _type(self) -> None:
        self._terminal.shell.type(Typing("lobby", self._terminal.submit, self._desk.completions))

    def key(self, key: str) -> bool:
        """No other key means anything here."""
        return False

    def leave(self) -> None:
        """Leave the lobby."""
        self._terminal.submit("quit")
