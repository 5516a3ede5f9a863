"""What a choice opens and what it asserts, as parts of the entry that carries it (SPEC.md section 21)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.core.cards import Absent, Handle
from protocol.deck.cards import Card, Cards, NoSuchCard, View, Where, read_face
from protocol.deck.parts import AbsencePart, SharePart, size

CLAIMS_LIMIT = 40 * 1024
"""Bytes of proofs about closed cards in one entry: what would be longer is left to the audit, so that it fits."""


class Opened(NamedTuple):
    """A card that a choice opens: on whose view, the share given, the number it shows."""

    card: Card
    view: View
    share: bytes

    @property
    def shares(self) -> tuple[bytes, ...]:
        """All shares in the card of the view."""
        return (*self.view.shares, self.share)

    @property
    def number(self) -> int:
        """Which card it is. Raises GroupFault if it shows no face of its deck."""
        return read_face(self.card, self.view.card, self.shares)


def openable(cards: Cards, seat: int, handles: Sequence[Handle]) -> tuple[tuple[Card, View], ...] | None:
    """The cards that a choice of `seat` opens, each in its own view; None if it does not see one of them.

    What all have seen already needs no opening and is left out, also where a shuffle has ended the handle since.
    """
    found: list[tuple[Card, View]] = []
    for handle in dict.fromkeys(handles):
        card = cards.ever.get(handle)
        if card is not None and card.number is not None:
            continue
        seen = None if card is None or handle not in cards.living else card.view_of(seat)
        if card is None or seen is None:
            return None
        found.append((card, seen))
    return tuple(found)


def share_parts(where: Where, seat: int, opening: Sequence[tuple[Card, View]]) -> tuple[SharePart, ...]:
    """The parts that open these cards, in their order."""
    return tuple(
        SharePart(where.ctx(seat, card.deck.key_name), card.deck.key_name, card.deck.keys[seat], seen.card)
        for card, seen in opening
    )


def absence_parts(cards: Cards, where: Where, seat: int, absent: Absent) -> tuple[AbsencePart, ...] | None:
    """The parts that prove a claim at once, one a deck; None if it must wait for the audit.

    It must if it is about cards that the claimant does not see, or on another seat's behalf.
    """
    if absent.seat != seat:
        return None
    views: dict[str, list[Card]] = {}
    try:
        for handle in absent.handles:
            card = cards.card(handle)
            if card.number is None:
                views.setdefault(card.deck.name, []).append(card)
    except NoSuchCard:
        return None
    parts: list[AbsencePart] = []
    for name, closed in views.items():
        seen = [card.view_of(seat) for card in closed]
        alone = tuple(each.alone for each in seen if each is not None)
        if len(alone) < len(seen):
            return None
        deck = cards.decks[name]
        allowed = deck.faces.showing_none_of(absent.faces)
        parts.append(AbsencePart(where.ctx(seat, deck.key_name), deck.key_name, deck.keys[seat], alone, allowed))
    return tuple(parts)


class Claimed(NamedTuple):
    """The claims of one choice: which are proven in its entry, and by which parts, in this order."""

    claims: tuple[tuple[Absent, bool], ...]
    parts: tuple[AbsencePart, ...]


def claimed(cards: Cards, where: Where, seat: int, claims: Sequence[Absent], now: bool) -> Claimed:
    """How the claims of a choice are proven. `now`: as the table has agreed, else all wait for the audit."""
    told: list[tuple[Absent, bool]] = []
    parts: list[AbsencePart] = []
    for absent in claims:
        proof = absence_parts(cards, where, seat, absent) if now else None
        proven = proof is not None and size((*parts, *proof)) <= CLAIMS_LIMIT
        told.append((absent, proven))
        if proof is not None and proven:
            parts += proof
    return Claimed(tuple(told), tuple(parts))


def plainly_false(cards: Cards, absent: Absent) -> bool:
    """Whether everybody can see that a claim is false: one of its cards lies open and shows what should be absent."""
    known = (cards.living.get(handle) for handle in absent.handles)
    return any(card is not None and card.face in absent.faces for card in known)
