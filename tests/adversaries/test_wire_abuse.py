"""Cheat below the session: half a frame, a huge length, a flood of frames; over a real mesh, with a real table on it.

The seat's link is dropped for it, the others play on among themselves, and when the seat comes back with an honest
program the game goes to its end: no fault of a link is ever a fault at the table.
"""

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock

from engine.core.cards import NO_FACES
from net.attempt import Agreed
from net.frames import frame
from net.handshake import call
from net.mesh import open_mesh
from net.table import Table, open_table
from net.telling import Away, TableClosed
from protocol.agreement import Agreement, Form, Opened, Seat, sign_table
from protocol.encoding import pack, u32
from protocol.events import Asked, Ended, Fault
from protocol.record import assemble
from tests.adversaries.rig import audit
from tests.net.wire import LIMITS, Wire, at, keys, tls
from tests.protocol import toy
from tests.protocol.table import keys_of


class Memory:
    """A journal that never fails."""

    def __init__(self) -> None:
        self.items: list[bytes] = []

    def write(self, items: Sequence[bytes]) -> None:
        self.items += items

    def sync(self, items: Sequence[bytes]) -> None:
        self.items += items


def agreed() -> Agreement:
    """Three seats of the toy game whose identities are those of the test wire."""
    people = keys(3)
    rows = tuple(Seat(seat, f"P{seat}", key.public) for seat, key in enumerate(people))
    form = Form("toy", (("rounds", 1),), toy.VERSION, toy.DATA_DIGEST, 0, 0, rows)
    mine = {seat: keys_of(seat, 0) for seat in range(3)}
    opened = {seat: Opened(k.game.public, k.talk.public, bytes([seat]) * 32) for seat, k in mine.items()}
    return Agreement(form, opened, {s: sign_table(form, opened, s, people[s], mine[s]) for s in range(3)})


async def play(table: Table, seen: list[object]) -> None:
    async for event in table:
        seen.append(event)
        if isinstance(event, Asked):
            await table.choose(event.slot, event.question.options(table.seat).sample(lambda n: 0, NO_FACES))
        elif isinstance(event, TableClosed):
            return


ABUSE = {
    "half a frame": u32(100) + b"only this",
    "a huge length": u32(2**32 - 1),
    "garbage": frame(b"\xc1"),
    "a flood": frame(pack((200, bytes(900)))) * 4000,
    "an unknown kind": frame(pack((99, 1))),
    "a false entry": frame(pack((32, b"nothing", bytes(64)))),
}


@pytest.mark.parametrize("name", ABUSE)
async def test_abuse_of_a_link_costs_the_link_and_nobody_the_game(name: str, autojump_clock: MockClock) -> None:
    agreement, wire, people = agreed(), Wire(), keys(3)
    journals = [Memory() for _ in range(3)]
    seen: list[list[object]] = [[], [], []]
    ways = {key.public: (at(n),) for n, key in enumerate(people)}

    async def seat(n: int) -> None:
        match = toy.new_match(agreement.form)
        async with open_mesh(people[n], listeners=[wire.door(n)], tls=tls(), connect=wire.connect) as mesh:
            for other, key in enumerate(people):
                if other != n:
                    mesh.want(key.public, ways[key.public] if other < n else ())
            async with open_table(mesh, Agreed(agreement, ()), n, keys_of(n, 0), match, journals[n], ways) as table:
                await play(table, seen[n])

    with trio.fail_after(3_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat, 0)
            nursery.start_soon(seat, 1)
            await trio.sleep(1)
            for n in (0, 1):
                session = await call(await wire.connect(at(n)), tls(), people[2], people[n].public, None, LIMITS)
                nursery.start_soon(abuse, session.stream, ABUSE[name])
            await trio.sleep(300)
            for n in (0, 1):
                assert any(isinstance(event, Away) and event.seat == 2 for event in seen[n]), "the link was dropped"
                assert not any(isinstance(event, Fault) for event in seen[n]), "nobody is accused"
            nursery.start_soon(seat, 2)
    assert [[event for event in events if isinstance(event, TableClosed)] for events in seen] == [[TableClosed()]] * 3
    assert all(any(isinstance(event, Ended) for event in events) for events in seen)
    records = {assemble(agreement, journal.items) for journal in journals}
    assert len(records) == 1
    assert audit(min(records)).judgement.value == "good"


async def abuse(stream: trio.abc.Stream, data: bytes) -> None:
    """Sends it and, where half a frame is meant to be the end, hangs up."""
    try:
        await stream.send_all(data)
        await trio.sleep(100)
        await trio.aclose_forcefully(stream)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        pass
