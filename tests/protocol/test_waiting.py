"""The buffer for entries that came too early is bounded and forgets."""

from protocol.entry import Entry, Place, Signed
from protocol.identity import SigningKey
from protocol.waiting import BYTES_PER_SEAT, PHASES, SLOTS_AHEAD, Kept, Waiting

KEY = SigningKey(b"k" * 32)
NOW = Place(5, 0)


def entry(slot: int = 6, phase: int = 0, seat: int = 1, body: bytes = b"") -> Signed:
    return Signed.make(Entry(b"g" * 32, slot, phase, seat, b"p" * 32, b"d" * 32, body), KEY)


def test_two_of_a_seat_for_a_place_and_no_more() -> None:
    waiting = Waiting()
    a, b, c = (entry(body=bytes([n])) for n in range(3))
    assert [waiting.put(b"x", one, NOW) for one in (a, a, b)] == [Kept.KEPT] * 3
    assert waiting.put(b"x", c, NOW) is Kept.FLOOD
    assert waiting.put(b"y", c, NOW) is Kept.DROPPED
    assert waiting.put(b"x", entry(seat=2), NOW) is Kept.KEPT
    assert waiting.pop(Place(6, 0)) == [(b"x", a), (b"x", b), (b"x", entry(seat=2))]
    assert waiting.pop(Place(6, 0)) == []


def test_a_third_one_is_no_flood_when_the_two_came_from_others() -> None:
    waiting = Waiting()
    waiting.put(b"x", entry(body=b"1"), NOW)
    waiting.put(b"y", entry(body=b"2"), NOW)
    assert waiting.put(b"x", entry(body=b"3"), NOW) is Kept.DROPPED


def test_too_far_ahead() -> None:
    waiting = Waiting()
    assert waiting.put(b"x", entry(slot=NOW.slot + SLOTS_AHEAD), NOW) is Kept.KEPT
    assert waiting.put(b"x", entry(slot=NOW.slot + SLOTS_AHEAD + 1), NOW) is Kept.DROPPED
    assert waiting.put(b"x", entry(phase=PHASES), NOW) is Kept.DROPPED


def test_bytes_of_one_seat_are_bounded_and_given_back() -> None:
    waiting = Waiting()
    body = bytes(60_000)
    kept = [waiting.put(b"x", entry(slot=slot, body=body), NOW) for slot in range(6, 30)]
    room = BYTES_PER_SEAT // 60_200
    assert kept == [Kept.KEPT] * room + [Kept.DROPPED] * (24 - room)
    assert waiting.put(b"x", entry(slot=29, seat=2, body=body), NOW) is Kept.KEPT
    assert len(waiting.pop(Place(10, 0))) == 1
    # places 6 to 10 are past: what was kept for them is gone with them
    again = [waiting.put(b"x", entry(slot=slot, body=body), NOW) for slot in range(30, 36)]
    assert again == [Kept.KEPT] * 5 + [Kept.DROPPED]
