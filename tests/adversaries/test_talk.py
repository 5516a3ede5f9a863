"""Cheats in talk: forged, moved, replayed, told twice, too long, too much. It costs a link or a voice, never the table.

SPEC.md section 19; asks B16 (nobody speaks for another seat) and E01 (chat is chat).
"""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from protocol.encoding import pack
from protocol.events import Dismissed, LinkFault, Said, TwoStories
from protocol.faults import TalkFault
from protocol.identity import SigningKey
from protocol.listening import FLOOD, FLOOD_PER_S
from protocol.record import assemble
from protocol.talk import LINE_LIMIT, Line, Spoken, Twice
from protocol.talkbook import LINES, PROOFS, talk_frame, twice_frame
from protocol.wire import Kind, decode, encode
from tests.adversaries.rig import ROUGH, SEEDS, assert_no_honest_seat_blamed, audit, honest_world, rounds_of
from tests.adversaries.test_spectators import hearing, sent
from tests.protocol.table import Table, Wire
from tests.protocol.talking import go_on, held, lines_of, paused, say
from tests.simulation.watched import FIRST, Gallery, key_of

STRANGER = SigningKey(b"\x77" * 32)


def cheating(seed: int = 1, wire: Wire | None = None) -> Table:
    """A table of four at which seat 0 thinks, and seat 1 is the cheat and says what a test lets it say."""
    table = paused(4, seed)
    table.wire = wire or table.wire
    table.cheats[1] = lambda out: [out]
    return table


def assert_game_untouched(table: Table) -> None:
    """The game went to its end at all honest seats, entry by entry that of a table without a cheat and without talk."""
    twin, _ = honest_world(len(table.numbers), table.seed, rounds_of(table))
    assert table.verdicts() == dict.fromkeys(table.honest)
    for seat in table.honest:
        assert tuple(table.session(seat).log.closed) == twin
    assert_no_honest_seat_blamed(table)


def line(table: Table, **changes: Any) -> Line:
    """A first line of seat 1."""
    game = table.agreement.game_id
    return Line(game, 1, 0, game, 1, "hear me")._replace(**changes)


def signed(table: Table, key: SigningKey | None = None, **changes: Any) -> Spoken:
    """A first line of seat 1 with some fields changed, signed by its key or another one."""
    return Spoken.make(line(table, **changes), key or table.keys[1].game)


def raw(table: Table, text: Any, pad: int = 0) -> bytes:
    """The message with a signed line of any text."""
    data = pack((1, *line(table)[:-1], text)) + bytes(pad)
    return encode(Kind.TALK, data, table.keys[1].game.sign("talk", data))


FALSE: dict[str, tuple[Callable[[Table], bytes], str]] = {
    "in the name of another seat": (lambda t: talk_frame(signed(t, seat=2)), "signature"),
    "by a stranger's key": (lambda t: talk_frame(signed(t, STRANGER)), "signature"),
    "by the identity key": (lambda t: encode(Kind.TALK, signed(t).data, bytes(64)), "signature"),
    "of a seat that nobody holds": (lambda t: talk_frame(signed(t, seat=9)), "no_seat"),
    "of another game": (lambda t: talk_frame(signed(t, game_id=bytes(32), prev=bytes(32))), "other_game"),
    "a first line on another past": (lambda t: talk_frame(signed(t, prev=bytes(32))), "garbage"),
    "too long": (lambda t: raw(t, "x" * 501), "garbage"),
    "far too long": (lambda t: raw(t, "x" * (LINE_LIMIT + 1)), "garbage"),
    "nothing": (lambda t: raw(t, ""), "garbage"),
    "that clears the screen": (lambda t: raw(t, "a\x1b[2J"), "garbage"),
    "that turns the writing": (lambda t: raw(t, "a\u202egnihtyna"), "garbage"),
    "on two lines": (lambda t: raw(t, "a\nBob says: b"), "garbage"),
    "no text": (lambda t: raw(t, 7), "garbage"),
    "with something behind it": (lambda t: raw(t, "a", pad=1), "garbage"),
    "counts of other seats": (lambda t: encode(Kind.HEARD, (0,) * 5), "garbage"),
    "two stories that are one": (lambda t: encode(Kind.TWICE, (signed(t).pair, signed(t).pair)), "garbage"),
    "two stories forged": (lambda t: forged_proof(t), "signature"),
}


def forged_proof(table: Table) -> bytes:
    """An accusation of seat 2 with lines that it has not signed."""
    proof = Twice.of(signed(table, seat=2), signed(table, seat=2, text="another"))
    assert proof is not None
    return twice_frame(proof)


@pytest.mark.parametrize("name", FALSE)
def test_false_talk_is_not_heard_and_costs_the_link(name: str) -> None:
    table = cheating()
    make, reason = FALSE[name]
    table.raw(1, 2, make(table))
    table.run(limit_ms=100)
    (fault,) = table.events(2, LinkFault)
    assert (fault.peer, fault.reason) == (table.peer[1], reason)
    assert table.faults(Said) == table.faults(TwoStories) == []
    assert all(held(table, seat) == [] for seat in table.numbers)
    table.join(1, 2)
    go_on(table)
    assert_game_untouched(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_true_line_of_another_seat_may_be_told_by_anybody_and_moved_by_nobody(seed: int) -> None:
    """Repeated, out of turn, as the next number, in another game with the same keys."""
    table = cheating(seed)
    say(table, 2, "one", "two")
    table.run(limit_ms=100)
    one, two = (Spoken.parse(*spoken.pair) for spoken in table.session(0).talk.lines)
    for spoken in (two, one, one, two):
        table.raw(1, 3, talk_frame(spoken))
    table.raw(1, 3, encode(Kind.TALKS, (one.pair, two.pair) * 20, True))
    table.run(limit_ms=100)
    assert held(table, 3) == [(2, "one"), (2, "two")]
    assert table.faults() == []
    moved = Spoken.make(two.line._replace(number=2, prev=two.hash), table.keys[1].game)
    table.raw(1, 3, talk_frame(moved))
    table.run(limit_ms=100)
    assert [event.reason for event in table.events(3, LinkFault)] == ["signature"]
    other = Table(4, seed, rounds=2)  # the same people with the same keys
    other.cheats[1] = lambda out: [out]
    other.raw(1, 3, talk_frame(one))
    other.run(limit_ms=100)
    assert [event.reason for event in other.events(3, LinkFault)] == ["other_game"]
    go_on(table)
    assert_game_untouched(table)


def test_a_line_with_a_number_to_come_is_not_kept_and_asks_once() -> None:
    """However many of them come: nothing waits, so nothing grows."""
    table = cheating()
    session = table.session(2)
    for number in range(1, 90):
        session.receive(table.peer[1], talk_frame(signed(table, number=number, prev=bytes(32))))
    assert session.next_event() is None
    assert [decode(frame).kind for _, frame in session.outgoing()] == [Kind.HEARD]  # type: ignore[union-attr]  # a kind that we know
    assert session.unsaved() == []
    assert session.talk.counts == (0, 0, 0, 0)


def two_stories(table: Table, texts: dict[int, str], number: int = 1) -> None:
    """Seat 1 says some lines to all, and then to each other seat the one of `texts`."""
    say(table, 1, *(f"line {n}" for n in range(number)))
    table.run(limit_ms=2_000)
    prev, slot = table.session(0).talk.last(1)
    for to, text in texts.items():
        made = signed(table, number=number, prev=prev, slot=slot, text=text)
        table.raw(1, to, talk_frame(made))


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_two_lines_for_one_number_are_found_by_all_and_stop_nothing(seed: int, number: int) -> None:
    """In any order of arrival: all name the seat, keep the same proof and the same talk, and play on."""
    table = cheating(seed, ROUGH)
    two_stories(table, {0: "yes", 2: "no", 3: "no"}, number)
    table.run(limit_ms=5_000)
    for seat in (2, 0):  # whoever goes on talking brings the stories together
        say(table, seat, "what did Bob say?")
    for one in table.honest:
        table.cut(one, 1)
    for one in (0, 2, 3):
        for other in (2, 3):
            if one < other:
                table.cut(one, other)
                table.join(one, other)
    table.join(0, 1)
    table.run(limit_ms=20_000)
    go_on(table)
    assert_game_untouched(table)
    proofs = {table.session(seat).talk.twice.get(1) for seat in table.honest}
    (proof,) = proofs
    assert proof is not None
    assert (proof.seat, proof.number) == (1, number)
    assert proof.by(table.agreement.game_keys[1])
    records = {table.record(seat) for seat in table.honest}
    assert len(records) == 1
    report = audit(min(records))
    assert report.judgement.value == "good"
    assert report.two_stories == ((1, number),)
    for seat in table.honest:
        assert table.events(seat, TwoStories)[-1] == TwoStories(1, number)
        assert [text for who, text in held(table, seat) if who == 1] == [f"line {n}" for n in range(number)]


def test_who_told_two_stories_is_not_heard_any_more_and_all_others_are() -> None:
    table = cheating()
    two_stories(table, {0: "yes", 2: "no", 3: "no"})
    say(table, 0, "so?")
    table.cut(0, 2)
    table.join(0, 2)
    table.run(limit_ms=1_000)
    before = held(table, 3)
    for to in table.honest:
        table.raw(1, to, talk_frame(signed(table, number=1, prev=table.session(0).talk.last(1)[0], text="a third")))
    say(table, 3, "we do not hear you")
    table.run(limit_ms=1_000)
    assert [event.number for event in table.events(0, TwoStories)][-1] == 1
    assert [row for row in held(table, 3) if row not in before] == [(3, "we do not hear you")]
    with pytest.raises(TalkFault) as fault:
        table.session(1).say("but")
    assert fault.value.code == "unheard"
    go_on(table)
    assert_game_untouched(table)


@pytest.mark.parametrize("number", [1, 2])
def test_a_next_line_on_another_past_proves_it_as_well(number: int) -> None:
    table = cheating()
    say(table, 1, *(f"line {n}" for n in range(number)))
    table.run(limit_ms=100)
    table.raw(1, 2, talk_frame(signed(table, number=number, prev=bytes(32), slot=5)))
    table.run(limit_ms=100)
    for seat in table.honest:
        assert table.events(seat, TwoStories) == [TwoStories(1, number - 1)]
    assert table.faults() == []
    go_on(table)
    assert_game_untouched(table)
    assert len({table.record(seat) for seat in table.honest}) == 1


def test_a_seat_that_was_away_is_told_of_the_two_stories_and_a_seat_that_dies_remembers() -> None:
    table = cheating()
    table.crash(3)
    two_stories(table, {0: "yes", 2: "no"})
    table.raw(1, 2, talk_frame(signed(table, number=1, prev=table.session(0).talk.last(1)[0], text="yes")))
    table.run(limit_ms=1_000)
    assert table.events(2, TwoStories)
    table.restart(3)
    table.crash(0)
    table.restart(0)
    table.run(limit_ms=10_000)
    for seat in table.honest:
        assert table.session(seat).talk.twice[1].number == 1
        assert [text for who, text in held(table, seat) if who == 1] == ["line 0"]


def test_ever_lower_proofs_do_not_fill_a_disk() -> None:
    table = cheating()
    session = table.session(2)
    texts = [f"{n:04}" for n in range(200, 0, -1)]
    for high, low in pairwise(texts):
        proof = Twice.of(signed(table, text=high), signed(table, text=low))
        assert proof is not None
        session.receive(table.peer[1], twice_frame(proof))
    while session.next_event() is not None:
        pass
    assert len(session.unsaved()) == PROOFS
    assert len(session.outgoing()) == PROOFS * 3


def test_a_line_said_before_the_last_one_costs_the_link() -> None:
    table = cheating()
    first = signed(table, slot=5)
    table.raw(1, 2, talk_frame(first))
    table.raw(1, 2, talk_frame(signed(table, number=1, prev=first.hash, slot=4)))
    table.run(limit_ms=100)
    assert [(event.peer, event.reason) for event in table.events(2, LinkFault)] == [(table.peer[1], "garbage")]
    go_on(table)
    assert_game_untouched(table)


# ------------------------------------------------------------ floods
def test_a_flood_on_the_authors_own_link_costs_it_the_link() -> None:
    table = cheating()
    chain = lines_of(table, 1, *map(str, range(FLOOD + 2)), slot=1)
    for spoken in chain:
        table.raw(1, 2, talk_frame(spoken))
    table.run(limit_ms=100)
    assert [(event.peer, event.reason) for event in table.events(2, LinkFault)] == [(table.peer[1], "flood")]
    assert table.session(2).talk.count(1) == FLOOD
    assert len(table.events(2, Said)) == FLOOD
    table.join(1, 2)
    go_on(table)
    assert_game_untouched(table)


def test_as_many_lines_as_a_slow_link_may_bring_at_once_cost_nothing() -> None:
    """An honest seat says ten at once and one each second; its link stood still for a minute."""
    table = cheating()
    now = table.now
    for spoken in lines_of(table, 1, *map(str, range(70)), slot=1):
        table.session(2).receive(table.peer[1], talk_frame(spoken))
    table.run(limit_ms=100)
    for second in range(30):
        table.session(2).tick(now + 1_000 * (second + 1))
    more = lines_of(table, 1, *map(str, range(70 + 60)), slot=1)[70:]
    for spoken in more[: 30 * FLOOD_PER_S]:
        table.session(2).receive(table.peer[1], talk_frame(spoken))
    table.run(limit_ms=100)
    assert table.faults() == []
    assert table.session(2).talk.count(1) == 70 + 30 * FLOOD_PER_S


def test_a_flood_in_pieces_ends_where_a_game_has_no_more_room() -> None:
    """Past the pace by TALKS: so much of one seat is heard in a game and no more, and whoever sends more is dropped."""
    table = cheating()
    session = table.session(2)
    chain = [spoken.pair for spoken in lines_of(table, 1, *map(str, range(LINES + 5)), slot=1)]
    for at in range(0, len(chain), 900):
        session.receive(table.peer[1], encode(Kind.TALKS, tuple(chain[at : at + 900]), True))
        session.receive(table.peer[1], encode(Kind.TALKS, tuple(chain[at : at + 900]), True))
    events = []
    while (event := session.next_event()) is not None:
        events.append(event)
    assert [event.reason for event in events if isinstance(event, LinkFault)] == ["flood"]
    assert session.talk.count(1) == LINES
    assert len(session.unsaved()) == LINES
    assert len(session.outgoing()) < 20


def test_the_same_question_over_and_over_is_answered_in_bounded_pieces() -> None:
    """And never by a question back, unless more is held than was asked for."""
    table = cheating()
    session = table.session(2)
    for spoken in lines_of(table, 3, *["x" * 500] * 600, slot=1):
        session.talk.offer(spoken)
    for _ in range(30):
        session.receive(table.peer[1], encode(Kind.HEARD, (0, 0, 0, 0)))
        session.receive(table.peer[1], encode(Kind.HEARD, (0, 2**32 - 1, 0, 600)))
    assert session.next_event() is None
    kinds = [decode(frame).kind for _, frame in session.outgoing()]  # type: ignore[union-attr]  # a kind that we know
    assert kinds.count(Kind.TALKS) == 30
    assert kinds.count(Kind.HEARD) == 1


def test_who_says_it_holds_more_than_there_is_keeps_nobody_from_leaving_for_ever() -> None:
    """A false HEARD at the end: nobody settles, the driver's own time runs out, and the records are alike."""
    table = cheating()
    say(table, 2, "hello")
    table.cheats[1] = lambda out: (
        [out] if out.frame[1] != Kind.HEARD else [out.__class__(out.to, encode(Kind.HEARD, (9, 9, 9, 9)))]
    )
    go_on(table)
    assert not any(table.session(seat).settled for seat in table.honest)
    assert table.session(0).deadline_ms is None, "nothing is sent round and round"
    assert_game_untouched(table)
    assert len({table.record(seat) for seat in table.honest}) == 1


# ------------------------------------------------------------ people without a seat
def test_a_spectator_hears_talk_and_cannot_talk() -> None:
    world = Gallery(3, seed=1)
    world.run(lambda: world.session(0).slot >= 3)
    say(world, 1, "early")
    onlooker = world.watch(FIRST, 0)
    world.run(lambda: world.session(0).slot >= 5)
    say(world, 2, "late")
    world.run()
    world.linger()
    assert [(e.seat, e.text) for e in onlooker.events if isinstance(e, Said)] == [(1, "early"), (2, "late")]
    assert world.record_of(FIRST) == world.record(0)
    mine = Spoken.make(Line(world.agreement.game_id, 1, 1, bytes(32), 3, "me"), key_of(FIRST + 1))
    peer = key_of(FIRST + 1).public
    for frame in (
        talk_frame(mine),
        encode(Kind.TALKS, (mine.pair,), False),
        encode(Kind.TWICE, (mine.pair, mine.pair)),
    ):
        world.session(1)._audience._expelled.clear()  # type: ignore[union-attr]  # it lets people watch
        assert hearing(world, 1, peer, frame) == []
        (gone,) = hearing(world, 1, peer, frame)
        assert isinstance(gone, Dismissed)
        assert gone.reason == "read-only"
        assert sent(world, 1, peer) == []
        assert world.session(1).unsaved() == []


def test_a_spectator_that_comes_again_is_sent_only_what_it_lacks() -> None:
    world = Gallery(3, seed=1)
    world.run(lambda: world.session(0).slot >= 3)
    say(world, 1, "one")
    onlooker = world.watch(FIRST, 0)
    world.run(lambda: any(isinstance(event, Said) for event in onlooker.events))
    world.cut(0, FIRST)
    say(world, 1, "two")
    told = len(world.heard)
    world.watch(FIRST, 0)
    world.run()
    world.linger()
    again = [decode(frame) for _, to, frame in world.heard[told:] if to == FIRST]
    (talks,) = [message.fields[0] for message in again if message is not None and message.kind is Kind.TALKS]
    assert [Spoken.parse(*pair).line.text for pair in talks] == ["two"]
    assert world.record_of(FIRST) == world.record(0)
    assert onlooker.watcher.reading is not None
    assert onlooker.watcher.reading.talk.counts == (0, 2, 0)


def test_a_spectator_is_told_of_two_stories() -> None:
    world = Gallery(3, seed=1)
    world.cheats[1] = lambda out: [out]
    early = world.watch(FIRST, 0)
    world.run(lambda: world.session(0).slot >= 3)
    one, other = lines_of(world, 1, "yes", slot=3)[0], lines_of(world, 1, "no", slot=3)[0]
    world.raw(1, 0, talk_frame(one))
    world.raw(1, 0, talk_frame(other))
    world.run(lambda: world.session(0).slot >= 5)
    late = world.watch(FIRST + 1, 2)
    world.run()
    world.linger()
    for onlooker in (early, late):
        assert [e for e in onlooker.events if isinstance(e, TwoStories)] == [TwoStories(1, 0)]
    reading = late.watcher.reading
    assert reading is not None
    assert assemble(reading.agreement, late.items) == world.record(0) == world.record_of(FIRST)
