"""The start screen on a terminal: what is chosen there runs beside the same screen and comes back to it."""

import importlib
import time
from collections.abc import Awaitable, Callable
from functools import partial

import trio

from client.errors import OK, Interrupted
from client.play.terminal import Main
from client.screen.host import run_screen
from client.screen.opening import Opening
from client.screen.shell import Shell
from client.screen.sitting import Seat, new_shell, print_lines
from client.screen.start import Start, Visitor
from client.settings import Settings

Job = Callable[[], Awaitable[None]]
JOBS = 16
"""Things that may wait to be begun; a person begins one at a time."""
LATER = (
    "client.flows",
    "client.screen.newtable",
    "client.screen.joining",
    "client.screen.lobby",
    "client.screen.table",
)
"""What most players need next; to import it takes longer than a key should."""
READING = 0.5
"""Seconds in which the first page is surely painted, and nobody has chosen yet."""


class Visit:
    """One visit to the start screen. `seat`: the table that is played at now, None before it."""

    def __init__(self, visitor: Visitor, join_at_once: bool) -> None:
        self.seat: Seat | None = None
        self._visitor = visitor
        self._join_at_once = join_at_once

    async def run(self, shell: Shell) -> int:
        """Show the start screen until the player has enough; gives the exit code."""
        send, jobs = trio.open_memory_channel[Job](JOBS)

        async def play(what: str, main: Main) -> None:
            seat = self.seat = Seat(shell, what)
            error: Exception | None = None
            try:
                await seat.run(main)
            except Exception as raised:  # whatever a table dies of, the start screen is there again
                error = raised
            self.seat = None
            start.ended(what, error, seat.parting, seat.over)

        start = Start(
            shell,
            self._visitor,
            lambda what, main: send.send_nowait(partial(play, what, main)),
            send.send_nowait,
            send.close,
        )
        start.begin(self._join_at_once)
        shell.aside(_prepare, shell.changed)
        async with trio.open_nursery() as nursery:
            async for job in jobs:
                nursery.start_soon(job)
            nursery.cancel_scope.cancel()
        return OK


def _prepare() -> None:
    """Import what is needed next while the player reads."""
    time.sleep(READING)
    for module in LATER:
        importlib.import_module(module)


def run_start(visitor: Visitor, settings: Settings, join_at_once: bool = False) -> int:
    """Show the start screen, or the tables to join, on this terminal. Raises Interrupted if left by Ctrl-C."""
    visit = Visit(visitor, join_at_once)
    shell = new_shell(settings, Opening("Kingsmoot", time.monotonic))
    try:
        return run_screen(shell, visit.run, settings, visitor.home)
    except Interrupted:
        if visit.seat is not None:  # the table was left as well, and it says how to come back
            print_lines(visit.seat.parting)
            raise
        raise Interrupted("you left") from None
