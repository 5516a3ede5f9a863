"""What peers tell each other so that all come to hold the same log (SPEC.md section 12).

Answers to have-lists and requests, cut into chunks; and the walk back along a past that is not ours, up to the place
where one seat signed twice.
"""

from protocol.entry import Place, Signed
from protocol.faults import Verdict
from protocol.log import Log
from protocol.wire import SYNC_LIMIT, Kind, encode

_OVERHEAD = 16
"""Bytes that an entry's headers may add to its data and signature in a chunk."""
_SIGNATURE = 64
CHUNK_ENTRIES = 1000


class Sync:
    """Frames for one log. Remembers what was asked of whom, so that no peer can make us ask in circles."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._asked: set[tuple[bytes, Kind, Place]] = set()

    def forget(self, peer: bytes | None = None) -> None:
        """What was asked of `peer`, or of all after a silence, may be asked again: the answer may have been lost."""
        self._asked = {row for row in self._asked if peer is not None and row[0] != peer}

    def have(self) -> bytes:
        """Where we stand."""
        log = self._log
        return encode(Kind.HAVE, *log.place, log.prev, tuple(sorted(log.held)))

    def want(self, peer: bytes) -> list[bytes]:
        """Asks `peer` for all entries from our place on, once for each place of ours."""
        return self._once(peer, Kind.WANT, self._log.place)

    def behind(self, peer: bytes, place: Place) -> list[bytes]:
        """Asks `peer` for the entries before `place`, of which it knows another past; once for each place."""
        return self._once(peer, Kind.BEHIND, place)

    def _once(self, peer: bytes, kind: Kind, place: Place) -> list[bytes]:
        if (peer, kind, place) in self._asked:
            return []
        self._asked.add((peer, kind, place))
        return [encode(kind, *place)]

    def hear_have(self, peer: bytes, theirs: Place, prev: bytes, seats: tuple[int, ...]) -> list[bytes]:
        """Answers a have-list: with what the sender lacks, and by asking for what we lack."""
        log = self._log
        if theirs > log.place:
            return self.want(peer)
        if log.prev_at(theirs) != prev:
            return self.behind(peer, theirs)
        out = self.lacking(theirs, prev, seats)
        if theirs == log.place and any(seat not in log.held for seat in seats):
            out += [encode(Kind.WANT, *log.place)]
        return out

    def lacking(self, theirs: Place, prev: bytes, seats: tuple[int, ...]) -> list[bytes]:
        """What a peer that stands at `theirs` lacks, as much as one chunk takes; nothing if it lacks nothing.

        If its past there is not ours, all from that place on: it will ask for what comes before.
        """
        same = self._log.prev_at(theirs) == prev
        entries = self._log.from_place(theirs)
        lacks = [s for s in entries if not same or s.place != theirs or s.entry.seat not in seats]
        return self.chunk(lacks) if lacks else []

    def hear_want(self, theirs: Place) -> list[bytes]:
        """Answers a request with what we hold from that place on, as much as one chunk takes."""
        return self.chunk(self._log.from_place(theirs))

    def hear_behind(self, theirs: Place) -> list[bytes]:
        """Answers with the entries of the place before, none if we have not reached `theirs` or it is the first."""
        place = self._log.before_place(theirs)
        return self.chunk(list(self._log.entries_at(place)) if place is not None else [])

    def chunk(self, entries: list[Signed]) -> list[bytes]:
        """One frame with the first of `entries` that fit; it says whether there are more."""
        taken, size = [], _OVERHEAD
        for signed in entries[:CHUNK_ENTRIES]:
            size += len(signed.data) + _SIGNATURE + _OVERHEAD
            if size > SYNC_LIMIT:
                break
            taken.append((signed.data, signed.signature))
        return [encode(Kind.SYNC, tuple(taken), len(taken) < len(entries))]


def evidence_frame(verdict: Verdict) -> bytes:
    """The message that proves a fault."""
    return encode(Kind.EVIDENCE, tuple((signed.data, signed.signature) for signed in verdict.evidence))


def parse_pairs(pairs: tuple[tuple[bytes, bytes], ...]) -> list[Signed]:
    """The entries in a chunk or in evidence, signatures unjudged. Raises EncodingFault for the first that is none."""
    return [Signed.parse(data, signature) for data, signature in pairs]
