"""The foot of the screen: what is said goes away again, and the ways to all keys are always named."""

import pytest

from client.play.chronicle import Told
from client.screen.keys import Action, Keymap, Move
from client.screen.overlays import Reading
from client.screen.shell import AGAIN, SAID, Shell
from client.screen.table.recap import TITLE
from tests.client.screen.keyboard import Keyboard, Nothing
from tests.client.screen.tables import STARK, at, at_rest

MEANINGLESS = "That key does nothing here"
SEALED = "It is shown when all have sealed."


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self, shell: Shell) -> None:
        self.seconds = 100.0
        shell.now = lambda: self.seconds


def test_what_was_said_goes_away_after_some_seconds_and_the_keys_are_back() -> None:
    keyboard = at("orders", 80, 24)
    clock = Clock(keyboard.shell)
    assert MEANINGLESS in keyboard.press("~")
    clock.seconds += SAID - 1
    assert MEANINGLESS in keyboard.look()
    clock.seconds += 1
    seen = keyboard.look()
    assert MEANINGLESS not in seen
    assert "Ctrl-P all" in seen


def test_that_ctrl_c_leaves_stays_said_as_long_as_it_is_so() -> None:
    shell = Shell(Nothing(), Keymap())
    clock = Clock(shell)
    shell.key("c-c")
    clock.seconds += 10 * SAID
    assert AGAIN in shell.draw(80, 24).text


def test_that_an_answer_is_sealed_is_said_until_all_are_shown() -> None:
    keyboard = at_rest(80, 24)
    assert SEALED in keyboard.look()
    desk = keyboard.desk
    desk.answer((("winterfell", "march_0"),))
    assert SEALED not in keyboard.look()


def test_a_new_question_shows_its_keys() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("~")
    keyboard.desk.answer((("winterfell", "march_0"),))
    keyboard.desk.to("march")
    assert MEANINGLESS not in keyboard.look()


def test_a_key_that_closes_a_box_is_not_told_to_mean_nothing() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.shell.recaps = True
    desk = keyboard.desk
    desk.answer((("winterfell", "march_0"),))
    keyboard.look()
    desk.mode.story.append(Told("stage", "Round 1, battle", desk.table.slot))
    desk.mode.story.append(Told("event", "Lannister wins the battle.", desk.table.slot, "BattleWon"))
    desk.to("march")
    assert TITLE in keyboard.look()
    seen = keyboard.press("y")
    assert MEANINGLESS not in seen
    assert TITLE not in seen


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
@pytest.mark.parametrize("topic", ["orders", "march"])
def test_the_ways_to_all_keys_are_named_at_every_width(width: int, topic: str) -> None:
    keyboard = at(topic, width, 24, STARK)
    for picks in ((), ("1", "1"), ("enter",)):
        keyboard.press(*picks)
        if keyboard.shell.overlay is not None:
            keyboard.press("escape")
        keyboard.shell.hush()
        last = keyboard.look().splitlines()[-1]
        assert last.endswith("F1 keys  Ctrl-P all"), last


def test_signs_and_hints_come_before_what_a_newcomer_needs_later() -> None:
    last = at("orders", 80, 24).look().splitlines()[-1]
    assert "I hint  G signs  t talk" in last


def test_a_tiny_window_keeps_what_answers() -> None:
    last = at("orders", 20, 12).look().splitlines()[-1]
    assert last.startswith("s seal")
    assert last.endswith("F1 keys")


# ------------------------------------------------------------ F1
def test_the_help_begins_with_what_can_be_done_now() -> None:
    keyboard = at("orders", 100, 70)
    keyboard.press("?")
    box = keyboard.shell.overlay
    assert isinstance(box, Reading)
    lines = [line.strip() for line in box._lines]
    at_line = {line: number for number, line in enumerate(lines)}
    heads = ["You can now:", "To move:", "To look something up:", "Panes:", "Not now:", "On every screen:"]
    assert [line for line in lines if line in heads] == heads
    now, later = at_line["You can now:"], at_line["To move:"]
    assert any("seal the answer as it stands" in line for line in lines[now:later])
    assert not any("take back the last piece" in line for line in lines[now:later]), "nothing is chosen yet"
    assert any("take back the last piece" in line for line in lines[at_line["Not now:"] :])
    assert any("Ctrl-P" in line for line in lines[at_line["On every screen:"] :])
    assert at_line["Signs on the map:"] > at_line["On every screen:"]


def test_every_key_is_told_once() -> None:
    keyboard = Keyboard(at("orders").desk, 100, 90)
    lines = keyboard.shell.help()
    for action in keyboard.shell.everything():
        told = [line for line in lines if line.endswith(f" {action.label}")]
        assert len(told) == (0 if action in moves(keyboard) or not action.keys else 1), action.name


def moves(keyboard: Keyboard) -> list[Action]:
    return [each for each in keyboard.shell.everything() if isinstance(each, Move)]
