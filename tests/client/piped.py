"""A client behind two pipes, and a script that reads its screen and types what it is told may be typed."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

Client = subprocess.Popen[str]

PATIENCE = 300
"""Seconds after which a client is killed: ten times what the longest of these tests takes on a busy machine."""


@contextmanager
def client(home: Path, *command: str) -> Iterator[Client]:
    """The client, as long as the block lasts; then it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "client", "--home", str(home), *command],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
    )  # fmt: skip
    patience = threading.Timer(PATIENCE, process.kill)  # a table that stalls fails its test, and never holds up the run
    patience.start()
    try:
        yield process
    finally:
        patience.cancel()
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def answer(process: Client, until: str = "", said: list[str] | None = None) -> list[str]:
    """Type whatever is wanted until the screen says `until`, or the client ends; returns what it said.

    What it says is added to `said` at once, for somebody else who looks on.
    """
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
        if "seal commits" in line or "Type seal" in line:
            typed = "seal"
        elif "done sends" in line or "done: none" in line:
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
