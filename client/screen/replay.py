"""The replay of a kept game: how it is opened on a screen that is there, and by `kingsmoot replay`."""

from collections.abc import Callable

import trio

from client.errors import OK, Interrupted
from client.home import Home
from client.screen.audit import show_audit
from client.screen.canvas import Canvas
from client.screen.host import run_screen
from client.screen.keys import Action, Keymap
from client.screen.records import Source, Study, saved
from client.screen.replaying import ReplayView
from client.screen.shell import Shell
from client.settings import Settings


class _Nothing:
    """What a screen shows before its first view."""

    title = "Kingsmoot"

    def draw(self, canvas: Canvas) -> None:
        """Nothing."""

    def status(self) -> list[str]:
        """Nothing."""
        return []

    def actions(self) -> list[Action]:
        """Nothing."""
        return []

    def key(self, key: str) -> bool:
        """Nothing."""
        return False

    def leave(self) -> None:
        """Nothing."""


def open_replay(
    shell: Shell, source: Source, language: str = "en", leave: Callable[[], None] | None = None
) -> ReplayView:
    """Show the game of a record in `shell`, with names in `language`.

    Leaving it calls `leave`, or shows what was there before.
    """
    study, before = Study(shell, source, language), shell.view

    def gone() -> None:
        study.leave()
        if leave is not None:
            leave()
        else:
            shell.show(before)

    def back() -> None:
        shell.show(view)

    def audit() -> None:
        show_audit(shell, study, back, replay=back)

    view = ReplayView(shell, study, gone, audit)
    shell.show(view)
    study.read()
    return view


def run_replay(home: Home, text: str, own: Settings) -> int:
    """Show the record in the file `text`, or of the table whose id begins so, until the player leaves."""
    shell = Shell(_Nothing(), Keymap(own.keys), own.ascii)

    async def flow(shell: Shell) -> int:
        gone = trio.Event()
        open_replay(shell, saved(home, text), own.names, gone.set)
        await gone.wait()
        return OK

    try:
        return run_screen(shell, flow, own, home)
    except Interrupted:
        return OK  # to leave in the middle of a replay is no failure, by whatever key
