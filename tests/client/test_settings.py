"""The settings: one file, judged key by key; what is above it; the command that shows and changes them."""

import argparse
import json
from pathlib import Path

import pytest

from client.cli import build_parser, main
from client.errors import UsageError
from client.home import Home
from client.play.cells import width_of
from client.player import load_player
from client.settings import ALL, KEYS, Settings, gather, log_level, read_text, settings_for, settings_or_defaults
from tests.client.configs import ACTIONS, NONE, home, refused


# ------------------------------------------------------------ where it is
def test_the_file_is_in_the_config_folder_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/xdg")
    assert Home.find(None, {}).config_file == Path("/xdg/kingsmoot/config.toml")
    assert Home.find(None, {"KINGSMOOT_HOME": "/own"}).config_file == Path("/own/config.toml")
    assert Home.find("/other", {"KINGSMOOT_HOME": "/own"}).config_file == Path("/other/config.toml")


# ------------------------------------------------------------ what counts
def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    at = home(tmp_path)
    assert settings_for(NONE, at) == Settings()
    assert not at.config.exists()


def test_file_then_environment_then_flag(tmp_path: Path) -> None:
    at = home(tmp_path, 'theme = "light"\ncolor = "auto"\nnames = "hu"\nlog_level = "debug"\n')
    args = build_parser().parse_args(["play", "agot", "--theme", "contrast", "--no-bell", "--ascii", "--plain"])
    found = gather(args, at, {"NO_COLOR": "1"})
    assert found.settings == Settings("contrast", "never", True, False, False, True, True, "short", True, "hu", "debug")
    assert found.origins["theme"] == found.origins["bell"] == found.origins["ascii"] == found.origins["plain"] == "flag"
    assert found.origins["color"] == "environment"
    assert found.origins["names"] == found.origins["log_level"] == "file"
    assert found.origins["mouse"] == found.origins[KEYS] == "default"


def test_flags_that_are_not_given_say_nothing(tmp_path: Path) -> None:
    at = home(tmp_path, 'theme = "light"\nbell = false\nplain = true\nascii = true\n')
    args = build_parser().parse_args(["play", "agot"])
    assert settings_for(args, at) == Settings(theme="light", bell=False, plain=True, ascii=True)


def test_an_empty_no_color_says_nothing(tmp_path: Path) -> None:
    assert gather(NONE, home(tmp_path), {"NO_COLOR": ""}).settings.color == "auto"


def test_keys_are_read_as_they_are_and_their_actions_judged(tmp_path: Path) -> None:
    at = home(tmp_path, '[keys]\nquit = ["q", "c-x"]\nboard = []\n')
    assert settings_for(NONE, at, lambda: ACTIONS).keys == {"quit": ("q", "c-x"), "board": ()}
    with pytest.raises(UsageError, match="line 2: there is no action `quit`"):
        settings_for(NONE, at, lambda: {"at the table": ("board",)})


def test_actions_are_asked_for_only_if_keys_are_set(tmp_path: Path) -> None:
    def never() -> dict[str, tuple[str, ...]]:
        raise AssertionError

    settings_for(NONE, home(tmp_path, 'theme = "light"'), never)


# ------------------------------------------------------------ what is refused
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('\ntheem = "dark"', "config.toml, line 2: there is no setting `theem`; did you mean `theme`?"),
        ("xyzzy = 1", "config.toml, line 1: there is no setting `xyzzy`; there are theme, color"),
        ("[window]\nwide = 1", "config.toml, line 1: there is no setting `window`"),
        ('theme = "pink"', 'config.toml, line 1: theme takes "dark", "light" or "contrast", not "pink"'),
        ("theme = 3", 'theme takes "dark", "light" or "contrast", not 3'),
        ("bell = 1", "config.toml, line 1: bell takes true or false, not 1"),
        ('bell = "yes"', 'bell takes true or false, not "yes"'),
        ("names = []", 'names takes "en", "hu"'),
        ('[keys]\n\nqiut = ["q"]', "config.toml, line 3: there is no action `qiut`; did you mean `quit`?"),
        (
            '[keys]\nboard = ["B"]\ntheme = "dark"',
            "line 3: `theme` is a setting, not an action: its line stands above [keys]",
        ),
        ('[keys]\nboard = ["x", "7"]', "line 2: keys.board: 7 picks by its number at the table; choose another key"),
        ("[keys]\nquiet = true", "config.toml, line 2: there is no action `quiet`; did you mean `quit`?"),
        ('[keys]\nquit = "q"', "config.toml, line 1: keys.quit takes a list of keys"),
        ("[keys]\nquit = [1]", "keys.quit takes a list of keys"),
        ('[keys]\nquit = [" "]', "keys.quit takes a list of keys"),
        ("keys = true", "config.toml, line 1: keys is a table"),
        ('[keys]\nxyzzy = ["q"]', "there is no action `xyzzy`; kingsmoot settings keys lists all"),
        (
            '[keys]\nquit = ["q"]\nboard = ["hyper-q"]',
            "line 3: keys.board: there is no key `hyper-q`; keys are written",
        ),
        ('[keys]\nboard = ["c-s"]', "line 2: keys.board: the terminal keeps Ctrl-S for itself"),
        ('[keys]\nboard = ["F11"]', "keys.board: the terminal keeps F11 for itself"),
        ('[keys]\nboard = ["Ctrl-C"]', "keys.board: leaving keeps Ctrl-C for itself"),
        ('[keys]\nquit = ["c-m"]\nboard = ["Enter"]', "line 3: keys.quit and keys.board both take Enter at the table"),
        ('[keys]\nchoose = ["x"]\nhelp = ["y", "x"]', "line 3: keys.choose and keys.help both take x in lists"),
        ("theme = ", "config.toml is no TOML: "),
        ('theme = "dark"\ntheme = "dark"', "config.toml is no TOML: "),
        ('"\\u001b[2J" = 1', "there is no setting `?[2J`"),
        ('theme = "\\u009b2J"', 'not "?2J"'),
    ],
)
def test_a_fault_names_file_line_key_and_cure(text: str, said: str) -> None:
    assert said in refused(text)


def test_a_key_may_mean_two_things_on_two_screens() -> None:
    text = '[keys]\nchoose = ["x", "x"]\nboard = ["x"]'
    assert read_text(text, "", lambda: ACTIONS) == {"keys": {"choose": ("x", "x"), "board": ("x",)}}


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a = [" * 5000, b"\x00"])
def test_a_file_of_junk_is_one_line(tmp_path: Path, content: bytes) -> None:
    at = home(tmp_path, "")
    at.config_file.write_bytes(content)
    with pytest.raises(UsageError, match=r"config\.toml"):
        settings_for(NONE, at)


def test_a_folder_in_its_place_is_one_line(tmp_path: Path) -> None:
    at = home(tmp_path)
    at.config_file.mkdir(parents=True)
    with pytest.raises(UsageError, match="cannot read"):
        settings_for(NONE, at)


def test_a_damaged_file_stops_what_shows_a_game_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = home(tmp_path, "theme = 1")
    where = ["--home", str(at.data)]
    for command in (["settings"], ["play", "agot"], ["settings", "bell", "off"]):
        assert main([*where, *command]) == 2
        err = capsys.readouterr().err
        assert "config.toml, line 1: theme takes" in err
        assert len(err.splitlines()) == 1
    for command in (["id"], ["games"], ["rules", "agot", "W5.3"], ["settings", "--paths"]):
        assert main([*where, *command]) == 0
        assert len(capsys.readouterr().err.splitlines()) <= 1
    assert settings_or_defaults(NONE, at) == Settings()
    assert "the defaults are used" in capsys.readouterr().err
    assert log_level(argparse.Namespace(log_level="error"), at) == "error"
    assert log_level(NONE, at) == "info"


def test_the_log_keeps_as_much_as_the_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = home(tmp_path, 'log_level = "error"')
    where = ["--home", str(at.data)]
    assert main([*where, "join", "km1:nonsense"]) == 2  # a warning in the log
    assert at.log_file.read_text() == ""
    assert main([*where, "join", "km1:nonsense", "--log-level", "info"]) == 2
    assert "join ends" in at.log_file.read_text()
    capsys.readouterr()


# ------------------------------------------------------------ the command
def test_the_command_shows_value_default_origin_and_meaning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    where = ["--home", str(tmp_path / "home")]
    assert main([*where, "settings"]) == 0
    assert "not there yet; kingsmoot settings --init" in capsys.readouterr().out
    assert main([*where, "settings", "--init"]) == 0
    for typed in (["theme", "light"], ["bell", "off"], ["keys.help", "c-x", "f1"]):
        assert main([*where, "settings", *typed]) == 0
    capsys.readouterr()
    assert main([*where, "settings", "--log-level", "debug"]) == 0
    out = capsys.readouterr().out
    assert str(tmp_path / "home" / "config.toml") in out.splitlines()[0]
    for line in (
        'theme = "light"  (from the file; default "dark")',
        "bell = false  (from the file; default true)",
        "mouse = false  (the default)",
        'color = "never"  (from the environment; default "auto")',
        'log_level = "debug"  (from a flag; default "info")',
        '    help = ["c-x", "f1"]',
    ):
        assert line in out.splitlines()
    assert all(key.text in " ".join(out.split()) for key in ALL.values())
    assert all(len(line) <= 80 for line in out.splitlines()[1:])
    assert main([*where, "settings", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["settings"]["bell"] == {
        "value": False, "default": True, "from": "file", "allowed": [True, False], "text": ALL["bell"].text,
    }  # fmt: skip
    assert told["keys"] == {"help": ["c-x", "f1"]}
    assert told["actions"]["in lists"]["help"] == ["Ctrl-X", "F1"]


def test_the_command_tells_who_loses_a_key_and_takes_a_setting_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key that settings give away is told with each look at the keys, and so is one that two are given."""
    at = home(tmp_path, "# mine\n")
    where = ["--home", str(at.data), "settings"]
    assert main([*where, "keys.zoom", "d"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "    done loses d and has no key then (at the table)" in out
    assert main([*where, "keys.board", "d"]) == 2
    assert "keys.zoom and keys.board both take d at the table" in capsys.readouterr().err
    assert main([*where, "keys.page_up", "k"]) == 0
    assert "    move_up loses k and keeps Up (at the table)" in capsys.readouterr().out.splitlines()
    assert main([*where, "keys.zoom", "--usual"]) == 0
    assert "done loses" not in capsys.readouterr().out
    assert main([*where, "keys.page_up", "--usual"]) == 0
    assert at.config_file.read_text() == "# mine\n\n[keys]\n"
    assert main([*where, "theme", "light"]) == 0
    assert main([*where, "theme", "--usual"]) == 0
    assert 'theme = "dark"  (the default)' in capsys.readouterr().out.splitlines()


def test_a_wrong_action_is_told_before_its_keys_when_something_else_is_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever has the name wrong may mean no keys at all."""
    at = home(tmp_path, "[keys]\ndnoe = true\n")
    assert main(["--home", str(at.data), "settings", "theme", "light"]) == 2
    assert "line 2: there is no action `dnoe`; did you mean `done`?" in capsys.readouterr().err


def test_the_command_shows_every_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(tmp_path), "settings", "--paths"]) == 0
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == ["config", "data", "records", "state", "log"]
    assert str(tmp_path / "records") in out
    assert str(tmp_path / "state" / "kingsmoot.log") in out


def test_the_command_gives_a_name_as_the_screen_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the settings of the screen have it."""
    where = ["--home", str(tmp_path / "home"), "settings"]
    assert main([*where, "name"]) == 0
    assert "none is kept yet" in capsys.readouterr().out
    assert main([*where, "name", "Ann", "Lee"]) == 0
    assert 'name = "Ann Lee"' in capsys.readouterr().out
    assert load_player(Home.find(str(tmp_path / "home"), {})).name == "Ann Lee"
    assert main(where) == 0
    assert 'name = "Ann Lee"' in capsys.readouterr().out
    assert main([*where, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Ann Lee"


def test_a_setting_that_is_near_to_nothing_is_answered_by_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(tmp_path), "settings", "foo"]) == 2
    assert "did you mean" not in capsys.readouterr().err


@pytest.mark.parametrize(
    "typed",
    [
        ["name", "77"],
        ["name", "--usual"],
        ["theem"],
        ["theem", "x"],
        ["theme", "pink"],
        ["bell", "maybe"],
        ["keys", "q"],
        ["keys.hepl", "q"],
        ["keys.help", "Ctrl-Z"],
        ["keys.help", "5"],
        ["keys.hepl", "--usual"],
        ["theem", "--usual"],
        ["theme", "dark", "--usual"],
        ["--usual"],
    ],
)
def test_the_command_refuses_what_is_not_allowed(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(tmp_path / "home"), "settings", *typed]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "home").exists()


def test_the_command_lists_all_actions_with_their_keys(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also to somebody whose file names one that there is not, since the right one is looked for then."""
    at = home(tmp_path)
    where = ["--home", str(at.data)]
    assert main([*where, "settings", "keys.done", "Ctrl-X", "z"]) == 0
    capsys.readouterr()
    assert main([*where, "settings", "keys"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert ["done", "Ctrl-X,", "z", "send", "the"] in [line.split()[:5] for line in out]
    assert ["zoom", "-"] in [line.split()[:2] for line in out], "z was given away"
    assert all(width_of(line) <= 80 for line in out)
    at.config_file.write_text('[keys]\ndnoe = ["x"]\n')
    assert main([*where, "settings", "keys"]) == 2
    told = capsys.readouterr()
    assert "did you mean `done`?" in told.err
    assert ["done", "d", "send"] in [line.split()[:3] for line in told.out.splitlines()]
