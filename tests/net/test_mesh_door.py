"""Who comes in at the door of a mesh: faults, strangers, guests with an invitation, those who only knock."""

import dataclasses
from contextlib import AsyncExitStack

import trio
from trio.testing import MockClock

from net.events import LinkDown, LinkUp, NoLink
from net.faults import (
    NOT_BEGUN,
    Left,
    Stranger,
)
from net.frames import frame
from protocol.encoding import u32
from tests.net.meshes import faults, full, intruder, link_news
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, Wire, at, keys, move, party


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
                one.tell_all(move(n))
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
