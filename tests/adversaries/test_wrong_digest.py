"""Cheat (or a changed program): signing another state of the game, or another outcome, than the log gives."""

import pytest

from protocol.encoding import lp, pack
from protocol.entry import Entry, Place
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
    ROUGH,
    SECRETS,
    SEEDS,
    assert_stopped,
    forging,
    lie,
)
from tests.protocol.table import Table

SETUP = Place(0, 0)


@pytest.mark.parametrize("seed", list(SEEDS)[:2])
@pytest.mark.parametrize(
    ("place", "seat"),
    [
        (SETUP, 1),
        (CALL, 0),
        (BIDS, 1),
        (BIDS_OPEN, 1),
        (DICE, 1),
        (GIFTS, 1),
        (PEEK, 2),
        (GIFTS_OPEN, 1),
        (OUTCOME, 1),
        (SECRETS, 1),
    ],
)
def test_another_digest_stops_the_table_at_every_place(place: Place, seat: int, seed: int) -> None:
    table = Table(3, seed, wire=ROUGH)
    lie(table, seat, forging(table, seat, lambda e: e._replace(digest=bytes(32))), place)
    table.run()
    assert_stopped(table, FaultKind.BADDIGEST, seat, place)


@pytest.mark.parametrize("seed", SEEDS)
def test_another_outcome_stops_the_table(seed: int) -> None:
    """The loser signs that somebody else has won."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=bytes(32))), OUTCOME)
    table.run()
    assert_stopped(table, FaultKind.BADDIGEST, 1, OUTCOME)


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_faults_in_one_entry_the_first_in_the_order_counts(seed: int) -> None:
    """A false digest does not hide a false opening, nor an illegal move a false digest."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(digest=bytes(32), body=bytes(40))), BIDS_OPEN)
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 1, BIDS_OPEN)

    def both(entry: Entry) -> Entry:
        return entry._replace(digest=bytes(32), body=lp(pack("sideways")))

    table = Table(3, seed, wire=ROUGH)
    lie(table, 0, forging(table, 0, both), CALL)
    table.run()
    assert_stopped(table, FaultKind.BADDIGEST, 0, CALL)
