"""A key that closes a box is only that, but for those that begin to type or find what can be done.

Typed words must not act letter by letter, nor a key do what nobody saw.
"""

import pytest

from client.play.asking import Heard
from client.screen.overlays import Reading
from client.screen.palette import Palette
from client.screen.shell import Shell
from client.screen.table.commands import BEFORE
from client.screen.views import Typing
from tests.client.screen.front import Front, past
from tests.client.screen.live import live
from tests.client.screen.player import Sitting
from tests.client.screen.tables import at
from tests.client.screen.test_table_end import closed

REFUSED = "there is no such march, and nobody knows of any order that is called so"
BOXES = {
    "a refusal": lambda keyboard: keyboard.type(REFUSED),
    "a hint": lambda keyboard: keyboard.press("I"),
    "what was looked up": lambda keyboard: keyboard.type("rules W5.6"),
    "the signs": lambda keyboard: keyboard.press("G"),
    "the keys": lambda keyboard: keyboard.press("f1"),
    "the log": lambda keyboard: keyboard.press("L"),
}


@pytest.mark.parametrize("name", BOXES)
def test_the_key_that_types_closes_a_box_and_opens_the_field(name: str) -> None:
    keyboard = at("orders", 80, 24)
    BOXES[name](keyboard)
    assert isinstance(keyboard.shell.overlay, Reading), keyboard.look()
    keyboard.press(":")
    assert keyboard.shell.overlay is None
    assert isinstance(keyboard.shell.typing, Typing)


@pytest.mark.parametrize("name", BOXES)
def test_any_other_key_that_closes_a_box_does_nothing_else(name: str) -> None:
    keyboard = at("orders", 80, 24)
    for key in ("1", "9", "0", "enter", "d", "s", "u", "q", "i", "tab", "H"):
        before = keyboard.view._map.cursor
        BOXES[name](keyboard)
        keyboard.press(key)
        ask = keyboard.desk.mode.ask
        assert keyboard.shell.overlay is None, key
        assert keyboard.shell.typing is None, key
        assert ask is not None
        assert ask.building.pieces == (), key
        assert keyboard.view._map.cursor == before, key


def test_help_and_palette_are_a_key_away_from_any_box_and_the_help_closes_by_its_own() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("I", "f1")
    assert "You can now:" in keyboard.look()
    keyboard.press("f1")
    assert keyboard.shell.overlay is None
    keyboard.press("I", "c-p")
    assert isinstance(keyboard.shell.overlay, Palette)


def test_the_box_and_the_field_say_how_what_was_refused_is_mended() -> None:
    keyboard = at("orders", 80, 24)
    assert "Esc closes, : types again" in keyboard.type(REFUSED)
    keyboard.press(":")
    assert keyboard.shell.typing is not None
    assert keyboard.shell.typing.label == f"answer{BEFORE}"
    keyboard.shell.submitted("winterfell m0")
    keyboard.press(":")
    assert keyboard.shell.typing.label == "answer"


def test_an_arrow_up_brings_back_what_was_refused() -> None:
    """On the real screen: the box, the field, the arrow, and the line stands there to be mended."""
    with live(80, 24) as at_:

        async def flow(shell: Shell) -> int:
            await at_.until(lambda: at_.paints > 0)
            sitting = Sitting(shell, 6, 2)
            sitting.bots_play(lambda match, question: question.topic == "orders")
            sitting.sit_down()
            shell.changed()
            await at_.press(":", *REFUSED.replace(" ", "_"), "enter")
            assert isinstance(shell.overlay, Reading)
            await at_.press(":", "up")
            await at_.until(lambda: bool(at_.screen._line._buffer.text))
            assert at_.screen._line._buffer.text == REFUSED.replace(" ", "_")
            return 0

        assert at_.run(flow) == 0


# ------------------------------------------------------------ the end, and the start screen
def test_the_closing_box_of_a_game_does_what_it_offers_alone() -> None:
    for key in ("1", "9", "enter", "H", "z", "u"):
        keyboard = closed(80, 24)
        assert isinstance(keyboard.shell.overlay, Reading)
        keyboard.press(key)
        assert keyboard.shell.overlay is None, key
        assert keyboard.terminal.sent == []
        assert not keyboard.view._attention.zoomed
    keyboard = closed(80, 24)
    keyboard.press("q")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_a_digit_and_enter_after_leaving_do_not_take_the_table_up_again(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.screen.start.past_tables", lambda _: [past(1)])
    front.start.begin()
    front.start.ended("Your table", None, ["The record is in /x/1234.moot"])
    assert "You have left the table" in front.press("5"), "the list is not seen yet"
    assert "You have left the table" not in front.press("enter")
    assert front.launched == []
    front.press("enter")
    assert front.launched == ["Back to the table"], "product 15: one key"


def test_escape_leaves_the_start_screen_at_the_second_time(front: Front) -> None:
    front.start.show()
    front.press("7", "escape")
    assert "Esc again leaves." in front.press("escape")
    front.press("down", "escape", "up", "escape")
    assert front.finished == 0, "another key between them means that somebody stays"
    front.press("escape")
    assert front.finished == 1


def test_after_the_end_the_keys_are_those_that_still_do_something() -> None:
    """No bot is asked any more, and the log is what is left."""
    keyboard = closed(80, 24)
    keyboard.press("escape")
    assert "L log" in keyboard.look().splitlines()[-1]
    lines = keyboard.shell.help()
    now = lines[lines.index("You can now:") : lines.index("Not now:")]
    assert not any(line.endswith("what a bot would do here") for line in now)
    assert any(line.endswith("what a bot would do here") for line in lines)
    assert "the game is over" in keyboard.press("I")
