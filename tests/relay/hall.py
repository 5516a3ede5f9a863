"""A relay without sockets: clients in memory, each from an address of its own, on a virtual clock."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair

from net.relay.figures import Figures
from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from net.relay.relay import Relay, open_relay

Client = trio.abc.HalfCloseableStream
TOKEN = bytes(range(32))
OTHER = bytes(32)
HOME, AWAY = "192.0.2.1", "198.51.100.2"


class Hall:
    """The relay and the way to it."""

    def __init__(self, relay: Relay, nursery: trio.Nursery) -> None:
        self.relay = relay
        self._nursery = nursery

    def connect(self, host: str = HOME, lockstep: bool = False) -> Client:
        """A connection on which nothing has been said. With `lockstep` nothing is sent before it is read."""
        ours, theirs = (lockstep_stream_pair if lockstep else memory_stream_pair)()
        self._nursery.start_soon(self.relay.attend, theirs, host)
        return ours

    async def come(self, side: int, token: bytes = TOKEN, host: str = HOME, lockstep: bool = False) -> Client:
        """A connection that has said its greeting; the relay has acted upon it."""
        client = self.connect(host, lockstep)
        await client.send_all(greeting(token, side))
        await trio.testing.wait_all_tasks_blocked()
        return client

    async def pair(
        self, token: bytes = TOKEN, hosts: tuple[str, str] = (HOME, AWAY), lockstep: bool = False
    ) -> tuple[Client, Client]:
        """Two joined connections: that of side 0 and that of side 1."""
        one = await self.come(ANSWERS, token, hosts[0], lockstep)
        other = await self.come(CALLS, token, hosts[1], lockstep)
        for client in (one, other):
            assert await answered(client) is Answer.PAIRED
        return one, other

    async def works(self, token: bytes = OTHER) -> None:
        """Others are served as if nothing had happened."""
        one, other = await self.pair(token, ("203.0.113.7", "203.0.113.8"))
        await one.send_all(b"ping")
        assert await other.receive_some() == b"ping"
        await other.send_all(b"pong")
        assert await one.receive_some() == b"pong"
        await one.aclose()
        assert await ended(other)
        await other.aclose()


async def answered(client: Client) -> Answer | None:
    """The relay's one byte, or None if it closed without."""
    said = await client.receive_some(1)
    return Answer(said[0]) if said else None


async def ended(client: Client) -> bool:
    """Whether the next that comes is the end."""
    try:
        return await client.receive_some() == b""
    except trio.BrokenResourceError:
        return True


@contextlib.asynccontextmanager
async def hall(figures: Figures | None = None) -> AsyncIterator[Hall]:
    """A relay for one test."""
    async with open_relay([], figures or Figures()) as relay, trio.open_nursery() as nursery:
        yield Hall(relay, nursery)
        nursery.cancel_scope.cancel()


narrow = partial(Figures, pending_each=3, pending=6, pairs_each=2, pairs=3)
"""Figures small enough to be reached."""
