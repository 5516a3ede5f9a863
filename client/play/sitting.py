"""One person at a real table, from the lobby to the record."""

from contextlib import AbstractAsyncContextManager

import trio

from client.play.line import LineMode
from client.play.playing import play
from client.play.terminal import Terminal
from client.seating import Seated
from client.tables import TableFolder
from client.words.library import words_for


async def sit(terminal: Terminal, seating: AbstractAsyncContextManager[Seated], out: str | None) -> int:
    """Wait for the table, play at it, and leave its record; gives the exit code. Raises ClientError, in groups."""
    code = 0
    async with trio.open_nursery() as nursery:
        waiting = trio.CancelScope()
        if not terminal.scripted:  # a script's lines are answers, and must wait for their questions
            nursery.start_soon(_before, terminal, waiting, nursery.cancel_scope)
        async with seating as seated:
            waiting.cancel()
            words = words_for(seated.table.match, seated.table.names)
            mode = LineMode(seated.table, seated.fresh, words, trio.current_time, terminal.live)

            def keep(folder: TableFolder = seated.folder) -> list[str]:
                return [f"The record is in {folder.finish(out)}", "kingsmoot verify checks it."]

            try:
                code = await play(seated.table, mode, terminal, keep)
            finally:
                if not mode.closed:
                    terminal.show(keep())
        nursery.cancel_scope.cancel()
    return code


async def _before(terminal: Terminal, waiting: trio.CancelScope, leave: trio.CancelScope) -> None:
    """Answer what is typed while the others are waited for."""
    with waiting:
        while True:
            try:
                word = (await terminal.line()).strip().lower()
            except trio.EndOfChannel:
                return
            if word in ("quit", "exit"):
                leave.cancel()
            terminal.show(["The game has not begun: we wait for the others. quit leaves."])
