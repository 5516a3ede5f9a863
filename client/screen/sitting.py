"""Lobby and table on the full screen: which view shows whom, and how such a flow is run."""

from client.lobby.desk import Desk
from client.play.line import LineMode
from client.play.terminal import Attended, Main
from client.screen.host import run_screen
from client.screen.keys import Keymap
from client.screen.lobby import LobbyView
from client.screen.opening import Opening
from client.screen.shell import Shell, View
from client.screen.table import TableView
from client.screen.terminal import ScreenTerminal
from client.settings import Settings


def stage(terminal: ScreenTerminal, listener: Attended) -> View | None:
    """The view of a lobby or of a table."""
    if isinstance(listener, LineMode):
        return TableView(terminal, listener)
    if isinstance(listener, Desk):
        return LobbyView(terminal, listener)
    return None


def new_shell(settings: Settings, view: View) -> Shell:
    """A shell as the settings want it."""
    return Shell(view, Keymap(settings.keys), settings.ascii)


def run_full(main: Main, settings: Settings) -> int:
    """Run one flow on the full screen, to its end. Raises Interrupted when the player leaves by Ctrl-C."""
    opening = Opening()
    shell = new_shell(settings, opening)

    async def flow(shell: Shell) -> int:
        terminal = opening.terminal = ScreenTerminal(shell, stage)
        return await main(terminal)

    return run_screen(shell, flow, settings)
