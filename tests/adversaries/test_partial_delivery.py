"""Cheat: entries and evidence that reach only some seats; a liar who stuffs the buffer so that proof finds no room."""

from random import Random

import pytest

from protocol.entry import Place, Signed
from protocol.faults import FaultKind
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    CALL,
    DICE,
    GIFTS,
    GIFTS_OPEN,
    OUTCOME,
    PEEK,
    SEEDS,
    assert_stopped,
    assert_unharmed,
    forging,
    lie,
)
from tests.protocol.table import Outgoing, Table, Wire

EVERYWHERE = [Place(0, 0), CALL, BIDS, BIDS_OPEN, DICE, GIFTS, PEEK, GIFTS_OPEN, OUTCOME]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("friend", [1, 2, 3])
def test_entries_told_to_one_seat_only_reach_all_through_it(friend: int, seed: int) -> None:
    """Nobody can make the table fall apart by telling some: who has an entry gives it to who lacks it."""
    table = Table(4, seed, wire=Wire(1, 300))
    lie(table, 0, lambda to, signed: [signed] if to == friend else [], *EVERYWHERE)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_entry_told_to_somebody_at_random(seed: int) -> None:
    table = Table(5, seed, wire=Wire(1, 300))
    for liar in (0, 3):
        draw = Random(seed * 10 + liar)
        lucky: dict[Place, int] = {}

        def some(to: int, signed: Signed, draw: Random = draw, lucky: dict[Place, int] = lucky) -> list[Signed]:
            return [signed] if lucky.setdefault(signed.place, draw.choice([1, 2, 4])) == to else []

        lie(table, liar, some, *EVERYWHERE)
    table.run()
    assert_unharmed(table)


def line(table: Table) -> None:
    """Only neighbours are linked: 0-1-2-3."""
    for low in table.numbers:
        for high in table.numbers:
            if high > low + 1:
                table.cut(low, high)
    table.work()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_proof_found_at_one_end_reaches_the_other_end_of_a_line(seed: int) -> None:
    """No links but those of neighbours; the two stories are told to one seat alone."""
    table = Table(4, seed, wire=Wire(1, 50))
    line(table)
    lie(
        table,
        0,
        lambda to, signed: [signed, table.forge(0, signed.entry._replace(body=bytes(32)))],
        BIDS,
    )
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 0, BIDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_proof_is_lost_because_the_liar_has_stuffed_the_buffer(seed: int) -> None:
    """Two junk entries of the liar wait at seat 2 for the very place of its crime, so the true ones find no room."""
    table = Table(3, seed, wire=Wire(1, 1))
    lie(table, 0, lambda to, signed: [signed] if to == 1 else [], CALL)
    lie(table, 0, lambda to, signed: [], BIDS)
    table.run(lambda: table.session(1).log.place >= BIDS and table.session(2).log.place == CALL)
    for junk in (b"\x01", b"\x02"):
        table.say(0, table.forge(0, slot=2, phase=0, prev=junk * 32, body=junk * 32), to=[2])
    table.run(lambda: not table._queue)
    log = table.session(1).log
    for body in (bytes(32), bytes(31) + b"\x01"):
        table.say(0, table.forge(0, slot=2, phase=0, prev=log.prev, digest=log.before, body=body), to=[1])
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 0, BIDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_evidence_that_is_lost_on_the_wire_comes_again(seed: int) -> None:
    """A link that swallows frames without closing: have-lists after a silence bring the proof all the same."""
    table = Table(3, seed, wire=Wire(1, 50))
    illegal = forging(table, 0, lambda e: e._replace(body=bytes(5)))
    lie(table, 0, lambda to, signed: illegal(to, signed) if to == 1 else [], CALL)
    until = 30_000

    def deaf(out: Outgoing) -> list[Outgoing]:
        return [] if out.to == 2 and 100 < table.now < until else [out]

    table.cheats[1] = deaf
    table.run()
    del table.cheats[1]
    table.run()
    assert_stopped(table, FaultKind.ILLEGAL, 0, CALL)
