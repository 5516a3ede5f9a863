"""How the settings of the game of Westeros are called and what each does, in one line."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from engine.agot.edition import edition, variants
from engine.core.plain import Plain

HOUSES = "drawn by lot, agreed in the order of the seats, or their names in that order with commas between"
WAYS = {"drawn": "drawn by lot", "agreed": "in the order of the seats"}
"""How the houses come to the seats, by the value of the setting; it goes on after the title."""


def explained(seats: int) -> Mapping[str, str]:
    """The settings of a table of that size."""
    offered = {ident: variant for ident, variant in sorted(variants().items()) if seats in variant.players}
    return {"houses": HOUSES} | {ident: variant.effect for ident, variant in offered.items()}


@cache
def titles() -> Mapping[str, str]:
    """What people call each setting; a test asks that every one has a title."""
    named: Mapping[str, str] = json.loads(resources.files("client.words").joinpath("agot_settings.json").read_bytes())
    return named


def told(key: str, value: Plain) -> str:
    """What the setting of the houses means by a value; nothing of other settings."""
    if key != "houses":
        return ""
    named: Mapping[str, Any] = edition(5, ()).houses
    taken = [named[part.strip()].name if part.strip() in named else part.strip() for part in str(value).split(",")]
    return WAYS.get(str(value), f"{', '.join(taken)}, in the order of the seats")


def usual() -> Mapping[str, Sequence[str]]:
    """The ways in which the houses come to the seats."""
    return {"houses": tuple(WAYS)}
