"""Ctrl-P finds what people call a thing: anything that can be done is found."""

import pytest

from client.screen.actions import registered
from client.screen.keys import Action
from client.screen.palette import NOTHING, Palette, gathered
from client.screen.table.motions import MOTIONS
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.tables import at, at_rest


def rows(keyboard: Keyboard) -> list[str]:
    """The actions in the box, as they stand there."""
    lines = keyboard.look().splitlines()
    top = next(y for y, line in enumerate(lines) if "┌ What to do" in line)
    left, right = lines[top].index("┌ What to do"), lines[top].index("┐", lines[top].index("┌ What to do"))
    inside = [line[left + 1 : right].strip() for line in lines[top + 2 :] if line[left : left + 1] == "│"]
    return inside[:-1]


def first(keyboard: Keyboard, typed: str) -> str:
    """What stands under the cursor when that is typed."""
    keyboard.press("escape", "escape", "c-p", *typed)
    palette = keyboard.shell.overlay
    assert isinstance(palette, Palette)
    assert NOTHING not in keyboard.look()
    return palette.found[0].label


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("undo", "take back the last piece"),
        ("hint", "what a bot would do here"),
        ("dice", "the last draw"),
        ("board", "the whole position as text"),
        ("legend", "what the signs on the map mean"),
        ("zoom", "the pane in use alone, or all"),
        ("clear", "begin the answer again"),
        ("why", "the rule behind the last ruling"),
        ("help", "show the keys of this screen"),
        ("chat", "say something to all"),
        ("move", "move over the map, or in a list"),
        ("quit", "leave the table"),
        ("CARD", "look up a card by name"),
    ],
)
def test_names_words_of_the_foot_and_other_words_are_found(typed: str, label: str) -> None:
    for keyboard in (at("orders"), at_rest()):
        assert first(keyboard, typed) == label


@pytest.mark.parametrize("typed", ["order", "orders", "armies", "neutral", "seat", "away"])
def test_words_of_the_game_and_of_its_players_are_found(typed: str) -> None:
    """By the nouns of the game."""
    for keyboard in (at("orders"), at_rest()):
        first(keyboard, typed)


def test_a_game_is_exported_where_it_is_looked_at_alone() -> None:
    names = [name for actions in registered().values() for name, entry in actions.items() if "export" in entry.also]
    assert names == ["replay_export"]
    keyboard = at("orders")
    assert NOTHING in keyboard.press("c-p", *"export")


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_why_something_cannot_be_done_is_never_cut(size: tuple[int, int]) -> None:
    """It stands beside what it is about, or else below the list for what is under the cursor."""
    keyboard = at("orders", *size)
    keyboard.press("c-p")
    palette = keyboard.shell.overlay
    assert isinstance(palette, Palette)
    barred = 0
    for action in palette.found:
        reason = action.why_not()
        if reason:
            barred += 1
            seen = keyboard.look()
            row = next(row for row in rows(keyboard) if row.startswith(action.label))
            assert f"({reason})" in row or "(no" in row
            assert f"not now: {reason.partition(';')[0]}" in seen
        keyboard.press("down")
    assert barred > 2


@pytest.mark.parametrize(("topic", "offered", "barred"), [("orders", "seal", "done"), ("march", "done", "seal")])
def test_an_answer_is_sent_or_sealed_and_never_both(topic: str, offered: str, barred: str) -> None:
    """What would be refused is not offered as if it were not."""
    keyboard = at(topic)
    if topic == "march":
        keyboard.pick(keyboard.form.picking.rows[0].choices[0].piece)
    now = keyboard.shell.help()
    now = now[: now.index("Not now:")]
    actions = {action.name: action for action in keyboard.shell.everything()}
    assert any(line.endswith(actions[offered].label) for line in now) == (not actions[offered].why_not())
    assert not any(line.endswith(actions[barred].label) for line in now)
    assert f"{actions[offered].key} se" in actions[barred].why_not()


def test_every_action_is_found_by_each_of_its_words() -> None:
    actions = [
        Action(name, entry.does, entry.keys, lambda: None)
        for name, entry in registered()["at the table"].items()
        if name not in {each.name for each in MOTIONS}
    ]
    said: list[str] = []
    everything = gathered([*actions, *MOTIONS], said.append)
    for name, entry in registered()["at the table"].items():
        does = next((each.label for each in everything if name in each.name.split()), "")
        for word in (name.replace("_", " "), *entry.also, *does.replace(",", "").split()):
            palette = Palette(everything)
            for letter in word:
                palette.key(letter)
            assert any(name in each.name.split() for each in palette.found), (name, word)


def test_the_beginning_of_a_word_goes_before_its_middle() -> None:
    actions = [Action("a", "the chart", (), lambda: None), Action("b", "all art", (), lambda: None)]
    palette = Palette(actions)
    for letter in "art":
        palette.key(letter)
    assert [each.name for each in palette.found] == ["b", "a"]


def test_that_nothing_is_found_is_said_and_enter_then_loses_nothing() -> None:
    keyboard = at("orders", 80, 24)
    assert NOTHING in keyboard.press("c-p", *"xyzzy")
    assert NOTHING in keyboard.press("enter")
    assert NOTHING not in keyboard.press(*["backspace"] * 5)
    assert "What to do" not in keyboard.press("escape")


def test_pages_and_ends_are_reached_and_what_is_out_of_sight_is_told() -> None:
    keyboard = at("orders", 80, 24)
    seen = keyboard.press("c-p")
    top = rows(keyboard)[0]
    assert "more" in seen
    assert rows(keyboard)[0] == top
    assert "^" in keyboard.press("pagedown", "pagedown")
    assert rows(keyboard)[0] != top
    end = keyboard.press("end")
    assert "v " not in end.splitlines()[-1]
    palette = keyboard.shell.overlay
    assert isinstance(palette, Palette)
    assert rows(keyboard)[-1].startswith(palette.found[-1].label[:20])
    keyboard.press("home")
    assert rows(keyboard)[0] == top


def test_commands_of_line_mode_are_offered_with_what_they_are_about() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("c-p", *"card", "space", *"tyw")
    assert rows(keyboard)[0].startswith("card Tywin Lannister")
    assert "strength" in keyboard.press("enter")
    keyboard.press("escape", "c-p", *"rules", "space", *"w5.3")
    assert rows(keyboard)[0].startswith("rules W5.3")
    assert "neutral force" in keyboard.press("enter")
    keyboard.press("escape", "c-p", *"log", "space", "3")
    assert rows(keyboard)[0].startswith("log 3")
    keyboard.press("escape", "c-p", *"lis")
    assert any(row.startswith("list") for row in rows(keyboard))


def test_what_a_key_does_is_not_offered_once_more_as_a_command() -> None:
    keyboard = at("orders")
    for word in ("board", "undo", "hint", "quit", "seal"):
        keyboard.press("escape", "c-p", *word)
        palette = keyboard.shell.overlay
        assert isinstance(palette, Palette)
        assert not any(each.label == word for each in palette.found)


def test_motions_are_found_and_their_keys_told() -> None:
    keyboard = at("orders")
    keyboard.press("c-p", *"move")
    assert "Arrows, hjkl" in rows(keyboard)[0]
    assert "Arrows, hjkl: move over the map" in keyboard.press("enter")
