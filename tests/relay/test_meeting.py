"""Who is joined with whom, who waits, and who is turned away."""

import contextlib
import dataclasses

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from net.relay.callers import network_of
from net.relay.figures import OPTIONS, Figures
from net.relay.greeting import ANSWERS, CALLS, GREETING, Answer, GreetingFault, greeting, parse_greeting
from tests.relay.hall import AWAY, HOME, OTHER, TOKEN, answered, ended, hall, narrow


async def test_two_sides_of_one_token_are_joined_and_no_byte_comes_before_the_answer(autojump_clock: MockClock) -> None:
    async with hall() as room:
        host = await room.come(ANSWERS)
        strangers = [await room.come(ANSWERS, OTHER), await room.come(ANSWERS)]
        guest = await room.come(CALLS, host=AWAY)
        await guest.send_all(b"hello")
        assert await answered(guest) is Answer.PAIRED
        assert await answered(strangers[1]) is Answer.PAIRED
        assert await strangers[1].receive_some() == b"hello"
        assert room.relay.now["pairs"] == 1
        assert room.relay.now["waiting"] == 2
        for client in (host, strangers[0]):
            with trio.move_on_after(10) as waiting:
                await client.receive_some()
            assert waiting.cancelled_caught


async def test_the_newest_of_those_who_wait_is_joined_first(autojump_clock: MockClock) -> None:
    async with hall() as room:
        waiting = [await room.come(ANSWERS) for _ in range(4)]
        for expected in reversed(waiting):
            guest = await room.come(CALLS, host=AWAY)
            assert await answered(guest) is Answer.PAIRED
            assert await answered(expected) is Answer.PAIRED


async def test_a_fifth_on_one_side_sends_the_oldest_away_and_nobody_else(autojump_clock: MockClock) -> None:
    async with hall() as room:
        waiting = [await room.come(ANSWERS) for _ in range(5)]
        assert await answered(waiting[0]) is Answer.NEWER
        assert await ended(waiting[0])
        assert room.relay.now["waiting"] == 4


async def test_one_who_left_while_he_waited_is_never_joined(autojump_clock: MockClock) -> None:
    async with hall() as room:
        staying, leaving = await room.come(ANSWERS), await room.come(ANSWERS)
        await leaving.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert room.relay.now["waiting"] == 1
        guest = await room.come(CALLS)
        assert await answered(staying) is Answer.PAIRED
        assert await answered(guest) is Answer.PAIRED


async def test_nobody_waits_for_ever(autojump_clock: MockClock) -> None:
    async with hall() as room:
        start = trio.current_time()
        client = await room.come(ANSWERS)
        assert await answered(client) is Answer.NOBODY
        assert trio.current_time() - start == pytest.approx(600)
        await client.aclose()
        await trio.sleep(1)
        assert room.relay.now["pending"] == 0


async def test_who_speaks_before_the_answer_is_closed(autojump_clock: MockClock) -> None:
    async with hall() as room:
        client = await room.come(ANSWERS)
        await client.send_all(b"\x16\x03\x01")
        assert await ended(client)
        guest = await room.come(CALLS)
        with trio.move_on_after(5) as waiting:
            await answered(guest)
        assert waiting.cancelled_caught
        assert room.relay.metrics.refused == {"garbage": 1}
        await room.works()


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\n", b"\x16\x03\x01\x02", b"KMR2", greeting(TOKEN, 1)[:-1] + b"\x02", b"\x00" * 5000]
)
async def test_garbage_is_closed_at_once_and_without_a_word(said: bytes, autojump_clock: MockClock) -> None:
    async with hall() as room:
        client = room.connect()
        await client.send_all(said)
        assert await answered(client) is None
        assert trio.current_time() < 1
        assert room.relay.metrics.refused == {"garbage": 1}
        await room.works()


async def test_who_dribbles_its_greeting_is_closed_in_time(autojump_clock: MockClock) -> None:
    async with hall() as room:
        mute, loris = room.connect(), room.connect()
        start = trio.current_time()

        async def dribble() -> None:
            with contextlib.suppress(trio.BrokenResourceError):
                for byte in greeting(TOKEN, 0):
                    await loris.send_all(bytes([byte]))
                    await trio.sleep(2)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(dribble)
            await room.works()
            assert await ended(loris)
            assert await ended(mute)
            assert trio.current_time() - start == pytest.approx(10)
            nursery.cancel_scope.cancel()
        assert room.relay.metrics.refused["slow"] == 2


async def test_half_a_greeting_and_gone(autojump_clock: MockClock) -> None:
    async with hall() as room:
        for cut in range(GREETING):
            client = room.connect()
            await client.send_all(greeting(TOKEN, 1)[:cut])
            await client.aclose()
        await trio.sleep(1)
        assert room.relay.now["pending"] == 0
        assert room.relay.metrics.refused == {"left": GREETING}
        await room.works()


async def test_a_flood_from_one_address_is_told_so_and_harms_no_other(autojump_clock: MockClock) -> None:
    async with hall(narrow()) as room:
        first = [await room.come(ANSWERS, bytes([n]) * 32) for n in range(3)]
        for n in range(50):
            client = await room.come(ANSWERS, bytes([n]) * 32)
            assert await answered(client) is Answer.CROWDED
            assert await ended(client)
            await client.aclose()
        assert room.relay.now["waiting"] == 3
        await room.works()
        guest = await room.come(CALLS, bytes(32), AWAY)
        assert await answered(guest) is Answer.PAIRED
        assert await answered(first[0]) is Answer.PAIRED


async def test_a_full_relay_takes_room_from_the_greediest_address(autojump_clock: MockClock) -> None:
    async with hall(narrow()) as room:
        greedy = [await room.come(ANSWERS, bytes([n]) * 32, AWAY) for n in range(3)]
        others = [await room.come(ANSWERS, bytes([n]) * 32, f"203.0.113.{n}") for n in range(3)]
        late = await room.come(ANSWERS, b"L" * 32, "203.0.113.9")
        assert await answered(greedy[0]) is Answer.FULL
        await room.come(ANSWERS, b"M" * 32, "203.0.113.8")
        assert await answered(greedy[1]) is Answer.FULL
        last = await room.come(ANSWERS, b"N" * 32, "203.0.113.7")
        assert await answered(last) is Answer.FULL, "now all have one: nobody makes room"
        assert room.relay.now["waiting"] == 6
        guest = await room.come(CALLS, b"L" * 32, "203.0.113.9")
        assert await answered(guest) is Answer.FULL
        await others[0].aclose()
        await trio.testing.wait_all_tasks_blocked()
        guest = await room.come(CALLS, b"L" * 32, "203.0.113.9")
        assert await answered(guest) is Answer.PAIRED
        assert await answered(late) is Answer.PAIRED


async def test_pairs_of_one_address_and_in_all_are_limited_and_who_waited_goes_on_waiting(
    autojump_clock: MockClock,
) -> None:
    async with hall(narrow()) as room:
        held = [await room.pair(bytes([n]) * 32, (HOME, AWAY)) for n in range(2)]
        waiting = await room.come(ANSWERS, host="203.0.113.1")
        crowded = await room.come(CALLS, host=AWAY)
        assert await answered(crowded) is Answer.CROWDED
        held.append(await room.pair(bytes([9]) * 32, ("203.0.113.4", "203.0.113.5")))
        full = await room.come(CALLS, host="203.0.113.2")
        assert await answered(full) is Answer.FULL
        await held[0][0].aclose()
        assert await ended(held[0][1])
        await held[0][1].aclose()
        await trio.testing.wait_all_tasks_blocked()
        guest = await room.come(CALLS, host=AWAY)
        assert await answered(guest) is Answer.PAIRED
        assert await answered(waiting) is Answer.PAIRED


def test_a_home_is_one_address() -> None:
    assert network_of("2001:db8:1:2::7") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::7") != network_of("2001:db8:1:2::7")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"


def test_every_figure_has_its_flag_and_is_above_nothing() -> None:
    assert {name: default for name, default, _ in OPTIONS} == dataclasses.asdict(Figures())
    for name, _, _ in OPTIONS:
        with pytest.raises(ValueError, match="above 0"):
            dataclasses.replace(Figures(), **{name: 0})


@settings(derandomize=True, database=None, max_examples=300)
@given(st.one_of(st.binary(max_size=60), st.binary(max_size=50).map(lambda tail: b"KMR1" + tail)))
def test_any_bytes_are_a_greeting_the_beginning_of_one_or_a_fault(said: bytes) -> None:
    try:
        place = parse_greeting(said)
    except GreetingFault:
        assert all(greeting(said[4:36], side) != said for side in (0, 1) if len(said) == GREETING)
        return
    if place is None:
        assert len(said) < GREETING
    else:
        assert greeting(*place) == said


def test_what_is_no_greeting_is_not_made() -> None:
    for token, side in ((b"short", 0), (TOKEN, 2)):
        with pytest.raises(ValueError, match="32 bytes and a side"):
            greeting(token, side)
