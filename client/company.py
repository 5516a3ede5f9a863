"""A table opened on this machine with bots in some of its seats."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import trio

from client.addresses import LOOPBACK
from client.children import last_line, start_client
from client.errors import ClientError
from client.home import Home
from client.player import Player
from client.seating import Hosting, Seated, Tell, host_table
from net.invite import Invitation

FAREWELL = 6.0
"""Seconds for bots to say their last words and write their records."""


@dataclass(frozen=True)
class Company:
    """How many bots, and of which kind."""

    bots: int
    kind: str


@asynccontextmanager
async def host_company(home: Home, player: Player, plan: Hosting, bots: Company, tell: Tell) -> AsyncIterator[Seated]:
    """`host_table`, with bots that come by themselves. They leave with us. Raises ClientError, in groups."""
    processes: list[trio.Process] = []
    async with trio.open_nursery() as children:

        def invite(invitation: Invitation) -> None:
            plan.invite(invitation)
            children.start_soon(_send_for, home, invitation, bots, processes, children)

        async with host_table(home, player, replace(plan, invite=invite), tell) as seated:
            yield seated
            ended = seated.table.match.outcome is not None
        with trio.move_on_after(FAREWELL if ended else 0):
            for process in processes:
                await process.wait()
        children.cancel_scope.cancel()


async def _send_for(
    home: Home, invitation: Invitation, bots: Company, processes: list[trio.Process], children: trio.Nursery
) -> None:
    here = tuple(address for address in invitation.addresses if address.host == LOOPBACK)
    local = replace(invitation, addresses=here or invitation.addresses)
    for number in range(1, bots.bots + 1):
        seat = home.data / "bots" / str(number)
        arguments = ["--home", str(seat), "bot", local.line, "--bots", bots.kind, "--name", f"Bot {number}", "--leash"]
        log = seat / "output.log"
        process = await start_client(children, arguments, log, pipe_out=False)
        processes.append(process)
        children.start_soon(_watch, f"Bot {number}", process, log)


async def _watch(name: str, process: trio.Process, log: Path) -> None:
    """A bot that fails would leave its seat empty for ever: say so at once. Raises ClientError."""
    if await process.wait():
        raise ClientError(f"{name} has failed: {last_line(log)} (its log: {log})")
