"""A person at a local table, step by step and without waiting: for tests of single lines."""

from typing import Any

from client.play.asking import Heard
from client.play.line import LineMode
from client.words.library import words_for
from engine.core.match import Match
from engine.core.questions import Question
from engine.registry import game
from protocol.events import Asked
from tests.client.local import LocalTable


class Desk:
    """Seat `seat` of a five-player game with `seed`; the houses are taken in the order of seats.

    `match`: where the game begins, if not at its start.
    """

    def __init__(self, seat: int = 0, seed: int = 1, language: str = "en", match: Match[Any] | None = None) -> None:
        match = match or Match.start(game("agot"), 5, {"houses": "agreed"})
        self.table = LocalTable(match, 5, seat, seed)
        self.now = 0.0
        words = words_for(match, self.table.names, language)
        self.mode = LineMode(self.table, match.fork(), words, lambda: self.now)

    @property
    def question(self) -> Question[object]:
        assert self.table.match.question is not None
        return self.table.match.question

    def to(self, topic: str = "") -> list[str]:
        """Play on until this seat is asked (about `topic`); what it does not want to answer it answers at random."""
        while True:
            question = self.question
            if self.table.asks(question):
                if topic in ("", question.topic):
                    return self.mode.happened(Asked(self.table.slot, question, question.seats))
                self.answer(question.options(self.table.seat).sample(self.table.oracle.draw, self.table.known))
            else:
                self.mode.happened(self.table.step())

    def answer(self, value: object) -> list[str]:
        """Answer for this seat and go one step."""
        self.table.take(value)
        return self.mode.happened(self.table.step())

    def type(self, line: str) -> str:
        """Type a line and read what it shows; an answer goes to the table."""
        heard = self.hear(line)
        if heard.choice is not None:
            assert heard.choice[0] == self.table.slot
            heard.lines += self.answer(heard.choice[1])
        return "\n".join(heard.lines)

    def hear(self, line: str) -> Heard:
        """Type a line; an answer goes nowhere."""
        return self.mode.typed(line)
