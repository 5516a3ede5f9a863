"""All links of one table: listens, calls, keeps one link to each peer, and knows nothing of games.

```python
async with open_mesh(me, listeners=await listen_tcp(0)) as mesh:
    mesh.want(host_key, (parse_address("192.0.2.7:4000"),), token=invitation.token)
    async for event in mesh.events:
        ...
```
"""

import contextlib
import random
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import TypeVar

import trio

from net.address import Address
from net.calling import Calls
from net.code import CodeLock
from net.door import Door
from net.events import Event, NoLink
from net.faults import Crowded, LinkFault
from net.handshake import Session, answer
from net.limits import Limits
from net.link import LEAVING, Link
from net.messages import REASON
from net.neighbour import Neighbour
from net.rendezvous import Connect, Rendezvous
from net.sockets import connect_tcp
from net.tls import Tls, fresh_tls
from protocol.identity import SigningKey, valid_public

S = TypeVar("S", bound=trio.abc.Stream)

EVENTS = 64
"""Events that may wait for the owner; when they do, peers are read no further."""
DROPPED = "dropped"


class Mesh:
    """Links to all wanted peers. Made by `open_mesh`; every method returns at once.

    Attributes:
        me: our identity key, 32 bytes.
        events: what happens, in order for each peer: LinkUp, its Frames, LinkDown, and again; NoLink in between. The
            owner must read it: while 64 events wait, no peer is read, and after six seconds they give us up. It ends
            when the mesh closes.
        token: the join token that lets unknown keys in (16 bytes), or None. It may be changed at any time.
        lock: the code that they must know besides, or None. It may be changed at any time.
    """

    def __init__(
        self,
        me: SigningKey,
        tls: Tls,
        token: bytes | None,
        connect: Connect,
        limits: Limits,
        rng: random.Random,
        rendezvous: Rendezvous | None,
        nursery: trio.Nursery,
    ) -> None:
        self.me = me.public
        self.token = token
        self.lock: CodeLock | None = None
        self._report, events = trio.open_memory_channel[Event](EVENTS)
        self.events: trio.MemoryReceiveChannel[Event] = events
        self._identity = me
        self._tls = tls
        self._limits = limits
        self._calls = Calls(me, tls, connect, limits, rendezvous)
        self._rng = rng
        self._rendezvous = rendezvous
        self._nursery = nursery
        self._neighbours: dict[bytes, Neighbour] = {}
        self._tended: dict[bytes, trio.Event] = {}
        self._door = Door(self.me, self._admit, self._let_in, self._knocked, nursery.start_soon, connect, limits, rng)
        self._open = True
        self._clock = trio.lowlevel.current_clock()

    # For the owner.

    @property
    def linked(self) -> tuple[bytes, ...]:
        """The keys of all peers with a live link, ascending."""
        return tuple(sorted(key for key, neighbour in self._neighbours.items() if neighbour.link is not None))

    @property
    def heard(self) -> Mapping[bytes, float]:
        """For each peer with a live link the seconds since anything came from it. May be read outside trio."""
        now = self._clock.current_time()
        links = {key: neighbour.link for key, neighbour in self._neighbours.items()}
        return {key: now - link.heard for key, link in links.items() if link is not None}

    @property
    def relayed(self) -> tuple[bytes, ...]:
        """The keys of all peers that were last met at the relay, ascending; the link may stand or not."""
        return tuple(sorted(key for key, neighbour in self._neighbours.items() if neighbour.relayed))

    def want(
        self,
        peer: bytes,
        addresses: Iterable[Address] = (),
        token: bytes | None = None,
        code: bytes | None = None,
        *,
        relayed: bool = False,
    ) -> None:
        """From now on this peer may come in, and is called at its addresses whenever there is no link to it.

        Where those do not lead to it, it is waited for at the relay, if there is one. Called again it changes the
        addresses and the token; a standing link stays.

        Args:
            peer: its identity key, 32 bytes.
            addresses: tried in this order; none: wait for its call.
            token: what to show at its door where it does not know our key yet, from its invitation (16 bytes).
            code: the key of the table's code, to answer for it there (`net.code.code_key`).
            relayed: an earlier run last met it at the relay, so it is waited for there at once, beside the calls.

        Raises:
            ValueError: `peer` is our own key, or no key at all.
        """
        if peer == self.me or not valid_public(peer):
            raise ValueError("a peer is wanted by its identity key, and nobody is his own peer")
        neighbour = self._neighbours.get(peer) or self._add(peer, guest=False)
        neighbour.guest = False
        neighbour.token, neighbour.code = token, code
        neighbour.relayed |= relayed
        neighbour.aim(tuple(addresses))

    def drop(self, peer: bytes, reason: str = DROPPED) -> None:
        """End the link to a peer, call it no more and let it in no more, until it is wanted again.

        Args:
            peer: its identity key; nothing happens if it is not wanted.
            reason: the word that it is told, of [a-z-], at most 32 characters.

        Raises:
            ValueError: `reason` is no such word.
        """
        if not REASON.match(reason):
            raise ValueError(f"{reason!r} is no word for a goodbye")
        neighbour = self._neighbours.pop(peer, None)
        if neighbour is not None:
            neighbour.leave(reason)

    def send(self, peer: bytes, payload: bytes) -> bool:
        """Queue a frame for one peer; returns whether there is a link to it, not whether it arrives.

        Raises ValueError for what is no message of the game: a bug on this side.
        """
        neighbour = self._neighbours.get(peer)
        if neighbour is None or neighbour.link is None:
            return False
        neighbour.link.send(payload)
        return True

    def backlog(self, peer: bytes) -> int:
        """Frames that wait to be sent to a peer (0 without a link). More than `Limits.queue` end the link."""
        neighbour = self._neighbours.get(peer)
        return 0 if neighbour is None or neighbour.link is None else neighbour.link.backlog

    # One task for each peer.

    def _add(self, peer: bytes, *, guest: bool) -> Neighbour:
        rendezvous = self._rendezvous
        neighbour = Neighbour(
            self.me,
            peer,
            self._calls.call,
            self._emit,
            self._nursery.start_soon,
            self._limits,
            self._rng,
            self._calls.meet if rendezvous is not None else None,
            rendezvous.name if rendezvous is not None else "",
        )
        neighbour.guest = guest
        self._neighbours[peer] = neighbour
        before, ended = self._tended.get(peer), trio.Event()
        self._tended[peer] = ended
        self._nursery.start_soon(self._tend, neighbour, before, ended)
        return neighbour

    async def _tend(self, neighbour: Neighbour, before: trio.Event | None, ended: trio.Event) -> None:
        if before is not None:
            # Dropped and wanted again: the old link is still saying goodbye, and its end must be told first.
            await before.wait()
        await neighbour.tend()
        ended.set()
        if self._neighbours.get(neighbour.key) is neighbour:
            del self._neighbours[neighbour.key]
        if self._tended[neighbour.key] is ended:
            del self._tended[neighbour.key]

    async def _emit(self, event: Event) -> None:
        # Closed by us, when the mesh ends; broken by an owner who has closed his end.
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await self._report.send(event)

    # Whoever comes to the door.

    async def _admit(self, stream: trio.abc.Stream) -> Session:
        known = self._neighbours.__contains__
        return await answer(stream, self._tls, self._identity, known, self.token, self._limits, self.lock)

    def _let_in(self, session: Session, address: str) -> None:
        link = Link(session, self._limits)
        neighbour = self._neighbours.get(session.peer)
        if neighbour is None:
            guests = sum(each.guest for each in self._neighbours.values())
            if not self._open or guests >= self._limits.guests:
                fault = Crowded(session.peer, "came while too many others had come by invitation")
                self._nursery.start_soon(link.refuse, fault)
                self._knocked(address, fault)
                return
            neighbour = self._add(session.peer, guest=True)
        neighbour.offer(link, address)

    def _knocked(self, address: str, fault: LinkFault) -> None:
        # Strangers must not be able to hold up the players, so this news is lost when the owner is behind.
        with contextlib.suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            self._report.send_nowait(NoLink(fault.peer, address, fault))

    def _close(self) -> None:
        self._open = False
        self._door.close()
        self._report.close()
        for peer in list(self._neighbours):
            self.drop(peer, LEAVING)


@contextlib.asynccontextmanager
async def open_mesh(
    me: SigningKey,
    *,
    listeners: Sequence[trio.abc.Listener[S]] = (),
    token: bytes | None = None,
    tls: Tls | None = None,
    connect: Connect = connect_tcp,
    limits: Limits | None = None,
    rng: random.Random | None = None,
    rendezvous: Rendezvous | None = None,
) -> AsyncIterator[Mesh]:
    """A mesh that lives as long as the block.

    A fault of a peer is an event; an exception that comes out of the block is a bug, or the owner's own, in a group as
    from any nursery. When the block ends every peer is told, what is queued for them goes out (for at most
    `Limits.linger` seconds), and all connections and listeners are closed. When it is cancelled the goodbye takes at
    most `Limits.hang_up` seconds.

    Args:
        me: our identity.
        listeners: where peers come in, as from `listen_tcp`; the mesh closes them. None: this end only calls.
        token: the join token that lets unknown keys in (16 bytes), or None.
        tls: this process's certificate and contexts; made afresh by default.
        connect: opens a stream to an address, or raises Unreachable.
        limits: how much and how long.
        rng: for the pauses between two calls; nothing secret depends on it.
        rendezvous: the relay where peers meet that cannot reach each other. With a `token` this end keeps a door
            there, too, as long as the mesh lives.
    """
    async with trio.open_nursery() as nursery:
        made, figures, pauses = tls or fresh_tls(), limits or Limits(), rng or random.Random()
        mesh = Mesh(me, made, token, connect, figures, pauses, rendezvous, nursery)
        door = rendezvous if token is not None else None
        if listeners or door is not None:
            nursery.start_soon(mesh._door.keep, listeners, door)
        try:
            yield mesh
        finally:
            mesh._close()
