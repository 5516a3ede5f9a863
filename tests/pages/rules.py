"""The rules of a game as a page, from the very clauses that errors and help cite."""

import re
from itertools import groupby
from pathlib import Path

from engine.registry import game

FOLDER = Path(__file__).parents[2] / "docs" / "rules"

TITLES = {
    "agot": (
        "A Game of Thrones, first edition (2003)",
        {
            "W0": "Terms",
            "W1": "Set-up",
            "W2": "Westeros phase",
            "W3": "Planning phase",
            "W4": "Raids",
            "W5": "Marches",
            "W6": "Battle",
            "W7": "Consolidate Power and the end of a round",
            "W8": "Victory",
            "W9": "Neutral forces",
            "W10": "Three and four players",
            "W11": "Map",
            "W12": "House cards",
            "W13": "Options",
            "W14": "What is secret, what is chance",
            "W15": "A seat held absent",
        },
    ),
}
"""Title of the page and of each chapter, by game."""


def path_of(name: str) -> Path:
    """Where the page of a game stands."""
    return FOLDER / f"{name}.md"


def page(name: str) -> str:
    """The page: a chapter for each number before the dot, a line for each clause, in the order of the data."""
    title, chapters = TITLES[name]
    lines = [
        f"# {title}",
        "",
        "The rules as Kingsmoot plays them, in our own words. Every number can be cited: errors do, and",
        f"`kingsmoot rules {name} {next(iter(game(name).clauses()))}` prints the clause. This page is made from the",
        "data that the program reads (`python -m tests.pages`).",
    ]
    clauses = game(name).clauses()
    for chapter, idents in groupby(clauses, lambda ident: ident.split(".")[0]):
        lines += ["", f"## {chapter} {chapters[chapter]}", ""]
        for ident in idents:
            inner = re.fullmatch(r"[A-Z]\d+\.\d+[a-z]", ident) is not None
            lines.append(f"{'  ' if inner else ''}- **{ident}** {clauses[ident]}")
    return "\n".join(lines) + "\n"
