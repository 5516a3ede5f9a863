"""The command as a user meets it: help, exit codes, start, failures in one line."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import build_parser, main
from client.completion.offers import commands_of

COMMANDS = tuple(command.name for command in commands_of(build_parser()) if command.name)


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Exit code, output, errors."""
    try:
        code = main(argv)
    except SystemExit as leaving:
        code = int(str(leaving.code))
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_help_names_the_exit_codes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *[command] * bool(command), "--help")
    assert code == 0
    text = " ".join(out.split())
    assert "0 ok, 1 failed or verified as bad, 2 usage or unreadable file, 3 network, 130 interrupted" in text


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["--version"], 0, "kingsmoot "),
        ([], 2, "COMMAND"),
        (["dance"], 2, "there is no command `dance`; kingsmoot --help"),
        (["reply"], 2, "did you mean `replay`"),
        (["join", ""], 2, "there is no invitation"),
        (["rules", "chess"], 1, "There is no clause or card `chess`"),
        (["rules"], 0, "The goal"),
        (["rules", "W5.3"], 0, "neutral force"),
        (["rules", "6.8"], 0, "W6.8"),
        (["rules", "robb", "stark"], 0, "knights is worth 3"),
        (["rules", "agot", "W5.3"], 0, "neutral force"),
        (["rules", "agot", "w5.3"], 0, "neutral force"),
        (["rules", "agot", "robb", "stark"], 0, "knights is worth 3"),
        (["rules", "agot", "Wildlings Attack"], 0, "Westeros deck III"),
        (["rules", "agot"], 0, "The goal"),
        (["rules", "agot"], 0, "W14  What is secret, what is chance"),
        (["rules", "agot", "--all"], 0, "W14.1  Chance decides"),
        (["rules", "agot", "W8"], 0, "W8.2"),
        (["rules", "agot", "W5.33"], 1, "near it: W5.3"),
        (["rules", "agot", "melisandra"], 1, "Melisandre"),
        (["rules", "agot", "tywn"], 1, "Tywin Lannister"),
        (["join", "km1:nonsense"], 2, "incomplete or mistyped"),
        (["join", "127.0.0.1:4000"], 2, "whose key to expect"),
        (["doctor", "--listen", "0"], 2, "a port from 1"),
        (["doctor", "--relay", "nowhere"], 2, "--relay"),
        (["join", "hello"], 2, "an invitation begins with km1:"),
        (["host", "chess", "--seats", "2"], 2, "there is no game"),
        (["host", "agot", "--seats", "2"], 2, "agot takes "),
        (["host", "agot", "--seats", "5", "--bots", "5"], 2, "--bots takes 0 to 4"),
        (["host", "agot", "--seats", "5", "--setting", "x"], 2, "K=V"),
        (["host", "agot", "--seats", "5", "--setting", "nonsense=true"], 2, "nonsense"),
        (["host", "agot", "--seats", "5", "--setting", "houses=mine"], 2, "drawn"),
        (["host", "agot", "--seats", "5", "--listen", "nowhere"], 2, "HOST:PORT"),
        (["host", "agot", "--seats", "5", "--as-bot", "random", "--listen", "192.0.2.1:4000"], 3, "cannot listen"),
        (["id", "--name", "\x1b[2J"], 2, "invisible character"),
    ],
)
def test_exit_codes(
    argv: list[str], code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("KINGSMOOT_HOME", str(tmp_path / "home"))
    got, out, err = run(capsys, *argv)
    assert got == code
    assert said in out + err
    assert "Traceback" not in out + err
    if code not in (0, 2) and err:
        assert len(err.strip().splitlines()) == 1


def test_home_may_stand_before_or_after_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = run(capsys, "--home", str(tmp_path), "id")
    after = run(capsys, "id", "--home", str(tmp_path))
    assert before == after
    assert build_parser().parse_args(["id"]).home is None


def test_id_keeps_the_name_and_shows_the_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = str(tmp_path)
    run(capsys, "--home", home, "id", "--name", "Łukasz 龍")
    _, out, _ = run(capsys, "--home", home, "id", "--long")
    assert "Łukasz 龍" in out
    assert len(out.splitlines()[2].split()) == 13


def test_a_fault_of_ours_is_one_line_and_a_report_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ExceptionGroup("nursery", [ZeroDivisionError("a bug")])

    monkeypatch.setattr("client.commands.identity.load_player", broken)
    code, _, err = run(capsys, "--home", str(tmp_path), "id")
    assert code == 1
    assert len(err.strip().splitlines()) == 1
    assert "ZeroDivisionError: a bug" in err
    log = tmp_path / "state" / "kingsmoot.log"
    assert str(log) in err
    assert "Traceback" in log.read_text()


@pytest.mark.slow
def test_a_cold_start_is_quick() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for _ in range(3):
        subprocess.run([sys.executable, "-m", "client", "--version"], check=True, capture_output=True, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert used / 3 < 0.3
