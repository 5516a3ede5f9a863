"""Whom this player has played with. Names are free: a known name with another key is told before anything is signed."""

from collections.abc import Iterable
from dataclasses import dataclass

from client.store.database import Store
from protocol.agreement import Seat

COLUMNS = "name, key, first_seen, last_seen"


@dataclass(frozen=True)
class Known:
    """A player met at a table: the latest name, the key, and the dates of the first and the last agreement."""

    name: str
    key: bytes
    first_seen: str
    last_seen: str

    @property
    def since(self) -> str:
        """The day of the first agreement."""
        return self.first_seen[:10]


def all_known(store: Store) -> list[Known]:
    """Everybody, by name."""
    return [Known(*row) for row in store.rows(f"SELECT {COLUMNS} FROM people ORDER BY folded, first_seen")]


def changed_keys(store: Store, seats: Iterable[Seat]) -> list[tuple[Seat, Known]]:
    """The seats whose name is known with another key only, each with whom we know by that name."""
    changed = []
    for seat in seats:
        same = [Known(*row) for row in store.rows(f"SELECT {COLUMNS} FROM people WHERE folded = ?", fold(seat.name))]
        if same and all(known.key != seat.identity for known in same):
            changed.append((seat, max(same, key=lambda known: known.last_seen)))
    return changed


def meet(store: Store, seats: Iterable[Seat]) -> None:
    """Note who has signed a table with us."""
    now = store.now()
    with store.writing() as db:
        db.executemany(
            "INSERT INTO people VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET "
            "name = excluded.name, folded = excluded.folded, last_seen = excluded.last_seen",
            [(seat.identity, seat.name, fold(seat.name), now, now) for seat in seats],
        )


def fold(name: str) -> str:
    """Names that differ in case or blanks alone are one name to the eye."""
    return " ".join(name.casefold().split())
