"""Both makes of terminal: keys through a pipe, a real pseudo-terminal, signals."""

import asyncio
import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from client.errors import Interrupted
from client.play.prompt import _host
from client.play.terminal import Terminal

ECHO = """
import sys
from client.cli import main
import client.commands.identity as command
from client.play.terminal import run_terminal

async def echo(terminal):
    terminal.show(["ready"])
    while (line := await terminal.line()) != "bye":
        terminal.show([f"heard {line}"])
    return 7

command.run = lambda args, home: run_terminal(echo, "plain" in sys.argv[1:], True)
sys.exit(main(["--home", sys.argv[1], "id"]))
"""
WAIT = 20.0


class Child:
    """A program on a pseudo-terminal."""

    def __init__(self, home: str, term: str, *words: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", ECHO, home, *words],
            stdin=slave, stdout=slave, stderr=slave, env=os.environ | {"TERM": term}, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal outside the prompt
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def until(self, text: str) -> None:
        """Read until `text` has come."""
        deadline = time.monotonic() + WAIT
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            self.seen += self._read()

    def _read(self) -> str:
        assert select.select([self.master], [], [], WAIT)[0], self.seen
        try:
            return os.read(self.master, 4096).decode(errors="replace")
        except OSError:  # the other end is closed
            return ""

    def type(self, keys: str) -> None:
        self.seen = ""
        os.write(self.master, keys.encode())

    def code(self) -> int:
        """The exit code; what is still said is read, or the child could not end."""
        while text := self._read():
            self.seen += text
        return self.process.wait(WAIT)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def children() -> Iterator[list[Child]]:
    """Children that are ended, whatever happens."""
    started: list[Child] = []
    yield started
    for child in started:
        child.close()


@pytest.mark.slow
@pytest.mark.parametrize(("term", "words"), [("xterm", ()), ("dumb", ()), ("xterm", ("plain",))])
def test_lines_come_back(term: str, words: tuple[str, ...], tmp_path: object, children: list[Child]) -> None:
    child = Child(str(tmp_path), term, *words)
    children.append(child)
    child.until("ready")
    child.type("hello\r")
    child.until("heard hello")
    child.type("bye\r")
    assert child.code() == 7


@pytest.mark.slow
@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_ctrl_c_asks_once_and_leaves_the_second_time(term: str, tmp_path: object, children: list[Child]) -> None:
    child = Child(str(tmp_path), term)
    children.append(child)
    child.until("ready")
    if term == "xterm":
        child.until(">")  # from then on the keys are the prompt's
    if term == "dumb":
        os.killpg(child.process.pid, signal.SIGINT)
    else:
        child.type("\x03")
    child.until("again")
    child.type("still here\r")
    child.until("heard still here")
    for _ in range(2):
        if term == "dumb":
            os.killpg(child.process.pid, signal.SIGINT)
            time.sleep(0.2)
        else:
            child.type("\x03")
            time.sleep(0.2)
    assert child.code() == 130
    assert "you left the table" in child.seen


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_prompt_and_mends_the_terminal(
    number: signal.Signals, tmp_path: object, children: list[Child]
) -> None:
    child = Child(str(tmp_path), "xterm")
    children.append(child)
    child.until("ready")
    child.type("x")
    child.until("x")
    child.process.send_signal(number)
    assert child.code() == 130
    assert "\x1b[?2004l" in child.seen or "you left" in child.seen  # bracketed paste is switched off again


async def _conversation(terminal: Terminal) -> int:
    heard = [await terminal.line() for _ in range(2)]
    terminal.show(heard)
    terminal.ring()
    return len(heard)


def test_keys_through_a_pipe() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("one\rtwo\r")
        assert asyncio.run(_host(_conversation, True)) == 2


def test_leaving_by_ctrl_c_twice_is_interrupted() -> None:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("\x03\x03")
        with pytest.raises(Interrupted):
            asyncio.run(_host(_conversation, False))


async def _crash(terminal: Terminal) -> int:
    await trio.lowlevel.checkpoint()
    raise ZeroDivisionError


def test_a_crash_in_the_game_ends_the_prompt() -> None:
    with (
        create_pipe_input() as keys,
        create_app_session(input=keys, output=DummyOutput()),
        pytest.raises(ZeroDivisionError),
    ):
        asyncio.run(_host(_crash, False))
