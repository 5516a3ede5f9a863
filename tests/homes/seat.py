"""A seat that notes when things happen: `python -m tests.homes.seat HOME THINKS host [RELAY]|INVITATION`.

The product's own lobby, links, session and journal; only whoever sits there is of the tests: it plays at random, thinks
for THINKS seconds, and prints what it saw as JSON, one line each, with the time of the clock that all homes of one
machine share.
"""

import json
import sys
import time
from contextlib import AbstractAsyncContextManager

import trio

from client.bots.bot import Question
from client.bots.kinds import make_bot
from client.home import Home
from client.lobby.front import QuietFront
from client.matches import complete_settings
from client.pasted import parse_invite, parse_relay
from client.player import Player, load_player
from client.seating import Hosting, Seated, Terms, host_table, join_table
from client.trust import say_yes
from net.invite import Invitation
from net.table import Table
from net.telling import Away, Back, TableClosed
from protocol.events import Answered, Asked

SEATS = 5


def note(what: str, **more: object) -> None:
    """Something has happened now."""
    print(json.dumps({"at": time.monotonic(), "what": what, **more}), flush=True)


def hosting(home: Home, player: Player, relay: str) -> AbstractAsyncContextManager[Seated]:
    """A new table."""

    def invite(invitation: Invitation) -> None:
        note("invitation", line=invitation.line)

    settings = complete_settings("agot", SEATS, {})
    plan = Hosting("agot", SEATS, settings, None, invite, parse_relay(relay) if relay else None)
    return host_table(home, player, plan, silent(), Terms(say_yes))


def silent() -> QuietFront:
    """Nobody reads what a lobby says."""
    return QuietFront(lambda line: None)


async def play(table: Table, thinks: float) -> None:
    """Answer what is asked until the game is over."""
    bot = make_bot("random", "agot", None)
    async for event in table:
        if isinstance(event, Answered):
            question = event.question
            note("answered", slot=event.slot, kind=question.kind.value, form=type(question).__name__, by=question.seats)
        elif isinstance(event, Asked):
            await trio.sleep(thinks)
            value = bot.choose(Question.of(table.match, table.seat, table.known))
            note("chose", slot=event.slot)
            await table.choose(event.slot, value)
        elif isinstance(event, TableClosed):
            note("over", reason=event.reason)
        elif isinstance(event, Away):
            note("away", seat=event.seat, why=event.cause)
        elif isinstance(event, Back):
            note("back", seat=event.seat)


async def main(folder: str, thinks: str, invitation: str, relay: str) -> None:
    """Sit down and play."""
    home = Home.find(folder, {})
    player = load_player(home, folder.rsplit("/", 1)[-1])
    seating = (
        hosting(home, player, relay)
        if invitation == "host"
        else join_table(home, player, parse_invite(invitation), silent(), Terms(say_yes))
    )
    async with seating as seated:
        note("seated", seat=seated.table.seat)
        await play(seated.table, float(thinks))


if __name__ == "__main__":
    trio.run(main, sys.argv[1], sys.argv[2], sys.argv[3], "".join(sys.argv[4:]))
