"""One question as one person answers it: its pieces in words, where they lead, what they cost, what is not allowed."""

from typing import Any

from client.play.asking import Ask
from client.play.building import Building
from client.play.cells import fold, hung
from client.play.choosing import Choice, Label, Unclear, take
from client.play.chronicle import Chronicle
from client.play.ranking import one_by_one
from client.play.table import Table
from client.words.cards import card_words
from client.words.general import GameWords, names
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.plain import Plain
from engine.core.questions import Kind, Question
from protocol.events import Asked


def empty(table: Table, words: GameWords, match: Match[Any], question: Question[Any]) -> Building:
    """The answer to a question without a piece yet."""
    return Building(
        one_by_one(question.options(table.seat)),
        lambda pieces, piece: named(table, words, match, question, pieces, piece),
        table.known,
    )


def named(
    table: Table, words: GameWords, match: Match[Any], question: Question[Any], pieces: tuple[Plain, ...], piece: Plain
) -> Label:
    """How a piece is shown to the person at `table`, who sees faces that others do not."""
    own = card_words(words).own_label(match, question, pieces, piece, table.known)
    return own if own is not None else words.label(match, question, pieces, piece)


class Answering:
    """What the answer to the question of `event` means in the words of the game. It sends nothing and keeps nothing."""

    def __init__(self, table: Table, words: GameWords, past: Chronicle, event: Asked) -> None:
        self.event = event
        self.question: Question[Any] = event.question
        self._table = table
        self._words = words
        self._past = past

    def ask(self) -> Ask:
        """Put the question, and have it told among what happened."""
        words, match, question, seat = self._words, self._past.match, self.question, self._table.seat
        building = empty(self._table, words, match, question)
        building.numbered = not words.choices(match, question, building)
        return Ask(
            building,
            self.event.slot,
            self._past.asked(question),
            question.kind is Kind.SECRET,
            lambda building: words.choices(match, question, building),
            lambda building: words.gist(match, question, seat, building.pieces),
            bool(building.choices and self._figures((), building.choices[0].piece)),
        )

    def cost(self, value: Any) -> str:
        """What an answer costs that is hard to undo; empty if nothing."""
        return self._words.caution(self._past.match, self.question, self._table.seat, value)

    def preview(self, building: Building, text: str) -> list[str]:
        """The figures with the pieces so far, and with the one that `text` names."""
        try:
            choice = take(text, building.choices, building.numbered)[0] if text else None
        except Unclear as unclear:
            return self.explain(building, unclear)
        piece = choice.piece if choice is not None else None
        lines = self._figures(building.pieces, piece)
        return [part for line in lines for part in hung(f"  {line}")] or ["  There are no figures for that."]

    def _figures(self, pieces: tuple[Plain, ...], piece: Plain) -> list[str]:
        return self._words.preview(self._past.match, self.question, self._table.seat, pieces, piece)

    def explain(self, building: Building, unclear: Unclear) -> list[str]:
        """Say why a piece cannot be taken: by the clause that forbids it, else by what may have been meant."""
        forbidden = self.forbidden(building, unclear.whole)
        if forbidden is not None:
            return self._past.refused(forbidden)
        if unclear.several:
            return fold(f"`{unclear.typed}` may be {names(unclear.near)}.", "  ")
        if building.pieces and self._begins(unclear.whole):
            labels = ", ".join(label.text for label in building.labels)
            return fold(f"You have chosen {labels}; clear begins again, then `{unclear.whole}` can be chosen.", "  ")
        if unclear.near:
            return fold(f"`{unclear.typed}` is none of the choices; did you mean {names(unclear.near)}?", "  ")
        return fold(f"`{unclear.typed}` is none of the choices; list shows them, help the commands.", "  ")

    def _begins(self, text: str) -> bool:
        """Whether `text` names a piece that an answer can begin with."""
        try:
            take(text, empty(self._table, self._words, self._past.match, self.question).choices, numbered=False)
        except Unclear:
            return False
        return True

    def forbidden(self, building: Building, text: str) -> Refused | None:
        """The refusal of a piece that people try though it is not offered; None if `text` names no such piece."""
        words, match, question = self._words, self._past.match, self.question
        tried = [
            Choice(0, piece, named(self._table, words, match, question, building.pieces, piece))
            for piece in words.tried(match, question.topic, self._table.seat, building.pieces)
        ]
        try:
            choice, _ = take(text, tried, numbered=False)
            building.options.complete((*building.pieces, choice.piece), self._table.known)
        except Refused as refused:
            return refused
        except Unclear:
            return None
        return None
