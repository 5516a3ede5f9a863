"""Talk in line mode: said at any time, shown unlike the log, untouched by undo (asks E01)."""

from client.checking import Checked
from client.play.cells import TALK, width_of
from protocol.events import Said, TwoStories
from protocol.faults import TalkFault
from protocol.record import assemble, twice_item
from protocol.talk import AFTERWARDS, Twice
from tests.client.desk import Desk
from tests.protocol.talking import RECORD, TABLE, lines_of, verify


def test_a_line_is_said_at_any_time_and_is_no_answer() -> None:
    desk = Desk()
    for topic in ("", "orders"):
        desk.to(topic)
        before = desk.mode.ask
        heard = desk.hear("say  Winter is coming, march 3")
        assert heard.say == "Winter is coming, march 3"
        assert heard.choice is None
        assert heard.lines == []
        assert desk.mode.ask is before
    assert desk.hear("SAY hello").say == "hello"
    assert "say TEXT" in desk.type("say")
    assert desk.mode.is_command("say hello")
    assert desk.mode.is_command("talk")


def test_what_moves_the_cursor_is_never_said() -> None:
    assert Desk().hear("say a\x1b[2Jb\u202ec").say == "a [2Jb c"


def test_talk_is_marked_line_by_line_and_never_in_the_log() -> None:
    desk = Desk()
    desk.to("orders")
    log = desk.type("log")
    lines = desk.mode.happened(Said(1, "Stark marches to Winterfell. " * 12, 3))
    assert lines[0].startswith(f"{TALK}Lannister (player 1) says: Stark marches")
    assert len(lines) > 3
    assert all(line.startswith(TALK) and width_of(line) <= 80 for line in lines)
    assert desk.type("log") == log
    assert desk.type("talk 1") == "\n".join(lines)
    desk.mode.happened(Said(0, "雪" * 100, AFTERWARDS))
    assert all(width_of(line) <= 80 for line in desk.type("talk").splitlines())
    assert [told.kind for told in desk.mode.story][-2:] == ["chat", "chat"]


def test_no_sentence_of_the_game_looks_like_talk() -> None:
    desk = Desk()
    lines = desk.mode.opening()
    for _ in range(60):
        lines += desk.to()
        lines += desk.answer(desk.question.options(0).sample(desk.table.oracle.draw, {}))
    assert not any(line.startswith(TALK) for line in lines)


def test_undo_does_not_touch_talk() -> None:
    desk = Desk()
    desk.to("orders")
    desk.mode.happened(Said(0, "I promise", 1))
    before = desk.type("talk")
    for command in ("undo", "clear", "undo"):
        desk.type(command)
    assert desk.type("talk") == before
    assert "I promise" in before


def test_a_line_that_was_not_said_is_told_why() -> None:
    desk = Desk()
    assert desk.mode.not_taken(TalkFault("too_fast", "so many lines at once are not heard")) == [
        "Not sent: so many lines at once are not heard."
    ]
    assert desk.type("talk") == "Nobody has said anything."


def test_two_stories_are_told_to_the_player_and_by_the_verifier() -> None:
    assert "Lannister (player 1) has told two stories" in " ".join(Desk().mode.happened(TwoStories(1, 2)))
    one, other = lines_of(TABLE, 1, "yes", slot=9)[0], lines_of(TABLE, 1, "no", slot=9)[0]
    proof = Twice.of(one, other)
    assert proof is not None
    checked = Checked("a file", verify(assemble(TABLE.agreement, [*TABLE.states[0].journal, twice_item(proof)])), None)
    assert checked.code(partial=False) == 0
    assert "  talk: seat 2 (player 1) signed two different lines as its line 1" in checked.lines({})


def test_the_verifier_counts_lines_of_talk() -> None:
    assert ("lines of talk", "4") in Checked("a file", verify(RECORD), None).counted()


def test_a_changed_byte_of_talk_is_named() -> None:
    data = bytearray(RECORD)
    data[-3] ^= 1
    last = Checked("a file", verify(bytes(data)), None).verdict()
    assert last.startswith("bad: slot 7, seat 2 (player 1): a signature does not hold")


def test_a_seat_that_nobody_holds_can_be_named() -> None:
    """A changed byte may be the number of the seat."""
    data = bytearray(RECORD)
    at = data.rindex(TABLE.agreement.game_id + b"\x01") + 32
    data[at] = 9
    last = Checked("a file", verify(bytes(data)), None).verdict()
    assert "seat 10 (which nobody holds): a signature does not hold" in last
