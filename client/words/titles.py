"""What the games are called. It knows no rules, so that a list of tables need not load any."""

from collections.abc import Mapping

TITLES: Mapping[str, str] = {"agot": "A Game of Thrones, first edition (2003)"}
"""The whole title of a game, by its name."""


def short_title(game: str) -> str:
    """The title without its edition, `A Game of Thrones`; the name of a game that is not known."""
    return TITLES.get(game, game).partition(",")[0]
