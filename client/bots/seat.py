"""The loop of one seat with a bot in it."""

from collections.abc import Callable
from typing import TypeAlias

from client.bots.bot import Bot, Question
from client.pace import AT_ONCE, Pace
from client.play.table import Table
from engine.core.questions import One, Seal, Together
from net.telling import TableClosed, TableEvent
from protocol.events import Answered, Asked

Hearing: TypeAlias = Callable[[TableEvent], None]
CHOSEN = (One, Together, Seal)
"""Questions that somebody answers; before the others nobody waits."""


async def play_bot(table: Table, bot: Bot, heard: Hearing | None = None, pace: Pace = AT_ONCE) -> str:
    """Answer whatever is asked until the table closes; gives the reason, empty after a whole game.

    `heard` is called with every event, for a line of progress. Before an answer `pace` is kept, if something has
    happened since the last question that anybody answered.
    """
    reason = "the table ended without a word"
    fresh = False
    async for event in table:
        if heard is not None:
            heard(event)
        if isinstance(event, Answered):
            fresh = bool(event.events) or (fresh and not isinstance(event.question, CHOSEN))
        elif isinstance(event, Asked):
            if fresh and pace.seconds:
                await pace.wait()
            await table.choose(event.slot, bot.choose(Question.of(table.match, table.seat, table.known)))
        elif isinstance(event, TableClosed):
            reason = event.reason
    return reason
