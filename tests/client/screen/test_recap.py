"""What happened between two of one's questions: in a box, in the log, and by a number at the log."""

import pytest

from client.play.chronicle import MINE, Told
from client.screen.overlays import Reading
from client.screen.table.recap import EARLIER, LONGEST, TITLE, RecapBox, recap
from client.words.agot_events import DECISIVE, EVENTS, MINOR
from tests.client.desk import Desk
from tests.client.screen.kept import SIZES
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import asked
from tests.client.screen.tables import STARK, at

MARK = "-- since your last answer"


def answered(width: int = 80, height: int = 24, recaps: bool = True) -> Keyboard:
    """Stark has sealed his orders; all happened up to his march, and two lines more."""
    keyboard = at("orders", width, height)
    keyboard.shell.recaps = recaps
    desk = keyboard.desk
    desk.answer((("winterfell", "march_0"),))
    keyboard.look()
    slot = desk.table.slot
    desk.mode.story.append(Told("stage", "Round 1, battle", slot))
    desk.mode.story.append(Told("event", "Lannister wins the battle for Riverrun, 5 against 4.", slot, "BattleWon"))
    desk.to("march")
    return keyboard


def test_what_a_short_account_weighs_are_events_of_the_rules() -> None:
    assert set(EVENTS) >= MINOR
    assert set(EVENTS) - MINOR >= DECISIVE


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_box_tells_what_happened_since_the_last_answer(width: int, height: int) -> None:
    keyboard = answered(width, height)
    seen = keyboard.look()
    assert isinstance(keyboard.shell.overlay, RecapBox)
    assert TITLE in seen
    assert "Lannister wins the battle for Riverrun, 5 against 4." in " ".join(seen.split())
    assert not any("orders are revealed" in line for line in recap(keyboard.desk.mode)), "the map shows them"
    assert "You: resolve one March order" in seen, "the question stays in sight"
    assert TITLE not in keyboard.press("enter")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_box_that_does_not_show_all_says_so_in_full(width: int) -> None:
    keyboard = answered(width, 20)
    desk = keyboard.desk
    for number in range(30):
        text = f"Battle {number} is won, as everybody had said before and few have doubted."
        desk.mode.story.append(Told("event", text, desk.table.slot, "BattleWon"))
    seen = keyboard.look()
    assert "Enter goes on (" in seen or "> is yours (" in seen or width == 40
    assert "), arrows scroll" in seen


@pytest.mark.parametrize("key", ["enter", "escape", "1", "d"])
def test_no_answer_is_given_by_the_key_that_closes_it(key: str) -> None:
    keyboard = answered()
    keyboard.look()
    keyboard.press(key)
    assert keyboard.shell.overlay is None
    assert not keyboard.terminal.sent
    assert keyboard.desk.mode.ask is not None
    assert not keyboard.desk.mode.ask.building.pieces


def test_who_hurries_the_bots_does_not_close_it_unread() -> None:
    keyboard = answered()
    keyboard.look()
    assert TITLE in keyboard.press(*["space"] * 5)


def test_any_other_key_does_at_once_what_it_would_do() -> None:
    keyboard = answered()
    keyboard.look()
    assert MARK in keyboard.press("f3")
    keyboard = answered()
    keyboard.look()
    keyboard.press("W")
    assert isinstance(keyboard.shell.overlay, Reading)
    assert not isinstance(keyboard.shell.overlay, RecapBox)


def test_it_waits_for_what_lies_over_the_table() -> None:
    keyboard = answered()
    keyboard.shell.read("", ["first", "of", "all"])
    assert TITLE not in keyboard.look()
    assert TITLE in keyboard.press("enter")


def test_it_can_be_switched_off_and_the_log_counts() -> None:
    keyboard = answered(recaps=False)
    seen = keyboard.look()
    assert keyboard.shell.overlay is None
    assert "F3 log(" in seen
    lines = keyboard.press("f3").splitlines()
    mark = next(y for y, line in enumerate(lines) if line.startswith(MARK))
    assert any("wins the battle for Riverrun" in line for line in lines[mark:])
    assert "F3 log(" not in keyboard.press("f2"), "what was looked at is not counted"


def test_who_has_not_answered_yet_is_told_nothing_of_it() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.shell.recaps = True
    assert not [told for told in keyboard.desk.mode.story if told.kind == MINE]
    assert TITLE not in keyboard.look()
    assert "F3 log(" not in keyboard.look()
    assert MARK not in keyboard.press("f3")


def test_what_ones_own_answer_led_to_at_once_needs_no_box() -> None:
    """Two questions of one person, nothing between them but what the first answer says itself."""
    desk = Desk(STARK, 1)
    desk.to("orders")
    keyboard = Keyboard(desk, 80, 24)
    keyboard.shell.recaps = True
    story, slot = desk.mode.story, desk.table.slot
    story.append(Told(MINE, "", slot))
    story.append(Told("event", "Stark resolves March 0 in Winterfell: nobody moves.", slot, "Marched"))
    keyboard.view._looking_back._at = None
    assert TITLE not in keyboard.look()
    story.append(Told("event", "Stark wins the battle for Moat Cailin, 5 against 4.", slot, "BattleWon"))
    keyboard.view._looking_back._at = None
    assert TITLE in keyboard.look(), "how a battle came out is news also to him whose answer ended it"


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_last_battle_is_told_before_the_end(width: int, height: int) -> None:
    """No question comes after it that the box could stand before."""
    keyboard, lines = at_the_end(width, height)
    seen = keyboard.look()
    assert TITLE in seen
    assert lines[1].strip()[:40] in seen
    assert "The game is over" in keyboard.press("enter")
    assert keyboard.shell.overlay is not None
    assert not isinstance(keyboard.shell.overlay, RecapBox)
    keyboard.press("escape")
    assert keyboard.shell.overlay is None, "each is shown once"


def test_the_end_waits_for_a_line_that_is_typed_and_for_what_is_read() -> None:
    keyboard, _ = at_the_end(80, 24, "t")
    assert keyboard.shell.overlay is None
    keyboard.shell.dropped()
    assert TITLE in keyboard.look()
    keyboard, _ = at_the_end(80, 24, "B")
    assert TITLE not in keyboard.look()
    assert TITLE in keyboard.press("escape")


def test_without_the_box_the_end_comes_at_once() -> None:
    keyboard, _ = at_the_end(80, 24, recaps=False)
    assert isinstance(keyboard.shell.overlay, Reading)
    assert "The game is over" in keyboard.look()
    assert TITLE not in keyboard.look()


def test_who_was_not_asked_for_rounds_reads_the_latest() -> None:
    keyboard = answered()
    desk = keyboard.desk
    for number in range(200):
        desk.mode.story.append(Told("event", f"Battle {number} is won.", desk.table.slot, "BattleWon"))
    lines = recap(desk.mode)
    assert lines[0].startswith("You have ")
    assert len(lines[lines.index(EARLIER) :]) == LONGEST + 1
    assert lines[-1].strip() == "Battle 199 is won."


@pytest.mark.parametrize(("width", "height", "told"), [(80, 24, True), (60, 18, True), (120, 40, False)])
def test_out_of_turn_the_latest_is_told_where_the_log_is_not_seen(width: int, height: int, told: bool) -> None:
    desk = Desk(STARK, 1)
    desk.to("orders")
    desk.answer((("winterfell", "march_0"),))
    assert not desk.table.asks(desk.question)
    for number in range(4):
        text = f"House {number} marches.\nAnd more."
        desk.mode.story.append(Told("event", text, desk.table.slot, "Marched"))
    seen = Keyboard(desk, width, height).look()
    pane = [line for line in seen.splitlines() if "marches." in line]
    assert [f"House {number} marches." in " ".join(pane) for number in (2, 3)] == [True, True]
    assert "House 0 marches." not in seen
    assert ("And more." in seen) is not told, "the log has all of it"


def at_the_end(width: int, height: int, *keys: str, recaps: bool = True) -> tuple[Keyboard, list[str]]:
    """Stark has answered for the last time and `keys` are pressed; then the game ends. Gives what has happened, too."""
    desk = Desk(STARK, 4)
    while asked(desk):
        keyboard = Keyboard(desk, width, height)
        keyboard.shell.recaps = recaps
        keyboard.press(*keys)
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    keyboard.look()
    return keyboard, recap(desk.mode)
