"""Canonical encoding, labelled hashes, integers as bytes (SPEC.md section 2).

One meaning has one byte string: a receiver decodes, encodes again and compares, so two peers can never hash the same
content differently, nor read two contents from the same bytes.
"""

import hashlib
import struct
import unicodedata
from functools import cache
from typing import Any, TypeAlias

import msgpack

Canon: TypeAlias = "bool | int | str | bytes | tuple[Canon, ...] | None"
"""What the wire carries: no map, no float, no extension type."""

MAX_DEPTH = 16
MAX_ITEMS = 4096
"""Members of one array. The decoder reserves room for what a header announces, at every depth: this bounds it."""
LABEL = b"kingsmoot/1/"
ENTRY_LIMIT = 64 * 1024
"""Bytes of the largest single message; a verifiable shuffle of 82 cards needs 15.9 kB."""

_LEAVES = frozenset({int, bytes, bool, type(None)})


class EncodingFault(ValueError):
    """The bytes are not the canonical form of anything. The text says where and why."""


def pack(value: Canon) -> bytes:
    """Canonical msgpack of `value`. Raises EncodingFault for what has no canonical form."""
    _judge(value, 0)
    try:
        packed: bytes = msgpack.packb(value, use_bin_type=True)
    except (OverflowError, ValueError, TypeError) as error:
        raise EncodingFault(f"cannot be encoded: {error}") from error
    return packed


def _judge(value: Any, depth: int) -> None:
    kind = type(value)
    if kind in _LEAVES:
        return
    if depth > MAX_DEPTH:
        raise EncodingFault(f"nested deeper than {MAX_DEPTH}")
    if kind is tuple:
        if len(value) > MAX_ITEMS:
            raise EncodingFault(f"{len(value)} items in one array where {MAX_ITEMS} are allowed")
        for item in value:
            if type(item) not in _LEAVES:
                _judge(item, depth + 1)
    elif kind is str:
        if not value.isascii() and not unicodedata.is_normalized("NFC", value):
            raise EncodingFault("text is not in Unicode normal form C")
    else:
        raise EncodingFault(f"{kind.__name__} has no canonical form")


def unpack(data: bytes, limit: int = ENTRY_LIMIT) -> Canon:
    """The value of which `data` is the canonical form; arrays come back as tuples.

    Raises EncodingFault if `data` is longer than `limit` bytes, malformed, not canonical, or followed by anything.
    """
    if len(data) > limit:
        raise EncodingFault(f"{len(data)} bytes where {limit} are allowed")
    try:
        value: Canon = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_str_len=limit,
            max_bin_len=limit,
            max_array_len=MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise EncodingFault(f"not msgpack: {error or type(error).__name__}") from error
    if pack(value) != data:
        raise EncodingFault("not in canonical form")
    return value


def u8(n: int) -> bytes:
    """One byte."""
    return n.to_bytes(1, "big")


def u16(n: int) -> bytes:
    """Two bytes, big-endian."""
    return n.to_bytes(2, "big")


def u32(n: int) -> bytes:
    """Four bytes, big-endian."""
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    """Eight bytes, big-endian."""
    return n.to_bytes(8, "big")


_LENGTH = struct.Struct(">I")


def lp(part: bytes) -> bytes:
    """`part` behind its length, so that joined parts can be split in one way only."""
    return _LENGTH.pack(len(part)) + part


def split_lp(data: bytes) -> tuple[bytes, bytes]:
    """The first length-prefixed part of `data` and what follows it. Raises EncodingFault if it is cut short."""
    if len(data) < 4:
        raise EncodingFault("cut short before a length")
    end = 4 + int.from_bytes(data[:4], "big")
    if len(data) < end:
        raise EncodingFault(f"{end} bytes announced, {len(data)} there")
    return data[4:end], data[end:]


def labelled(tag: str, *parts: bytes) -> bytes:
    """The bytes that H and Hs hash: the label and each part behind its length."""
    pieces = [_label(tag)]
    for part in parts:
        pieces.append(_LENGTH.pack(len(part)))
        pieces.append(part)
    return b"".join(pieces)


@cache
def _label(tag: str) -> bytes:
    return lp(LABEL + tag.encode())


def digest(tag: str, *parts: bytes) -> bytes:
    """H(tag, parts): SHA-256 over the labelled, length-prefixed parts; 32 bytes."""
    return hashlib.sha256(labelled(tag, *parts)).digest()
