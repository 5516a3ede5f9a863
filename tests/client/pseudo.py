"""A client on a real pseudo-terminal."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PLAY = """
import signal
import sys
import trio
import client.play.sitting as sitting
from client.cli import main

play = sitting.play

async def crash():
    with trio.open_signal_receiver(signal.SIGUSR1) as signals:
        async for _ in signals:
            raise ZeroDivisionError("on purpose")

async def play_and_crash(*words):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(crash)
        code = await play(*words)
        nursery.cancel_scope.cancel()
    return code

sitting.play = play_and_crash
sys.exit(main(["--home", *sys.argv[1:]]))
"""
"""The program itself, but that SIGUSR1 breaks the flow of a table."""
WAIT = 25.0
MY_TURN = "* your turn"
"""The title of the window while it is."""
LEFT = ("\x1b[?1049l", "\x1b[?25h", "\x1b[?2004l")
"""Leave the alternate screen, show the cursor, switch bracketed paste off."""


class Child:
    """A program on a pseudo-terminal of 80 x 24. `environ` is added to its environment."""

    def __init__(self, script: str, term: str, *words: str, environ: Mapping[str, str] | None = None) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdin=slave, stdout=slave, stderr=slave, env=os.environ | {"TERM": term} | dict(environ or {}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is a signal in plain lines
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
        deadline = time.monotonic() + WAIT
        while text := self._read():
            assert time.monotonic() < deadline, self.seen
            self.seen += text
        return self.process.wait(WAIT)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@contextmanager
def some_children() -> Iterator[list[Child]]:
    """Children that are ended, whatever happens."""
    started: list[Child] = []
    try:
        yield started
    finally:
        for child in started:
            child.close()


def at_the_table(children: list[Child], home: Path, *command: str) -> Child:
    """Somebody whose turn it is."""
    children.append(Child(PLAY, "xterm-256color", str(home), *command))
    children[-1].until(MY_TURN)
    return children[-1]
