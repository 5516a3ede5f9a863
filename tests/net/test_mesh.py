"""The mesh on a wire in memory and a virtual clock: each pair has one link, and the end of it all."""

from contextlib import AsyncExitStack

import pytest
import trio
from trio.testing import MockClock

from net.events import LinkDown, LinkUp, NoLink
from net.faults import (
    Left,
)
from net.mesh import open_mesh
from protocol.identity import SigningKey
from tests.net.meshes import AT_ONCE, full, intruder, link_news
from tests.net.wire import LARGE, LIMITS, SMALL, Wire, at, keys, move, party, tls


async def test_it_tells_how_long_each_peer_was_not_heard(autojump_clock: MockClock) -> None:
    """For the debug screen: read-only, and only of links that stand."""
    wire = Wire()
    async with AsyncExitStack() as stack:
        one, other = await full(stack, wire, [SMALL, LARGE])
        await trio.sleep(LIMITS.ping_every - 1)
        other.tell_all(move(1))
        await trio.sleep(0.5)
        assert 0.4 < one.mesh.heard[LARGE.public] < 0.6
        assert set(one.mesh.heard) == set(one.mesh.linked)
        other.mesh.drop(SMALL.public)
        await trio.sleep(1)
        assert one.mesh.heard == {}


async def test_all_are_linked_once_and_hear_each_other(autojump_clock: MockClock) -> None:
    async with AsyncExitStack() as stack:
        parties = await full(stack, Wire(), keys(6))
        for n, one in enumerate(parties):
            assert one.tell_all(move(n)) == one.mesh.linked
        await trio.sleep(1)
        for one in parties:
            assert len(one.of(LinkUp)) == 5
            assert one.of(LinkDown, NoLink) == []
            for n, other in enumerate(parties):
                assert one.frames(other.mesh.me) == ([move(n)] if other is not one else [])


@pytest.mark.parametrize("attempt", range(12))
async def test_of_two_crossing_calls_that_of_the_smaller_key_stays(attempt: int, autojump_clock: MockClock) -> None:
    # The order of tasks within one tick is random in trio, so each attempt may cross in another way.
    wire = Wire()
    async with party(wire, 0, SMALL, limits=AT_ONCE) as small, party(wire, 1, LARGE, limits=AT_ONCE) as large:
        small.mesh.want(LARGE.public, [at(1)])
        large.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(20)
        assert small.mesh.linked == (LARGE.public,)
        assert large.mesh.linked == (SMALL.public,)
        ups = small.of(LinkUp), large.of(LinkUp)
        assert [isinstance(up[-1], LinkUp) and up[-1].dialled for up in ups] == [True, False]
        assert sum(not end.closed for cable in wire.cables for end in cable.ends) == 2
        assert small.mesh.send(LARGE.public, move(1))
        assert large.mesh.send(SMALL.public, move(2))
        await trio.sleep(1)
        assert small.frames(LARGE.public) == [move(2)]
        assert large.frames(SMALL.public) == [move(1)]


@pytest.mark.parametrize(("stays", "returns"), [(SMALL, LARGE), (LARGE, SMALL)])
@pytest.mark.parametrize("first_by", [SMALL, LARGE])
async def test_the_same_key_takes_over_its_own_dead_link_at_once(
    stays: SigningKey, returns: SigningKey, first_by: SigningKey, autojump_clock: MockClock
) -> None:
    wire = Wire()
    async with party(wire, 0, stays) as host:
        host.mesh.want(returns.public, [at(1)] if first_by is stays else [])
        async with party(wire, 1, returns) as before:
            before.mesh.want(stays.public, [at(0)] if first_by is returns else [])
            await trio.sleep(1)
            assert link_news(host) == [("up", first_by is stays)]
            wire.cables[0].dead = True  # the computer dies, and nobody hears of it
        assert host.mesh.linked == (returns.public,)
        async with party(wire, 2, returns) as after:
            came = trio.current_time()
            after.mesh.want(stays.public, [at(0)])
            await trio.sleep(1 + LIMITS.probe)
            assert host.mesh.linked == (returns.public,)
            assert link_news(host)[-1] == ("up", False)
            assert link_news(after) == [("up", True)]
            up = host.times[-1] - came
            # Only an old link dialled by the smaller key might be the one to keep, and is asked first.
            asked = (stays, first_by) == (SMALL, SMALL)
            assert up <= LIMITS.head_start + (LIMITS.probe if asked else 0) + 0.01
            after.mesh.send(stays.public, move(5))
            await trio.sleep(1)
            assert host.frames(returns.public) == [move(5)]


async def test_a_second_connection_of_a_living_peer_does_not_shake_the_link(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as small, party(wire, 1, LARGE) as large:
        small.mesh.want(LARGE.public, [at(1)])
        large.mesh.want(SMALL.public)
        await trio.sleep(1)
        second = await intruder(wire, 0, LARGE, SMALL)
        third = await intruder(wire, 0, LARGE, SMALL)
        await trio.sleep(5)
        assert link_news(small) == [("up", True)]
        for session in (second, third):
            assert b"bye" in await session.stream.receive_some()
            await trio.aclose_forcefully(session.stream)


async def test_what_the_owner_may_not_ask_for() -> None:
    async with party(Wire(), 0, SMALL) as one:
        for key in (SMALL.public, bytes(32), b"short"):
            with pytest.raises(ValueError, match="identity key"):
                one.mesh.want(key)
        with pytest.raises(ValueError, match="no word for a goodbye"):
            one.mesh.drop(LARGE.public, "Get out!")


async def test_the_end_tells_all_and_leaves_nothing_behind(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with trio.open_nursery() as nursery:
        before = trio.lowlevel.current_statistics().tasks_living
        async with AsyncExitStack() as stack:
            *everybody, leaving = keys(5)
            first, *others = await full(stack, wire, everybody)
            async with party(wire, 9, leaving) as leaver:
                for one in (first, *others):
                    one.mesh.want(leaver.mesh.me, [at(9)])
                    leaver.mesh.want(one.mesh.me)
                await trio.sleep(1)
                assert len(leaver.mesh.linked) == 4
                leaver.tell_all(move(1))
                since = trio.current_time()
            assert trio.current_time() - since < 0.1
            await trio.sleep(0.1)
            for one in (first, *others):
                assert one.frames(leaver.mesh.me) == [move(1)]
                down = one.of(LinkDown)[0]
                assert isinstance(down, LinkDown)
                assert isinstance(down.fault, Left)
                assert down.fault.cause == "closed the program"
            await wire.connect(at(0))  # somebody is just at the door
            since = trio.current_time()
        assert trio.current_time() - since < 0.1
        assert trio.lowlevel.current_statistics().tasks_living == before
        assert all(door.closed for door in wire.doors.values())
        assert sum(not end.closed for cable in wire.cables for end in cable.ends) == 1  # that of the one at the door
        nursery.cancel_scope.cancel()


async def test_a_cancelled_mesh_says_goodbye_too(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host:
        host.mesh.want(LARGE.public)
        with trio.move_on_after(5):
            async with party(wire, 1, LARGE) as peer:
                peer.mesh.want(SMALL.public, [at(0)])
                await trio.sleep_forever()
        await trio.sleep(0.1)
        assert trio.current_time() < 6
        down = host.of(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert isinstance(down.fault, Left)


async def test_an_owner_who_stops_reading_holds_nothing_up_at_the_end(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host:
        host.mesh.want(LARGE.public)
        async with open_mesh(LARGE, tls=tls(), connect=wire.connect) as deaf:
            deaf.want(SMALL.public, [at(0)])
            await trio.sleep(1)
            for n in range(200):
                host.mesh.send(LARGE.public, move(n))
            await trio.sleep(1)
        assert trio.current_time() < 3
