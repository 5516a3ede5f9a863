"""The log file: for finding out what went wrong, never on the screen, never a secret in it."""

import logging
import os
from logging.handlers import RotatingFileHandler

from client.errors import UsageError
from client.home import Home, private_folder

LEVELS = ("debug", "info", "warning", "error")
SIZE, KEPT = 1_000_000, 3


def start_log(home: Home, level: str) -> None:
    """Send everything that is logged to the file of `home`, from `level` up. Raises UsageError."""
    private_folder(home.state)
    try:
        os.close(os.open(home.log_file, os.O_WRONLY | os.O_CREAT, 0o600))
        handler = RotatingFileHandler(home.log_file, maxBytes=SIZE, backupCount=KEPT, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write the log {home.log_file}: {error.strerror}; choose another --home") from error
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    for old in root.handlers[:]:  # one log a process: a second start moves it
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())
