"""The saved game: every flipped byte and every cut is found and named; nothing crashes."""

from itertools import pairwise

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.audit import verify_record
from protocol.encoding import pack
from protocol.record import MAGIC, Item, RecordFault, choice_item, read, read_item
from protocol.report import Judgement, Report
from tests.protocol import toy
from tests.protocol.table import Table


def played(seats: int = 2, rounds: int = 1) -> Table:
    table = Table(seats, seed=5, rounds=rounds)
    table.run()
    return table


TABLE = played()
RECORD = TABLE.record(0)


def verify(data: bytes) -> Report:
    return verify_record(toy.new_match, data)


def test_a_whole_game_is_good() -> None:
    seen: list[tuple[int, int]] = []
    report = verify_record(toy.new_match, RECORD, lambda done, total: seen.append((done, total)))
    assert report.judgement is Judgement.GOOD
    assert report.findings == ()
    assert report.agreement == TABLE.agreement
    assert repr(report.outcome) == repr(TABLE.session(0).match.outcome)
    counts = report.counts
    assert (counts.entries, counts.signatures, counts.answers) == (17, 21, 6)
    assert (counts.commitments, counts.openings, counts.rolls, counts.secrets) == (4, 3, 1, 2)
    assert counts.derived == 2 * 2 + 3 + 2 + 1
    assert seen[-1] == (len(RECORD), len(RECORD))


def boundaries() -> list[int]:
    return [row.offset for row in read(RECORD)]


@pytest.mark.slow
def test_every_cut_is_found() -> None:
    ends = boundaries()
    for end in range(len(RECORD)):
        report = verify(RECORD[:end])
        if end in ends[1:]:
            assert report.judgement is Judgement.INCOMPLETE, end
            assert report.missing
            assert report.reached <= (7, 1)
        else:
            assert report.judgement is Judgement.BAD, end
            assert report.findings[0].reason == "FILE"
            assert report.findings[0].offset == max([e for e in ends if e <= end], default=0) or end <= len(MAGIC)


@pytest.mark.slow
def test_every_flipped_byte_is_found_and_named() -> None:
    ends = boundaries()
    for at in range(len(RECORD)):
        changed = bytearray(RECORD)
        changed[at] ^= 1 << at % 8
        report = verify(bytes(changed))
        assert report.judgement is Judgement.BAD, at
        first = report.findings[0]
        item = max([end for end in ends if end <= at], default=0)
        assert first.offset == item or first.reason == "FILE", (at, first)
        assert first.text


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(RECORD) - 1), st.integers(0, len(RECORD) - 1), st.binary(max_size=80))
def test_no_surgery_makes_another_good_record(start: int, end: int, middle: bytes) -> None:
    data = RECORD[:start] + middle + RECORD[end:]
    if data != RECORD:
        assert verify(data).judgement is not Judgement.GOOD


@given(st.binary(max_size=200))
def test_any_bytes_give_a_report(data: bytes) -> None:
    assert verify(data).judgement is Judgement.BAD
    assert verify(MAGIC + data).judgement is Judgement.BAD


def items() -> list[bytes]:
    ends = [*boundaries(), len(RECORD)]
    return [RECORD[a:b] for a, b in pairwise(ends)]


def test_order_matters() -> None:
    parts = items()
    cases = {
        "twice": [*parts[:3], parts[2], *parts[3:]],
        "swapped": [*parts[:2], parts[3], parts[2], *parts[4:]],
        "one missing": [*parts[:5], *parts[6:]],
        "no table": parts[1:],
        "two tables": [parts[0], *parts],
        "more after the end": [*parts, parts[-1]],
        "a private item": [*parts, choice_item(3, b"x")],
        "evidence of nothing": [*parts, pack((2, ()))],
        "an unknown item": [*parts, pack((9, b""))],
    }
    for name, changed in cases.items():
        report = verify(MAGIC + b"".join(changed))
        assert report.judgement is Judgement.BAD, name
        assert report.findings[0].reason in ("ORDER", "TABLE", "FILE", "EVIDENCE"), name
    missing = verify(MAGIC + b"".join(cases["one missing"])).findings[0]
    assert (missing.slot, missing.phase, missing.seat) == (2, 0, 1)


def test_an_entry_of_another_game_does_not_fit() -> None:
    other = Table(2, seed=5, rounds=2)
    other.run()
    foreign = [part for part in other.record(0)[len(MAGIC) :].split(b"\x93\x01") if part]
    assert foreign
    parts = items()
    rows = list(read(other.record(0)))
    entry = pack((1, *rows[1].fields))
    report = verify(MAGIC + parts[0] + entry)
    assert report.findings[0].reason == "PAST"


def test_items_in_another_encoding_are_refused() -> None:
    row = next(iter(read(RECORD)))
    long = msgpack.packb([0, *row.fields])
    assert read_item(long).kind is Item.TABLE
    loose = b"\xdc\x00\x03" + long[1:]
    with pytest.raises(RecordFault):
        read_item(loose)
    report = verify(MAGIC + loose)
    assert (report.findings[0].reason, report.findings[0].offset) == ("FILE", len(MAGIC))


def test_a_changed_table_is_no_table() -> None:
    parts = items()
    row = read_item(parts[0])
    swapped = pack((0, row.fields[0], row.fields[1][::-1]))
    report = verify(MAGIC + swapped + b"".join(parts[1:]))
    assert (report.findings[0].reason, report.findings[0].seat) == ("TABLE", 0)
    short = pack((0, row.fields[0], row.fields[1][:1]))
    assert verify(MAGIC + short).findings[0].reason == "TABLE"
    assert verify(MAGIC + short).agreement is None


def test_all_seats_export_the_same_file() -> None:
    table = played(4, rounds=2)
    assert len({table.record(seat) for seat in table.numbers}) == 1


def test_a_journal_is_private_and_a_record_is_not() -> None:
    journal = TABLE.states[0].journal
    assert {read_item(item).kind for item in journal} == {Item.ENTRY, Item.CHOICE}
    assert {row.kind for row in read(RECORD)} == {Item.TABLE, Item.ENTRY}
