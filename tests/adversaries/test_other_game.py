"""Cheat: entries, commitments and openings of another game, with the same players and the same keys."""

import pytest

from protocol.entry import Place
from protocol.faults import FaultKind
from protocol.record import assemble
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    CALL,
    ROUGH,
    SEEDS,
    assert_stopped,
    assert_unharmed,
    audit,
    blamed,
    lie,
    reached,
    said,
    silent,
    where,
)
from tests.protocol.table import Table


def twin_of(table: Table) -> Table:
    """Another game of the same seats with the very same keys: what a careless program might do."""
    twin = Table(len(table.numbers), table.seed, rounds=2)
    assert twin.agreement.game_id != table.agreement.game_id
    assert twin.agreement.game_keys == table.agreement.game_keys
    twin.run()
    return twin


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", [Place(0, 0), CALL, BIDS, BIDS_OPEN])
def test_an_entry_of_another_game_costs_the_link_and_nothing_else(place: Place, seed: int) -> None:
    table = Table(3, seed)
    old = twin_of(table).session(0).log.entries_at(place)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= place)
    table.say(1, old[0])
    table.run(limit_ms=10_000)
    assert blamed(table) == {(0, 1, "other_game"), (2, 1, "other_game")}
    table.join(0, 1)
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_ones_own_commitment_of_another_game_cannot_be_opened_here(seed: int) -> None:
    """Signed for this game, with body and opening from the other one."""
    table = Table(3, seed, wire=ROUGH)
    twin = twin_of(table)
    lie(table, 2, silent, BIDS, BIDS_OPEN)
    table.run(reached(table, BIDS, but={2}))
    table.say(2, where(table, 0, 2, said(twin, 0, 2, BIDS)))
    table.run(reached(table, BIDS_OPEN, but={2}))
    table.say(2, where(table, 0, 2, said(twin, 0, 2, BIDS_OPEN)))
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, BIDS_OPEN, same_until=BIDS)


def test_a_record_pieced_together_from_two_games_is_bad() -> None:
    table = Table(3, seed=4)
    table.run()
    twin = twin_of(table)
    mixed = [*table.states[0].journal[:3], *twin.states[0].journal[3:]]
    report = audit(assemble(table.agreement, mixed))
    assert report.findings[0].reason == "PAST"
