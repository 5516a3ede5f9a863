"""The client's side of the relay on a wire in memory: doors, pairs, and every way in which a relay can fail or lie."""

import contextlib
import dataclasses
import random
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair
from typing_extensions import override

import protocol
from net.address import Address
from net.events import LinkDown, LinkUp, NoLink
from net.faults import LinkFault, Unreachable
from net.mesh import open_mesh
from net.relay.figures import Figures
from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from net.relay.relay import Relay, open_relay
from net.rendezvous import NoMeeting, NoRelay, Rendezvous, meet
from protocol.identity import SigningKey
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, Party, Wire, at, keys, move, tls

RELAY = Address("relay.example", 7447)
MEET = Rendezvous(RELAY, TOKEN)
Tap = Callable[[bytes], bytes]


class Homes(Wire):
    """Homes that cannot reach each other, and a relay that all of them can reach.

    Attributes:
        tap: what somebody at the relay does with the bytes of the next connections; None: nothing.
        open: whether the relay can be reached.
        dialled: how often it was.
    """

    def __init__(self, relay: Relay, nursery: trio.Nursery) -> None:
        super().__init__()
        self.relay = relay
        self.nursery = nursery
        self.tap: Tap | None = None
        self.open = True
        self.dialled = 0

    @override
    async def connect(self, address: Address) -> trio.abc.Stream:
        if address != RELAY:
            return await super().connect(address)
        await trio.lowlevel.checkpoint()
        if not self.open:
            raise Unreachable(None, f"cannot be reached at {address.text}: nobody listens there")
        self.dialled += 1
        ours, theirs = memory_stream_pair()
        self.nursery.start_soon(self.relay.attend, theirs, f"192.0.2.{self.dialled % 250}")
        return Tapped(ours, self.tap) if self.tap is not None else ours

    async def come(self, point: tuple[bytes, int]) -> trio.abc.Stream:
        """Somebody who knows a meeting point, and says what he likes there."""
        stream = await self.connect(RELAY)
        await stream.send_all(greeting(*point))
        return stream


class Tapped(trio.abc.Stream):
    """A stream that somebody changes behind the greeting's answer."""

    def __init__(self, inner: trio.abc.Stream, tap: Tap) -> None:
        self.inner = inner
        self.tap = tap
        self.answered = False

    @override
    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.inner.send_all(data)

    @override
    async def wait_send_all_might_not_block(self) -> None:
        await trio.lowlevel.checkpoint()

    @override
    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        data = await self.inner.receive_some(max_bytes)
        if self.answered and data:
            return self.tap(bytes(data))
        self.answered = True
        return data

    @override
    async def aclose(self) -> None:
        await self.inner.aclose()


@contextlib.asynccontextmanager
async def homes(figures: Figures | None = None) -> AsyncIterator[Homes]:
    async with open_relay([], figures or Figures()) as relay, trio.open_nursery() as nursery:
        yield Homes(relay, nursery)
        nursery.cancel_scope.cancel()


@contextlib.asynccontextmanager
async def at_home(
    wire: Homes, me: SigningKey, token: bytes | None = None, n: int | None = None
) -> AsyncIterator[Party]:
    """A mesh that knows the relay; behind the door `n` of the wire, or behind none."""
    async with (
        trio.open_nursery() as nursery,
        open_mesh(
            me,
            listeners=[wire.door(n)] if n is not None else [],
            token=token,
            tls=tls(),
            connect=wire.connect,
            limits=LIMITS,
            rng=random.Random(me.public[0]),
            rendezvous=MEET,
        ) as mesh,
    ):
        gathered = Party(mesh)
        nursery.start_soon(gathered.listen)
        yield gathered


def faults(one: Party) -> list[str]:
    return [type(event.fault).__name__ for event in one.of(NoLink) if isinstance(event, NoLink)]


# Meeting points.


def test_both_find_the_same_point_and_other_tables_another() -> None:
    small, large = MEET.pair(SMALL.public, LARGE.public), MEET.pair(LARGE.public, SMALL.public)
    assert small[0] == large[0]
    assert (small[1], large[1]) == (ANSWERS, CALLS)
    other = Rendezvous(RELAY, bytes(16))
    points = [MEET.pair(*key)[0] for key in ((SMALL.public, LARGE.public), (SMALL.public, keys(3)[2].public))]
    points += [MEET.door(SMALL.public)[0], MEET.door(LARGE.public)[0], other.door(SMALL.public)[0]]
    assert len({*points, other.pair(SMALL.public, LARGE.public)[0]}) == 6
    assert all(TOKEN not in point for point in points)
    assert TOKEN.hex() not in repr(MEET)


def test_the_layouts_of_the_specification() -> None:
    meeting = Rendezvous(RELAY, bytes(range(16)))
    door, _ = meeting.door(b"H" * 32)
    pair, _ = meeting.pair(b"A" * 32, b"B" * 32)
    assert door.hex() == DOOR
    assert pair.hex() == PAIR
    assert greeting(door, CALLS).hex() == "4b4d5231" + DOOR + "01"


def test_the_answers_of_the_specification() -> None:
    text = (Path(protocol.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([A-Z]+) \|", text.split("\n## 15. Links")[1].split("\n## 16")[0], re.MULTILINE)
    assert {name: int(number) for number, name in rows} == {answer.name: answer.value for answer in Answer}


DOOR = "c4b0c35f8d2ccff5419b5782a2d84b4c38bb7fa9d03f138f3555834a7058806a"
PAIR = "f9217368211174ece70920588e5ddb3f570c8538b0dd7c5413db3295a540a21f"


# One meeting.


async def test_the_stream_of_a_meeting_is_the_other_ends(autojump_clock: MockClock) -> None:
    async with homes() as wire, trio.open_nursery() as nursery:
        got: list[trio.abc.Stream] = []

        async def one() -> None:
            got.append(await meet(MEET, MEET.pair(SMALL.public, LARGE.public), wire.connect, LIMITS))

        nursery.start_soon(one)
        await trio.sleep(20)
        other = await meet(MEET, MEET.pair(LARGE.public, SMALL.public), wire.connect, LIMITS)
        await trio.testing.wait_all_tasks_blocked()
        await other.send_all(b"hello")
        assert await got[0].receive_some() == b"hello"
        for stream in (*got, other):
            await stream.aclose()


async def test_nobody_comes(autojump_clock: MockClock) -> None:
    async with homes() as wire:
        with pytest.raises(NoMeeting, match=r"did not come to the relay relay\.example:7447 within 25 s"):
            await meet(MEET, MEET.door(SMALL.public), wire.connect, LIMITS)
        await trio.testing.wait_all_tasks_blocked()
        assert wire.relay.now["pending"] == 0
    async with homes(Figures(waiting=5)) as wire:
        with pytest.raises(NoMeeting, match="in the time it allows"):
            await meet(MEET, MEET.door(SMALL.public), wire.connect, LIMITS)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (bytes([Answer.CROWDED]), "too many connections from your address"),
        (bytes([Answer.FULL]), "is full"),
        (bytes([Answer.CLOSING]), "is being shut down"),
        (bytes([Answer.NEWER]), "newer connections of your side"),
        (b"\x63", "refuses (answer 99)"),
        (b"", "it may be no relay"),
    ],
)
async def test_what_the_relay_refuses_is_said(said: bytes, words: str, autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()

    async def connect(address: Address) -> trio.abc.Stream:
        await theirs.send_all(said)
        await theirs.send_eof()
        return ours

    with pytest.raises(NoRelay) as caught:
        await meet(MEET, MEET.door(SMALL.public), connect, LIMITS)
    assert words in str(caught.value)
    assert words in caught.value.trouble
    with pytest.raises(trio.ClosedResourceError):
        await ours.send_all(b"x")


async def test_why_the_relay_cannot_be_reached_is_said(autojump_clock: MockClock) -> None:
    async def never(address: Address) -> trio.abc.Stream:
        await trio.sleep_forever()
        raise AssertionError

    async with homes() as wire:
        wire.open = False
        with pytest.raises(NoRelay, match="cannot be met at the relay, which cannot be reached at relay"):
            await meet(MEET, MEET.door(SMALL.public), wire.connect, LIMITS)
    with pytest.raises(NoRelay, match="no answer within 5 s"):
        await meet(MEET, MEET.door(SMALL.public), never, LIMITS)
    ours, theirs = memory_stream_pair()
    await theirs.aclose()

    async def cut(address: Address) -> trio.abc.Stream:
        return ours

    with pytest.raises(NoRelay, match="cut the connection"):
        await meet(MEET, MEET.door(SMALL.public), cut, LIMITS)


# Meshes.


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
            party.mesh.broadcast(move(n))
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


# Those who lie.


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


def test_faults_of_the_relay_are_link_faults_with_words_of_their_own() -> None:
    codes = {fault.code for fault in (NoRelay, NoMeeting)}
    assert codes == {"no-relay", "no-meeting"}
    assert issubclass(NoRelay, LinkFault)
    assert dataclasses.replace(LIMITS).meet < 60, "it must be told before a table gives up"
