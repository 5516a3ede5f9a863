"""Bytes of a shuffle: the new deck and the proof that it is the old one (SPEC.md section 20)."""

from typing import NamedTuple

from protocol.group import POINT, SCALAR, GroupFault, read_point, read_scalar, scalar_bytes
from protocol.shuffle.masking import Deck, Masked, joined

FEWEST, MOST = 2, 90
"""Cards of a deck that can be shuffled: with fewer there is nothing to hide, the largest deck of all games has 82."""


class Proof(NamedTuple):
    """What the prover says beside the new deck, by the names of the paper."""

    commitments: tuple[bytes, ...]
    """c_1..n: commitments to the columns of the permutation matrix."""
    chain: tuple[bytes, ...]
    """ĉ_1..n: commitments to the growing product of the permuted weights."""
    chain_responses: tuple[int, ...]
    """ŝ_1..n."""
    weight_responses: tuple[int, ...]
    """s'_1..n."""
    responses: tuple[int, ...]
    """s_1..4."""
    challenge: int


def shuffle_size(count: int) -> int:
    """Bytes of the shuffle of `count` cards."""
    return count * (4 * POINT + 2 * SCALAR) + 5 * SCALAR


def write(deck: Deck, proof: Proof) -> bytes:
    """The body f ‖ c_1..n ‖ ĉ_1..n ‖ ŝ_1..n ‖ s'_1..n ‖ s_1..4 ‖ c."""
    scalars = (*proof.chain_responses, *proof.weight_responses, *proof.responses, proof.challenge)
    return b"".join((joined(deck), *proof.commitments, *proof.chain, *map(scalar_bytes, scalars)))


def read(body: bytes, count: int) -> tuple[Deck, Proof]:
    """The new deck and its proof. Raises GroupFault for another size, and for what is no point or no scalar."""
    if len(body) != shuffle_size(count):
        raise GroupFault(f"a shuffle of {count} cards has {shuffle_size(count)} bytes")
    middle = 4 * count * POINT
    points = [read_point(body[at : at + POINT]) for at in range(0, middle, POINT)]
    scalars = [read_scalar(body[at : at + SCALAR]) for at in range(middle, len(body), SCALAR)]
    return tuple(map(Masked, points[: 2 * count : 2], points[1 : 2 * count : 2])), Proof(
        commitments=tuple(points[2 * count : 3 * count]),
        chain=tuple(points[3 * count :]),
        chain_responses=tuple(scalars[:count]),
        weight_responses=tuple(scalars[count : 2 * count]),
        responses=tuple(scalars[2 * count : -1]),
        challenge=scalars[-1],
    )
