"""Who leaves too early keeps others from their end: a driver stays until all have said that they stand there, too."""

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock

from net.attempt import Agreed
from net.mesh import open_mesh
from net.parting import LINGER
from net.table import open_table
from net.telling import TableClosed
from protocol.hearing import SILENCE_MS
from protocol.record import assemble
from tests.adversaries.test_wire_abuse import Memory, agreed, play
from tests.net.wire import Wire as Cables
from tests.net.wire import at, keys, tls
from tests.protocol import toy
from tests.protocol.table import Wire, keys_of
from tests.simulation.world import World


@pytest.mark.parametrize("seed", range(12))
def test_all_reach_the_end_though_each_leaves_as_soon_as_it_may(seed: int) -> None:
    """A link is missing at the end, so two seats hear each other's last words through the third alone."""
    world = World(3, seed, wire=Wire(1, 20))
    world.run(lambda: world.session(0).log.place >= (6, 0))
    world.cut(0, 2)
    patience: dict[int, int] = {}
    while any(world.states[seat].up for seat in world.numbers) and world.now < 20 * SILENCE_MS:
        now = world.now
        world.run(lambda now=now: world.now > now, limit_ms=1_000)  # type: ignore[misc]  # bound now
        if world.now == now:
            world.now += 1_000
        for seat in world.numbers:
            session = world.session(seat)
            if world.states[seat].up and session.ended:
                patience.setdefault(seat, world.now + LINGER * 1_000)
                if session.settled or world.now >= patience[seat]:
                    world.run(lambda: not world._queue, limit_ms=100)
                    world.crash(seat)
        world.work()
    assert all(world.session(seat).ended for seat in world.numbers)
    assert len({world.record(seat) for seat in world.numbers}) == 1


async def test_three_tables_over_a_mesh_in_which_one_link_is_missing(autojump_clock: MockClock) -> None:
    """The whole driver: it closes when all have said that they are done, long before it must."""
    agreement, wire, people = agreed(), Cables(), keys(3)
    journals = [Memory() for _ in range(3)]
    seen: list[list[object]] = [[], [], []]
    closed: list[float] = []

    async def seat(n: int, others: Sequence[int]) -> None:
        match = toy.new_match(agreement.form)
        async with open_mesh(people[n], listeners=[wire.door(n)], tls=tls(), connect=wire.connect) as mesh:
            for other in others:
                mesh.want(people[other].public, (at(other),))
            async with open_table(mesh, Agreed(agreement, ()), n, keys_of(n, 0), match, journals[n], {}) as table:
                await play(table, seen[n])
                closed.append(trio.current_time())

    with trio.fail_after(600):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat, 0, (1,))
            nursery.start_soon(seat, 1, (0, 2))
            nursery.start_soon(seat, 2, (1,))
    assert [[event for event in events if isinstance(event, TableClosed)] for events in seen] == [[TableClosed()]] * 3
    assert len({assemble(agreement, journal.items) for journal in journals}) == 1
    assert max(closed) - min(closed) < LINGER + 1
