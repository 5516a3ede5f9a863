"""Cheat: junk, bombs and floods, at the session: the link is dropped, memory stays bounded, the table goes on."""

import pytest

from protocol.encoding import Canon, pack
from protocol.entry import Place
from protocol.waiting import BYTES_PER_SEAT, PER_PLACE, PHASES, SLOTS_AHEAD
from protocol.wire import CONTROL_LIMIT, Kind, encode
from tests.adversaries.rig import BIDS, CALL, SEEDS, assert_unharmed, blamed
from tests.protocol.table import Table, entry_frame

JUNK = {
    "one byte": b"\xc1",
    "a map": b"\x93\x20\x81\x01\x01\xc4\x00",
    "an array that lies": b"\x93\x20\xdd\xff\xff\xff\xff",
    "a blob that lies": b"\x93\x20\xc6\xff\xff\xff\xff",
    "deep": b"\x91" * 4000,
    "a deep message": b"\x92\x24" + b"\x91" * 4000 + b"\xc0",
    "an empty array": b"\x90",
    "kind only": b"\x91\x20",
    "kind as text": b"\x92\xa1\x20\x00",
    "long kind": b"\x93\xcc\x20\xc4\x01\x00\xc4\x01\x00",
    "a float kind": b"\x92\xcb\x40\x40\x00\x00\x00\x00\x00\x00",
    "a long control message": encode(Kind.WANT, 1, 0) + bytes(CONTROL_LIMIT),
    "trailing byte": encode(Kind.WANT, 1, 0) + b"\xc0",
    "no entry in the entry": pack((32, b"\x90", bytes(64))),
    "text in a catch-up": pack((36, (("x", "y"),), True)),
    "seats not ascending": pack((33, 1, 0, bytes(32), (2, 1))),
    "300 kB": b"\x93\x20\xc6\x00\x04\x93\xe0" + bytes(300_000) + b"\xc4\x00",
}


@pytest.mark.parametrize("name", JUNK)
def test_junk_costs_the_link_and_nothing_else(name: str) -> None:
    table = Table(3, seed=6)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= CALL)
    table.raw(1, 2, JUNK[name])
    table.run(limit_ms=20_000)
    assert blamed(table) == {(2, 1, "garbage")}
    assert table.verdicts() == {0: None, 2: None}
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_comes_behind_junk_on_the_same_link_is_not_read(seed: int) -> None:
    """The driver may take a while to drop the link: what is still in the queue counts for nothing."""
    table = Table(3, seed)
    table.cheats[1] = lambda out: [out]
    session = table.session(2)
    for frame in (b"\xc1", *(encode(Kind.WANT, n, 0) for n in range(100)), b"\xc1"):
        session.receive(table.peer[1], frame)
    table.work()
    assert blamed(table) == {(2, 1, "garbage")}
    assert len(table.events(2)) == 1


def test_a_flood_of_signed_entries_for_one_later_place() -> None:
    """Two of a seat for a place are kept: they would convict it. The third costs the link."""
    table = Table(3, seed=6)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(2).log.place >= Place(0, 0))
    for n in range(PER_PLACE + 1):
        table.say(1, table.forge(1, slot=9, phase=0, body=bytes([n])), to=[2])
    table.run(limit_ms=20_000)
    assert blamed(table) == {(2, 1, "flood")}
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


def test_a_flood_over_all_later_places_has_a_bound() -> None:
    """64 slots ahead, as many phases as machines have, two entries of a seat for each, at most a mebibyte."""
    table = Table(3, seed=6)
    session = table.session(2)
    session.connected(table.peer[1])
    for size, slots in ((60_000, range(1, 20)), (0, range(20, 200))):
        for slot in slots:
            for phase in range(PHASES + 2):
                for n in range(2):
                    signed = table.forge(1, slot=slot, phase=phase, body=bytes(size) + bytes([n]))
                    session.receive(table.peer[1], entry_frame(signed))
            assert session.next_event() is None
            session.unsaved()
            session.outgoing()
    rows = [signed for rows in session._waiting._entries.values() for _, signed in rows]
    assert BYTES_PER_SEAT - 60_500 < sum(len(signed.data) for signed in rows) <= BYTES_PER_SEAT
    places = set(session._waiting._entries)
    assert max(place.slot for place in places) <= SLOTS_AHEAD
    assert {place.phase for place in places} == set(range(PHASES))


def test_the_flooders_own_later_entries_still_come_through() -> None:
    """What found no room is asked for again, so even the flooder's own seat can go on."""
    table = Table(3, seed=6)
    table.cheats[1] = lambda out: [out]
    for slot in range(1, 30):
        for n in range(2):
            table.say(1, table.forge(1, slot=slot, phase=0, prev=bytes(32), body=bytes([n]) * 30_000))
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("kind", [Kind.HAVE, Kind.WANT, Kind.BEHIND])
def test_a_flood_of_questions_is_answered_in_bounded_pieces(kind: Kind) -> None:
    """Each answer is one frame within its limit; what the link cannot carry is the link's affair (net)."""
    table = Table(3, seed=6)
    table.run(lambda: table.session(2).log.place > BIDS)
    session = table.session(2)
    fields: list[tuple[Canon, ...]] = [(slot, phase) for slot in (0, 1, 2, 7, 2**32 - 1) for phase in (0, 1, 255)]
    if kind is Kind.HAVE:
        fields = [(*place, bytes(32), (0, 1, 2)) for place in fields]
    session.outgoing()
    count = 0
    for row in fields * 20:
        session.receive(table.peer[1], encode(kind, *row))
        count += 1
    assert session.next_event() is None
    out = session.outgoing()
    assert len(out) <= count
    assert all(len(frame) <= 256 * 1024 for _, frame in out)
    table.run()
    assert_unharmed(table)
