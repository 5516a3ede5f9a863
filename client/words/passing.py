"""What is told of an answer that changes nothing, as every step leaves a sentence behind."""

from collections.abc import Callable
from typing import Any

from client.words.general import GameWords
from engine.core.match import Match
from engine.core.questions import One, Reply

PASSED = "Passed"
"""How this is called among the events of the rules, of which it is none."""


def passings(words: GameWords, match: Match[Any]) -> Callable[[Reply], list[str]]:
    """Sentences for whatever the question open in `match` will be answered by, none unless that changes nothing.

    To be asked before the match goes on, for a sentence may need what ends with the question.
    """
    question = match.question
    if not isinstance(question, One):
        return lambda reply: []
    (seat,) = question.seats
    found = words.passing(match, question, seat)

    def told(reply: Reply) -> list[str]:
        # A seat that withheld its answer did not choose this: that has a sentence of its own.
        passed = found is not None and seat not in reply.withheld and reply.values.get(seat) == found[0]
        return [found[1]] if found is not None and passed else []

    return told
