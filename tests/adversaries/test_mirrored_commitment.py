"""Cheat: copying another seat's commitment, and its opening once it is out (the mirror)."""

import pytest

from protocol.faults import FaultKind
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    GIFTS,
    GIFTS_OPEN,
    PEEK,
    ROUGH,
    SEEDS,
    assert_stopped,
    lie,
    reached,
    said,
    silent,
    where,
)
from tests.protocol.table import Table


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("original", [0, 1])
def test_a_copied_commitment_cannot_be_opened_by_the_copier(original: int, seed: int) -> None:
    """The seat is inside the hash: the same nonce and payload open it for its owner only."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 2, silent, BIDS, BIDS_OPEN)
    table.run(reached(table, BIDS, but={2}))
    copy = said(table, 0, original, BIDS)
    table.say(2, where(table, 0, 2, copy))
    table.run(reached(table, BIDS_OPEN, but={2}))
    assert said(table, 0, 2, BIDS) == said(table, 0, original, BIDS), "the copy itself looks like any other"
    table.say(2, where(table, 0, 2, said(table, 0, original, BIDS_OPEN)))
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, BIDS_OPEN, seats=(0, 1), same_until=BIDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_commitment_of_an_earlier_slot_cannot_be_opened_in_a_later_one(seed: int) -> None:
    """The slot and the past are inside, too: what was a bid is no gift, though payload and nonce are one's own."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 2, silent, GIFTS, GIFTS_OPEN)
    table.run(reached(table, GIFTS, but={2}))
    table.say(2, where(table, 0, 2, said(table, 0, 2, BIDS)))
    table.run(reached(table, PEEK, but={2}))
    # The peek is the cheat's own, too, and its session has another past: say it in its name.
    table.say(2, where(table, 0, 2, b"\x00\x00\x00\x01\xc2"))
    table.run(reached(table, GIFTS_OPEN, but={2}))
    table.say(2, where(table, 0, 2, said(table, 0, 2, BIDS_OPEN)))
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, GIFTS_OPEN, seats=(0, 1), same_until=GIFTS)
