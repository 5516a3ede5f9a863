"""Our own seat at a game that is looked back at: it opens those closed cards that this seat has seen."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from client.home import Home
from client.store.database import Store
from client.store.tables import seat_at
from engine.core.plain import Seat
from protocol.secret import GameSecret


@dataclass(frozen=True)
class Own:
    """The seat of whoever looks at a record, with its secret of that game."""

    seat: Seat
    secret: GameSecret


FindOwn: TypeAlias = Callable[[bytes], Own | None]
"""find_own(game id): the seat that we have at that game, None if we have none."""


def own_seat(home: Home, game_id: bytes) -> Own | None:
    """Our seat at a game, as our store has it. Raises UsageError if the store cannot be read."""
    if not home.store_file.exists():
        return None
    with Store(home) as store:
        found = seat_at(store, game_id)
    return Own(found[0], found[1].secret) if found is not None else None
