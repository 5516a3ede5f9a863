"""Proven faults: each kind is found, named alike by all honest peers in any order of arrival, and by a stranger."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import override

from protocol.audit import verify_record
from protocol.commitment import commit, opening
from protocol.encoding import lp, pack
from protocol.entry import Entry, Place
from protocol.events import Ended, Fault
from protocol.faults import FaultKind, StoppedFault
from protocol.machines.setup import setup_body
from protocol.report import Judgement
from protocol.secret import GameSecret, SeatKeys
from protocol.session import Session
from protocol.wire import Kind, encode
from tests.protocol import toy
from tests.protocol.table import NOT_NOW, Outgoing, Table, Wire, entry_frame

STORM = Wire(fastest=1, slowest=700, duplicates=0.2)
Change = Callable[[Table, Entry], dict[str, object]]


def lies(table: Table, seat: int, place: Place, change: Change) -> None:
    """Makes `seat` say at `place` what `change` gives, to everybody, whenever an honest session would speak there."""

    def cheat(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)
        if entry is None or (entry.slot, entry.phase, entry.seat) != (*place, seat):
            return [out] if entry is not None else []  # its have-lists and chunks would tell the honest story
        return [out.carrying(table.forge(seat, entry, **change(table, entry)))]

    table.cheats[seat] = cheat


def flipped(data: bytes, at: int = 0) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


LIES: dict[str, tuple[Place, Change, FaultKind]] = {
    "short setup": (Place(0, 0), lambda t, e: {"body": e.body[:-1]}, FaultKind.BADPROOF),
    "junk point": (Place(0, 0), lambda t, e: {"body": e.body[:64] + b"\xff" * 32 + e.body[96:]}, FaultKind.BADPROOF),
    "proof changed": (Place(0, 0), lambda t, e: {"body": flipped(e.body, 130)}, FaultKind.BADPROOF),
    "proof of another seat": (
        Place(0, 0),
        lambda t, e: {"body": setup_body(t.keys[1].secret, t.agreement.game_id, 1)},
        FaultKind.BADPROOF,
    ),
    "illegal call": (Place(1, 0), lambda t, e: {"body": lp(pack("middle"))}, FaultKind.ILLEGAL),
    "call of another type": (Place(1, 0), lambda t, e: {"body": lp(pack(b"high"))}, FaultKind.ILLEGAL),
    "call not canonical": (Place(1, 0), lambda t, e: {"body": lp(b"\xd9\x04high")}, FaultKind.ILLEGAL),
    "bytes after the call": (Place(1, 0), lambda t, e: {"body": e.body + b"\x00"}, FaultKind.ILLEGAL),
    "empty body": (Place(1, 0), lambda t, e: {"body": b""}, FaultKind.ILLEGAL),
    "another state": (Place(1, 0), lambda t, e: {"digest": bytes(32)}, FaultKind.BADDIGEST),
    "another state and an illegal call": (
        Place(1, 0),
        lambda t, e: {"digest": bytes(32), "body": b""},
        FaultKind.BADDIGEST,
    ),
    "long commitment": (Place(2, 0), lambda t, e: {"body": e.body + b"\x00"}, FaultKind.BADOPEN),
    "opened nonce changed": (Place(2, 1), lambda t, e: {"body": flipped(e.body)}, FaultKind.BADOPEN),
    "opened choice changed": (Place(2, 1), lambda t, e: {"body": e.body[:-1] + b"\x05\x05"[:1]}, FaultKind.BADOPEN),
    "no opening": (Place(2, 1), lambda t, e: {"body": b"x"}, FaultKind.BADOPEN),
    "bad opening beats bad state": (
        Place(2, 1),
        lambda t, e: {"body": b"x", "digest": bytes(32)},
        FaultKind.BADOPEN,
    ),
    "dice share changed": (Place(3, 0), lambda t, e: {"body": flipped(e.body)}, FaultKind.BADOPEN),
    "short dice share": (Place(3, 0), lambda t, e: {"body": e.body[:63]}, FaultKind.BADOPEN),
    "other outcome": (Place(7, 0), lambda t, e: {"body": bytes(32)}, FaultKind.BADDIGEST),
    "no outcome": (Place(7, 0), lambda t, e: {"body": b""}, FaultKind.ILLEGAL),
}


@pytest.mark.parametrize("name", LIES)
@pytest.mark.parametrize("wire", [Wire(), STORM], ids=["calm", "storm"])
def test_each_lie_stops_the_table_and_names_the_liar(name: str, wire: Wire) -> None:
    place, change, kind = LIES[name]
    table = Table(3, seed=2, wire=wire)
    lies(table, 0, place, change)
    table.run()
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None, seat
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, 0, kind)
        assert table.events(seat, Fault)[-1].verdict == verdict
        assert not table.events(seat, Ended)
        assert table.session(seat).deadline_ms is None
        report = verify_record(toy.new_match, table.record(seat))
        assert report.judgement is Judgement.BAD
        first = report.findings[0]
        assert (first.slot, first.phase, first.seat, first.reason) == (*place, 0, kind.name)
    assert table.faults() == []


# ---------------------------------------------------------------- two stories
def two_stories(table: Table, place: Place, body: Callable[[Entry], bytes], to: tuple[int, ...]) -> None:
    def cheat(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)
        if entry is None:
            return []
        if (entry.slot, entry.phase) != place or out.to not in to:
            return [out]
        return [out.carrying(table.forge(0, entry, body=body(entry)))]

    table.cheats[0] = cheat


def other_call(entry: Entry) -> bytes:
    return lp(pack("low")) if entry.body == lp(pack("high")) else lp(pack("high"))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(1,), (2,), (1, 2), (3,), (2, 3)]))
def test_two_stories_convict_in_any_order_of_arrival(seed: int, to: tuple[int, ...]) -> None:
    table = Table(4, seed=2, wire=STORM)
    table.random.seed(seed)
    two_stories(table, Place(1, 0), other_call, to)
    table.run()
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (1, 0, 0, FaultKind.EQUIV)
        report = verify_record(toy.new_match, table.record(seat))
        assert [(f.slot, f.seat, f.reason) for f in report.findings] == [(1, 0, "EQUIV")]


def test_two_commitments_convict_before_the_choice_counts() -> None:
    table = Table(3, seed=2)
    two_stories(table, Place(2, 0), lambda e: flipped(e.body), (2,))
    table.run()
    assert {v.rank for v in table.verdicts().values() if v} == {(2, 0, 0, FaultKind.EQUIV)}
    assert len(table.verdicts()) == 2


def test_two_illegal_stories_are_two_stories() -> None:
    table = Table(3, seed=2)

    def cheat(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)
        if entry is None or entry.slot != 1:
            return [out] if entry else []
        return [out.carrying(table.forge(0, entry, body=bytes([out.to])))]

    table.cheats[0] = cheat
    table.run()
    assert {v.rank for v in table.verdicts().values() if v} == {(1, 0, 0, FaultKind.EQUIV)}


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_of_two_liars_all_name_the_same_one(seed: int) -> None:
    table = Table(4, seed=2, wire=STORM)
    table.random.seed(seed)
    for liar in (1, 2):
        lies(table, liar, Place(3, 0), lambda t, e: {"body": flipped(e.body)})
    table.run()
    told = {
        frm
        for frm, to, f in table.heard
        if (e := table.entry_of(f)) and (e.slot, e.seat) == (3, frm) and to in (0, 3) and frm in (1, 2)
    }
    # the lower liar may have been stopped by the other's lie before it told its own
    assert {v.rank for v in table.verdicts().values() if v} == {(3, 0, min(told), FaultKind.BADOPEN)}
    assert None not in table.verdicts().values()


def test_speaking_where_one_is_not_asked() -> None:
    table = Table(3, seed=2)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    table.cheats[2] = lambda out: [out]
    table.say(2, table.forge(2, body=lp(pack("high"))), to=[1])
    table.run()
    assert {v.rank for v in table.verdicts().values() if v} == {(1, 0, 2, FaultKind.ILLEGAL)}
    with pytest.raises(StoppedFault):
        table.session(0).choose(1, "high")


@pytest.mark.parametrize(("seat", "place"), [(2, Place(1, 0)), (1, Place(5, 0)), (0, Place(6, 0))])
def test_speaking_late_where_one_was_not_asked(seat: int, place: Place) -> None:
    table = Table(3, seed=2)
    table.run(lambda: all(table.session(s).slot == 7 for s in table.numbers))
    log = table.session(1).log
    prev = log.prev_at(place)
    assert prev is not None
    table.cheats[seat] = lambda out: [out]
    table.say(seat, table.forge(seat, slot=place.slot, phase=place.phase, prev=prev))
    table.run()
    assert {v.rank for v in table.verdicts().values() if v} == {(*place, seat, FaultKind.ILLEGAL)}
    assert None not in table.verdicts().values()


def test_an_early_opening_is_not_taken_for_a_commitment() -> None:
    table = Table(3, seed=2)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    share = table.keys[2].secret.share(0) + bytes(32)
    table.cheats[2] = lambda out: [out]
    table.say(2, table.forge(2, slot=3, body=share))
    table.run(limit_ms=100)
    assert table.session(1).verdict is None
    table.cheats.clear()
    table.choosers.clear()
    table.choose(0, 1, "high")
    table.run()
    # its true share is the only one that stands on the true past; the early one proves nothing
    assert table.ended()
    assert table.verdicts() == dict.fromkeys(table.numbers)


# ---------------------------------------------------------------- what does not stop the table
def test_an_illegal_secret_choice_counts_as_withheld_and_is_listed() -> None:
    table = Table(3, seed=2)
    payload = pack(99)

    def cheat(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)
        if entry is None or entry.slot != 2:
            return [out] if entry else []
        return []

    table.cheats[1] = cheat
    table.run(lambda: table.session(0).log.place == (2, 0))
    nonce = table.keys[1].secret.nonce(1, 2, table.session(0).log.prev, payload)
    prev = table.session(0).log.prev
    table.say(
        1,
        table.forge(
            1,
            slot=2,
            phase=0,
            prev=prev,
            digest=table.session(0).log.before,
            body=commit(table.agreement.game_id, 1, 2, prev, nonce, payload),
        ),
    )
    table.run(lambda: table.session(0).log.place == (2, 1) and table.session(2).log.place == (2, 1))
    log = table.session(0).log
    table.say(1, table.forge(1, slot=2, phase=1, prev=log.prev, digest=log.before, body=opening(nonce, payload)))
    table.run(lambda: table.session(0).slot == 3)
    answered = table.events(0)[-1]
    assert table.session(0).verdict is None
    replies = [
        event.reply.values for event in table.events(0) if getattr(event, "slot", 0) == 2 and hasattr(event, "reply")
    ]
    assert replies[0][1] == 5, answered
    assert [(s.slot, s.seat, s.reason) for s in table.session(0).log.known.slips] == [(2, 1, "ILLEGAL")]


@pytest.mark.parametrize("body", [b"", bytes(32), b"x" * 40])
def test_a_wrong_secret_at_the_end_names_the_seat_and_leaves_the_outcome(body: bytes) -> None:
    table = Table(3, seed=2)
    lies(table, 0, Place(7, 1), lambda t, e: {"body": body})
    table.run()
    (ended,) = table.events(1, Ended)
    assert ended.secrets_open == (1, 2)
    assert [(s.seat, s.reason) for s in ended.slips] == [(0, "BADROOT")]
    report = verify_record(toy.new_match, table.record(1))
    assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(7, 1, 0, "BADROOT")]
    assert report.outcome is not None


def test_a_closed_commitment_opened_wrongly_at_the_end() -> None:
    table = Table(3, seed=2)
    lies(table, 0, Place(7, 1), lambda t, e: {"body": e.body[:-1]})
    table.run()
    assert [(s.seat, s.reason) for s in table.events(1, Ended)[0].slips] == [(0, "BADSEAL")]


def with_secret(table: Table, seat: int, kind: type[GameSecret]) -> None:
    """Gives a seat a secret that derives some values otherwise; to be called before the seat has spoken."""
    keys = table.keys[seat]
    session = Session(
        table.agreement, seat, SeatKeys(keys.game, kind(keys.secret.value), keys.talk), toy.new_match(table.form)
    )
    table.states[seat].session = session
    for other in table.numbers:
        if other != seat:
            session.connected(table.peer[other])
    session.start()


OWN = GameSecret(b"own" + bytes(29))


class OwnNonces(GameSecret):
    @override
    def nonce(self, seat: int, slot: int, prev: bytes, payload: bytes) -> bytes:
        return OWN.nonce(seat, slot, prev, payload)


class OwnDice(GameSecret):
    @override
    def share(self, number: int) -> bytes:
        return OWN.share(number)


class OwnNextDie(GameSecret):
    @override
    def share(self, number: int) -> bytes:
        return OWN.share(number) if number == 1 else super().share(number)


class OwnPoint(GameSecret):
    @override
    def scalar(self, label: str, *parts: bytes) -> int:
        return OWN.scalar(label, *parts)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (OwnNonces, [(2, 1, "NOTDERIVED"), (6, 1, "NOTDERIVED")]),
        (OwnDice, [(3, 1, "NOTDERIVED"), (3, 1, "NOTDERIVED")]),
        (OwnNextDie, [(3, 1, "NOTDERIVED")]),
        (OwnPoint, [(0, 1, "NOTDERIVED")]),
    ],
)
def test_values_not_derived_from_the_secret_are_seen_at_the_end(
    kind: type[GameSecret], expected: list[tuple[int, int, str]]
) -> None:
    """Dice and nonces drawn by hand: nothing live can tell, the audit does."""
    table = Table(3, seed=2)
    with_secret(table, 1, kind)
    table.run()
    assert [(s.slot, s.seat, s.reason) for s in table.events(0, Ended)[0].slips] == expected
    report = verify_record(toy.new_match, table.record(0))
    assert [(f.slot, f.seat, f.reason) for f in report.findings] == expected
    assert report.outcome is not None


# ---------------------------------------------------------------- links that must go, tables that go on
def signed_as_it_is(table: Table, make: Callable[[Entry], bytes]) -> bytes:
    """An ENTRY message with bytes that are no entry, properly signed by seat 2."""
    data = make(table.forge(2).entry)
    return encode(Kind.ENTRY, data, table.keys[2].game.sign("entry", data))


@pytest.mark.parametrize(
    ("reason", "make"),
    [
        ("garbage", lambda t: b"junk"),
        ("garbage", lambda t: entry_frame(t.forge(2))[:-1]),
        ("garbage", lambda t: encode(Kind.ENTRY, b"junk", bytes(64))),
        ("unknown_kind", lambda t: b"\x92\x3c\x00"),
        ("other_game", lambda t: entry_frame(t.forge(2, game_id=bytes(32)))),
        ("no_seat", lambda t: entry_frame(t.forge(2, seat=9))),
        ("signature", lambda t: entry_frame(t.forge(2, seat=1))),
        ("signature", lambda t: entry_frame(t.forge(2)._replace(signature=bytes(64)))),
        ("garbage", lambda t: signed_as_it_is(t, lambda e: e.encode()[:-1] + b"\x91\xc0")),  # a rider
        ("garbage", lambda t: signed_as_it_is(t, lambda e: b"\x99\xcc\x01" + e.encode()[2:])),  # 1 in two bytes
        ("garbage", lambda t: signed_as_it_is(t, lambda e: b"\x99\x02" + e.encode()[2:])),  # version 2
        ("garbage", lambda t: signed_as_it_is(t, lambda e: b"\x99\xc3" + e.encode()[2:])),  # True for 1
        ("garbage", lambda t: signed_as_it_is(t, lambda e: e._replace(prev=b"").encode())),
        ("impossible_past", lambda t: entry_frame(t.forge(2, slot=0, phase=0, prev=bytes(32)))),
    ],
)
def test_what_ends_a_link_does_not_end_the_table(reason: str, make: Callable[[Table], bytes]) -> None:
    table = Table(3, seed=2)
    table.run(lambda: table.session(0).slot == 2)
    table.raw(2, 0, make(table))
    table.run()
    assert [(seat, event.peer, event.reason) for seat, event in table.faults()] == [(0, table.peer[2], reason)]
    assert table.ended()
    assert table.verdicts() == dict.fromkeys(table.numbers)


def test_a_flood_of_entries_for_later_places() -> None:
    table = Table(3, seed=2)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    for n in range(3):
        table.raw(2, 1, entry_frame(table.forge(2, slot=9, body=bytes([n]))))
    table.run(limit_ms=50)
    assert [(seat, event.reason) for seat, event in table.faults()] == [(1, "flood")]


def test_far_ahead_entries_take_no_memory() -> None:
    table = Table(2, seed=2)
    for slot in range(100, 400):
        table.raw(1, 0, entry_frame(table.forge(1, slot=slot, body=bytes(1000))))
    table.run()
    assert table.ended()
    assert table.session(0)._waiting._entries == {}


def test_a_stray_of_a_silent_signer_changes_nothing() -> None:
    table = Table(3, seed=2)
    table.run(lambda: table.session(0).slot == 2)
    table.say(2, table.forge(2, slot=1, phase=0, prev=b"q" * 32))
    table.say(2, table.forge(2, slot=2, phase=1, prev=b"q" * 32))
    table.run()
    assert table.ended()
    assert table.verdicts() == dict.fromkeys(table.numbers)
    assert table.faults() == []


def test_a_stop_survives_a_restart_and_reaches_who_was_away() -> None:
    table = Table(3, seed=2)
    for other in (0, 1):
        table.cut(2, other)
    lies(table, 0, Place(0, 0), lambda t, e: {"body": e.body[:-1]})
    table.run()
    before = table.session(1).verdict
    assert before is not None
    table.crash(1)
    table.restart(1)
    assert table.session(1).verdict == before
    table.work()
    assert [event.verdict for event in table.events(1, Fault)] == [before, before]
    table.join(1, 2)
    table.run()
    assert table.session(2).verdict == before
