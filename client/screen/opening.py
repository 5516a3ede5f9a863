"""What is seen before there is anything to see: what the program says while it looks for the table."""

from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import folded
from client.screen.terminal import ScreenTerminal


class Opening:
    """The notices of a terminal, the latest at the bottom."""

    title = "Kingsmoot"

    def __init__(self) -> None:
        self.terminal: ScreenTerminal | None = None

    def draw(self, canvas: Canvas) -> None:
        """All that was said, as far as there is room."""
        inside = canvas.box(self.title)
        said = self.terminal.notices if self.terminal is not None else []
        lines = [part for line in said for part in folded(line, max(8, inside.width - 2))]
        for y, line in enumerate(lines[-inside.height :] if inside.height else []):
            inside.put(1, y, line)

    def status(self) -> list[str]:
        """Nothing is asked yet."""
        return ["Waiting for: the table"]

    def actions(self) -> list[Action]:
        """Nothing but what every screen has."""
        return []

    def key(self, key: str) -> bool:
        """No key means anything here."""
        return False

    def leave(self) -> None:
        """Give up waiting."""
        if self.terminal is not None:
            self.terminal.submit("quit")
