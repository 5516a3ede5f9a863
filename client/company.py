"""A table on this machine with bots in some of its seats."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import trio

from client.addresses import LOOPBACK
from client.children import last_line, start_client
from client.errors import ClientError
from client.home import Home
from client.player import Player, load_player
from client.returning import resume_table
from client.seating import Hosting, Seated, Tell, Terms, host_table
from client.store.tables import KeptTable
from net.invite import Invitation

FAREWELL = 6.0
"""Seconds for bots to say their last words and write their records."""


class Bots:
    """Bots that this client starts, each a player of its own in a process of its own. They leave with us."""

    def __init__(self, home: Home, nursery: trio.Nursery) -> None:
        self._home = home
        self._nursery = nursery
        self._processes: list[trio.Process] = []

    async def invite(self, invitation: Invitation, count: int, kind: str) -> None:
        """Send `count` bots of `kind` to a table of ours."""
        here = tuple(address for address in invitation.addresses if address.host == LOOPBACK)
        local = replace(invitation, addresses=here or invitation.addresses)
        for number in range(1, count + 1):
            # Its name is a word of its key: a bot of somebody else, too, is then known by name.
            name = f"Bot {load_player(self._place(number)).words(1)}"
            await self._start(number, ["bot", local.line, "--bots", kind, "--name", name])

    async def recall(self, game_id: str, count: int) -> None:
        """Let the bots take up a table again at which they sat."""
        for number in range(1, count + 1):
            await self._start(number, ["bot", "--resume", game_id])

    def _place(self, number: int) -> Home:
        return Home.find(str(self._home.data / "bots" / str(number)))

    async def _start(self, number: int, arguments: Sequence[str]) -> None:
        seat = self._place(number).data
        log = seat / "output.log"
        command = ["--home", str(seat), *arguments, "--leash"]
        process = await start_client(self._nursery, command, log, pipe_out=False)
        self._processes.append(process)
        self._nursery.start_soon(_watch, f"Bot {number}", process, log)

    async def farewell(self, ended: bool) -> None:
        """Let them say their last words, if the game has ended, and end them."""
        with trio.move_on_after(FAREWELL if ended else 0):
            for process in self._processes:
                await process.wait()
        self._nursery.cancel_scope.cancel()


async def _watch(name: str, process: trio.Process, log: Path) -> None:
    """A bot that fails would leave its seat empty for ever: say so at once. Raises ClientError."""
    if await process.wait():
        raise ClientError(f"{name} has failed: {last_line(log)} (its log: {log})")


@asynccontextmanager
async def host_company(home: Home, player: Player, plan: Hosting, tell: Tell, terms: Terms) -> AsyncIterator[Seated]:
    """`host_table`, with the bots of `terms.crew`, which come by themselves. Raises ClientError, in groups."""
    crew = terms.crew
    async with trio.open_nursery() as children:
        bots = Bots(home, children)

        def invite(invitation: Invitation) -> None:
            plan.invite(invitation)
            children.start_soon(bots.invite, invitation, crew.bots, crew.kind)

        async with host_table(home, player, replace(plan, invite=invite), tell, terms) as seated:
            yield seated
            ended = seated.table.match.outcome is not None
        await bots.farewell(ended)


@asynccontextmanager
async def resume_company(home: Home, player: Player, kept: KeptTable, tell: Tell) -> AsyncIterator[Seated]:
    """`resume_table`, and the bots that we had brought along. Raises ClientError, in groups."""
    async with trio.open_nursery() as children:
        bots = Bots(home, children)
        seating: AbstractAsyncContextManager[Seated] = resume_table(home, player, kept, tell)
        async with seating as seated:
            children.start_soon(bots.recall, kept.id, kept.crew.bots)
            yield seated
            ended = seated.table.match.outcome is not None
        await bots.farewell(ended)
