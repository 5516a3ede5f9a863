"""Looking up clauses by number or by words in them."""

import difflib

from client.play.cells import fold
from client.words.general import GameWords, names

MOST = 8
"""Clauses shown for words that stand in many."""


def lookup(words: GameWords, what: str) -> list[str]:
    """The clause `what`, or the clauses that hold its words, or the nearest numbers."""
    wanted = what.strip()
    if not wanted:
        return [f"{len(words.clauses)} clauses; rules NUMBER shows one, rules WORD those with that word."]
    by_number = {number.casefold(): number for number in words.clauses}
    exact = by_number.get(wanted.casefold())
    if exact is not None:
        parts = [number for number in words.clauses if number == exact or _part_of(number, exact)]
        return [line for number in parts for line in clause(words, number)]
    holding = [number for number, text in words.clauses.items() if wanted.casefold() in text.casefold()]
    if holding:
        lines = [line for number in holding[:MOST] for line in clause(words, number)]
        return lines + (fold(f"And in {names(holding[MOST:])}.") if holding[MOST:] else [])
    near = [by_number[number] for number in difflib.get_close_matches(wanted.casefold(), list(by_number), 3, 0.5)]
    return fold(
        f"No clause `{wanted}`; near it: {names(near)}." if near else f"No clause `{wanted}`, nor one with that."
    )


def known(words: GameWords, what: str) -> bool:
    """Whether `lookup` finds something."""
    wanted = what.strip().casefold()
    return any(wanted == number.casefold() or wanted in text.casefold() for number, text in words.clauses.items())


def clause(words: GameWords, number: str) -> list[str]:
    """One clause behind its number."""
    return fold(f"{number}  {words.clauses[number]}", "      ")


def _part_of(number: str, whole: str) -> bool:
    return number.startswith(whole) and number[len(whole) :].isalpha()
