"""What lies over a screen for a while: text to read, a question with yes and no."""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from client.play.cells import Continued, cut, fold, width_of
from client.screen.canvas import Canvas, Name
from client.screen.pointing import KEY, LINES, Mouse

CLOSING = ("escape", "enter")
"""Keys that close a box and do nothing else, whatever box it is."""
FIELDS = ("type", "lobby_type", "replay_jump", "rules_search")
"""Actions that open a field: who presses their key is about to type, and must not act by each letter."""
ONWARD = (*FIELDS, "help", "palette")
"""Actions whose keys close a box of text and do at once what they do; any other key that closes it is only that."""
ESC_CLOSES = "Esc closes"
HELPED = (*FIELDS, "palette")
"""The same over the help, whose own key shows it no second time."""
FAR = 10**6
"""A line behind every last one."""
CONTINUED = "    "
"""Stands before the later lines of a paragraph."""


class Overlay(Protocol):
    """Something over the screen. It is drawn last and takes every key until `done`."""

    done: bool

    def draw(self, canvas: Canvas) -> None:
        """Draw over all that is there."""

    def key(self, key: str) -> None:
        """Take a key, whatever it is."""


def window(canvas: Canvas, width: int, height: int, title: str, style: str = "") -> Canvas:
    """A cleared frame in the middle of the screen, in `style` if it must be loud; gives its inside."""
    width, height = min(width, canvas.width), min(height, canvas.height)
    part = canvas.sub((canvas.width - width) // 2, (canvas.height - height) // 2, width, height)
    part.fill("box")
    return part.box(title, style or "frame.focus", style or "title.focus")


def hidden(canvas: Canvas, top: int, above: int, bottom: int, below: int) -> None:
    """Tell on the lines `top` and `bottom`, at their right ends, how many rows of a list are not seen there."""
    for y, text in (
        (top, f" ^ {above} more " if above > 0 else ""),
        (bottom, f" v {below} more " if below > 0 else ""),
    ):
        canvas.put(canvas.width - len(text) - 1, y, text, "dim")


class Reading:
    """Text to be read: scrolled by the arrows, closed by anything else.

    `onward`: the names of the actions that a key which closes it does as well.
    """

    def __init__(
        self,
        title: str,
        lines: Sequence[str],
        foot: str = ESC_CLOSES,
        at_end: bool = False,
        onward: Collection[str] = ONWARD,
    ) -> None:
        self.done = False
        self.onward = onward
        self._title = title
        self._lines = list(lines)
        self._foot = foot
        self._top = FAR if at_end else 0
        self._page = 1
        self.more = False

    def draw(self, canvas: Canvas) -> None:
        """The text in a frame as large as it needs, or as there is room."""
        wide = max((width_of(line) for line in (*self._lines, self._title, self._foot)), default=0)
        width = min(canvas.width, max(24, min(wide, 100) + 4))
        lines = [part for line in self._lines for part in folded(line, width - 4)]
        inside = window(canvas, width, min(canvas.height, len(lines) + 4), self._title)
        self._page = max(1, inside.height - 2)
        self._top = max(0, min(self._top, len(lines) - self._page))
        for y, line in enumerate(lines[self._top : self._top + self._page]):
            inside.put(1, y, line)
        self.more = len(lines) > self._page
        more = f" ({self._top + 1}-{min(len(lines), self._top + self._page)} of {len(lines)}), arrows scroll"
        foot = self._foot + (more if self.more else "")
        inside.put(1, inside.height - 1, cut(foot, max(1, inside.width - 2)), "dim")
        inside.spot(0, inside.height - 1, inside.width, 1, (KEY, "escape"))

    def put(self, lines: Sequence[str]) -> None:
        """Another text in its place."""
        self._lines = list(lines)

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """The wheel scrolls."""
        self._top = max(0, self._top + what.step * LINES)
        return what is not Mouse.CLICK

    def key(self, key: str) -> None:
        """Scroll, or close."""
        page = self._page
        step = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page, "space": page}
        if key in step:
            self._top = max(0, self._top + step[key])
        elif key == "home":
            self._top = 0
        elif key == "end":
            self._top = FAR
        else:
            self.done = True


class Confirming:
    """A question that must be answered by y or n; Esc is no."""

    def __init__(
        self, title: str, lines: Sequence[str], yes: Callable[[], None], no: Callable[[], None], style: str = ""
    ) -> None:
        self.done = False
        self._title = title
        self._style = style
        self._lines = unfolded(lines)
        self._yes = yes
        self._no = no

    def draw(self, canvas: Canvas) -> None:
        """The question in a frame."""
        width = min(canvas.width, 72)
        lines = [part for line in self._lines for part in folded(line, width - 4)]
        inside = window(canvas, width, len(lines) + 4, self._title, self._style)
        inside.lines(1, 0, lines[: max(0, inside.height - 2)])
        inside.put(1, inside.height - 1, "y yes   n no", "hint.key")
        inside.spot(1, inside.height - 1, 5, 1, (KEY, "y"))
        inside.spot(9, inside.height - 1, 4, 1, (KEY, "n"))

    def key(self, key: str) -> None:
        """y, n, Esc; others do nothing."""
        if key in ("y", "Y"):
            self.done = True
            self._yes()
        elif key in ("n", "N", "escape", "q"):
            self.done = True
            self._no()


def folded(line: str, width: int) -> list[str]:
    """A line in parts of at most `width` cells, the later ones as far to the right as it began."""
    body = line.lstrip()
    indent = line[: len(line) - len(body)][: max(0, width - 8)]
    return [indent + part for part in fold(body, "", max(8, width - len(indent)))] if body else [""]


def unfolded(lines: Sequence[str]) -> list[str]:
    """Paragraphs that were folded by `client.play.cells.fold`, each in one line again; others stay as they are."""
    found: list[str] = []
    for line in lines:
        if found and isinstance(line, Continued):
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return found
