"""Talk: any bytes give an event or nothing, never an exception; only what its author signed is ever held.

What is spoiled may still hold a true line, whole: then it is taken. Nothing of the game moves by it.
"""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.encoding import EncodingFault
from protocol.events import LinkFault, Said, TwoStories
from protocol.record import MAGIC, Item, RecordFault, read_item
from protocol.session import Session
from protocol.talk import LINE_LIMIT, Spoken, Twice, flaw, sayable
from protocol.talkbook import talk_frame, twice_frame
from protocol.wire import Kind, encode
from tests.fuzz.corpus import mutated, reshaped
from tests.fuzz.test_session_bytes import REASONS, state
from tests.protocol.table import Table
from tests.protocol.talking import RECORD, go_on, lines_of, paused, say, verify

KINDS = [Kind.TALK, Kind.HEARD, Kind.TALKS, Kind.TWICE]


@cache
def corpus() -> tuple[tuple[bytes, ...], frozenset[bytes]]:
    """Frames of a table at which all talk, and the true lines in them."""
    table = paused()
    for turn in range(5):
        say(table, turn % 3, f"line {turn}")
    table.cut(0, 1)
    say(table, 1, "unheard")
    table.join(0, 1)
    table.run(limit_ms=500)
    found = dict.fromkeys(frame for _, _, frame in table.heard if frame[1] in KINDS)
    true = [spoken.data for spoken in table.session(0).talk.lines]
    one, other = lines_of(table, 1, "yes")[0], lines_of(table, 1, "no")[0]
    proof = Twice.of(one, other)
    assert proof is not None
    for frame in (talk_frame(one), twice_frame(proof), encode(Kind.TALKS, proof.pairs, False)):
        found[frame] = None
    assert {frame[1] for frame in found} == set(KINDS)
    return tuple(found), frozenset([*true, one.data, other.data])


def offered(session: Session, table: Table, frames: list[bytes]) -> list[str]:
    """Gives frames to a session by the link of seat 1; the words of what it tells, all else judged."""
    before = state(session)
    session.connected(table.peer[1])
    for frame in frames:
        session.receive(table.peer[1], frame)
    words = []
    while (event := session.next_event()) is not None:
        assert isinstance(event, Said | TwoStories | LinkFault)
        if isinstance(event, LinkFault):
            assert (event.peer, event.reason in REASONS) == (table.peer[1], True)
        if isinstance(event, TwoStories):
            assert event.seat == 1, "an honest seat is said to have told two stories"
        words.append(event.reason if isinstance(event, LinkFault) else type(event).__name__)
    assert {read_item(item).kind for item in session.unsaved()} <= {Item.TALK, Item.TWICE}
    assert len(session.outgoing()) < 40
    assert state(session) == before
    return words


@pytest.mark.parametrize("spoil", [mutated, reshaped, lambda frame, draw: frame])
def test_spoiled_talk(spoil: Callable[[bytes, Random], bytes]) -> None:
    frames, true = corpus()
    words: set[str] = set()
    for seed in range(60):
        draw = Random(seed)
        table = paused()
        session = table.session(2)
        spoiled = [spoil(draw.choice(frames), draw) or b"\x00" for _ in range(10)]
        words |= set(offered(session, table, spoiled))
        assert {spoken.data for spoken in session.talk.lines} <= true, "a line that nobody has signed"
    assert words, "the campaign does something"


QUIET = paused()


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(KINDS), st.sampled_from([0x92, 0x93]), st.binary(max_size=160))
def test_bytes_that_start_like_talk(kind: Kind, head: int, data: bytes) -> None:
    offered(QUIET.session(2), QUIET, [bytes([head, kind]) + data])
    assert QUIET.session(2).talk.counts == (0, 0, 0)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=200))
def test_any_bytes_as_a_line(data: bytes) -> None:
    try:
        spoken = Spoken.parse(data, bytes(64))
    except EncodingFault:
        return
    assert spoken.line.encode() == data


@settings(max_examples=500, deadline=None, derandomize=True, database=None)
@given(st.text(max_size=520))
def test_any_text_can_be_said_or_is_refused(text: str) -> None:
    """What a seat says, every other one takes: same words, same judge."""
    said = sayable(text)
    assert sayable(said) == said or flaw(said) is not None
    table = QUIET
    if flaw(said) is None:
        (spoken,) = lines_of(table, 1, said)
        assert len(spoken.data) <= LINE_LIMIT
        assert Spoken.parse(*spoken.pair) == spoken


@pytest.mark.parametrize("seed", range(30))
def test_a_seat_that_says_anything_moves_nothing_and_convicts_none_but_itself(seed: int) -> None:
    draw = Random(seed)
    table = paused(3, seed)
    table.cheats[1] = lambda out: [out]
    game = table.agreement.game_id
    pasts = [game, bytes(32)]
    for _ in range(40):
        line = lines_of(table, 1, "x")[0].line._replace(
            number=draw.choice([0, 0, 1, 1, 2, 3, 4095, 2**32 - 1]),
            prev=draw.choice(pasts),
            slot=draw.choice([0, 1, 2, 2**32 - 1]),
            text=draw.choice(["a", "b", "c"]),
        )
        spoken = Spoken.make(line, table.keys[1].game)
        pasts.append(spoken.hash)
        for to in draw.choice([(0,), (2,), (0, 2)]):
            table.join(min(to, 1), max(to, 1))
            table.raw(1, to, talk_frame(spoken))
        table.run(limit_ms=20)
    for to in (0, 2):
        table.join(min(to, 1), max(to, 1))
    table.cut(0, 2)
    table.join(0, 2)
    table.run(limit_ms=10_000)
    for seat in (0, 2):
        assert {event.seat for event in table.events(seat, TwoStories)} <= {1}
        assert {table.seat_of[event.peer] for event in table.events(seat, LinkFault)} <= {1}
    assert table.session(0).talk.twice == table.session(2).talk.twice
    assert table.session(0).talk.lines == table.session(2).talk.lines
    go_on(table)
    assert table.verdicts() == {0: None, 2: None}
    assert table.record(0) == table.record(2)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 60), st.sampled_from([3, 4]), st.binary(max_size=120))
def test_any_bytes_as_talk_in_a_record(cut: int, kind: int, data: bytes) -> None:
    """Behind a true record, and as an item alone."""
    item = bytes([0x93, kind]) + data
    assert verify(RECORD + item).judgement.value == "bad"
    assert verify(RECORD[: len(RECORD) - cut] + item).judgement.value == "bad"
    try:
        row = read_item(item)
    except RecordFault:
        return
    assert row.kind in (Item.TALK, Item.TWICE)
    assert verify(MAGIC + item).judgement.value == "bad"
