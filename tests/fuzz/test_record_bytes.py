"""A record changed by anybody, its players included, is never good with another meaning, and never a crash.

Byte flips, cuts and surgery are in `tests/protocol/test_record.py`; here whole items move, are re-signed or reshaped.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.audit import verify_record
from protocol.encoding import pack, unpack
from protocol.entry import Signed
from protocol.record import MAGIC, Item, RecordFault, entry_item, read, read_item
from protocol.report import Judgement, Report
from tests.fuzz.corpus import mutated, reshaped
from tests.protocol import toy
from tests.protocol.table import Table

TABLE = Table(3, seed=11, rounds=1)
TABLE.run()
RECORD = TABLE.record(0)
ITEMS = [pack((int(row.kind), *row.fields)) for row in read(RECORD)]
CRIME = Table(3, seed=11, rounds=1)
CRIME.cheats[1] = lambda out: [out]
CRIME.run(lambda: CRIME.session(0).log.place > (2, 0))
CRIME.say(1, CRIME.forge(1, slot=2, phase=0, prev=CRIME.session(0).log.prev_at(CRIME.session(0).log.closed[2].place)))
CRIME.run()
BAD = CRIME.record(0)
BAD_ITEMS = [pack((int(row.kind), *row.fields)) for row in read(BAD)]


def verify(items: list[bytes]) -> Report:
    return verify_record(toy.new_match, MAGIC + b"".join(items))


def test_the_originals_are_what_they_should_be() -> None:
    assert verify(ITEMS).judgement is Judgement.GOOD
    report = verify(BAD_ITEMS)
    assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(2, 0, 1, "EQUIV")]


def surgery(seed: int) -> None:
    """Some items dropped, doubled, moved, spoiled, reshaped or taken from the other record."""
    draw = Random(seed)
    original, other = draw.choice([(ITEMS, BAD_ITEMS), (BAD_ITEMS, ITEMS)])
    items = list(original)
    for _ in range(draw.choice([1, 1, 2, 4])):
        at = draw.randrange(len(items))
        how = draw.randrange(7)
        if how == 0:
            del items[at]
        elif how == 1:
            items.insert(draw.randrange(len(items)), items[at])
        elif how == 2:
            items.insert(draw.randrange(len(items)), items.pop(at))
        elif how == 3:
            items[at] = mutated(items[at], draw)
        elif how == 4:
            items[at] = reshaped(items[at], draw)
        elif how == 5:
            items[at] = other[draw.randrange(len(other))]
        else:
            del items[at:]
        if not items:
            break
    report = verify(items)
    if items == ITEMS:
        return
    assert report.judgement is not Judgement.GOOD, f"seed {seed}"
    if report.judgement is Judgement.INCOMPLETE:  # a true beginning, perhaps with a part of its last phase
        assert set(items) <= {*ITEMS, *BAD_ITEMS}, f"seed {seed}"
        assert report.counts.entries == len(items) - 1, f"seed {seed}"
    innocent = {f.seat for f in report.findings if f.reason in ("EQUIV", "BADPROOF", "BADOPEN", "BADDIGEST", "ILLEGAL")}
    assert innocent <= {1}, f"seed {seed}: an honest seat is said to be guilty"


def test_surgery_on_whole_items() -> None:
    for seed in range(400):
        surgery(seed)


@pytest.mark.parametrize("seat", range(3))
def test_a_player_cannot_rewrite_a_word_of_his_own(seat: int) -> None:
    """He has his own keys and all that was said: still what he changes breaks the chain, the match, or convicts him."""
    draw = Random(seat)
    rows = [Signed.parse(*row.fields) for row in read(RECORD) if row.kind is Item.ENTRY]
    for at, signed in enumerate(rows):
        if signed.entry.seat != seat:
            continue
        for body in (b"", bytes(32), mutated(signed.entry.body, draw), signed.entry.body[:-1] + b"\x01"):
            changed = Signed.make(signed.entry._replace(body=body), TABLE.keys[seat].game)
            if changed.data == signed.data:
                continue
            items = [*ITEMS[: at + 1], entry_item(changed), *ITEMS[at + 2 :]]
            report = verify(items)
            last = at == len(rows) - 1 or signed.place == rows[-1].place
            assert report.judgement is Judgement.BAD
            assert report.findings[0].slot >= signed.entry.slot
            if last:
                assert report.findings[0].seat == seat


def test_an_honest_seat_cannot_be_convicted_by_an_evidence_item() -> None:
    """Pairs of true entries, or true beside forged: the record is bad, but no seat is named for a crime."""
    rows = [Signed.parse(*row.fields) for row in read(RECORD) if row.kind is Item.ENTRY]
    draw = Random(3)
    for _ in range(60):
        one, other = draw.choice(rows), draw.choice(rows)
        forged = Signed.make(other.entry._replace(body=bytes(7)), TABLE.keys[0].game) if other.entry.seat else other
        for pair in ((one, other), (one, forged)):
            item = pack((int(Item.EVIDENCE), tuple((s.data, s.signature) for s in pair)))
            report = verify([*ITEMS, item])
            assert report.judgement is Judgement.BAD
            assert {f.reason for f in report.findings} <= {"EVIDENCE", "SIGNATURE"}


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=300))
def test_any_bytes_as_an_item(data: bytes) -> None:
    try:
        row = read_item(data)
    except RecordFault:
        return
    assert pack((int(row.kind), *row.fields)) == data


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(0, 3), st.binary(max_size=200))
def test_any_bytes_behind_a_true_beginning(kept: int, data: bytes) -> None:
    items = ITEMS[:kept]
    if data:
        assert verify([*items, data]).judgement is Judgement.BAD


@pytest.mark.parametrize("number", [-5, 255, 2**40])
def test_a_table_with_a_seat_that_cannot_be_is_no_table(number: int) -> None:
    """A seat below 0 once brought the audit down."""
    table: Any = unpack(ITEMS[0], 256 * 1024)
    kind, genesis, signatures = table
    inside: Any = unpack(genesis)
    version, form, *rows = inside
    first, *seats = form[-1]
    spoiled = ((number, *first[1:]), *seats)
    item = pack((kind, pack((version, (*form[:-1], spoiled), *rows)), signatures))
    report = verify([item, *ITEMS[1:]])
    assert [f.reason for f in report.findings] == ["TABLE"]
