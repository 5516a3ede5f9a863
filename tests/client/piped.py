"""A client behind two pipes, and a script that reads its screen and types what it is told may be typed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from client.lobby.front import CODE
from tests.processes import PATIENCE, end, within

Client = subprocess.Popen[str]


@contextmanager
def client(home: Path, *command: str, code: str = "") -> Iterator[Client]:
    """The client, as long as the block lasts, but no longer than `PATIENCE`; then it is killed.

    `code`: of a private table, for a bot.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "client", "--home", str(home), *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
        env={**os.environ, CODE: code} if code else None,
    )  # fmt: skip
    try:
        with within(PATIENCE, process):
            yield process
    finally:
        end(process)


def answer(process: Client, until: str = "", said: list[str] | None = None, limit: float = PATIENCE) -> list[str]:
    """Type whatever is wanted until the screen says `until`, or the client ends; returns what it said.

    What it says is added to `said` at once, for somebody else who looks on. After `limit` seconds the client is
    killed.
    """
    with within(limit, process):
        return _answer(process, until, said)


def _answer(process: Client, until: str, said: list[str] | None) -> list[str]:
    assert process.stdin is not None
    assert process.stdout is not None
    said = [] if said is None else said
    first = ""
    for line in process.stdout:
        said.append(line)
        if until and until in line:
            return said
        typed = ""
        if "You: " in line:
            first = ""  # a new question: numbers that were shown before are none of its choices
        if "is none of the choices" in line or "There is nothing to" in line:
            raise AssertionError(f"the script is out of step: {said[-40:]}")
        if number := re.match(r" +(\d+)\) ", line):
            first = first or number[1]
        if any(word in line for word in ("seal commits", "seal chooses nothing", "Type seal")):
            typed = "seal"
        elif "done sends" in line or "done chooses nothing" in line:
            typed = "done"
        elif "Type yes" in line:
            typed = "yes"
        elif "Type a number" in line:
            typed = "0"
        elif line.startswith("  Choose one"):
            typed = first
        if typed:
            first = ""
            process.stdin.write(typed + "\n")
            process.stdin.flush()
    return said
