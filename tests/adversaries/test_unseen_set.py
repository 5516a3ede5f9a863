"""Cheat: an opening on a set of commitments that the others never saw; choosing after having seen."""

import pytest

from protocol.entry import Signed
from protocol.faults import FaultKind
from protocol.wire import Kind, decode
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    ROUGH,
    SEEDS,
    assert_no_honest_seat_blamed,
    assert_stopped,
    forging,
    lie,
)
from tests.protocol.table import Table, Wire


@pytest.mark.parametrize("seed", SEEDS)
def test_an_opening_on_a_set_that_nobody_saw_counts_as_silence(seed: int) -> None:
    """Alone it proves nothing, so nobody is accused; but it opens nothing, and the true opening is still wanted."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(prev=bytes([seed]) * 32)), BIDS_OPEN)
    table.run()
    assert table.verdicts() == {0: None, 2: None}
    assert_no_honest_seat_blamed(table)
    for seat in (0, 2):
        log = table.session(seat).log
        assert (log.place, log.waiting_for) == (BIDS_OPEN, (1,))
        assert table.session(seat).match.question is not None
    del table.cheats[1]  # it comes to its senses
    table.run()
    assert table.ended()
    assert len({table.record(seat) for seat in (0, 1, 2)}) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_a_second_commitment_after_the_others_have_opened(seed: int) -> None:
    """Waiting for the openings, then signing another commitment and its opening: two signatures on one past."""
    table = Table(3, seed, wire=Wire(1, 50))

    def late(to: int, signed: Signed) -> list[Signed]:
        if signed.place == BIDS:
            return [signed]
        seen = [f for a, b, f in table.heard if b == 2 and (e := table.entry_of(f)) is not None and e.phase == 1]
        if len(seen) < 2:
            return []
        return [table.forge(2, signed.entry, **dict(zip(("slot", "phase"), BIDS, strict=True)), body=bytes(32)), signed]

    lie(table, 2, late, BIDS, BIDS_OPEN)
    table.run()
    log = table.session(2).log
    entry = next(s.entry for s in log.entries_at(BIDS) if s.entry.seat == 2)
    table.say(2, table.forge(2, entry, body=bytes(32)))
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 2, BIDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_honest_seat_opens_before_it_holds_all_commitments(seed: int) -> None:
    """An observer of the whole wire: one cheat holds his commitment back, and no opening is ever seen."""
    table = Table(4, seed, wire=ROUGH)
    lie(table, 3, lambda to, signed: [signed] if to == 0 else [], BIDS)
    table.run(limit_ms=4_000)  # before the silence in which have-lists carry it on
    openers = {
        a
        for a, _, frame in table.heard
        if (m := decode(frame)) is not None
        and m.kind is Kind.ENTRY
        and (e := table.entry_of(frame)) is not None
        and (e.slot, e.phase) == BIDS_OPEN
    }
    assert openers <= {0, 3}
    assert all(table.session(seat).log.place == BIDS for seat in (1, 2))
