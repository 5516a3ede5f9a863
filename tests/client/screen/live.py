"""The real screen on a terminal in memory: keys go in as bytes, and every painting is told."""

import asyncio
import io
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth
from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.host import Flow, Screen
from client.screen.keys import Keymap
from client.screen.painting import Painting
from client.screen.shell import Shell
from client.settings import Settings
from tests.client.screen.keyboard import Nothing

BYTES = {
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "home": "\x1b[H", "end": "\x1b[F",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "s-tab": "\x1b[Z", "escape": "\x1b", "enter": "\r", "tab": "\t",
    "space": " ", "backspace": "\x7f", "c-c": "\x03", "c-p": "\x10", "f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR",
    "f4": "\x1bOS", "f5": "\x1b[15~", "f6": "\x1b[17~", "f7": "\x1b[18~",
}  # fmt: skip
"""What a terminal sends for a key; a letter is itself."""
PIECES = re.compile(r"(\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|\x1b[=>78])|(.)", re.DOTALL)
"""A control sequence, or a letter."""
PATIENCE = 20.0
"""Seconds within which a key must have been painted, on the slowest machine."""


class Drain(io.StringIO):
    """A terminal that nobody looks at. `written`: how much came, control sequences included."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    @override
    def write(self, text: str) -> int:
        self.written += len(text)
        return len(text)


class Glass(Drain):
    """What a terminal shows of what is written to it, as far as the screen makes use of one.

    `cells`: what stands where, by row and column; what is not there is blank. `looks`: the colours and so on it was
    written with, as the terminal was told them. `wrapped`: rows of `columns` cells that go on in the next, to whoever
    copies them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.cells: dict[tuple[int, int], str] = {}
        self.looks: dict[tuple[int, int], str] = {}
        self.wrapped: set[int] = set()
        self.columns = 0
        self._look = ""
        self._x = self._y = 0
        self._saved = (0, 0)
        self._wraps = True

    @override
    def write(self, text: str) -> int:
        for sequence, letter in PIECES.findall(text):
            if sequence:
                self._obey(sequence)
            elif letter == "\r":
                self._x = 0
            elif letter == "\n":
                self._y += 1
            elif letter == "\a":
                continue
            elif letter == "\b":
                self._x -= 1
            elif get_cwidth(letter) == 0:
                before = next(x for x in (self._x - 1, self._x - 2) if self.cells.get((self._y, x)))
                self.cells[self._y, before] += letter
            else:
                if self._wraps and 0 < self.columns <= self._x:
                    self.wrapped.add(self._y)
                    self._x, self._y = 0, self._y + 1
                self.cells[self._y, self._x] = letter
                self.looks[self._y, self._x] = self._look
                if get_cwidth(letter) == 2:
                    self.cells[self._y, self._x + 1] = ""
                self._x += get_cwidth(letter)
        return super().write(text)

    def _obey(self, sequence: str) -> None:
        kind, numbers = sequence[-1], [int(word) for word in re.findall(r"\d+", sequence)]
        count = numbers[0] if numbers else 1
        if sequence in ("\x1b7", "\x1b8"):
            if sequence == "\x1b7":
                self._saved = (self._x, self._y)
            self._x, self._y = self._saved
        if numbers == [7] and "?" in sequence:
            self._wraps = kind == "h"
        if sequence[1] != "[" or "?" in sequence:
            return
        if kind in "AB":
            self._y = max(0, self._y + (count if kind == "B" else -count))
        elif kind in "CD":
            self._x = max(0, self._x + (count if kind == "C" else -count))
        elif kind == "H":
            self._y, self._x = (numbers[0] - 1, numbers[1] - 1) if len(numbers) == 2 else (0, 0)
        elif kind in "JK":
            whole = numbers == [2]
            self.cells = {
                (y, x): letter
                for (y, x), letter in self.cells.items()
                if not whole and (y < self._y or (y == self._y and x < self._x) or (kind == "K" and y > self._y))
            }
            self.looks = {at: look for at, look in self.looks.items() if at in self.cells}
        elif kind == "m":
            self._look = sequence
        else:
            raise AssertionError(f"no terminal in a test knows {sequence!r}")

    def seen(self, width: int, height: int) -> list[str]:
        """Its lines, blanks at their ends cut off."""
        return ["".join(self.cells.get((y, x), " ") for x in range(width)).rstrip() for y in range(height)]


class Live:
    """A shell on the host, at a window of `width` x `height`.

    Attributes:
        paints: how often the screen was painted.
        handled: how many keys were worked on.
        painted: when the latest painting was written, in the seconds of `time.perf_counter`.
    """

    def __init__(self, keys: PipeInput, width: int, height: int, settings: Settings, glass: Drain) -> None:
        self.glass = glass
        self.size = Size(height, width)
        if isinstance(glass, Glass):
            glass.columns = width
        self.shell = Shell(Nothing(), Keymap(settings.keys), settings.ascii)
        output = Vt100_Output(self.glass, lambda: self.size, "xterm-256color", enable_cpr=False)
        self.screen = Screen(self.shell, settings, keys, output)
        self.paints = self.handled = self._sent = self._due = 0
        self.painted = 0.0
        self._keys = keys
        self._news = trio.Event()
        app = self.screen.app
        app.after_render += lambda _: self._after_render()
        app.key_processor.after_key_press += lambda _: self._after_key()

    def _after_key(self) -> None:
        self.handled += 1
        self._due = self.paints + 1

    def _after_render(self) -> None:
        self.paints += 1
        self.painted = time.perf_counter()
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    # ------------------------------------------------------------ for whoever sits at it, in trio
    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true after a painting."""
        with trio.fail_after(PATIENCE):
            while not true():
                await self._news.wait()

    def send(self, key: str) -> None:
        """Send what a terminal sends for a key, and wait for nothing."""
        self._keys.send_text(BYTES.get(key, key))

    async def press(self, *keys: str) -> float:
        """Press keys, each after the one before is seen; gives the milliseconds from the last one to its painting."""
        began = 0.0
        for key in keys:
            self._sent += 1
            began = time.perf_counter()
            self.send(key)
            await self.until(lambda: self.handled >= self._sent and self.paints >= self._due)
        return (self.painted - began) * 1_000

    def resized(self, width: int, height: int) -> None:
        """The window has another size."""
        self.size = Size(height, width)
        if isinstance(self.glass, Glass):
            self.glass.columns, self.glass.wrapped = width, set()
        self.screen.app._on_resize()  # as the signal of a terminal does

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size, and wait until that is painted."""
        before = self.paints
        self.resized(width, height)
        await self.until(lambda: self.paints > before)

    @property
    def painting(self) -> Painting:
        """What paints the shell."""
        return next(part for part in self.screen.app.layout.walk() if isinstance(part, Painting))

    @property
    def canvas(self) -> Canvas:
        """What is seen."""
        return self.shell.draw(self.size.columns, self.size.rows)

    @property
    def text(self) -> str:
        """The same without its colours."""
        return self.canvas.text

    def run(self, flow: Flow) -> int:
        """Run the screen to the end of `flow`. Raises what it raises."""
        return asyncio.run(self.screen.run(flow))


@contextmanager
def live(
    width: int = 120, height: int = 40, settings: Settings | None = None, glass: Drain | None = None
) -> Iterator[Live]:
    """A screen in memory, as long as the block lasts."""
    with create_pipe_input() as keys:
        made = Live(keys, width, height, settings or Settings(), glass or Drain())
        with create_app_session(input=keys, output=made.screen.app.output):
            yield made


Person = Callable[[Live], Awaitable[None]]
"""Somebody at a live screen, until they have enough."""


def attended(flow: Callable[[Live], Awaitable[int]], person: Person, at: Live, leaves: bool = False) -> Flow:
    """A flow with somebody at its keys. It ends by itself, or if the person `leaves` as soon as they have enough."""

    async def both(shell: Shell) -> int:
        code = 0
        async with trio.open_nursery() as nursery:

            async def run() -> None:
                nonlocal code
                code = await flow(at)
                nursery.cancel_scope.cancel()

            nursery.start_soon(run)
            await at.until(lambda: at.paints > 0)
            await person(at)
            if leaves:
                nursery.cancel_scope.cancel()
        return code

    return both
