"""One seat at one table: a session driven over a mesh. Writes first, sends after."""

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

import trio

from engine.core.cards import Faces
from engine.core.match import Match
from net.address import Address
from net.attempt import Agreed
from net.events import Event as MeshEvent
from net.events import Frame, LinkDown, LinkUp
from net.journal import Journal
from net.latecomers import Latecomers
from net.limits import STINT
from net.link import LEAVING
from net.mesh import Mesh
from net.pardons import Pardons
from net.parting import Parting
from net.presence import Presence
from net.telling import TableClosed, TableEvent
from protocol.events import Dismissed, LinkFault
from protocol.faults import TalkFault
from protocol.secret import SeatKeys
from protocol.session import Session
from protocol.work import Work


class Table:
    """What a player or a bot holds of a running table: events by iteration, answers by `choose`, talk by `say`.

    Attributes:
        seat: ours, counted from 0.
        names: the players' own words for themselves, by seat.
        fresh: the match as it stood before the first event, for whoever reads them.
    """

    def __init__(
        self, mesh: Mesh, session: Session, ways: Mapping[bytes, tuple[Address, ...]], journal: Journal
    ) -> None:
        self.seat = session.seat
        self.names: Sequence[str] = tuple(seat.name for seat in session.agreement.form.seats)
        self.fresh = session.match.fork()
        self._mesh = mesh
        self._session = session
        session.hands_out = True
        self._ways = ways
        self._journal = journal
        self._report, self._events = trio.open_memory_channel[TableEvent](float("inf"))
        self._pardons = Pardons(mesh, ways)
        self._latecomers = Latecomers(mesh, session)
        self._parting = Parting()
        self._presence = Presence(self._report.send_nowait)
        self._give, self._todo = trio.open_memory_channel[Work](float("inf"))
        self._nap = trio.CancelScope()
        self._closed = False

    # For whoever plays.
    @property
    def match(self) -> Match[Any]:
        """The game, to be looked at and forked."""
        return self._session.match

    @property
    def session(self) -> Session:
        """The protocol's side, to be looked at: log, agreement, verdict."""
        return self._session

    @property
    def slot(self) -> int:
        """The number of the open question."""
        return self._session.slot

    @property
    def known(self) -> Faces:
        """The faces of closed cards that our seat sees, by handle. Not to be changed."""
        return self._session.known

    @property
    def waiting_for(self) -> Sequence[int]:
        """The seats whose word the table needs next, ours included, ascending."""
        return self._session.waiting_for

    @property
    def mixed(self) -> tuple[int, int] | None:
        """While decks are mixed: how many turns of a seat with a deck are done, and of how many; else None."""
        return self._session.progress.mixed

    @property
    def relayed(self) -> tuple[int, ...]:
        """The seats that were last met at the relay, ascending: where to look for them first, in a later run."""
        seats = map(self._session.agreement.form.seat_of, self._mesh.relayed)
        return tuple(sorted(seat for seat in seats if seat is not None))

    @property
    def heard(self) -> Mapping[int, float]:
        """For each seat with a live link the seconds since anything came from it. May be read outside trio."""
        seats = {self._session.agreement.form.seat_of(key): ago for key, ago in self._mesh.heard.items()}
        return {seat: ago for seat, ago in seats.items() if seat is not None}

    def __aiter__(self) -> AsyncIterator[TableEvent]:
        """What happens, from the start; ends after TableClosed."""
        return self._events.__aiter__()

    def stay(self) -> None:
        """Somebody sits here who may want to talk when all is over: close only when the others have left, too.

        After `net.grace.TALK_ON` seconds without a word it closes all the same.
        """
        self._parting.stays = True

    async def choose(self, slot: int, value: Any) -> None:
        """Answer the question of `slot`: on disk, then on the way to all. Raises LocalFault, with nothing changed."""
        self._session.choose(slot, value)
        self._settle()
        await trio.lowlevel.checkpoint()

    async def say(self, text: str) -> None:
        """Say a line to all: on disk, then on the way. Raises TalkFault, with nothing said."""
        if self._closed:
            raise TalkFault("closed", "the table is closed, and nobody is there to hear it")
        self._session.tick(_now())
        self._session.say(text)
        self._settle()
        await trio.lowlevel.checkpoint()

    # The driver.
    async def run(self, early: Sequence[tuple[bytes, bytes]]) -> None:
        """Play the protocol's part until the table closes. `early` is what came before the session, in order."""
        session, mesh = self._session, self._mesh
        for peer, addresses in self._ways.items():
            if peer != mesh.me:
                mesh.want(peer, addresses)  # without a token from now on: who comes back keeps no door for strangers
        session.tick(_now())
        for peer in mesh.linked:
            session.connected(peer)
        session.start()
        for peer, frame in early:
            session.receive(peer, frame)
        self._settle()
        while not self._closed:
            if session.behind:
                await trio.lowlevel.checkpoint()
            else:
                with trio.move_on_at(self._wake()) as self._nap:
                    self._hear(await mesh.events.receive())
                    self._hear_more()
            session.tick(_now())
            self._pardons.grant()
            self._presence.tick(trio.current_time())
            self._settle()

    async def work(self) -> None:
        """Make and check proofs beside `run`, for ever, one after another: more threads would not be faster."""
        async for work in self._todo:
            result = await trio.to_thread.run_sync(work.run, abandon_on_cancel=True)
            self._session.tick(_now())
            self._session.done(work, result)
            self._settle()
            self._nap.cancel()  # what is to be done next may have changed

    def _hear_more(self) -> None:
        """What else is there already: to save and to send once is cheaper than once for each."""
        with contextlib.suppress(trio.WouldBlock, trio.EndOfChannel):
            while True:
                self._hear(self._mesh.events.receive_nowait())

    def _hear(self, event: MeshEvent) -> None:
        if self._closed:
            return  # by an answer, a word or a proof of ours, while this was waited for
        session = self._session
        if isinstance(event, Frame):
            if self._latecomers.admits(event.peer, event.payload):
                session.receive(event.peer, event.payload)
            return
        if not isinstance(event, LinkUp | LinkDown) or event.peer is None:
            return  # a call that failed, or a stranger: the mesh goes on by itself
        seat, now = session.agreement.form.seat_of(event.peer), trio.current_time()
        if isinstance(event, LinkDown):
            session.receive(event.peer, b"")
            if seat is not None:
                self._parting.lost(event.fault, now)
                self._presence.down(seat, event.fault, now)
        elif seat is not None:
            self._latecomers.linked(event.peer)
            session.connected(event.peer)
            self._presence.up(seat)

    def _settle(self) -> None:
        """Judge, tell, save, send; in this order, so that nothing leaves before it is on the disk.

        What takes long to judge is left when a stint is over: `run` goes on with it.
        """
        if self._closed:
            return
        session, until = self._session, trio.current_time() + STINT
        while (event := session.next_event(lambda: trio.current_time() >= until)) is not None:
            self._report.send_nowait(event)
            if isinstance(event, LinkFault):
                self._pardons.drop(event.peer)
            elif isinstance(event, Dismissed):
                self._mesh.drop(event.peer, event.reason)
            self._parting.told(event, trio.current_time())
        for work in session.work():
            self._give.send_nowait(work)
        items, frames = session.unsaved(), session.outgoing()
        over = self._parting.due(trio.current_time(), settled=session.settled) and not session.behind
        if frames or over:
            self._journal.sync(items)
        else:
            self._journal.write(items)
        if session.behind:
            self._nap.cancel()
        for peer, frame in frames:
            self._mesh.send(peer, frame)
        if over:
            self._part()

    def _part(self) -> None:
        """Nobody needs us any more: close, as soon as nobody is left to talk with."""
        news = self._parting.part(trio.current_time(), self._there)
        if news is not None:
            self._report.send_nowait(news)
        if isinstance(news, TableClosed):
            if self._parting.talking:
                for peer in self._mesh.linked:
                    self._mesh.drop(peer, LEAVING)  # whoever still sits there hears that we do not listen any more
            self._closed = True
            self._report.close()

    def _wake(self) -> float:
        deadline = self._session.deadline_ms
        wanted = float("inf") if deadline is None else deadline / 1000
        return min(self._parting.wake(self._there), self._pardons.wake, self._presence.wake, wanted)

    @property
    def _there(self) -> Sequence[int]:
        return self._presence.there(self._session.linked)


def _now() -> int:
    return int(trio.current_time() * 1000)


@contextlib.asynccontextmanager
async def run_table(
    mesh: Mesh,
    session: Session,
    journal: Journal,
    ways: Mapping[bytes, tuple[Address, ...]],
    early: Sequence[tuple[bytes, bytes]] = (),
) -> AsyncIterator[Table]:
    """A running table, as long as the block lasts; the mesh stays open and is the caller's to close.

    Args:
        mesh: links to all seats; nobody else may read its events any more.
        session: fresh, or restored; its seat's keys are on disk since before the lock was sent.
        journal: takes every item before anything that depends on it is sent.
        ways: the addresses of each peer, by identity key, for calling it again after its link was dropped.
        early: (peer, frame) that came before the session, in order.
    """
    table = Table(mesh, session, ways, journal)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.work)
        nursery.start_soon(table.run, early)
        yield table
        nursery.cancel_scope.cancel()


@contextlib.asynccontextmanager
async def open_table(
    mesh: Mesh,
    agreed: Agreed,
    seat: int,
    keys: SeatKeys,
    match: Match[Any],
    journal: Journal,
    ways: Mapping[bytes, tuple[Address, ...]],
    trace: Callable[[str], None] | None = None,
) -> AsyncIterator[Table]:
    """`run_table` of a session that begins now.

    Args:
        mesh: links to all seats; nobody else may read its events any more.
        agreed: what `agree` gave.
        seat: ours.
        keys: ours for this game, on disk since before the lock was sent.
        match: fresh, built from the agreed form.
        journal: takes every item before anything that depends on it is sent.
        ways: the addresses of each peer, by identity key, for calling it again after its link was dropped.
        trace: told every step of the protocol in one line.
    """
    session = Session(agreed.agreement, seat, keys, match, trace)
    async with run_table(mesh, session, journal, ways, agreed.early) as table:
        yield table
