"""From lobby to table: one box tells that the game begins, until somebody is asked something."""

import pytest

from client.lobby.desk import Desk
from client.screen.opening import BEGINS
from engine.core.match import Match
from engine.registry import game
from protocol.events import Said
from tests.client.desk import Desk as Seat
from tests.client.local import LocalTable
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.lobbies import lobby

DRAWN = "what comes first is drawn"


def drawn() -> Seat:
    """A table at which the houses are drawn before anything else."""
    return Seat(match=Match.start(game("agot"), 5, {}))


async def test_the_lobby_shows_nothing_else_while_the_table_is_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with lobby(3, 2) as people:
        for person in people:
            assert BEGINS not in await person.press("r")
        monkeypatch.setattr(Desk, "signing", True)
        for person in people:
            seen = person.look()
            assert BEGINS in seen
            assert "everybody signs the table" in seen
            assert "Rules and keys" not in seen
            assert "Waiting for: all to sign the table" in seen


def test_the_table_goes_on_with_the_same_box_until_the_first_question() -> None:
    desk = drawn()
    desk.mode.note("Table words, the same for all: off october dumb")
    keyboard = Keyboard(desk)
    seen = keyboard.look()
    assert BEGINS in seen
    assert "off october dumb" in seen
    assert DRAWN in seen
    assert "F3 log" not in seen
    desk.mode.happened(Said(1, "good luck", 0))
    assert "good luck" in keyboard.look()
    desk.to("orders")
    assert BEGINS not in keyboard.look()
    assert "off october dumb" in keyboard.press("L", "home"), "the words can still be compared"


def test_the_question_of_somebody_else_is_a_beginning_too() -> None:
    assert Seat().mode.begun, "the houses are agreed, and all place their orders"
    desk = drawn()
    assert not desk.mode.begun
    desk.mode.happened(desk.table.step())
    assert desk.mode.begun


def test_while_all_commit_to_their_secrets_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slot 0 is SETUP (SPEC 11): the first question of the rules is known already, but not put."""
    monkeypatch.setattr(LocalTable, "slot", 0)
    assert not Seat().mode.begun
