"""What the pages of the rules say: paragraphs, clauses, lists of chapters and cards."""

from collections.abc import Iterable, Sequence

from client.play.cells import pad
from client.play.rulebook import CONTENTS, Chapter, chapter_rows, chapters, paragraphs
from client.screen.overlays import unfolded
from client.screen.rulebook.page import Line
from client.words.general import GameWords

COLUMN = 25
"""Cells for the name of a card in the list of all."""
HUNG = " " * 7
"""Below the number of a clause nothing stands but numbers."""
STYLE = "title.focus"


def first_page(words: GameWords) -> list[Line]:
    """The introduction and below it the contents; nothing if the game has neither."""
    lines = [Line(part.text, part.hang, STYLE if part.heading else "") for part in paragraphs(words.introduction)]
    all_chapters = chapters(words)
    if lines and all_chapters:
        lines.append(Line())
    return [*lines, *([Line(CONTENTS, style=STYLE), *links(all_chapters)] if all_chapters else [])]


def links(all_chapters: Sequence[Chapter]) -> list[Line]:
    """A line for each chapter, which leads to it."""
    rows = zip(all_chapters, chapter_rows(all_chapters), strict=True)
    return [Line(row[1:], opens=chapter.ident) for chapter, row in rows]


def clauses(words: GameWords, numbers: Iterable[str]) -> list[Line]:
    """Clauses behind their numbers."""
    return [line for number in numbers for line in (Line(f"{number:<6} {words.clauses[number]}", HUNG), Line())]


def all_clauses(words: GameWords) -> list[Line]:
    """Every clause, below the titles of the chapters if there are any."""
    parts = chapters(words)
    lines = [
        line
        for part in parts
        for line in (Line(f"{part.ident:<6} {part.title}", style=STYLE), Line(), *clauses(words, part.clauses))
    ]
    return lines or clauses(words, words.clauses)


def cards(words: GameWords) -> list[Line]:
    """The names of all cards, in three columns."""
    known = list(words.subjects("card"))
    rows = (len(known) + 2) // 3
    named = (Line("".join(pad(card, COLUMN) for card in known[row::rows]).rstrip()) for row in range(rows))
    return [Line("/ and the name of one shows what it does."), Line(), *named]


def card(lines: Sequence[str]) -> list[Line]:
    """What a card does."""
    return [Line(line, " " * (len(line) - len(line.lstrip()))) for line in unfolded(lines)] + [Line()]
