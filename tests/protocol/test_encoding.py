"""Canonical encoding: one meaning, one byte string."""

import struct
from typing import Any

import msgpack
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.encoding import MAX_DEPTH, MAX_ITEMS, EncodingFault, lp, pack, split_lp, unpack
from tests.protocol.decoder import decode

NFC = st.text(max_size=20).filter(lambda s: __import__("unicodedata").is_normalized("NFC", s) and s.isprintable())
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=40) | NFC,
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=30,
)


def nested(depth: int) -> Any:
    value: Any = ()
    for _ in range(depth):
        value = (value,)
    return value


@given(PLAIN)
def test_what_is_packed_comes_back_and_the_second_decoder_agrees(value: Any) -> None:
    data = pack(value)
    assert unpack(data) == value
    assert decode(data) == value
    assert repr(unpack(data)) == repr(value)


@settings(max_examples=500)
@given(st.binary(max_size=60))
@example(b"\x93\xcc\xff\xa1a\xc4\x00")
def test_any_bytes_re_encode_to_themselves_or_are_refused_by_both_decoders(data: bytes) -> None:
    try:
        value = unpack(data)
    except EncodingFault:
        with pytest.raises(ValueError):  # noqa: PT011  # UnicodeDecodeError is one, too
            decode(data)
        return
    assert pack(value) == data
    assert decode(data) == value


CORPUS = {
    "nothing": b"",
    "int 1 in two bytes": b"\xcc\x01",
    "int 255 in three bytes": b"\xcd\x00\xff",
    "int 1 in nine bytes": b"\xcf" + bytes(7) + b"\x01",
    "positive int as signed": b"\xd0\x05",
    "-1 in two bytes": b"\xd0\xff",
    "bin as long bin": b"\xc5\x00\x01a",
    "str as long str": b"\xd9\x01a",
    "array as long array": b"\xdc\x00\x01\xc0",
    "map": b"\x81\xa1a\x01",
    "empty map": b"\x80",
    "float": b"\xcb" + struct.pack(">d", 1.0),
    "short float": b"\xca" + struct.pack(">f", 1.0),
    "NaN": b"\xcb" + struct.pack(">d", float("nan")),
    "extension": b"\xd4\x01a",
    "timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "reserved": b"\xc1",
    "trailing": b"\x01\x01",
    "cut short": b"\x92\x01",
    "text not UTF-8": b"\xa1\xff",
    "text with a surrogate": b"\xa3\xed\xa0\x80",
    "text not NFC": b"\xa3e\xcc\x81",
    "too deep": b"\x91" * 18 + b"\xc0",
    "a bomb of arrays": b"\xdd\x00\x00\xff\xff" * 2000,
    "a bomb of depth": b"\x91" * 60_000 + b"\xc0",
    "an array of 2^32-1": b"\xdd\xff\xff\xff\xff",
    "a bin of 2^32-1": b"\xc6\xff\xff\xff\xff",
}


@pytest.mark.parametrize("data", CORPUS.values(), ids=CORPUS.keys())
def test_non_canonical_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(EncodingFault):
        unpack(data)
    with pytest.raises(ValueError):  # noqa: PT011
        decode(data)


@pytest.mark.parametrize(
    "value",
    [2**64, -(2**63) - 1, 1.0, {}, [], b"".join, "e\u0301", "\ud800", (1, [2]), bytearray(b"a"), nested(17)],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(EncodingFault):
        pack(value)


def test_the_limits_are_exact() -> None:
    assert unpack(pack(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    assert len(unpack(pack((0,) * MAX_ITEMS))) == MAX_ITEMS  # type: ignore[arg-type]  # a tuple comes back
    with pytest.raises(EncodingFault):
        pack((0,) * (MAX_ITEMS + 1))
    long = pack(b"a" * 100)
    assert unpack(long, len(long)) == b"a" * 100
    with pytest.raises(EncodingFault):
        unpack(long, len(long) - 1)


@given(PLAIN)
def test_the_bytes_are_those_of_plain_msgpack(value: Any) -> None:
    assert pack(value) == msgpack.packb(value)


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_length_prefixed_parts_split_in_one_way(first: bytes, rest: bytes) -> None:
    assert split_lp(lp(first) + rest) == (first, rest)
    for end in range(len(lp(first))):
        with pytest.raises(EncodingFault):
            split_lp(lp(first)[:end])
