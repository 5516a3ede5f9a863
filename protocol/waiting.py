"""Entries that came before their place: a bounded buffer (SPEC.md section 12)."""

from enum import Enum

from protocol.agreement import MOST_SEATS
from protocol.entry import Place, Signed

SLOTS_AHEAD = 64
PER_PLACE = 2
"""Entries of one seat for one place: two are enough to prove that it signed two."""
BYTES_PER_SEAT = 1 << 20
"""So that one seat cannot fill our memory with signed entries for places that may never come."""
PHASES = 1 + MOST_SEATS
"""No machine has more phases: to make and mix decks takes one, and one more for each seat."""


class Kept(Enum):
    """What became of an entry given to the buffer."""

    KEPT = "kept"
    DROPPED = "dropped"
    """Too far ahead, or no room: it will come again when we ask for it."""
    FLOOD = "flood"
    """This peer alone has sent more entries of one seat for one place than any honest peer can hold."""


class Waiting:
    """Entries for later places, at most 64 slots ahead and two per seat and place, with the peer each came from."""

    def __init__(self) -> None:
        self._entries: dict[Place, list[tuple[bytes, Signed]]] = {}
        self._bytes: dict[int, int] = {}

    def put(self, peer: bytes, signed: Signed, now: Place) -> Kept:
        """Keeps an entry whose signature holds, if there is room, while the log stands at `now`."""
        place, seat = signed.place, signed.entry.seat
        if place.slot > now.slot + SLOTS_AHEAD or place.phase >= PHASES:
            return Kept.DROPPED
        same = [(who, other) for who, other in self._entries.get(place, ()) if other.entry.seat == seat]
        if any(other.hash == signed.hash for _, other in same):
            return Kept.KEPT
        if len(same) >= PER_PLACE:
            return Kept.FLOOD if all(who == peer for who, _ in same) else Kept.DROPPED
        if self._bytes.get(seat, 0) + len(signed.data) > BYTES_PER_SEAT:
            return Kept.DROPPED
        self._bytes[seat] = self._bytes.get(seat, 0) + len(signed.data)
        self._entries.setdefault(place, []).append((peer, signed))
        return Kept.KEPT

    def pop(self, place: Place) -> list[tuple[bytes, Signed]]:
        """(peer, entry) kept for `place`, in the order of arrival. What was kept up to `place` is kept no longer."""
        out = self._entries.get(place, [])
        for past in [kept for kept in self._entries if kept <= place]:
            for _, signed in self._entries.pop(past):
                self._bytes[signed.entry.seat] -= len(signed.data)
        return out
