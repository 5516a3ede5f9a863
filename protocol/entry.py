"""Entries of the log: what one seat says at one place, signed on the whole past (SPEC.md section 10)."""

from collections.abc import Iterable
from typing import NamedTuple

import msgpack

from protocol.agreement import PROTOCOL
from protocol.encoding import EncodingFault, digest, u8, u32
from protocol.identity import SigningKey, verify
from protocol.wire import flat

_SHAPE = (int, bytes, int, int, int, bytes, bytes, bytes, tuple)
_pack = msgpack.Packer(use_bin_type=True).pack


class Place(NamedTuple):
    """Where in the log something is said. Places are ordered by slot, then phase."""

    slot: int
    phase: int


class Entry(NamedTuple):
    """The content of an entry. `prev` and `digest` have 32 bytes; `digest` is that of the match before the slot."""

    game_id: bytes
    slot: int
    phase: int
    seat: int
    prev: bytes
    digest: bytes
    body: bytes

    def encode(self) -> bytes:
        """The canonical bytes [1, ...fields, riders] that are hashed and signed. No rider is defined yet."""
        packed: bytes = _pack((PROTOCOL, *self, ()))
        return packed


class Signed(NamedTuple):
    """An entry, its canonical bytes, their hash (under which the log counts it) and the author's signature."""

    entry: Entry
    data: bytes
    hash: bytes
    signature: bytes

    @property
    def place(self) -> Place:
        """Where the entry stands."""
        return Place(self.entry.slot, self.entry.phase)

    @classmethod
    def make(cls, entry: Entry, key: SigningKey) -> "Signed":
        """The entry signed by `key`. Equal content gives equal bytes, signature included."""
        data = entry.encode()
        return cls(entry, data, digest("entry", data), key.sign("entry", data))

    @classmethod
    def parse(cls, data: bytes, signature: bytes) -> "Signed":
        """The entry in `data`, its signature unjudged. Raises EncodingFault unless it is laid out canonically."""
        value = flat(data)
        if tuple(map(type, value)) != _SHAPE:
            raise EncodingFault("not laid out as an entry")
        version, game_id, slot, phase, seat, prev, before, body, riders = value
        if version != PROTOCOL or riders:
            raise EncodingFault("an entry of another version")
        if not (0 <= slot < 1 << 32 and 0 <= phase < 256 and 0 <= seat < 256):
            raise EncodingFault("a place that cannot be")
        if not len(game_id) == len(prev) == len(before) == 32:
            raise EncodingFault("a hash that is none")
        return cls(Entry(game_id, slot, phase, seat, prev, before, body), data, digest("entry", data), signature)

    def by(self, public: bytes) -> bool:
        """Whether the owner of `public` signed this entry."""
        return verify(public, "entry", self.data, self.signature)


def next_prev(prev: bytes, place: Place, entries: Iterable[Signed]) -> bytes:
    """The `prev` of the place after this one: a hash over all that was said at it.

    `entries` come in ascending order of seats, one of each seat asked; 32 bytes.
    """
    items = b"".join(u8(signed.entry.seat) + b"\x00" + signed.hash for signed in entries)
    return digest("place", prev, u32(place.slot), u8(place.phase), items)
