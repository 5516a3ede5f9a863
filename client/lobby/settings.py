"""The settings of a table in one line."""

from collections.abc import Mapping
from typing import Any

from client.words.library import setting_words
from protocol.lobby import TableOffer


def chosen(offer: TableOffer) -> dict[str, Any]:
    """The settings of an offer, {} if they are none that this version can read."""
    pairs: Any = offer.settings
    try:
        return dict(pairs)
    except (TypeError, ValueError):
        return {}


def settings_line(game: str, settings: Mapping[str, Any]) -> str:
    """The settings that are switched on, in one line for people."""
    switched = [setting_words(game, key, value) for key, value in settings.items() if value is not False]
    return f"Settings: {'; '.join(switched)}." if switched else "Settings: as printed."


def shown(value: Any) -> str:
    """A value as it is typed."""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
