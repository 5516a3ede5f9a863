"""Looking at all cards once the game secrets are open (SPEC.md section 21.6)."""

from collections.abc import Iterator, Mapping

from engine.core.cards import Face, Handle
from protocol.deck.cards import Card, Cards, Claim
from protocol.deck.opening import Keyring
from protocol.deck.parts import make_parts
from protocol.machines.base import Slip
from protocol.secret import GameSecret

NOT_DERIVED = "NOTDERIVED"
"""Reason of the slip when a value was not derived from the game secret as all have agreed to derive it."""
FALSE_CLAIM = "FALSECLAIM"
"""Reason of the slip when a seat has held a card that it claimed not to hold: it is ranked last."""
UNAUDITED = "UNAUDITED"
"""Reason of the slip when a seat hides a card that a claim is judged by, its own or another's: it is ranked last."""
MISCOUNTED = "MISCOUNTED"
"""Reason of the slip when other cards came out of a seat's mixing than went in: it is ranked last."""
RANKED_LAST = frozenset({FALSE_CLAIM, UNAUDITED, MISCOUNTED})


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
    """The faces of all handles there ever were that are open to all, or that any of these secrets opens.

    With all secrets, that is all of them; without some, no less than what the seats of the others have seen.
    """
    numbers = Keyring(cards, secrets).numbers
    return {handle: cards.ever[handle].deck.faces.names[number] for handle, number in numbers.items()}


def judge_claims(cards: Cards, keys: Keyring) -> Iterator[Slip]:
    """Judges each claim that was not proven at once: by what the keys open, whoever else hides his.

    Who hides a card that it has to show for a claim is named whatever the others show, so that nobody's name hangs on
    what another does, and nobody gains by hiding.
    """
    for slot, phase, seat, absent, _ in waiting_claims(cards):
        named = [cards.ever[handle] for handle in dict.fromkeys(absent.handles)]
        held = [(card.handle, face) for card in named if (face := _face(card, keys)) in absent.faces]
        if held:
            shown = ", ".join(f"{handle} ({face})" for handle, face in held)
            yield Slip(slot, phase, seat, FALSE_CLAIM, f"claimed by {absent.clause} not to hold what it held: {shown}")
        hiding = {other for card in named for other in _showing(card, seat) if keys.hides(other, card.deck)}
        for other in sorted(hiding - {seat} if held else hiding):
            whose = "its claim" if other == seat else f"the claim of seat {seat}"
            yield Slip(slot, phase, other, UNAUDITED, f"hides the cards that {whose} by {absent.clause} is judged by")


def _face(card: Card, keys: Keyring) -> Face | None:
    number = keys.numbers.get(card.handle)
    return None if number is None else card.deck.faces.names[number]


def _showing(card: Card, claimant: int) -> tuple[int, ...]:
    """The seats that have to show a card for a claim about it: the claimant if it saw it, else whoever did, else all.

    Nobody if it is open to all.
    """
    if card.number is not None:
        return ()
    if card.view_of(claimant) is not None:
        return (claimant,)
    return tuple(sorted({seen.reader for seen in card.views})) or tuple(sorted(card.deck.keys))


def waiting_claims(cards: Cards) -> list[Claim]:
    """The claims that only the audit can judge, oldest first."""
    return [claim for claim in cards.claims if not claim.proven]


def ranked(ranking: tuple[tuple[int, ...], ...], last: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """The ranking with the seats in `last` behind all others, tied; the others keep their order."""
    kept = tuple(group for each in ranking if (group := tuple(seat for seat in each if seat not in last)))
    down = tuple(sorted(seat for group in ranking for seat in group if seat in last))
    return (*kept, down) if down else kept
