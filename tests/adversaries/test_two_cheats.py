"""Two seats cheat at once: all honest peers name the same one, whatever they saw first.

The order is: earliest place, lowest seat, kind (EQUIV, BADPROOF, BADOPEN, BADDIGEST, ILLEGAL).
"""

from itertools import permutations

import pytest

from protocol.entry import Place
from protocol.faults import FaultKind
from protocol.record import Item, read_item
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    CALL,
    DICE,
    GIFTS,
    PEEK,
    ROUGH,
    SEEDS,
    assert_no_honest_seat_blamed,
    audit,
    forging,
    lie,
    signed_twice,
    where,
)
from tests.protocol.table import Table, Wire


def assert_same_verdict(table: Table, place: Place, seat: int, kind: FaultKind) -> None:
    for judge in table.honest:
        verdict = table.session(judge).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, seat, kind), judge
        report = audit(table.record(judge))
        guilty = [(f.slot, f.phase, f.seat, f.reason) for f in report.findings]
        assert guilty == [(*place, seat, kind.name)]
    assert_no_honest_seat_blamed(table)


def doubling(table: Table, seat: int, to: set[int], place: Place) -> None:
    lie(table, seat, forging(table, seat, lambda e: e._replace(body=bytes(31) + bytes([e.body[-1] ^ 1])), to), place)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5, 7, 8])
def test_two_double_signers_at_one_place(seed: int) -> None:
    """The lower seat counts for all, since in this weather somebody can compare its entries before the table stops."""
    table = Table(5, seed, wire=ROUGH)
    doubling(table, 1, {0, 2}, BIDS)
    doubling(table, 3, {2, 4}, BIDS)
    table.run()
    named = {verdict.seat for verdict in table.verdicts().values() if verdict is not None}
    assert len(named) == 1
    assert named == {1}
    assert_same_verdict(table, BIDS, min(named), FaultKind.EQUIV)


@pytest.mark.parametrize("seed", range(8))
def test_the_earlier_place_counts_though_it_is_found_later(seed: int) -> None:
    """The early double entry is shown to one peer, long after the late one has stopped the table."""
    table = Table(4, seed, wire=Wire(1, 60, 0.2))
    doubling(table, 1, {2}, GIFTS)
    table.cheats[3] = lambda out: [out]
    table.run()
    stopped = [table.session(seat).verdict for seat in table.honest]
    assert {(v.slot, v.seat) for v in stopped if v is not None} == {(4, 1)}
    log = table.session(0).log
    true = next(s.entry for s in log.entries_at(BIDS) if s.entry.seat == 3)
    table.say(3, table.forge(3, true, body=bytes(32)), to=[seed % 2 * 2])
    table.run()
    assert_same_verdict(table, BIDS, 3, FaultKind.EQUIV)
    for judge in table.honest:  # told as it was found: the last word counts
        kinds = [read_item(item).kind for item in table.states[judge].journal]
        assert kinds.count(Item.EVIDENCE) == 2


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_of_several_faults_of_one_seat_at_one_place_the_first_kind_counts(order: tuple[int, ...]) -> None:
    """A false digest, an illegal word and a fair entry of one seat: any two of them are EQUIV."""
    table = Table(3, seed=3, wire=Wire(1, 1))
    lie(table, 0, lambda to, signed: [], CALL)
    table.run(limit_ms=3_000)
    entries = [
        where(table, 1, 0, b"\x00\x00\x00\x04\xa3low"),
        where(table, 1, 0, b"nonsense"),
        table.forge(0, where(table, 1, 0, b"\x00\x00\x00\x05\xa4high").entry, digest=bytes(32)),
    ]
    for at in order:
        table.say(0, entries[at], to=[1])
        table.say(0, entries[(at + 1) % 3], to=[2])
    table.run()
    assert_same_verdict(table, CALL, 0, FaultKind.EQUIV)
    for judge in table.honest:
        verdict = table.session(judge).verdict
        assert verdict is not None
        assert signed_twice(table.agreement, verdict.evidence) == 0


@pytest.mark.parametrize("order", [0, 1])
def test_two_entries_that_are_both_refused_are_still_two(order: int) -> None:
    """What is refused is remembered: an illegal word and a false digest of one seat at one place are EQUIV."""
    table = Table(3, seed=3, wire=Wire(1, 1))
    lie(table, 0, lambda to, signed: [], CALL)
    table.run(limit_ms=3_000)
    illegal = where(table, 1, 0, b"nonsense")
    changed = table.forge(0, where(table, 1, 0, b"\x00\x00\x00\x05\xa4high").entry, digest=bytes(32))
    table.say(0, (illegal, changed)[order], to=[1])
    table.say(0, (illegal, changed)[1 - order], to=[2])
    table.run()
    assert_same_verdict(table, CALL, 0, FaultKind.EQUIV)


@pytest.mark.parametrize("seed", range(8))
def test_a_false_opening_and_a_false_digest_of_two_seats_at_one_place(seed: int) -> None:
    """The seat comes before the kind, if the lower one has lied at all before the other's lie stopped it."""
    table = Table(4, seed, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(digest=bytes(32))), BIDS_OPEN)
    lie(table, 3, forging(table, 3, lambda e: e._replace(body=bytes(36))), BIDS_OPEN)
    table.run()
    spoke = {
        entry.seat
        for sender, to, frame in table.heard
        if to in table.honest and (entry := table.entry_of(frame)) is not None
        if sender == entry.seat and Place(entry.slot, entry.phase) == BIDS_OPEN
    }
    kinds = {1: FaultKind.BADDIGEST, 3: FaultKind.BADOPEN}
    guilty = min(spoke & set(kinds))
    assert_same_verdict(table, BIDS_OPEN, guilty, kinds[guilty])


@pytest.mark.parametrize("seed", SEEDS)
def test_an_accomplice_cannot_hide_the_crime_by_another_one(seed: int) -> None:
    """Seat 2 stops the table at the peek by an illegal word, seat 1 had doubled its dice: the dice count."""
    table = Table(4, seed, wire=ROUGH)
    table.cheats[1] = lambda out: [out]
    lie(table, 3, forging(table, 3, lambda e: e._replace(body=b"")), PEEK)
    table.run()
    true = next(s.entry for s in table.session(0).log.entries_at(DICE) if s.entry.seat == 1)
    table.say(1, table.forge(1, true, body=true.body[:32] + bytes(32)), to=[2])
    table.run()
    assert_same_verdict(table, DICE, 1, FaultKind.EQUIV)
