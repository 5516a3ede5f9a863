"""Lobby and table on the full screen: which view shows whom, and how such a flow is run.

The views and what they know of the game are imported when somebody attends: until then the flow is on its way, and the
first page must not wait for them.
"""

import time
from collections.abc import Callable

import trio

from client.home import Home
from client.play.terminal import Attended, Main
from client.screen.host import run_screen
from client.screen.keys import Keymap
from client.screen.opening import Opening
from client.screen.shell import Shell
from client.screen.terminal import ScreenTerminal
from client.screen.views import View
from client.sentences import say
from client.settings import Settings

GOING = "Going to the table"


def stage(terminal: ScreenTerminal, listener: Attended) -> View | None:
    """The view of a lobby or of a table; who plays alone against bots sees them come, and no lobby."""
    from client.lobby.desk import Desk
    from client.play.line import LineMode
    from client.screen.lobby import LobbyView
    from client.screen.table.view import TableView

    if isinstance(listener, LineMode):
        return TableView(terminal, listener)
    if isinstance(listener, Desk) and not listener.alone:
        return LobbyView(terminal, listener, time.monotonic)
    return None


def new_shell(settings: Settings, view: View) -> Shell:
    """A shell as the settings want it."""
    shell = Shell(view, Keymap())
    shell.settle(settings)
    return shell


class Seat:
    """One flow on a shell."""

    def __init__(self, shell: Shell, what: str) -> None:
        self._opening = Opening(what, time.monotonic)
        self._terminal = self._opening.terminal = ScreenTerminal(shell, self._stage)
        self._shell = shell
        self._played = False
        self._outcome: Callable[[], object] = lambda: None

    def _stage(self, terminal: ScreenTerminal, listener: Attended) -> View | None:
        from client.play.line import LineMode

        if isinstance(listener, LineMode):
            self._played = True
            self._outcome = lambda: listener.match.outcome
        return stage(terminal, listener)

    async def run(self, main: Main) -> int:
        """Show it, to its end. Raises also what a key has raised: then nobody knows what the screen is worth."""
        self._shell.show(self._opening)
        raised: list[Exception] = []
        with trio.CancelScope() as scope:

            def broken(error: Exception) -> None:
                raised.append(error)
                scope.cancel()

            self._shell.broken = broken
            try:
                return await main(self._terminal)
            finally:
                self._shell.broken = None
        raise raised[0]

    @property
    def parting(self) -> list[str]:
        """Where the record is and how to come back; nothing before there was a table."""
        return self._terminal.parting if self._played else []

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._outcome() is not None


def run_full(main: Main, settings: Settings, home: Home | None = None) -> int:
    """Run one flow on the full screen, to its end. Raises NoScreen, or Interrupted when the player leaves by Ctrl-C."""
    shell = new_shell(settings, Opening(GOING, time.monotonic))
    seat = Seat(shell, GOING)
    try:
        return run_screen(shell, lambda _: seat.run(main), settings, home)
    finally:
        print_lines(seat.parting)


def print_lines(lines: list[str]) -> None:
    """Leave lines on the terminal below the screen that is gone."""
    for line in lines:
        say(line)
