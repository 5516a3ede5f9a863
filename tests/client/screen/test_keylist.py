"""Other keys by the screen alone: from the settings to their use at a table, and back to usual."""

import re
import tomllib
from typing import Any

import pytest

from client.home import Home
from client.screen.actions import by_screen
from client.screen.keylist import KeyList
from client.screen.keys import EATEN, RESERVED, Keymap
from client.screen.overlays import Confirming
from client.screen.pointing import Mouse
from client.settings import ALL, gather, judge_keys
from tests.client.desk import Desk
from tests.client.screen.front import NO_FLAGS, Front
from tests.client.screen.keyboard import Keyboard

SETTINGS, DOWN, ENTER = "7", "down", "enter"


@pytest.fixture
def listed(front: Front) -> Front:
    """The list of all actions, opened by keys."""
    front.press(SETTINGS, DOWN, ENTER)
    return front


def find(front: Front, words: str) -> str:
    """Type what narrows the list."""
    return front.press(*["space" if letter == " " else letter for letter in words])


def kept(home: Home) -> dict[str, Any]:
    """The table of keys in the file."""
    if not home.config_file.exists():
        return {}
    keys: dict[str, Any] = tomllib.loads(home.config_file.read_text()).get("keys", {})
    return keys


def table(front: Front) -> Keyboard:
    """A table with the keys that count on the screen now; those of the file are the same."""
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk)
    keyboard.shell.keymap = front.shell.keymap
    assert keyboard.shell.keymap._changed == Keymap(gather(NO_FLAGS, front.home, {}, by_screen).settings.keys)._changed
    return keyboard


# ------------------------------------------------------------ the whole way
def test_a_key_is_given_used_at_a_table_and_taken_back(listed: Front) -> None:
    """Settings, keys, an action, a key; then at the table; then back to usual, with all else in the file as it was."""
    listed.home.config_file.write_text('# mine\ntheme = "light" # by day\n[keys]\n# of the house\nlog = ["V"]\n')
    listed.press("escape", "escape", SETTINGS, DOWN, ENTER)
    before = listed.home.config_file.read_text()
    assert "» * log " in find(listed, "log").replace("  ", " ")
    listed.press("escape")
    assert "pane in use alone" in find(listed, "zoom")
    assert "press the new key for zoom" in listed.press(ENTER)
    seen = listed.press("Z")
    assert "* zoom" in seen
    assert "zoom has Z now." in seen
    assert "usual: z" in seen
    assert kept(listed.home) == {"log": ["V"], "zoom": ["Z"]}
    keyboard = table(listed)
    whole = keyboard.look()
    assert "That key does nothing here" in keyboard.press("z")
    assert keyboard.press("Z") != whole
    assert "zoom has z now." in listed.press("=")
    assert listed.home.config_file.read_text() == before
    assert "has its usual keys" in listed.press("=")
    assert "1 action changed" in listed.press("escape", "escape")


def test_a_motion_is_given_another_key(listed: Front) -> None:
    find(listed, "next area")
    listed.press(ENTER, "n")
    keyboard = table(listed)
    area = keyboard.view._map.cursor
    keyboard.press("tab")
    assert keyboard.view._map.cursor == area
    keyboard.press("n")
    assert keyboard.view._map.cursor != area


def test_a_second_key_comes_to_the_first(listed: Front) -> None:
    find(listed, "redraw")
    assert "zoom" not in listed.press("+")
    assert "redraw has Ctrl-L, Ctrl-R now." in listed.press("c-r")
    assert kept(listed.home) == {"redraw": ["Ctrl-L", "Ctrl-R"]}
    assert "Redraw has" not in listed.press("+")
    assert "redraw has Ctrl-R already" in listed.press("c-r").replace("Redraw", "redraw")


# ------------------------------------------------------------ what is in the way
@pytest.mark.parametrize("key", [*(key for key in EATEN), "3"])
def test_a_key_that_cannot_be_bound_is_refused_with_the_reason(key: str, listed: Front) -> None:
    """By the judge of the settings; the next key is taken then, or Esc leaves all as it was."""
    find(listed, "zoom")
    fault = judge_keys({"zoom": (key,)}, by_screen())
    assert fault is not None
    seen = " ".join(listed.press(ENTER, key).replace("│", " ").split())
    assert fault[1].partition(": ")[2].casefold() in seen.casefold()
    assert kept(listed.home) == {}
    assert "zoom has g now" in listed.press("g")


@pytest.mark.parametrize("key", RESERVED)
def test_leaving_is_possible_while_a_key_is_waited_for(key: str, listed: Front) -> None:
    listed.press(ENTER)
    assert "Press Ctrl-C again to leave" in listed.press(key)
    assert kept(listed.home) == {}


def test_escape_leaves_all_as_it_was(listed: Front) -> None:
    find(listed, "zoom")
    listed.press(ENTER, "escape")
    assert isinstance(listed.shell.overlay, KeyList)
    assert not listed.home.config_file.exists()


def test_a_usual_key_of_another_is_taken_after_a_question(listed: Front) -> None:
    """What is told comes true: the other has none, until the first is as usual again."""
    find(listed, "zoom")
    seen = listed.press(ENTER, "d")
    assert isinstance(listed.shell.overlay, Confirming)
    assert "d is the key of done. Give it to zoom?" in seen
    assert "done loses d and has no key then (at the table)." in seen
    assert "Nothing is changed." in listed.press("n")
    assert kept(listed.home) == {}
    listed.press(ENTER, "d", "y")
    assert kept(listed.home) == {"zoom": ["d"]}
    keyboard = table(listed)
    assert [action.keys for action in keyboard.shell.everything() if action.name == "done"] == [()]
    listed.press("escape")
    assert "* done" in find(listed, "done")
    assert "d stays with zoom at the table: change that one." in listed.press("=")
    listed.press("escape")
    find(listed, "zoom")
    listed.press("=", "escape")
    assert "* done" not in find(listed, "done")


def test_a_key_that_settings_gave_to_another_is_taken_from_its_line(listed: Front) -> None:
    """Two that are given one key would be refused by the file, so both lines change, or none."""
    listed.home.config_file.write_text('[keys]\nlog = ["V", "v"]\nboard = ["X"]\n')
    listed.press("escape", "escape", SETTINGS, DOWN, ENTER)
    find(listed, "zoom")
    assert "log loses V and keeps v (at the table)." in listed.press(ENTER, "V")
    listed.press("y")
    assert kept(listed.home) == {"log": ["v"], "board": ["X"], "zoom": ["V"]}
    assert "board loses X and has no key then" in listed.press("+", "X")
    listed.press("y")
    assert kept(listed.home) == {"log": ["v"], "board": [], "zoom": ["V", "X"]}
    assert judge_keys(gather(NO_FLAGS, listed.home).settings.keys, by_screen()) is None


def test_a_name_on_several_screens_changes_on_all_and_tells_so(listed: Front) -> None:
    seen = find(listed, "list_first")
    assert "The same name counts" in seen
    seen = " ".join(listed.press(ENTER, "g").replace("│", " ").split())
    assert "rules_game loses g and has no key then (in the rules)" in seen


def test_a_file_that_only_a_person_should_edit_is_told(listed: Front) -> None:
    text = '[keys]\nzoom = [\n"Z"]\n'
    listed.home.config_file.write_text(text)
    listed.press("escape", "escape", SETTINGS, DOWN, ENTER)
    find(listed, "zoom")
    assert "edit it by hand" in " ".join(listed.press("=").split())
    assert listed.home.config_file.read_text() == text


# ------------------------------------------------------------ the list
def test_a_mouse_moves_in_it_and_chooses(listed: Front) -> None:
    seen = listed.look().splitlines()
    y = next(y for y, line in enumerate(seen) if " redraw " in line)
    assert listed.shell.mouse(10, y, Mouse.CLICK)
    assert "redraw: draw the screen again" in listed.look()
    assert isinstance(listed.shell.overlay, KeyList)
    listed.shell.mouse(10, y, Mouse.DOWN)
    listed.shell.mouse(10, y, Mouse.UP)
    assert "redraw: draw the screen again" in listed.look()
    listed.shell.mouse(10, y, Mouse.CLICK)
    assert "press the new key for redraw" in listed.look()
    assert "redraw has F9 now." in listed.press("f9")


def test_who_presses_what_means_nothing_reads_the_key_of_the_help(listed: Front) -> None:
    find(listed, "help")
    listed.press(ENTER, "f9", "escape", "escape")
    assert "nothing here; F9 shows those that do." in listed.press("~")


def test_the_list_is_narrowed_by_words_names_and_keys(listed: Front) -> None:
    assert "Everywhere:" in listed.look()
    assert "v 1" in listed.look(), "there is more below"
    seen = find(listed, "move_l")
    assert "move_left" in seen
    assert "zoom" not in seen
    listed.press("escape")
    assert "debug" in find(listed, "f12")
    listed.press("escape")
    assert "There is no such action" in find(listed, "xyzzyx")
    listed.press(ENTER, "+", "=")
    assert isinstance(listed.shell.overlay, KeyList)
    for _ in "xyzzyx":
        listed.press("backspace")
    assert "audit_again" in listed.press("end")
    assert "^ " in listed.look()
    listed.press("home", "pagedown", "up", "down")


def test_the_list_tells_its_own_keys_and_ctrl_u_seeks_afresh(listed: Front) -> None:
    """As on every other screen."""
    find(listed, "zoom")
    assert "Esc all actions" in listed.look()
    seen = listed.press("f1")
    assert "Keys of this list" in seen
    for key in ("Enter", "+", "=", "Ctrl-U", "Esc", "F1"):
        assert any(line.replace("│", " ").split()[:1] == [key] for line in seen.splitlines()), key
    assert "> zoom_" in listed.press("f1"), "what was sought stays"
    assert isinstance(listed.shell.overlay, KeyList)
    assert "There is no such action" in find(listed, "xyzzy")
    assert "> _" in listed.press("c-u")
    assert "Everywhere:" in listed.look()
    assert "Esc back" in listed.look()
    assert kept(listed.home) == {}


def test_every_action_is_in_the_list_with_its_keys(listed: Front) -> None:
    seen = listed.look(100, 250)
    for screen, actions in by_screen().items():
        assert f"{screen.capitalize()}:" in seen
        assert all(f" {name} " in seen for name in actions)


@pytest.mark.parametrize("size", [(1, 1), (3, 3), (10, 5), (20, 8), (40, 12), (200, 60)])
def test_it_is_drawn_at_any_size(size: tuple[int, int], listed: Front) -> None:
    listed.look(*size)
    find(listed, "zoom")
    for key in (ENTER, "3", "d"):
        listed.press(key)
        listed.look(*size)


@pytest.mark.parametrize("height", [12, 14, 16, 18, 20, 24, 40])
def test_settings_tell_how_much_is_not_seen_of_them(height: int, front: Front) -> None:
    labels = [name.replace("_", " ") for name in ("name", "keys", *ALL)]
    front.press(SETTINGS)
    assert "  keys  " in front.look(80, height), "in sight from the first"
    for _ in labels:
        seen = front.look(80, height)
        shown = sum(any(line[3:].startswith(f"{label}  ") for line in seen.splitlines()) for label in labels)
        hidden = sum(map(int, re.findall(r"[v^] (\d+) more", seen)))
        assert shown + hidden == len(labels)
        front.press(DOWN)
