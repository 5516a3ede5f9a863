"""One bot at a real table, from the lobby to the record."""

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import trio

from client import sentences
from client.bots.bot import Bot
from client.bots.progress import Progress
from client.bots.seat import play_bot
from client.children import follow_leash
from client.differing import report_differing
from client.errors import ClientError
from client.pace import Pace
from client.seating import Seated
from client.words.library import words_for

PATIENT = 5
"""How much a bot gives way to others on the same computer: a player's screen comes first."""
DIGITS = 5
"""Of a pace at most: nobody waits longer than that for a bot."""


def say(line: str) -> None:
    """Print a line at once, for somebody reads us through a pipe; in a window it is folded."""
    sentences.say(line)


async def sit_bot(
    seating: AbstractAsyncContextManager[Seated],
    bot: Bot,
    out: str | None,
    tell: Callable[[str], None],
    leash: bool,
) -> int:
    """Play a whole game and leave its record. Raises ClientError, in groups.

    With `leash` somebody's client has started us: give way to it, keep its pace, and leave when our input ends.
    """
    pace = Pace()
    async with trio.open_nursery() as nursery:
        if leash:
            if hasattr(os, "nice"):
                os.nice(PATIENT)
            nursery.start_soon(_guard, pace)
        async with seating as seated:
            table = seated.table
            try:
                progress = Progress(table.fresh, words_for(table.match, table.names), trio.current_time, tell)
                reason = await play_bot(table, bot, progress, pace)
            finally:
                journal = seated.journal
                file = journal.finish(out)
                if not (leash or table.session.ended or table.session.verdict is not None):
                    tell(f"The record is in {file}")
                    tell(f"{journal.home.command(f'resume {journal.short_id}')} takes the game up again.")
                for line in report_differing(journal.home, journal.short_id, file, table.session.verdict):
                    tell(line)
        nursery.cancel_scope.cancel()
    if reason:
        raise ClientError(reason)
    return 0


async def _guard(pace: Pace) -> None:
    """Keep the pace that is wanted, in milliseconds, until nobody is there any more. Raises ClientError."""

    def heard(line: str) -> None:
        if line.isdecimal() and len(line) <= DIGITS:
            pace.put(int(line) / 1000)

    await follow_leash(heard)
    raise ClientError("whoever started this bot has gone")
