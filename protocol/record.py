"""Items of the journal and the saved game, `.moot` (SPEC.md section 14).

A record is the magic, then canonical items: the table, the entries by slot, phase and seat, the talk by author, then
evidence if a fault stopped the table. A journal holds the same items in the order in which they happened, the owner's
choices that are not open yet, and who came back how often; those never go into a record.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any, NamedTuple

import msgpack

from protocol.agreement import Agreement
from protocol.comeback import Run
from protocol.encoding import ENTRY_LIMIT, EncodingFault, pack, unpack
from protocol.entry import Signed
from protocol.talk import AFTERWARDS, Spoken, Twice

MAGIC = b"MOOT1\n"
ITEM_LIMIT = 256 * 1024


class Item(IntEnum):
    """Kinds of item. The numbers are part of the format."""

    TABLE = 0
    ENTRY = 1
    EVIDENCE = 2
    TALK = 3
    TWICE = 4
    """Two lines of talk that prove that their author has told two stories."""
    CHOICE = 64
    """Private: what we chose in secret, written before its commitment is sent."""
    RUN = 65
    """Private: a run of a seat, ours or one that we were told of."""


class RecordFault(ValueError):
    """The bytes are no record; `offset` is the place of the first wrong item, in bytes from the start of the file."""

    def __init__(self, offset: int, text: str) -> None:
        super().__init__(f"byte {offset}: {text}")
        self.offset = offset


class Row(NamedTuple):
    """One item: where it starts, its kind, its fields."""

    offset: int
    kind: Item
    fields: tuple[Any, ...]


def table_item(agreement: Agreement) -> bytes:
    """The first item of every record: genesis and both signatures of each seat, ascending."""
    signatures = tuple(agreement.signatures[seat] for seat in agreement.seats)
    return pack((int(Item.TABLE), agreement.genesis, signatures))


def entry_item(signed: Signed) -> bytes:
    """One entry of the log with its signature."""
    packed: bytes = msgpack.packb((int(Item.ENTRY), signed.data, signed.signature))
    return packed


def evidence_item(evidence: Iterable[Signed]) -> bytes:
    """The entries that prove a fault."""
    return pack((int(Item.EVIDENCE), tuple((signed.data, signed.signature) for signed in evidence)))


def talk_item(spoken: Spoken) -> bytes:
    """One line of talk with its signature."""
    return pack((int(Item.TALK), *spoken.pair))


def twice_item(proof: Twice) -> bytes:
    """The two lines that prove two stories."""
    return pack((int(Item.TWICE), proof.pairs))


def choice_item(slot: int, payload: bytes) -> bytes:
    """Our own secret choice, for our disk alone."""
    return pack((int(Item.CHOICE), slot, payload))


def run_item(run: Run) -> bytes:
    """A run of a seat, for our disk alone."""
    return pack((int(Item.RUN), run.seat, run.number, run.mark, run.signature))


_SHAPES: dict[Item, tuple[type, ...]] = {
    Item.TABLE: (bytes, tuple),
    Item.ENTRY: (bytes, bytes),
    Item.EVIDENCE: (tuple,),
    Item.TALK: (bytes, bytes),
    Item.TWICE: (tuple,),
    Item.CHOICE: (int, bytes),
    Item.RUN: (int, int, bytes, bytes),
}


def read_item(data: bytes, offset: int = 0) -> Row:
    """The item in `data`. Raises RecordFault unless it is canonical and laid out as its kind wants."""
    try:
        value: Any = unpack(data, ITEM_LIMIT)
    except EncodingFault as error:
        raise RecordFault(offset, str(error)) from error
    return _row(value, offset)


def _row(value: Any, offset: int) -> Row:
    if type(value) is not tuple or not value or type(value[0]) is not int:
        raise RecordFault(offset, "no item starts like this")
    try:
        kind = Item(value[0])
    except ValueError:
        raise RecordFault(offset, f"unknown kind of item {value[0]}") from None
    fields = value[1:]
    if tuple(map(type, fields)) != _SHAPES[kind]:
        raise RecordFault(offset, f"{kind.name} is laid out wrongly")
    if kind in (Item.TABLE, Item.EVIDENCE, Item.TWICE) and not all(
        type(pair) is tuple and tuple(map(type, pair)) == (bytes, bytes) for pair in fields[-1]
    ):
        raise RecordFault(offset, f"{kind.name} is laid out wrongly")
    return Row(offset, kind, fields)


def read(data: bytes) -> Iterator[Row]:
    """The items of a record, one by one, so that a long game needs no second copy in memory.

    Raises RecordFault at the first item that is not canonical, not laid out as its kind wants, or cut short.
    """
    if data[: len(MAGIC)] != MAGIC:
        raise RecordFault(0, "this is no record: the first bytes are wrong")
    unpacker = msgpack.Unpacker(
        use_list=False,
        raw=False,
        max_buffer_size=len(data) + 1,
        max_str_len=0,
        max_bin_len=ENTRY_LIMIT,
        max_array_len=255,
        max_map_len=0,
        max_ext_len=0,
    )
    unpacker.feed(memoryview(data)[len(MAGIC) :])
    offset = len(MAGIC)
    while offset < len(data):
        try:
            value = unpacker.unpack()
        except msgpack.exceptions.OutOfData:
            raise RecordFault(offset, "the file is cut short within an item") from None
        except (ValueError, msgpack.exceptions.UnpackException, RecursionError) as error:
            raise RecordFault(offset, f"not msgpack: {error or type(error).__name__}") from error
        end = len(MAGIC) + unpacker.tell()
        row = _row(value, offset)
        if msgpack.packb(value) != data[offset:end]:
            raise RecordFault(offset, "not in canonical form")
        yield row
        offset = end


def assemble(agreement: Agreement, items: Iterable[bytes]) -> bytes:
    """The record of a table out of the items of a journal, whatever their order; private ones are left out.

    The same log and the same talk give the same bytes at every peer. Raises RecordFault for an item that is none.
    """
    entries: dict[tuple[int, int, int, bytes], bytes] = {}
    evidence: dict[bytes, bytes] = {}
    lines: list[Spoken] = []
    proofs: list[Twice] = []
    for item in items:
        row = read_item(item)
        try:
            if row.kind is Item.ENTRY:
                signed = Signed.parse(*row.fields)
                entries[*signed.place, signed.entry.seat, signed.hash] = item
            elif row.kind is Item.EVIDENCE:
                evidence[item] = item
            elif row.kind is Item.TALK:
                lines.append(Spoken.parse(*row.fields))
            elif row.kind is Item.TWICE:
                proofs.append(Twice.parse(row.fields[0]))
        except EncodingFault as error:
            raise RecordFault(0, str(error)) from error
    ordered = [entries[key] for key in sorted(entries)]
    return b"".join([MAGIC, table_item(agreement), *ordered, *_talk(lines, proofs), *sorted(evidence)])


def _talk(lines: Iterable[Spoken], proofs: Iterable[Twice]) -> list[bytes]:
    """The items of talk in a record, by author and number, then the proof against each that told two stories.

    What a seat said after its last word in the game is left out, for nobody can know whether all have heard it; and so
    is what stands behind the line where two stories part.
    """
    against: dict[int, Twice] = {}
    for proof in sorted(proofs, key=lambda proof: (proof.seat, *proof.rank)):
        if not proof.first.line.slot == proof.second.line.slot == AFTERWARDS:
            against.setdefault(proof.seat, proof)
    kept = {
        (spoken.line.seat, spoken.line.number): talk_item(spoken)
        for spoken in lines
        if spoken.line.slot != AFTERWARDS
        and (spoken.line.seat not in against or spoken.line.number < against[spoken.line.seat].number)
    }
    return [*(kept[key] for key in sorted(kept)), *map(twice_item, against.values())]
