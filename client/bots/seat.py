"""The loop of one seat with a bot in it."""

from collections.abc import Callable
from typing import TypeAlias

from client.bots.bot import Bot, Question
from client.play.table import Table
from net.telling import TableClosed, TableEvent
from protocol.events import Asked

Hearing: TypeAlias = Callable[[TableEvent], None]


async def play_bot(table: Table, bot: Bot, heard: Hearing | None = None) -> str:
    """Answer whatever is asked until the table closes; gives the reason, empty after a whole game.

    `heard` is called with every event, for a line of progress.
    """
    reason = "the table ended without a word"
    async for event in table:
        if heard is not None:
            heard(event)
        if isinstance(event, Asked):
            await table.choose(event.slot, bot.choose(Question.of(table.match, table.seat, table.known)))
        elif isinstance(event, TableClosed):
            reason = event.reason
    return reason
