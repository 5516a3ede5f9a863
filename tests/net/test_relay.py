"""A mesh with a relay: doors, pairs, addresses that work, and a relay that is away."""

import contextlib

import pytest
import trio
from trio.testing import MockClock

from net.events import LinkDown, LinkUp, NoLink
from net.faults import Unreachable
from net.relay.figures import Figures
from net.relay.relay import open_relay
from net.rendezvous import NoMeeting
from protocol.identity import SigningKey
from tests.net.relayed import at_home, faults, homes
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, at, keys, move


async def test_a_guest_comes_in_by_the_door_and_pairs_meet_without_an_address(autojump_clock: MockClock) -> None:
    host, *guests = keys(5)
    async with homes() as wire, contextlib.AsyncExitStack() as stack:
        parties = [await stack.enter_async_context(at_home(wire, host, TOKEN))]
        for guest in guests:
            party = await stack.enter_async_context(at_home(wire, guest))
            party.mesh.want(host.public, [], TOKEN)
            parties.append(party)
        await trio.sleep(20)
        assert parties[0].mesh.linked == tuple(sorted(guest.public for guest in guests))
        for party in parties:
            for key in keys(5):
                if key.public != party.mesh.me:
                    party.mesh.want(key.public)
        await trio.sleep(20)
        for n, party in enumerate(parties):
            assert len(party.mesh.linked) == 4
            party.tell_all(move(n))
        await trio.sleep(1)
        for party in parties:
            heard = [party.frames(key.public) for key in keys(5) if key.public != party.mesh.me]
            assert all(len(frames) == 1 for frames in heard)
            ups = party.of(LinkUp)
            assert len(ups) == 4
            assert all(isinstance(up, LinkUp) and up.address == "relay relay.example:7447" for up in ups)
        assert wire.relay.now["pairs"] == 10


async def test_the_door_is_renewed_and_stays_open_for_an_hour(autojump_clock: MockClock) -> None:
    async with homes() as wire, at_home(wire, SMALL, TOKEN) as host:
        await trio.sleep(3600)
        assert wire.relay.now["waiting"] == 2
        assert wire.dialled <= 2 * 3600 / LIMITS.meet + 2
        async with at_home(wire, LARGE) as guest:
            guest.mesh.want(SMALL.public, [], TOKEN)
            await trio.sleep(1)
            assert host.mesh.linked == (LARGE.public,)


async def test_an_address_that_works_is_used_and_the_relay_left_alone(autojump_clock: MockClock) -> None:
    async with homes() as wire, at_home(wire, SMALL, n=0) as small, at_home(wire, LARGE, n=1) as large:
        small.mesh.want(LARGE.public, [at(1)])
        large.mesh.want(SMALL.public, [at(0)])
        await trio.sleep(60)
        assert small.mesh.linked == (LARGE.public,)
        assert wire.dialled == 0


@pytest.mark.parametrize("reached", [SMALL, LARGE])
async def test_one_direction_that_works_is_enough(reached: SigningKey, autojump_clock: MockClock) -> None:
    caller = LARGE if reached is SMALL else SMALL
    async with homes() as wire, at_home(wire, reached, n=0) as one, at_home(wire, caller) as other:
        one.mesh.want(caller.public, [at(7)])
        other.mesh.want(reached.public, [at(0)])
        await trio.sleep(10)
        assert one.mesh.linked == (caller.public,)
        assert [up.address for up in other.of(LinkUp) if isinstance(up, LinkUp)] == [at(0).text]


async def test_each_way_that_fails_is_told(autojump_clock: MockClock) -> None:
    async with homes() as wire, at_home(wire, SMALL) as one:
        one.mesh.want(LARGE.public, [at(7)])
        await trio.sleep(40)
        told = {event.address: event.fault for event in one.of(NoLink) if isinstance(event, NoLink)}
        assert set(told) == {at(7).text, "relay relay.example:7447"}
        assert isinstance(told[at(7).text], Unreachable)
        assert isinstance(told["relay relay.example:7447"], NoMeeting)
        assert all(fault.peer == LARGE.public for fault in told.values())


async def test_a_relay_that_is_away_is_told_once_and_used_when_it_is_back(autojump_clock: MockClock) -> None:
    async with homes() as wire:
        wire.open = False
        async with at_home(wire, SMALL, TOKEN) as host, at_home(wire, LARGE) as guest:
            guest.mesh.want(SMALL.public, [], TOKEN)
            await trio.sleep(120)
            assert faults(host) == ["NoRelay"] * 2, "one for each of the two sockets at the door"
            assert 6 <= len(faults(guest)) <= 14
            wire.open = True
            await trio.sleep(31)
            assert host.mesh.linked == (LARGE.public,)


async def test_a_relay_that_is_started_again_is_come_back_to(autojump_clock: MockClock) -> None:
    async with (
        homes() as wire,
        open_relay([], Figures()) as later,
        at_home(wire, SMALL) as small,
        at_home(wire, LARGE) as large,
    ):
        small.mesh.want(LARGE.public)
        large.mesh.want(SMALL.public)
        await trio.sleep(5)
        assert small.mesh.linked
        assert await wire.relay.drain(0) == 1
        await trio.sleep(10)
        assert not small.mesh.linked
        wire.relay = later
        await trio.sleep(31)
        assert [type(event).__name__ for event in small.of(LinkUp, LinkDown)] == ["LinkUp", "LinkDown", "LinkUp"]
        assert large.mesh.send(SMALL.public, move(1))
        await trio.sleep(1)
        assert small.frames(LARGE.public) == [move(1)]
