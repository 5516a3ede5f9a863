"""Panes of text beside the map: log, talk, hands and tracks, fairness, the area under the cursor."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import takewhile, zip_longest

from client.play.cells import cut, fold, pad, width_of
from client.play.chronicle import MINE
from client.play.line import LineMode, Told
from client.screen.canvas import Canvas, Span
from client.screen.overlays import folded

Lines = Callable[[int], Sequence[Span]]
"""lines(width): all lines, each in one style and not wider than that."""

FAR = 10**6
SIGN_CELLS = 3
"""Of most signs; where room is scarce a longer one is followed by its meaning all the same."""
LEAST_MEANING = 12
"""Cells of a line that a meaning goes on with, at least."""
PANE = "pane"
"""A spot that is one of them, for a mouse."""


class Pane:
    """Lines that can be scrolled.

    Attributes:
        name: how it is called, in its frame and in the line of panes.
        style: of its title and frame; "" for the usual one.
    """

    def __init__(self, name: str, lines: Lines, follows: bool = False, style: str = "") -> None:
        """`follows`: the last line stays in sight until somebody scrolls up."""
        self.name = name
        self.style = style
        self._lines = lines
        self._follows = follows
        self._top = FAR if follows else 0
        self._page = 1
        self._shown = 0

    def draw(self, canvas: Canvas, frame: Canvas | None = None) -> None:
        """The lines from where it is scrolled to. `frame`: has a line below them to say how many more there are."""
        canvas.spot(0, 0, canvas.width, canvas.height, (PANE, self.name))
        lines = self._lines(max(8, canvas.width - 1))  # the last column shows that there is more
        self._page = max(1, canvas.height)
        last = max(0, len(lines) - canvas.height)
        top = min(self._top, last)
        if self._top < FAR:
            self._top = FAR if self._follows and top == last else top
        for y, line in enumerate(lines[top : top + canvas.height]):
            canvas.put(0, y, cut(line.text, max(1, canvas.width)), line.style)
        if top and canvas.height:
            canvas.put(canvas.width - 1, 0, "^", "dim")
        if top < last and frame is not None:
            more = f" v {last - top} more of {self.name} "  # the line may be shared with the pane below
            frame.put(frame.width - width_of(more) - 1, frame.height - 1, more, "hint")
        elif top < last and canvas.height:
            self._below(canvas, lines, top + canvas.height)
        self._shown = top

    def _below(self, canvas: Canvas, lines: Sequence[Span], end: int) -> None:
        """Say in the last line how many more there are from `end` on; where it has no room for that, instead of it."""
        y, more = canvas.height - 1, f" v {len(lines) - end} more"
        if y and width_of(lines[end - 1].text) + width_of(more) > canvas.width:
            more = f" v {len(lines) - end + 1} more"
            canvas.put(0, y, " " * canvas.width)
        elif not y:
            more = "v"
        canvas.put(canvas.width - width_of(more), y, more, "dim")

    def length(self, width: int) -> int:
        """How many lines there are in a pane of so many cells."""
        return len(self._lines(max(8, width - 1)))

    def roll(self, lines: int) -> None:
        """So many lines down, or up."""
        self._top = max(0, self._shown + lines)

    def scroll(self, key: str) -> None:
        """PgUp, PgDn, Home, End."""
        top = self._shown
        self._top = {
            "pageup": max(0, top - self._page + 1),
            "pagedown": top + self._page - 1,
            "home": 0,
            "end": FAR,
        }[key]


def plain_lines(texts: Callable[[], Sequence[str]]) -> Lines:
    """Lines of one style, folded."""
    return lambda width: [Span(part) for text in texts() for part in folded(text, width)]


def sign_lines(signs: Sequence[tuple[str, str]], width: int, aligned: bool = False) -> list[Span]:
    """Signs with their meanings: two in a line those that are short, then the others, folded below their meanings.

    `aligned`: all meanings stand below each other, which takes more room.
    """
    half = width // 2
    cells = max((width_of(sign) for sign, _ in signs), default=0) + 1 if aligned else SIGN_CELLS
    texts = [f"{pad(sign, max(cells, width_of(sign)))} {means}" for sign, means in signs]
    short = [text for text in texts if width_of(text) < half]
    pairs = zip_longest(short[::2], short[1::2], fillvalue="")
    lines = [(pad(left, half) + right).rstrip() for left, right in pairs]
    hanging = " " * min(cells + 1, max(0, width - LEAST_MEANING))
    lines += [line for text in texts if text not in short for line in fold(text, hanging, width)]
    return [Span(line) for line in lines]


class Story:
    """What was told at the table, in lines; only what came since the last time is folded."""

    def __init__(
        self, mode: LineMode, fold: Callable[[Told, int], list[Span]], nothing: Sequence[Span], mark: str = ""
    ) -> None:
        """`fold` gives the lines of an entry, none if it does not belong here; `nothing` stands in their place.

        `mark`: what stands before all that came since the last answer; "" for nothing.
        """
        self._mode = mode
        self._fold = fold
        self._nothing = nothing
        self._mark = mark
        self._width = 0
        self._forget()

    def _forget(self) -> None:
        self._lines: list[Span] = []
        self._counts: deque[int] = deque()
        self._last: Told | None = None

    def __call__(self, width: int) -> Sequence[Span]:
        """All lines at that width."""
        story = self._mode.story
        if width != self._width:
            self._width = width
            self._forget()
        fresh = list(takewhile(lambda told: told is not self._last, reversed(story)))
        if len(fresh) == len(story):
            self._forget()
        for told in reversed(fresh):
            lines = self._fold(told, width)
            self._lines += lines
            self._counts.append(len(lines))
            self._last = told
        while len(self._counts) > len(story):  # the oldest entries are dropped
            del self._lines[: self._counts.popleft()]
        after = self._since() if self._mark else 0
        if after:
            head = Span(f"-- {self._mark} ".ljust(width, "-")[:width], "hint.key")
            return [*self._lines[:-after], head, *self._lines[-after:]]
        return self._lines or self._nothing

    def _since(self) -> int:
        """The lines of what came since the last answer; 0 before there was one."""
        after = 0
        for told, lines in zip(reversed(self._mode.story), reversed(self._counts), strict=False):
            if told.kind == MINE:
                return after
            after += lines
        return 0


def log_lines(mode: LineMode) -> Lines:
    """What happened, each phase under a heading; steps that left no choice and news of links have their marks.

    So has what came since the last answer.
    """
    return Story(mode, _told, [Span("Nothing has happened yet.", "dim")], SINCE)


def talk_lines(mode: LineMode) -> Lines:
    """What was said."""
    return Story(mode, _said, [Span("Nobody has said anything.", "dim"), Span("t: say something to all", "dim")])


CHAT = "chat"
SINCE = "since your last answer"
MARKS = {"forced": ("= ", "dim"), "notice": ("~ ", "notice"), "event": ("", "")}


def _told(told: Told, width: int) -> list[Span]:
    if told.kind == CHAT:
        return []
    if told.kind == "stage":
        return [Span(f"-- {told.text} ".ljust(width, "-")[:width], "strong")]
    mark, style = MARKS.get(told.kind, ("", ""))
    lines = [part for line in told.text.splitlines() for part in folded(line, width - 2)]
    return [Span((mark if at == 0 else "  ") + line, style) for at, line in enumerate(lines)]


def _said(told: Told, width: int) -> list[Span]:
    return [Span(part, "chat") for part in folded(told.text, width)] if told.kind == CHAT else []


def unread(mode: LineMode, seen: Told | None) -> int:
    """How many entries of the talk came after `seen`."""
    count = 0
    for told in reversed(mode.story):
        if told is seen:
            break
        count += told.kind == CHAT
    return count


def untold(mode: LineMode, seen: Told | None) -> int:
    """How many entries of the log came after `seen` and the last answer; 0 before there was one."""
    after = list(takewhile(lambda told: told.kind != MINE, reversed(mode.story)))
    fresh = takewhile(lambda told: told is not seen, after) if len(after) < len(mode.story) else ()
    return sum(told.kind in ("event", "forced") for told in fresh)
