"""The table that was hosted last, as its form was filled in: the next form begins with it. The code is never kept."""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

from client.cli import BOT_KINDS
from client.errors import ClientError
from client.home import Home, private_folder, replace_file
from client.listening import NOWHERE
from client.screen.variants import why_not_settings
from client.words.library import find_game
from engine.registry import names as all_games
from net.address import AddressError, parse_address

FILE = "last-table.json"
SIZE = 10_000
"""Bytes of it at most; what is longer is no file of ours."""
KEPT = ("game", "seats", "settings", "kind", "bots", "private", "listed", "relay", "listen")


def keep(home: Home, values: Mapping[str, Any]) -> None:
    """Remember what a table was opened with; a home that cannot be written is no reason not to open it."""
    kept = {name: values[name] for name in KEPT}
    with contextlib.suppress(ClientError, OSError):
        replace_file(private_folder(home.state) / FILE, json.dumps(kept, indent=1).encode())


def last_table(home: Home) -> dict[str, Any]:
    """The values to begin with, {} if none are kept or they are none that this version can use."""
    try:
        with open(home.state / FILE, "rb") as file:
            values = json.loads(file.read(SIZE))
    except (OSError, ValueError):
        return {}
    return {name: values[name] for name in KEPT} if _usable(values) else {}


def _usable(values: Any) -> bool:
    if not isinstance(values, dict) or not set(KEPT) <= set(values) or values["game"] not in all_games():
        return False
    game, seats, bots, settings = (values[name] for name in ("game", "seats", "bots", "settings"))
    return (
        type(seats) is int
        and seats in find_game(game).seats
        and type(bots) is int
        and 0 <= bots < seats
        and values["kind"] in BOT_KINDS
        and all(isinstance(values[name], bool) for name in ("private", "listed"))
        and _is_address(values["relay"])
        and (values["listen"] == NOWHERE or _is_address(values["listen"]))
        and isinstance(settings, dict)
        and all(isinstance(value, bool | str | int) for value in settings.values())
        and not why_not_settings(game, seats, settings)
    )


def _is_address(text: object) -> bool:
    """Whether it is HOST:PORT, or nothing."""
    try:
        return text is None or (isinstance(text, str) and bool(parse_address(text)))
    except AddressError:
        return False
