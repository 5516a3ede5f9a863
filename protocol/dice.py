"""Joint randomness: shares, their commitments, and unbiased integers from a joint seed (SPEC.md section 7)."""

import hashlib
from collections.abc import Iterable, Iterator

from protocol.encoding import LABEL, digest, lp, u8, u32, u64
from protocol.secret import FIRST_LIFE

SHARE = 32
_STREAM = lp(LABEL + b"rng")
_RANGE = 1 << 64


def commit_share(game_id: bytes, seat: int, number: int, share: bytes) -> bytes:
    """c_k: commitment of `seat` to its share of its joint roll `number` (from 0); 32 bytes."""
    return digest("die", game_id, u8(seat), u8(FIRST_LIFE), u32(number), share)


def joint_seed(game_id: bytes, slot: int, prev: bytes, shares: Iterable[tuple[int, bytes]]) -> bytes:
    """The seed of the roll in `slot`: `shares` are (seat, 32 bytes) in ascending order of seats.

    `prev` holds the action that the roll judges: a changed action gives another seed.
    """
    return digest("seed", game_id, u32(slot), prev, b"".join(u8(seat) + share for seat, share in shares))


def _stream(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(_STREAM + seed + u64(counter)).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        counter += 1


def _below(words: Iterator[int], size: int) -> int:
    if not 0 < size <= _RANGE:
        raise ValueError("a die has between 1 and 2^64 sides")
    limit = _RANGE - _RANGE % size
    for word in words:
        if word < limit:
            return word % size
    raise AssertionError("the stream of words has no end")


def roll(seed: bytes, sizes: Iterable[int]) -> tuple[int, ...]:
    """One integer 0 <= v < size for each of `sizes`, in this order, all from one `seed`, without bias.

    Words that would favour small values are skipped (rejection). A seed serves the one question it was made for.
    """
    words = _stream(seed)
    return tuple(_below(words, size) for size in sizes)


def permutation(seed: bytes, count: int) -> tuple[int, ...]:
    """A uniform order of 0..count-1 from `seed`: Fisher-Yates from the top."""
    words = _stream(seed)
    order = list(range(count))
    for top in range(count - 1, 0, -1):
        pick = _below(words, top + 1)
        order[top], order[pick] = order[pick], order[top]
    return tuple(order)
