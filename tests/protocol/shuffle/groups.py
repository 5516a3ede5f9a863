"""Two groups in plain integers, without libsodium: the second route on which the proofs are computed and judged."""

import hashlib
from functools import cache, lru_cache
from typing import Protocol, TypeVar

E = TypeVar("E")

# RFC 8032 section 5.1
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
"""A square root of -1."""


class Group(Protocol[E]):
    """A group of prime order, written additively."""

    order: int
    base: E
    zero: E

    def add(self, left: E, right: E) -> E: ...

    def times(self, scalar: int, point: E) -> E: ...

    def data(self, point: E) -> bytes: ...


class Modular:
    """A subgroup of prime order of the integers modulo a prime; "adding" is multiplying there."""

    zero = 1

    def __init__(self, modulus: int, order: int, base: int) -> None:
        self.modulus, self.order, self.base = modulus, order, base

    def add(self, left: int, right: int) -> int:
        return left * right % self.modulus

    def times(self, scalar: int, point: int) -> int:
        return pow(point, scalar % self.order, self.modulus)

    def data(self, point: int) -> bytes:
        return point.to_bytes(8, "big")


SCHNORR = Modular(2**64 - 1469, (2**64 - 1470) // 2, 4)
"""The squares modulo the largest safe prime of 64 bits."""

Point = tuple[int, int, int, int]


class Edwards:
    """edwards25519 in the extended coordinates of RFC 8032 section 5.1.4: x = X/Z, y = Y/Z, x·y = T/Z."""

    order = Q
    zero: Point = (0, 1, 1, 0)

    def __init__(self) -> None:
        self.base = read_point(bytes([0x58]) + b"\x66" * 31)

    def add(self, left: Point, right: Point) -> Point:
        a = (left[1] - left[0]) * (right[1] - right[0]) % P
        b = (left[1] + left[0]) * (right[1] + right[0]) % P
        c, d = 2 * left[3] * right[3] * D % P, 2 * left[2] * right[2] % P
        e, f, g, h = b - a, d - c, d + c, b + a
        return e * f % P, g * h % P, f * g % P, e * h % P

    def times(self, scalar: int, point: Point) -> Point:
        total = self.zero
        for bit, power in enumerate(_doublings(point)):
            if scalar % Q >> bit & 1:
                total = self.add(total, power)
        return total

    def data(self, point: Point) -> bytes:
        z = pow(point[2], -1, P)
        x, y = point[0] * z % P, point[1] * z % P
        return ((x & 1) << 255 | y).to_bytes(32, "little")


@lru_cache(256)
def _doublings(point: Point) -> tuple[Point, ...]:
    """The point times 1, 2, 4 and so on, for scalars below Q. Kept, since a test multiplies the same few points."""
    powers = [point]
    for _ in range(Q.bit_length() - 1):
        powers.append(EDWARDS.add(powers[-1], powers[-1]))
    return tuple(powers)


def read_point(data: bytes) -> Point:
    """Decoding of RFC 8032 section 5.1.3. Raises ValueError if there is no such point; judges no subgroup."""
    value = int.from_bytes(data, "little")
    sign, y = value >> 255, value & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = _root(square)
    if y >= P or len(data) != 32 or x * x % P != square or (x == 0 and sign):
        raise ValueError("no point")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def _root(square: int) -> int:
    """A square root modulo P, if there is one."""
    root = pow(square, (P + 3) // 8, P)
    return root if root * root % P == square else root * ROOT % P


EDWARDS = Edwards()


def from_uniform(data: bytes) -> bytes:
    """Elligator 2 to the Montgomery curve v² = u³ + 486662u² + u, on to edwards25519, times 8; 32 bytes in, 32 out.

    The top bit of `data` is the sign of x before the factor 8.
    """
    a = 486662
    sign, t = data[31] >> 7, int.from_bytes(data, "little") & (1 << 255) - 1

    def curve(u: int) -> int:
        return (u * u * u + a * u * u + u) % P

    u = -a * pow(1 + 2 * t * t, -1, P) % P
    if pow(curve(u), (P - 1) // 2, P) == P - 1:
        u = (-a - u) % P
    v = _root(curve(u))
    y = (u - 1) * pow(u + 1, -1, P) % P
    x = _root(-486664 % P) * u * pow(v, -1, P) % P
    if x & 1 != sign:
        x = P - x
    return EDWARDS.data(EDWARDS.times(8, (x, y, 1, x * y % P)))


# ---------------------------------------------------------------- labelled hashes, written again from SPEC.md section 2
def labelled(tag: str, *parts: bytes) -> bytes:
    pieces = (b"kingsmoot/1/" + tag.encode(), *parts)
    return b"".join(len(piece).to_bytes(4, "big") + piece for piece in pieces)


def sha(tag: str, *parts: bytes) -> bytes:
    return hashlib.sha256(labelled(tag, *parts)).digest()


def sha_scalar(order: int, tag: str, *parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(labelled(tag, *parts)).digest(), "little") % order


def short(tag: str, seed: bytes, number: int) -> int:
    """A weight of 128 bits."""
    return int.from_bytes(sha(tag, seed, number.to_bytes(4, "big"))[:16], "little")


@cache
def generator(number: int) -> Point:
    return read_point(from_uniform(sha("gen", number.to_bytes(4, "big"))))
