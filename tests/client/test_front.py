"""The start screen in lines, for dumb terminals and pipes."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from client.commands.start import FIRST
from client.errors import NETWORK, OK, USAGE, NetworkError, UsageError
from client.home import Home
from client.matches import match_for_reading
from client.play import front as front_module
from client.play.front import ENTRIES, LineStart
from client.words.library import words_for
from tests.client.screen.front import past

CLIENT = [sys.executable, "-m", "client"]


class Typist:
    """Somebody who types these lines, and the commands that come of them; each gives `code`."""

    def __init__(self, home: Home, *lines: str, code: int = OK, error: Exception | None = None) -> None:
        self.commands: list[list[str]] = []
        self._lines = list(lines)
        self._code, self._error = code, error
        words = ("agot", lambda: words_for(match_for_reading("agot"), ()), (3, 4, 5))
        self.start = LineStart(home, self._read, self._run, [words])

    def _read(self) -> str | None:
        return self._lines.pop(0) if self._lines else None

    def _run(self, words: Sequence[str]) -> int:
        self.commands.append(list(words))
        if self._error is not None:
            raise self._error
        return self._code


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home.find(str(tmp_path / "home"), {})


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        (["1"], ["play", "agot"]),
        (["2", "4", "2"], ["host", "agot", "--seats", "4", "--bots", "2"]),
        (["2", "x", "9", "3", "0"], ["host", "agot", "--seats", "3", "--bots", "0"]),
        (["3", "km1:a b"], ["join", "km1:a", "b"]),
        (["3", ""], ["join"]),
    ],
)
def test_each_way_to_a_table_is_a_command_and_ends_with_its_code(
    home: Home, lines: list[str], command: list[str]
) -> None:
    typist = Typist(home, *lines, "8", code=7)
    assert typist.start.run(ask_name=False) == 7
    assert typist.commands == [command]


def test_what_is_only_looked_at_leads_back(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist(
        home, "4", "5", "verify 56c2", "dance", "", "6", "6.8", "", "7", "names hu", "--init", "", "0", "x", "8",
    )  # fmt: skip
    assert typist.start.run(ask_name=False) == OK
    assert typist.commands == [["games"], ["verify", "56c2"], ["settings"], ["settings", "names", "hu"]]
    said = capsys.readouterr().out
    for words in (
        "You have no unfinished table",
        "`dance` is none of these",
        "The goal",
        "W6.8",
        "`x` is none of these",
    ):
        assert words in said
    assert all(len(line) <= 80 for line in said.splitlines())
    assert all(f"  {number}  {entry}" in said for number, entry in enumerate(ENTRIES, 1))


def test_settings_have_numbers_and_the_name_is_one_of_them(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """No list without numbers, and nobody is called by an account's name unasked."""
    typist = Typist(home, "7", "1", "Ann Lee", "2 light", "color", "", "names hu", "77", "", "8")
    assert typist.start.run(ask_name=False) == OK
    assert typist.commands == [
        ["settings"],
        ["settings", "name", "Ann", "Lee"],
        ["settings", "theme", "light"],
        ["settings", "names", "hu"],
        ["settings", "77"],
    ]
    said = capsys.readouterr().out
    assert "1 name, 2 theme" in said
    assert 'color: "auto" or "never"' in said
    assert "Settings gives you another name." in said


def test_of_several_unfinished_tables_one_is_chosen(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_module, "past_tables", lambda _: [past(1), past(2)])
    typist = Typist(home, "4", "2")
    assert typist.start.run(ask_name=False) == OK
    assert typist.commands == [["resume", "02" * 32]]


def test_past_games_have_numbers_from_the_top(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_module, "past_tables", lambda _: [past(1), past(2)])
    typist = Typist(home, "5", "replay 2", "verify 3", "2", "", "8")
    assert typist.start.run(ask_name=False) == OK
    assert typist.commands == [["games"], ["replay", "02" * 32], ["verify", "3"]]


def test_a_name_is_asked_for_once_and_only_of_a_person(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert Typist(home, "x" * 25, "5", "Nova", "8").start.run(ask_name=True) == OK
    said = capsys.readouterr().out
    assert "at most 24 letters" in said
    assert "a name needs a letter" in said
    assert "You are Nova." in said
    assert Typist(home, "8").start.run(ask_name=True) == OK
    assert "Under which name" not in capsys.readouterr().out


def test_a_slip_leads_back_and_a_table_that_fails_does_not(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    assert Typist(home, "3", "nonsense", "8", error=UsageError("no invitation")).start.run(ask_name=False) == OK
    assert "no invitation." in capsys.readouterr().out
    with pytest.raises(NetworkError) as failed:
        Typist(home, "1", "8", error=NetworkError("nobody answers")).start.run(ask_name=False)
    assert failed.value.code == NETWORK


def kingsmoot(home: Home, *flags: str, typed: str | None) -> tuple[int, str, str]:
    source = {"input": typed} if typed is not None else {"stdin": subprocess.DEVNULL}
    command = [*CLIENT, "--home", str(home.data), *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **source)
    return done.returncode, done.stdout, done.stderr


def test_a_pipe_is_served_and_what_follows_the_choice_goes_to_the_table(home: Home) -> None:
    code, said, _ = kingsmoot(home, "--plain", typed="6\nW8.2\n\n1\nquit\n")
    assert code == OK
    assert "W8.2  After round 10" in said
    assert "takes the game up again" in said


def test_without_any_input_it_says_what_to_type(home: Home) -> None:
    assert kingsmoot(home, typed=None) == (USAGE, "", FIRST)
    assert all(len(line) <= 80 for line in FIRST.splitlines())
    assert "kingsmoot --help lists all commands" in FIRST
