"""The pieces of an answer that is not sent yet: kept at every step, and put back once when the program comes again."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from client.play.asking import Ask
from engine.core.errors import Refused
from engine.core.plain import Plain, exact

Pieces: TypeAlias = tuple[Plain, ...]
Keep: TypeAlias = Callable[[int, Pieces], None]
"""keep(slot, pieces): note what is chosen in the question of a slot; no pieces, and nothing need be noted."""


def _nowhere(slot: int, pieces: Pieces) -> None:
    """For a table that is not kept."""


class Draft:
    """What one person has chosen and not sent. `kept`: the slot and the pieces that an earlier run has left, if any."""

    def __init__(self, kept: tuple[int, Pieces] | None = None, keep: Keep = _nowhere) -> None:
        self._kept = kept
        self._keep = keep
        self._noted: Pieces = ()
        self.is_kept = keep is not _nowhere

    def follow(self, ask: Ask | None) -> None:
        """Note what is chosen, if that is not what was noted last; what is sent stands in the journal."""
        if ask is not None and ask.building.pieces != self._noted:
            self._noted = ask.building.pieces
            self._keep(ask.slot, self._noted)

    def restore(self, ask: Ask) -> list[str]:
        """Put back what was left, if `ask` is the question it was left at, and say so; else nothing.

        Only the first question can be that one. The rules judge the pieces again, and all of them are dropped if one
        may not be chosen any more.
        """
        kept, self._kept, self._noted = self._kept, None, ()
        if kept is None or kept[0] != ask.slot or not kept[1]:
            return []
        if not _put(ask, kept[1]):
            ask.building.clear()
            self._keep(ask.slot, ())
            return []
        self._noted = ask.building.pieces
        here = "Your choice is" if len(kept[1]) == 1 else f"Your {len(kept[1])} choices are"
        return [f"{here} here again; nothing was {'sealed' if ask.secret else 'sent'}."]


def _put(ask: Ask, pieces: Sequence[Plain]) -> bool:
    """Add the pieces, each of which must be on offer when it is its turn; whether all could be added."""
    for piece in pieces:
        choice = next((choice for choice in ask.building.choices if exact(choice.piece, piece)), None)
        if choice is None:
            return False
        try:
            ask.building.take(choice)
        except Refused:
            return False
    return True
