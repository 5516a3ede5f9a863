"""What every attacker's test needs: ways to lie, and what must hold when honest peers have judged.

The toy game of one round has the slots 0 setup, 1 call (OPEN, seat 0), 2 bids (commitment, opening), 3 dice, 4 gifts
(sealed), 5 peek (OPEN, the last seat), 6 gifts of all but the caller opened, 7 end (outcome, secret).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from typing import Any

from typing_extensions import override

from protocol.agreement import Agreement
from protocol.audit import verify_record
from protocol.entry import Entry, Place, Signed
from protocol.events import Asked, Ended, Fault, LinkFault
from protocol.faults import FaultKind, Verdict
from protocol.identity import verify
from protocol.log import Closed
from protocol.record import Item, read_item
from protocol.report import Judgement, Report
from protocol.secret import SeatKeys
from protocol.session import Session
from protocol.wire import Kind, decode, encode
from tests.protocol import toy
from tests.protocol.table import NOT_NOW, Outgoing, Table, Wire

CALL, BIDS, BIDS_OPEN = Place(1, 0), Place(2, 0), Place(2, 1)
DICE, GIFTS, PEEK, GIFTS_OPEN = Place(3, 0), Place(4, 0), Place(5, 0), Place(6, 0)
OUTCOME, SECRETS = Place(7, 0), Place(7, 1)
ROUGH = Wire(fastest=1, slowest=400, duplicates=0.2)
"""Everything overtakes everything."""
SEEDS = range(4)

Change = Callable[[int, Signed], Iterable[Signed]]
"""change(to, entry) gives what seat `to` gets instead of an entry of the cheat."""


def lie(table: Table, seat: int, change: Change, *places: Place) -> None:
    """From now on `seat` tells others `change(to, entry)` in place of its own entries at these places.

    That goes for entries by themselves and within a catch-up; evidence that the cheat would send is kept back.
    """
    previous = table.cheats.get(seat)

    def one(to: int, data: bytes, signature: bytes) -> list[Signed]:
        signed = Signed.parse(data, signature)
        return list(change(to, signed)) if signed.place in places and signed.entry.seat == seat else [signed]

    def hook(out: Outgoing) -> list[Outgoing]:
        message = decode(out.frame)
        if message is None or message.kind is Kind.EVIDENCE:
            return []
        if message.kind is Kind.ENTRY:
            return [out.carrying(signed) for signed in one(out.to, *message.fields)]
        if message.kind is Kind.SYNC:
            pairs = tuple((s.data, s.signature) for pair in message.fields[0] for s in one(out.to, *pair))
            return [Outgoing(out.to, encode(Kind.SYNC, pairs, message.fields[1]), out.delay)]
        return [out]

    table.cheats[seat] = hook if previous is None else lambda out: [two for one in previous(out) for two in hook(one)]


def forging(table: Table, seat: int, change: Callable[[Entry], Entry], to: Collection[int] | None = None) -> Change:
    """Changes the entry and signs it again with the key of `seat`, for all others or for the seats in `to`."""

    def changed(other: int, signed: Signed) -> list[Signed]:
        if to is not None and other not in to:
            return [signed]
        return [table.forge(seat, change(signed.entry))]

    return changed


def silent(to: int, signed: Signed) -> list[Signed]:
    """Says nothing."""
    return []


def where(table: Table, judge: int, seat: int, body: bytes) -> Signed:
    """An entry of `seat` in due form, right but perhaps for its body, for the place where the honest `judge` stands."""
    log = table.session(judge).log
    return table.forge(seat, Entry(table.agreement.game_id, *log.place, seat, log.prev, log.before, body))


def said(table: Table, judge: int, seat: int, place: Place) -> bytes:
    """The body that `seat` has said at a place, as the log of `judge` has it."""
    return next(s.entry.body for s in table.session(judge).log.entries_at(place) if s.entry.seat == seat)


def reached(table: Table, place: Place, but: Collection[int]) -> Callable[[], bool]:
    """Whether all honest seats stand at `place` and lack nobody but the seats in `but`."""
    return lambda: all(
        table.session(seat).log.place == place and set(table.session(seat).waiting_for) <= set(but)
        for seat in table.honest
    )


@cache
def honest_world(seats: int, seed: int, rounds: int = 1) -> tuple[tuple[Closed, ...], bytes]:
    """The log and the record of the same table without a cheat."""
    table = Table(seats, seed, rounds=rounds)
    table.run()
    assert table.ended()
    return tuple(table.session(0).log.closed), table.record(0)


def rounds_of(table: Table) -> int:
    """How many rounds of the toy game are played at a table."""
    settings: Any = table.form.settings
    return int(dict(settings)["rounds"])


class Rigged(Table):
    """A table at which some seats run on other keys than honest ones, and so lie in step with their own log."""

    def __init__(self, seats: int, seed: int, rig: dict[int, Callable[[SeatKeys], SeatKeys]], **more: Any) -> None:
        self.rig = rig
        super().__init__(seats, seed, **more)
        self.cheats.update((seat, lambda out: [out]) for seat in rig)

    @override
    def _session(self, seat: int) -> Session:
        keys = self.keys[seat]
        if seat in self.rig:
            keys = self.rig[seat](keys)
        return Session(self.agreement, seat, keys, self._match(self.form))


def chosen(table: Table, seat: int, slot: int, payload: bytes) -> None:
    """The seat's program is told to answer `slot` with this payload without asking whether the rules allow it."""

    def choose(session: Session, asked: Asked) -> object:
        if asked.slot != slot:
            return table.sample(session, asked)
        session._author.payloads[slot] = payload
        session._go_on()
        return NOT_NOW

    table.choosers[seat] = choose
    table.cheats[seat] = lambda out: [out]


def audit(record: bytes) -> Report:
    """What somebody who was not there finds in a record."""
    return verify_record(toy.new_match, record)


def signed_twice(agreement: Agreement, evidence: tuple[Signed, ...]) -> int | None:
    """The seat that two entries convict, for a stranger who has the table's keys and nothing else; else None."""
    if len(evidence) != 2:
        return None
    one, other = (Signed.parse(signed.data, signed.signature) for signed in evidence)
    for signed in (one, other):
        if not verify(agreement.game_keys[signed.entry.seat], "entry", signed.data, signed.signature):
            return None
    same = (one.entry.game_id, one.place, one.entry.seat, one.entry.prev) == (
        other.entry.game_id,
        other.place,
        other.entry.seat,
        other.entry.prev,
    )
    return one.entry.seat if same and one.data != other.data else None


def assert_stopped(
    table: Table,
    kind: FaultKind,
    seat: int,
    place: Place,
    seats: Sequence[int] | None = None,
    same_until: Place | None = None,
) -> Verdict:
    """Every honest peer (or those in `seats`) holds this verdict, can prove it, and has done nothing else.

    `same_until`: where the cheat first said anything of its own, if that is before `place`. Returns the verdict.
    """
    judges = table.honest if seats is None else seats
    same_until = same_until or place
    twin, _ = honest_world(len(table.numbers), table.seed, rounds_of(table))
    for judge in judges:
        session = table.session(judge)
        verdict = session.verdict
        assert verdict is not None, f"seat {judge} holds nothing to be proven"
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, seat, kind), f"seat {judge}"
        assert table.events(judge, Fault)[-1].verdict == verdict
        # The chain up to the fault is that of an honest world: the cheat has moved nothing.
        before = [closed for closed in session.log.closed if closed.place < same_until]
        assert before == [closed for closed in twin if closed.place < same_until]
        # A stranger comes to the same words by the record alone.
        report = audit(table.record(judge))
        assert report.judgement is Judgement.BAD
        assert (*place, seat, kind.name) in [(f.slot, f.phase, f.seat, f.reason) for f in report.findings]
        assert {f.seat for f in report.findings} == {seat}
        if kind is FaultKind.EQUIV:
            assert signed_twice(table.agreement, verdict.evidence) == seat
        else:
            assert len(verdict.evidence) == 1
        assert signs_nothing_after_the_stop(table, judge)
    assert_no_honest_seat_blamed(table)
    found = table.session(judges[0]).verdict
    assert found is not None
    return found


def signs_nothing_after_the_stop(table: Table, seat: int) -> bool:
    """Whether a seat's journal has no entry of its own behind the evidence."""
    stopped = False
    for item in table.states[seat].journal:
        row = read_item(item)
        stopped |= row.kind is Item.EVIDENCE
        if stopped and row.kind is Item.ENTRY and Signed.parse(*row.fields).entry.seat == seat:
            return False
    return True


def assert_no_honest_seat_blamed(table: Table) -> None:
    """Nobody has dropped the link to an honest seat."""
    honest = {table.peer[seat] for seat in table.honest}
    assert [(seat, event) for seat, event in table.faults() if seat in table.honest and event.peer in honest] == []


def assert_unharmed(table: Table, same_as_honest: bool = True) -> bytes:
    """The game ended at every honest peer with one good record, that of the honest world; returns the record."""
    assert table.verdicts() == dict.fromkeys(table.honest)
    assert table.ended(), {seat: table.session(seat).waiting_for for seat in table.honest}
    records = {table.record(seat) for seat in table.honest}
    assert len(records) == 1
    assert audit(min(records)).judgement is Judgement.GOOD
    if same_as_honest:
        assert records == {honest_world(len(table.numbers), table.seed, rounds_of(table))[1]}
    assert_no_honest_seat_blamed(table)
    return min(records)


def slips(table: Table) -> set[tuple[tuple[int, int, int, str], ...]]:
    """What the honest peers' own audits found at the end: one tuple, if all found the same."""
    return {
        tuple((s.slot, s.phase, s.seat, s.reason) for s in event.slips)
        for seat in table.honest
        for event in table.events(seat, Ended)
    }


def blamed(table: Table) -> set[tuple[int, int, str]]:
    """(who dropped the link, of whom, why) at the honest seats."""
    return {
        (seat, table.seat_of[event.peer], event.reason)
        for seat in table.honest
        for event in table.events(seat, LinkFault)
    }
