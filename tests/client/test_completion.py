"""Completion scripts: made from the parser, run by the shells that are here."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import build_parser, main
from client.completion import bash, fish, zsh
from client.completion.offers import Command, commands_of, valued_flags
from client.lobby.wanted import values_of
from client.matches import match_for_reading
from client.screen.actions import by_screen
from client.settings import ALL, THEMES
from client.words.library import words_for
from engine.registry import game
from tests.client.pseudo import Child, some_children
from tests.store.rows import home_of, kept_journal, played

COMMANDS = commands_of(build_parser())
SCRIPTS = {"bash": bash.script(COMMANDS), "zsh": zsh.script(COMMANDS), "fish": fish.script(COMMANDS)}
KEYED = list(dict.fromkeys(f"keys.{action}" for actions in by_screen().values() for action in actions))
"""What the settings call the keys of each action."""
NAMES = [command.name for command in COMMANDS if command.name]
TRY = """
kingsmoot() { "$PYTHON" -m client "$@"; }
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kingsmoot kingsmoot
printf '%s\\n' "${COMPREPLY[@]}"
"""


def offered(*words: str, cwd: Path | None = None) -> list[str]:
    """What bash offers for the last of these words, without the blank line for nothing."""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        ["bash", "--norc", "-c", SCRIPTS["bash"] + TRY, "bash", "kingsmoot", *words],
        capture_output=True, text=True, check=True, timeout=60, cwd=cwd,
        env={"PATH": "/usr/bin:/bin", "PYTHON": sys.executable, "PYTHONPATH": str(root)},
    )  # fmt: skip
    assert not done.stderr
    return [line for line in done.stdout.splitlines() if line]


def named(name: str) -> Command:
    return next(command for command in COMMANDS if command.name == name)


# ------------------------------------------------------------ what may stand where
def test_every_command_and_every_flag_is_read_off_the_parser() -> None:
    assert re.findall(r"^    (\w+) ", build_parser().format_help(), re.MULTILINE) == NAMES
    assert {"--seats", "--bots", "--plain", "--theme", "--home"} <= {
        flag for option in named("host").options for flag in option.flags
    }
    assert [value.name for value in named("rules").values] == ["GAME", "CLAUSE|CARD"]


def test_what_is_hidden_stays_hidden() -> None:
    flags = {flag for command in COMMANDS for option in command.options for flag in option.flags}
    assert not {"--leash", "--ids"} & flags


def test_a_flag_takes_a_value_everywhere_or_nowhere() -> None:
    """The scripts know words by their place, and pass over values by the flag alone."""
    switches = {f for command in COMMANDS for o in command.options if o.value is None for f in o.flags}
    assert not switches & set(valued_flags(COMMANDS))


# ------------------------------------------------------------ bash
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ([""], NAMES),
        (["re"], ["resume", "relay", "replay"]),
        (["--home", "/nowhere", "pl"], ["play"]),
        (["play", ""], ["agot"]),
        (["play", "agot", "--bo"], ["--bots"]),
        (["play", "agot", "--bots", ""], ["captain", "steady", "random"]),
        (["play", "agot", "--bots", "random", "--no"], ["--no-bell"]),
        (["host", "agot", "--bots", ""], []),
        (["host", "agot", "--theme", ""], list(THEMES)),
        (["host", "agot", "--theme", "=", "l"], ["light"]),
        (["--log-level", "d"], ["debug"]),
        (["settings", ""], ["name", *ALL, "keys", *KEYED]),
        (["settings", "keys."], KEYED),
        (["settings", "keys.pane_l"], ["keys.pane_log"]),
        (["settings", "keys.help", "F"], []),
        (["settings", "--json", "theme", ""], list(THEMES)),
        (["settings", "bell", "t"], ["true"]),
        (["settings", "nonsense", ""], []),
        (["host", "agot", "--setting", "greyjoy_o"], ["greyjoy_one_more_unit="]),
        (["host", "agot", "--setting", "greyjoy_one_more_unit", "="], ["yes", "no"]),
        (["host", "agot", "--setting", "greyjoy_one_more_unit", "=", "y"], ["yes"]),
        (["host", "agot", "--setting", "=", "houses", "=", "d"], ["drawn"]),
        (["play", "agot", "--setting", "proofs", "=", ""], ["now", "audit"]),
        (["play", "agot", "--setting", "proofs", "=", "now", "--setting", "spect"], ["spectators="]),
        (["play", "agot", "--setting", "nonsense", "=", ""], []),
        (["rules", ""], ["agot"]),
        (["rules", "agot", "W13"], ["W13"]),
        (["rules", "agot", "Robb"], ["Robb Stark"]),
        (["rules", "agot", "Robb\\ S"], ["Robb Stark"]),
        (["rules", "agot", "ty"], ["Tyrion Lannister", "Tywin Lannister"]),
        (["rules", "agot", "ser\\ da"], ["Ser Davos Seaworth"]),
        (["rules", "agot", "w13"], ["W13"]),
        (["settings", "THEM"], ["theme"]),
        (["host", "agot", "--setting", "Greyjoy_o"], ["greyjoy_one_more_unit="]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["find", ""], []),
        (["dance", ""], []),
    ],
)
def test_bash_offers(words: list[str], wanted: list[str]) -> None:
    assert offered(*words) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_bash_offers_every_option_of_every_command(name: str) -> None:
    flags = [flag for option in named(name).options for flag in option.flags]
    assert offered(name, "-") == flags


def test_bash_offers_records_and_folders(tmp_path: Path) -> None:
    (tmp_path / "my game.moot").touch()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "old games").mkdir()
    assert offered("--home", "none", "verify", "", cwd=tmp_path) == ["my game.moot", "old games"]
    assert offered("demo", "agot", "--out", "", cwd=tmp_path) == ["old games"]
    assert offered("host", "agot", "--out", "n", cwd=tmp_path) == ["notes.txt"]


def test_bash_offers_the_ids_of_tables(tmp_path: Path) -> None:
    home = home_of(tmp_path, 0)
    kept_journal(home, played(slots=10), 0).close()
    ident = main_said(home.data, "--ids", "unfinished").partition("\t")[0]
    assert len(ident) == 8
    where = ["--home", str(home.data)]
    assert offered(*where, "resume", "") == [ident]
    assert offered("resume", *where, ident[:2]) == [ident]
    assert offered("verify", *where, ident[:6]) == [ident]
    assert offered("bot", *where, "--resume", "") == [ident]
    assert offered(*where, "resume", "no") == []


def main_said(home: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "client", "--home", str(home), "completion", *words],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    return done.stdout


def test_asking_for_ids_makes_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(tmp_path / "none"), "completion", "--ids", "all"]) == 0
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "none").exists()


# ------------------------------------------------------------ the other shells
@pytest.mark.parametrize("shell", SCRIPTS)
def test_the_command_prints_the_script_and_the_shell_can_read_it(
    shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shell that is not installed cannot be asked: the tests of the text stand for it."""
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == SCRIPTS[shell]
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell])
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(script)], check=True, timeout=60)


@pytest.mark.parametrize("name", NAMES)
def test_zsh_and_fish_know_every_option_of_every_command(name: str) -> None:
    here = SCRIPTS["zsh"].partition(f"\n            {name}) _arguments")[2].partition(";;")[0]
    lines = [line for line in SCRIPTS["fish"].splitlines() if f"-n '__kingsmoot_at {name}'" in line]
    for option in named(name).options:
        for flag in option.flags:
            assert f"){flag}" in here or f"'*{flag}" in here
            spelled = f"-l {flag[2:]} " if flag.startswith("--") else f"-s {flag[1:]} "
            assert any(spelled in line and ("-r " in line) == (option.value is not None) for line in lines)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_zsh_and_fish_know_the_keys_of_every_action(shell: str) -> None:
    (line,) = (line for line in SCRIPTS[shell].splitlines() if "keys.help " in line)
    assert set(KEYED) <= set(re.findall(r"keys\.\w+", line))


def test_each_word_for_the_keys_of_an_action_can_be_set(tmp_path: Path) -> None:
    for name in KEYED:
        assert main(["--home", str(tmp_path), "settings", name, "F10"]) == 0
        (tmp_path / "config.toml").unlink()


def test_zsh_and_fish_quote_what_the_help_says() -> None:
    """Some texts have an apostrophe in them."""
    assert "accept a known player'\\''s new key" in SCRIPTS["zsh"]
    assert "accept a known player\\'s new key" in SCRIPTS["fish"]


def test_without_a_shell_it_says_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion"]) == 2
    assert "bash, zsh or fish" in capsys.readouterr().err


ZSH = """
import os
os.execvp("zsh", ["zsh", "-f"])
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rules agot w13", "W13 "),
        ("rules agot tyw", "Tywin\\ Lannister "),
        ("settings THEM", "theme "),
        ("settings theme DA", "dark "),
        ("host agot --setting GREYJOY_O", "greyjoy_one_more_unit="),
    ],
)
def test_zsh_does_not_heed_capitals(typed: str, offered: str, tmp_path: Path) -> None:
    """As the commands themselves do."""
    script = tmp_path / "script"
    script.write_text(SCRIPTS["zsh"])
    with some_children() as started:
        started.append(Child(ZSH, "dumb"))
        shell = started[0]
        shell.type(f"autoload -U compinit; compinit -u -D; source {script}; echo rea''dy\n")
        shell.until("ready")
        shell.type(f"kingsmoot {typed}\t")
        shell.until(offered)


# ------------------------------------------------------------ what a game has
@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_setting_of_a_table_with_its_values_is_in_the_script(shell: str) -> None:
    agot = game("agot")
    for seats in agot.seats:
        for name, values in values_of(agot, seats).items():
            assert f"{name}=" in SCRIPTS[shell] or f"{name}) _kingsmoot_add" in SCRIPTS[shell]
            assert all(value in SCRIPTS[shell] for value in values)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_chapter_and_every_card_is_in_the_script(shell: str) -> None:
    words = words_for(match_for_reading("agot"), ())
    assert len(words.chapters) > 10
    assert len(words.subjects("card")) > 40
    for each in (*words.chapters, *words.subjects("card")):
        bare = SCRIPTS[shell].replace("\\", "").replace("'", "")
        assert each.replace("'", "") in bare


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not here")
@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("kingsmoot host agot --setting greyjoy_one", ["greyjoy_one_more_unit=yes", "greyjoy_one_more_unit=no"]),
        ("kingsmoot rules agot Robb", ["Robb Stark"]),
        ("kingsmoot rules agot W13", ["W13"]),
        ("kingsmoot rules agot w13", ["W13"]),
        ("kingsmoot rules agot robb", ["Robb Stark"]),
        ("kingsmoot settings THEM", ["theme"]),
    ],
)
def test_fish_offers_settings_and_rules(line: str, wanted: list[str], tmp_path: Path) -> None:
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"{SCRIPTS['fish']}\ncomplete -C '{line}'"],
        capture_output=True, text=True, check=True, timeout=60, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert sorted(row.partition("\t")[0] for row in done.stdout.splitlines()) == sorted(wanted)
