"""Messages: the table of kinds, their layouts as bytes, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.encoding import EncodingFault, pack
from protocol.wire import CONTROL_LIMIT, LAYOUTS, SYNC_LIMIT, Kind, Message, decode, encode, limit, peek

SIG = b"s" * 64
EXAMPLES: dict[Kind, tuple[tuple[object, ...], str]] = {
    Kind.LOCK: (
        (2, 7, b"d" * 32, b"f" * 32, b"l" * 32),
        "96100207c420" + "64" * 32 + "c420" + "66" * 32 + "c420" + "6c" * 32,
    ),
    Kind.OPEN_LOCK: (
        (2, b"g" * 32, b"t" * 32, b"n" * 32),
        "951102c420" + "67" * 32 + "c420" + "74" * 32 + "c420" + "6e" * 32,
    ),
    Kind.SIGN: ((2, SIG, SIG), "941202" + ("c440" + "73" * 64) * 2),
    Kind.ENTRY: ((b"e", SIG), "9320c40165c440" + "73" * 64),
    Kind.HAVE: ((300, 1, b"p" * 32, (0, 2)), "9521cd012c01c420" + "70" * 32 + "920002"),
    Kind.WANT: ((300, 1), "9322cd012c01"),
    Kind.BEHIND: ((0, 1), "93230001"),
    Kind.SYNC: ((((b"e", SIG),), True), "93249192c40165c440" + "73" * 64 + "c3"),
    Kind.EVIDENCE: ((((b"e", SIG),),), "92259192c40165c440" + "73" * 64),
    Kind.RUN: ((2, 300, b"m" * 16, SIG), "952602cd012cc410" + "6d" * 16 + "c440" + "73" * 64),
    Kind.LINKED: (((0, 2),), "9227920002"),
    Kind.WATCH: ((300, 1), "9328cd012c01"),
    Kind.TABLE: ((b"g", ((SIG, SIG),)), "9329c401679192" + ("c440" + "73" * 64) * 2),
    Kind.TALK: ((b"l", SIG), "932ac4016cc440" + "73" * 64),
    Kind.HEARD: (((0, 300, 2),), "922b9300cd012c02"),
    Kind.TALKS: ((((b"l", SIG),), True), "932c9192c4016cc440" + "73" * 64 + "c3"),
    Kind.TWICE: ((((b"l", SIG), (b"m", SIG)),), "922d9292c4016cc440" + "73" * 64 + "92c4016dc440" + "73" * 64),
}


@pytest.mark.parametrize("kind", list(Kind))
def test_layout_of_each_kind(kind: Kind) -> None:
    fields, expected = EXAMPLES[kind]
    frame = encode(kind, *fields)  # type: ignore[arg-type]  # rows of all kinds
    assert frame.hex() == expected
    assert decode(frame) == Message(kind, fields)
    assert peek(frame) == kind
    assert limit(kind) == LAYOUTS[kind].limit


@pytest.mark.parametrize("kind", list(Kind))
def test_a_field_more_or_less_or_of_another_type_is_refused(kind: Kind) -> None:
    fields, _ = EXAMPLES[kind]
    for wrong in [fields[:-1], (*fields, 0), *((*fields[:i], None, *fields[i + 1 :]) for i in range(len(fields)))]:
        with pytest.raises(EncodingFault):
            encode(kind, *wrong)  # type: ignore[arg-type]  # wrong on purpose
        with pytest.raises(EncodingFault):
            decode(pack((int(kind), *wrong)))  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize(
    "fields", [(0, 0, b"p" * 32, (2, 1)), (0, 0, b"p" * 32, (1, 1)), (0, 256, b"p" * 32, ()), (2**32, 0, b"p" * 32, ())]
)
def test_malformed_have_lists(fields: tuple[int, int, bytes, tuple[int, ...]]) -> None:
    with pytest.raises(EncodingFault):
        encode(Kind.HAVE, *fields)


def test_true_is_no_number() -> None:
    with pytest.raises(EncodingFault):
        decode(pack((int(Kind.WANT), True, 0)))


def test_each_kind_has_its_own_size_limit() -> None:
    with pytest.raises(EncodingFault):
        decode(pack((int(Kind.ENTRY), b"e" * 65536, SIG)))
    many = tuple((b"e" * 1000, SIG) for _ in range(220))
    frame = encode(Kind.SYNC, many, False)
    assert CONTROL_LIMIT < len(frame) <= SYNC_LIMIT
    assert decode(frame) == Message(Kind.SYNC, (many, False))
    with pytest.raises(EncodingFault):
        encode(Kind.SYNC, many * 2, False)


def test_unknown_kinds_are_skipped_if_optional_and_refused_if_not() -> None:
    assert decode(pack((200, "whatever"))) is None
    for kind in (3, 60, 127):
        with pytest.raises(EncodingFault):
            decode(pack((kind, "whatever")))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_refused(frame: bytes) -> None:
    try:
        message = decode(frame)
    except EncodingFault:
        return
    assert message is None or encode(message.kind, *message.fields) == frame
