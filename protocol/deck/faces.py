"""The physical cards of a deck: their numbers, and which of them lie open (SPEC.md section 21)."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.core.cards import Face
from protocol.shuffle import face_point


class Numbered(NamedTuple):
    """A physical card: its number in the deck, from 0, and what it shows. Copies of a kind have different numbers."""

    number: int
    face: Face


class FaceBook:
    """All cards that ever entered one deck, in the order in which they first did.

    A card that was opened and enters again keeps its number, so that the book stays as short as the deck is.
    """

    def __init__(self, game_id: bytes, deck: int) -> None:
        self._game_id, self._deck = game_id, deck
        self.names: list[Face] = []
        self.numbers: dict[bytes, int] = {}
        """The number of each face by its point: how an opened card is read."""
        self._points: list[bytes] = []
        self._open: set[int] = set()

    def point(self, number: int) -> bytes:
        """M of a card, whether or not it has entered yet."""
        if number < len(self._points):
            return self._points[number]
        return face_point(self._game_id, self._deck, number)

    def plan(self, faces: Sequence[Face], returning: Collection[int]) -> tuple[Numbered, ...]:
        """Which cards come in for `faces`: of those that lie open the lowest that shows it, else a new one.

        `returning` are the numbers of open cards that go back by their handle in the same question. Changes nothing.
        """
        free = sorted(self._open.difference(returning))
        planned, fresh = [], len(self.names)
        for face in faces:
            number = next((n for n in free if self.names[n] == face), None)
            if number is None:
                number, fresh = fresh, fresh + 1
            else:
                free.remove(number)
            planned.append(Numbered(number, face))
        return tuple(planned)

    def enter(self, cards: Sequence[Numbered], returning: Collection[int]) -> None:
        """The cards of a plan are in the deck from now on."""
        for number, face in cards:
            if number == len(self.names):
                point = self.point(number)
                self.names.append(face)
                self._points.append(point)
                self.numbers[point] = number
        self._open.difference_update(returning, (card.number for card in cards))

    def lay_open(self, number: int) -> None:
        """Everybody has seen this card."""
        self._open.add(number)

    def showing_none_of(self, faces: Collection[Face]) -> tuple[bytes, ...]:
        """The points of all cards of the deck that show none of `faces`, ascending by number."""
        return tuple(point for point, name in zip(self._points, self.names, strict=True) if name not in faces)
