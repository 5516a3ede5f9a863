"""The loop of one seat with a bot in it."""

from collections.abc import Callable
from typing import TypeAlias

from client.bots.bot import Bot, asked_of
from client.play.table import Table, TableClosed, TableEvent
from engine.core.questions import Unseal

Hearing: TypeAlias = Callable[[TableEvent], None]


async def play_bot(table: Table, bot: Bot, heard: Hearing | None = None) -> str:
    """Answer whatever is asked until the table closes; gives the reason, empty after a whole game.

    `heard` is called with every event, for a line of progress.
    """
    answered = await _answer(table, bot, -1)
    async for event in table:
        if heard is not None:
            heard(event)
        if isinstance(event, TableClosed):
            return event.reason
        answered = await _answer(table, bot, answered)
    return "the table ended without a word"


async def _answer(table: Table, bot: Bot, answered: int) -> int:
    question, slot = table.match.question, table.slot
    if question is None or slot == answered or table.seat not in question.seats or isinstance(question, Unseal):
        return answered
    await table.choose(slot, bot.choose(asked_of(table.match, table.seat, table.known)))
    return slot
