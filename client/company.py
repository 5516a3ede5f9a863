"""A table on this machine with bots in some of its seats."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import trio

from client.addresses import LOOPBACK
from client.children import last_line, start_client
from client.errors import ClientError
from client.home import Home
from client.lobby.front import CODE, Front, HostTools
from client.pace import Pace
from client.player import Player, load_player
from client.returning import resume_table
from client.seating import Hosting, Seated, Tell, Terms, host_table
from client.store.tables import KeptTable
from net.invite import Invitation
from protocol.agreement import Form

FAREWELL = 6.0
"""Seconds for bots to say their last words and write their records."""


class Bots:
    """Bots that this client starts, each a player of its own in a process of its own. They leave with us."""

    def __init__(self, home: Home, nursery: trio.Nursery, pace: Pace) -> None:
        self._home = home
        self._nursery = nursery
        self._pace = pace
        self._processes: dict[int, trio.Process] = {}
        self._wanted = 0
        self._lock = trio.Lock()

    async def invite(self, invitation: Invitation, count: int, kind: str, code: str | None) -> None:
        """Have just `count` bots at a table of ours: send as many of `kind` as are missing, call back the others."""
        here = tuple(address for address in invitation.addresses if address.host == LOOPBACK)
        local = replace(invitation, addresses=here or invitation.addresses)
        environ = {CODE: code} if code is not None else {}
        self._wanted = count
        async with self._lock:  # else two at once would send for the same ones
            for number in [number for number in self._processes if number > self._wanted]:
                self._processes.pop(number).terminate()
            for number in range(len(self._processes) + 1, self._wanted + 1):
                # Its name is a word of its key: a bot of somebody else, too, is then known by name.
                name = f"Bot {load_player(self._place(number)).words(1)}"
                await self._start(number, ["bot", local.line, "--bots", kind, "--name", name], environ)

    @property
    def keys(self) -> frozenset[bytes]:
        """The keys of those that are there."""
        return frozenset(load_player(self._place(number)).key.public for number in self._processes)

    def seated(self, form: Form, count: int) -> None:
        """The first `count` of them sit at the table of `form`: those seats keep the pace."""
        keys = {load_player(self._place(number)).key.public for number in range(1, count + 1)}
        self._pace.heeded = frozenset(seat.number for seat in form.seats if seat.identity in keys)

    async def recall(self, game_id: str, count: int) -> None:
        """Let the bots take up a table again at which they sat."""
        for number in range(1, count + 1):
            await self._start(number, ["bot", "--resume", game_id], {})

    def _place(self, number: int) -> Home:
        return Home.find(str(self._home.data / "bots" / str(number)))

    async def _start(self, number: int, arguments: Sequence[str], environ: Mapping[str, str]) -> None:
        seat = self._place(number).data
        log = seat / "output.log"
        command = ["--home", str(seat), *arguments, "--leash"]
        process = await start_client(self._nursery, command, log, False, environ)
        self._processes[number] = process
        self._nursery.start_soon(self._watch, number, process, log)
        self._nursery.start_soon(self._lead, process)

    async def _watch(self, number: int, process: trio.Process, log: Path) -> None:
        """A bot that fails would leave its seat empty for ever: say so at once. Raises ClientError."""
        if await process.wait() and self._processes.get(number) is process:  # else we have called it back
            raise ClientError(f"bot {number} has failed: {last_line(log)} (its log: {log})")

    async def _lead(self, process: trio.Process) -> None:
        """Tell a bot the pace, at once and whenever there is news of it: that alone ends a wait that goes on."""
        assert process.stdin is not None, "the leash is a pipe"
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):  # it has gone, as `_watch` finds out
            while True:
                news = self._pace.news
                await process.stdin.send_all(b"%d\n" % round(self._pace.seconds * 1000))
                await news.wait()

    async def farewell(self, ended: bool) -> None:
        """Let them say their last words, if the game has ended, and end them."""
        with trio.move_on_after(FAREWELL if ended else 0):
            for process in self._processes.values():
                await process.wait()
        self._pace.heeded = frozenset()
        self._nursery.cancel_scope.cancel()


@asynccontextmanager
async def host_company(
    home: Home, player: Player, plan: Hosting, front: Front, terms: Terms, pace: Pace, tools: HostTools | None = None
) -> AsyncIterator[Seated]:
    """`host_table`, with the bots of `terms.crew`, which come by themselves and keep `pace`.

    Raises ClientError, in groups.

    `tools`: those of a host who may change how many there are.
    """
    async with trio.open_nursery() as children:
        bots = Bots(home, children, pace)

        def invite(invitation: Invitation) -> None:
            def have(count: int) -> None:
                terms.crew = replace(terms.crew, bots=count)
                children.start_soon(bots.invite, invitation, count, terms.crew.kind, plan.code)

            if tools is not None:
                tools.bots, tools.ours, tools.invitation = have, lambda: bots.keys, invitation.line
            plan.invite(invitation)
            have(terms.crew.bots)

        async with host_table(home, player, replace(plan, invite=invite), front, terms) as seated:
            bots.seated(seated.journal.kept.form, terms.crew.bots)
            yield seated
            ended = seated.table.match.outcome is not None
        await bots.farewell(ended)


@asynccontextmanager
async def resume_company(home: Home, player: Player, kept: KeptTable, tell: Tell, pace: Pace) -> AsyncIterator[Seated]:
    """`resume_table`, and the bots that we had brought along, which keep `pace`. Raises ClientError, in groups."""
    async with trio.open_nursery() as children:
        bots = Bots(home, children, pace)
        seating: AbstractAsyncContextManager[Seated] = resume_table(home, player, kept, tell)
        async with seating as seated:
            bots.seated(kept.form, kept.crew.bots)
            children.start_soon(bots.recall, kept.id, kept.crew.bots)
            yield seated
            ended = seated.table.match.outcome is not None
        await bots.farewell(ended)
