"""Generators of the shuffle's commitments: points hashed from fixed labels, so that nobody knows a trapdoor.

Who knew how they hang together could prove false shuffles; a mix-net in real use has fallen to that (Lewis, Pereira and
Teague, "Trapdoor commitments in the SwissPost e-voting shuffle proof", 2019).
"""

from functools import cache

from protocol.encoding import u32
from protocol.group import hash_point, plus


@cache
def generator(number: int) -> bytes:
    """The generator h for number 0, h_i for i from 1 on."""
    return hash_point("gen", u32(number))


@cache
def generators(count: int) -> tuple[bytes, ...]:
    """h_1 to h_count."""
    return tuple(map(generator, range(1, count + 1)))


@cache
def generator_sum(count: int) -> bytes:
    """The sum of h_1 to h_count."""
    return plus(*generators(count))
