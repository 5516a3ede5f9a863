"""Previews of hand-made positions, line by line or as one text."""

from typing import Any

from client.words import agot_previews
from client.words.agot_names import Names
from engine.westeros.state import Kings
from tests.agot.board import E

N = Names(E, ())


def shown(s: Kings, topic: str, house: str, pieces: tuple[Any, ...] = (), piece: Any = None) -> list[str]:
    """The preview, line by line."""
    return agot_previews.preview(N, s, topic, house, pieces, piece)


def text(s: Kings, topic: str, house: str, pieces: tuple[Any, ...] = (), piece: Any = None) -> str:
    return " ".join(" ".join(shown(s, topic, house, pieces, piece)).split())
