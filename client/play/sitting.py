"""One person at a real table, from the lobby to the record."""

import time
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

import trio

from client.differing import report_differing
from client.matches import match_of
from client.play.draft import Draft
from client.play.line import LineMode
from client.play.playing import play
from client.play.table import Kept
from client.play.waiting import WaitingRoom
from client.seating import Seated
from client.words.library import words_for
from protocol.events import Event

AT_ONCE = 20
"""Events of the past that are told between two looks at the screen and the network: a few hundredths of a second."""


async def sit(
    room: WaitingRoom, seating: AbstractAsyncContextManager[Seated], out: str | None, language: str = "en"
) -> int:
    """Wait for the table, play at it, and leave its record; gives the exit code. Raises ClientError, in groups.

    `language`: that of names, as far as the game has them.
    """
    code, terminal = 0, room.terminal
    async with trio.open_nursery() as nursery:
        waiting = trio.CancelScope()
        if not terminal.scripted:  # a script's lines are answers, and must wait for their questions
            nursery.start_soon(room.listen, waiting, nursery.cancel_scope)
        async with seating as seated:
            waiting.cancel()
            words = words_for(seated.table.match, seated.table.names, language)
            fresh = match_of(seated.journal.kept.form) if seated.past else seated.table.fresh
            # Not trio's clock: a screen may be drawn once more when trio has come to its end.
            mode = LineMode(seated.table, fresh, words, time.monotonic, terminal.live)
            mode.draft = Draft(seated.journal.draft(), seated.journal.keep_draft)
            mode.note(seated.words)
            if room.talk:
                seated.journal.keep_lobby(room.talk)
            mode.note_talk(seated.journal.lobby())
            await _retell(mode, seated.past)
            mode.kept = Kept(seated.journal.home, seated.journal.short_id, language)

            def keep(seated: Seated = seated) -> list[str]:
                seated.rest(mode.outcome)
                journal = seated.journal
                verify = journal.home.command(f"verify {journal.short_id}")
                file, verdict = journal.finish(out), seated.table.session.verdict
                report = report_differing(journal.home, journal.short_id, file, verdict)
                return [f"The record is in {file}", f"{verify} checks it.", *report]

            try:
                code = await play(seated.table, mode, terminal, keep)
            finally:
                lines = keep()  # after a stop what was said since belongs to it, too
                if not mode.over:
                    back = seated.journal.home.command(f"resume {seated.journal.short_id}")
                    terminal.show([*lines, f"{back} takes the game up again."])
        nursery.cancel_scope.cancel()
    return code


async def _retell(mode: LineMode, past: Sequence[Event]) -> None:
    """Tell all that was told before, and let the screen live meanwhile."""
    for start in range(0, len(past), AT_ONCE):
        mode.retell(past[start : start + AT_ONCE])
        await trio.lowlevel.checkpoint()
