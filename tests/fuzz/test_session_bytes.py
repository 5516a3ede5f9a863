"""Any bytes from a peer give an event or nothing, never an exception; an honest state never moves by them.

Asks: limits before decoding, bounded buffers; the link is dropped, not the table.
"""

import contextlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.events import Asked, Committed, Fault, LinkFault
from protocol.faults import LocalFault
from protocol.session import Session
from protocol.wire import Kind, encode
from tests.fuzz.corpus import frames, mutated, reshaped, resigned
from tests.protocol.table import NOT_NOW, Table, Wire

REASONS = {"garbage", "unknown_kind", "other_game", "no_seat", "signature", "impossible_past", "flood"}


def state(session: Session) -> tuple[object, ...]:
    """All that a game is at one peer."""
    log = session.log
    return (
        log.place,
        log.prev,
        log.before,
        tuple(sorted(log.held)),
        session.match.digest,
        session.match.index,
        session.verdict,
    )


def midgame(seed: int, slot: int) -> Table:
    """A table whose seats stand at `slot`, seat 1 silent from there on."""
    table = Table(3, seed)
    table.cheats[1] = lambda out: (
        [] if (entry := table.entry_of(out.frame)) is not None and entry.slot >= slot else [out]
    )
    table.run(limit_ms=2_000)
    return table


MIDGAME = {slot: midgame(1, slot) for slot in (1, 2, 4, 7)}
BROUGHT = {slot: state(table.session(2)) for slot, table in MIDGAME.items()}


def offer(slot: int, frame: bytes) -> list[str]:
    """Gives a frame of seat 1 to the session of seat 2 at that slot; returns the words of what it tells."""
    table = MIDGAME[slot]
    session = table.session(2)
    session.connected(table.peer[1])
    session.receive(table.peer[1], frame)
    words = []
    while (event := session.next_event()) is not None:
        if isinstance(event, LinkFault):
            assert event.reason in REASONS
            assert event.peer == table.peer[1]
        words.append(event.reason if isinstance(event, LinkFault) else type(event).__name__)
    saved = session.unsaved()
    assert not saved, "nothing is worth keeping"
    assert all(len(out) <= 256 * 1024 for _, out in session.outgoing())
    assert state(session) == BROUGHT[slot]
    return words


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(sorted(MIDGAME)), st.binary(max_size=200))
def test_any_bytes(slot: int, data: bytes) -> None:
    offer(slot, data)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(sorted(MIDGAME)), st.sampled_from([32, 33, 34, 35, 36, 37, 42, 43, 44, 45]), st.binary(max_size=120)
)
def test_bytes_that_start_like_a_message(slot: int, kind: int, data: bytes) -> None:
    offer(slot, bytes([0x93, kind]) + data)


def hostile(slot: int, seed: int) -> None:
    """One spoiled real frame. Nothing is signed here, so nothing of it may count."""
    draw = Random(seed)
    corpus = frames()
    frame = corpus[draw.randrange(len(corpus))]
    spoiled = mutated(frame, draw) if draw.random() < 0.5 else reshaped(frame, draw)
    if spoiled not in corpus:
        offer(slot, spoiled)


@pytest.mark.parametrize("slot", sorted(MIDGAME))
def test_spoiled_real_frames(slot: int) -> None:
    for seed in range(1_000):
        hostile(slot, seed)


def hostile_and_signed(seed: int, count: int = 30) -> set[str]:
    """A seat that signs whatever comes to its mind: it can only convict itself, at all others alike, or be dropped."""
    draw = Random(seed)
    table = Table(3, seed, wire=Wire(1, 60, 0.1))
    table.cheats[1] = lambda out: [out]

    def anyhow(session: Session, asked: Asked) -> object:
        with contextlib.suppress(LocalFault):  # what it has signed elsewhere may have come back to it
            session.choose(asked.slot, table.sample(session, asked))
        return NOT_NOW

    table.choosers[1] = anyhow
    said = set()
    corpus = frames(seed)
    for _ in range(count):
        for seat in (0, 2):  # dropped links are mended, as the driver does, so that all can hear each other
            table.join(min(seat, 1), max(seat, 1))
        now = table.now
        table.run(lambda now=now: table.now > now + 20, limit_ms=200)  # type: ignore[misc]  # bound now
        frame = resigned(table, corpus[draw.randrange(len(corpus))], 1, draw)
        for to in draw.choice([(0,), (2,), (0, 2)]):
            table.raw(1, to, frame)
    table.run()
    for seat in (0, 2):
        table.join(min(seat, 1), max(seat, 1))
    table.run()
    verdicts = [table.session(seat).verdict for seat in (0, 2)]
    assert verdicts[0] == verdicts[1], f"seed {seed}"
    for seat, event in table.faults(Fault):
        if seat != 1:
            assert event.verdict.seat == 1, f"seed {seed}"
    for seat, event in table.faults():
        if seat != 1:
            assert table.seat_of[event.peer] == 1, f"seed {seed}"
            said.add(event.reason)
    if verdicts[0] is not None:
        said.add(verdicts[0].kind.name)
    return said


def test_a_seat_that_signs_anything_convicts_none_but_itself() -> None:
    said: set[str] = set()
    for seed in range(40):
        said |= hostile_and_signed(seed)
    assert {"EQUIV", "ILLEGAL"} <= said, "the campaign does commit crimes"


def test_the_harness_would_notice_a_change() -> None:
    """The true word of seat 1 does move the state: what the other tests rule out can be seen."""
    table = midgame(1, 2)
    session = table.session(2)
    before = state(session)
    signed = next(s for s in table.session(1).log.entries_at(session.log.place) if s.entry.seat == 1)
    session.receive(table.peer[1], encode(Kind.ENTRY, signed.data, signed.signature))
    assert isinstance(session.next_event(), Committed)
    assert state(session) != before
