"""The start screen by keys: what can be done from it, what is asked first, how failures come back to it."""

import logging
import re
from pathlib import Path
from random import Random

import pytest

from client.cli import build_parser, main
from client.errors import USAGE, NetworkError
from client.home import Home
from client.player import load_player
from client.screen import start as start_module
from client.screen.form import Form as FormView
from client.settings import gather
from client.store.tables import ENDED
from tests.client.screen.front import Front, past
from tests.client.screen.kept import SIZES, picture


# ------------------------------------------------------------ the first page
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures(front: Front, monkeypatch: pytest.MonkeyPatch, width: int, height: int) -> None:
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(1), past(2, ENDED)])
    front.start.show()
    picture(f"start-{width}x{height}", front.look(width, height))
    front.press("2")
    form = front.shell.view
    assert isinstance(form, FormView)
    front.press("up", "up", "up", "up", "enter")
    form.put("code", "one two three")
    picture(f"host-form-{width}x{height}", front.look(width, height))


def named(home: Home) -> Front:
    """A start screen of somebody without a name: at the first page."""
    front = Front(home)
    front.start.begin()
    return front


def test_the_first_start_asks_for_a_name_and_nothing_else(home: Home) -> None:
    front = named(home)
    assert "Under which name do you play?" in front.look()
    front.press(*"x" * 25)
    assert "at most 24 letters" in front.press("enter")
    front.press("c-u", *"Łucja", "space", *"龍x", "backspace")
    assert "Łucja 龍_" in front.look()
    screen = front.press("enter")
    assert "Play alone against bots" in screen
    assert "You are Łucja 龍." in screen
    assert home.name_file.read_text() == "Łucja 龍\n"


def test_who_types_no_name_can_take_that_of_the_account(home: Home) -> None:
    front = named(home)
    assert "Enter without a name takes" in front.look()
    assert "Play alone" in front.press("enter")
    assert home.name_file.exists()


def test_nothing_on_the_first_page_has_a_number_and_digits_are_letters(home: Home) -> None:
    """What looks as if it could be chosen must be."""
    front = named(home)
    assert not re.search(r"\b[1-9]\b", front.look())
    assert "a name needs a letter" in front.press("3", "enter")
    front.press("escape")
    assert "You are 3x." in front.press("x", "enter")


def test_who_has_played_under_a_name_is_offered_it(home: Home) -> None:
    load_player(home, "Eve")
    front = named(home)
    assert "takes Eve, under which you played last" in " ".join(front.look().replace("|", " ").split())
    assert "You are Eve." in front.press("enter")


def test_escape_and_help_keep_what_is_typed_and_letters_go_on(home: Home) -> None:
    front = named(home)
    assert "Esc again" in front.press(*"Nov", "escape")
    assert "Nov_" in front.look()
    assert "Ctrl-C twice leaves" in front.press("f1")
    assert "Nova_" in front.press("escape", "a")
    assert "You are Nova." in front.press("enter")
    assert front.finished == 0


def test_escape_twice_leaves_and_keeps_no_name(home: Home) -> None:
    front = named(home)
    front.press("escape", "q", "escape")
    assert front.finished == 0
    front.press("escape")
    assert front.finished == 1
    assert not home.name_file.exists()


def test_a_pasted_name_can_be_looked_at_first(home: Home) -> None:
    front = named(home)
    front.shell.pasted("Nova Prime")
    assert front.shell.typing is not None
    assert "You are Nova Prime." in front.type(front.shell.typing.text)


def test_the_field_is_in_sight_at_any_size(home: Home) -> None:
    front = named(home)
    front.press(*"Nova")
    for width in range(1, 90, 3):
        for height in range(1, 30):
            screen = front.look(width, height)
            assert "Nova_" in screen or width < 12 or height < 4


def test_digits_arrows_and_letters_lead_everywhere_and_escape_back(front: Front) -> None:
    for key, title in (
        ("1", "Play alone"),
        ("2", "Host a table"),
        ("3", "Join a table"),
        ("6", "The goal"),
        ("7", "Settings"),
    ):
        screen = front.press(key)
        assert title in screen
        assert "1  Play alone" not in screen
        assert "1  Play alone" in front.press("escape")
    assert "W0.1" in front.press("k", "enter")
    front.press("escape")
    assert front.finished == 0
    front.press("8")
    assert front.finished == 1


def test_what_cannot_be_chosen_says_why(front: Front) -> None:
    assert "Resume: you have no unfinished table" in front.press("4")
    assert "Past games: none yet" in front.press("5")


# ------------------------------------------------------------ coming back
@pytest.mark.parametrize(
    "error",
    [
        NetworkError("no table came about: no answer"),
        ExceptionGroup("", [NetworkError("no table came about: no answer")]),
    ],
)
def test_an_error_comes_as_a_box_and_the_start_screen_is_there_again(front: Front, error: Exception) -> None:
    front.press("3")
    front.start.ended("Joining a table", error, [])
    assert "No table came about: no answer." in front.look()
    assert "1  Play alone" in front.press("escape")


def test_a_fault_names_the_log_and_stands_there_in_full(front: Front, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        front.start.ended("Your table", ZeroDivisionError("by nobody"), [])
    screen = "".join(front.look().split())
    assert "ZeroDivisionError: by nobody" in front.look()
    assert "kingsmoot.log" in screen
    assert "Traceback" not in front.look()
    assert caplog.records[-1].exc_info is not None


def test_leaving_a_table_names_the_record(front: Front) -> None:
    front.start.ended("Your table", None, ["The record is in /x/1234.moot"])
    assert "You have left the table" in front.look()
    front.start.ended("Your table", None, ["The record is in /x/1234.moot"], over=True)
    assert "The game is over" in front.look()
    assert "/x/1234.moot" in front.look()


def test_what_is_under_the_cursor_is_in_sight_as_long_as_a_line_is_left(front: Front) -> None:
    for label in ("Play alone", "Host a table", "Join a table"):
        for width, height in ((20, 6), (20, 5), (20, 4), (20, 3), (20, 2), (60, 7), (60, 8)):
            assert label in front.look(width, height), (width, height)
        front.press("down")


def test_twenty_sizes_of_every_page(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """Product 12."""
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(n) for n in range(1, 30)])
    front.start.show()
    draw = Random(3)
    for key in ("", "1", "2", "3", "4", "5", "6", "7"):
        if key:
            front.press(key)
        for _ in range(20):
            front.look(draw.randrange(1, 150), draw.randrange(1, 60))
            front.shell.key(draw.choice(("up", "down", "pagedown", "home", "end")))
        front.start.show()


# ------------------------------------------------------------ the command
def test_without_a_terminal_kingsmoot_says_what_to_type(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for flags in ([], ["--plain"]):
        assert main(["--home", str(tmp_path), *flags]) == USAGE
        said = capsys.readouterr()
        assert "kingsmoot play agot" in said.err
        assert said.out == ""
    assert not (tmp_path / "identity.key").exists()


@pytest.mark.parametrize("words", [["--plain", "play", "agot"], ["play", "agot", "--plain"]])
def test_flags_of_the_screen_stand_before_the_command_or_behind_it(words: list[str], tmp_path: Path) -> None:
    args = build_parser().parse_args(words)
    assert gather(args, Home.find(str(tmp_path), {}), {}).settings.plain
