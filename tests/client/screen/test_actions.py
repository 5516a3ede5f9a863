"""All actions of all screens: registered as they are, by keys of their own that reach the program; and other keys."""

import inspect
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from tempfile import TemporaryDirectory
from typing import cast

import pytest
from prompt_toolkit.keys import Keys

import client.screen
from client.config_file import save_setting
from client.home import Home
from client.screen.actions import EVERYWHERE, Entry, by_screen, listing, registered, taken, told
from client.screen.audit import open_audit
from client.screen.form import Form
from client.screen.joining import JoinPage, Tables
from client.screen.keys import (
    EATEN,
    PICKING,
    RESERVED,
    Action,
    Keymap,
    Move,
    in_short,
    key_name,
    shown,
    typed_key,
    whose,
    written,
)
from client.screen.menu import Menu
from client.screen.naming import Naming
from client.screen.opening import Opening
from client.screen.preferences import Preferences
from client.screen.replay import open_replay
from client.screen.rulebook import RulesView
from client.screen.shell import Shell
from client.screen.table.motions import arrows, hints
from client.screen.terminal import ScreenTerminal
from client.screen.views import View
from client.settings import Settings, gather, judge_keys
from tests.client.configs import NONE
from tests.client.desk import Desk
from tests.client.screen.kept import new_shell, record, source
from tests.client.screen.keyboard import Keyboard, Nothing
from tests.client.screen.lobbies import lobby

GUESTS = {"lobby_options": "read all settings"}
"""What is called otherwise by somebody who is not the host."""


@asynccontextmanager
async def views() -> AsyncIterator[list[tuple[str, View]]]:
    """Every view of the program with the words for its screen; several for one that offers more to some people."""
    desk = Desk()
    desk.to("orders")
    shell = new_shell()
    waiting = ScreenTerminal(shell, lambda terminal, listener: None)
    waiting.asked = lambda: None
    opening = Opening("x", lambda: 0.0)
    opening.terminal = waiting
    async with lobby(3, 1) as (host, guest):
        with TemporaryDirectory() as folder:
            naming = Naming(shell, Home.find(folder, {}), lambda: None, lambda: None)
        yield [
            ("at the table", Keyboard(desk).view),
            ("in the lobby", host.shell.view),
            ("in the lobby", guest.shell.view),
            ("while a question waits", opening),
            ("in lists", Menu(shell, "x", list, lambda: None)),
            ("where tables are joined", JoinPage(shell, cast("Tables", None), lambda: None, lambda _: None).menu),
            ("in forms", Form(shell, "x", {}, lambda _: [], "", lambda _: None, lambda: None)),
            ("in the rules", RulesView(shell, "en", lambda: None)),
            ("in the replay", open_replay(new_shell(), source(record()))),
            ("in the audit", open_audit(new_shell(), source(record()))),
            ("where your name is asked", naming),
        ]


def made() -> set[type]:
    """Every class of the package that can be shown: found by what a view has, not by a list."""
    found = set()
    for module in walk_packages(client.screen.__path__, "client.screen."):
        for _, each in inspect.getmembers(import_module(module.name), inspect.isclass):
            has = all(callable(getattr(each, name, None)) for name in ("draw", "status", "actions", "key"))
            if each.__module__ == module.name and has and each is not View:
                found.add(each)
    return found


def entries(actions: Sequence[Action]) -> dict[str, Entry]:
    return {action.name: Entry(action.label, action.keys) for action in actions}


# ------------------------------------------------------------ the register
async def test_no_view_is_forgotten() -> None:
    async with views() as every:
        walked = {type(view) for _, view in every}
    assert {each for each in made() if each.__name__ != "_Nothing"} == walked


async def test_every_action_is_registered_as_it_is() -> None:
    async with views() as every:
        offered: dict[str, dict[str, Entry]] = {EVERYWHERE: entries(new_shell()._own())}
        for screen, view in every:
            for name, entry in entries(view.actions()).items():
                if entry.does != GUESTS.get(name):
                    assert registered()[screen][name] == entry
                offered.setdefault(screen, {}).setdefault(name, entry)
    offered["in the rules"]["rules_game"] = registered()["in the rules"]["rules_game"]  # offered with a second game
    assert offered == registered()
    assert {screen: list(names) for screen, names in offered.items()} == {s: list(n) for s, n in registered().items()}


async def test_no_two_actions_of_a_view_share_a_key_and_none_has_two_names() -> None:
    async with views() as every:
        for _, view in every:
            actions = Shell(view, Keymap()).everything()
            names, keys = [action.name for action in actions], [key for action in actions for key in action.keys]
            assert len(set(names)) == len(names)
            if view.leave.__qualname__ != "TableView.leave":  # there it is Esc of the view that counts
                assert sorted(set(keys)) == sorted(keys)
    for screen, of_it in registered().items():
        keys = [key for entry in of_it.values() for key in entry.keys]
        assert len(set(keys)) == len(keys), screen


def test_every_key_is_one_that_reaches_the_program() -> None:
    for names in registered().values():
        for name, entry in names.items():
            assert name == name.lower()
            for key in entry.keys:
                assert typed_key(key) == key == typed_key(shown(key))
                assert key not in EATEN + RESERVED
                assert not key.startswith(("c-s-", "escape-"))  # few terminals send those, and none Alt alone


def test_a_start_that_names_no_keys_does_not_read_the_register(tmp_path: Path) -> None:
    registered.cache_clear()
    home = Home.find(str(tmp_path), {})
    save_setting(home, "theme", "light", by_screen)
    assert gather(NONE, home, actions=by_screen).settings.theme == "light"
    assert registered.cache_info().misses == 0


# ------------------------------------------------------------ other keys
@pytest.mark.parametrize("key", [each for each in Keys if not each.value.startswith("<")])
def test_a_key_is_known_by_its_name_and_as_it_is_shown(key: Keys) -> None:
    assert typed_key(key.value) == key_name(key)
    if not key.value.startswith(("c-s-", "c-f", "s-escape")):
        assert typed_key(shown(key_name(key))) == key_name(key)


@pytest.mark.parametrize("text", ["", "  ", "hyper-x", "<any>", "<sigint>", "\x1b", "Alt-x", "xx", "F25"])
def test_what_is_no_key_has_no_name(text: str) -> None:
    assert typed_key(text) == ""


def test_a_key_that_settings_give_away_is_no_longer_the_usual_one() -> None:
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk)
    keyboard.shell.settle(Settings(keys={"zoom": ("Q", "Ctrl-X"), "board": ("z",), "log": (), "leave": ("Q", "q")}))
    before = keyboard.look()
    assert "Board" in keyboard.press("z")
    keyboard.press("escape")
    assert keyboard.press("c-x") != before, "zoomed"
    seen = keyboard.press("escape", "?")
    assert "Ctrl-X" in seen
    assert "what happened, in a box" not in seen, "it has no key"
    keyboard.press("escape")
    assert "That key does nothing here" in keyboard.press("L")
    assert "Leave the table?" in keyboard.press("q")


def test_a_key_is_given_away_on_screens_that_have_both_alone() -> None:
    shell = Shell(Menu(new_shell(), "x", list, lambda: None), Keymap({"lobby_ready": ("k",), "zoom": ("up",)}))
    assert next(action.keys for action in shell.everything() if action.name == "list_up") == ("up", "k")


# ------------------------------------------------------------ motions
def test_a_motion_of_the_table_can_have_another_key() -> None:
    """Its old keys mean nothing then, and what is asked is answered by the new ones alone."""
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk)
    area = keyboard.view._map.cursor
    keyboard.press("tab")
    assert keyboard.view._map.cursor != area
    keyboard.press("s-tab")
    assert keyboard.view._map.cursor == area
    keyboard.shell.settle(Settings(keys={"next_area": ("n", "Space"), "pick": ("m",), "move_left": ("left", "Q")}))
    assert "That key does nothing here" in keyboard.press("tab")
    assert "That key does nothing here" in keyboard.press("enter")
    assert "That key does nothing here" in keyboard.press("h")
    assert keyboard.view._map.cursor == area
    keyboard.press("n")
    other = keyboard.view._map.cursor
    assert other != area
    keyboard.press("m")
    assert [other in piece for piece in keyboard.form.ask.building.pieces if isinstance(piece, tuple)] == [True]
    seen = keyboard.press("?")
    assert "n, Space, Shift-Tab the next area" in seen
    assert "Arrows, Q, j, k, l move over the map" in seen
    assert "hurry the bots" not in seen, "Space was taken"


def test_lines_and_panes_of_the_table_name_the_keys_that_count() -> None:
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk)
    assert "Enter picks, Tab next, Esc map" in keyboard.look()
    others = {
        name: (key,) for name, key in zip(("move_left", "move_down", "move_up", "move_right"), "yaew", strict=True)
    }
    changed = {**others, "pick": ("m",), "next_area": ("n",), "pane_log": ("F9",), "zoom": ("Z",)}
    keyboard.shell.settle(Settings(keys=changed))
    seen = keyboard.look()
    assert "m picks, n next, Esc map" in seen
    assert "F9 log" in seen
    keyboard.press("escape")
    assert "n next, m picks" in keyboard.look()
    assert "Z all panes" in keyboard.press("Z")
    keyboard.size = (80, 24)
    assert " F2 map F9 log F4 talk " in keyboard.press("Z")


def test_the_line_of_a_list_names_the_keys_that_move_in_it() -> None:
    keys = {"move_left": "Left", "move_down": "Down", "move_up": "Up", "move_right": "Right"}
    assert hints((arrows(keys), "move"), ("", "map"), ("Enter", "picks")) == "arrows move, Enter picks"
    assert arrows(keys | {"move_up": "w", "move_left": ""}) == "Down w Right"


def test_a_key_of_a_motion_may_be_given_to_an_action() -> None:
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk)
    keyboard.shell.settle(Settings(keys={"hand": ("h",), "tracks": ("tab",)}))
    assert " Hand " in keyboard.press("h")
    keyboard.press("escape")
    assert "Tracks" in keyboard.press("tab")


def test_motions_are_one_block_of_the_help_and_none_of_the_palette() -> None:
    desk = Desk()
    desk.to("orders")
    keyboard = Keyboard(desk, 100, 70)
    seen = keyboard.press("?")
    for line in ("Arrows, hjkl   move over the map, or in a list", "Tab, Shift-Tab ", "PgUp, PgDn ", "Home, End "):
        assert seen.count(line) == 1
    assert "to the left" not in keyboard.press("escape", "c-p")


def test_a_view_knows_the_usual_keys_of_its_motions_alone() -> None:
    """So that the screen can translate what was pressed: no motion stands for two, and digits are none."""
    desk = Desk()
    desk.to("orders")
    moves = [action for action in Keyboard(desk).view.actions() if isinstance(action, Move)]
    usual = [key for each in moves for key in each.usual]
    assert len(set(usual)) == len(usual)
    assert all(each.usual == each.keys for each in moves)
    assert in_short(["left", "right", "up", "x", "down"]) == "Arrows, x"
    assert in_short(["left", "l"]) == "Left, l"


# ------------------------------------------------------------ who loses a key
async def test_a_digit_picks_where_the_judge_says_so_and_nowhere_else() -> None:
    """Such a key would never reach its action, or take the choice away: it cannot be bound there."""
    async with views() as every:
        for screen, view in every:
            if screen not in PICKING:
                assert not any(view.key(digit) for digit in "0123456789"), screen
    for screen, actions in by_screen().items():
        said = f"keys.help: 3 picks by its number {screen}; choose another key"
        fault = judge_keys({"help": ("3",)}, {screen: actions})
        assert fault == (("help", said) if screen in PICKING else None)


@pytest.mark.parametrize(
    "changed", [{"board": ("z",)}, {"help": ("Up",)}, {"done": ("s",), "seal": ("d",)}, {"zoom": ()}]
)
def test_what_is_told_to_be_lost_is_what_the_screens_lose(changed: dict[str, tuple[str, ...]]) -> None:
    losses = taken({}, changed, changed)
    for screen, actions in by_screen().items():
        usual = [Action(name, entry.does, entry.keys, lambda: None) for name, entry in actions.items()]
        given = {typed_key(key) for name, keys in changed.items() if name in actions for key in keys}
        for action in Keymap(changed).settle(usual):
            gone = {key for key in actions[action.name].keys if key not in action.keys and key in given}
            found = [each for each in losses if (each.screen, each.loser) == (screen, action.name)]
            assert {key for each in found for key in each.keys} == (
                set() if action.name in changed else set(map(shown, gone))
            )
            assert all(each.left == tuple(map(shown, action.keys)) for each in found)


def test_losses_that_are_alike_are_one_sentence() -> None:
    assert told(taken({}, {"board": ("z",)}, {"board"})) == ["zoom loses z and has no key then (at the table)"]
    lines = told(taken({}, {"mouse": ("PgUp", "f8")}, {"mouse"}))
    assert "page_up loses PgUp and has no key then (at the table)" in lines
    assert any(line.startswith("list_page_up loses PgUp") and "in lists, " in line for line in lines)
    assert told(taken({"board": ("z",)}, {}, {"board"})) == []
    assert told(taken({"board": ("z",)}, {}, ())) == ["board loses z and keeps B, b (at the table)"]


@pytest.mark.parametrize("key", [each for each in Keys if not each.value.startswith("<")])
def test_a_key_that_was_pressed_is_refused_or_read_again_from_the_file(key: Keys) -> None:
    name = key_name(key)
    assert whose(name) or typed_key(written(name)) == name
    assert bool(whose(name)) == (name in EATEN + RESERVED)


def test_what_is_listed_is_what_counts() -> None:
    assert judge_keys({"done": ("Ctrl-X",), "list_up": ("Ctrl-X",)}, by_screen()) is None
    assert judge_keys({"done": ("Ctrl-L",), "redraw": ("c-l",)}, by_screen()) == (
        "redraw",
        "keys.done and keys.redraw both take Ctrl-L at the table",
    )
    lines = listing({"done": ("c-l",)})
    assert ["done", "Ctrl-L"] in [line.split()[:2] for line in lines]
    assert all(name in " ".join(lines) for names in registered().values() for name in names)


def test_the_settings_screen_lists_them(tmp_path: Path) -> None:
    home, shell = Home.find(str(tmp_path), {}), Shell(Nothing(), Keymap())
    form = Preferences(shell, home, lambda: gather(NONE, home), lambda: None).form
    shell.show(form)
    form.move_to(1)
    assert "as usual" in shell.draw(80, 24).text
    shell.key("enter")
    assert "At the table:" in shell.draw(100, 40).text
