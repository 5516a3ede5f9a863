"""The door of a mesh: whoever comes, to a listener or through the relay, is answered, and may wait for seconds only."""

import errno
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio

from net.faults import Crowded, LinkFault
from net.handshake import Session
from net.limits import Backoff, Limits
from net.relay.greeting import ANSWERS
from net.rendezvous import DOOR_SOCKETS, Connect, NoRelay, RelayBack, Rendezvous, keep_door, meet
from net.sockets import remote_name

S = TypeVar("S", bound=trio.abc.Stream)
Admit = Callable[[trio.abc.Stream], Awaitable[Session]]
LetIn = Callable[[Session, str], None]
Knocked = Callable[[str, LinkFault], None]

TOO_MANY_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
FULL_PAUSE = 0.1
"""Seconds before the next try to accept when this computer has no room for one more connection."""


class Door:
    """Where connections come in, from `keep` on until `close`.

    Args:
        me: our identity key.
        admit: hears who is behind a stream, or raises LinkFault.
        let_in: gets the session of whoever was admitted, and from where it came, as text for people.
        knocked: told from where somebody came who was not, and why; told, too, when the relay fails.
        start: runs an async function beside this one, as `trio.Nursery.start_soon`; each ends within seconds.
        connect: opens a stream to the relay, or raises Unreachable.
        limits: the figures of the mesh.
        rng: for the pauses while the relay is away.
    """

    def __init__(
        self,
        me: bytes,
        admit: Admit,
        let_in: LetIn,
        knocked: Knocked,
        start: Callable[..., None],
        connect: Connect,
        limits: Limits,
        rng: random.Random,
    ) -> None:
        self._me = me
        self._admit = admit
        self._let_in = let_in
        self._knocked = knocked
        self._start = start
        self._connect = connect
        self._limits = limits
        self._rng = rng
        self._open = True
        self._intake = trio.CancelScope()
        # Connections that have not proven their key, oldest first.
        self._pending: dict[trio.CancelScope, None] = {}

    async def keep(self, listeners: Sequence[trio.abc.Listener[S]], rendezvous: Rendezvous | None) -> None:
        """Let people in by the listeners, which are closed at the end, and by our door at a relay, if there is one."""
        with self._intake:
            async with trio.open_nursery() as nursery:
                for listener in listeners:
                    nursery.start_soon(self._accept, listener)
                if rendezvous is not None:
                    for _ in range(DOOR_SOCKETS):
                        nursery.start_soon(self._wait_at_relay, rendezvous)

    def close(self) -> None:
        """Nobody comes in any more, and nothing more is told."""
        self._open = False
        self._intake.cancel()
        for scope in list(self._pending):
            scope.cancel()

    async def _wait_at_relay(self, rendezvous: Rendezvous) -> None:
        limits = self._limits
        point = rendezvous.door(self._me)[0], ANSWERS

        async def wait() -> trio.abc.Stream:
            return await meet(rendezvous, point, self._connect, limits)

        def take(stream: trio.abc.Stream) -> None:
            self._start(self._answer, stream, rendezvous.name)

        def tell(fault: NoRelay | RelayBack) -> None:
            self._knocked(rendezvous.name, fault)

        await keep_door(wait, take, tell, Backoff(limits.redial_first, limits.redial_most, self._rng))

    async def _accept(self, listener: trio.abc.Listener[S]) -> None:
        async with listener:
            while True:
                try:
                    stream = await listener.accept()
                except OSError as error:
                    if error.errno not in TOO_MANY_FILES:
                        raise
                    # Nobody can be let in until some connection has ended; those who knock wait in the system's queue.
                    await trio.sleep(FULL_PAUSE)
                else:
                    self._start(self._answer, stream, remote_name(stream))

    async def _answer(self, stream: trio.abc.Stream, address: str) -> None:
        with trio.CancelScope() as scope:
            self._pending[scope] = None
            if len(self._pending) > self._limits.pending:
                # Whoever has waited longest is the least likely to be honest: it takes no more than a few messages.
                oldest = next(iter(self._pending))
                del self._pending[oldest]
                oldest.cancel()
            try:
                session = await self._admit(stream)
            except LinkFault as fault:
                self._knocked(address, fault)
            else:
                self._let_in(session, address)
            finally:
                self._pending.pop(scope, None)
        if scope.cancelled_caught and self._open:
            self._knocked(address, Crowded(None, "waited at the door while too many others came"))
