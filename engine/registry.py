"""Every game by its name, imported only when it is asked for."""

from importlib import import_module
from typing import Any

from engine.core.match import Game

MODULES = {"agot": "engine.agot.game"}
"""Where the `GAME` of each name lives, in the order to show them."""


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(MODULES)


def game(name: str) -> Game[Any]:
    """The game of that name. Raises KeyError if there is none."""
    found: Game[Any] = import_module(MODULES[name]).GAME
    return found
