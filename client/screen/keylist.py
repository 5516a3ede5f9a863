"""All actions with their keys in a list, to give others to them; and the box that takes the key that is pressed."""

from collections.abc import Callable, Mapping, Sequence

from typing_extensions import override

from client.errors import UsageError
from client.play.cells import cut, pad, width_of
from client.play.choosing import plain
from client.screen.canvas import Canvas, Name
from client.screen.foot import Foot
from client.screen.keylist_help import ADD, CLEAR, HELP, USUAL, ListHelp
from client.screen.keys import Action, shown
from client.screen.overlays import FAR, Confirming, folded, hidden, window
from client.screen.pointing import LINES, ROW, Mouse
from client.screen.rebinding import Bindings, Changed, Row, Values
from client.screen.shell import Shell

WIDE = 100
NAME = 19
"""Cells of the longest name."""
KEYED = 20
"""Cells of keys."""
BELOW = 3
"""Rows below the list, for the action under the cursor."""
STATUS = "You: choose an action, or type a part of its words to find it."
HINTS = {"enter": "new key", ADD: "one key more", USUAL: "back to usual", "escape": "back", HELP: "keys"}
FILTERED = {**HINTS, "escape": "all actions"}
"""The same while something is typed, which Esc takes back first."""
PRESS = "Press the new key; Esc leaves all as it is."


class KeyList:
    """An overlay. Letters narrow the list, as in the palette; what is changed is written down and counts at once.

    Args:
        shell: where it is shown.
        changed: gives the keys that the settings change now.
        put: writes changes down, and heeds them; raises UsageError.
    """

    def __init__(self, shell: Shell, changed: Callable[[], Changed], put: Callable[[Values], None]) -> None:
        self.done = False
        self._shell = shell
        self._bindings = Bindings(changed)
        self._put = put
        self._rows = self._bindings.rows()
        self._typed = ""
        self._at = 0
        self._page = 1
        self._said = ""

    @property
    def found(self) -> list[Row]:
        """The actions in which all that was typed stands."""
        words = plain(self._typed).split()
        return [row for row in self._rows if row.matches(words)]

    @property
    def row(self) -> Row | None:
        """The one under the cursor."""
        found = self.found
        return found[max(0, min(self._at, len(found) - 1))] if found else None

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """What was typed, the actions under their screens, and more about the one under the cursor."""
        self.draw_with(canvas, STATUS, FILTERED if self._typed else HINTS)

    def draw_with(self, canvas: Canvas, status: str, hints: Mapping[str, str]) -> None:
        """The same over another status, and over keys with a word for each."""
        canvas.fill("box")
        foot = Foot([status], self._said, canvas.width, canvas.height)
        over = canvas.sub(0, 0, canvas.width, canvas.height - foot.height)
        inside = window(over, min(over.width, WIDE), over.height, "Keys")
        inside.put(1, 0, cut(f"> {self._typed}_", max(1, inside.width - 2)), "strong")
        found = self.found
        self._at = max(0, min(self._at, len(found) - 1))
        below = BELOW + 1 if inside.height > 2 * BELOW + 2 else 0
        first, rest = self._list(inside.sub(0, 1, inside.width, inside.height - 1 - below), found)
        if below and (row := self.row) is not None:
            inside.put(0, inside.height - below, inside.glyphs.horizontal * inside.width, "frame")
            lines = [part for line in _about(row) for part in folded(line, max(8, inside.width - 2))]
            inside.lines(1, inside.height - BELOW, lines[:BELOW])
        hidden(inside, 0, first, inside.height - max(1, below), rest)
        actions = [Action("", hint, (key,), lambda: None, hint=hint) for key, hint in hints.items()]
        last = canvas.sub(0, canvas.height - foot.height, canvas.width, foot.height)
        foot.draw(last, bool(self._said), lambda: actions)

    def _list(self, canvas: Canvas, found: Sequence[Row]) -> tuple[int, int]:
        """Draw the actions; gives how many lines are not seen above, and below."""
        lines = _lines(found)
        if not lines:
            canvas.put(1, 0, "There is no such action.", "dim")
            return 0, 0
        here = next(y for y, (number, _) in enumerate(lines) if number == self._at)
        room = self._page = max(1, canvas.height)
        first = max(0, min(here - room // 2, len(lines) - room))
        for y, (number, text) in enumerate(lines[first : first + room]):
            if number is None:
                canvas.put(1, y, text, "title")
                continue
            chosen = number == self._at
            mark = canvas.glyphs.pointer if chosen else " "
            canvas.put(0, y, cut(f"{mark} {text}", max(1, canvas.width)), "strong" if found[number].moved else "")
            canvas.spot(0, y, canvas.width, 1, (ROW, number))
            if chosen:
                canvas.tint(0, y, canvas.width, "cursor")
        return first, len(lines) - first - room

    # ------------------------------------------------------------ keys
    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """The wheel moves in the list, a click goes to a row, and where it is does what Enter does."""
        if what is not Mouse.CLICK:
            self._at += what.step * LINES
        elif name is not None and name[0] == ROW:
            here, self._at = self._at, int(name[1])
            if here == self._at:
                self.key("enter")
        return True

    def key(self, key: str) -> None:
        """Move, narrow, change."""
        self._said = ""
        steps = {"up": -1, "down": 1, "pageup": -self._page, "pagedown": self._page, "home": -FAR, "end": FAR}
        row = self.row
        if key in steps:
            self._at = max(0, min(self._at + steps[key], len(self.found) - 1))
        elif key == "escape":
            self.done = not self._typed
            self._narrow("")
        elif key == "backspace":
            self._narrow(self._typed[:-1])
        elif key == CLEAR:
            self._narrow("")
        elif key == HELP:
            self._shell.open(ListHelp(self.draw, self.reopen))
        elif key in ("enter", ADD, USUAL):
            if row is not None and key == USUAL:
                self._restore(row)
            elif row is not None:
                self._shell.open(Pressing(self, row, key == ADD))
        elif len(key) == 1 or key == "space":
            self._narrow(self._typed + (" " if key == "space" else key))

    def _narrow(self, typed: str) -> None:
        """Seek other words: the cursor goes to a name that begins so, else it stays where it is if that is left."""
        row, self._typed = self.row, typed
        found, begun = self.found, plain(typed).strip().replace(" ", "_")
        named = [at for at, each in enumerate(found) if begun and each.name.startswith(begun)]
        self._at = next((at for at, each in enumerate(found) if row is not None and _same(each, row)), 0)
        if named and self._at not in named:
            self._at = named[0]

    def reopen(self, said: str = "") -> None:
        """Come back, with a word on what came of it."""
        self._said = said
        self._shell.open(self)

    # ------------------------------------------------------------ changing
    def refused(self, row: Row, key: str, besides: bool) -> str:
        """Why a key cannot be given to an action; "" if it can."""
        if besides and shown(key) in row.keys:
            return f"{row.name} has {shown(key)} already"
        return self._bindings.refused(row.name, key)

    def give(self, row: Row, key: str, besides: bool) -> None:
        """Give an action a key, after a question if another one loses it."""
        wish = self._bindings.wish(row.name, key, besides)

        def sure() -> None:
            self._write(wish.values, row)

        def no() -> None:
            self.reopen("Nothing is changed.")

        if wish.losses:
            owners = self._bindings.owners(row.name, key)
            lead = f"{shown(key)} is the key of {owners}." if owners else "Others lose keys by that."
            lines = [f"{lead} Give it to {row.name}?", "", *(f"{loss}." for loss in wish.losses)]
            self._shell.open(Asking(self, lines, sure, no))
        else:
            sure()

    def _restore(self, row: Row) -> None:
        if not row.changed:
            missing = self._bindings.missing(row.name)
            self._said = f"{', '.join(missing)}: change that one." if missing else f"{row.name} has its usual keys."
            return
        self._write(self._bindings.back(row.name), row)

    def _write(self, values: Values, row: Row) -> None:
        """Write changes down, and tell how the action is bound then."""
        try:
            self._put(values)
        except UsageError as error:
            self._said = f"{error}."
        else:
            self._rows = self._bindings.rows()
            now = next(each for each in self._rows if _same(each, row))
            missing = [] if now.changed else self._bindings.missing(row.name)
            self._said = "; ".join([f"{row.name} has {', '.join(now.keys) or 'no key'} now", *missing]) + "."
            at = next((at for at, each in enumerate(self.found) if _same(each, row)), None)
            if at is None:  # it was found by the key that it has no more
                self._typed = ""
                at = next(at for at, each in enumerate(self.found) if _same(each, row))
            self._at = at
        self._shell.open(self)


class Pressing:
    """An overlay that takes the very next key for an action, over the list of all."""

    def __init__(self, behind: KeyList, row: Row, besides: bool) -> None:
        self.done = False
        self._behind = behind
        self._row = row
        self._besides = besides
        self._refused = ""

    def draw(self, canvas: Canvas) -> None:
        """The list, and over it what to do."""
        row = self._row
        self._behind.draw_with(canvas, f"You: press the new key for {row.name}.", {"escape": "leave all as it is"})
        canvas.forget()
        now = f"Now: {', '.join(row.keys) or 'no key'}."
        more = "The key comes to those that it has." if self._besides else "The key comes in the place of all others."
        lines = [(f"{row.name}: {row.does}", ""), (now, ""), ("", ""), (PRESS, "strong"), (more, "")]
        if self._refused:
            lines += [("", ""), (f"{self._refused[:1].upper()}{self._refused[1:]}.", "warn")]
        width = min(canvas.width, 64)
        parts = [(part, style) for line, style in lines for part in folded(line, width - 4)]
        inside = window(canvas, width, len(parts) + 2, "One key more" if self._besides else "A new key")
        for y, (part, style) in enumerate(parts):
            inside.put(1, y, part, style)

    def key(self, key: str) -> None:
        """Take it, refuse it, or leave all as it was."""
        if key == "escape":
            self._behind.reopen()
            return
        self._refused = self._behind.refused(self._row, key, self._besides)
        if not self._refused:
            self._behind.give(self._row, key, self._besides)


class Asking(Confirming):
    """Whether a key is to be taken away from others, over the list of all."""

    def __init__(self, behind: KeyList, lines: Sequence[str], yes: Callable[[], None], no: Callable[[], None]) -> None:
        super().__init__("Take it away?", lines, yes, no)
        self._behind = behind

    @override
    def draw(self, canvas: Canvas) -> None:
        self._behind.draw_with(canvas, "You: say whether the key is taken away.", {"y": "yes", "n": "no"})
        canvas.forget()
        super().draw(canvas)


def _same(one: Row, other: Row) -> bool:
    return (one.screen, one.name) == (other.screen, other.name)


def _lines(found: Sequence[Row]) -> list[tuple[int | None, str]]:
    """The rows of the list with their numbers, under headings without one."""
    lines: list[tuple[int | None, str]] = []
    screen = ""
    for number, row in enumerate(found):
        if row.screen != screen:
            screen = row.screen
            lines.append((None, f"{screen.capitalize()}:"))
        mark = "*" if row.moved else " "
        keys = ", ".join(row.keys) or "-"
        wide = max(KEYED, width_of(keys))
        lines.append((number, f"{mark} {pad(row.name, NAME)} {pad(keys, wide)} {row.does}"))
    return lines


def _about(row: Row) -> list[str]:
    """What is to be known of one action."""
    usual = ", ".join(row.usual) or "none"
    how = f"* usual: {usual}" if row.moved else "as usual"
    also = f" The same name counts {', '.join(row.also)}." if row.also else ""
    return [f"{row.name}: {row.does}.", f"Keys: {', '.join(row.keys) or 'none'} ({how}).{also}"]
