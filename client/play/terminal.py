"""The two makes of input and output: the full screen, and plain lines. Playing sees only `Terminal`."""

import codecs
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol, TypeAlias

import trio

from client.errors import INTERRUPTED, Interrupted
from client.home import Home
from client.pace import Pace
from client.play.asking import Heard
from client.play.cells import WIDTH, fold, width_of
from client.sentences import say
from client.settings import PACES, Settings

CHUNK = 4096
SAY_YES = "Type yes to go on; anything else leaves."
WITHDRAWN = "The question above needs no answer any more."
AGAIN = "Press Ctrl-C again to leave the table."
UNNAMED = "any" if os.name == "nt" else "dumb"
"""What a terminal is that has no name: the consoles of Windows have none."""


class Attended(Protocol):
    """Who gives the prompt, its completions, and the line below it."""

    def completions(self, text: str) -> list[tuple[str, str]]:
        """What may stand in place of `text`, with a note for each."""

    def status(self) -> list[str]:
        """`You: ...` or `Waiting for: ...`."""

    def prompt(self) -> str:
        """What stands before the line being typed."""


class Terminal(Protocol):
    """Where text is shown and lines are typed.

    `scripted`: the lines come from a file or a pipe, so they may come before they are asked for. `live`: the status is
    shown all the time. `pace`: that of the bots that whoever sits here brings along.
    """

    scripted: bool
    live: bool
    pace: Pace

    def show(self, lines: Iterable[str]) -> None:
        """Show whole lines."""

    def news(self, lines: Iterable[str]) -> None:
        """Show what has happened at the table, for a terminal that does not draw it by itself."""

    def reply(self, lines: Iterable[str]) -> None:
        """Show what a typed line is answered by."""

    def ask(self, lines: Sequence[str], yes_no: bool) -> None:
        """Show a question that must be answered first: by yes or anything else, or by a typed line."""

    def withdraw(self) -> None:
        """The question that was asked needs no answer any more."""

    def ring(self) -> None:
        """Ring the bell, unless it is switched off."""

    def attend(self, listener: Attended) -> None:
        """Take completions and status from `listener` from now on."""

    async def line(self) -> str:
        """The next typed line. Raises trio.EndOfChannel when no more can come."""

    async def entry(self) -> str | Heard:
        """The next typed line, or what was done on a screen. Raises as `line`."""


Main: TypeAlias = Callable[[Terminal], Awaitable[int]]
"""What runs in trio beside a terminal; gives the exit code."""


def run_terminal(main: Main, own: Settings, home: Home | None = None) -> int:
    """Run `main` with the terminal that fits, to its end; `home`: whose settings these are, for a report.

    Raises Interrupted when the player leaves by Ctrl-C, UsageError if the console can show no full screen.
    """
    if own.plain or not full_screen():
        return trio.run(_plain, main, own.bell, PACES[own.pace])
    from client.screen.sitting import run_full  # the toolkit costs a tenth of a second

    return run_full(main, own, home)


def full_screen() -> bool:
    """Whether this terminal can show a full screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", UNNAMED) != "dumb"


class PlainTerminal:
    """Lines of stdin, text on stdout. `warned`: the next Ctrl-C leaves; a line typed in between takes that back."""

    live = False

    def __init__(self, bell: bool, pace: float = 0.0) -> None:
        """`pace`: the seconds of it; a script waits for nobody."""
        self.scripted = not sys.stdin.isatty()
        self.pace = Pace(0.0 if self.scripted else pace)
        self.warned = False
        self._bell = bell and sys.stdout.isatty()
        self._send, self._lines = trio.open_memory_channel[str](64)

    def show(self, lines: Iterable[str]) -> None:
        """Print, and at once, for somebody may read us through a pipe; what no board is as wide as is folded."""
        for line in lines:
            if width_of(line) > WIDTH:
                say(line)
            else:
                print(line)
        sys.stdout.flush()

    news = reply = show

    def ask(self, lines: Sequence[str], yes_no: bool) -> None:
        """Print it; the answer is a line."""
        asked = [*lines, *([SAY_YES] if yes_no else [])]
        self.show(part for line in asked for part in (fold(line, "  ") if len(line) > WIDTH else [line]))

    def withdraw(self) -> None:
        """Say so."""
        self.show([WITHDRAWN])

    def ring(self) -> None:
        """Ring the bell of a real terminal."""
        if self._bell:
            print("\a", end="", flush=True)

    def attend(self, listener: Attended) -> None:
        """Nothing is completed here."""

    async def line(self) -> str:
        """The next typed line."""
        return await self._lines.receive()

    async def entry(self) -> str | Heard:
        """The next typed line."""
        return await self._lines.receive()

    async def read(self) -> None:
        """Hand on what is typed, line by line, until the input ends.

        A thread waits on the bare descriptor: a file cannot be polled, and a thread that still waits in `sys.stdin`
        would hold its lock when the program ends.
        """
        keyboard = sys.stdin.fileno()
        # A console of Windows has an encoding of its own; files and pipes are in ours.
        decoder = codecs.getincrementaldecoder(os.device_encoding(keyboard) or "utf-8")("replace")
        rest = ""
        async with self._send:
            while True:
                data = await trio.to_thread.run_sync(os.read, keyboard, CHUNK, abandon_on_cancel=True)
                *whole, rest = (rest + decoder.decode(data, not data)).split("\n")
                for line in whole:
                    self.warned = False
                    await self._send.send(line.removesuffix("\r"))  # as lines end on Windows
                if not data:
                    if rest:
                        await self._send.send(rest)
                    return


async def _plain(main: Main, bell: bool, pace: float) -> int:
    terminal = PlainTerminal(bell, pace)
    code = INTERRUPTED

    async def wait_for_signals(scope: trio.CancelScope, task_status: trio.TaskStatus[None]) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            task_status.started()
            async for number in signals:
                if number == signal.SIGTERM or terminal.scripted or terminal.warned:
                    break
                terminal.warned = True
                terminal.show(["", AGAIN])
        scope.cancel()

    async with trio.open_nursery() as nursery:
        await nursery.start(wait_for_signals, nursery.cancel_scope)
        nursery.start_soon(terminal.read)
        code = await main(terminal)
        nursery.cancel_scope.cancel()
    if nursery.cancel_scope.cancelled_caught and code == INTERRUPTED:
        raise Interrupted("you left the table")
    return code
