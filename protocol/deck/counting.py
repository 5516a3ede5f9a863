"""That each deck holds each of its cards once, whatever was done with it (SPEC.md section 21.6)."""

from collections.abc import Iterator, Mapping

from engine.core.cards import Handle
from protocol.deck.audit import MISCOUNTED
from protocol.deck.cards import Cards, Made, MaskedDeck, Masking
from protocol.deck.opening import Keyring, number_under
from protocol.deck.parts import ShufflePart
from protocol.machines.base import Slip
from protocol.shuffle import Deck, Masked

NOBODY = -1
"""The seat of a slip of which none is guilty."""
RULES = "RULES"
"""Reason of the slip when the rules, or this program, have brought a card into a deck twice or lost it."""


def miscounted(cards: Cards, keys: Keyring) -> Iterator[Slip]:
    """Who mixed a deck so that other cards came out than went in, and after which question a deck is not whole.

    The proofs have shown that none of this is so; here it is counted, on open faces. Decks of which a seat hides its
    key are left to the proofs.
    """
    joint = {deck.joint: (deck, key) for deck in cards.decks.values() if (key := keys.joint(deck)) is not None}
    bad: set[str] = set()
    for made, deck in _mixings(cards, joint):
        bad.add(deck.name)
        text = f"other cards of {deck.name} came out of its mixing than went in"
        yield Slip(made.slot, made.phase, made.seat, MISCOUNTED, text)
    for mask in _masks(cards, keys):
        if mask.deck.name not in bad:  # else it is known whose doing it is
            text = f"after this {mask.deck.name} does not hold each of its {mask.entered} cards once"
            yield Slip(mask.slot, 0, NOBODY, RULES, text)


def _mixings(cards: Cards, joint: Mapping[bytes, tuple[MaskedDeck, int]]) -> Iterator[tuple[Made, MaskedDeck]]:
    """The turns of a seat after which there are other cards than before it."""
    read: dict[Masked, int | None] = {}

    def numbers(deck: MaskedDeck, key: int, masked: Deck) -> list[int]:
        for card in masked:
            if card not in read:
                read[card] = number_under(deck, card, key)
        return sorted(-1 if (number := read[card]) is None else number for card in masked)

    for made in cards.made:
        at = 0
        for part in made.parts:
            if isinstance(part, ShufflePart) and part.joint in joint:
                deck, key = joint[part.joint]
                after = part.after(made.body[at : at + part.size])
                if numbers(deck, key, part.before) != numbers(deck, key, after):
                    yield made, deck
            at += part.size


def _masks(cards: Cards, keys: Keyring) -> Iterator[Masking]:
    """The questions after which some card that ever entered their deck is not there under just one handle."""
    living: dict[str, dict[Handle, None]] = {name: {} for name in cards.decks}
    for mask in cards.masks:
        handles = living[mask.deck.name]
        for handle in mask.ended:
            del handles[handle]
        handles.update(dict.fromkeys(mask.fresh))
        whole = list(range(mask.entered))
        if keys.joint(mask.deck) is not None and sorted(keys.numbers.get(handle, -1) for handle in handles) != whole:
            yield mask
