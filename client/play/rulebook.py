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
    found = numbers(words, wanted)
    if found:
        most = len(found) if found[0].casefold() == wanted.casefold() else MOST
        lines = [line for number in found[:most] for line in clause(words, number)]
        return lines + (fold(f"And in {names(found[most:])}.") if found[most:] else [])
    by_number = {number.casefold(): number for number in words.clauses}
    near = [by_number[number] for number in difflib.get_close_matches(wanted.casefold(), list(by_number), 3, 0.5)]
    return fold(
        f"No clause `{wanted}`; near it: {names(near)}." if near else f"No clause `{wanted}`, nor one with that."
    )


def numbers(words: GameWords, what: str) -> list[str]:
    """The clause of that number with its parts, else all clauses that hold the words."""
    wanted = what.strip().casefold()
    exact = next((number for number in words.clauses if number.casefold() == wanted), None)
    if exact is not None:
        return [number for number in words.clauses if number == exact or _part_of(number, exact)]
    return [number for number, text in words.clauses.items() if wanted in text.casefold()] if wanted else []


def known(words: GameWords, what: str) -> bool:
    """Whether `lookup` finds something."""
    return bool(numbers(words, what))


def clause(words: GameWords, number: str) -> list[str]:
    """One clause behind its number."""
    return fold(f"{number}  {words.clauses[number]}", "      ")


def _part_of(number: str, whole: str) -> bool:
    return number.startswith(whole) and number[len(whole) :].isalpha()
