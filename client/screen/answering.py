"""A question in a box that is answered by a typed line."""

from collections.abc import Callable, Sequence

from client.screen.canvas import Canvas
from client.screen.overlays import folded, window
from client.screen.shell import Shell
from client.screen.views import Typing


class Answering:
    """An overlay that stays until a line is typed. Esc drops the line, then the box; Enter begins the line again."""

    def __init__(self, shell: Shell, title: str, lines: Sequence[str], submit: Callable[[str], None]) -> None:
        self.done = False
        self._shell = shell
        self._title = title
        self._lines = list(lines)
        self._submit = submit
        self._type()

    def draw(self, canvas: Canvas) -> None:
        """The question in a frame; the line is typed at the foot of the screen."""
        width = min(canvas.width, 76)
        lines = [part for line in self._lines for part in folded(line, width - 4)]
        inside = window(canvas, width, len(lines) + 4, self._title)
        inside.lines(1, 0, lines[: max(0, inside.height - 2)])
        hint = "type it below, Enter sends it" if self._shell.typing is not None else "Enter types, Esc looks behind"
        inside.put(1, inside.height - 1, hint, "hint.key")

    def key(self, key: str) -> None:
        """Enter types; Esc lays the question aside."""
        if key == "enter":
            self._type()
        elif key == "escape":
            self.done = True

    def _type(self) -> None:
        self._shell.type(Typing("answer", self._answered, lambda _: (), "answers"))

    def _answered(self, text: str) -> None:
        if self._shell.overlay is self:
            self._shell.overlay = None
        self._submit(text)
