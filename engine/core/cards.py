"""Cards that not everybody may see: handles, faces, and what an answer asserts about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.plain import Seat

Handle: TypeAlias = str
"""`deck.serial.index`: one closed card in one order of its deck. A shuffle ends it; it is never used again."""

Face: TypeAlias = str
"""What a card shows: an id from the game's data."""

Faces: TypeAlias = Mapping[Handle, Face]
"""Faces that somebody knows. A seat's `Knowledge` is such a map, held by that seat's client alone."""

NO_FACES: Faces = {}


def handles(deck: str, serial: int, count: int) -> tuple[Handle, ...]:
    """The handles of a deck freshly made or shuffled, from the top."""
    return tuple(f"{deck}.{serial}.{i}" for i in range(count))


def deck_of(handle: Handle) -> str:
    """The deck a handle belongs to."""
    return handle.split(".", 1)[0]


@dataclass(frozen=True)
class Absent:
    """The claim that no card of `seat` among `handles` shows one of `faces`.

    Proved at once or by the audit, as the table agreed. `clause` is the rule that makes the seat say it.
    """

    seat: Seat
    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    clause: str
