"""The log file where it cannot be written, and what a home that cannot be used says: one line each (product 18)."""

import errno
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.cli import main
from client.home import Home
from client.logs import LogFile, lost_lines, start_log


class FullDisk:
    """A file on a disk without room."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    flush = close = seek = tell = lambda self, *_: 0


@pytest.fixture
def root_log() -> Iterator[logging.Logger]:
    """The logger of the process, given back as it was."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield root
    for added in [each for each in root.handlers if each not in handlers]:
        added.close()
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_full_disk_is_told_once_and_never_on_the_screen(
    tmp_path: Path, root_log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    start_log(Home.find(str(tmp_path / "home")), "debug")
    (handler,) = (each for each in root_log.handlers if isinstance(each, LogFile))
    assert handler.stream is not None
    handler.stream.close()
    handler.stream = FullDisk()  # type: ignore[assignment]  # only what the handler asks of a file
    handler.maxBytes = 0
    log = logging.getLogger("client.test")
    for number in range(3):
        log.warning("line %d", number)
    log.warning("not %d", "a number")
    said = capsys.readouterr()
    assert said.out + said.err == ""
    assert lost_lines() == f"lines of the log {handler.baseFilename} are lost: No space left on device"
    assert lost_lines() == ""


def test_what_is_lost_is_told_when_the_command_has_ended(
    tmp_path: Path, root_log: logging.Logger, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: LogFile, record: logging.LogRecord) -> None:
        try:
            raise OSError(errno.ENOSPC, "No space left on device")
        except OSError:
            self.handleError(record)

    monkeypatch.setattr(LogFile, "emit", full)
    assert main(["--home", str(tmp_path / "home"), "resume"]) == 1
    ends, lost = capsys.readouterr().err.splitlines()
    assert ends.startswith("kingsmoot: there is no unfinished table")
    assert lost.startswith("kingsmoot: lines of the log")
    assert lost.endswith("are lost: No space left on device")


def test_a_home_that_cannot_be_used_is_told_once(
    tmp_path: Path, root_log: logging.Logger, capsys: pytest.CaptureFixture[str]
) -> None:
    root_log.handlers.clear()  # as at the start of a process
    file = tmp_path / "file"
    file.write_text("no folder")
    assert main(["--home", str(file), "id"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("kingsmoot: cannot use the folder")
    assert line.endswith("choose another with --home")
