"""One link: heartbeats, limits and endings, on a virtual clock."""

import contextlib
import dataclasses
from collections.abc import AsyncIterator

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair

from net.faults import (
    Closed,
    Damaged,
    Flood,
    Garbage,
    Gone,
    HalfFrame,
    Left,
    LinkFault,
    Overflow,
    Oversize,
    Replaced,
    Silent,
)
from net.frames import FrameReader, frame
from net.handshake import Session
from net.limits import CONTROL_LIMIT, Limits
from net.link import Link
from net.messages import Auth, Bye, Hello, Join, Ping, Pong, encode
from protocol.encoding import u32
from protocol.wire import Kind
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, Cable, move, sessions


class Side:
    """One end of a link that runs, what it got, and how it ended."""

    def __init__(self, session: Session, limits: Limits) -> None:
        self.session = session
        self.link = Link(session, limits)
        self.got: list[bytes] = []
        self.fault: LinkFault | None = None
        self.ended_at = -1.0

    async def run(self) -> None:
        self.fault = await self.link.run(self.take)
        self.ended_at = trio.current_time()

    async def take(self, payload: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.got.append(payload)


@contextlib.asynccontextmanager
async def linked(cable: Cable | None = None, limits: Limits = LIMITS) -> AsyncIterator[tuple[Side, Side]]:
    """Two honest ends whose links run until the block ends."""
    ends = (cable or Cable()).ends
    async with trio.open_nursery() as nursery:
        sides = [Side(session, limits) for session in await sessions(ends[0], ends[1])]
        for side in sides:
            nursery.start_soon(side.run)
        yield sides[0], sides[1]
        nursery.cancel_scope.cancel()


@contextlib.asynccontextmanager
async def meeting(limits: Limits = LIMITS) -> AsyncIterator[tuple[Side, trio.abc.Stream]]:
    """An honest host's link, and the stream of an authenticated caller who may send what he likes on it."""
    async with trio.open_nursery() as nursery:
        caller, host = await sessions(*memory_stream_pair())
        side = Side(host, limits)
        nursery.start_soon(side.run)
        yield side, caller.stream
        nursery.cancel_scope.cancel()


async def heard(stream: trio.abc.Stream) -> list[bytes]:
    """All payloads that come out of `stream` until it ends."""
    reader = FrameReader(2**20)
    payloads = []
    while data := await stream.receive_some():
        reader.feed(data)
        while (payload := reader.next_frame()) is not None:
            payloads.append(payload)
    return payloads


async def test_frames_arrive_in_order(autojump_clock: MockClock) -> None:
    async with linked() as (one, other):
        sent = [move(n, 50 * n) for n in range(100)]
        for payload in sent:
            one.link.send(payload)
        other.link.send(move(7))
        await trio.sleep(1)
        assert other.got == sent
        assert one.got == [move(7)]


async def test_a_largest_frame_passes(autojump_clock: MockClock) -> None:
    async with linked() as (one, other):
        chunk = encode_sync(256 * 1024)
        one.link.send(chunk)
        await trio.sleep(1)
        assert other.got == [chunk]


def encode_sync(size: int) -> bytes:
    """A chunk of the log of exactly `size` bytes, as far as a link looks at it."""
    head = b"\x93" + bytes([Kind.SYNC])
    return head + bytes(size - len(head))


@pytest.mark.parametrize("payload", [b"", b"\x91", encode(Ping(1)), b"junk", encode_sync(256 * 1024 + 1)])
async def test_we_do_not_send_what_we_would_refuse(payload: bytes, autojump_clock: MockClock) -> None:
    async with linked() as (one, _):
        with pytest.raises(ValueError, match=r"the other end would say|not for others"):
            one.link.send(payload)
        await trio.sleep(1)
        assert one.fault is None


async def test_a_quiet_link_stays_up_by_pings(autojump_clock: MockClock) -> None:
    cable = Cable()
    async with linked(cable) as (one, other):
        await trio.sleep(0.1)
        before = cable.sent
        await trio.sleep(300)
        assert one.fault is other.fault is None
        assert 150 <= cable.sent - before <= 650


async def test_a_half_open_link_is_dead_after_six_seconds(autojump_clock: MockClock) -> None:
    cable = Cable()
    async with linked(cable) as (one, other):
        one.link.send(move(1))
        await trio.sleep(1)
        heard_last = trio.current_time() - 1
        cable.dead = True
        sent = cable.sent
        await trio.sleep(60)
        assert isinstance(one.fault, Silent)
        assert isinstance(other.fault, Silent)
        assert "not been heard for 6 s" in one.fault.cause
        assert one.fault.peer == LARGE.public
        assert other.ended_at == pytest.approx(heard_last + LIMITS.dead_after)
        # At 2 and 4 s a ping of each, at the end a bye and the end of TLS of each.
        assert cable.sent - sent == 8


async def test_a_cable_out_for_four_seconds_loses_nothing(autojump_clock: MockClock) -> None:
    cable = Cable()
    async with linked(cable) as (one, other):
        await trio.sleep(1)
        cable.hold()
        for n in range(16):
            one.link.send(move(n))
            await trio.sleep(0.25)
        assert other.got == []
        cable.release()
        await trio.sleep(1)
        assert other.got == [move(n) for n in range(16)]
        assert one.fault is other.fault is None


async def test_a_slow_owner_is_not_the_peers_silence(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        caller, host = await sessions(*memory_stream_pair())
        side = Side(host, LIMITS)

        async def dawdle(payload: bytes) -> None:
            await trio.sleep(100)
            side.got.append(payload)

        async def run() -> None:
            side.fault = await side.link.run(dawdle)

        nursery.start_soon(run)
        await caller.stream.send_all(frame(move(1)))
        await trio.sleep(100 + LIMITS.ping_every)
        assert side.got == [move(1)]
        assert side.fault is None
        nursery.cancel_scope.cancel()


async def test_a_probe_tells_the_living_from_the_dead(autojump_clock: MockClock) -> None:
    cable = Cable()
    async with linked(cable) as (one, _):
        assert await one.link.probe(3)
        assert trio.current_time() < 1
        cable.dead = True
        assert not await one.link.probe(3)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (u32(0xFFFFFFFF), Oversize),
        (u32(256 * 1024 + 1) + bytes(10), Oversize),
        (frame(b"\x92\xa4ping" + b"\x91" * CONTROL_LIMIT), Oversize),
        (frame(move(1, 70_000)), Oversize),
        (frame(b""), Garbage),
        (frame(b"\x91" * 200_000), Garbage),
        (frame(b"\x92\xa4ping\xdd\xff\xff\xff\xff"), Garbage),
        (frame(b"\xc1" * 100), Garbage),
        (frame(encode(Hello(1, bytes(32)))), Garbage),
        (frame(encode(Auth(bytes(32), bytes(64)))), Garbage),
        (frame(move(1)) + frame(encode(Join(TOKEN))), Garbage),
    ],
)
async def test_rubbish_ends_the_link_by_name_and_is_told(
    data: bytes, kind: type[LinkFault], autojump_clock: MockClock
) -> None:
    async with meeting() as (side, stream):
        await stream.send_all(data)
        assert await heard(stream) == [encode(Bye(kind.code))]
        await trio.sleep(0.1)
        assert type(side.fault) is kind
        assert side.fault.peer == SMALL.public


@pytest.mark.parametrize("kept", [2, 10])
async def test_half_a_frame_then_close_is_named(kept: int, autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        await stream.send_all(frame(move(1, 100)) + frame(move(2, 100))[:kept])
        await stream.aclose()
        await trio.sleep(0.1)
        assert isinstance(side.fault, HalfFrame)
        assert side.got == [move(1, 100)]


async def test_a_cut_without_goodbye_is_named(autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        assert isinstance(stream, trio.SSLStream)
        await stream.transport_stream.aclose()
        await trio.sleep(0.1)
        assert isinstance(side.fault, Gone)


async def test_changed_bytes_are_named(autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        assert isinstance(stream, trio.SSLStream)
        await stream.transport_stream.send_all(b"\x17\x03\x03\x00\x20" + bytes(32))
        await trio.sleep(0.1)
        assert isinstance(side.fault, Damaged)


async def test_an_invitation_shown_again_is_no_fault(autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        await stream.send_all(frame(encode(Join(TOKEN))) + frame(move(1)))
        await trio.sleep(1)
        assert side.got == [move(1)]
        assert side.fault is None


async def test_a_flood_is_slowed_down_at_once_and_ended_after_a_minute(autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        await stream.send_all(frame(move(1)) * 5000)
        await trio.sleep(1)
        assert 500 <= len(side.got) <= 560
        assert side.fault is None
        await trio.sleep(100)
        assert isinstance(side.fault, Flood)
        assert len(side.got) <= 500 + 61 * 50
        assert side.ended_at == pytest.approx(LIMITS.patience, abs=1)


async def test_a_flood_of_bytes_is_a_flood_too(autojump_clock: MockClock) -> None:
    limits = dataclasses.replace(LIMITS, octets=1000, octets_burst=1000, patience=5)
    async with meeting(limits) as (side, stream):
        await stream.send_all(frame(move(1, 500)) * 30)
        await trio.sleep(20)
        assert isinstance(side.fault, Flood)


async def test_a_flood_of_pings_is_not_answered_by_a_flood(autojump_clock: MockClock) -> None:
    async with meeting() as (side, stream):
        await stream.send_all(frame(encode(Ping(1))) * 400 + frame(encode(Ping(2))))
        await trio.sleep(1)
        side.link.close()
        answers = await heard(stream)
        assert answers[-2:] == [encode(Pong(2)), encode(Bye("leaving"))]
        assert len(answers) < 20


async def test_an_honest_end_at_full_speed_is_never_called_a_flood_even_after_a_stall(
    autojump_clock: MockClock,
) -> None:
    cable = Cable()
    async with linked(cable) as (one, other):
        for half_second in range(300):
            if half_second == 41:  # just after the answer to a ping, so the stall can be as long as may be
                cable.hold()
            if half_second == 51:
                cable.release()
            while one.link.backlog < 200:
                one.link.send(move(0))
            await trio.sleep(0.5)
        assert one.fault is None
        assert other.fault is None
        assert len(other.got) >= 150 * LIMITS.own_frames


async def test_what_an_end_sends_itself_stays_below_what_it_takes() -> None:
    # After a stall of `dead_after` at full speed the debt is paid before anybody's patience ends.
    backlog = LIMITS.own_frames_burst + LIMITS.own_frames * LIMITS.dead_after - LIMITS.frames_burst
    assert backlog / (LIMITS.frames - LIMITS.own_frames) < LIMITS.patience


async def test_a_peer_that_does_not_read_loses_its_link_not_the_table(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        caller, _ = await sessions(*lockstep_stream_pair())
        side = Side(caller, LIMITS)
        nursery.start_soon(side.run)
        await trio.sleep(1)
        for n in range(10):
            side.link.send(move(n))
        await trio.sleep(1)
        for n in range(LIMITS.queue):
            side.link.send(move(n))
        await trio.sleep(0.1)
        assert side.fault is None
        side.link.send(move(0))
        side.link.send(move(0))
        await trio.sleep(5)
        assert isinstance(side.fault, Overflow)
        assert side.ended_at <= 6


async def test_a_close_sends_what_is_queued_then_the_reason(autojump_clock: MockClock) -> None:
    async with linked() as (one, other):
        for n in range(256):
            one.link.send(move(n))
        one.link.close("dropped")
        one.link.send(move(999))
        await trio.sleep(2)
        assert other.got == [move(n) for n in range(256)]
        assert isinstance(one.fault, Closed)
        assert isinstance(other.fault, Left)
        assert (one.fault.reason, other.fault.reason) == ("dropped", "dropped")
        assert "ended the connection with you" in str(other.fault)
        assert one.ended_at < 0.1  # not at the rate of a link that goes on


async def test_both_ends_close_at_once(autojump_clock: MockClock) -> None:
    async with linked() as (one, other):
        one.link.close()
        other.link.close()
        await trio.sleep(2)
        assert isinstance(one.fault, Closed)
        assert isinstance(other.fault, Closed)
        assert max(one.ended_at, other.ended_at) < 1


async def test_a_close_does_not_wait_for_a_dead_peer(autojump_clock: MockClock) -> None:
    cable = Cable()
    async with linked(cable) as (one, _):
        cable.dead = True
        one.link.close()
        await trio.sleep(10)
        assert isinstance(one.fault, Closed)
        assert one.ended_at <= LIMITS.linger + LIMITS.hang_up


async def test_a_cancelled_link_says_goodbye_and_closes(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        caller, host = await sessions(*memory_stream_pair())
        side = Side(host, LIMITS)
        with trio.CancelScope() as scope:
            nursery.start_soon(trio.testing.wait_all_tasks_blocked)
            scope.cancel()
            await side.run()
        assert scope.cancelled_caught
        assert await heard(caller.stream) == [encode(Bye("leaving"))]


async def test_a_link_aborted_before_it_ran_ends_at_once(autojump_clock: MockClock) -> None:
    caller, host = await sessions(*memory_stream_pair())
    side = Side(host, LIMITS)
    side.link.abort(Replaced(SMALL.public, "opened a newer connection"))
    await side.run()
    assert isinstance(side.fault, Replaced)
    assert await heard(caller.stream) == [encode(Bye("replaced"))]


async def test_an_exception_of_the_owner_is_no_fault_of_the_peer() -> None:
    caller, host = await sessions(*memory_stream_pair())

    async def bug(payload: bytes) -> None:
        raise ZeroDivisionError

    await caller.stream.send_all(frame(move(1)))
    with pytest.raises(ExceptionGroup) as caught:
        await Link(host, LIMITS).run(bug)
    assert caught.group_contains(ZeroDivisionError)
    assert await heard(caller.stream) == [encode(Bye("leaving"))]


def test_faults_read_well() -> None:
    assert str(Gone(None, "was cut off")) == "a stranger was cut off"
    words = str(Silent(SMALL.public, "has not been heard for 6 s"))
    assert words.split(" ", 1)[1] == "has not been heard for 6 s"
    assert len(words.split(" ")[0].split("-")) == 6
    assert str(Left(None, "unheard-of")) == "a stranger closed the connection (unheard-of)"


PARTS = st.one_of(
    st.binary(max_size=40),
    st.binary(max_size=40).map(frame),
    st.sampled_from(
        [encode(Ping(1)), encode(Pong(1)), encode(Join(TOKEN)), encode(Bye("leaving")), move(1), b"\x91\xc0", b""]
    ).map(frame),
)


@settings(derandomize=True, database=None, max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=8), st.integers(1, 50))
def test_any_bytes_after_the_introduction_give_frames_or_a_named_fault(parts: list[bytes], step: int) -> None:
    data = b"".join(parts)

    async def meet() -> None:
        honest, foul = memory_stream_pair()
        side = Side(Session(honest, FrameReader(CONTROL_LIMIT), SMALL.public, SMALL.public), LIMITS)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(side.run)
            with contextlib.suppress(trio.BrokenResourceError):  # the link has hung up
                for start in range(0, len(data), step):
                    await foul.send_all(data[start : start + step])
                    await trio.testing.wait_all_tasks_blocked()
            await foul.aclose()
        assert isinstance(side.fault, LinkFault)
        assert side.fault.peer == SMALL.public
        assert len(side.got) <= len(parts)

    trio.run(meet, clock=MockClock(autojump_threshold=0))
