"""Other clients on this machine, started by this one: bots that fill seats, the players of a demo."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import trio

from client.errors import UsageError
from client.home import private_folder


async def start_client(
    nursery: trio.Nursery,
    arguments: Sequence[str],
    log: Path,
    pipe_out: bool,
    environ: Mapping[str, str] | None = None,
) -> trio.Process:
    """Start `kingsmoot ARGUMENTS` and return its process; it ends with the nursery, or with us.

    `environ` is added to its environment: what others on this machine may not read, as they can a command line.

    Its errors, and its output unless `pipe_out`, go to `log`. Its input is a pipe that we hold: when that breaks the
    child leaves (`--leash`), so none is left behind even if we are killed.
    """
    private_folder(log.parent)
    try:
        stream = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    except OSError as error:
        raise UsageError(f"cannot write {log}: {error.strerror}") from error
    try:
        process: trio.Process = await nursery.start(
            partial(
                trio.run_process,
                [sys.executable, "-m", "client", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE if pipe_out else stream,
                stderr=stream,
                check=False,
                env=os.environ | {"PYTHONIOENCODING": "utf-8"} | dict(environ or {}),
                **_apart(),
            )
        )
    finally:
        os.close(stream)
    return process


def _apart() -> dict[str, Any]:
    """How a child is started so that Ctrl-C at our terminal is for us alone."""
    if hasattr(subprocess, "CREATE_NEW_PROCESS_GROUP"):  # on Windows, which has no sessions
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


async def follow_leash(heard: Callable[[str], None]) -> None:
    """Return when whoever started this process has gone; until then hear what is said to it, line by line."""
    rest = b""
    while data := await trio.to_thread.run_sync(os.read, 0, 64, abandon_on_cancel=True):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            heard(line.decode("ascii", "replace"))


def last_line(log: Path) -> str:
    """The last thing a child said, for one line about it."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return next((line for line in reversed(lines) if line.strip()), "")
