"""What the rules of the game of Westeros, first edition, have besides clauses: titles of chapters, an introduction."""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

FOLDER = "client.words"


@cache
def chapters() -> Mapping[str, str]:
    """The title of each chapter by what stands before the dot of its clauses, in the order of the rules."""
    titles: Mapping[str, str] = json.loads(resources.files(FOLDER).joinpath("agot_chapters.json").read_bytes())
    return titles


@cache
def introduction() -> str:
    """The game in short."""
    return resources.files(FOLDER).joinpath("agot_introduction.md").read_text(encoding="utf-8")
