"""One bot at a real table, from the lobby to the record."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import trio

from client.bots.bot import Bot
from client.bots.progress import Progress
from client.bots.seat import play_bot
from client.children import follow_leash
from client.errors import ClientError
from client.seating import Seated
from client.words.library import words_for


def say(line: str) -> None:
    """Print a line at once, for somebody reads us through a pipe."""
    print(line, flush=True)


async def sit_bot(
    seating: AbstractAsyncContextManager[Seated],
    bot: Bot,
    out: str | None,
    tell: Callable[[str], None],
    leash: bool,
) -> int:
    """Play a whole game and leave its record. With `leash` leave when our input ends. Raises ClientError, in groups."""
    async with trio.open_nursery() as nursery:
        if leash:
            nursery.start_soon(_guard)
        async with seating as seated:
            table = seated.table
            try:
                progress = Progress(table.fresh, words_for(table.match, table.names), trio.current_time, tell)
                reason = await play_bot(table, bot, progress)
            finally:
                seated.journal.finish(out)
        nursery.cancel_scope.cancel()
    if reason:
        raise ClientError(reason)
    return 0


async def _guard() -> None:
    await follow_leash()
    raise ClientError("whoever started this bot has gone")
