"""The messages that peers send each other: one table of kinds, fields and sizes (SPEC.md section 4).

A frame is the canonical array [kind, field, ...]. `net` puts its length before it and carries it; links, heartbeats and
the lobby use kinds below 16, which are none of ours. A kind of 128 or more that a reader does not know is optional: it
is skipped. Any other unknown kind is a fault of the link.
"""

from collections.abc import Callable
from enum import IntEnum
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import msgpack

from protocol.encoding import ENTRY_LIMIT, MAX_ITEMS, Canon, EncodingFault, pack, unpack

CONTROL_LIMIT = 4 * 1024
"""Bytes of a message that only steers: locks, signatures, have-lists."""
SYNC_LIMIT = 256 * 1024
"""Bytes of a message that carries many entries."""
OPTIONAL = 128
"""Kinds from here on may be skipped by whoever does not know them."""


class UnknownKind(EncodingFault):
    """A message of a required kind that this version does not know."""


class Kind(IntEnum):
    """Kinds of message. The numbers are part of the protocol."""

    LOCK = 16
    """A seat locks its keys and nonce."""
    OPEN_LOCK = 17
    """A seat opens its lock: all locks are in."""
    SIGN = 18
    """A seat's two signatures under the game id."""
    ENTRY = 32
    """One signed entry of the log."""
    HAVE = 33
    """Where the sender stands: place, its prev, the seats whose entries of that place it holds."""
    WANT = 34
    """Asks for all entries from a place on."""
    BEHIND = 35
    """Asks for the entries of the place just before one: the asker knows another past."""
    SYNC = 36
    """Entries in the order of the log; true: there are more, ask again."""
    EVIDENCE = 37
    """Entries that prove a fault at this table."""
    RUN = 38
    """A seat has taken up its journal, in its own signed word; also told back to it."""
    LINKED = 39
    """The seats to which the sender has a live link."""
    WATCH = 40
    """A spectator asks to be shown the table, and all entries from a place on."""
    TABLE = 41
    """What all seats have signed, for a spectator."""
    TALK = 42
    """One signed line of talk."""
    HEARD = 43
    """How many lines of each seat's talk the sender holds."""
    TALKS = 44
    """Lines of talk, of each author in order; true: there are more, tell again what you hold."""
    TWICE = 45
    """Two lines of talk that prove that their author has told two stories."""


Check: TypeAlias = Callable[[Any], bool]


def _uint(bits: int) -> Check:
    return lambda value: type(value) is int and 0 <= value < 1 << bits


def _bytes(size: int) -> Check:
    return lambda value: type(value) is bytes and len(value) == size


def _blob(value: Any) -> bool:
    return type(value) is bytes and 0 < len(value) <= ENTRY_LIMIT


def _seats(value: Any) -> bool:
    return (
        type(value) is tuple
        and all(type(seat) is int and 0 <= seat < 256 for seat in value)
        and all(low < high for low, high in pairwise(value))
    )


def _counts(value: Any) -> bool:
    return (
        type(value) is tuple
        and len(value) < 256
        and all(type(count) is int and 0 <= count < 1 << 32 for count in value)
    )


def _pairs(value: Any) -> bool:
    return type(value) is tuple and all(
        type(pair) is tuple and len(pair) == 2 and _blob(pair[0]) and type(pair[1]) is bytes and len(pair[1]) == 64
        for pair in value
    )


def _signatures(value: Any) -> bool:
    return type(value) is tuple and all(
        type(pair) is tuple and len(pair) == 2 and all(type(part) is bytes and len(part) == 64 for part in pair)
        for pair in value
    )


def _flag(value: Any) -> bool:
    return type(value) is bool


class Layout(NamedTuple):
    """One row of the table: what a message of this kind holds and how long it may be, in bytes."""

    limit: int
    fields: tuple[tuple[str, Check], ...]


U8, U32, MARK, HASH, SIGNATURE = _uint(8), _uint(32), _bytes(16), _bytes(32), _bytes(64)

LAYOUTS: dict[Kind, Layout] = {
    Kind.LOCK: Layout(
        CONTROL_LIMIT,
        (("seat", U8), ("rules version", U32), ("data digest", HASH), ("form hash", HASH), ("lock", HASH)),
    ),
    Kind.OPEN_LOCK: Layout(CONTROL_LIMIT, (("seat", U8), ("game pk", HASH), ("talk pk", HASH), ("nonce", HASH))),
    Kind.SIGN: Layout(CONTROL_LIMIT, (("seat", U8), ("by identity", SIGNATURE), ("by game key", SIGNATURE))),
    Kind.ENTRY: Layout(ENTRY_LIMIT, (("entry", _blob), ("signature", SIGNATURE))),
    Kind.HAVE: Layout(CONTROL_LIMIT, (("slot", U32), ("phase", U8), ("prev", HASH), ("seats", _seats))),
    Kind.WANT: Layout(CONTROL_LIMIT, (("slot", U32), ("phase", U8))),
    Kind.BEHIND: Layout(CONTROL_LIMIT, (("slot", U32), ("phase", U8))),
    Kind.SYNC: Layout(SYNC_LIMIT, (("entries", _pairs), ("more", _flag))),
    Kind.EVIDENCE: Layout(SYNC_LIMIT, (("entries", _pairs),)),
    Kind.RUN: Layout(CONTROL_LIMIT, (("seat", U8), ("run", U32), ("mark", MARK), ("signature", SIGNATURE))),
    Kind.LINKED: Layout(CONTROL_LIMIT, (("seats", _seats),)),
    Kind.WATCH: Layout(CONTROL_LIMIT, (("slot", U32), ("phase", U8))),
    Kind.TABLE: Layout(SYNC_LIMIT, (("genesis", _blob), ("signatures", _signatures))),
    Kind.TALK: Layout(CONTROL_LIMIT, (("line", _blob), ("signature", SIGNATURE))),
    Kind.HEARD: Layout(CONTROL_LIMIT, (("counts", _counts),)),
    Kind.TALKS: Layout(SYNC_LIMIT, (("lines", _pairs), ("more", _flag))),
    Kind.TWICE: Layout(2 * CONTROL_LIMIT, (("lines", _pairs),)),
}


class Message(NamedTuple):
    """A decoded frame: its kind and its fields in the order of the table."""

    kind: Kind
    fields: tuple[Any, ...]


def encode(kind: Kind, *fields: Canon) -> bytes:
    """The frame of one message. Raises EncodingFault if the fields are not those of the table."""
    frame = pack((int(kind), *fields))
    _judge(kind, fields, len(frame))
    return frame


def peek(frame: bytes) -> int:
    """The kind of a frame from its first bytes, without decoding it. Raises EncodingFault if there is none."""
    if len(frame) < 2 or not 0x91 <= frame[0] <= 0x9F:
        raise EncodingFault("no message starts like this")
    if frame[1] < 0x80:
        return frame[1]
    if frame[1] == 0xCC and len(frame) > 2 and frame[2] >= 0x80:
        return frame[2]
    raise EncodingFault("no message kind")


def limit(kind: int) -> int:
    """The most bytes a frame of this kind may have; an optional kind that nobody knows counts as an entry."""
    try:
        return LAYOUTS[Kind(kind)].limit
    except ValueError:
        return ENTRY_LIMIT


def decode(frame: bytes) -> Message | None:
    """The message in `frame`; None for an optional kind that this version does not know.

    Raises UnknownKind for another unknown kind, EncodingFault for whatever else is not the canonical form of a message
    in the table.
    """
    number = peek(frame)
    try:
        kind = Kind(number)
    except ValueError:
        if number >= OPTIONAL and len(frame) <= ENTRY_LIMIT:
            return None
        raise UnknownKind(f"unknown message kind {number}") from None
    value = unpack(frame, LAYOUTS[kind].limit)
    if type(value) is not tuple:
        raise EncodingFault("a message is an array")
    fields = value[1:]
    _judge(kind, fields, len(frame))
    return Message(kind, fields)


def _judge(kind: Kind, fields: tuple[Any, ...], size: int) -> None:
    layout = LAYOUTS[kind]
    if size > layout.limit:
        raise EncodingFault(f"{kind.name}: {size} bytes where {layout.limit} are allowed")
    if len(fields) != len(layout.fields):
        raise EncodingFault(f"{kind.name} has {len(layout.fields)} fields")
    for value, (name, fits) in zip(fields, layout.fields, strict=True):
        if not fits(value):
            raise EncodingFault(f"{kind.name}: {name} is malformed")


def flat(data: bytes) -> tuple[Any, ...]:
    """The array of ints and byte strings of which `data` is the canonical form.

    The fast way to read what has a fixed layout of such members, an entry or an item of the record: the caller must
    test the exact type of every member, which rules out all that `unpack` would have to look for. Raises EncodingFault.
    """
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            max_str_len=0,
            max_array_len=MAX_ITEMS,
            max_bin_len=ENTRY_LIMIT,
            max_map_len=0,
            max_ext_len=0,
        )
        if type(value) is tuple and msgpack.packb(value) == data:
            return value
    except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
        raise EncodingFault(f"not msgpack: {error or type(error).__name__}") from error
    raise EncodingFault("not the canonical form of an array")
