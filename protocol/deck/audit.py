"""Looking at all cards once the game secrets are open (SPEC.md section 21)."""

from collections.abc import Iterator, Mapping

from engine.core.cards import Face, Handle
from protocol.deck.cards import Card, Cards, Claim
from protocol.deck.knowledge import seen_by
from protocol.deck.parts import make_parts
from protocol.group import ORDER, GroupFault, minus, times
from protocol.machines.base import Slip
from protocol.secret import GameSecret

NOT_DERIVED = "NOTDERIVED"
"""Reason of the slip when a value was not derived from the game secret as all have agreed to derive it."""
FALSE_CLAIM = "FALSECLAIM"
"""Reason of the slip when a seat has held a card that it claimed not to hold: it is ranked last."""
UNAUDITED = "UNAUDITED"
"""Reason of the slip when a claim cannot be judged, since its seat has not opened its secret: it is ranked last."""
RANKED_LAST = frozenset({FALSE_CLAIM, UNAUDITED})


def remake(cards: Cards, secrets: Mapping[int, GameSecret]) -> Iterator[Slip]:
    """Makes each body about cards again, with its keys, orders, masks, nonces and shares, and names what differs."""
    for slot, phase, seat, parts, body in cards.made:
        if seat in secrets:
            try:
                same = make_parts(parts, secrets[seat]) == body
            except ValueError:
                same = False
            if not same:
                yield Slip(slot, phase, seat, NOT_DERIVED, "its cards, shares or proofs do not come from its secret")


def open_all(cards: Cards, secrets: Mapping[int, GameSecret]) -> dict[Handle, Face]:
    """The faces of all handles that there ever were, as far as they are known or the secrets open them."""
    keys: dict[str, int | None] = {}
    for name, deck in cards.decks.items():
        pairs = {seat: deck.key_name.pair(secrets[seat]) for seat in deck.keys if seat in secrets}
        ours = all(seat in pairs and pairs[seat].point == point for seat, point in deck.keys.items())
        keys[name] = sum(pair.scalar for pair in pairs.values()) % ORDER if ours else None
    opened = ((card, _face(card, keys[card.deck.name])) for card in cards.ever.values())
    return {card.handle: face for card, face in opened if face is not None}


def opened_faces(cards: Cards, secrets: Mapping[int, GameSecret]) -> dict[Handle, Face]:
    """The same, and where a secret is missing also what each seat came to see whose own secret is there."""
    faces = open_all(cards, secrets)
    for seat, secret in secrets.items() if len(faces) < len(cards.ever) else ():
        faces.update(seen_by(seat, secret, cards))
    return faces


def _face(card: Card, key: int | None) -> Face | None:
    """What a card shows under the joint key `key`; None if that is not known."""
    if card.number is not None or key is None:
        return card.face
    try:
        return card.deck.faces.names[card.deck.faces.numbers[minus(card.newest.b, times(key, card.newest.a))]]
    except (GroupFault, KeyError):
        return None


def judge_claims(cards: Cards, faces: Mapping[Handle, Face]) -> Iterator[Slip]:
    """Judges, on all faces, each claim that was not proven at once."""
    for claim in waiting_claims(cards):
        slot, phase, seat, absent, _ = claim
        held = [handle for handle in absent.handles if faces.get(handle) in absent.faces]
        if held:
            shown = ", ".join(f"{handle} ({faces[handle]})" for handle in held)
            yield Slip(slot, phase, seat, FALSE_CLAIM, f"claimed by {absent.clause} not to hold what it held: {shown}")
        elif any(handle not in faces for handle in absent.handles):
            yield Slip(slot, phase, seat, UNAUDITED, f"its claim by {absent.clause} waits for its secret")


def waiting_claims(cards: Cards) -> list[Claim]:
    """The claims that only the audit can judge, oldest first."""
    return [claim for claim in cards.claims if not claim.proven]


def ranked(ranking: tuple[tuple[int, ...], ...], last: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """The ranking with the seats in `last` behind all others, tied; the others keep their order."""
    kept = tuple(group for each in ranking if (group := tuple(seat for seat in each if seat not in last)))
    down = tuple(sorted(seat for group in ranking for seat in group if seat in last))
    return (*kept, down) if down else kept
