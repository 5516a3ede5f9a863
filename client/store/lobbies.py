"""What was said in the lobby of a table: nobody has signed it, so it is no part of the journal."""

import json
from collections.abc import Sequence

from client.store.database import Store


def keep_talk(store: Store, number: int, lines: Sequence[str]) -> None:
    """Note the lines, in order, in the place of those before; nothing waits for the disk. Raises ClientError."""
    with store.writing(durable=False) as db:
        db.execute("INSERT OR REPLACE INTO lobbies VALUES (?, ?)", (number, json.dumps(list(lines))))


def talk_of(store: Store, number: int) -> list[str]:
    """The lines that were noted; none if they cannot be read: they can be spared."""
    rows = store.rows("SELECT talk FROM lobbies WHERE number = ?", number)
    try:
        lines = json.loads(rows[0][0]) if rows else []
    except (ValueError, TypeError, RecursionError):
        return []
    return lines if isinstance(lines, list) and all(isinstance(line, str) for line in lines) else []
