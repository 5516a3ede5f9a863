"""SPEC.md section 19: talk in a record, and what a changed or missing line is found by."""

from itertools import pairwise

import pytest

from protocol.encoding import pack
from protocol.events import Said
from protocol.record import MAGIC, Item, RecordFault, assemble, read, talk_item, twice_item
from protocol.report import Judgement
from protocol.talk import AFTERWARDS, Spoken, Twice
from tests.protocol.table import Table
from tests.protocol.talking import RECORD, TABLE, heard, lines_of, verify

OFFSETS = [row.offset for row in read(RECORD)]
ITEMS = [RECORD[a:b] for a, b in pairwise([*OFFSETS, len(RECORD)])]
FIRST_LINE = next(row.offset for row in read(RECORD) if row.kind is Item.TALK)


def test_a_record_holds_what_was_said_before_the_end_alike_at_all_seats() -> None:
    assert TABLE.record(1) == RECORD
    texts = [Spoken.parse(*row.fields).line.text for row in read(RECORD) if row.kind is Item.TALK]
    assert texts == ["two", "three", "one", "four"]
    assert heard(TABLE, 1)[-1] == (0, "well played")
    assert TABLE.events(1, Said)[-1].slot == AFTERWARDS
    report = verify(RECORD)
    assert report.judgement is Judgement.GOOD
    assert report.counts.lines == 4
    quiet = Table(2, seed=5)
    quiet.run()
    assert RECORD.startswith(quiet.record(0)), "talk stands behind all of the game"


def test_every_changed_byte_of_talk_is_found_and_named() -> None:
    for at in range(FIRST_LINE, len(RECORD)):
        changed = bytearray(RECORD)
        changed[at] ^= 1 << at % 8
        report = verify(bytes(changed))
        assert report.judgement is Judgement.BAD, at
        first = report.findings[0]
        item = max(offset for offset in OFFSETS if offset <= at)
        assert first.offset == item or first.reason == "FILE", (at, first)
        assert first.text


def test_only_the_last_lines_of_an_author_can_be_missing_unseen() -> None:
    start = len(ITEMS) - 4
    for end in range(FIRST_LINE, len(RECORD)):
        good = end in OFFSETS
        assert verify(RECORD[:end]).judgement is (Judgement.GOOD if good else Judgement.BAD), end
    for gone in range(start, len(ITEMS)):
        last_of_author = gone in (start + 1, start + 3)
        report = verify(MAGIC + b"".join(ITEMS[:gone] + ITEMS[gone + 1 :]))
        assert report.judgement is (Judgement.GOOD if last_of_author else Judgement.BAD)
        assert last_of_author or (report.findings[0].reason, report.findings[0].seat) == ("TALK", (gone - start) // 2)


def test_the_order_of_talk_in_a_record_matters() -> None:
    game, (two, three, one, four) = ITEMS[:-4], ITEMS[-4:]
    other = Table(2, seed=5, rounds=2)
    foreign = talk_item(lines_of(other, 0, "of another game")[0])
    late = next(item for item in TABLE.states[0].journal if b"well played" in item)
    cases = {
        "authors swapped": [*game, one, four, two, three],
        "lines swapped": [*game, three, two],
        "twice": [*game, two, two],
        "between entries": [*game[:3], two, *game[3:]],
        "before the table": [two, *game],
        "of another game": [*game, foreign],
        "after the end": [*game, two, three, late, one, four],
        "two stories that are one": [*game, two, three, one, four, pack((4, ()))],
    }
    for name, items in cases.items():
        report = verify(MAGIC + b"".join(items))
        assert report.judgement is Judgement.BAD, name
        assert report.findings[0].reason in ("TALK", "ORDER", "TABLE"), name


def test_a_record_with_two_stories_is_good_and_names_the_seat() -> None:
    forked = lines_of(TABLE, 1, "one", "x", slot=9)
    true = [Spoken.parse(*row.fields) for row in read(RECORD) if row.kind is Item.TALK]
    proof = Twice.of(true[3], Spoken.make(forked[1].line._replace(prev=true[2].hash), TABLE.keys[1].game))
    assert proof is not None
    for journal in (TABLE.states[0].journal, TABLE.states[1].journal):
        record = assemble(TABLE.agreement, [*journal, twice_item(proof)])
        report = verify(record)
        assert (report.judgement, report.counts.lines, report.two_stories) == (Judgement.GOOD, 3, ((1, 1),))
    broken = verify(RECORD + twice_item(proof))
    assert broken.findings[0].reason == "TALK", "with the lines that are not to be there"
    assert verify(record + twice_item(proof)).judgement is Judgement.BAD
    assert verify(record + ITEMS[-4]).judgement is Judgement.BAD


def test_a_damaged_journal_is_no_journal() -> None:
    for item in (pack((3, b"\x90", bytes(64))), pack((4, ((b"\x90", bytes(64)),)))):
        with pytest.raises(RecordFault):
            assemble(TABLE.agreement, [item])
