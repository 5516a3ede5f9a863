"""The pieces of an answer that is not sent yet: a secret of this player like his keys, and no part of the journal."""

from typing import Any

from client.store.database import Store
from engine.core.plain import Plain
from protocol.encoding import EncodingFault, pack, unpack


def keep_draft(store: Store, number: int, slot: int, pieces: tuple[Plain, ...]) -> None:
    """Note the pieces in the place of those before; none at all are nothing to note. Raises ClientError.

    It survives the end of this process, and need not survive a power cut: nothing waits for the disk.
    """
    with store.writing(durable=False) as db:
        if pieces:
            db.execute("INSERT OR REPLACE INTO drafts VALUES (?, ?, ?)", (number, slot, pack(pieces)))
        else:
            db.execute("DELETE FROM drafts WHERE number = ?", (number,))


def draft_of(store: Store, number: int) -> tuple[int, tuple[Plain, ...]] | None:
    """The slot and the pieces that were noted; None if there are none, or none that can be read: they can be spared."""
    rows = store.rows("SELECT slot, pieces FROM drafts WHERE number = ?", number)
    if not rows:
        return None
    slot, packed = rows[0]
    try:
        pieces: Any = unpack(packed)
    except (EncodingFault, TypeError):
        return None
    return (slot, pieces) if isinstance(slot, int) and isinstance(pieces, tuple) and _plain(pieces) else None


def _plain(value: object) -> bool:
    """Whether a piece can be made of it."""
    return (
        value is None or isinstance(value, bool | int | str) or (isinstance(value, tuple) and all(map(_plain, value)))
    )
