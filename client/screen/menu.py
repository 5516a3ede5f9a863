"""A list to choose from: the start screen, tables, saved games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from typing_extensions import override

from client.play.cells import cut, pad, width_of
from client.screen.canvas import Canvas, Name
from client.screen.keys import Action
from client.screen.overlays import FAR, Reading, folded, hidden, window
from client.screen.pointing import ROW, Mouse
from client.screen.shell import Shell

WIDE = 92
"""Columns that a list takes at most: longer lines are hard to follow."""
LABEL = 34
"""Columns of the longest label that is shown in full."""
FRAMED = 3
"""Lines from which on there is a frame around the list."""
MARKED = 3
"""Rows in sight from which on it is told how many more there are: that takes room from a row."""
DIGITS = 9
BACK = "Esc goes back."
PROGRAM = "Kingsmoot"


@dataclass(frozen=True)
class Item:
    """Something to choose.

    `note` stands beside the label, `more` below the list while the item is under the cursor; `why_not`: why it cannot
    be chosen, "" if it can.
    """

    label: str
    note: str
    run: Callable[[], None]
    why_not: str = ""
    more: tuple[str, ...] = ()


def moving(move: Callable[[int], None], choose: Callable[[], None], verb: str, page: int = 10) -> list[Action]:
    """The actions of everything that has a cursor."""
    return [
        Action("list_up", "the one above", ("up", "k"), lambda: move(-1)),
        Action("list_down", "the one below", ("down", "j"), lambda: move(1)),
        Action("list_page_up", "a page up", ("pageup",), lambda: move(-page)),
        Action("list_page_down", "a page down", ("pagedown",), lambda: move(page)),
        Action("list_first", "the first one", ("home",), lambda: move(-FAR)),
        Action("list_last", "the last one", ("end",), lambda: move(FAR)),
        Action("list_choose", verb, ("enter", "space"), choose, hint=verb.split()[0]),
    ]


class Menu:
    """A list with a cursor.

    Args:
        shell: where it is shown.
        title: of the frame and of the window.
        items: gives the items as they are now; they may change while the list is shown.
        back: what Esc does.
        head: lines above the list.
        ask: what the bottom line says behind `You: `.
        extra: actions besides choosing, before it.
        last: those after it.
    """

    def __init__(
        self,
        shell: Shell,
        title: str,
        items: Callable[[], Sequence[Item]],
        back: Callable[[], None],
        head: Callable[[], Sequence[str]] = lambda: (),
        ask: str = f"choose with the arrows and Enter. {BACK}",
        extra: Callable[[], list[Action]] = list,
        last: Sequence[Action] = (),
    ) -> None:
        self.title = f"{PROGRAM}: {title}" if title != PROGRAM else PROGRAM
        self._shell = shell
        self._name = title
        self._items = items
        self._back = back
        self._head = head
        self._ask = ask
        self._extra = extra
        self._last = last
        self._at = 0
        self._room = 1

    @property
    def at(self) -> int:
        """The number of the item under the cursor, from 0."""
        return max(0, min(self._at, len(self._items()) - 1))

    def move_to(self, number: int) -> None:
        """Put the cursor on an item, counted from 0."""
        self._at = number

    def draw(self, canvas: Canvas) -> None:
        """The list in a frame in the middle of the screen."""
        width = min(canvas.width, WIDE)
        items = self._items()
        head = [part for line in self._head() for part in folded(line, width - 4)]
        more = [part for line in (items[self.at].more if items else ()) for part in folded(line, width - 4)]
        longest = max((sum(len(folded(line, width - 4)) for line in item.more) for item in items), default=0)
        below = longest + 1 if longest else 0
        framed = canvas.height >= FRAMED
        inside = window(canvas, width, len(head) + len(items) + below + 4, self._name) if framed else canvas
        head = head if inside.height > len(head) + 1 else []  # what is chosen from goes before what is said about it
        y = inside.lines(1, 0, head, "dim") + (1 if head else 0)
        self._room = max(1, inside.height - y - below)
        first = max(0, min(self.at - self._room // 2, len(items) - self._room))
        labels = min(LABEL, max((width_of(item.label) for item in items), default=0))
        for row, item in enumerate(items[first : first + self._room]):
            self._row(inside, y + row, first + row, item, labels)
        foot = inside.height - longest
        if longest and foot > y:
            inside.put(0, foot - 1, inside.glyphs.horizontal * inside.width, "frame")
            inside.lines(1, foot, more[: inside.height - foot])
        last = inside.height - max(1, below if foot > y else 0)
        if self._room >= MARKED:
            hidden(inside, max(0, y - 1), first, last, len(items) - first - self._room)

    def _row(self, inside: Canvas, y: int, number: int, item: Item, labels: int) -> None:
        here = number == self.at
        mark = inside.glyphs.pointer if here else " "
        digit = str(number + 1) if number < DIGITS else " "
        style = "dim" if item.why_not else "strong" if here else ""
        inside.put(0, y, f"{mark} {digit}  {pad(item.label, labels)}", style)
        inside.spot(0, y, inside.width, 1, (ROW, number))
        note = item.why_not or item.note
        inside.put(labels + 7, y, cut(note, max(1, inside.width - labels - 8)), "dim" if not here else "")
        if here:
            inside.tint(0, y, inside.width, "cursor")

    def status(self) -> list[str]:
        """What to do."""
        return [f"You: {self._ask}"]

    def actions(self) -> list[Action]:
        """Moving and choosing, and what this list has besides."""
        return [*self._extra(), *moving(self._move, self._choose, "choose it", self._room), *self._last]

    def offered(self) -> list[Action]:
        """What there is to choose, for the palette."""
        return [
            Action("", item.label, (str(number),) if number <= DIGITS else (), item.run, _reason(item))
            for number, item in enumerate(self._items(), 1)
        ]

    def _move(self, by: int) -> None:
        self._at = max(0, min(self.at + by, len(self._items()) - 1))

    def _choose(self) -> None:
        items = self._items()
        if not items:
            return
        item = items[self.at]
        if item.why_not:
            self._shell.say(f"{item.label}: {item.why_not}")
        else:
            item.run()

    def key(self, key: str) -> bool:
        """A digit chooses."""
        if key.isdecimal() and 1 <= int(key) <= min(DIGITS, len(self._items())):
            self._at = int(key) - 1
            self._choose()
            return True
        return False

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click chooses."""
        if what is not Mouse.CLICK or name is None or name[0] != ROW:
            return False
        self._at = int(name[1])
        self._choose()
        return True

    def leave(self) -> None:
        """Go back."""
        self._back()


class Before(Reading):
    """A box before a list, which no digit closes.

    Who means to choose by it would press Enter next, and have chosen whatever is under the cursor instead.
    """

    @override
    def key(self, key: str) -> None:
        if not key.isdecimal():
            super().key(key)


def _reason(item: Item) -> Callable[[], str]:
    return lambda: item.why_not
