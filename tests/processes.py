"""How long a test waits for a process: one that hangs fails its test, and never holds up the run."""

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 300.0
"""Seconds for whatever a process may have to do: ten times what the longest of these tests takes on a busy machine."""


@contextmanager
def within(seconds: float, process: "subprocess.Popen[str]") -> Iterator[None]:
    """Kills the process when the block has taken so long: whoever reads what it says then comes to the end of that."""
    patience = threading.Timer(seconds, process.kill)
    patience.daemon = True
    patience.start()
    try:
        yield
    finally:
        patience.cancel()


def end(process: "subprocess.Popen[str]") -> None:
    """Kill a process if it still runs, and close its pipes."""
    process.kill()
    process.wait(PATIENCE)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
