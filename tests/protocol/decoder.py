"""A second decoder of canonical msgpack, written from the format and not from the library."""

import unicodedata
from typing import Any

HEADS = {0xC4: ("bin", 1), 0xC5: ("bin", 2), 0xC6: ("bin", 4), 0xD9: ("str", 1), 0xDA: ("str", 2), 0xDB: ("str", 4)}
ARRAYS = {0xDC: 2, 0xDD: 4}
INTS = {0xCC: (1, False), 0xCD: (2, False), 0xCE: (4, False), 0xCF: (8, False)}
INTS |= {0xD0: (1, True), 0xD1: (2, True), 0xD2: (4, True), 0xD3: (8, True)}
FIXED: dict[int, Any] = {0xC0: None, 0xC2: False, 0xC3: True}


def decode(data: bytes) -> Any:
    """The value of canonical bytes; ValueError for anything else."""
    value, end = _value(data, 0, 0)
    if end != len(data):
        raise ValueError("trailing bytes")
    return value


def _value(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    if depth > 17 or at >= len(data):
        raise ValueError("too deep or cut short")
    head, at = data[at], at + 1
    if head < 0x80 or head >= 0xE0:
        return (head if head < 0x80 else head - 256), at
    if head in FIXED:
        return FIXED[head], at
    if head in INTS:
        size, signed = INTS[head]
        value = int.from_bytes(_part(data, at, size), "big", signed=signed)
        low = {(1, False): 128, (1, True): -128}.get((size, signed), 1 << (8 * size // 2))
        if (signed and not (value < -32 if size == 1 else value < -(low // 2))) or (not signed and value < low):
            raise ValueError("not the shortest int")
        return value, at + size
    if 0xA0 <= head < 0xC0:
        return _text(_part(data, at, head & 31)), at + (head & 31)
    if head in HEADS:
        kind, size = HEADS[head]
        length = int.from_bytes(_part(data, at, size), "big")
        if length < (32 if kind == "str" and size == 1 else 0 if size == 1 else 1 << (4 * size)):
            raise ValueError("not the shortest length")
        body = _part(data, at + size, length)
        return (_text(body) if kind == "str" else body), at + size + length
    if 0x90 <= head < 0xA0 or head in ARRAYS:
        size = ARRAYS.get(head, 0)
        count = int.from_bytes(_part(data, at, size), "big") if size else head & 15
        if (size and count < (16 if size == 2 else 1 << 16)) or count > 4096 or depth > 16:
            raise ValueError("not the shortest array, or too long")
        items, at = [], at + size
        for _ in range(count):
            item, at = _value(data, at, depth + 1)
            items.append(item)
        return tuple(items), at
    raise ValueError("map, float or extension")


def _part(data: bytes, at: int, size: int) -> bytes:
    if at + size > len(data):
        raise ValueError("cut short")
    return data[at : at + size]


def _text(data: bytes) -> str:
    text = data.decode()
    if unicodedata.normalize("NFC", text) != text:
        raise ValueError("not in normal form")
    return text
