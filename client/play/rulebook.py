"""The rules to read: the game in short, chapters, and what a number, a name or words lead to."""

import difflib
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from client.play.cells import fold, table
from client.words.general import GameWords, names

MOST = 8
"""Clauses shown for words that stand in many."""
READ = 76
"""Cells of the introduction: it fits into a box on a screen of 80."""
HEADING = "## "
ITEM = "- "
CONTENTS = "Contents"
ALIKE = 0.75
"""How much of a word must be right for another one to be offered."""
NEAR = 3


@dataclass(frozen=True)
class Chapter:
    """A part of the rules: `W5`, its title, and the numbers of its clauses in their order."""

    ident: str
    title: str
    clauses: tuple[str, ...]

    @property
    def span(self) -> str:
        """Its first clause and its last one."""
        return self.clauses[0] if len(self.clauses) == 1 else f"{self.clauses[0]} to {self.clauses[-1]}"


@dataclass(frozen=True)
class Paragraph:
    """A piece of the introduction, whole: `hang` stands before its later lines wherever it is folded."""

    text: str
    hang: str = ""
    heading: bool = False


@dataclass(frozen=True)
class Found:
    """What somebody looked for.

    Attributes:
        chapters: those of that number, or with these words in their title.
        card: the lines of a card of that name.
        clauses: the numbers of the clauses that hold the words; of all of a chapter or clause that was named.
        exact: whether a chapter or a clause was named.
        near: what may have been meant; only if there is nothing else.
    """

    chapters: Sequence[Chapter] = ()
    card: Sequence[str] = ()
    clauses: Sequence[str] = ()
    exact: bool = False
    near: Sequence[str] = ()

    @property
    def anything(self) -> bool:
        """Whether something was found."""
        return bool(self.chapters or self.card or self.clauses)


# ------------------------------------------------------------ the whole
def chapters(words: GameWords) -> list[Chapter]:
    """All chapters that have a title, in their order."""
    parts = [
        (ident, title, tuple(number for number in words.clauses if number.partition(".")[0] == ident))
        for ident, title in words.chapters.items()
    ]
    return [Chapter(*part) for part in parts if part[2]]


def paragraphs(text: str) -> list[Paragraph]:
    """An introduction in headings, paragraphs and items, each in one piece; an empty one stands for an empty line."""
    found: list[Paragraph] = []
    for line in map(str.strip, text.strip().splitlines()):
        last = found[-1] if found else Paragraph("")
        if line.startswith(HEADING):
            found.append(Paragraph(line.removeprefix(HEADING), heading=True))
        elif line.startswith(ITEM):
            found.append(Paragraph(line, " " * len(ITEM)))
        elif not line or not last.text or last.heading:
            found.append(Paragraph(line))
        else:
            found[-1] = replace(last, text=f"{last.text} {line}")
    return found


def overview(words: GameWords) -> list[str]:
    """The introduction and the contents; of a game without them how many clauses there are."""
    lines = [line for part in paragraphs(words.introduction) for line in fold(part.text, part.hang, READ)]
    rows = contents(chapters(words))
    if rows:
        lines += ["", *rows] if lines else rows
    return lines or [f"{len(words.clauses)} clauses; rules NUMBER shows one, rules WORD those with that word."]


def contents(all_chapters: Sequence[Chapter]) -> list[str]:
    """A line for each chapter below a heading; nothing if there are none."""
    return [CONTENTS, *chapter_rows(all_chapters)] if all_chapters else []


def chapter_rows(all_chapters: Sequence[Chapter]) -> list[str]:
    """A line for each chapter: its number, its title, its clauses."""
    return table([(f"  {chapter.ident}", chapter.title, chapter.span) for chapter in all_chapters])


def topics(words: GameWords) -> list[tuple[str, str]]:
    """All that can be looked up by its name: chapters, clauses, cards; each with a note."""
    cards = [(card, "card") for card in words.subjects("card")]
    return [*words.chapters.items(), *words.clauses.items(), *cards]


# ------------------------------------------------------------ a part of it
def lookup(words: GameWords, what: str) -> list[str]:
    """What `what` leads to, in lines: a chapter, a clause, a card, the clauses that hold its words, or what is near."""
    wanted = what.strip()
    if not wanted:
        return overview(words)
    found = search(words, wanted)
    if not found.anything:
        return fold(nothing(wanted, found.near))
    if found.exact:
        rows = [f"{chapter.ident}  {chapter.title}" for chapter in found.chapters]
        return [*rows, *(line for number in found.clauses for line in clause(words, number))]
    lines = [*found.card, *(f"Chapter{row[1:]}" for row in chapter_rows(found.chapters))]
    lines += [line for number in found.clauses[:MOST] for line in clause(words, number)]
    return lines + (fold(f"And in {names(found.clauses[MOST:])}.") if found.clauses[MOST:] else [])


def everything(words: GameWords) -> list[str]:
    """All clauses, below the titles of their chapters if there are any."""
    titled = {chapter.clauses[0]: f"{chapter.ident}  {chapter.title}" for chapter in chapters(words)}
    lines: list[str] = []
    for number in words.clauses:
        if number in titled:
            lines += [*([""] if lines else []), titled[number], ""]
        lines += clause(words, number)
    return lines


def search(words: GameWords, what: str) -> Found:
    """What a number, the name of a card or any words lead to; a number may be typed without its letter.

    Clauses with the words as they are typed come first, then those where other letters follow. Those with the words
    in the middle of a longer one count only where there is nothing else: `tie` is no word of `casualties`.
    """
    wanted = what.strip().casefold()
    if not wanted:
        return Found()
    all_chapters = chapters(words)
    named = next((chapter for chapter in all_chapters if _is_number(chapter.ident, wanted)), None)
    if named is not None:
        return Found([named], clauses=named.clauses, exact=True)
    exact = next((number for number in words.clauses if _is_number(number, wanted)), None)
    if exact is not None:
        return Found(
            clauses=[number for number in words.clauses if number == exact or _part_of(number, exact)], exact=True
        )
    try:
        card, cards = words.card(what.strip()), ()
    except KeyError as error:
        card, cards = [], error.args
    titles = {chapter.ident: chapter.title for chapter in all_chapters}
    within = _holding(titles, wanted)
    found = Found(
        [chapter for chapter in all_chapters if chapter.ident in within], card, _holding(words.clauses, wanted)
    )
    return found if found.anything else Found(near=_near(words, wanted, cards))


def nothing(wanted: str, near: Sequence[str]) -> str:
    """The sentence for what was not found."""
    return f"There is no clause or card `{wanted}`" + (f"; near it: {names(near)}." if near else ", nor that word.")


def clause(words: GameWords, number: str) -> list[str]:
    """One clause behind its number."""
    return fold(f"{number}  {words.clauses[number]}", "      ")


def _holding(texts: Mapping[str, str], wanted: str) -> list[str]:
    """The keys of the texts that hold the words: whole ones first, then beginnings; only without these anything."""
    whole, begun = re.compile(rf"\b{re.escape(wanted)}\b"), re.compile(rf"\b{re.escape(wanted)}")
    found = [key for key, text in texts.items() if wanted in text.casefold()]
    better = [key for key in found if begun.search(texts[key].casefold())]
    return sorted(better, key=lambda key: not whole.search(texts[key].casefold())) or found


def _is_number(number: str, wanted: str) -> bool:
    """Whether `wanted`, in small letters, is a number, with its letter or without."""
    return wanted in (number.casefold(), number.casefold().lstrip(string.ascii_lowercase))


def _near(words: GameWords, wanted: str, cards: Sequence[str]) -> list[str]:
    """Numbers, cards and words that are written nearly so."""
    by_number = {number.casefold(): number for number in [*words.chapters, *words.clauses]}
    numbers = [by_number[number] for number in difflib.get_close_matches(wanted, list(by_number), NEAR, 0.5)]
    text = " ".join([*words.chapters.values(), *words.clauses.values()]).casefold()
    said = difflib.get_close_matches(wanted, sorted(set(re.findall(r"[^\W\d_]{3,}", text))), NEAR, ALIKE)
    return [*numbers, *cards, *(f"`{word}`" for word in said)]


def _part_of(number: str, whole: str) -> bool:
    return number.startswith(whole) and number[len(whole) :].isalpha()
