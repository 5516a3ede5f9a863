"""The foot of the screen: the status, and below it what was said or else the keys."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from client.play.cells import cut, fold, pad, width_of
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.pointing import KEY

STATUS, MESSAGE, TALL = 2, 3, 16
"""The most lines of the status and of what is said; from TALL lines on the status may have one more."""
KEYS_FROM, TWO_FROM = 6, 8
"""Lines of a window from which on it shows keys, and a status of more than one line."""
GAP = 2
"""Blanks between two keys."""
WAYS = ("help", "palette")
"""Actions that are named last of all and on every line of keys: by them all others are found."""


class Foot:
    """What stands below a view in a window of `width` x `height`. `message`: what was said, "" for nothing."""

    def __init__(self, status: Sequence[str], message: str, width: int, height: int) -> None:
        most = 1 if height < TWO_FROM else STATUS if height < TALL else STATUS + 1
        self._status = _fitted(status, width, most)
        self._said = fold(message, "  ", max(8, width))[:MESSAGE] if message else []
        self._keys = height >= KEYS_FROM
        self.height = len(self._status) + (max(1, len(self._said)) if self._keys else 0)

    def draw(self, canvas: Canvas, said: bool, actions: Callable[[], Sequence[Action]]) -> None:
        """Draw it on its own lines. `said`: whether what was said still stands; else the keys of `actions` do."""
        style = "you" if any("You: " in line for line in self._status) else "wait"
        for y, line in enumerate(self._status):
            canvas.put(0, y, cut(pad(line, canvas.width), max(1, canvas.width)), style)
        rest = canvas.sub(0, len(self._status), canvas.width, canvas.height - len(self._status))
        if self._keys and said:
            rest.lines(0, 0, self._said, "warn")
        elif self._keys:
            _draw_keys(rest, actions())


def _draw_keys(canvas: Canvas, actions: Sequence[Action]) -> None:
    """Those that mean something now, as many as there is room for."""
    told = [action for action in actions if action.hint and action.key and not action.why_not()]
    ways = _as_many([action for action in told if action.name in WAYS], canvas.width // 2)
    room = canvas.width - sum(_cells(action) + GAP for action in ways)
    x = 0
    for action in [*_as_many([action for action in told if action not in ways], room), *ways]:
        begin, x = x, canvas.put(x, 0, action.key, "hint.key")
        x = canvas.put(x, 0, f" {action.hint}", "hint")
        canvas.spot(begin, 0, x - begin, 1, (KEY, action.keys[0]))
        x = canvas.put(x, 0, " " * GAP, "hint")


def _as_many(actions: Sequence[Action], room: int) -> list[Action]:
    """The first ones, as far as there is room."""
    ends = accumulate(_cells(action) + GAP for action in actions)
    return [action for action, end in zip(actions, ends, strict=True) if end - GAP <= room]


def _cells(action: Action) -> int:
    return width_of(f"{action.key} {action.hint}")


def _fitted(status: Sequence[str], width: int, most: int) -> list[str]:
    """A status that was folded for 80 cells, in at most so many lines of `width`; the last one is cut."""
    whole: list[str] = []
    for line in status:
        if line.startswith(" ") and whole:
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    lines = [part for line in whole for part in fold(line, "  ", max(8, width))]
    return [*lines[: most - 1], " ".join([lines[most - 1], *map(str.strip, lines[most:])])] if lines[most:] else lines
