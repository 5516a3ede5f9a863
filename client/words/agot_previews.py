"""What stands with the pieces of an answer so far, and what would stand with one more: open figures only."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.words.agot_names import Names
from engine.core.plain import Plain
from engine.westeros.state import House, Kings

Preview: TypeAlias = Callable[[Names, Kings, House, tuple[Any, ...]], list[str]]
"""preview(names, position, house asked, pieces with the one looked at): lines, the one that matters most first."""

PREVIEWS: Mapping[str, Preview] = {}
"""By topic."""


def preview(n: Names, s: Kings, topic: str, house: House, pieces: tuple[Plain, ...], piece: Plain) -> list[str]:
    """The lines for the pieces, and the piece looked at after them unless it is None."""
    shown = PREVIEWS.get(topic)
    if shown is None:
        return []
    return shown(n, s, house, pieces if piece is None else (*pieces, piece))
