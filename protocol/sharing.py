"""Shares that open a card to one reader, re-masking by a new reader, and the faces they give (SPEC.md section 20).

A share is x·a, with the proof of Chaum and Pedersen ("Wallet Databases with Observers", CRYPTO 1992) that its x is the
one of the seat's key. Nothing here knows who may read what: for one value of `a` shares may be given for one reader
only, and whoever next gains sight of the card re-masks it first, himself. Who keeps these rules is the deck's machine.
"""

from collections.abc import Mapping, Sequence

from protocol.encoding import digest, u8, u32
from protocol.group import (
    ORDER,
    POINT,
    SCALAR,
    GroupFault,
    hash_scalar,
    minus,
    plus,
    read_point,
    read_scalar,
    scalar_bytes,
    statement,
    times,
    times_base,
    weight,
)
from protocol.secret import GameSecret
from protocol.shuffle.masking import BASE, KeyPair, Masked

SHARE = POINT + 2 * SCALAR
"""Bytes of one share with its proof."""
REMASK = 2 * POINT + 2 * SCALAR
"""Bytes of one re-masking with its proof."""


# ---------------------------------------------------------------- shares
def prove_share(secret: GameSecret, key: KeyPair, ctx: bytes, card: Masked) -> bytes:
    """The body D ‖ c ‖ z: the share of `key` in `card`. `secret` gives the nonce only."""
    share = times(key.scalar, card.a)
    st = statement("share", ctx, BASE, key.point, card.a, share)
    return share + _prove_equal(secret, "share", st, key.scalar, card.a)


def check_share(ctx: bytes, key: bytes, card: Masked, body: bytes) -> bytes:
    """D, if `body` proves that it is the share of `key` in `card`; else GroupFault."""
    if len(body) != SHARE:
        raise GroupFault(f"a share has {SHARE} bytes")
    share = read_point(body[:POINT])
    st = statement("share", ctx, BASE, key, card.a, share)
    _check_equal("share", st, key, card.a, share, body[POINT:])
    return share


def batch_size(count: int) -> int:
    """Bytes of the shares in `count` cards with their one proof."""
    return count * POINT + 2 * SCALAR


def prove_shares(secret: GameSecret, key: KeyPair, ctx: bytes, cards: Sequence[Masked]) -> bytes:
    """The body D_1..k ‖ c ‖ z: the shares of `key` in one or more cards, with one proof for all of them."""
    shares = [times(key.scalar, card.a) for card in cards]
    st = _batch_statement(ctx, key.point, cards, shares)
    base = _weighted(st, [card.a for card in cards])
    return b"".join(shares) + _prove_equal(secret, "batch", st, key.scalar, base)


def check_shares(ctx: bytes, key: bytes, cards: Sequence[Masked], body: bytes) -> tuple[bytes, ...]:
    """D_1..k, if `body` proves that they are the shares of `key` in `cards`, in this order; else GroupFault."""
    if not cards or len(body) != batch_size(len(cards)):
        raise GroupFault(f"the shares in {len(cards)} cards have {batch_size(len(cards))} bytes")
    end = POINT * len(cards)
    shares = tuple(read_point(body[at : at + POINT]) for at in range(0, end, POINT))
    st = _batch_statement(ctx, key, cards, shares)
    base, image = _weighted(st, [card.a for card in cards]), _weighted(st, shares)
    _check_equal("batch", st, key, base, image, body[end:])
    return shares


def _batch_statement(ctx: bytes, key: bytes, cards: Sequence[Masked], shares: Sequence[bytes]) -> bytes:
    return statement("batch", ctx, BASE, key, *(card.a for card in cards), *shares)


def _weighted(st: bytes, points: Sequence[bytes]) -> bytes:
    """The sum of `points` with weights that whoever chose them could not know: a false one cannot hide in it."""
    first, *others = points
    return plus(first, *(times(weight("weight", st, number), point) for number, point in enumerate(others, 1)))


# ---------------------------------------------------------------- a new reader
def prove_remask(secret: GameSecret, ctx: bytes, handle: bytes, reader: int, key: bytes, card: Masked) -> bytes:
    """The body a' ‖ b' ‖ c ‖ z: `card` re-masked under the joint key `key` by the seat `reader` who will read it.

    `handle` names the card (u16 deck ‖ u32 serial ‖ u16 index). Nobody but the new reader may do this: whoever knows
    the scalar reads the card along with him.
    """
    mask = secret.scalar("remask", ctx, handle, digest("ct", card.a + card.b), u8(reader))
    step = Masked(times_base(mask), times(mask, key))
    st = _remask_statement(ctx, key, card, step)
    after = Masked(plus(card.a, step.a), plus(card.b, step.b))
    return after.a + after.b + _prove_equal(secret, "remask", st, mask, key)


def check_remask(ctx: bytes, key: bytes, card: Masked, body: bytes) -> Masked:
    """The card as its new reader sees it, if `body` proves that it has the same face; else GroupFault.

    The caller still refuses an a' that stood in the log before.
    """
    if len(body) != REMASK:
        raise GroupFault(f"a re-masking has {REMASK} bytes")
    after = Masked(read_point(body[:POINT]), read_point(body[POINT : 2 * POINT]))
    step = Masked(minus(after.a, card.a), minus(after.b, card.b))
    _check_equal("remask", _remask_statement(ctx, key, card, step), step.a, key, step.b, body[2 * POINT :])
    return after


def _remask_statement(ctx: bytes, key: bytes, card: Masked, step: Masked) -> bytes:
    return statement("remask", ctx, BASE, step.a, key, step.b, card.a, card.b)


# ---------------------------------------------------------------- equal logarithms
def _prove_equal(secret: GameSecret, tag: str, st: bytes, scalar: int, base: bytes) -> bytes:
    """Proof c ‖ z: one `scalar` leads from G to one point and from `base` to another, all of which stand in `st`."""
    nonce = secret.scalar("sigma", st, u32(0))
    challenge = hash_scalar(tag, st, times_base(nonce) + times(nonce, base))
    return scalar_bytes(challenge) + scalar_bytes((nonce - challenge * scalar) % ORDER)


def _check_equal(tag: str, st: bytes, point: bytes, base: bytes, image: bytes, proof: bytes) -> None:
    """Raises GroupFault unless `proof` shows that what `point` is to G, `image` is to `base`."""
    challenge, response = read_scalar(proof[:SCALAR]), read_scalar(proof[SCALAR:])
    first = plus(times_base(response), times(challenge, point))
    second = plus(times(response, base), times(challenge, image))
    if hash_scalar(tag, st, first + second) != challenge:
        raise GroupFault("the proof does not hold")


# ---------------------------------------------------------------- faces
def view(card: Masked, shares: Sequence[bytes]) -> Masked:
    """The card with the masks of those who gave `shares` taken off: a ciphertext under the keys of all others."""
    return Masked(card.a, minus(card.b, *shares))


def face_of(card: Masked, shares: Sequence[bytes], faces: Mapping[bytes, int]) -> int:
    """The number of the card's face, with the shares of all whose masks are on it.

    Raises GroupFault if that is no face of `faces`: a share is missing or false, or the card is of another deck.
    """
    number = faces.get(minus(card.b, *shares))
    if number is None:
        raise GroupFault("the shares open no face of this deck")
    return number
