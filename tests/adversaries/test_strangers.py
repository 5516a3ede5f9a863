"""A connection without a seat's key is refused every action (asks B16), and a spectator learns nothing (asks B15)."""

import pytest

from protocol.encoding import lp, pack
from protocol.entry import Signed
from protocol.identity import SigningKey
from protocol.record import Item, read_item
from protocol.wire import Kind, encode
from tests.adversaries.rig import CALL, SEEDS, assert_unharmed, where
from tests.protocol.table import Table, entry_frame

STRANGER = SigningKey(b"\x77" * 32)


def everything(table: Table) -> list[bytes]:
    """All that a stranger could try: speak for a seat, ask for the log, tell lies about where he is."""
    log = table.session(0).log
    call = where(table, 0, 0, lp(pack("high"))).entry
    mine = Signed.make(call, STRANGER)
    own_seat = Signed.make(call._replace(seat=9), STRANGER)
    return [
        entry_frame(mine),
        entry_frame(own_seat),
        encode(Kind.SYNC, ((mine.data, mine.signature),), True),
        encode(Kind.EVIDENCE, ((mine.data, mine.signature), (own_seat.data, own_seat.signature))),
        encode(Kind.HAVE, 0, 0, log.agreement.game_id, ()),
        encode(Kind.HAVE, 2**32 - 1, 255, bytes(32), (0, 1, 2)),
        encode(Kind.WANT, 0, 0),
        encode(Kind.BEHIND, 1, 0),
        b"\xc1",
        b"",
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("linked", [False, True])
def test_a_stranger_acts_on_nothing_and_hears_nothing(seed: int, linked: bool) -> None:
    """Whether or not the driver tells the session of such a link."""
    table = Table(3, seed)
    session = table.session(1)
    table.run(lambda: session.log.place >= CALL)
    peer = STRANGER.public
    before = (session.log.place, session.log.prev, session.match.digest, session.waiting_for)
    for frame in everything(table):
        if linked:
            session.connected(peer)
        session.receive(peer, frame)
        while session.next_event() is not None:
            pass
        assert [to for to, _ in session.outgoing() if to == peer] == []
    assert session.unsaved() == []
    assert (session.log.place, session.log.prev, session.match.digest, session.waiting_for) == before
    table.run()
    assert_unharmed(table)


def test_a_stranger_counts_for_nothing_when_a_seat_comes_back() -> None:
    """After a crash nothing new is signed until the other *seats* were heard; a crowd of strangers is none."""
    table = Table(3, seed=1)
    table.run(lambda: table.session(1).log.place >= CALL)
    table.crash(1)
    for other in (0, 2):
        table.crash(other)
    table.restart(1)
    session = table.session(1)
    place = session.log.place
    for n in range(1, 9):
        peer = SigningKey(bytes([n]) * 32).public
        session.connected(peer)
        session.receive(peer, encode(Kind.HAVE, 0, 0, table.agreement.game_id, ()))
    assert session.next_event() is None
    assert [item for item in session.unsaved() if read_item(item).kind in (Item.ENTRY, Item.CHOICE)] == []
    assert session.log.place == place


def test_a_seats_own_key_at_another_end_is_still_only_that_seat() -> None:
    """A second program with the identity of seat 2 has no game key: its word is refused."""
    table = Table(3, seed=1)
    table.cheats[2] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= CALL)
    false = Signed.make(where(table, 0, 2, b"").entry, STRANGER)
    table.raw(2, 1, entry_frame(false))
    table.run(limit_ms=50)
    assert [(seat, event.reason) for seat, event in table.faults()] == [(1, "signature")]
