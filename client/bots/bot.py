"""What a bot is asked, and the bot that picks at random."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.options import Options
from engine.core.plain import Draw, Seat


@dataclass(frozen=True)
class Question:
    """A question as a bot meets it: what is asked, what its seat may see, what it may answer."""

    topic: str
    seat: Seat
    view: Mapping[str, Any]
    options: Options[Any]
    known: Faces

    @classmethod
    def of(cls, match: Match[Any], seat: Seat, known: Faces) -> "Question":
        """The open question as it is put to `seat`. Raises KeyError if that seat is not question."""
        if match.question is None:
            raise KeyError(seat)
        return cls(match.question.topic, seat, match.view(seat, known), match.question.options(seat), known)


class Bot(Protocol):
    """Answers questions. The answer must be one that the options take."""

    def choose(self, question: Question) -> Any:
        """The answer to `question`."""


class RandomBot:
    """Any legal answer, each as likely as the options' own sampler makes it."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw

    def choose(self, question: Question) -> Any:
        """The answer to `question`."""
        return question.options.sample(self.draw, question.known)
