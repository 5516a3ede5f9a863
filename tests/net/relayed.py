"""Homes that reach each other by a relay alone, on a wire in memory."""

import contextlib
import random
from collections.abc import AsyncIterator, Callable

import trio
from trio.testing import memory_stream_pair
from typing_extensions import override

from net.address import Address
from net.events import NoLink
from net.faults import Unreachable
from net.mesh import open_mesh
from net.relay.figures import Figures
from net.relay.greeting import greeting
from net.relay.relay import Relay, open_relay
from net.rendezvous import Rendezvous
from protocol.identity import SigningKey
from tests.net.wire import LIMITS, TOKEN, Party, Wire, tls

RELAY = Address("relay.example", 7447)
MEET = Rendezvous(RELAY, TOKEN)
Tap = Callable[[bytes], bytes]


class Homes(Wire):
    """Homes that cannot reach each other, and a relay that all of them can reach.

    Attributes:
        tap: what somebody at the relay does with the bytes of the next connections; None: nothing.
        open: whether the relay can be reached.
        dialled: how often it was.
    """

    def __init__(self, relay: Relay, nursery: trio.Nursery) -> None:
        super().__init__()
        self.relay = relay
        self.nursery = nursery
        self.tap: Tap | None = None
        self.open = True
        self.dialled = 0

    @override
    async def connect(self, address: Address) -> trio.abc.Stream:
        if address != RELAY:
            return await super().connect(address)
        await trio.lowlevel.checkpoint()
        if not self.open:
            raise Unreachable(None, f"cannot be reached at {address.text}: nobody listens there")
        self.dialled += 1
        ours, theirs = memory_stream_pair()
        self.nursery.start_soon(self.relay.attend, theirs, f"192.0.2.{self.dialled % 250}")
        return Tapped(ours, self.tap) if self.tap is not None else ours

    async def come(self, point: tuple[bytes, int]) -> trio.abc.Stream:
        """Somebody who knows a meeting point, and says what he likes there."""
        stream = await self.connect(RELAY)
        await stream.send_all(greeting(*point))
        return stream


class Tapped(trio.abc.Stream):
    """A stream that somebody changes behind the greeting's answer."""

    def __init__(self, inner: trio.abc.Stream, tap: Tap) -> None:
        self.inner = inner
        self.tap = tap
        self.answered = False

    @override
    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.inner.send_all(data)

    @override
    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    @override
    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self.inner.receive_some(max_bytes)
        if self.answered and data:
            return self.tap(bytes(data))
        self.answered = True
        return data

    @override
    async def aclose(self) -> None:
        await self.inner.aclose()


@contextlib.asynccontextmanager
async def homes(figures: Figures | None = None) -> AsyncIterator[Homes]:
    async with open_relay([], figures or Figures()) as relay, trio.open_nursery() as nursery:
        yield Homes(relay, nursery)
        nursery.cancel_scope.cancel()


@contextlib.asynccontextmanager
async def at_home(
    wire: Homes, me: SigningKey, token: bytes | None = None, n: int | None = None
) -> AsyncIterator[Party]:
    """A mesh that knows the relay; behind the door `n` of the wire, or behind none."""
    async with (
        trio.open_nursery() as nursery,
        open_mesh(
            me,
            listeners=[wire.door(n)] if n is not None else [],
            token=token,
            tls=tls(),
            connect=wire.connect,
            limits=LIMITS,
            rng=random.Random(me.public[0]),
            rendezvous=MEET,
        ) as mesh,
    ):
        gathered = Party(mesh)
        nursery.start_soon(gathered.listen)
        yield gathered


def faults(one: Party) -> list[str]:
    return [type(event.fault).__name__ for event in one.of(NoLink) if isinstance(event, NoLink)]
