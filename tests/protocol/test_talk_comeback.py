"""SPEC.md section 19: a seat that comes back goes on with its own chain of talk."""

import pytest

from protocol.comeback import Comeback, Run
from protocol.events import OtherCopy, TwoStories
from protocol.faults import TalkFault
from protocol.returning import run_frame
from protocol.talkbook import talk_frame
from tests.protocol.talking import heard, held, lines_of, paused, say


def test_a_seat_that_comes_back_goes_on_with_its_chain() -> None:
    table = paused()
    say(table, 1, "one", "two")
    table.crash(1)
    table.restart(1)
    table.run(limit_ms=100)
    say(table, 1, "three")
    table.run(limit_ms=100)
    for seat in table.numbers:
        assert held(table, seat) == [(1, "one"), (1, "two"), (1, "three")]
    assert heard(table, 1).count((1, "one")) == 1, "the past is not told again"
    assert table.faults(TwoStories) == table.faults() == []


def test_a_seat_that_comes_back_says_nothing_before_enough_others_have_told_what_they_hold() -> None:
    table = paused(4)
    say(table, 1, "one")
    table.run(limit_ms=100)
    for seat in (0, 2, 3, 1):
        table.crash(seat)
    table.restart(1)
    for back in (2, 3):
        with pytest.raises(TalkFault) as fault:
            table.session(1).say("two")
        assert fault.value.code == "coming_back"
        table.restart(back)
        table.run(limit_ms=100)
    say(table, 1, "two")
    assert held(table, 1) == [(1, "one"), (1, "two")]


def test_a_disk_that_lost_a_line_does_not_make_a_liar_of_its_owner() -> None:
    table = paused()
    before = list(table.states[1].journal)
    say(table, 1, "one", "two")
    table.run(limit_ms=100)
    table.crash(1)
    table.restart(1, before)
    with pytest.raises(TalkFault):
        table.session(1).say("three")
    table.run(limit_ms=100)
    assert held(table, 1) == [(1, "one"), (1, "two")]
    say(table, 1, "three")
    table.run(limit_ms=100)
    assert held(table, 0) == held(table, 2) == [(1, "one"), (1, "two"), (1, "three")]
    assert table.faults(TwoStories) == []


def test_an_old_copy_waits_for_all_before_it_talks() -> None:
    table = paused()
    old = list(table.states[1].journal)
    say(table, 1, "one")
    table.crash(1)
    table.restart(1)
    table.run(limit_ms=100)
    say(table, 1, "two")
    table.run(limit_ms=100)
    table.crash(1)
    table.crash(2)
    table.restart(1, old)
    table.run(limit_ms=100)
    assert table.events(1, OtherCopy) == [OtherCopy(newer=False)]
    with pytest.raises(TalkFault):
        table.session(1).say("three")
    table.restart(2)
    table.run(limit_ms=100)
    say(table, 1, "three")
    table.run(limit_ms=100)
    assert held(table, 2) == [(1, "one"), (1, "two"), (1, "three")]
    assert table.faults(TwoStories) == []


def test_an_older_run_says_nothing_more_when_a_later_one_is_told() -> None:
    table = paused()
    session = table.session(1)
    later = Run.make(table.agreement.game_id, 1, 2, bytes(16), table.keys[1].game)
    session.receive(table.peer[2], run_frame(later))
    assert session.next_event() == OtherCopy(newer=True)
    with pytest.raises(TalkFault) as fault:
        session.say("me too")
    assert fault.value.code == "elsewhere"
    assert session.unsaved() == []


def test_a_run_later_than_ours_takes_the_word_again() -> None:
    """What half of the others allowed, all must allow once the journal is known to be an old copy."""
    comeback = Comeback(0, [b"a", b"b", b"c"])
    for peer, may in ((b"a", False), (b"b", True)):
        comeback.hear_talk(peer, 2)
        assert comeback.may_talk(2) is may
    comeback.wait_for_all()
    assert not comeback.may_talk(2)
    comeback.hear_talk(b"nobody", 0)
    comeback.hear_talk(b"c", 3)
    assert not comeback.may_talk(2)
    assert comeback.may_talk(3)


def test_a_seat_whose_log_is_behind_its_talk_does_not_say_that_it_is_earlier() -> None:
    """It has adopted a line that it said at a later slot than its disk knows of."""
    table = paused()
    (lost,) = lines_of(table, 1, "at a later slot", slot=9)
    table.raw(2, 1, talk_frame(lost))
    table.run(limit_ms=100)
    say(table, 1, "and this")
    assert [spoken.line.slot for spoken in table.session(1).talk.lines] == [9, 9]
    table.run(limit_ms=100)
    assert held(table, 0) == held(table, 1)
    assert table.faults() == []
