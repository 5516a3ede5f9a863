"""Both makes of terminal on a real pseudo-terminal: whatever ends the program, the terminal and the game are whole."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.home import Home
from client.past import past_tables
from client.player import keep_name
from tests.client.pseudo import LEFT, MY_TURN, PLAY, WAIT, Child, at_the_table, some_children

ECHO = """
import sys
from dataclasses import replace
from client.cli import main
import client.commands.identity as command
from client.play.terminal import run_terminal
from client.settings import Settings

async def echo(terminal):
    terminal.show(["ready"])
    while (line := await terminal.line()) != "bye":
        terminal.show([f"heard {line}"])
    return 7

command.run = lambda args, home: run_terminal(echo, replace(Settings(), plain="plain" in sys.argv[2:]))
sys.exit(main(["--home", sys.argv[1], "id"]))
"""
"""What is typed comes back."""


@pytest.fixture
def children() -> Iterator[list[Child]]:
    with some_children() as started:
        yield started


def echo(children: list[Child], home: Path, term: str, *words: str) -> Child:
    children.append(Child(ECHO, term, str(home), *words))
    children[-1].until("ready")
    return children[-1]


# ------------------------------------------------------------ plain lines
@pytest.mark.slow
@pytest.mark.parametrize(("term", "words"), [("dumb", ()), ("xterm", ("plain",))])
def test_lines_come_back(term: str, words: tuple[str, ...], tmp_path: Path, children: list[Child]) -> None:
    """Product 13."""
    child = echo(children, tmp_path, term, *words)
    child.type("hello\r")
    child.until("heard hello")
    child.type("bye\r")
    assert child.code() == 7
    assert "\x1b" not in child.seen


@pytest.mark.slow
def test_ctrl_c_asks_once_and_leaves_the_second_time(tmp_path: Path, children: list[Child]) -> None:
    """Product 14."""
    child = echo(children, tmp_path, "dumb")
    child.type("\x03")
    child.until("again")
    child.type("still here\r")
    child.until("heard still here")
    child.type("\x03")
    child.until("again")
    child.type("\x03")
    assert child.code() == 130
    assert "you left the table" in child.seen


# ------------------------------------------------------------ the full screen
@pytest.mark.slow
def test_the_first_start_leads_to_the_start_screen_and_out(tmp_path: Path, children: list[Child]) -> None:
    child = Child(PLAY, "xterm-256color", str(tmp_path))
    children.append(child)
    child.until("Under which name do you play?")
    child.type("\x15Ann\r")
    child.until("Play alone against bots")
    child.type("8")
    assert child.code() == 0
    assert all(sequence in child.seen for sequence in LEFT)
    assert (tmp_path / "name").read_text() == "Ann\n"


def ctrl_c_twice(child: Child) -> None:
    child.type("\x03")
    child.until("Ctrl-C")
    child.type("\x03")


def sigint_from_outside(child: Child) -> None:
    child.seen = ""
    child.process.send_signal(signal.SIGINT)
    child.until("Ctrl-C")
    child.process.send_signal(signal.SIGINT)


def sigterm(child: Child) -> None:
    child.seen = ""
    child.process.send_signal(signal.SIGTERM)


def sighup(child: Child) -> None:
    child.seen = ""
    child.process.send_signal(signal.SIGHUP)


def crash(child: Child) -> None:
    child.seen = ""
    child.process.send_signal(signal.SIGUSR1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ends", "code", "said"),
    [
        (ctrl_c_twice, 130, "you left"),
        (sigint_from_outside, 130, "you left"),
        (sigterm, 130, "you left"),
        (sighup, 130, "you left"),
        (crash, 1, "this is a fault of the program, not yours: ZeroDivisionError: on purpose"),
    ],
)
def test_whatever_ends_a_table_the_terminal_is_mended_and_the_game_goes_on(
    ends: Callable[[Child], None], code: int, said: str, tmp_path: Path, children: list[Child]
) -> None:
    """Product 8, 14."""
    child = at_the_table(children, tmp_path, "play", "agot", "--seats", "3", "--bots", "random")
    ends(child)
    assert child.code() == code
    assert all(sequence in child.seen for sequence in LEFT)
    below = child.seen.rpartition(LEFT[0])[2]
    assert said in " ".join(below.split())
    assert "Traceback" not in below
    (kept,) = past_tables(Home.find(str(tmp_path), {}))
    assert kept.resumable
    assert f"kingsmoot --home {tmp_path} resume {kept.short_id}" in below, "whole, so that it can be copied"

    child = at_the_table(children, tmp_path, "resume")
    child.type("q")
    child.until("Leave the table?")
    child.type("y")
    assert child.code() == 0
    assert f"kingsmoot --home {tmp_path} resume {kept.short_id}" in child.seen.rpartition(LEFT[0])[2]


def logged(home: Path) -> str:
    """All that we and our bots have in our logs."""
    return "".join(file.read_text() for file in home.rglob("*.log"))


@pytest.mark.slow
def test_a_closed_window_leaves_nothing_behind_and_the_game_saved(tmp_path: Path, children: list[Child]) -> None:
    """Product 14: the terminal itself has gone."""
    child = at_the_table(children, tmp_path, "play", "agot", "--seats", "3", "--bots", "random")
    os.close(child.master)
    assert child.process.wait(WAIT) == 130
    child.master = os.open(os.devnull, os.O_RDONLY)
    assert past_tables(Home.find(str(tmp_path), {}))[0].resumable
    log = logged(tmp_path)
    assert "the terminal was closed" in log
    assert "Traceback" not in log


@pytest.mark.slow
def test_a_window_that_says_twice_that_it_is_closed_is_left_once(tmp_path: Path, children: list[Child]) -> None:
    """Product 14: the shell of a window passes on the hang-up, and the system repeats it when that shell ends."""
    child = at_the_table(children, tmp_path, "play", "agot", "--seats", "3", "--bots", "random")
    for _ in range(3):
        child.process.send_signal(signal.SIGHUP)
    os.close(child.master)
    assert child.process.wait(WAIT) == 130
    child.master = os.open(os.devnull, os.O_RDONLY)
    assert past_tables(Home.find(str(tmp_path), {}))[0].resumable
    assert "Traceback" not in logged(tmp_path)


@pytest.mark.slow
def test_a_crash_at_a_table_of_the_start_screen_leads_back_to_it(tmp_path: Path, children: list[Child]) -> None:
    home = Home.find(str(tmp_path), {})
    home.data.chmod(0o700)
    keep_name(home, "Ann")
    child = Child(PLAY, "xterm-256color", str(tmp_path))
    children.append(child)
    child.until("Play alone against bots")
    child.type("1")
    child.until("Begin the game")
    child.type("\r")
    child.until(MY_TURN)
    crash(child)
    child.until("ZeroDivisionError")
    child.type("\r8")
    assert child.code() == 0
    assert "Traceback" in home.log_file.read_text()
    assert "Traceback" not in child.seen
    assert past_tables(home)[0].resumable
