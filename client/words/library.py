"""Which module speaks for which game, imported only when it is needed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from client.errors import UsageError
from client.words.general import GameWords, names
from engine.core.match import Game, Match
from engine.core.plain import Plain
from engine.registry import game as registered
from engine.registry import names as all_games
from protocol.agreement import PROOFS, SPECTATORS

TABLE_SETTINGS: Mapping[str, str] = {
    SPECTATORS: "whoever has the invitation may watch, without a seat; he is told what all players are told",
}
TABLE_TITLES: Mapping[str, str] = {SPECTATORS: "Spectators may watch", PROOFS: "Proofs of closed cards"}
"""What people call those settings that every game has, or may have."""

MODULES = {"agot": "client.words.agot"}
"""Where the `words_of` of each game lives, by the name of the game."""
SETTINGS = {"agot": "client.words.agot_settings"}
"""Where its `SettingWords` live, apart from the words, which take longer to load; none for a game without settings."""


class SettingWords(Protocol):
    """What a module gives on the settings that are its game's own."""

    def explained(self, seats: int) -> Mapping[str, str]:
        """Each setting at a table of that size, with one line on what it does."""

    def titles(self) -> Mapping[str, str]:
        """What people call each of them, at tables of any size."""

    def told(self, key: str, value: Plain) -> str:
        """What a value of a setting means, behind its title; empty if the plain way to tell it will do."""

    def usual(self) -> Mapping[str, Sequence[str]]:
        """The values that people choose for those settings that take more than yes and no."""


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
    own = _own(name)
    return {**own.explained(seats), **TABLE_SETTINGS} if own is not None else TABLE_SETTINGS


def setting_title(game: str, key: str) -> str:
    """What people call a setting; what is not known is called by its own name."""
    own = _own(game) if key not in TABLE_TITLES else None
    return own.titles().get(key, key) if own is not None else TABLE_TITLES.get(key, key)


def setting_words(game: str, key: str, value: Plain) -> str:
    """A setting that is not switched off, by its title, and by its value if that is more than yes."""
    title = setting_title(game, key)
    own = _own(game) if key not in TABLE_TITLES else None
    told = own.told(key, value) if own is not None else ""
    if told:
        return f"{title} {told}"
    return title if value is True else f"{title}: {value}"


def usual_values(name: str) -> Mapping[str, Sequence[str]]:
    """The values that people choose for those settings that take more than yes and no; others may be allowed, too."""
    own = _own(name)
    return own.usual() if own is not None else {}


def _own(game: str) -> SettingWords | None:
    """What a game says of its own settings; None if it has none."""
    return cast("SettingWords", import_module(SETTINGS[game])) if game in SETTINGS else None
