"""Proof that a closed card is one of some faces, and so none of the others, without a word on which (SPEC.md 20).

Proofs of partial knowledge by Cramer, Damgård and Schoenmakers (CRYPTO 1994): one branch is proven, the others are
simulated, and the challenges of all must sum up to a hash, so that all but one of them could be chosen freely.
"""

from collections.abc import Sequence

from protocol.encoding import digest, u32
from protocol.group import (
    ORDER,
    SCALAR,
    WEIGHT,
    GroupFault,
    minus,
    plus,
    read_scalar,
    scalar_bytes,
    statement,
    times,
    times_base,
)
from protocol.secret import GameSecret
from protocol.shuffle.masking import BASE, KeyPair, Masked

_RANGE = 1 << 8 * WEIGHT


def absence_size(cards: int, allowed: int) -> int:
    """Bytes of the proof that each of `cards` cards has one of `allowed` faces."""
    return cards * allowed * (WEIGHT + SCALAR)


def prove_absence(
    secret: GameSecret, key: KeyPair, ctx: bytes, views: Sequence[Masked], allowed: Sequence[bytes]
) -> bytes:
    """Proof that each of `views` has a face among `allowed`, for each of them c_1..m ‖ z_1..m, 48 m bytes.

    `views` are the reader's own: ciphertexts under `key` alone. `allowed` are points of faces in ascending order of
    their numbers, as every peer lists them.

    Raises:
        ValueError: the face of a card is not among them, so there is nothing to prove.
    """
    return b"".join(_prove_one(secret, key, ctx, card, allowed) for card in views)


def _prove_one(secret: GameSecret, key: KeyPair, ctx: bytes, card: Masked, allowed: Sequence[bytes]) -> bytes:
    face = minus(card.b, times(key.scalar, card.a))
    if face not in allowed:
        raise ValueError("the face of this card is not among those allowed")
    true, count = allowed.index(face), len(allowed)
    st = _statement(ctx, key.point, card, allowed)
    # The numbers of nonces do not depend on which branch is the true one.
    scalars = [secret.scalar("sigma", st, u32(j)) for j in range(count)]
    challenges = [_short(secret.key("sigma", st, u32(count + j))) for j in range(count)]
    challenges[true] = 0
    commitments = [
        times_base(scalars[j]) + times(scalars[j], card.a)
        if j == true
        else _commitments(key.point, card, allowed[j], challenges[j], scalars[j])
        for j in range(count)
    ]
    challenges[true] = (_short(digest("or", st, b"".join(commitments))) - sum(challenges)) % _RANGE
    scalars[true] = (scalars[true] - challenges[true] * key.scalar) % ORDER
    return b"".join(c.to_bytes(WEIGHT, "little") for c in challenges) + b"".join(map(scalar_bytes, scalars))


def check_absence(ctx: bytes, key: bytes, views: Sequence[Masked], allowed: Sequence[bytes], body: bytes) -> None:
    """Raises GroupFault unless `body` proves that each of `views`, under `key` alone, has a face among `allowed`."""
    size = absence_size(1, len(allowed))
    if not views or not allowed or len(body) != size * len(views):
        raise GroupFault(f"the proof for {len(views)} cards and {len(allowed)} faces has {size * len(views)} bytes")
    for number, card in enumerate(views):
        _check_one(ctx, key, card, allowed, body[number * size : (number + 1) * size])


def _check_one(ctx: bytes, key: bytes, card: Masked, allowed: Sequence[bytes], proof: bytes) -> None:
    middle = WEIGHT * len(allowed)
    challenges = [_short(proof[at : at + WEIGHT]) for at in range(0, middle, WEIGHT)]
    responses = [read_scalar(proof[at : at + SCALAR]) for at in range(middle, len(proof), SCALAR)]
    st = _statement(ctx, key, card, allowed)
    commitments = b"".join(
        _commitments(key, card, face, challenge, response)
        for face, challenge, response in zip(allowed, challenges, responses, strict=True)
    )
    if sum(challenges) % _RANGE != _short(digest("or", st, commitments)):
        raise GroupFault("the proof of absence does not hold")


def _statement(ctx: bytes, key: bytes, card: Masked, allowed: Sequence[bytes]) -> bytes:
    return statement("or", ctx, BASE, key, card.a, card.b, *allowed)


def _commitments(key: bytes, card: Masked, face: bytes, challenge: int, response: int) -> bytes:
    """The two commitments that fit a challenge and a response in the branch "the face of this card is `face`"."""
    first = plus(times_base(response), times(challenge, key))
    second = plus(times(response, card.a), times(challenge, minus(card.b, face)))
    return first + second


def _short(data: bytes) -> int:
    return int.from_bytes(data[:WEIGHT], "little")
