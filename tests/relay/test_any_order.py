"""Anybody may do anything at any moment: the books are right all the time, and empty in the end."""

import contextlib
from random import Random

import pytest
import trio
from trio.testing import MockClock

from net.relay.greeting import GREETING, greeting
from net.relay.relay import Relay
from tests.relay.hall import Client, Hall, hall, narrow

STEPS = 400


def check(relay: Relay) -> None:
    """Limits are kept, and each count is that of what is there."""
    now, figures = relay.now, relay.figures
    accounts = list(relay._accounts._accounts.values())
    assert now["pairs"] <= figures.pairs
    assert now["pending"] == sum(len(account.pending) for account in accounts) <= figures.pending
    assert all(len(account.pending) <= figures.pending_each for account in accounts)
    assert all(account.pairs <= figures.pairs_each for account in accounts)
    assert sum(account.pairs for account in accounts) == sum(len(pair.accounts) for pair in relay._carrier.pairs)
    assert now["waiting"] == sum(map(len, relay._rooms._waiting.values())) <= now["pending"]
    assert all(relay._rooms._waiting.values())


class Crowd:
    """Clients that do what a seed says."""

    def __init__(self, room: Hall, seed: int) -> None:
        self.room = room
        self.rng = Random(seed)
        self.clients: list[Client] = []

    async def step(self) -> None:
        rng = self.rng
        match rng.randrange(8):
            case 0 | 1 | 2:
                client = self.room.connect(f"192.0.2.{rng.randrange(4)}")
                self.clients.append(client)
                said = greeting(bytes([rng.randrange(3)]) * 32, rng.randrange(2))
                await self.say(client, said if rng.random() < 0.8 else said[: rng.randrange(GREETING)])
            case 3 if self.clients:
                await self.say(rng.choice(self.clients), rng.randbytes(rng.randrange(1, 3000)))
            case 4 if self.clients:
                with contextlib.suppress(trio.BrokenResourceError), trio.move_on_after(rng.random()):
                    await rng.choice(self.clients).receive_some(rng.randrange(1, 3000))
            case 5 if self.clients:
                await self.clients.pop(rng.randrange(len(self.clients))).aclose()
            case 6 if self.clients:
                with contextlib.suppress(trio.BrokenResourceError):
                    await rng.choice(self.clients).send_eof()
            case _:
                await trio.sleep(rng.choice((0, 0.1, 1, 5)))

    async def say(self, client: Client, data: bytes) -> None:
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            await client.send_all(data)


@pytest.mark.parametrize("seed", range(12))
async def test_any_order_of_things(seed: int, autojump_clock: MockClock) -> None:
    async with hall(narrow(idle=30, waiting=20, greeting=5)) as room:
        crowd = Crowd(room, seed)
        for _ in range(STEPS):
            await crowd.step()
            if crowd.rng.random() < 0.5:
                await trio.testing.wait_all_tasks_blocked()
                check(room.relay)
        assert room.relay.metrics.pairs > 5
        for client in crowd.clients:
            await client.aclose()
        await trio.sleep(60)
        check(room.relay)
        now = room.relay.now
        assert (now["pairs"], now["pending"], now["waiting"], now["addresses"]) == (0, 0, 0, 0)
        await room.works()
        told = room.relay.metrics
        assert told.connections == sum(told.refused.values()) + 2 * told.pairs
