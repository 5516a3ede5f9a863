"""Deriving again, from the opened game secrets, all that a seat should have derived itself (SPEC.md section 14)."""

from collections.abc import Iterator, Sequence

from engine.core.cards import Faces, Handle
from engine.core.errors import Refused
from protocol.deck.audit import NOT_DERIVED, judge_claims, remake
from protocol.deck.cards import Cards
from protocol.deck.counting import miscounted
from protocol.deck.opening import Keyring
from protocol.dice import commit_share
from protocol.encoding import EncodingFault, unpack
from protocol.machines.base import Known, Sealed, Slip
from protocol.machines.setup import setup_body
from protocol.secret import GameSecret


def rederive(known: Known, game_id: bytes) -> list[Slip]:
    """What the opened secrets show, ordered by slot, phase and seat.

    Covers the setups, all dice shares and the last commitments to shares, the nonces of all openings, that what stayed
    sealed to the end is an answer by the rules, all that was said about closed cards, the cards of each deck, and the
    claims that were not proven at once. Seats whose secret is not open are named where a claim hangs on it; else END
    alone names them.
    """
    secrets = {seat: GameSecret(value) for seat, value in sorted(known.secrets.items())}
    found = [*_setups(known, game_id, secrets), *_dice(known, game_id, secrets), *_nonces(known, secrets)]
    keys = Keyring(known.cards, secrets)
    found += [*remake(known.cards, secrets), *judge_claims(known.cards, keys), *miscounted(known.cards, keys)]
    return sorted([*found, *_burned(known, keys)])


def _burned(known: Known, keys: Keyring) -> Iterator[Slip]:
    """Judges what stayed sealed to the end as it would have been judged had it been opened at once."""
    for (slot, seat), payload in known.burned.items():
        sealed = known.seals[slot, seat]
        try:
            value = unpack(payload)
            sealed.options.admit(value)
            faces = _faces(known.cards, seat, sealed.options.opens(value), sealed, keys)
            if faces is not None:
                sealed.options.check(value, faces)
        except EncodingFault as error:
            yield Slip(slot, 0, seat, "ILLEGAL", f"sealed what is no answer: {error}")
        except Refused as error:
            yield Slip(slot, 0, seat, "ILLEGAL", f"sealed what is against {error.clause}: {error.code}")


def _faces(cards: Cards, seat: int, opens: Sequence[Handle], sealed: Sealed, keys: Keyring) -> Faces | None:
    """What all would have seen with a choice; None where no secret shows it. Raises Refused for a card not seen."""
    faces = dict(sealed.public)
    for handle in opens:
        if handle in sealed.public:
            continue
        card = cards.ever.get(handle)
        if card is None or (card.number is None and card.view_of(seat) is None):
            raise Refused(sealed.options.clause, "card_not_seen")
        number = keys.numbers.get(handle)
        if number is None:
            return None
        faces[handle] = card.deck.faces.names[number]
    return faces


def _setups(known: Known, game_id: bytes, secrets: dict[int, GameSecret]) -> Iterator[Slip]:
    for seat, secret in secrets.items():
        given = known.setups[seat]
        body = setup_body(secret, game_id, seat)
        if body[:32] + body[64:] != given.root + given.point + given.proof:
            yield Slip(0, 0, seat, NOT_DERIVED, "its point E and proof do not come from its secret")


def _dice(known: Known, game_id: bytes, secrets: dict[int, GameSecret]) -> Iterator[Slip]:
    for slot, seat, number, share in known.shares:
        if seat in secrets and secrets[seat].share(number) != share:
            yield Slip(slot, 0, seat, NOT_DERIVED, f"its dice share {number} does not come from its secret")
    for seat, secret in secrets.items():
        number, commitment = known.dice[seat]
        if commit_share(game_id, seat, number, secret.share(number)) != commitment:
            slot = max((share.slot for share in known.shares if share.seat == seat), default=0)
            yield Slip(
                slot, 0, seat, NOT_DERIVED, f"its commitment to dice share {number} does not come from its secret"
            )


def _nonces(known: Known, secrets: dict[int, GameSecret]) -> Iterator[Slip]:
    for slot, phase, seat, made, prev, nonce, payload in known.openings:
        if seat in secrets and secrets[seat].nonce(seat, made, prev, payload) != nonce:
            yield Slip(slot, phase, seat, NOT_DERIVED, f"the nonce of slot {made} does not come from its secret")
