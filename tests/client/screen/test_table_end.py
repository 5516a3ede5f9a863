"""Leaving a table, what its end offers, and a whole game up to there."""

import re
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from client.home import Home
from client.play.asking import Heard
from client.play.line import LineMode
from client.play.playing import play
from client.play.table import Kept
from client.screen.audit import AuditView
from client.screen.keys import Keymap, Move
from client.screen.overlays import Confirming
from client.screen.shell import Shell
from client.screen.table.attention import NAMES
from client.screen.table.commands import IN_FORMS, MOVES
from client.screen.table.view import TableView
from client.screen.terminal import ScreenTerminal
from client.screen.views import View
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from net.telling import TableClosed
from protocol.deck.audit import FALSE_CLAIM
from protocol.events import Ended, Said
from protocol.machines.base import Slip
from tests.client.desk import Desk
from tests.client.local import LocalTable
from tests.client.screen.kept import SIZES
from tests.client.screen.keyboard import Keyboard, Nothing
from tests.client.screen.questions import asked
from tests.client.screen.tables import STARK, at, at_rest


# ------------------------------------------------------------ leaving and the end
def test_leaving_is_asked_about_and_says_how_to_come_back() -> None:
    keyboard = at("orders")
    seen = keyboard.press("q")
    assert "kingsmoot resume" in seen
    keyboard.press("n")
    assert not keyboard.terminal.sent
    keyboard.type("quit")
    assert isinstance(keyboard.shell.overlay, Confirming)
    keyboard.press("y")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_a_closed_table_is_left_at_once() -> None:
    keyboard = at("orders")
    keyboard.desk.mode.happened(TableClosed("the power failed"))
    assert "the power failed" in keyboard.look()
    keyboard.press("escape", "q")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_the_audit_waits_for_the_end() -> None:
    assert "the game is not over" in at_rest().press("x")


def test_the_end_is_told_in_a_box_and_the_audit_is_a_key_away(tmp_path: Path) -> None:
    desk = Desk(STARK, 4)
    keyboard = Keyboard(desk)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    seen = keyboard.look()
    assert "The game is over" in seen
    assert "castles" in seen
    assert "the secrets are being opened" in keyboard.press("escape", "x")
    keyboard.terminal.show(["The record is in here.moot"])
    desk.mode.kept = Kept(Home.find(str(tmp_path)), "1a2b3c4d", "en")
    desk.mode.happened(TableClosed())
    seen = keyboard.look()
    assert "The table is closed" in seen
    assert "The record is in here.moot" in seen
    assert "x audit   L what happened   q leave" in seen
    keyboard.press("x")
    audit: View = keyboard.shell.view
    assert isinstance(audit, AuditView)
    seen = keyboard.press("escape")
    after: View = keyboard.shell.view
    assert after is keyboard.view
    assert "You: x opens the audit, q leaves." in seen
    assert "x audit" in seen.splitlines()[-1]


def test_who_made_a_false_claim_stands_last_in_the_closing_box() -> None:
    """The ranking of the audit is told, not that of the rules."""
    desk = Desk(STARK, 4)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    keyboard = Keyboard(desk)
    outcome = desk.mode.match.outcome
    assert outcome is not None
    winner = outcome.ranking[0][0]
    who = re.escape(desk.mode.words.seat(desk.mode.match, winner))
    assert re.search(rf"1\. +{who}", keyboard.look())
    slip = Slip(3, 0, winner, FALSE_CLAIM, "it had no such card")
    desk.mode.happened(Ended(outcome, (0, 1, 2, 3, 4), (slip,)))
    desk.mode.happened(TableClosed())
    seen = keyboard.look()
    assert re.search(rf"5\. +{who}", seen)
    assert not re.search(rf"1\. +{who}", seen)


def closed(width: int = 120, height: int = 40) -> Keyboard:
    """A table that is closed after a whole game, and that nobody keeps."""
    desk = Desk(STARK, 4)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    keyboard = Keyboard(desk, width, height)
    desk.mode.happened(TableClosed())
    keyboard.look()
    return keyboard


def test_what_the_closing_box_offers_is_done_at_once() -> None:
    assert "L what happened   q leave" in closed().look()
    assert "x audit" not in closed().look()
    log = closed().press("L")
    assert "Log" in log
    assert "Round 10 is over." in log, "its end is seen first"
    assert "-- Round 10, end of round" not in log, "nothing stands below it"
    keyboard = closed()
    keyboard.press("q")
    assert keyboard.terminal.sent == [Heard(leave=True)]
    keyboard = closed()
    keyboard.press("escape")
    assert keyboard.terminal.sent == []
    assert "no record of this table is kept" in keyboard.press("x")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_after_the_end_the_pane_of_the_form_tells_how_it_came_out(width: int, height: int) -> None:
    seen = closed(width, height).press("escape")
    assert "Not your turn" not in seen
    assert "The game is over" in seen
    places = [line[-39:] if width > 80 else line for line in seen.splitlines()]
    assert all(any(f"{place}." in line for line in places) for place in range(1, 6))


def test_talk_of_before_is_not_new() -> None:
    """After a resume."""
    desk = Desk()
    desk.mode.happened(Said(1, "well met", 1))
    keyboard = Keyboard(desk, 80, 24)
    assert "F4 talk F5" in keyboard.look()
    desk.mode.happened(Said(1, "I was here all the time", 1))
    assert "F4 talk(1)" in keyboard.look()


def test_a_new_question_shows_its_keys() -> None:
    keyboard = at_rest()
    keyboard.shell.say("Sealed. It is shown when all have sealed.")
    assert "Sealed. It is shown" in keyboard.look()
    chosen = [heard.choice for heard in keyboard.terminal.sent if isinstance(heard, Heard) and heard.choice]
    keyboard.desk.answer(chosen[0][1])
    keyboard.desk.to()
    seen = keyboard.look()
    assert "Sealed. It is shown" not in seen
    assert "F1 keys" in seen.splitlines()[-1]


def test_every_action_has_a_name_of_its_own_and_help_shows_it() -> None:
    keyboard = at("orders", 100, 60)
    actions = keyboard.view.actions()
    names = [action.name for action in actions]
    assert len(set(names)) == len(names)
    seen = keyboard.press("?")
    assert all((action.together if isinstance(action, Move) else action.label) in seen for action in actions)
    assert all(does in seen for does in MOVES.values())
    keys = [key for action in actions for key in action.keys]
    assert len(set(keys)) == len(keys)
    assert {f"f{number}" for number in range(2, 2 + len(NAMES))} <= set(keys)


# ------------------------------------------------------------ a whole game
@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_a_whole_game_is_played_by_keys_through_the_loop_of_a_seat(size: tuple[int, int]) -> None:
    match = Match.start(game("agot"), 5, {})
    table = LocalTable(match, 5, 3, 3)
    shell = Shell(Nothing(), Keymap())
    terminal = ScreenTerminal(shell, lambda terminal, mode: _view(terminal, mode))
    mode = LineMode(table, match.fork(), words_for(match, table.names), trio.current_time, live=True)
    rung = [0]
    shell.ring = lambda: rung.__setitem__(0, rung[0] + 1)
    draw = Random(3)

    async def person() -> None:
        while not mode.closed:
            await trio.testing.wait_all_tasks_blocked()
            ask = mode.ask
            if ask is None:
                if not mode.closed:
                    shell.key("enter")
                continue
            if isinstance(shell.overlay, Confirming):
                shell.key("y")
            elif shell.overlay is not None:
                shell.key("escape")
            elif ask.building.answers and (not ask.building.choices or draw.random() < 0.3):
                shell.key("s" if ask.secret else "d")
            else:
                shell.key(draw.choice(["tab", "enter", "down", "1", "2", "right"]))
            shell.draw(*size)
        assert "The table is closed" in shell.draw(*size).text
        shell.key("escape")
        shell.key("q")

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person)
            assert await play(table, mode, terminal, lambda: ["The record is kept."]) == 0
    assert table.match.outcome is not None
    assert rung[0] > 10


def _view(terminal: ScreenTerminal, mode: object) -> TableView:
    assert isinstance(mode, LineMode)
    return TableView(terminal, mode)


def test_the_signs_of_the_map_are_in_the_help_and_in_a_box_of_their_own() -> None:
    """A new player finds out what stands on the map without leaving the table."""
    keyboard = at("orders")
    for keys in (("?", "end"), ("G",), ("c-p", *"signs", "enter")):
        keyboard.press(*keys)
        text = keyboard.shell.draw(80, 60).text
        for sign, means in (("S", "Stark"), ("#", "stronghold"), ("K F S", "knight"), ("k f s", "routed")):
            assert re.search(rf"{re.escape(sign)} +{means}", text), (keys, sign)
        assert keys[0] == "?" or all(means in text for means in IN_FORMS.values())
        keyboard.press("escape")
