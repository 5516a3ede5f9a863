"""Cheat: an illegal move with a good signature, in the open, in secret, or where nobody asked."""

import pytest

from engine.core.questions import Question
from protocol.encoding import lp, pack
from protocol.entry import Place, Signed
from protocol.events import Answered
from protocol.faults import FaultKind
from protocol.report import Judgement
from tests.adversaries.rig import (
    BIDS,
    CALL,
    DICE,
    GIFTS_OPEN,
    OUTCOME,
    PEEK,
    ROUGH,
    SEEDS,
    assert_no_honest_seat_blamed,
    assert_stopped,
    audit,
    chosen,
    forging,
    lie,
    slips,
    where,
)
from tests.protocol.table import Table

ILLEGAL_CALLS = {
    "not offered": lp(pack("sideways")),
    "other type": lp(pack(1)),
    "none": lp(pack(None)),
    "nested": lp(pack(("high",))),
    "huge": lp(pack(2**64 - 1)),
    "not canonical": lp(b"\xd9\x03low"),
    "no text": lp(b"\xa3\xff\xff\xff"),
    "a map": lp(b"\x81\x01\x01"),
    "a float": lp(b"\xca\x00\x00\x00\x00"),
    "deep": lp(b"\x91" * 5000 + b"\xc0"),
    "empty": lp(b""),
    "no length": b"\xa3low",
    "twice": lp(pack("low")) + lp(pack("low")),
    "no body": b"",
    "length lies": b"\xff\xff\xff\xff\xa3low",
}


@pytest.mark.parametrize("name", ILLEGAL_CALLS)
def test_an_illegal_move_in_the_open_stops_the_table_and_is_never_in_the_log(name: str) -> None:
    """Asks: an illegal move is refused and its sender named."""
    table = Table(3, seed=2, wire=ROUGH)
    lie(table, 0, forging(table, 0, lambda e: e._replace(body=ILLEGAL_CALLS[name])), CALL)
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 0, CALL)
    for seat in table.honest:
        assert table.session(seat).log.entries_at(CALL) == ()
        question: Question[object] | None = table.session(seat).match.question
        assert question is not None
        assert question.topic == "call"


def test_true_is_not_one_and_one_is_not_true() -> None:
    table = Table(3, seed=2, wire=ROUGH)
    lie(table, 2, forging(table, 2, lambda e: e._replace(body=lp(pack(1)))), PEEK)
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 2, PEEK)


def unasked(table: Table, judge: int, seat: int, place: Place) -> Signed:
    """An entry of a seat that is not asked at a place that `judge` has reached."""
    prev = table.session(judge).log.prev_at(place)
    assert prev is not None
    return table.forge(seat, slot=place.slot, phase=place.phase, prev=prev, body=bytes(36))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", [CALL, PEEK])
def test_a_word_of_a_seat_that_was_not_asked_stops_the_table(place: Place, seed: int) -> None:
    """While the place is open, or long after it was closed: its past was known, so it was meant."""
    table = Table(3, seed, wire=ROUGH)
    table.cheats[1] = lambda out: [out]
    wait = 0 if seed % 2 == 0 else 3
    table.run(lambda: table.session(0).log.place >= Place(place.slot + wait, 0))
    table.say(1, unasked(table, 0, 1, place))
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 1, place)


def test_a_long_outcome_is_illegal() -> None:
    table = Table(3, seed=2, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=e.body + b"\x00")), OUTCOME)
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 1, OUTCOME)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("payload", [pack(6), pack(True), pack("5"), pack(-1), b"", b"\xc1", b"\xcc\x05", pack(None)])
def test_an_illegal_secret_counts_as_withheld_and_the_audit_names_it(payload: bytes, seed: int) -> None:
    """Nobody could see it in time, so the game goes on with the answer of one who did not open; nobody gains."""
    table = Table(3, seed, wire=ROUGH)
    chosen(table, 1, BIDS.slot, payload)
    table.run()
    assert table.ended()
    assert table.verdicts() == {0: None, 2: None}
    for seat in table.honest:
        (answered,) = (e for e in table.events(seat, Answered) if e.slot == BIDS.slot)
        assert answered.reply.values[1] == 5, "the withheld answer of the rules"
    assert slips(table) == {((2, 1, 1, "ILLEGAL"),)}
    records = {table.record(seat) for seat in table.honest}
    assert len(records) == 1
    report = audit(min(records))
    assert report.judgement is Judgement.BAD
    assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(2, 1, 1, "ILLEGAL")]
    assert report.outcome is not None
    assert_no_honest_seat_blamed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_illegal_gift_counts_as_withheld_when_it_is_unsealed(seed: int) -> None:
    table = Table(3, seed, wire=ROUGH)
    chosen(table, 1, 4, pack(("a", 3)))
    table.run()
    assert table.ended()
    for seat in table.honest:
        (answered,) = (e for e in table.events(seat, Answered) if e.slot == GIFTS_OPEN.slot)
        assert answered.reply.values[1] == ("", 0)
    assert slips(table) == {((6, 0, 1, "ILLEGAL"),)}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_seat_that_is_not_named_may_not_unseal(seed: int) -> None:
    """The caller's gift is burned: opening it unasked is a word where nobody asked."""
    table = Table(3, seed, wire=ROUGH)
    table.cheats[0] = lambda out: [out]
    table.run(lambda: table.session(1).log.place >= GIFTS_OPEN)
    table.say(0, unasked(table, 1, 0, GIFTS_OPEN))
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 0, GIFTS_OPEN)


def test_dice_of_a_seat_without_a_place_at_the_table() -> None:
    """A seat number that nobody holds: there is no key to sign with, so the link is dropped."""
    table = Table(3, seed=2)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= DICE)
    table.say(1, table.forge(1, where(table, 0, 1, bytes(64)).entry, seat=7))
    table.run(limit_ms=10)
    assert {(seat, event.reason) for seat, event in table.faults()} == {(0, "no_seat"), (2, "no_seat")}
