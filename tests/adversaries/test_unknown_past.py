"""Cheat: entries on a past that never was, to make others ask and ask, or to have an honest seat doubted."""

import pytest

from protocol.entry import Place
from protocol.wire import Kind, decode
from tests.adversaries.rig import (
    BIDS,
    CALL,
    DICE,
    PEEK,
    ROUGH,
    SEEDS,
    assert_no_honest_seat_blamed,
    assert_unharmed,
    blamed,
    forging,
    lie,
)
from tests.protocol.table import Table


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("place", "seat"), [(CALL, 0), (BIDS, 1), (DICE, 1), (PEEK, 2)])
def test_an_unknown_prev_changes_nothing_and_proves_nothing(place: Place, seat: int, seed: int) -> None:
    table = Table(3, seed, wire=ROUGH)
    lie(table, seat, forging(table, seat, lambda e: e._replace(prev=bytes(32))), place)
    table.run()
    for judge in table.honest:
        log = table.session(judge).log
        assert table.session(judge).verdict is None
        assert (log.place, log.waiting_for) == (place, (seat,))
    assert_no_honest_seat_blamed(table)
    assert blamed(table) == set()


def test_a_heap_of_strays_makes_nobody_ask_in_circles() -> None:
    """One BEHIND for each place and peer within a silence, whatever comes."""
    table = Table(3, seed=3)
    table.run(lambda: table.session(1).log.place > BIDS)
    before = len(table.heard)
    for _ in range(50):
        for slot in (1, 2):
            table.say(0, table.forge(0, slot=slot, phase=0, prev=bytes([slot]) * 32), to=[1])
    for n in range(50):
        table.say(0, table.forge(0, slot=1, phase=0, prev=bytes([n]) * 32), to=[1])
    table.run()
    asked = [decode(frame) for a, b, frame in table.heard[before:] if a == 1]
    assert sum(m is not None and m.kind is Kind.BEHIND for m in asked) == 2
    assert_unharmed(table)


def test_another_past_before_the_first_entry_costs_the_link() -> None:
    """Nothing can come before slot 0 but the game id, so nobody honest carries such an entry."""
    table = Table(3, seed=3)
    table.cheats[1] = lambda out: [out]
    table.say(1, table.forge(1, slot=0, phase=0, prev=bytes(32)), to=[0])
    table.run(limit_ms=30_000)
    assert blamed(table) == {(0, 1, "impossible_past")}
    table.join(0, 1)
    table.run()
    assert_unharmed(table)
