"""The log file: for finding out what went wrong, never on the screen, never a secret in it."""

import logging
import os
import sys
from logging.handlers import RotatingFileHandler

from typing_extensions import override

from client.errors import UsageError
from client.home import Home, private_folder

LEVELS = ("debug", "info", "warning", "error")
SIZE, KEPT = 1_000_000, 3


class LogFile(RotatingFileHandler):
    """The log. A line that the disk does not take is lost without a word, for a screen may be open.

    Attributes:
        lost: why the first line was lost, "" as long as none was: to be told when the screen is gone.
    """

    lost = ""

    @override
    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exception()
        cause = error.strerror if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        self.lost = self.lost or f"lines of the log {self.baseFilename} are lost: {cause}"

    @override
    def close(self) -> None:
        """Close it; what the disk does not take now is lost like any other line."""
        try:
            super().close()
        except OSError as error:
            self.lost = self.lost or f"lines of the log {self.baseFilename} are lost: {error.strerror}"


def keep_off_the_screen() -> None:
    """Until a log is started nothing that is logged goes anywhere: Python itself would show it."""
    logging.getLogger().addHandler(logging.NullHandler())


def start_log(home: Home, level: str) -> None:
    """Send everything that is logged to the file of `home`, from `level` up. Raises UsageError."""
    private_folder(home.state)
    try:
        os.close(os.open(home.log_file, os.O_WRONLY | os.O_CREAT, 0o600))
        handler = LogFile(home.log_file, maxBytes=SIZE, backupCount=KEPT, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the log {home.log_file}: {error.strerror}; choose another --home") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in root.handlers[:]:  # one log a process: a second start moves it
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())


def lost_lines() -> str:
    """Why lines of the log were lost, "" if none were. It is told once."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, LogFile) and handler.lost:
            told, handler.lost = handler.lost, ""
            return told
    return ""
