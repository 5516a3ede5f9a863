"""Have-lists and requests, message by message."""

from typing import Any

from protocol.comeback import Comeback
from protocol.entry import Place
from protocol.hearing import SILENCE_MS
from protocol.sync import Sync
from protocol.wire import Kind, decode, encode
from tests.protocol.table import NOT_NOW, Table, entry_frame

PEER = b"p" * 32


def paused() -> Table:
    """Slot 2: seat 0 has not committed, the others have."""
    table = Table(3, seed=1)
    table.choosers[0] = lambda session, asked: NOT_NOW if asked.slot == 2 else table.sample(session, asked)
    table.run()
    return table


def kinds(frames: list[bytes]) -> list[tuple[Kind, int]]:
    """Kind of each frame, and the number of entries in it."""
    out = []
    for frame in frames:
        message: Any = decode(frame)
        out.append((message.kind, len(message.fields[0]) if message.kind is Kind.SYNC else 0))
    return out


def test_answers_to_have_lists() -> None:
    log = paused().session(1).log
    sync = Sync(log)
    assert kinds([sync.have()]) == [(Kind.HAVE, 0)]
    equal = sync.hear_have(PEER, log.place, log.prev, (1, 2))
    assert equal == []
    assert kinds(sync.hear_have(PEER, log.place, log.prev, (2,))) == [(Kind.SYNC, 1)]
    assert kinds(sync.hear_have(PEER, log.place, log.prev, (0, 1, 2))) == [(Kind.WANT, 0)]
    assert kinds(sync.hear_have(PEER, Place(0, 0), log.agreement.game_id, (0,))) == [(Kind.SYNC, 2 + 1 + 2)]
    assert kinds(sync.hear_have(PEER, Place(9, 0), bytes(32), ())) == [(Kind.WANT, 0)]
    assert sync.hear_have(PEER, Place(9, 0), bytes(32), ()) == []


def test_another_past_is_asked_for_once_in_a_silence() -> None:
    log = paused().session(1).log
    sync = Sync(log)
    assert kinds(sync.hear_have(PEER, log.place, bytes(32), ())) == [(Kind.BEHIND, 0)]
    assert sync.hear_have(PEER, log.place, bytes(32), ()) == []
    assert kinds(sync.hear_have(PEER, Place(1, 0), bytes(32), ())) == [(Kind.BEHIND, 0)]
    assert kinds(sync.hear_have(PEER, Place(1, 5), bytes(32), ())) == [(Kind.BEHIND, 0)]
    assert kinds(sync.hear_have(b"q" * 32, log.place, bytes(32), ())) == [(Kind.BEHIND, 0)]
    sync.forget(PEER)
    assert kinds(sync.hear_have(PEER, log.place, bytes(32), ())) == [(Kind.BEHIND, 0)]
    assert sync.hear_have(b"q" * 32, log.place, bytes(32), ()) == []
    sync.forget()
    assert kinds(sync.hear_have(b"q" * 32, log.place, bytes(32), ())) == [(Kind.BEHIND, 0)]


def test_what_lies_behind_a_place() -> None:
    log = paused().session(1).log
    sync = Sync(log)
    assert kinds(sync.hear_behind(Place(2, 0))) == [(Kind.SYNC, 1)]
    assert kinds(sync.hear_behind(Place(1, 0))) == [(Kind.SYNC, 3)]
    for nowhere in (Place(0, 0), Place(1, 1), Place(50, 0)):
        assert kinds(sync.hear_behind(nowhere)) == [(Kind.SYNC, 0)]
    assert kinds(sync.hear_want(Place(50, 0))) == [(Kind.SYNC, 0)]


def test_a_silence_lets_a_session_ask_again() -> None:
    session = paused().session(1)
    session.tick(1_000_000)
    session.outgoing()
    ahead = encode(Kind.HAVE, 9, 0, bytes(32), ())

    def heard() -> list[tuple[Kind, int]]:
        session.receive(peer, ahead)
        assert session.next_event() is None
        return kinds([frame for _, frame in session.outgoing()])

    peer = session.agreement.identity(2)
    assert heard() == [(Kind.WANT, 0)]
    assert heard() == []
    session.tick(1_000_000 + SILENCE_MS)
    session.outgoing()
    assert heard() == [(Kind.WANT, 0)]


def test_when_a_comeback_is_over() -> None:
    table = paused()
    log = table.session(0).log
    others = [table.peer[1], table.peer[2]]

    def over(*heard: tuple[bytes, Place, tuple[int, ...]]) -> bool:
        comeback = Comeback(0, others)
        for row in heard:
            comeback.hear(*row)
        return comeback.over(log)

    here, later = log.place, Place(log.place.slot, 1)
    assert not over()
    assert not over((others[0], here, ()))
    assert not over((others[0], here, ()), (others[0], here, ()))
    assert not over((others[0], here, ()), (b"stranger" * 4, here, ()))
    assert over((others[0], here, ()), (others[1], Place(0, 0), (0,)))
    assert not over((others[0], here, ()), (others[1], here, (0,)))
    assert not over((others[0], here, ()), (others[1], later, ()))
    assert over((others[0], here, (1, 2)), (others[1], here, (1, 2)))


def test_the_walk_back_asks_the_signer_and_the_peer_that_showed_the_stray() -> None:
    table = paused()
    session = table.session(2)
    stray = table.forge(1, slot=2, phase=0, prev=b"q" * 32)
    session.receive(table.peer[0], entry_frame(stray))
    assert session.next_event() is None
    asked = session.outgoing()
    assert sorted(peer for peer, _ in asked) == sorted([table.peer[0], table.peer[1]])
    assert kinds([frame for _, frame in asked]) == [(Kind.BEHIND, 0)] * 2
