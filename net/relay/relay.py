"""The relay at work: greets, lets wait, joins, carries, and closes.

```python
async with open_relay(listeners, Figures()) as relay:
    await stopped.wait()
    await relay.drain(60)
```

Each connection is one task for as long as it lives: first it waits in it, then it carries what comes from it to the
other side. So a pair costs two tasks, and holds bytes only while they flow.
"""

import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Sequence

import trio

from net.relay.callers import Accounts, Caller, Rooms
from net.relay.carrying import Carrier
from net.relay.figures import Figures
from net.relay.greeting import GREETING, Answer, GreetingFault, parse_greeting
from net.relay.metrics import Metrics, Pages

log = logging.getLogger(__name__)

LAST_WORDS = 64
"""Refused connections that are closed politely at one time; more are closed at once."""
POLITE = 1.0
"""Seconds for a refused client to read why."""
SWEEP = 15.0
"""Seconds between two looks for idle pairs, at most."""


class Relay:
    """A running relay. Made by `open_relay`.

    Attributes:
        figures: its limits.
        metrics: what it counts.
    """

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.metrics = Metrics()
        self._accounts = Accounts(figures)
        self._rooms = Rooms(figures.waiting_each)
        self._pending: dict[Caller, None] = {}
        self._carrier = Carrier(figures, self.metrics)
        self._parting = 0
        self._intake = trio.CancelScope()
        self._closing = False

    # For the owner.

    @property
    def now(self) -> dict[str, int]:
        """What is open at this moment, by name."""
        return {
            "pairs": len(self._carrier.pairs),
            "pending": len(self._pending),
            "waiting": self._rooms.waiting,
            "addresses": len(self._accounts),
            "limit_pairs": self.figures.pairs,
            "limit_pending": self.figures.pending,
        }

    async def drain(self, seconds: float) -> int:
        """Let nobody new in, tell those who wait, and give the pairs time to finish; gives how many did not."""
        self._closing = True
        self._intake.cancel()
        for caller in list(self._pending):
            caller.dismiss(Answer.CLOSING)
        return await self._carrier.drain(seconds)

    async def attend(self, stream: trio.abc.HalfCloseableStream, host: str) -> None:
        """Take one connection from the address `host`, from its greeting to its end. It is closed when this returns."""
        self.metrics.connections += 1
        caller = Caller(stream, self._accounts.of(host))
        try:
            caller.farewell = self._no_room(caller)
            if caller.farewell is None:
                await self._meet(caller)
            if caller.pair is not None:
                await self._carrier.carry(caller, caller.pair)
            elif caller.farewell is not None:
                await self._refuse(caller, caller.farewell)
        except trio.BrokenResourceError:
            if caller.pair is not None:
                # Once one end has closed, what the other one still sends to it runs into nothing: that is an end, too.
                caller.pair.end(None if caller.pair.half else "broken")
        finally:
            if caller.pair is not None:
                self._carrier.part(caller.pair)
            else:
                self.metrics.refused[caller.farewell.name.lower() if caller.farewell else caller.reason] += 1
            caller.account.seen = trio.current_time()
            await trio.aclose_forcefully(stream)

    # Before a connection is joined.

    def _no_room(self, caller: Caller) -> Answer | None:
        """Why there is no room for one more connection, or None. The greediest address makes room for the others."""
        account = caller.account
        if self._closing:
            return Answer.CLOSING
        if len(account.pending) >= self.figures.pending_each:
            return Answer.CROWDED
        if len(self._pending) >= self.figures.pending:
            greediest = self._accounts.greediest()
            if len(greediest.pending) <= len(account.pending) + 1:
                return Answer.FULL
            oldest = next(iter(greediest.pending))
            self._forget(oldest)
            oldest.dismiss(Answer.FULL)
        return None

    def _forget(self, caller: Caller) -> None:
        self._pending.pop(caller, None)
        caller.account.pending.pop(caller, None)

    async def _meet(self, caller: Caller) -> None:
        """Until the connection is joined in a pair, has a farewell coming, or is not worth one."""
        self._pending[caller] = caller.account.pending[caller] = None
        assert caller.scope is not None
        try:
            with caller.scope:
                place = await self._hear(caller)
                if place is not None:
                    await self._find(caller, *place)
        finally:
            caller.scope = None
            self._forget(caller)

    async def _hear(self, caller: Caller) -> tuple[bytes, int] | None:
        """The greeting; None for one who gives none, and is told nothing: it is no client of ours."""
        said = b""
        with trio.move_on_after(self.figures.greeting):
            try:
                while (place := parse_greeting(said)) is None:
                    data = await caller.stream.receive_some(GREETING - len(said))
                    if not data:
                        return None
                    said += data
            except GreetingFault:
                caller.reason = "garbage"
                return None
            return place
        caller.reason = "slow"
        return None

    async def _find(self, caller: Caller, token: bytes, side: int) -> None:
        partner = self._rooms.partner(token, side)
        if partner is not None:
            caller.farewell = self._carrier.no_room(caller, partner)
            if caller.farewell is None:
                self._rooms.leave(token, 1 - side, partner)
                self._carrier.join(partner, caller)
            return
        oldest = self._rooms.enter(token, side, caller)
        if oldest is not None:
            oldest.dismiss(Answer.NEWER)
        try:
            with trio.move_on_after(self.figures.waiting):
                if await caller.stream.receive_some(1):
                    caller.reason = "garbage"
                if caller.pair is not None:
                    caller.pair.end("broken")  # joined in the very moment in which it left or spoke too early
                return
            caller.farewell = Answer.NOBODY
        finally:
            self._rooms.leave(token, side, caller)

    async def _refuse(self, caller: Caller, farewell: Answer) -> None:
        """Say the one byte, and see to it that it arrives: what is closed unread is reset, and may take it along."""
        if self._parting >= LAST_WORDS:
            return
        self._parting += 1
        try:
            with trio.move_on_after(POLITE):
                await caller.stream.send_all(bytes([farewell]))
                await caller.stream.send_eof()
                for _ in range(GREETING):
                    if not await caller.stream.receive_some(GREETING):
                        break
        finally:
            self._parting -= 1

    async def _sweep(self) -> None:
        """Close pairs through which nothing goes. One look for all costs less than a clock for each."""
        while True:
            await trio.sleep(min(SWEEP, self.figures.idle / 4))
            self._carrier.end_idle()
            self._accounts.forget()

    # The door.

    async def _listen(self, listeners: Sequence[trio.SocketListener], nursery: trio.Nursery) -> None:
        with self._intake:
            await trio.serve_listeners(self._accepted, list(listeners), handler_nursery=nursery)

    async def _accepted(self, stream: trio.SocketStream) -> None:
        try:
            host = str(stream.socket.getpeername()[0])
        except OSError:
            await trio.aclose_forcefully(stream)  # it has gone already
            return
        try:
            await self.attend(stream, host)
        except Exception:
            # A fault of ours in one connection is no reason to cut thousands of others.
            log.exception("a connection was closed by a fault of the relay")


def _bound(listener: trio.SocketListener, size: int) -> None:
    """Bound what the system holds for each connection: it, too, stands between a sender and a slow reader.

    Connections inherit this. Twice our own buffer: with less, a fast pair waits for the system again and again.
    """
    for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        with contextlib.suppress(OSError):
            listener.socket.setsockopt(socket.SOL_SOCKET, option, 2 * size)


@contextlib.asynccontextmanager
async def open_relay(
    listeners: Sequence[trio.SocketListener], figures: Figures, pages: Sequence[trio.SocketListener] = ()
) -> AsyncIterator[Relay]:
    """A relay that works as long as the block lasts; at its end every connection is closed.

    Args:
        listeners: where clients come in; the relay closes them.
        figures: its limits.
        pages: where the metrics are read over HTTP; closed, too.
    """
    async with trio.open_nursery() as nursery:
        relay = Relay(figures)
        for listener in listeners:
            _bound(listener, figures.buffer)
        if listeners:
            nursery.start_soon(relay._listen, listeners, nursery)
        if pages:
            shown = Pages(lambda: relay.metrics.page(relay.now))
            nursery.start_soon(trio.serve_listeners, shown.show, list(pages))
        nursery.start_soon(relay._sweep)
        try:
            yield relay
        finally:
            nursery.cancel_scope.cancel()
