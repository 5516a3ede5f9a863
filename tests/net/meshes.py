"""Several parties on a wire in memory, linked with each other, and what they were told."""

import dataclasses
from collections.abc import Iterable
from contextlib import AsyncExitStack

import trio

from net.events import LinkDown, LinkUp, NoLink
from net.handshake import Session, call
from protocol.identity import SigningKey
from tests.net.wire import LIMITS, Party, Wire, at, party, tls

AT_ONCE = dataclasses.replace(LIMITS, head_start=0.0)


def link_news(one: Party) -> list[tuple[str, bool | str]]:
    """Ups (did we dial?) and downs (why?), in order."""
    news: list[tuple[str, bool | str]] = []
    for event in one.of(LinkUp, LinkDown):
        if isinstance(event, LinkUp):
            news.append(("up", event.dialled))
        elif isinstance(event, LinkDown):
            news.append(("down", type(event.fault).__name__))
    return news


def faults(one: Party) -> list[str]:
    return [type(event.fault).__name__ for event in one.of(NoLink) if isinstance(event, NoLink)]


async def full(stack: AsyncExitStack, wire: Wire, everybody: Iterable[SigningKey]) -> list[Party]:
    """All of them behind doors 0, 1, ... of the wire, each wanting all others; linked."""
    everybody = list(everybody)
    parties = [await stack.enter_async_context(party(wire, n, key)) for n, key in enumerate(everybody)]
    for one in parties:
        for n, key in enumerate(everybody):
            if key.public != one.mesh.me:
                one.mesh.want(key.public, [at(n)])
    await trio.sleep(1)
    for one in parties:
        assert len(one.mesh.linked) == len(everybody) - 1
    return parties


async def intruder(wire: Wire, n: int, me: SigningKey, host: SigningKey, token: bytes | None = None) -> Session:
    """An authenticated connection to door `n` whose holder does with it what he likes."""
    return await call(await wire.connect(at(n)), tls(), me, host.public, token, LIMITS)
