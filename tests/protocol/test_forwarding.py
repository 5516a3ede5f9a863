"""Pairs without a link: the others pass on what they say, at once and once (SPEC.md section 12)."""

from collections import Counter
from itertools import combinations

import pytest

from protocol.agreement import SPECTATORS
from protocol.events import Answered, Committed
from protocol.faults import FaultKind
from protocol.hearing import SILENCE_MS
from protocol.report import Judgement
from protocol.wire import Kind, decode, encode
from tests.adversaries.rig import BIDS, assert_unharmed, audit, forging, lie
from tests.protocol.table import Outgoing, Table, Wire, make_form

STEP = 10
CALM = Wire(STEP, STEP)
CHAIN = {(low, high) for low, high in combinations(range(5), 2) if high != low + 1}
RING = {(low, high) for low, high in combinations(range(6), 2) if high - low not in (1, 5)}


def kinds(table: Table, kind: Kind) -> list[tuple[int, int, bytes]]:
    """The frames of one kind that were delivered: from, to, frame."""
    return [row for row in table.heard if (message := decode(row[2])) is not None and message.kind is kind]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_pair_that_never_had_a_link_plays_one_hop_slower_and_never_waits_for_a_silence(seats: int) -> None:
    whole = Table(seats, seed=3, rounds=2, wire=CALM)
    whole.run(whole.ended)
    table = Table(seats, seed=3, rounds=2, wire=CALM, apart=[(0, 2)])
    table.run(table.ended)
    assert table.ended()
    assert whole.now < table.now <= 2 * whole.now < SILENCE_MS
    assert table.record(0) == whole.record(0)
    assert kinds(table, Kind.WANT) == []


def test_each_phase_of_a_secret_question_takes_two_delays_where_a_link_is_missing() -> None:
    """An opening may leave only when all commitments are there, so four is the least there can be."""
    took = []
    for apart in ([], [(0, 2)]):
        table = Table(3, seed=3, wire=CALM, apart=apart)
        table.run(
            lambda table=table: all(  # type: ignore[misc]  # bound now
                table.session(seat).log.place >= BIDS for seat in table.numbers
            )
        )
        began = table.now
        seen = {seat: len(table.states[seat].events) for seat in table.numbers}
        table.run(
            lambda table=table, seen=seen: all(  # type: ignore[misc]  # bound now
                any(isinstance(e, Answered) and e.slot == 2 for e in table.states[seat].events[seen[seat] :])
                for seat in table.numbers
            )
        )
        assert all(len({e.seat for e in table.events(seat, Committed) if e.slot == 2}) == 3 for seat in table.numbers)
        took.append((table.now - began) // STEP)
    assert took == [2, 4]


@pytest.mark.parametrize("apart", [CHAIN, RING, {(0, 1), (0, 2)}], ids=["chain", "ring", "leaf"])
def test_any_path_will_do(apart: set[tuple[int, int]]) -> None:
    seats = 6 if apart is RING else 5 if apart is CHAIN else 4
    table = Table(seats, seed=1, wire=CALM, apart=apart)
    table.run(table.ended)
    assert table.now < SILENCE_MS
    assert_unharmed(table)


def test_where_all_are_linked_nothing_is_passed_on() -> None:
    table = Table(5, seed=1, wire=CALM)
    table.run()
    for sender, _, frame in kinds(table, Kind.ENTRY):
        entry = table.entry_of(frame)
        assert entry is not None
        assert entry.seat == sender
    assert len(kinds(table, Kind.LINKED)) == 5 * 4


@pytest.mark.parametrize("apart", [CHAIN, {(0, 2)}, {(0, 1), (2, 3)}])
def test_an_entry_goes_over_a_link_at_most_once_each_way(apart: set[tuple[int, int]]) -> None:
    table = Table(5, seed=1, wire=CALM, apart=apart)
    table.run()
    told = Counter(kinds(table, Kind.ENTRY))
    assert set(told.values()) == {1}
    for sender, to, frame in told:
        entry = table.entry_of(frame)
        assert entry is not None
        assert to != entry.seat, "never back to its author"
        if entry.seat != sender:
            assert (min(to, entry.seat), max(to, entry.seat)) in apart


@pytest.mark.parametrize("at", range(10, 150, 10))
def test_a_link_that_breaks_in_the_middle_costs_no_silence(at: int) -> None:
    """What was on it is lost; both ends tell so at once, and the others give them what they lack."""
    table = Table(4, seed=5, rounds=2, wire=CALM)
    table.run(lambda: table.now >= at)
    table.cut(0, 3)
    table.run(table.ended)
    assert table.now < SILENCE_MS
    assert_unharmed(table)


@pytest.mark.parametrize("claim", [(), (0, 1, 2, 3), (9, 77, 255)])
@pytest.mark.parametrize("apart", [[], [(0, 2)], [(2, 3)]])
def test_a_lie_about_links_costs_the_liar_alone(claim: tuple[int, ...], apart: list[tuple[int, int]]) -> None:
    """Seat 2 lies. The others end in time; what is sent twice is sent to seat 2."""

    def liar(out: Outgoing) -> list[Outgoing]:
        message = decode(out.frame)
        if message is not None and message.kind is Kind.LINKED:
            return [Outgoing(out.to, encode(Kind.LINKED, claim), out.delay)]
        return [out]

    table = Table(4, seed=1, wire=CALM, apart=apart)
    table.cheats[2] = liar
    table.run()
    assert_unharmed(table)
    assert table.session(2).ended
    for (_, to, frame), times in Counter((0, to, frame) for _, to, frame in kinds(table, Kind.ENTRY)).items():
        entry = table.entry_of(frame)
        assert entry is not None
        if times > 1 and to != 2:  # somebody whose own pair has no link, and by several ways
            assert (min(to, entry.seat), max(to, entry.seat)) in apart
        assert times <= 3


@pytest.mark.parametrize("seed", range(4))
def test_evidence_is_passed_on_to_whom_has_no_link_to_its_finder(seed: int) -> None:
    """Seat 1 tells two stories to 0 and 2, which have no link to each other, and keeps all evidence back."""
    table = Table(4, seed, wire=CALM, apart=[(0, 2)])
    changed = forging(table, 1, lambda e: e._replace(body=bytes(31) + bytes([e.body[-1] ^ 1])), {0})
    lie(table, 1, changed, BIDS)
    table.run()
    for judge in (0, 2, 3):
        verdict = table.session(judge).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*BIDS, 1, FaultKind.EQUIV)
        assert audit(table.record(judge)).judgement is Judgement.BAD


def test_seats_that_never_met_need_not_hear_each_other_at_the_end() -> None:
    table = Table(3, seed=1, wire=CALM, apart=[(0, 2)])
    table.run(table.ended)
    table.run(lambda: not table._queue)
    assert all(table.session(seat).settled for seat in table.numbers)


def test_seats_that_have_met_do_hear_each_other_at_the_end() -> None:
    """Their link may be back: to leave then would keep the other from what was on it."""
    table = Table(3, seed=1, wire=CALM)
    table.cut(0, 2)
    table.run(table.ended)
    table.run(lambda: not table._queue)
    assert [table.session(seat).settled for seat in table.numbers] == [False, True, False]
    table.join(0, 2)
    table.run(lambda: not table._queue)
    table.work()
    assert all(table.session(seat).settled for seat in table.numbers)


def test_the_setting_that_lets_people_watch_is_true_and_nothing_else() -> None:
    for value, allowed in ((True, True), (1, False), (False, False), ("yes", False)):
        assert make_form(3, 0, (("rounds", 1), (SPECTATORS, value))).spectators is allowed
    for settings in (None, "spectators", (), ("spectators",), (("spectators",),)):
        assert not make_form(3, 0, settings).spectators  # type: ignore[arg-type]  # wrong on purpose
