"""Meeting at a relay, from one end: the points of a table, what the relay is told and says, and why nobody comes."""

import dataclasses
import re
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

import protocol
from net.address import Address
from net.faults import LinkFault
from net.relay.figures import Figures
from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from net.rendezvous import NoMeeting, NoRelay, Rendezvous, meet
from tests.net.relayed import MEET, RELAY, homes
from tests.net.wire import LARGE, LIMITS, SMALL, TOKEN, keys


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


def test_faults_of_the_relay_are_link_faults_with_words_of_their_own() -> None:
    codes = {fault.code for fault in (NoRelay, NoMeeting)}
    assert codes == {"no-relay", "no-meeting"}
    assert issubclass(NoRelay, LinkFault)
    assert dataclasses.replace(LIMITS).meet < 60, "it must be told before a table gives up"
