"""How much of each game can be called by its names in another language: counted in the data, not told by hand."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from client.words.general import names
from client.words.titles import short_title
from engine.registry import names as all_games

ENGLISH = "en"
NAMED = {"agot": "client.words.agot_names"}
"""Where the `things` live of each game that has names in other languages, by the name of the game."""


@cache
def known_names(languages: Sequence[str]) -> str:
    """`hu 28 of 44 areas, all 3 units and 19 of 46 cards; ro, es and ca none yet`, for each game.

    `languages`: those to tell of; English, in which everything is known, is left out.
    """
    others = [language for language in languages if language != ENGLISH]
    told = [_of_game(game, others) for game in all_games()]
    if len(told) == 1:
        return told[0]
    return ". ".join(f"{short_title(game)}: {text}" for game, text in zip(all_games(), told, strict=True))


def _of_game(game: str, languages: Sequence[str]) -> str:
    things = _things(game)
    known = {language: _counted(things, language) for language in languages}
    parts = [f"{language} {text}" for language, text in known.items() if text]
    none = [language for language, text in known.items() if not text]
    return "; ".join([*parts, *([f"{names(none)} none yet"] if none else [])])


def _counted(things: Mapping[str, Sequence[Any]], language: str) -> str:
    """How many of each kind have a name in it; nothing if none has."""
    rows = [(sum(bool(getattr(thing, f"name_{language}", None)) for thing in all_), all_) for all_ in things.values()]
    if not any(number for number, _ in rows):
        return ""
    return names(
        [
            f"all {number} {what}" if number == len(all_) else f"{number} of {len(all_)} {what}"
            for what, (number, all_) in zip(things, rows, strict=True)
        ]
    )


def _things(game: str) -> Mapping[str, Sequence[Any]]:
    """What has names in a game: kinds in the plural, each with its things."""
    if game not in NAMED:
        return {}
    things: Mapping[str, Sequence[Any]] = import_module(NAMED[game]).things()
    return things
