"""Cheat: one seat signs two different entries for one place and tells each to other peers (asks B14)."""

import pytest

from protocol.encoding import lp, pack
from protocol.entry import Entry, Place, Signed
from protocol.events import Answered
from protocol.faults import FaultKind
from protocol.hearing import SILENCE_MS
from protocol.record import assemble
from protocol.wire import Kind, decode
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    CALL,
    GIFTS,
    PEEK,
    ROUGH,
    SEEDS,
    assert_stopped,
    forging,
    honest_world,
    lie,
    signed_twice,
)
from tests.protocol.table import Table, Wire, entry_frame


def other_call(entry: Entry) -> Entry:
    now = entry.body
    return entry._replace(body=next(lp(pack(word)) for word in ("high", "low") if lp(pack(word)) != now))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("victims", [{1}, {2}, {3}, {1, 2}])
def test_two_answers_to_two_peers_are_found_at_the_next_entry(seed: int, victims: set[int]) -> None:
    """The next entry of a peer with the other story stands on another past; one step back both are side by side."""
    table = Table(4, seed, wire=Wire(1, 200, 0.2))
    lie(table, 0, forging(table, 0, other_call, victims), CALL)
    table.run(limit_ms=SILENCE_MS - 1)
    assert_stopped(table, FaultKind.EQUIV, 0, CALL)
    for seat in table.honest:  # nobody got as far as opening a bid on either story
        assert not [event for event in table.events(seat, Answered) if event.slot > 1]


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("place", [CALL, GIFTS, BIDS, BIDS_OPEN])
def test_two_entries_to_one_peer_convict_in_both_orders(order: int, place: Place) -> None:
    """The true one before or after the false one, while the place is open or long closed."""
    for gap in (0, 7, 3_000):
        table = Table(3, seed=4, wire=Wire(2, 2))

        def both(to: int, signed: Signed, table: Table = table, gap: int = gap) -> list[Signed]:
            if to != 2:
                return [signed]
            twin = table.forge(0, signed.entry._replace(body=flipped(signed.entry.body)))
            first, second = (signed, twin) if order else (twin, signed)
            table.raw(0, 2, entry_frame(second), gap)
            return [first]

        lie(table, 0, both, place)
        table.run()
        assert_stopped(table, FaultKind.EQUIV, 0, place)


def flipped(body: bytes) -> bytes:
    return body[:-1] + bytes([body[-1] ^ 1])


@pytest.mark.parametrize("seed", SEEDS)
def test_two_commitments_to_two_peers_convict(seed: int) -> None:
    """The one who does it reads a first opening and is convicted by it: no second bid is ever opened on his set."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 0, forging(table, 0, lambda e: e._replace(body=bytes(31) + b"\x01"), {2}), BIDS)
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 0, BIDS)
    for seat in table.honest:
        assert not [event for event in table.events(seat, Answered) if event.slot > 1]


def test_the_verdict_is_the_same_bytes_whoever_saw_which_entry_first() -> None:
    """Evidence is sorted: two peers that met the two entries in opposite orders write down the same item."""
    table = Table(3, seed=1)
    lie(table, 0, forging(table, 0, other_call, {2}), CALL)
    table.run()
    verdict = assert_stopped(table, FaultKind.EQUIV, 0, CALL)
    assert [table.session(seat).verdict for seat in (1, 2)] == [verdict, verdict]
    evidence = {signed.data for seat in (1, 2) for signed in getattr(table.session(seat).verdict, "evidence", ())}
    assert len(evidence) == 2
    items = {assemble(table.agreement, table.states[seat].journal[-1:]) for seat in (1, 2)}
    assert len(items) == 1


def test_one_content_signed_twice_is_no_crime() -> None:
    """An entry with the same content and another signature does not convict: the hash leaves the signature out."""
    table = Table(3, seed=1)
    table.run(lambda: table.session(1).log.place > CALL)
    (call,) = table.session(1).log.entries_at(CALL)
    assert signed_twice(table.agreement, (call, call)) is None
    table.say(0, call)
    table.run()
    assert table.ended()
    assert table.record(1) == honest_world(3, 1)[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_last_secrets_of_which_one_is_false(seed: int) -> None:
    """In the very last phase there is no next entry: it is found when all tell each other where they stand."""
    table = Table(3, seed, wire=ROUGH)
    last = Place(7, 1)
    lie(table, 0, forging(table, 0, lambda e: e._replace(body=bytes(32) + e.body[32:]), {2}), last)
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 0, last)


def test_the_walk_back_goes_to_the_place_where_the_stories_part() -> None:
    """The cheat is the only one to speak between its two answers and the next entry of anybody else."""
    table = Table(3, seed=2, wire=Wire(2, 2))
    lie(table, 2, forging(table, 2, lambda e: e._replace(body=lp(pack(e.body[-1:] != b"\xc3"))), {1}), PEEK)
    table.run()
    assert_stopped(table, FaultKind.EQUIV, 2, PEEK)
    behind = [(a, b) for a, b, frame in table.heard if (m := decode(frame)) is not None and m.kind is Kind.BEHIND]
    assert behind
