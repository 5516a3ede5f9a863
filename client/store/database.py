"""The SQLite file of a player: opened privately, written in transactions, every failure in words."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from client.errors import ClientError, UsageError
from client.home import Home, lets_others, private_folder, sync_folder
from client.store.schema import NewerSchema, migrate

BUSY = 10.0
"""Seconds to wait while another client of this player writes."""
OF_THE_DISK = (
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY,
)  # fmt: skip
"""Errors of the place, not of the file: nothing in it is lost."""
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, for dates in the file."""
    return datetime.now(UTC)


class Store:
    """The file of `home`, open until `close`. Several clients of one player may have it open at once.

    Raises UsageError if others could read it, or it is no file of this program, or of a later one.
    """

    def __init__(self, home: Home, clock: Clock = utc_now) -> None:
        self.home = home
        self.file = home.store_file
        self._clock = clock
        self._full = True
        _make_private(self.file)
        self._db = sqlite3.connect(self.file, timeout=BUSY, isolation_level=None)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            migrate(self._db, self.now())
        except NewerSchema as error:
            self.close()
            raise UsageError(f"{self.file} was written by a later version of kingsmoot; update this one") from error
        except sqlite3.DatabaseError as error:
            self.close()
            raise _unusable(self.file, error) from error

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def now(self) -> str:
        """The date and time as they are kept: `2026-11-29T20:15:00Z`."""
        return self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query. Raises UsageError if the file is damaged."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise _unusable(self.file, error) from error

    @contextlib.contextmanager
    def writing(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """A transaction: all of the block, or nothing.

        It outlives the end of this process in any case. If `durable` it is on the disk when the block ends, and so are
        all transactions before it. Raises ClientError if the disk does not take it.
        """
        try:
            if durable is not self._full:
                self._db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
                self._full = durable
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # a full disk may have rolled it back already
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.DatabaseError as error:
            raise ClientError(f"cannot write {self.file}: {error}; make room, nothing was sent") from error


def _make_private(file: Path) -> None:
    """An empty file for its owner alone, before SQLite opens it: its companions get the same mode."""
    private_folder(file.parent)
    try:
        if not file.exists():
            with contextlib.suppress(FileExistsError):  # another client was quicker
                os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            sync_folder(file.parent)
        readable = lets_others(file)
    except OSError as error:
        raise UsageError(f"cannot use {file}: {error.strerror}; choose another folder with --home") from error
    if readable:
        raise UsageError(f"{file} can be read by others, so its secrets may be stolen; run: chmod 600 {file}")


def _unusable(file: Path, error: sqlite3.DatabaseError) -> UsageError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in OF_THE_DISK:
        return UsageError(f"cannot use {file}: {error}; make room and let it be written, or choose another --home")
    return UsageError(f"cannot use {file}: {error}; put a copy back, or move it away to begin anew")
