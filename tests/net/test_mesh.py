"""The mesh on a wire in memory and a virtual clock."""

import dataclasses
import itertools
from collections.abc import Iterable
from contextlib import AsyncExitStack

import pytest
import trio
from trio.testing import MockClock

from net.events import LinkDown, LinkUp, NoLink
from net.faults import (
    NOT_BEGUN,
    Left,
    Stranger,
    Unreachable,
)
from net.frames import frame
from net.handshake import Session, call
from net.mesh import open_mesh
from protocol.encoding import u32
from protocol.identity import SigningKey
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, Party, Wire, at, keys, move, party, tls

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


async def test_it_tells_how_long_each_peer_was_not_heard(autojump_clock: MockClock) -> None:
    """For the debug screen: read-only, and only of links that stand."""
    wire = Wire()
    async with AsyncExitStack() as stack:
        one, other = await full(stack, wire, [SMALL, LARGE])
        await trio.sleep(LIMITS.ping_every - 1)
        other.mesh.broadcast(move(1))
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
            assert one.mesh.broadcast(move(n)) == one.mesh.linked
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


async def test_a_fault_of_one_peer_leaves_the_others_playing(autojump_clock: MockClock) -> None:
    wire = Wire()
    everybody = keys(4)
    foul = everybody[3]
    async with AsyncExitStack() as stack:
        parties = await full(stack, wire, everybody[:3])
        for n, one in enumerate(parties):
            one.mesh.want(foul.public)
            session = await intruder(wire, n, foul, everybody[n])
            await trio.sleep(0.1)
            assert foul.public in one.mesh.linked
            await session.stream.send_all([frame(b"\xc1"), u32(2**32 - 1), frame(move(1)) * 4000][n])
        for n in range(70):
            for one in parties:
                one.mesh.broadcast(move(n))
            await trio.sleep(1)
        downs = [event for one in parties for event in one.of(LinkDown) if isinstance(event, LinkDown)]
        assert [(down.peer, type(down.fault).__name__) for down in downs] == [
            (foul.public, "Garbage"),
            (foul.public, "Oversize"),
            (foul.public, "Flood"),
        ]
        for one in parties:
            for other in parties:
                if other is not one:
                    assert one.frames(other.mesh.me) == [move(n) for n in range(70)]


async def test_unknown_keys_are_refused_at_the_door(autojump_clock: MockClock) -> None:
    wire = Wire()
    _, _, stranger = keys(3)
    async with party(wire, 0, SMALL) as host, party(wire, 1, stranger) as caller:
        caller.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(0.5)
        assert host.of(LinkUp) == []
        assert {type(event.fault) for event in host.of(NoLink) if isinstance(event, NoLink)} == {Stranger}
        down = caller.of(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert isinstance(down.fault, Left)
        assert "does not let you in" in str(down.fault)
        # A known key would be called again and again, so it must not be at full speed.
        await trio.sleep(60)
        assert 3 <= len(caller.of(LinkUp)) <= 9


async def test_an_invitation_lets_in_and_is_asked_for_again_next_time(autojump_clock: MockClock) -> None:
    wire = Wire()
    _, _, guest = keys(3)
    async with party(wire, 0, SMALL, token=TOKEN) as host:
        async with party(wire, 1, guest) as caller:
            caller.mesh.want(SMALL.public, [at(0)], token=TOKEN)
            await trio.sleep(1)
            assert host.mesh.linked == (guest.public,)
            caller.mesh.send(SMALL.public, move(1))
            await trio.sleep(1)
            assert host.frames(guest.public) == [move(1)]
        await trio.sleep(1)
        assert link_news(host) == [("up", False), ("down", "Left")]
        for shown, asked in ((bytes(16), TOKEN), (None, None), (TOKEN, None)):
            host.mesh.token = asked
            session = await intruder(wire, 0, guest, SMALL, shown)
            assert b"stranger" in await session.stream.receive_some()
            await trio.aclose_forcefully(session.stream)
        await trio.sleep(1)
        assert faults(host) == ["Stranger"] * 3


async def test_who_is_told_that_the_game_has_not_begun_calls_again_every_few_seconds(autojump_clock: MockClock) -> None:
    """A spectator that came minutes early must not miss a short game while it waits to call again."""
    wire = Wire()
    async with party(wire, 0, SMALL, token=TOKEN) as host, party(wire, 1, LARGE) as caller:
        caller.mesh.want(SMALL.public, [at(0)], token=TOKEN)
        for _ in range(100):
            await trio.sleep(0.5)
            host.mesh.drop(LARGE.public, NOT_BEGUN)
        seen = len(caller.of(LinkUp))
        assert 15 <= seen <= 25
        await trio.sleep(LIMITS.redial_later + 1)
        assert host.mesh.linked == (LARGE.public,)


async def test_a_guest_who_gets_a_seat_stays_known(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL, token=TOKEN) as host:
        async with party(wire, 1, LARGE) as caller:
            caller.mesh.want(SMALL.public, [at(0)], token=TOKEN)
            await trio.sleep(1)
            host.mesh.want(LARGE.public)
            host.mesh.token = None
        async with party(wire, 1, LARGE) as caller:
            caller.mesh.want(SMALL.public, [at(0)])
            await trio.sleep(1)
            assert host.mesh.linked == (LARGE.public,)


async def test_no_more_guests_than_the_limit(autojump_clock: MockClock) -> None:
    wire = Wire()
    host_key, *guests = keys(5)
    async with party(wire, 0, host_key, token=TOKEN, limits=dataclasses.replace(LIMITS, guests=3)) as host:
        held = [await intruder(wire, 0, guest, host_key, TOKEN) for guest in guests]
        await trio.sleep(1)
        assert len(host.mesh.linked) == 3
        assert faults(host) == ["Crowded"]
        for session in held:
            await trio.aclose_forcefully(session.stream)


async def test_those_who_only_knock_cannot_fill_the_door(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host, party(wire, 1, LARGE) as late:
        host.mesh.want(LARGE.public)
        mute = [await wire.connect(at(0)) for _ in range(LIMITS.pending)]
        await trio.sleep(1)
        assert faults(host) == []
        late.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(1)
        assert host.mesh.linked == (LARGE.public,)
        assert faults(host) == ["Crowded"]
        assert await mute[0].receive_some() == b""
        await trio.sleep(10)
        assert faults(host) == ["Crowded"] + ["Slow"] * (LIMITS.pending - 1)
        for stream in mute:
            await stream.aclose()


async def test_a_lost_peer_is_called_until_it_is_back(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host:
        host.mesh.want(LARGE.public, [at(1)])
        await trio.sleep(300)
        missed = [time for event, time in zip(host.events, host.times, strict=True) if isinstance(event, NoLink)]
        assert all(isinstance(event, NoLink) and isinstance(event.fault, Unreachable) for event in host.events)
        first = host.events[0]
        assert isinstance(first, NoLink)
        assert (first.peer, first.address) == (LARGE.public, at(1).text)
        assert "nobody listens there" in str(first.fault)
        pauses = [later - earlier for earlier, later in itertools.pairwise(missed)]
        assert pauses[0] <= 0.5
        assert pauses[3] > 1
        assert all(15 <= pause <= 30 for pause in pauses[7:])
        async with party(wire, 1, LARGE) as peer:
            peer.mesh.want(SMALL.public)
            await trio.sleep(30)
            assert host.mesh.linked == (LARGE.public,)
        await trio.sleep(100)
        assert not host.mesh.linked
        # News about the address is acted upon at once, and the pauses are short again.
        missed = len(host.of(NoLink))
        host.mesh.want(LARGE.public, [at(8)])
        await trio.sleep(2)
        assert len(host.of(NoLink)) - missed in (3, 4)
        async with party(wire, 7, LARGE) as peer:
            peer.mesh.want(SMALL.public)
            host.mesh.want(LARGE.public, [at(7)])
            await trio.sleep(0.1)
            assert host.mesh.linked == (LARGE.public,)


async def test_an_address_that_does_not_answer_is_given_up_for_the_next_one(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host, party(wire, 1, LARGE) as peer, party(wire, 2, keys(3)[2]):
        peer.mesh.want(SMALL.public)
        host.mesh.want(LARGE.public, [at(9), at(2), at(1)])
        await trio.sleep(1)
        assert faults(host) == ["Unreachable", "WrongKey"]
        assert host.mesh.linked == (LARGE.public,)


async def test_who_is_dropped_is_told_and_stays_out_until_wanted_again(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host, party(wire, 1, LARGE) as peer:
        host.mesh.want(LARGE.public, [at(1)])
        peer.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(1)
        host.mesh.drop(LARGE.public, "flood")
        host.mesh.drop(LARGE.public)
        await trio.sleep(30)
        assert link_news(host) == [("up", True), ("down", "Closed")]
        down = peer.of(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert "sent too fast" in str(down.fault)
        assert not host.mesh.send(LARGE.public, move(1))
        host.mesh.want(LARGE.public, [at(1)])
        await trio.sleep(1)
        assert host.mesh.linked == (LARGE.public,)
        assert host.mesh.send(LARGE.public, move(1))
        await trio.sleep(1)
        assert peer.frames(SMALL.public) == [move(1)]


async def test_who_is_dropped_and_wanted_again_at_once_goes_down_before_he_comes_up(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host, party(wire, 1, LARGE) as peer:
        host.mesh.want(LARGE.public, [at(1)])
        peer.mesh.want(SMALL.public)
        await trio.sleep(1)
        wire.cables[0].dead = True  # so that the goodbye takes its time
        host.mesh.drop(LARGE.public)
        host.mesh.want(LARGE.public, [at(1)])
        await trio.sleep(10)
        assert link_news(host) == [("up", True), ("down", "Closed"), ("up", True)]
        assert host.mesh.linked == (LARGE.public,)


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
                leaver.mesh.broadcast(move(1))
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


@pytest.mark.parametrize("cut", [7.0, 10.0, 15.0, 31.0, 55.0])
@pytest.mark.parametrize("silent", [False, True])
async def test_two_seconds_after_a_cut_the_link_is_back(cut: float, silent: bool, autojump_clock: MockClock) -> None:
    """A cut ends all connections without a word; calls then wait for an answer, or fail at once (no route)."""
    wire = Wire()
    async with party(wire, 0, SMALL) as small, party(wire, 1, LARGE) as large:
        # The second address of each leads nowhere, and in a cut there is nobody who could say so.
        small.mesh.want(LARGE.public, [at(1), at(8)])
        large.mesh.want(SMALL.public, [at(0), at(9)])
        await trio.sleep(30.3)
        wire.cut = "silent" if silent else "refused"
        await trio.sleep(cut)
        assert not small.mesh.linked
        assert not large.mesh.linked
        wire.cut = ""
        await trio.sleep(2)
        assert small.mesh.linked == (LARGE.public,)
        assert large.mesh.linked == (SMALL.public,)
        for one in (small, large):
            assert [kind for kind, _ in link_news(one)] == ["up", "down", "up"]


async def test_who_has_been_gone_for_long_is_called_at_leisure(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as host:
        host.mesh.want(LARGE.public, [at(1), at(7)])
        async with party(wire, 1, LARGE) as peer:
            peer.mesh.want(SMALL.public)
            await trio.sleep(LIMITS.steady + 1)
        left = trio.current_time()
        await trio.sleep(300)
        missed = [(event, at) for event, at in zip(host.events, host.times, strict=True) if isinstance(event, NoLink)]
        in_haste = [event.address for event, time in missed if time < left + LIMITS.missed]
        assert LIMITS.missed / LIMITS.redial_hasty <= len(in_haste) <= 2 * LIMITS.missed / LIMITS.redial_hasty + 2
        assert set(in_haste) == {at(1).text}
        later = [event.address for event, time in missed if time > left + LIMITS.missed + 1]
        assert set(later) == {at(1).text, at(7).text}
        assert len(later) <= 2 * 16


async def test_a_dead_cable_is_silence_and_the_peer_is_called_again(autojump_clock: MockClock) -> None:
    wire = Wire()
    async with party(wire, 0, SMALL) as small, party(wire, 1, LARGE) as large:
        small.mesh.want(LARGE.public, [at(1)])
        large.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(1)
        for cable in wire.cables:
            cable.dead = True
        await trio.sleep(LIMITS.dead_after + 1)
        for one in (small, large):
            assert ("down", "Silent") in link_news(one)
        await trio.sleep(5)
        assert small.mesh.linked == (LARGE.public,)
        assert large.mesh.linked == (SMALL.public,)
