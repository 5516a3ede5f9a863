"""Which module speaks for which game, imported only when it is needed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from client.errors import UsageError
from client.words.general import GameWords, names
from engine.core.match import Game, Match
from engine.registry import game as registered
from engine.registry import names as all_games
from protocol.agreement import SPECTATORS

TABLE_SETTINGS: Mapping[str, str] = {
    SPECTATORS: "whoever has the invitation may watch, without a seat; he is told what all players are told",
}

MODULES = {"agot": "client.words.agot"}
"""Where the `words_of` of each game lives, by the name of the game."""


def find_game(name: str) -> Game[Any]:
    """The game of that name. Raises UsageError."""
    try:
        return registered(name)
    except KeyError:
        raise UsageError(f"there is no game `{name}`; there is {names(all_games())}") from None


def words_for(match: Match[Any], players: Sequence[str], language: str = "en") -> GameWords:
    """The words for a match, with the players' names by seat. Raises UsageError for a game without words.

    `language` is that of the names of areas, units and cards; a name that is not known in it stays English.
    """
    name = match.game.name
    if name not in MODULES:
        raise UsageError(f"{name} cannot be played by people yet; bots can")
    words: GameWords = import_module(MODULES[name]).words_of(match, players, language)
    return words


def settings_words(name: str, seats: int) -> Mapping[str, str]:
    """Each setting at a table of that size, with one line on what it does; of a game without words none of its own."""
    if name == "agot":
        from client.words.agot_settings import explained

        return {**explained(seats), **TABLE_SETTINGS}
    return TABLE_SETTINGS


def usual_values(name: str) -> Mapping[str, Sequence[str]]:
    """The values that people choose for those settings that take more than yes and no; others may be allowed, too."""
    return {"houses": ("drawn", "agreed")} if name == "agot" else {}
