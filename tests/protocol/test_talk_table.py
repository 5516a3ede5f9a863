"""SPEC.md section 19: what all hear, what nobody waits for, and who waits at the end."""

from dataclasses import replace

import pytest

from protocol.endpoint import UnsavedError
from protocol.events import Asked, Fault, Said
from protocol.faults import TalkFault
from protocol.record import Item, read_item
from protocol.speaking import SAYING
from protocol.talkbook import Took
from protocol.wire import SYNC_LIMIT, Kind, decode
from tests.adversaries.rig import BIDS, forging, lie
from tests.protocol.table import NOT_NOW, Table, Wire
from tests.protocol.talking import BAD, go_on, heard, held, lines_of, paused, say


# ------------------------------------------------------------ at the table
def test_all_hear_what_is_said_and_so_does_its_speaker() -> None:
    table = paused()
    say(table, 1, "  well met  ", "who begins?")
    say(table, 0, "I do")
    table.run(limit_ms=100)
    for seat in table.numbers:
        assert sorted(heard(table, seat)) == [(0, "I do"), (1, "well met"), (1, "who begins?")]
        assert {event.slot for event in table.events(seat, Said)} == {1}


def test_talk_is_said_while_a_question_is_open_when_all_is_over_and_when_the_table_was_stopped() -> None:
    table = paused()
    say(table, 0, "I think")
    go_on(table)
    say(table, 2, "well played")
    table.run()
    assert [heard(table, seat) for seat in table.numbers] == [[(0, "I think"), (2, "well played")]] * 3
    stopped = Table(3, seed=1)
    lie(stopped, 1, forging(stopped, 1, lambda entry: entry._replace(body=b"junk")), BIDS)
    stopped.run()
    assert stopped.events(0, Fault)
    say(stopped, 0, "why?")
    say(stopped, 1, "I wished to win")
    stopped.run()
    assert heard(stopped, 2) == [(0, "why?"), (1, "I wished to win")]


def test_the_game_is_the_same_with_talk_and_without_it() -> None:
    """Log, digests and outcome, byte for byte."""
    quiet, loud = Table(3, seed=3), Table(3, seed=3)
    quiet.run()
    turn = 0
    while not loud.ended():
        now = loud.now
        loud.run(lambda now=now: loud.now > now, limit_ms=10_000)  # type: ignore[misc]  # bound now
        loud.now += 1_000
        say(loud, turn % 3, f"line {turn}")
        turn += 1
    loud.run()
    assert turn > 3
    for seat in quiet.numbers:
        assert loud.session(seat).log.closed == quiet.session(seat).log.closed
        assert loud.session(seat).match.digest == quiet.session(seat).match.digest
    assert repr(loud.session(0).match.outcome) == repr(quiet.session(0).match.outcome)


@pytest.mark.parametrize(("text", "code"), [*BAD.items(), ("a\ud800", "characters"), ("a\U000e0fff", "characters")])
def test_a_bad_text_is_not_said(text: str, code: str) -> None:
    table = paused()
    session = table.session(1)
    if text.strip() and text != text.strip():
        session.say(text)  # blanks around it are left out
        return
    with pytest.raises(TalkFault) as fault:
        session.say(text)
    assert fault.value.code == code
    assert str(fault.value)
    assert session.unsaved() == []
    assert session.outgoing() == []


def test_a_text_is_said_in_normal_form() -> None:
    table = paused()
    say(table, 1, "Fu\u0308r Winterfell")
    table.run(limit_ms=100)
    assert heard(table, 2) == [(1, "Für Winterfell")]


def test_nothing_is_said_before_it_is_on_the_disk() -> None:
    session = paused().session(1)
    session.say("hello")
    with pytest.raises(UnsavedError):
        session.outgoing()
    (item,) = session.unsaved()
    assert read_item(item).kind is Item.TALK
    assert [decode(frame).kind for _, frame in session.outgoing()] == [Kind.TALK] * 2  # type: ignore[union-attr]  # a kind that we know
    assert session.next_event() == Said(1, "hello", 1)


def test_a_seat_talks_no_faster_than_the_others_bear() -> None:
    table = paused()
    session = table.session(1)
    for n in range(SAYING):
        session.say(f"line {n}")
    with pytest.raises(TalkFault) as fault:
        session.say("one more")
    assert fault.value.code == "too_fast"
    session.tick(table.now + 1_000)
    session.say("one more")


@pytest.mark.parametrize("seed", range(6))
def test_who_has_no_link_to_a_speaker_is_told_by_the_others(seed: int) -> None:
    table = Table(4, seed, apart=[(0, 1), (0, 2)], wire=Wire(1, 30, 0.2))
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    for n in range(4):
        say(table, n % 4, f"line {n}")
    table.run(limit_ms=2_000)
    assert {tuple(held(table, seat)) for seat in table.numbers} == {tuple((n, f"line {n}") for n in range(4))}
    assert table.faults() == []


def test_what_is_said_is_passed_on_at_once() -> None:
    """Not only when the have-lists go out: two hops, two milliseconds."""
    table = Table(3, seed=1, apart=[(0, 2)])
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run(lambda: bool(table.events(0, Asked)))
    table.run(limit_ms=100)
    now = table.now
    say(table, 2, "hello")
    table.run(lambda: bool(held(table, 0)), limit_ms=4_000)
    assert held(table, 0) == [(2, "hello")]
    assert table.now <= now + 3


def test_what_was_said_while_a_link_was_down_is_heard_when_it_is_back() -> None:
    table = paused()
    table.cut(0, 1)
    table.cut(0, 2)
    say(table, 1, "one", "two")
    say(table, 0, "alone")
    table.run(limit_ms=100)
    assert heard(table, 0) == [(0, "alone")]
    table.join(0, 2)
    table.run(limit_ms=100)
    assert sorted(heard(table, 0)) == [(0, "alone"), (1, "one"), (1, "two")]
    assert sorted(heard(table, 1)) == [(0, "alone"), (1, "one"), (1, "two")], "passed on by the one between"


def test_a_long_talk_comes_in_pieces() -> None:
    table = paused()
    table.cut(0, 1)
    table.cut(0, 2)
    for spoken in lines_of(table, 1, *[f"{n} {'x' * 480}" for n in range(1_500)]):
        assert table.session(1).talk.offer(spoken) is Took.ADMITTED
    table.join(0, 1)
    table.run(limit_ms=10_000)
    assert len(held(table, 0)) == 1_500
    chunks = [frame for _, to, frame in table.heard if to == 0 and frame[1] == Kind.TALKS]
    assert len(chunks) > 3
    assert max(map(len, chunks)) <= SYNC_LIMIT
    assert len(held(table, 2)) == 1_500
    assert table.faults() == []


# ------------------------------------------------------------ the end
def test_nobody_leaves_before_the_others_hold_all_talk_of_the_game() -> None:
    """A line of seat 2 is slow to reach seat 0: nobody counts as settled before it is there."""
    table = Table(3, seed=1)
    table.cheats[2] = lambda out: [replace(out, delay=400 if (out.to, out.frame[1]) == (0, Kind.TALK) else 0)]
    table.run(lambda: table.session(2).slot >= 6)
    say(table, 2, "before my last word")
    said_at = table.now
    table.run(lambda: all(table.session(seat).ended for seat in table.numbers))
    assert table.now < said_at + 100
    assert held(table, 0) == []
    assert not any(table.session(seat).settled for seat in table.numbers)
    table.run(lambda: any(table.session(seat).settled for seat in table.numbers))
    assert {len(held(table, seat)) for seat in table.numbers} == {1}
    assert len({table.record(seat) for seat in table.numbers}) == 1
    table.run()
    assert all(table.session(seat).settled for seat in table.numbers)


def test_what_is_said_after_the_end_keeps_nobody() -> None:
    table = Table(3, seed=1)
    table.run()
    assert all(table.session(seat).settled for seat in table.numbers)
    record = table.record(0)
    say(table, 2, "good night")
    assert table.session(0).settled
    assert table.session(2).settled
    table.run()
    assert {table.record(seat) for seat in table.numbers} == {record}
    assert held(table, 0) == [(2, "good night")]
