"""How many ways a game can go on: a figure that moves when any rule of movement moves."""

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Any

from engine.core.match import Match
from engine.core.options import Options
from engine.core.plain import Plain
from engine.core.questions import Expose, Question, Reply, Roll, Seal


def perft(match: Match[Any], depth: int) -> int:
    """The number of sequences of `depth` replies from here; a line that ends the game earlier counts nothing.

    Raises ValueError where a closed card would have to be opened: what it shows is no choice.
    """
    question = match.question
    if depth == 0 or question is None:
        return int(depth == 0)
    if depth == 1:
        return width(question)
    total = 0
    for reply in replies(question):
        twin = match.fork()
        twin.answer(reply)
        total += perft(twin, depth - 1)
    return total


def width(question: Question[Any]) -> int:
    """How many replies a question has."""
    if isinstance(question, Roll):
        return prod(question.sizes)
    return prod(len(choices) for choices in _choices(question).values())


def replies(question: Question[Any]) -> Iterator[Reply]:
    """Every reply to a question, in the order in which choices are shown."""
    if isinstance(question, Roll):
        for rolled in product(*map(range, question.sizes)):
            yield Reply(rolled=rolled)
        return
    choices = _choices(question)
    for values in product(*choices.values()):
        yield Reply(dict(zip(choices, values, strict=True)))


def _choices(question: Question[Any]) -> dict[int, list[Any]]:
    """The answers by seat; of a commitment nothing shows before it is opened."""
    if isinstance(question, Expose):
        raise ValueError(f"{question.topic}: what closed cards show is not chosen")
    if isinstance(question, Seal):
        return {}
    return {seat: answers(question.options(seat)) for seat in question.seats}


def answers(options: Options[Any]) -> list[Any]:
    """Every legal answer from public facts, each once, built piece by piece."""
    found: dict[Any, None] = {}
    ahead: list[tuple[Plain, ...]] = [()]
    while ahead:
        pieces = ahead.pop()
        here = options.complete(pieces)
        found.update(dict.fromkeys(here.answers))
        ahead += [(*pieces, piece) for piece in reversed(here.choices)]
    return list(found)
