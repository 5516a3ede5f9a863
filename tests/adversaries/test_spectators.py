"""Spectators see what all have heard and can do nothing (asks B15, B16): acts, floods, crowds, and tables made up."""

import pytest

from protocol.agreement import Agreement, sign_table
from protocol.audience import CREDIT, CREDIT_PER_S, REQUESTS, SPECTATORS, TRIES, WINDOW_MS
from protocol.comeback import Run
from protocol.encoding import lp, pack
from protocol.entry import Place, Signed
from protocol.events import Dismissed, Fault, LinkFault, Watched
from protocol.identity import SigningKey
from protocol.record import Item, read_item
from protocol.watching import Shown, Watcher
from protocol.wire import Kind, decode, encode
from tests.adversaries.rig import BIDS, BIDS_OPEN, CALL, ROUGH, SEEDS, audit, forging, lie, where
from tests.protocol import toy
from tests.protocol.table import Table, entry_frame, keys_of
from tests.simulation.watched import FIRST, Gallery, assert_seen, key_of

WATCH = encode(Kind.WATCH, 0, 0)
PEER = key_of(FIRST)


def hearing(world: Gallery, seat: int, peer: bytes, *frames: bytes) -> list[object]:
    """What a seat's session tells when a peer without a seat sends these frames."""
    session = world.session(seat)
    for frame in frames:
        session.receive(peer, frame)
    events: list[object] = []
    while (event := session.next_event()) is not None:
        events.append(event)
    return events


def sent(world: Gallery, seat: int, peer: bytes) -> list[bytes]:
    """What the session has to send to a peer; what it has for others is lost."""
    return [frame for to, frame in world.session(seat).outgoing() if to == peer]


def acts(world: Gallery) -> list[bytes]:
    """All that somebody without a seat could try, with his own key or with what he has heard from others."""
    call = where(world, 0, 0, lp(pack("high"))).entry
    mine = Signed.make(call, PEER)
    heard = world.session(0).log.entries_at(Place(0, 0))[0]
    run = Run.make(world.agreement.game_id, 1, 2, bytes(16), PEER)
    opened = world.agreement.opened[1]
    return [
        entry_frame(mine),
        entry_frame(heard),
        encode(Kind.SYNC, ((heard.data, heard.signature),), True),
        encode(Kind.EVIDENCE, ((mine.data, mine.signature), (heard.data, heard.signature))),
        encode(Kind.RUN, run.seat, run.number, run.mark, run.signature),
        encode(Kind.LINKED, ()),
        encode(Kind.TABLE, world.agreement.genesis, tuple(world.agreement.signatures.values())),
        encode(Kind.LOCK, 1, 1, bytes(32), bytes(32), bytes(32)),
        encode(Kind.OPEN_LOCK, 1, opened.game, opened.talk, opened.nonce),
        encode(Kind.SIGN, 1, *world.agreement.signatures[1]),
    ]


@pytest.mark.parametrize("watching", [False, True])
@pytest.mark.parametrize("act", range(10))
def test_every_act_is_refused_and_the_second_one_ends_the_link(act: int, watching: bool) -> None:
    world = Gallery(3, seed=1)
    world.run(lambda: world.session(1).log.place >= CALL)
    session, peer = world.session(1), PEER.public
    session.connected(peer)
    if watching:
        assert hearing(world, 1, peer, WATCH) == [Watched(1)]
        assert len(sent(world, 1, peer)) == 2
    before = (session.log.place, session.log.prev, session.match.digest, session.waiting_for, session.verdict)
    frame = acts(world)[act]
    assert hearing(world, 1, peer, *[frame] * (TRIES - 1)) == []
    assert sent(world, 1, peer) == []
    *news, gone = hearing(world, 1, peer, frame)
    assert isinstance(gone, Dismissed)
    assert (gone.peer, gone.reason) == (peer, "read-only")
    assert news == ([Watched(0)] if watching else [])
    assert session.outgoing() == []
    assert session.unsaved() == []
    assert before == (session.log.place, session.log.prev, session.match.digest, session.waiting_for, session.verdict)
    # Nor does it come in again by the same key.
    session.receive(peer, b"")
    (again,) = hearing(world, 1, peer, WATCH)
    assert isinstance(again, Dismissed)
    assert session.outgoing() == []
    world.run()
    world.assert_lawful()


@pytest.mark.parametrize(
    "frame", [b"\xc1", b"\x91", pack((99, 0)), pack((40,)), pack((40, 0, 0, 0)), pack((40, -1, 0))]
)
def test_what_is_no_message_ends_the_link_at_once(frame: bytes) -> None:
    world = Gallery(3, seed=1)
    (gone,) = hearing(world, 1, PEER.public, frame)
    assert isinstance(gone, Dismissed)
    assert gone.reason == "garbage"


def test_where_nobody_may_watch_nobody_is_even_heard() -> None:
    table = Table(3, seed=1)
    table.run(lambda: table.session(1).log.place >= CALL)
    session = table.session(1)
    session.connected(PEER.public)
    session.receive(PEER.public, WATCH)
    assert session.next_event() is None
    assert session.outgoing() == []


def test_so_many_watch_and_no_more_until_one_leaves() -> None:
    world = Gallery(3, seed=1)
    world.run(lambda: world.session(1).log.place >= CALL)
    for n in range(SPECTATORS):
        assert hearing(world, 1, key_of(FIRST + n).public, WATCH) == [Watched(n + 1)]
    late = key_of(FIRST + SPECTATORS).public
    (gone,) = hearing(world, 1, late, WATCH)
    assert isinstance(gone, Dismissed)
    assert gone.reason == "crowded"
    assert sent(world, 1, late) == []
    assert hearing(world, 1, key_of(FIRST).public, b"") == [Watched(SPECTATORS - 1)]
    assert hearing(world, 1, late, WATCH) == [Watched(SPECTATORS)]


def test_whoever_asks_for_everything_again_and_again_gets_it_once_a_window_and_is_then_sent_away() -> None:
    world = Gallery(3, seed=1, rounds=3)
    world.run()
    session, peer = world.session(1), PEER.public
    session.tick(world.now)
    everything = encode(Kind.WANT, 0, 0)
    hearing(world, 1, peer, WATCH)
    assert len(sent(world, 1, peer)) == 2
    assert hearing(world, 1, peer, *[everything] * (REQUESTS - 1)) == []
    assert len(sent(world, 1, peer)) == 1
    session.tick(world.now + WINDOW_MS)
    assert hearing(world, 1, peer, everything) == []
    assert len(sent(world, 1, peer)) == 1
    *_, gone = hearing(world, 1, peer, *[everything] * REQUESTS)
    assert isinstance(gone, Dismissed)
    assert gone.reason == "flood"


def test_all_spectators_together_cost_no_more_than_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight of them ask for everything from every place, for a minute; with the credit cut down to be used up."""
    monkeypatch.setattr("protocol.audience.CREDIT", CREDIT // 16)
    world = Gallery(4, seed=1, rounds=3)
    world.run()
    session = world.session(1)
    places = [closed.place for closed in session.log.closed]
    start, bytes_sent = world.now, 0
    session.tick(start)
    for second in range(60):
        session.tick(start + second * 1000)
        for n in range(SPECTATORS):
            peer = key_of(FIRST + n).public
            wants = [encode(Kind.WANT, *places[(second * 7 + k) % len(places)]) for k in range(8)]
            assert not any(isinstance(e, Dismissed) for e in hearing(world, 1, peer, WATCH, *wants))
        bytes_sent += sum(len(frame) for _, frame in session.outgoing())
    assert 50 * CREDIT_PER_S < bytes_sent <= CREDIT // 16 + 60 * CREDIT_PER_S, "and the limit was at work"


@pytest.mark.parametrize("seed", SEEDS)
def test_players_are_told_the_same_before_and_without_spectators(seed: int) -> None:
    """Byte for byte and in the same order; and what spectators are sent leaves after it."""
    heard = []
    for spectators in (0, 3):
        world = Gallery(3, seed)
        for n in range(spectators):
            world.watch(FIRST + n, 1, 2)
        world.run()
        world.assert_lawful()
        heard.append([(a, b, frame) for a, b, frame in world.heard if a < FIRST and b < FIRST])
    assert heard[0] == heard[1]


def test_a_spectator_counts_for_nothing_when_a_seat_comes_back_or_the_game_ends() -> None:
    world = Gallery(3, seed=1)
    world.run(lambda: world.session(1).log.place >= CALL)
    for seat in (1, 0, 2):
        world.crash(seat)
    world.restart(1)
    session = world.session(1)
    place = session.log.place
    for n in range(1, 6):
        hearing(world, 1, key_of(n).public, WATCH, encode(Kind.HAVE, *place, session.log.prev, ()))
    kinds = [read_item(item).kind for item in session.unsaved()]
    assert Item.ENTRY not in kinds
    assert Item.CHOICE not in kinds
    assert not session.settled


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spectator_comes_and_goes_in_rough_weather_and_holds_what_the_seats_hold(seed: int) -> None:
    world = Gallery(4, seed, wire=ROUGH)
    world.watch(FIRST, 0)
    for turn in range(6):
        until = world.now + 300
        world.run(lambda until=until: world.now >= until, limit_ms=300)  # type: ignore[misc]  # bound now
        world.cut(turn % 2, FIRST)
        world.watch(FIRST, (turn + 1) % 2)
    world.run()
    world.linger()
    assert_seen(world)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spectator_reaches_the_verdict_of_the_seats(seed: int) -> None:
    world = Gallery(4, seed)
    world.watch(FIRST, 2)
    lie(world, 1, forging(world, 1, lambda e: e._replace(body=bytes(31) + bytes([e.body[-1] ^ 1])), {0}), BIDS)
    world.run()
    onlooker = world.onlookers[FIRST]
    reading = onlooker.watcher.reading
    assert reading is not None
    assert reading.verdict == world.session(0).verdict is not None
    assert [event.verdict for event in onlooker.events if isinstance(event, Fault)][-1] == reading.verdict
    assert audit(world.record_of(FIRST)).findings == audit(world.record(2)).findings != ()
    # And so does one that comes when all is over.
    late = world.watch(FIRST + 1, 0)
    world.run(lambda: not world._queue)
    assert late.watcher.reading is not None
    assert late.watcher.reading.verdict == reading.verdict


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_that_shows_spectators_another_story_is_convicted_by_two_of_them(seed: int) -> None:
    """Seat 1 serves a spectator, and changes what it sends there: refused, or proven once an honest seat is asked."""
    world = Gallery(3, seed)
    lie(world, 1, forging(world, 1, lambda e: e._replace(body=bytes(32)), {FIRST}), BIDS)
    onlooker = world.watch(FIRST, 1)
    world.run(lambda: world.session(0).log.place >= BIDS_OPEN)
    world.watch(FIRST, 0)
    world.run()
    for _ in range(10):
        world.now += 5_000
        world.work()
        world._deliver()
        world.work()
    reading = onlooker.watcher.reading
    assert reading is not None
    assert reading.verdict is not None
    assert reading.verdict.seat == 1
    assert world.session(0).verdict is None, "no seat was told: a spectator says nothing"


# ------------------------------------------------------------ what is shown to a spectator
def shown(genesis: bytes, signatures: tuple[tuple[bytes, bytes], ...], peer: bytes) -> object:
    watcher = Watcher(toy.new_match)
    watcher.connected(peer)
    assert [(to, decode(frame)) for to, frame in watcher.outgoing()] == [(peer, decode(WATCH))]
    watcher.receive(peer, encode(Kind.TABLE, genesis, signatures))
    return watcher.next_event()


def test_a_table_that_its_seats_have_not_signed_is_none() -> None:
    agreement = Gallery(3, seed=1).agreement
    signatures = tuple(agreement.signatures[seat] for seat in agreement.seats)
    peer = agreement.identity(0)
    assert isinstance(shown(agreement.genesis, signatures, peer), Shown)
    wrong = SigningKey(bytes([9]) * 32)
    forged = sign_table(agreement.form, agreement.opened, 1, wrong, keys_of(1, 1))
    for pairs in (
        signatures[:2],
        (*signatures, signatures[0]),
        signatures[::-1],
        (signatures[0], forged, signatures[2]),
    ):
        assert isinstance(shown(agreement.genesis, pairs, peer), LinkFault)
    for data in (b"\xc1", agreement.genesis[:-1], pack((1, 2, 3)), agreement.genesis + b"\x00"):
        assert isinstance(shown(data, signatures, peer), LinkFault)
    assert isinstance(shown(agreement.genesis, signatures, PEER.public), LinkFault), "who shows it must sit at it"


def test_a_table_cannot_be_changed_for_another_one() -> None:
    one, other = Gallery(3, seed=1).agreement, Gallery(3, seed=1, rounds=2).agreement

    def table(agreement: Agreement) -> bytes:
        return encode(Kind.TABLE, agreement.genesis, tuple(agreement.signatures[seat] for seat in agreement.seats))

    watcher, peer = Watcher(toy.new_match), one.identity(0)
    watcher.connected(peer)
    watcher.receive(peer, table(one))
    watcher.receive(peer, table(one))
    assert watcher.next_event() == Shown()
    assert watcher.next_event() is None
    watcher.receive(peer, table(other))
    fault = watcher.next_event()
    assert isinstance(fault, LinkFault)
    assert fault.reason == "other_game"


@pytest.mark.parametrize("frame", [b"\xc1", encode(Kind.WANT, 0, 0), encode(Kind.HAVE, 0, 0, bytes(32), ()), b""])
def test_what_is_sent_before_a_table_is_shown_does_not_matter_but_junk(frame: bytes) -> None:
    watcher = Watcher(toy.new_match)
    peer = Gallery(3, seed=1).agreement.identity(0)
    watcher.connected(peer)
    watcher.receive(peer, frame)
    event = watcher.next_event()
    assert isinstance(event, LinkFault) if frame == b"\xc1" else event is None
    assert watcher.reading is None
    assert watcher.unsaved() == []
