"""A network in memory: cables that can be cut, held or left dead, and a door to each address."""

import contextlib
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import cache

import trio
from trio.testing import memory_stream_pair
from typing_extensions import override

from net.address import Address
from net.events import Event, Frame
from net.faults import Unreachable
from net.handshake import Session, answer, call
from net.limits import Limits
from net.mesh import Mesh, open_mesh
from net.tls import Tls, fresh_tls
from protocol.encoding import pack
from protocol.identity import SigningKey

TOKEN = bytes(range(16))
LIMITS = Limits()


@cache
def tls() -> Tls:
    """One certificate for all honest ends of the tests: it is not what tells them apart."""
    return fresh_tls()


@cache
def keys(count: int) -> tuple[SigningKey, ...]:
    """So many identities, in ascending order of their public keys."""
    return tuple(sorted((SigningKey(bytes([n]) * 32) for n in range(1, count + 1)), key=lambda key: key.public))


SMALL, LARGE = keys(2)


def move(n: int, size: int = 0) -> bytes:
    """A message of the game, number `n`, with so many bytes more."""
    return pack((200, n, bytes(size)))


@dataclass
class Cable:
    """Two joined streams. While `dead`, bytes vanish and no end hears the other close; while `held`, they wait.

    `lag`: seconds from the sending of bytes to their arrival.
    """

    lag: float = 0.0
    dead: bool = False
    sent: int = 0
    _free: trio.Event = field(default_factory=trio.Event)
    ends: list["Plug"] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._free.set()
        self.ends = [Plug(self, stream) for stream in memory_stream_pair()]

    def hold(self) -> None:
        self._free = trio.Event()

    def release(self) -> None:
        self._free.set()

    async def arrive(self) -> None:
        await self._free.wait()
        if self.lag:
            await trio.sleep(self.lag)
        if self.dead:
            await trio.sleep_forever()


class Plug(trio.abc.Stream):
    def __init__(self, cable: Cable, inner: trio.abc.Stream) -> None:
        self.cable = cable
        self.inner = inner
        self.closed = False

    @override
    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.cable.sent += 1
        if self.cable.dead:
            await trio.lowlevel.checkpoint()
        else:
            await self.inner.send_all(data)

    @override
    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    @override
    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self.inner.receive_some(max_bytes)
        await self.cable.arrive()
        return data

    @override
    async def aclose(self) -> None:
        self.closed = True
        await self.inner.aclose()


class Door(trio.abc.Listener[trio.abc.Stream]):
    """Where an address leads to."""

    def __init__(self) -> None:
        self.knock, self._come = trio.open_memory_channel[trio.abc.Stream](100)
        self.closed = False

    @override
    async def accept(self) -> trio.abc.Stream:
        return await self._come.receive()

    @override
    async def aclose(self) -> None:
        self.closed = True
        self._come.close()
        await trio.lowlevel.checkpoint()


@dataclass
class Wire:
    """All doors and all cables. While it is `cut`, all cables that stand die, and calls are "refused" or "silent".

    `lag`: that of a new cable to an address.
    """

    doors: dict[Address, Door] = field(default_factory=dict)
    cables: list[Cable] = field(default_factory=list)
    lag: Callable[[Address], float] = lambda address: 0.0
    _cut: str = ""

    @property
    def cut(self) -> str:
        return self._cut

    @cut.setter
    def cut(self, how: str) -> None:
        self._cut = how
        for cable in self.cables:
            cable.dead = True

    def door(self, n: int) -> Door:
        """A new door at the address of number `n`; an old one there leads nowhere any more."""
        door = self.doors[at(n)] = Door()
        return door

    async def connect(self, address: Address) -> trio.abc.Stream:
        await trio.lowlevel.checkpoint()
        if self.cut == "silent":
            # A system whose first packet is lost sends it again: after 1 s, after 3 s, after 7 s.
            for pause in (1, 2, 4):
                await trio.sleep(pause)
                if not self.cut:
                    break
            else:
                await trio.sleep_forever()
        door = self.doors.get(address)
        if door is None or door.closed or self.cut:
            raise Unreachable(None, f"cannot be reached at {address.text}: nobody listens there")
        cable = Cable(self.lag(address))
        self.cables.append(cable)
        await door.knock.send(cable.ends[1])
        return cable.ends[0]


def at(n: int) -> Address:
    return Address("10.0.0.1", 4000 + n)


class Party:
    """An honest end on a wire: its mesh, and all that happened to it."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.events: list[Event] = []
        self.times: list[float] = []

    async def listen(self) -> None:
        async for event in self.mesh.events:
            self.events.append(event)
            self.times.append(trio.current_time())

    def tell_all(self, payload: bytes) -> tuple[bytes, ...]:
        """Send a frame to every linked peer; gives those that it was sent to."""
        return tuple(peer for peer in self.mesh.linked if self.mesh.send(peer, payload))

    def of(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]

    def frames(self, peer: bytes) -> list[bytes]:
        return [event.payload for event in self.events if isinstance(event, Frame) and event.peer == peer]


@contextlib.asynccontextmanager
async def party(
    wire: Wire, n: int, me: SigningKey, *, token: bytes | None = None, limits: Limits = LIMITS
) -> AsyncIterator[Party]:
    """A mesh for `me` behind the door number `n`, whose events are gathered."""
    async with (
        trio.open_nursery() as nursery,
        open_mesh(
            me,
            listeners=[wire.door(n)],
            token=token,
            tls=tls(),
            connect=wire.connect,
            limits=limits,
            rng=random.Random(n),
        ) as mesh,
    ):
        gathered = Party(mesh)
        nursery.start_soon(gathered.listen)
        yield gathered


async def sessions(
    one: trio.abc.Stream, other: trio.abc.Stream, caller: SigningKey = SMALL, host: SigningKey = LARGE
) -> tuple[Session, Session]:
    """Two honest ends after their introduction over two joined streams: the caller's and the host's."""
    result: dict[str, Session] = {}

    async def dial() -> None:
        result["caller"] = await call(one, tls(), caller, host.public, None, LIMITS)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(dial)
        result["host"] = await answer(other, tls(), host, {caller.public}.__contains__, None, LIMITS)
    return result["caller"], result["host"]
