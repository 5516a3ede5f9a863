"""What stands for a seat whose sealed answer the rules do not take (SPEC.md section 11), in a sentence.

It accuses nobody, since the rules go on as if that seat had not answered; the audit names it when the game is over.
"""

from typing import Any

from client.words.general import GameWords
from engine.core.match import Match
from engine.core.options import Listed
from engine.core.plain import Seat
from engine.core.questions import Question, Reply

WITHHELD = "Withheld"
"""How this is called among the events of the rules, of which it is none."""
GENERAL = "SPEC 11"
"""The clause for a game whose rules have none of their own."""


def instead(words: GameWords, match: Match[Any], question: Question[Any], reply: Reply) -> list[str]:
    """A sentence for each seat that withheld its answer. `match` stands where the question was put."""
    return [
        f"What {words.seat(match, seat)} had sealed is against the rules; instead stands: "
        f"{_called(words, match, question, seat, reply.values[seat])} ({clause(words)})."
        for seat in reply.withheld
    ]


def clause(words: GameWords) -> str:
    """The clause by which it stands."""
    return words.absent_clause or GENERAL


def _called(words: GameWords, match: Match[Any], question: Question[Any], seat: Seat, value: Any) -> str:
    """An answer by the labels of its pieces."""
    pieces = (value,) if isinstance(question.options(seat), Listed) else tuple(value)
    labels = [words.label(match, question, pieces[:n], piece).text for n, piece in enumerate(pieces)]
    return ", ".join(labels) or "nothing"
