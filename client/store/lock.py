"""One process a table: two that play one seat would sign two things for one place."""

import contextlib
import importlib
import os
import time
from typing import Any

from client.errors import ClientError, UsageError
from client.home import Home, private_folder

PAUSE = 0.05
SHORT_WAIT = 0.3
"""Seconds for somebody who only looks, as `is_open` does, to have looked."""
FAR = 1024
"""The byte that is locked where a file cannot be as a whole: behind the number of the process, which others read."""


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


fcntl, msvcrt = _module("fcntl"), _module("msvcrt")
"""Every system has one of them: Windows the second."""


class TableLock:
    """Ours from `__init__` until `release`; the system frees it when the process ends, however it ends.

    `wait`: seconds to wait for another process that is about to end, or only looks. Raises ClientError while one has
    it, UsageError if there can be no lock.
    """

    def __init__(self, home: Home, number: int, wait: float = SHORT_WAIT) -> None:
        file = private_folder(home.locks) / f"{number}"
        try:
            self._handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UsageError(f"cannot use {file}: {error.strerror}; choose another folder with --home") from error
        until = time.monotonic() + wait
        while not self._take():
            if time.monotonic() > until:
                os.lseek(self._handle, 0, os.SEEK_SET)
                holder = os.read(self._handle, 16).decode("ascii", "replace") or "unknown"
                os.close(self._handle)
                raise ClientError(f"this table is open in another window (process {holder}); go on there, or close it")
            time.sleep(PAUSE)
        os.ftruncate(self._handle, 0)
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, str(os.getpid()).encode())

    def _take(self) -> bool:
        try:
            if fcntl is not None:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                os.lseek(self._handle, FAR, os.SEEK_SET)
                msvcrt.locking(self._handle, msvcrt.LK_NBLCK, 1)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def release(self) -> None:
        """Let others have it."""
        if self._handle >= 0:
            if fcntl is None:  # else it goes only when the system finds the time
                os.lseek(self._handle, FAR, os.SEEK_SET)
                with contextlib.suppress(OSError):
                    msvcrt.locking(self._handle, msvcrt.LK_UNLCK, 1)
            os.close(self._handle)
            self._handle = -1


def is_open(home: Home, number: int) -> bool:
    """Whether some process has the table open at this moment."""
    try:
        TableLock(home, number, wait=0.0).release()
    except ClientError:
        return True
    return False
