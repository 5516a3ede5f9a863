"""Whole tables: every weather gives one game; links break and mend; crashes say nothing twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.match import Game, Match
from engine.core.options import Listed
from engine.core.questions import One, Rules, Seal, Together, Unseal
from protocol.encoding import pack
from protocol.endpoint import UnsavedError
from protocol.entry import Place
from protocol.events import Answered, Asked, Committed, Ended, Event, Lost, Said
from protocol.faults import IllegalFault, NotAskedFault
from protocol.hearing import SILENCE_MS
from protocol.session import Session
from protocol.wire import Kind, decode, encode
from tests.protocol import toy
from tests.protocol.table import NOT_NOW, Outgoing, Table, Wire, make_form

STORM = Wire(fastest=1, slowest=900, duplicates=0.3)


def game(table: Table) -> tuple[object, ...]:
    """All that must be equal at all seats."""
    table.run()
    assert table.ended()
    assert len(table.digests()) == 1
    records = {table.record(seat) for seat in table.numbers}
    assert len(records) == 1
    assert table.faults() == []
    (outcome,) = {repr(event.outcome.ranking) for seat in table.numbers for event in table.events(seat, Ended)}
    return outcome, records.pop()


@pytest.mark.parametrize("seats", [2, 3, 5, 7])
def test_a_whole_game_at_every_size(seats: int) -> None:
    game(Table(seats, seed=seats, rounds=2))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_weather_does_not_change_the_game(seed: int) -> None:
    calm = Table(3, seed=11, rounds=2)
    storm = Table(3, seed=11, rounds=2, wire=STORM)
    storm.random.seed(seed)
    assert game(calm) == game(storm)


def test_every_kind_of_question_was_met() -> None:
    table = Table(3, seed=1)
    table.run()
    answered = table.events(0, Answered)
    assert [type(event.question).__name__ for event in answered] == ["One", "Together", "Roll", "Seal", "One", "Unseal"]
    assert [event.slot for event in answered] == [1, 2, 3, 4, 5, 6]
    assert len(answered[2].reply.rolled) == 3
    assert len(table.events(0, Committed)) == 6
    (ended,) = table.events(0, Ended)
    assert ended.secrets_open == (0, 1, 2)
    assert ended.slips == ()
    burned = table.session(0).log.known.burned
    assert list(burned) == [(4, 0)]


def test_only_choices_are_asked_of_players() -> None:
    table = Table(3, seed=1)
    table.run()
    for seat in table.numbers:
        for asked in table.events(seat, Asked):
            assert not isinstance(asked.question, Unseal)
            assert seat in asked.question.seats
    assert sum(isinstance(a.question, Seal | Together) for a in table.events(1, Asked)) == 2


# ---------------------------------------------------------------- choosing
def paused() -> Table:
    """A table at its first question, which seat 0 has put off."""
    table = Table(3, seed=1)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    return table


def test_who_is_waited_for() -> None:
    table = paused()
    assert [table.session(seat).waiting_for for seat in table.numbers] == [(0,)] * 3
    assert table.session(1).slot == 1


def test_our_own_choice_is_judged_like_a_peers() -> None:
    table = paused()
    session = table.session(0)
    before = session.match.digest
    for value in ("middle", "x" * 100_000, 7, None, ["high"], b"high", float("nan")):
        with pytest.raises(IllegalFault):
            session.choose(1, value)
    assert (session.unsaved(), session.outgoing(), session.match.digest) == ([], [], before)
    for slot in (0, 2, -1):
        with pytest.raises(NotAskedFault):
            session.choose(slot, "high")
    with pytest.raises(NotAskedFault):
        table.session(1).choose(1, "high")
    session.choose(1, "high")
    with pytest.raises(NotAskedFault):
        session.choose(1, "high")


def test_nothing_leaves_before_it_is_saved() -> None:
    table = paused()
    session = table.session(0)
    session.choose(1, "high")
    with pytest.raises(UnsavedError):
        session.outgoing()
    items = session.unsaved()
    assert len(items) == 2
    assert [decode(frame).kind for _, frame in session.outgoing()] == [Kind.ENTRY] * 2  # type: ignore[union-attr]  # a kind that we know


# ---------------------------------------------------------------- links
def test_have_lists_go_out_after_silence_and_at_connect() -> None:
    table = paused()
    session = table.session(0)
    session.tick(1_000_000)
    session.outgoing()
    assert session.deadline_ms == 1_000_000 + SILENCE_MS
    session.tick(1_000_000 + SILENCE_MS - 1)
    assert session.outgoing() == []
    session.tick(1_000_000 + SILENCE_MS)
    frames = session.outgoing()
    assert [decode(frame).kind for _, frame in frames] == [  # type: ignore[union-attr]  # a kind that we know
        *[Kind.HEARD] * 2,
        *[Kind.HAVE] * 2,
    ]
    session.connected(table.peer[1])
    frames = session.outgoing()
    assert [decode(frame).kind for _, frame in frames] == [  # type: ignore[union-attr]  # a kind that we know
        Kind.LINKED,
        Kind.HEARD,
        Kind.HAVE,
    ]


@pytest.mark.parametrize("away", [0, 1, 2])
def test_a_seat_without_links_catches_up(away: int) -> None:
    table = Table(3, seed=4, rounds=3)
    table.run(lambda: table.session(away).slot >= 2)
    for other in table.numbers:
        if other != away:
            table.cut(away, other)
    table.run()
    assert not table.ended()
    for other in table.numbers:
        if other != away:
            table.join(away, other)
    assert game(table) == game(Table(3, seed=4, rounds=3))


def test_a_pair_without_a_link_is_served_by_the_others() -> None:
    table = Table(3, seed=4, rounds=2)
    table.cut(0, 1)
    assert game(table) == game(Table(3, seed=4, rounds=2))


def test_lost_frames_are_made_good_after_silence() -> None:
    table = Table(3, seed=4, rounds=2)
    dropped = []

    def lossy(out: Outgoing) -> list[Outgoing]:
        if table.random.random() < 0.3:
            dropped.append(out)
            return []
        return [out]

    table.cheats = dict.fromkeys(table.numbers, lossy)
    table.run(lambda: all(table.session(seat).ended for seat in table.numbers))
    assert dropped
    assert len({table.record(seat) for seat in table.numbers}) == 1
    assert table.record(0) == Table_record(4, 2)


def Table_record(seed: int, rounds: int) -> bytes:
    table = Table(3, seed=seed, rounds=rounds)
    table.run()
    return table.record(0)


def test_a_long_absence_is_caught_up_in_chunks() -> None:
    """Seat 2 is asked nothing for 100 slots, then must read them all."""
    form = make_form(3, 1)
    table = Table(form=form, seed=1, match=lambda f: Match(LONG, toy.Toy(step="long", points=[0, 0, 0])))
    table.run(lambda: table.session(2).slot >= 1)
    table.cut(0, 2)
    table.cut(1, 2)
    table.run()
    assert table.session(0).slot == 601
    table.join(0, 2)
    table.join(1, 2)
    table.run()
    assert table.ended()
    chunks = [frame for _, to, frame in table.heard if to == 2 and (m := decode(frame)) and m.kind is Kind.SYNC]
    assert len(chunks) >= 2


def _long(s: toy.Toy) -> Rules[None]:
    for turn in range(600):
        yield One("call", "L1", turn % 2, Listed.of("L1", [1, 2]))
    yield One("call", "L1", 2, Listed.of("L1", [1, 2]))
    s.step = "end"


LONG = Game(
    "long",
    1,
    (3,),
    toy.GAME.settings,
    toy.GAME.new,
    {"long": _long, "end": toy.end},
    toy.GAME.view,
    toy.GAME.clauses,
    toy._digest,
)


# ---------------------------------------------------------------- crash and return
@pytest.mark.parametrize("slot", range(8))
def test_a_crash_at_every_slot_says_nothing_twice(slot: int) -> None:
    table = Table(3, seed=6)
    table.run(lambda: table.session(1).slot >= slot)
    table.crash(1)
    table.run()
    table.restart(1)
    assert game(table) == game(Table(3, seed=6))
    assert table.verdicts() == dict.fromkeys(table.numbers)


@pytest.mark.slow
def test_everybody_crashes_everywhere() -> None:
    calm = Table(3, seed=6)
    for step in range(60):
        table = Table(3, seed=6)
        table.run(lambda: len(table.heard) >= step * 2)  # noqa: B023
        for seat in table.numbers:
            table.crash(seat)
        for seat in table.numbers:
            table.restart(seat)
        assert game(table) == game(calm)


def test_a_disk_that_lost_our_last_entries_adopts_them_from_the_others() -> None:
    table = Table(3, seed=6)
    table.run(lambda: table.session(1).slot >= 3)
    old = table.states[1].journal[:4]
    table.crash(1)
    table.run()
    table.restart(1, old)
    table.run()
    # its sealed choices are lost with the disk, so it cannot open them: it says so and stays honest
    assert table.verdicts() == dict.fromkeys(table.numbers)
    assert table.ended() or table.events(1, Lost)


def test_nothing_new_is_signed_before_the_others_were_heard() -> None:
    table = paused()
    table.crash(0)
    state = table.states[0]
    session = Session(table.agreement, 0, table.keys[0], toy.new_match(table.form))
    session.restore(state.journal, bytes(16))
    session.start()
    assert session.next_event() is None
    with pytest.raises(NotAskedFault):
        session.choose(1, "high")
    session.connected(table.peer[1])
    log = table.session(1).log
    have = encode(Kind.HAVE, *log.place, log.prev, ())
    session.receive(table.peer[1], have)
    assert session.next_event() is None
    session.receive(table.peer[2], have)
    assert isinstance(session.next_event(), Asked)
    session.choose(1, "high")


def test_the_same_secret_gives_the_same_bytes_again() -> None:
    one, two = (Table(3, seed=8, rounds=2, wire=wire) for wire in (Wire(), STORM))
    one.run()
    two.run()
    entries = [[s.data + s.signature for s in t.session(1).log.from_place(Place(0, 0))] for t in (one, two)]
    assert entries[0] == entries[1]


def test_what_was_told_of_the_game_and_of_talk_is_given_back_in_its_order() -> None:
    table = Table(3, seed=12, rounds=2, wire=STORM)
    for slot in range(8):
        table.run(lambda slot=slot: table.session(0).slot > slot)  # type: ignore[misc]  # bound now
        table.session(slot % 3).say(f"slot {slot}")
    table.run()

    def told(event: Event) -> object:
        """What can be compared: a question holds functions."""
        return (event.slot, event.reply, event.events) if isinstance(event, Answered) else event

    before = [told(event) for event in table.events(0) if isinstance(event, Answered | Said)]
    session = Session(table.agreement, 0, table.keys[0], toy.new_match(table.form))
    assert [told(event) for event in session.restore(table.states[0].journal, bytes(16))] == before
    assert sum(isinstance(event, Said) for event in before) == 8


def test_a_restored_end_is_told_again() -> None:
    table = Table(2, seed=8)
    table.run()
    table.crash(0)
    table.restart(0)
    table.work()
    assert len(table.events(0, Ended)) == 2


# ---------------------------------------------------------------- secrecy
def test_an_unopened_choice_does_not_leave_its_owner() -> None:
    """Two worlds that differ in what seat 0 sealed: everything on the wire has the same shape until it is opened."""
    worlds = []
    for gift in (("abc", 3), ("", 0)):
        table = Table(3, seed=9)

        def chooser(session: Session, asked: Asked, gift: object = gift, table: Table = table) -> object:
            return gift if isinstance(asked.question, Seal) else table.sample(session, asked)

        table.choosers[0] = chooser
        table.run(lambda table=table: table.session(1).slot > 6)  # type: ignore[misc]  # bound now
        worlds.append(table)
    first, second = worlds
    payloads = [pack(("abc", 3)), pack(("", 0))]
    secret = first.keys[0].secret
    for table, payload in zip(worlds, payloads, strict=True):
        made = table.session(0).log.entries_at(Place(4, 0))[0].entry
        nonce = secret.nonce(0, 4, made.prev, payload)
        for _, _, frame in table.heard:
            assert payload not in frame
            assert nonce not in frame
            assert secret.value not in frame
    shapes = [[(a, b, len(f)) for a, b, f in t.heard if (m := decode(f)) and m.kind is Kind.ENTRY] for t in worlds]
    assert shapes[0] == shapes[1]
    before = [[s.data for s in t.session(1).log.from_place(Place(0, 0)) if s.place < (4, 0)] for t in (first, second)]
    assert before[0] == before[1]
    at = [[s.entry.seat for s in t.session(1).log.entries_at(Place(4, 0))] for t in (first, second)]
    assert at[0] == at[1] == [0, 1, 2]
    mine = [t.session(1).log.entries_at(Place(4, 0)) for t in (first, second)]
    assert [a.data == b.data for a, b in zip(*mine, strict=True)] == [False, True, True]


def test_no_secret_leaves_before_all_have_signed_the_outcome() -> None:
    table = Table(3, seed=9)
    held: list[Outgoing] = []

    def hold_outcome(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)
        if entry is not None and entry.slot == 7:
            held.append(out)
            return []
        return [out] if (m := decode(out.frame)) and m.kind is not Kind.SYNC else []

    table.cheats[2] = hold_outcome
    table.run()
    assert held
    for secret in (table.keys[seat].secret.value for seat in table.numbers):
        assert not any(secret in frame for _, _, frame in table.heard)


def test_trace_tells_each_step() -> None:
    table = Table(2, seed=3)
    lines: list[str] = []
    session = Session(table.agreement, 0, table.keys[0], toy.new_match(table.form), lines.append)
    session.start()
    table.run()
    for _, to, frame in table.heard:
        if to == 0:
            session.receive(table.peer[1], frame)
    while session.next_event() is not None:
        pass
    assert any(line.startswith("closed") for line in lines)
    assert any(line.startswith("ahead") for line in lines) or any(line.startswith("admitted") for line in lines)
