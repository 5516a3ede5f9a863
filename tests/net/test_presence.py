"""A connection that gives way to a newer one of the same peer is no absence (`net.neighbour`: of two, one stays).

In memory both ends can be made to call each other at once, as all seats do that take up a table at the same moment.
"""

import contextlib
from collections.abc import AsyncIterator
from typing import cast

import pytest
import trio
from trio.testing import MockClock

from net.attempt import Agreed
from net.events import LinkDown, LinkUp
from net.faults import Duplicate, Gone, Left, LinkFault, Replaced
from net.link import LEAVING
from net.mesh import Mesh
from net.presence import NEWER, Presence
from net.table import open_table
from net.telling import Away, Back
from protocol.events import Ended
from tests.adversaries.test_wire_abuse import Memory, agreed
from tests.net.meshes import AT_ONCE, link_news
from tests.net.test_grace import Hall, Solitaire
from tests.net.wire import LARGE, SMALL, Party, Wire, at, keys, party
from tests.protocol import toy
from tests.protocol.table import keys_of

NEWER_ONE = Replaced(None, "opened a newer connection")
GIVEN_WAY = [NEWER_ONE, Left(None, Replaced.code), Left(None, Duplicate.code)]
CUT = Gone(None, "was cut off")
LAG = 0.05


def crossing(by: float = 0.0) -> Wire:
    """Each way takes `LAG`; on what the smaller key dials, whose door is number 0, so many seconds more."""
    return Wire(lag=lambda address: LAG + by if address == at(1) else LAG)


def told_of(one: Party) -> list[Away | Back]:
    """What people are told of the one peer of `one`."""
    told = list[Away | Back]()
    presence = Presence(told.append)
    for event, time in zip(one.events, one.times, strict=True):
        presence.tick(time)
        if isinstance(event, LinkUp):
            presence.up(0)
        elif isinstance(event, LinkDown):
            presence.down(0, event.fault, time)
    presence.tick(float("inf"))
    return told


@contextlib.asynccontextmanager
async def both_call(wire: Wire) -> AsyncIterator[tuple[Party, Party]]:
    """The smaller and the larger key, which call each other at the same moment."""
    async with party(wire, 0, SMALL, limits=AT_ONCE) as small, party(wire, 1, LARGE, limits=AT_ONCE) as large:
        small.mesh.want(LARGE.public, [at(1)])
        large.mesh.want(SMALL.public, [at(0)])
        yield small, large


async def test_the_end_of_one_that_gives_way_is_told_just_before_the_start_of_the_other(
    autojump_clock: MockClock,
) -> None:
    """The order on which the telling stands: each end has first what it has dialled, and the larger key changes."""
    async with both_call(crossing()) as (small, large):
        await trio.sleep(60)
    assert link_news(small)[:1] == [("up", True)]
    assert link_news(large)[:3] == [("up", True), ("down", "Replaced"), ("up", False)]
    down, up = large.times[1:3]
    assert up == down


@pytest.mark.parametrize("attempt", range(6))
@pytest.mark.parametrize("by", [0.0, 0.005, 0.01, 0.02])
async def test_two_that_call_each_other_are_never_told_to_be_away(
    by: float, attempt: int, autojump_clock: MockClock
) -> None:
    # The order of tasks within one tick is random in trio: where both are introduced at once, either may be first.
    async with both_call(crossing(by)) as (small, large):
        await trio.sleep(60)
        for one in (small, large):
            assert told_of(one) == [Back(0)], link_news(one)


@pytest.mark.parametrize("by", [0.0, 0.01])
async def test_who_is_called_and_calls_at_once_comes_once_and_never_goes(by: float, autojump_clock: MockClock) -> None:
    hall = Hall(None, None, None, limits=AT_ONCE)
    hall.cables.lag = lambda address: LAG + by * (address.port - at(0).port)
    for sitter in await hall.run():
        over = next(i for i, event in enumerate(sitter.events) if isinstance(event, Ended))
        links = [event for event in sitter.events[:over] if isinstance(event, Away | Back)]
        assert sorted(links, key=lambda event: event.seat) == [Back(n) for n in range(3) if n != sitter.number]
    assert len(hall.cables.cables) == 6, "each called each"


async def test_a_newer_one_that_dies_as_soon_as_it_stands_is_an_absence(autojump_clock: MockClock) -> None:
    wire = crossing()
    async with both_call(wire) as (small, large):
        while len(link_news(large)) < 3:  # noqa: ASYNC110 -- each pass is a tick of the simulated clock
            await trio.sleep(0.001)
        for cable in wire.cables:
            cable.dead = True
        await trio.sleep(60)
        for one in (small, large):
            assert [type(event) for event in told_of(one)] == [Back, Away, Back]


@pytest.mark.parametrize("fault", GIVEN_WAY, ids=lambda fault: f"{type(fault).__name__} {fault.cause}")
def test_a_newer_one_that_stands_in_time_is_not_told_and_another_is_told_late(fault: LinkFault) -> None:
    told = list[Away | Back]()
    presence = Presence(told.append)
    presence.up(2)
    presence.down(2, fault, 10)
    assert presence.there([1]) == (1, 2), "whoever changes the connection is there"
    presence.tick(10 + NEWER - 0.1)
    presence.up(2)
    presence.tick(100)
    assert told == [Back(2)]
    assert presence.wake == float("inf")
    presence.down(2, fault, 100)
    assert presence.wake == 100 + NEWER
    presence.tick(presence.wake)
    presence.tick(200)
    assert told == [Back(2), Away(2, f"{fault.cause}, which does not stand")]
    assert presence.there([1]) == (1,)
    presence.up(2)
    assert told[2:] == [Back(2)]


def test_a_newer_one_that_breaks_is_told_as_what_it_is() -> None:
    told = list[Away | Back]()
    presence = Presence(told.append)
    presence.up(1)
    presence.down(1, NEWER_ONE, 10)
    presence.up(1)
    presence.down(1, CUT, 10)
    presence.tick(100)
    assert told == [Back(1), Away(1, CUT.cause)]
    presence.up(1)
    presence.down(1, Left(None, LEAVING), 100)
    assert told[2:] == [Back(1), Away(1, "closed the program")]


async def test_a_table_tells_at_the_time_that_one_who_changed_the_connection_is_away(autojump_clock: MockClock) -> None:
    """Where the table itself drops the peer in between, no newer link is ever told of."""
    agreement, mesh, seen = agreed(), Solitaire(), list[tuple[float, object]]()
    match, peer = toy.new_match(agreement.form), keys(3)[1].public

    async with (
        open_table(cast("Mesh", mesh), Agreed(agreement, ()), 0, keys_of(0, 0), match, Memory(), {}) as table,
        trio.open_nursery() as nursery,
    ):

        async def look() -> None:
            async for event in table:
                if isinstance(event, Away | Back):
                    seen.append((trio.current_time(), event))

        nursery.start_soon(look)
        since = trio.current_time()
        for event in (LinkUp(peer, "somewhere", True), LinkDown(peer, NEWER_ONE), LinkUp(peer, "somewhere", False)):
            mesh.report.send_nowait(event)
        await trio.sleep(NEWER + 1)
        assert [event for _, event in seen] == [Back(1)]
        mesh.report.send_nowait(LinkDown(peer, NEWER_ONE))
        await trio.sleep(NEWER + 1)
        nursery.cancel_scope.cancel()
    when, away = seen[-1]
    assert away == Away(1, f"{NEWER_ONE.cause}, which does not stand")
    assert when == pytest.approx(since + NEWER + 1 + NEWER, abs=0.01)
