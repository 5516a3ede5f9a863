"""Peers that are lost, dropped or behind a dead cable: how soon and how often the mesh calls them."""

import itertools

import pytest
import trio
from trio.testing import MockClock

from net.events import LinkDown, NoLink
from net.faults import (
    Unreachable,
)
from tests.net.meshes import faults, link_news
from tests.net.wire import LARGE, LIMITS, SMALL, Wire, at, keys, move, party


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
