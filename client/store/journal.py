"""One table while it is played: its keys before they are used, its journal as it grows, the record at the end."""

import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from client.errors import ClientError, UsageError
from client.home import Home, private_folder, replace_file, sync_folder
from client.store.database import Store
from client.store.drafts import draft_of, keep_draft
from client.store.lobbies import keep_talk, talk_of
from client.store.lock import SHORT_WAIT, TableLock
from client.store.tables import (
    ENDED,
    GATHERING,
    KEYS,
    NONCE,
    PLAYING,
    SHORT,
    STOPPED,
    Crew,
    Door,
    KeptTable,
    Result,
    items_of,
    keys_of,
    record_of,
    table_numbered,
)
from engine.core.plain import Plain
from protocol.agreement import Agreement, Form
from protocol.record import table_item
from protocol.secret import SeatKeys

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Standing:
    """How far a game is, `stage` in words; and which seats were last met at the relay."""

    slot: int
    phase: int
    round: int
    stage: str
    relayed: tuple[int, ...] = ()


class TableJournal:
    """Where one seat at one table keeps what it must never lose; it is `net.journal.Journal`.

    What `write` has taken survives the death of this process; what was there before `sync` survives a power cut. The
    driver writes, then syncs, then sends. A disk that fails ends the game here, for it is better to be away than to say
    two things. Only one process has a table open at a time.
    """

    def __init__(self, home: Home, number: int, wait: float = SHORT_WAIT) -> None:
        self.number = number
        self._lock = TableLock(home, number, wait)
        self._store = Store(home)
        ((last,),) = self._store.rows("SELECT coalesce(max(position), 0) FROM items WHERE number = ?", number)
        self._last: int = last
        self._unsynced = False
        self._standing: Callable[[], Standing] | None = None

    @classmethod
    def gather(
        cls, home: Home, form: Form, seat: int, ways: Sequence[Sequence[str]], door: Door, crew: Crew
    ) -> "TableJournal":
        """A new table, of which the form is known and nothing is signed yet."""
        with Store(home) as store, store.writing() as db:
            made = db.execute(
                "INSERT INTO tables (form, state, seat, ways, listen, port, relay, token, hosted, code,"
                " bot, bots, bot_kind, started) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    form.encoded, GATHERING, seat, json.dumps(ways), door.listen, door.port, door.relay, door.token,
                    door.hosted, door.code, crew.bot, crew.bots, crew.kind, store.now(),
                ),
            )  # fmt: skip
        return cls(home, int(made.lastrowid or 0))

    @property
    def kept(self) -> KeptTable:
        """The table as it is on the disk."""
        return table_numbered(self._store, self.number)

    @property
    def short_id(self) -> str:
        """By what people call this table."""
        return self.kept.id[:SHORT]

    def draw_keys(self) -> tuple[SeatKeys, bytes]:
        """Fresh keys for this game and the nonce of the lock, on disk when this returns."""
        entropy = os.urandom(KEYS + NONCE)
        with self._store.writing() as db:
            db.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?)", (self.number, entropy))
        return SeatKeys.from_bytes(entropy[:KEYS]), entropy[KEYS:]

    def keys(self) -> SeatKeys:
        """The keys that were drawn for this table."""
        return keys_of(self._store, self.number)

    def begin(self, agreement: Agreement) -> None:
        """The table is agreed: from here on it can be taken up again."""
        with self._store.writing() as db:
            db.execute(
                "UPDATE tables SET game_id = ?, head = ?, state = ? WHERE number = ?",
                (agreement.game_id, table_item(agreement), PLAYING, self.number),
            )

    def abandon(self) -> None:
        """No table came about: what was kept of it is of no use to anybody."""
        with self._store.writing() as db:
            db.execute("DELETE FROM tables WHERE number = ? AND state = ?", (self.number, GATHERING))

    def forget(self) -> None:
        """The seat is given up for good: journal and keys go, a record that was written stays. Raises ClientError."""
        with self._store.writing() as db:
            db.execute("DELETE FROM tables WHERE number = ?", (self.number,))

    def listen_at(self, door: Door) -> None:
        """We listen elsewhere from now on."""
        with self._store.writing(durable=False) as db:
            db.execute("UPDATE tables SET port = ? WHERE number = ?", (door.port, self.number))

    def follow(self, standing: Callable[[], Standing]) -> None:
        """From now on note with every sync where the game stands."""
        self._standing = standing

    def items(self) -> list[bytes]:
        """All items so far, in order."""
        return items_of(self._store, self.number)

    def write(self, items: Sequence[bytes]) -> None:
        """Append the items. Raises ClientError if the disk does not take them."""
        if items:
            with self._store.writing(durable=False) as db:
                self._append(db, items)
            self._last += len(items)
            self._unsynced = True

    def sync(self, items: Sequence[bytes] = ()) -> None:
        """Append the items; return only when all that was written is on the disk. Raises ClientError if it cannot be.

        Noting where the game stands is a transaction that the disk must confirm, and with it all before. It counts the
        items, too: SQLite writes nothing, and so waits for nothing, when a row stays as it was.
        """
        if not (items or self._unsynced):
            return
        now = self._standing() if self._standing is not None else Standing(0, 0, 0, "")
        last = self._last + len(items)
        with self._store.writing() as db:
            self._append(db, items)
            db.execute(
                "UPDATE tables SET items = ?, slot = ?, phase = ?, round = ?, stage = ?, relayed = ? WHERE number = ?",
                (last, now.slot, now.phase, now.round, now.stage, json.dumps(now.relayed), self.number),
            )
        self._last, self._unsynced = last, False

    def _append(self, db: sqlite3.Connection, items: Sequence[bytes]) -> None:
        rows = [(self.number, self._last + at, item) for at, item in enumerate(items, 1)]
        db.executemany("INSERT INTO items VALUES (?, ?, ?)", rows)

    def keep_draft(self, slot: int, pieces: tuple[Plain, ...]) -> None:
        """Note what is chosen in the question of a slot and not sent yet, as well as that can be done now."""
        try:
            keep_draft(self._store, self.number, slot, pieces)
        except ClientError as error:  # nobody's game may end for what is only a comfort
            log.warning("a draft is not kept: %s", error)

    def draft(self) -> tuple[int, tuple[Plain, ...]] | None:
        """What was noted so, and the slot."""
        return draft_of(self._store, self.number)

    def keep_lobby(self, lines: Sequence[str]) -> None:
        """Note what was said in the lobby, as well as that can be done now."""
        try:
            keep_talk(self._store, self.number, lines)
        except ClientError as error:  # as with a draft
            log.warning("the talk of the lobby is not kept: %s", error)

    def lobby(self) -> list[str]:
        """What was noted so, a sentence each."""
        return talk_of(self._store, self.number)

    def rest(self, ended: bool, fault: str, result: Result | None = None) -> None:
        """The table is left: ended, stopped by a proven fault, or to be taken up again.

        `result`: how the game ended, if it has; what was once noted of it stays.
        """
        state = ENDED if ended else STOPPED if fault else PLAYING
        with self._store.writing() as db:
            db.execute(
                "UPDATE tables SET state = ?, reason = ?, ended = coalesce(ended, ?), result = coalesce(result, ?)"
                " WHERE number = ?",
                (
                    state, fault, self._store.now() if state != PLAYING else None,
                    result.encoded if result is not None and ended else None, self.number,
                ),
            )  # fmt: skip
            if state != PLAYING:
                db.execute("DELETE FROM drafts WHERE number = ?", (self.number,))

    @property
    def home(self) -> Home:
        """Where it is kept."""
        return self._store.home

    def finish(self, out: str | None) -> Path:
        """Write the record of all that was said so far, also to `out`; gives its path.

        Raises UsageError if `out` cannot be written; the record beside the store is there then.
        """
        folder = private_folder(self._store.home.records)
        file = folder / f"{self.short_id}.moot"
        record = record_of(self._store, self.kept)
        replace_file(file, record, self._store.file)
        return file if out is None else copy_record(file, Path(out))

    def close(self) -> None:
        """Let go of the table."""
        self._store.close()
        self._lock.release()


def copy_record(file: Path, out: Path) -> Path:
    """Copy a record to where its owner wants it: whole or not at all. Raises UsageError."""
    half = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, half)
        half.replace(out)
        sync_folder(out.parent)
    except OSError as error:
        raise UsageError(f"cannot write {out}: {error.strerror}; the record is kept in {file}") from error
    return out
