"""The palette: whatever can be done on a screen, found by any word that somebody may have for it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from typing_extensions import override

from client.play.cells import cut, pad, width_of
from client.play.choosing import plain
from client.screen.actions import also
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action, Move, in_short
from client.screen.overlays import FAR, hidden, window
from client.screen.pointing import ROW, Mouse

WIDE = 64
KEYS = 16
"""Columns of the keys."""
MORE = 10
"""Cells at the end of the foot, where it is told how many there are below."""
FOOT = "type to find, Enter does it, Esc closes"
NOTHING = "Nothing found; Esc closes."
WORD = re.compile(r"\w+")
WHOLE, OWN, OTHER, INSIDE = range(4)
"""How well a typed word fits: it is the name, a word for the foot, or another word for it as a whole; it begins one of
its own words, or another word for it; it stands inside one."""

Meant = Callable[[str], Sequence[Action]]
"""meant(typed): what can be done besides by a line that begins so."""


@dataclass(frozen=True)
class Motions(Action):
    """Motions that the help tells in one line. `name`: those of all of them, apart by blanks."""

    @property
    @override
    def key(self) -> str:
        """All keys, in short."""
        return in_short(self.keys)


def gathered(actions: Sequence[Action], tell: Callable[[str], None]) -> list[Action]:
    """The actions, and behind them the motions, those alike in one: to choose it tells their keys."""
    moves: dict[str, list[Move]] = {}
    for action in actions:
        if isinstance(action, Move):
            moves.setdefault(action.together, []).append(action)
    return [*(action for action in actions if not isinstance(action, Move)), *_motions(moves, tell)]


def _motions(moves: dict[str, list[Move]], tell: Callable[[str], None]) -> list[Motions]:
    found = []
    for does, alike in moves.items():
        keys = tuple(key for each in alike for key in each.keys)
        told = partial(tell, f"{in_short(keys)}: {does}.")
        found.append(Motions(" ".join(each.name for each in alike), does, keys, told))
    return found


class Palette:
    """A list that is narrowed by typing. `actions`: with their keys; `meant`: see `Meant`."""

    def __init__(self, actions: Sequence[Action], meant: Meant = lambda _: ()) -> None:
        self.done = False
        self._actions = actions
        self._words = [_words(action) for action in actions]
        self._meant = meant
        self._typed = ""
        self._at = 0
        self._page = 1

    @property
    def found(self) -> list[Action]:
        """The actions that what was typed leaves: the best first, of those that fit alike what can be done now."""
        typed = WORD.findall(plain(self._typed))
        ranked = [(_rank(typed, words), action) for action, words in zip(self._actions, self._words, strict=True)]
        found = [(rank, bool(action.why_not()), action) for rank, action in ranked if rank is not None]
        return [*(action for _, _, action in sorted(found, key=lambda each: each[:2])), *self._meant(self._typed)]

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """What was typed, and below it the actions with their keys."""
        found = self.found
        inside = window(canvas, min(canvas.width, WIDE), min(canvas.height, len(self._actions) + 4), "What to do")
        inside.put(1, 0, cut(f"> {self._typed}_", max(1, inside.width - 2)), "strong")
        room = self._page = max(1, inside.height - 2)
        self._at = max(0, min(self._at, len(found) - 1))
        first = max(0, self._at - room + 1)
        for y, action in enumerate(found[first : first + room], 1):
            self._row(inside, y, first + y - 1, action)
        if not found:
            inside.put(1, 1, NOTHING, "dim")
        reason = found[self._at].why_not() if found else ""
        inside.put(1, inside.height - 1, _told(reason, inside.width - 2 - MORE) if reason else FOOT, "dim")
        hidden(inside, 0, first, inside.height - 1, len(found) - first - room)

    def _row(self, inside: Canvas, y: int, number: int, action: Action) -> None:
        reason = action.why_not()
        room = max(1, inside.width - KEYS)
        whys = (f" ({reason})", " (not now)", " (no)") if reason else ("",)
        text = next((action.label + why for why in whys if width_of(action.label + why) <= room), action.label)
        row = f"{pad(text, room)} {action.key}"
        inside.spot(0, y, inside.width, 1, (ROW, number))
        style = "cursor" if number == self._at else "dim" if reason else ""
        inside.put(1, y, pad(row, max(1, inside.width - 2)), style)

    # ------------------------------------------------------------ keys
    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """The wheel moves in the list, a click does what it is on."""
        if what is not Mouse.CLICK:
            self._at += what.step
        elif name is not None and name[0] == ROW:
            self._at = int(name[1])
            self.key("enter")
        return True

    def key(self, key: str) -> None:
        """Letters narrow the list, arrows and pages move in it, Enter does what is chosen."""
        page = self._page
        steps = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -FAR, "end": FAR}
        if key == "escape":
            self.done = True
        elif key in steps:
            self._at = max(0, min(self._at + steps[key], len(self.found) - 1))
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif key == "enter":
            self._choose()
        elif len(key) == 1 or key == "space":
            self._typed += " " if key == "space" else key
            self._at = 0

    def _choose(self) -> None:
        """Do what is under the cursor. Where nothing is found the box stays: what was typed is to be mended."""
        found = self.found
        if found:
            self.done = True
            action = found[self._at]
            if not action.why_not():
                action.run()


def _told(reason: str, room: int) -> str:
    """Why the action under the cursor cannot be done: all of it, else its first part."""
    whole = f"not now: {reason}"
    return cut(whole if width_of(whole) <= room else whole.partition(";")[0], max(1, room))


@dataclass(frozen=True)
class _Words:
    """`whole`: those by which an action is called; `own`: of its name and label; `other`: for the same thing."""

    whole: frozenset[str]
    own: tuple[str, ...]
    other: tuple[str, ...]


def _words(action: Action) -> _Words:
    names = action.name.split()
    other = tuple(plain(text) for name in names for text in also(name))
    own = WORD.findall(plain(" ".join((action.label, action.hint, action.name.replace("_", " ")))))
    return _Words(frozenset((*names, plain(action.hint), *other)), tuple(own), tuple(WORD.findall(" ".join(other))))


def _rank(typed: Sequence[str], words: _Words) -> int | None:
    """How well all typed words fit, by the worst of them; None if one does not fit at all."""
    if " ".join(typed) in words.whole:
        return WHOLE
    ranks = [_fit(word, words) for word in typed]
    return None if None in ranks else max((rank for rank in ranks if rank is not None), default=WHOLE)


def _fit(typed: str, words: _Words) -> int | None:
    if typed in words.whole:
        return WHOLE
    if any(word.startswith(typed) for word in words.own):
        return OWN
    if any(word.startswith(typed) for word in words.other):
        return OTHER
    return INSIDE if any(typed in word for word in (*words.own, *words.other)) else None
