"""Shares, re-masking and absence judged in plain integers, from SPEC.md section 20 and apart from the shipped code."""

from collections.abc import Sequence

from tests.protocol.shuffle.groups import EDWARDS, Point, Q, read_point, sha, sha_scalar, short
from tests.protocol.shuffle.wikstrom import combined, total

Pair = tuple[bytes, bytes]
G = EDWARDS.data(EDWARDS.base)


def equal(tag: str, st: bytes, points: tuple[Point, Point, Point, Point], proof: bytes) -> bool:
    """Whether c ‖ z proves that what the second point is to the first, the fourth is to the third."""
    c, z = int.from_bytes(proof[:32], "little"), int.from_bytes(proof[32:], "little")
    if not (0 < c < Q and 0 < z < Q and len(proof) == 64):
        return False
    halves = [EDWARDS.add(EDWARDS.times(z, base), EDWARDS.times(c, image)) for base, image in (points[:2], points[2:])]
    return sha_scalar(Q, tag, st, b"".join(map(EDWARDS.data, halves))) == c


def share_holds(ctx: bytes, key: bytes, card: Pair, body: bytes) -> bool:
    st = sha("statement", b"share", ctx, G + key + card[0] + body[:32])
    return equal("share", st, (EDWARDS.base, *map(read_point, (key, card[0], body[:32]))), body[32:])  # type: ignore[arg-type]  # four


def batch_holds(ctx: bytes, key: bytes, cards: Sequence[Pair], body: bytes) -> bool:
    end = 32 * len(cards)
    st = sha("statement", b"batch", ctx, G + key + b"".join(a for a, _ in cards) + body[:end])
    weights = [1, *(short("weight", st, number) for number in range(1, len(cards)))]
    bases = combined(EDWARDS, weights, [read_point(a) for a, _ in cards])
    images = combined(EDWARDS, weights, [read_point(body[at : at + 32]) for at in range(0, end, 32)])
    return equal("batch", st, (EDWARDS.base, read_point(key), bases, images), body[end:])


def remask_holds(ctx: bytes, key: bytes, card: Pair, body: bytes) -> bool:
    after = body[:32], body[32:64]
    steps = [EDWARDS.add(read_point(y), EDWARDS.times(-1, read_point(x))) for x, y in zip(card, after, strict=True)]
    data = [EDWARDS.data(step) for step in steps]
    st = sha("statement", b"remask", ctx, G + data[0] + key + data[1] + card[0] + card[1])
    return equal("remask", st, (EDWARDS.base, steps[0], read_point(key), steps[1]), body[64:])


def absence_holds(ctx: bytes, key: bytes, card: Pair, allowed: Sequence[bytes], body: bytes) -> bool:
    m = len(allowed)
    c = [int.from_bytes(body[at : at + 16], "little") for at in range(0, 16 * m, 16)]
    z = [int.from_bytes(body[at : at + 32], "little") for at in range(16 * m, 48 * m, 32)]
    st = sha("statement", b"or", ctx, G + key + card[0] + card[1] + b"".join(allowed))
    a, b = map(read_point, card)
    said = b""
    for face, challenge, response in zip(allowed, c, z, strict=True):
        masked = total(EDWARDS, b, EDWARDS.times(-1, read_point(face)))
        said += EDWARDS.data(combined(EDWARDS, (response, challenge), (EDWARDS.base, read_point(key))))
        said += EDWARDS.data(combined(EDWARDS, (response, challenge), (a, masked)))
    return sum(c) % 2**128 == int.from_bytes(sha("or", st, said)[:16], "little")
