"""What one seat sees of the closed cards: the log, and its own keys (SPEC.md section 21).

It is held by that seat alone and goes nowhere. It can hold nothing that the seat may not know, since it reads only what
all others have shared with this very seat.
"""

from engine.core.cards import Face, Faces, Handle
from protocol.deck.cards import Card, Cards, read_face
from protocol.group import times
from protocol.secret import GameSecret
from protocol.shuffle import KeyPair


def public_faces(cards: Cards) -> Faces:
    """The faces that all have seen, of the handles that are in play."""
    return {handle: face for handle, card in cards.living.items() if (face := card.face) is not None}


class Knowledge:
    """The faces that `seat`, with its game secret, sees of the cards in play."""

    def __init__(self, seat: int, secret: GameSecret, cards: Cards) -> None:
        self._seat, self._secret, self._cards = seat, secret, cards
        self._keys: dict[str, KeyPair] = {}
        self._faces: dict[Handle, Face] = {}
        self._version = -1

    @property
    def faces(self) -> Faces:
        """Handle to face, as of now: what all have seen, and what was shown to this seat alone. Not to be changed."""
        if self._version != self._cards.version:
            self._faces = {h: face for h, card in self._cards.living.items() if (face := self._see(card)) is not None}
            self._version = self._cards.version
        return self._faces

    def _see(self, card: Card) -> Face | None:
        if card.number is not None:
            return card.face
        if card.handle in self._faces:  # a handle shows one face for as long as it lives
            return self._faces[card.handle]
        seen = card.view_of(self._seat)
        if seen is None:
            return None
        key = self._keys.get(card.deck.name)
        if key is None:
            key = self._keys[card.deck.name] = card.deck.key_name.pair(self._secret)
        return card.deck.faces.names[read_face(card, seen.card, (*seen.shares, times(key.scalar, seen.card.a)))]
