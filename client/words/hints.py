"""What a bot would do in one's place: hints of a game that has a bot worth listening to."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Plain, Seat
from engine.core.questions import Question


@dataclass(frozen=True)
class Hint:
    """One answer by its pieces, and sentences that say why.

    `whole`: the answer as it is told and can be typed, where the names of its pieces do not say all of it.
    """

    pieces: tuple[Plain, ...]
    reasons: tuple[str, ...]
    whole: str = ""


class HintWords(ABC):
    """The words of a game with such a bot derive from this beside being `GameWords`."""

    @abstractmethod
    def hint(self, match: Match[Any], question: Question[Any], seat: Seat, known: Faces) -> Hint | None:
        """What a bot would answer that sees what `seat` sees and no more; None if it has no opinion."""
