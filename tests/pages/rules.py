"""The rules of a game as a page, from the very clauses that errors and help cite."""

import re
from pathlib import Path

from client.matches import match_for_reading
from client.play.rulebook import chapters
from client.words.library import MODULES, words_for
from client.words.titles import TITLES

FOLDER = Path(__file__).parents[2] / "docs" / "rules"
GAMES = tuple(MODULES)


def path_of(name: str) -> Path:
    """Where the page of a game stands."""
    return FOLDER / f"{name}.md"


def page(name: str) -> str:
    """The page: a chapter for each number before the dot, a line for each clause, in the order of the data."""
    words = words_for(match_for_reading(name), ())
    lines = [
        f"# {TITLES[name]}",
        "",
        "The rules as Kingsmoot plays them, in our own words. Every number can be cited: errors do, and",
        f"`kingsmoot rules {name} {next(iter(words.clauses))}` prints the clause. This page is made from the",
        "data that the program reads (`python -m tests.pages`).",
    ]
    for chapter in chapters(words):
        lines += ["", f"## {chapter.ident} {chapter.title}", ""]
        for ident in chapter.clauses:
            inner = re.fullmatch(r"[A-Z]\d+\.\d+[a-z]", ident) is not None
            lines.append(f"{'  ' if inner else ''}- **{ident}** {words.clauses[ident]}")
    return "\n".join(lines) + "\n"
