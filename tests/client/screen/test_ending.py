"""The end on the full screen: a box that lives while people talk, and the same beside the audit (SPEC 19)."""

from pathlib import Path

import pytest

from client.home import Home
from client.play.asking import Heard
from client.play.table import Kept
from client.screen.audit import AuditView
from client.screen.views import View
from net.faults import FAREWELLS
from net.link import LEAVING
from net.telling import Away, TableClosed, TableOver
from protocol.events import Said
from protocol.talk import AFTERWARDS
from tests.client.desk import Desk
from tests.client.screen.kept import SIZES
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import asked

STARK, LANNISTER, GREYJOY = 0, 1, 3


def ended(width: int = 120, height: int = 40, home: Path | None = None) -> Keyboard:
    """A whole game, after which Lannister and Greyjoy are still there; it is kept in `home`."""
    desk = Desk(STARK, 4)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    keyboard = Keyboard(desk, width, height)
    keyboard.press("escape")
    keyboard.terminal.show(["The record is in here.moot"])
    if home is not None:
        desk.mode.kept = Kept(Home.find(str(home)), "1a2b3c4d", "en")
    desk.mode.happened(TableOver("", (LANNISTER, GREYJOY)))
    keyboard.look()
    return keyboard


def say(keyboard: Keyboard, seat: int, text: str) -> str:
    keyboard.desk.mode.happened(Said(seat, text, AFTERWARDS))
    return keyboard.look()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_box_shows_who_is_there_and_what_is_said_while_it_is_open(width: int, height: int) -> None:
    keyboard = ended(width, height)
    seen = keyboard.look()
    assert "Still here: Lannister (player 1) and Greyjoy (player 3)." in seen
    assert "t talk   L what happened   q leave" in seen
    assert "says: well played" in say(keyboard, LANNISTER, "well played")
    keyboard.desk.mode.happened(Away(LANNISTER, FAREWELLS[LEAVING]))
    assert "Still here: Greyjoy (player 3)." in keyboard.look()
    keyboard.desk.mode.happened(TableClosed())
    seen = keyboard.look()
    assert "The table is closed." in seen
    assert "L what happened   q leave" in seen
    assert "t talk" not in seen


def test_one_talks_from_the_box_which_stays() -> None:
    keyboard = ended()
    for text in ("good game", "and thanks"):
        keyboard.press("t")
        keyboard.shell.submitted(text)
        assert keyboard.terminal.sent[-1] == Heard(say=text)
        assert f"says: {text}" in say(keyboard, STARK, text)
        assert "Still here" in keyboard.look()


def test_what_is_new_comes_in_sight_in_a_small_window() -> None:
    keyboard = ended(60, 14)
    for number in range(6):
        assert f"says: line {number}" in say(keyboard, LANNISTER, f"line {number}")


def test_the_pane_and_the_line_below_tell_the_same_when_the_box_is_closed() -> None:
    keyboard = ended()
    seen = keyboard.press("escape")
    assert "Lannister (player 1) and Greyjoy (player 3). You: t talks, q leaves." in seen
    assert "The game is over" in seen
    keyboard.press("t")
    keyboard.shell.submitted("anybody?")
    assert keyboard.terminal.sent == [Heard(say="anybody?")]
    assert "anybody?" in say(keyboard, STARK, "anybody?")
    for seat in (LANNISTER, GREYJOY):
        keyboard.desk.mode.happened(Away(seat, FAREWELLS[LEAVING]))
    assert "Nobody else is here just now. You: q leaves." in keyboard.look()


def test_whoever_has_enough_leaves_without_a_question() -> None:
    keyboard = ended()
    keyboard.press("q")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_people_are_heard_and_answered_beside_the_audit(tmp_path: Path) -> None:
    keyboard = ended(home=tmp_path)
    seen = keyboard.press("x")
    audit: View = keyboard.shell.view
    assert isinstance(audit, AuditView)
    assert "Still here: Lannister (player 1) and Greyjoy (player 3)." in seen
    assert "Lannister (player 1) says: all is verified" in say(keyboard, LANNISTER, "all is verified")
    keyboard.press("t")
    keyboard.shell.submitted("here too")
    assert keyboard.terminal.sent == [Heard(say="here too")]
    keyboard.desk.mode.happened(TableClosed())
    assert "The table is closed." in keyboard.look()
    assert "nobody hears you" in keyboard.press("t")


def test_a_table_that_was_stopped_can_be_talked_about() -> None:
    desk = Desk(STARK, 4)
    desk.to("orders")
    keyboard = Keyboard(desk)
    desk.mode.happened(TableOver("the table is stopped by a proven fault: a lie", (LANNISTER,)))
    seen = keyboard.look()
    assert "The table has stopped" in seen
    assert "a proven fault" in seen
    assert "Still here: Lannister (player 1)." in seen
