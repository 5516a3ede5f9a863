"""Plain values: all that answers, events and states are made of; their shape, order and fast encoding."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgpack

Plain: TypeAlias = "bool | int | str | tuple[Plain, ...] | None"
"""What an answer may hold."""

Seat: TypeAlias = int
"""A place at the table, counted from 0."""

Draw: TypeAlias = Callable[[int], int]
"""draw(n) gives an integer in 0..n-1. Where it comes from is the caller's affair: rules never draw by themselves."""

Shape: TypeAlias = "type | list[Any] | tuple[Any, ...] | Maybe"
"""str, int, bool: that type exactly; [x]: a tuple of any length; (x, y): just that tuple; Maybe(x): None or x."""

MAX_ITEMS = 200
"""The longest tuple in an answer: a generous bound above any form of any game."""


class Maybe:
    """The shape of a value that may also be None."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape


def fits(shape: Shape, value: object) -> bool:
    """Whether `value` has the shape, types exact: True is no int, a list is no tuple."""
    if isinstance(shape, list):
        inner = shape[0]
        return type(value) is tuple and len(value) <= MAX_ITEMS and all(fits(inner, v) for v in value)
    if isinstance(shape, tuple):
        return (
            type(value) is tuple
            and len(value) == len(shape)
            and all(fits(x, v) for x, v in zip(shape, value, strict=True))
        )
    if isinstance(shape, Maybe):
        return value is None or fits(shape.shape, value)
    return type(value) is shape


def exact(a: object, b: object) -> bool:
    """Equal, and of the same types all through: True is not 1."""
    if type(a) is tuple:
        return type(b) is tuple and len(a) == len(b) and all(exact(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and a == b


def order(value: Plain) -> tuple[Any, ...]:
    """Sort key that puts any two plain values in one order: None, numbers, words, then tuples item by item."""
    if value is None:
        return (0,)
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    return (3, tuple(order(v) for v in value))


def _fields(thing: Any) -> list[Any]:
    return list(thing.__dict__.values())


_pack: Callable[[Any], bytes] = msgpack.Packer(default=_fields).pack


def packed(thing: Any) -> bytes:
    """Bytes of a state or an answer for digests, about 10 microseconds for a whole board.

    Dataclasses give their fields in order, dicts keep the order of insertion: so an order taken from a set, which
    differs between two processes, shows in the digest at once. Raises TypeError for what is not plain data.
    """
    return _pack(thing)


def hashed(*parts: bytes) -> bytes:
    """SHA-256 over length-prefixed parts; 32 bytes."""
    return hashlib.sha256(b"".join([x for p in parts for x in (len(p).to_bytes(4, "big"), p)])).digest()


def frozen(mapping: Mapping[str, Plain]) -> tuple[tuple[str, Plain], ...]:
    """A mapping as a plain value: pairs sorted by key."""
    return tuple(sorted(mapping.items()))
