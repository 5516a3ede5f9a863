"""One folder a table: the keys of the game before they are used, the journal as it grows, the record at the end."""

import os
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from client.errors import ClientError, UsageError
from client.home import Home, private_folder, sync_folder, write_private
from protocol.agreement import Agreement
from protocol.record import MAGIC, assemble, table_item
from protocol.secret import SeatKeys

KEYS, NONCE = 96, 32


class TableFolder:
    """Where one seat at one table keeps what it must never lose; it is `net.table.Journal`.

    Every item is on the disk before anything that depends on it leaves: the driver calls `write`, then `sync`, then
    sends. A disk that fails ends the game here, for it is better to be away than to say two things.
    """

    def __init__(self, home: Home) -> None:
        self.path = private_folder(home.tables / secrets.token_hex(8))
        self._items: list[bytes] = []
        self._stream = -1
        self._agreement: Agreement | None = None

    def draw_keys(self) -> tuple[SeatKeys, bytes]:
        """Fresh keys for this game and the nonce of the lock, on disk when this returns."""
        entropy = os.urandom(KEYS + NONCE)
        write_private(self.path / "keys", entropy)
        return SeatKeys.from_bytes(entropy[:KEYS]), entropy[KEYS:]

    def begin(self, agreement: Agreement) -> None:
        """Start the journal with the table that all have signed."""
        file = self.path / "journal.moot"
        write_private(file, MAGIC + table_item(agreement))
        self._agreement = agreement
        self._stream = os.open(file, os.O_WRONLY | os.O_APPEND)

    def write(self, items: Sequence[bytes]) -> None:
        """Append the items. Raises ClientError if the disk does not take them."""
        data = b"".join(items)
        try:
            while data:
                data = data[os.write(self._stream, data) :]
        except OSError as error:
            raise ClientError(f"cannot write {self.path}: {error.strerror}; make room, nothing was sent") from error
        self._items += items

    def sync(self) -> None:
        """Return only when all that was written is on the disk. Raises ClientError if it cannot be."""
        try:
            os.fsync(self._stream)
        except OSError as error:
            raise ClientError(f"cannot write {self.path}: {error.strerror}; nothing was sent") from error

    def close(self) -> None:
        """End the journal."""
        if self._stream >= 0:
            os.close(self._stream)
            self._stream = -1

    def finish(self, out: str | None) -> Path | None:
        """Write the record of all that was said so far, also to `out`, once; gives its path, None before any agreement.

        Raises UsageError if `out` cannot be written; the record in the folder is there then.
        """
        if self._agreement is None:
            return None
        file = self.path / "record.moot"
        if not file.exists():
            write_private(file, assemble(self._agreement, self._items))
            if out is not None:
                copy_record(file, Path(out))
        return file if out is None else Path(out)


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
