"""Attacks at the relay and by it: points that others sit at, a player in another's place, changed bytes."""

import random

import pytest
import trio
from trio.testing import MockClock
from typing_extensions import override

from net.events import LinkDown, LinkUp
from net.mesh import open_mesh
from net.relay.greeting import ANSWERS, CALLS
from net.rendezvous import Rendezvous
from tests.net.relayed import MEET, RELAY, Tap, at_home, faults, homes
from tests.net.wire import LARGE, SMALL, TOKEN, Party, keys, move, tls


async def test_a_squatter_at_a_pairs_point_delays_it_and_no_more(autojump_clock: MockClock) -> None:
    async with homes() as wire, at_home(wire, SMALL) as small:
        # He waits on the side of LARGE before anybody comes, and says nothing.
        for _ in range(4):
            await wire.come(MEET.pair(LARGE.public, SMALL.public))
        await trio.testing.wait_all_tasks_blocked()
        small.mesh.want(LARGE.public)
        await trio.sleep(1)
        async with at_home(wire, LARGE) as large:
            large.mesh.want(SMALL.public)
            await trio.sleep(120)
            assert small.mesh.linked == (LARGE.public,)
            assert large.mesh.linked == (SMALL.public,)
        assert set(faults(small)) <= {"Slow", "NoMeeting"}
        assert "Slow" in faults(small)


async def test_a_squatter_at_the_door_holds_up_nobody_for_long(autojump_clock: MockClock) -> None:
    async with homes() as wire, at_home(wire, SMALL, TOKEN) as host, at_home(wire, LARGE) as guest:
        mute = [await wire.come(MEET.door(SMALL.public)) for _ in range(6)]
        await trio.sleep(1)
        guest.mesh.want(SMALL.public, [], TOKEN)
        await trio.sleep(60)
        assert host.mesh.linked == (LARGE.public,)
        assert "Slow" in faults(host)
        for stream in mute:
            await trio.aclose_forcefully(stream)


async def test_a_stale_socket_at_the_door_is_passed_over_in_time(autojump_clock: MockClock) -> None:
    async with homes() as wire:
        # The host's computer has died without a word: its sockets wait on, and nobody is behind them.
        await wire.come((MEET.door(SMALL.public)[0], ANSWERS))
        async with at_home(wire, LARGE) as guest:
            guest.mesh.want(SMALL.public, [], TOKEN)
            await trio.sleep(5)
            async with at_home(wire, SMALL, TOKEN) as host:
                await trio.sleep(20)
                assert host.mesh.linked == (LARGE.public,)
            assert faults(guest) == ["Slow"]


@pytest.mark.parametrize("side", [ANSWERS, CALLS])
async def test_a_third_player_who_is_joined_in_somebodys_place_is_not_taken_for_him(
    side: int, autojump_clock: MockClock
) -> None:
    small, middle, large = keys(3)
    me = small if side == ANSWERS else large
    absent = large if side == ANSWERS else small
    async with homes() as wire, at_home(wire, me) as one:
        # The third one has a seat, too, and the relay (or he himself) puts him where the absent one is expected.
        point = MEET.pair(absent.public, me.public)

        class Splicing(Rendezvous):
            @override
            def pair(self, me: bytes, peer: bytes) -> tuple[bytes, int]:
                return point

        one.mesh.want(absent.public)
        one.mesh.want(middle.public)
        async with (
            trio.open_nursery() as nursery,
            open_mesh(
                middle, tls=tls(), connect=wire.connect, rng=random.Random(1), rendezvous=Splicing(RELAY, TOKEN)
            ) as mesh,
        ):
            other = Party(mesh)
            nursery.start_soon(other.listen)
            mesh.want(me.public)
            await trio.sleep(20)
            assert one.mesh.linked == ()
            assert set(faults(one)) & {"Stranger", "WrongKey", "Left", "Gone", "NoTls", "Slow"}
            nursery.cancel_scope.cancel()


def flip(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def swap(data: bytes) -> bytes:
    half = len(data) // 2
    return data[half:] + data[:half]


@pytest.mark.parametrize("tap", [flip, cut, swap])
async def test_a_relay_that_changes_bytes_makes_no_link_and_breaks_none_that_is_honest(
    tap: Tap, autojump_clock: MockClock
) -> None:
    async with homes() as wire, at_home(wire, SMALL) as small, at_home(wire, LARGE) as large:
        wire.tap = tap
        small.mesh.want(LARGE.public)
        large.mesh.want(SMALL.public)
        await trio.sleep(30)
        assert small.of(LinkUp) == large.of(LinkUp) == []
        assert set(faults(small) + faults(large)) <= {
            "Damaged",
            "NoTls",
            "Gone",
            "Slow",
            "Left",
            "NoMeeting",
            "NoRelay",
        }
        wire.tap = None
        await trio.sleep(60)
        assert small.mesh.linked == (LARGE.public,)


@pytest.mark.parametrize("tap", [flip, cut, swap])
async def test_a_relay_that_changes_bytes_of_a_standing_link_ends_it_and_no_frame_is_changed(
    tap: Tap, autojump_clock: MockClock
) -> None:
    evil = False

    def later(data: bytes) -> bytes:
        return tap(data) if evil else data

    async with homes() as wire, at_home(wire, SMALL) as small, at_home(wire, LARGE) as large:
        wire.tap = later
        small.mesh.want(LARGE.public)
        large.mesh.want(SMALL.public)
        await trio.sleep(5)
        large.mesh.send(SMALL.public, move(1))
        await trio.sleep(1)
        evil = True
        large.mesh.send(SMALL.public, move(2))
        await trio.sleep(60)
        evil = False
        await trio.sleep(60)
        assert small.mesh.linked == (LARGE.public,)
        assert small.frames(LARGE.public) == [move(1)]
        down = small.of(LinkDown)[0]
        assert isinstance(down, LinkDown)
        assert type(down.fault).__name__ in ("Damaged", "Silent", "Gone", "Left")
