"""Opening closed cards with the game secrets that are there (SPEC.md section 21.6)."""

from collections.abc import Mapping

from engine.core.cards import Handle
from protocol.deck.cards import Card, Cards, MaskedDeck
from protocol.group import ORDER, GroupFault, minus, times
from protocol.secret import GameSecret
from protocol.shuffle import Masked


class Keyring:
    """The keys of all decks that some game secrets give, and all cards there ever were that these keys open.

    A seat *hides* the key of a deck if its secret is not here, or gives another key than the one it has played with. Of
    its cards nothing else is needed: where a seat came to see one, the shares of all others stand in the log.

    `numbers` maps each handle that is open to the number of its card.
    """

    def __init__(self, cards: Cards, secrets: Mapping[int, GameSecret]) -> None:
        self._keys: dict[str, dict[int, int]] = {}
        for name, deck in cards.decks.items():
            pairs = {seat: deck.key_name.pair(secrets[seat]) for seat in deck.keys if seat in secrets}
            self._keys[name] = {seat: pair.scalar for seat, pair in pairs.items() if pair.point == deck.keys[seat]}
        opened = ((handle, self._open(card)) for handle, card in cards.ever.items())
        self.numbers: dict[Handle, int] = {handle: number for handle, number in opened if number is not None}

    def hides(self, seat: int, deck: MaskedDeck) -> bool:
        """Whether the key of this seat is not known."""
        return seat not in self._keys[deck.name]

    def joint(self, deck: MaskedDeck) -> int | None:
        """The sum of all keys of a deck; None if a seat hides one."""
        keys = self._keys[deck.name]
        return sum(keys.values()) % ORDER if len(keys) == len(deck.keys) else None

    def _open(self, card: Card) -> int | None:
        if card.number is not None:
            return card.number
        keys = self._keys[card.deck.name]
        seen = next((view for view in card.views if view.reader in keys), None)
        if seen is not None:
            return number_under(card.deck, seen.alone, keys[seen.reader])
        joint = self.joint(card.deck)
        return None if joint is None else number_under(card.deck, card.newest, joint)


def number_under(deck: MaskedDeck, masked: Masked, key: int) -> int | None:
    """The number of the card that a ciphertext of a deck holds under a key; None if it holds none of them."""
    try:
        return deck.faces.numbers.get(minus(masked.b, times(key, masked.a)))
    except GroupFault:
        return None
