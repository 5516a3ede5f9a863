"""The games that keep the contract, and how long a random game of each may be."""

from random import Random
from typing import Any

from engine.registry import game as registered

from engine.core.match import Game, Match
from engine.core.playout import Oracle
from tests.core import duel, robbers

TABLES: dict[str, tuple[Game[Any], int, int]] = {
    "duel": (duel.GAME, 3, 200),
    "robbers": (robbers.GAME, 3, 400),
    "agot": (registered("agot"), 5, 5_000),
}


def start(name: str, seed: int) -> tuple[Match[Any], Oracle]:
    """A fresh match of that game at its usual table, and an oracle drawing from `seed`."""
    game, seats, _ = TABLES[name]
    return Match.start(game, seats, {}), Oracle(seats, Random(seed).randrange)
