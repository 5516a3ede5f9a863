"""What goes through a pair: bytes, back-pressure, rates, and how it ends."""

import pytest
import trio
from trio.testing import MockClock

from net.relay.figures import KIB, Figures
from net.relay.greeting import ANSWERS, CALLS, Answer
from tests.relay.hall import AWAY, HOME, OTHER, TOKEN, Client, answered, ended, hall

MIB = 1024 * KIB


async def pour(client: Client, size: int) -> None:
    """Send so many bytes, in pieces."""
    for _ in range(size // KIB):
        await client.send_all(bytes(KIB))


async def take(client: Client, size: int) -> None:
    """Read so many bytes."""
    while size > 0:
        data = await client.receive_some()
        assert data, "closed too early"
        size -= len(data)


async def test_bytes_go_both_ways_in_order_and_unchanged(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        sent = bytes(range(256)) * 1000
        async with trio.open_nursery() as nursery:
            for source, sink in ((one, other), (other, one)):
                nursery.start_soon(source.send_all, sent)
                nursery.start_soon(check, sink, sent)
        assert room.relay.metrics.octets == 2 * len(sent)


async def check(client: Client, wanted: bytes) -> None:
    got = bytearray()
    while len(got) < len(wanted):
        got += await client.receive_some()
    assert got == wanted


async def test_a_slow_reader_holds_back_its_sender_and_the_relay_keeps_one_buffer(autojump_clock: MockClock) -> None:
    async with hall(Figures(buffer=4 * KIB)) as room:
        one, other = await room.pair(lockstep=True)
        taken = 0

        async def push() -> None:
            nonlocal taken
            while True:
                await one.send_all(bytes(KIB))  # returns when the relay has read it
                taken += KIB

        async with trio.open_nursery() as nursery:
            nursery.start_soon(push)
            await trio.sleep(60)
            assert taken <= 4 * KIB
            await other.send_all(b"the other direction is open")
            assert await one.receive_some() == b"the other direction is open"
            await room.works()
            await take(other, 64 * KIB)
            assert 60 * KIB <= taken <= 70 * KIB
            nursery.cancel_scope.cancel()


async def test_an_address_sends_at_its_rate_over_all_its_pairs_and_no_other_waits_for_it(
    autojump_clock: MockClock,
) -> None:
    async with hall() as room:
        pairs = [await room.pair(bytes([n]) * 32) for n in range(2)]
        start = trio.current_time()
        done: list[float] = []

        async def follow(client: Client) -> None:
            await take(client, MIB)
            done.append(trio.current_time() - start)

        async with trio.open_nursery() as nursery:
            for one, other in pairs:
                nursery.start_soon(pour, one, MIB)
                nursery.start_soon(follow, other)
            await trio.sleep(2)
            before = trio.current_time()
            await room.works()
            assert trio.current_time() == before
        # One MiB is free after a quiet time, the second one takes four seconds at 256 KiB/s.
        assert max(done) == pytest.approx(4, abs=0.6)
        assert room.relay.metrics.throttled > 3


async def test_coming_again_does_not_forgive_what_was_sent_too_fast(autojump_clock: MockClock) -> None:
    async with hall() as room:
        start = trio.current_time()
        for _ in range(3):
            one, other = await room.pair()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(pour, one, MIB)
                await take(other, MIB)
            await one.aclose()
            await other.aclose()
            await trio.testing.wait_all_tasks_blocked()
        assert trio.current_time() - start > 7
        await trio.sleep(30)
        assert room.relay.now["addresses"] == 0


async def test_a_pair_in_which_nothing_moves_is_closed_and_a_heartbeat_keeps_it(autojump_clock: MockClock) -> None:
    async with hall() as room:
        quiet, living = await room.pair(), await room.pair(OTHER)
        for _ in range(20):
            await living[0].send_all(b"ping")
            await trio.sleep(15)
        assert await ended(quiet[0])
        assert await ended(quiet[1])
        assert room.relay.metrics.ended == {"idle": 1}
        await living[1].send_all(b"pong")
        assert await living[0].receive_some() == b"pong"


async def test_there_is_no_half_closed_pair_but_the_last_words_arrive(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        start = trio.current_time()
        await one.send_all(b"bye")
        await one.send_eof()
        assert await other.receive_some() == b"bye"
        assert await ended(other)
        await other.send_all(b"last words")
        assert await one.receive_some() == b"last words"
        assert await ended(one)
        assert trio.current_time() - start == pytest.approx(3)
        assert room.relay.now["pairs"] == 0
        assert room.relay.metrics.ended == {"closed": 1}


async def test_two_that_both_say_goodbye_are_done_at_once(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        await one.send_eof()
        await other.send_eof()
        assert await ended(one)
        assert await ended(other)
        await trio.testing.wait_all_tasks_blocked()
        assert room.relay.now["pairs"] == 0
        assert trio.current_time() < 1


async def test_draining_lets_pairs_finish_and_tells_the_others(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        stuck = await room.pair(OTHER)
        waiting, mute = await room.come(ANSWERS, b"W" * 32), room.connect()
        await trio.testing.wait_all_tasks_blocked()
        left: list[int] = []

        async def drain() -> None:
            left.append(await room.relay.drain(60))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(drain)
            assert await answered(waiting) is Answer.CLOSING
            assert await answered(mute) is Answer.CLOSING
            assert await answered(await room.come(CALLS, b"N" * 32)) is Answer.CLOSING
            await trio.sleep(30)
            await one.send_all(b"still playing")
            assert await other.receive_some() == b"still playing"
            await one.aclose()
            assert await ended(other)
            await other.aclose()
            assert not left
        assert left == [1]
        assert trio.current_time() == pytest.approx(60)
        assert await ended(stuck[0])
        assert room.relay.metrics.ended == {"closed": 1, "drained": 1}


async def test_draining_is_over_when_the_last_pair_is(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.relay.drain, 60)
            await trio.sleep(5)
            await one.aclose()
            await other.aclose()
        assert trio.current_time() < 10
        assert await room.relay.drain(60) == 0


async def test_nothing_is_left_of_thousands_who_came_and_went(autojump_clock: MockClock) -> None:
    async with hall() as room:
        for n in range(300):
            one, other = await room.pair(n.to_bytes(32, "big"), (f"192.0.2.{n % 250}", AWAY if n % 2 else HOME))
            lonely = await room.come(ANSWERS, TOKEN)
            for client in (one, other, lonely):
                await client.aclose()
        await trio.sleep(60)
        now = room.relay.now
        assert (now["pairs"], now["pending"], now["waiting"], now["addresses"]) == (0, 0, 0, 0)
        assert room.relay.metrics.pairs == 300
