"""The spectators of one session: they read what all have heard, and can do nothing (SPEC.md section 12).

However many come and whatever they ask for, what they cost is bounded: so many at a time, so many requests of each
within a silence, so many bytes for all of them together.
"""

from dataclasses import dataclass, field

from protocol.agreement import Agreement
from protocol.encoding import EncodingFault
from protocol.entry import Place
from protocol.events import Dismissed, Event, Watched
from protocol.log import Log
from protocol.sync import Sync
from protocol.wire import Kind, Message, decode, encode

SPECTATORS = 8
TRIES = 2
"""Actions after which a spectator's link is dropped: the first one may be a mistake."""
REQUESTS = 64
"""Requests of one spectator within a window; an honest one needs as many as a long game has chunks."""
WINDOW_MS = 5_000
CREDIT = 4 << 20
"""Bytes that all spectators together may have asked for at once: some long games."""
CREDIT_PER_S = 128 << 10
"""What they gain again each second: less than the slowest uplink that can carry a game with a chat."""
EXPELLED = 64
"""Keys that are remembered as not to be let in again."""

READING = (Kind.WATCH, Kind.HAVE, Kind.WANT, Kind.BEHIND)


@dataclass
class _Guest:
    """One link without a seat."""

    watching: bool = False
    tries: int = 0
    requests: int = 0
    served: set[tuple[Kind, Place]] = field(default_factory=set)


class Audience:
    """All links without a seat, at a table that allows spectators."""

    def __init__(self, agreement: Agreement, log: Log, sync: Sync) -> None:
        self._agreement = agreement
        self._log = log
        self._sync = sync
        self._guests: dict[bytes, _Guest] = {}
        self._expelled: dict[bytes, None] = {}
        self._out: list[tuple[bytes, bytes]] = []
        self._credit = CREDIT
        self._window: int | None = None
        self._paid: int | None = None

    @property
    def count(self) -> int:
        """How many watch."""
        return sum(guest.watching for guest in self._guests.values())

    def show(self, frame: bytes) -> None:
        """Queues for all what every seat is told as well."""
        self._out += [(peer, frame) for peer, guest in self._guests.items() if guest.watching]

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent, in this order; each is given once."""
        out, self._out = self._out, []
        return out

    def tick(self, now_ms: int) -> None:
        """Tells the time, on any clock that never runs back."""
        if self._window is None or self._paid is None:
            self._window = self._paid = now_ms
        gained = (now_ms - self._paid) * CREDIT_PER_S // 1000
        if gained:
            self._credit, self._paid = min(CREDIT, self._credit + gained), now_ms
        if now_ms >= self._window + WINDOW_MS:
            self._window = now_ms
            for guest in self._guests.values():
                guest.requests = 0
                guest.served.clear()

    def hear(self, peer: bytes, frame: bytes, evidence: bytes | None) -> list[Event]:
        """Judges one frame of a peer without a seat; empty bytes mean that the link closed.

        `evidence`: the message that proves why the table is stopped, if it is.
        """
        if not frame:
            return self._leave(peer)
        if peer in self._expelled:
            return [Dismissed(peer, "read-only", "was sent away before")]
        guest = self._guests.setdefault(peer, _Guest())
        guest.requests += 1
        if guest.requests > REQUESTS:
            return self._expel(peer, "flood", f"more than {REQUESTS} requests in {WINDOW_MS // 1000} s")
        try:
            message = decode(frame)
        except EncodingFault as error:
            return self._expel(peer, "garbage", str(error))
        if message is None:
            return []
        if message.kind not in READING or not (guest.watching or message.kind is Kind.WATCH):
            guest.tries += 1
            if guest.tries < TRIES:
                return []
            return self._expel(peer, "read-only", f"sent {message.kind.name}, where a spectator may only read")
        return self._serve(peer, guest, message, evidence)

    def _serve(self, peer: bytes, guest: _Guest, message: Message, evidence: bytes | None) -> list[Event]:
        news: list[Event] = []
        if not guest.watching:
            if self.count >= SPECTATORS:
                del self._guests[peer]
                return [Dismissed(peer, "crowded", f"{SPECTATORS} watch already")]
            guest.watching = True
            news.append(Watched(self.count))
        kind, place = message.kind, Place(message.fields[0], message.fields[1])
        if (kind, place) in guest.served:
            return news  # the same again: after a silence, if the answer was lost
        frames = self._answer(message, place)
        if evidence is not None and kind is not Kind.BEHIND:
            frames.append(evidence)
        cost = sum(map(len, frames))
        if cost <= self._credit:
            self._credit -= cost
            guest.served.add((kind, place))
            self._out += [(peer, frame) for frame in frames]
        return news

    def _answer(self, message: Message, place: Place) -> list[bytes]:
        if message.kind is Kind.HAVE:
            return self._sync.lacking(place, message.fields[2], message.fields[3])
        if message.kind is Kind.WANT:
            return self._sync.hear_want(place)
        if message.kind is Kind.BEHIND:
            return self._sync.hear_behind(place)
        signatures = tuple(self._agreement.signatures[seat] for seat in self._agreement.seats)
        return [encode(Kind.TABLE, self._agreement.genesis, signatures), *self._sync.hear_want(place)]

    def _leave(self, peer: bytes) -> list[Event]:
        guest = self._guests.pop(peer, None)
        self._out = [(to, frame) for to, frame in self._out if to != peer]
        return [Watched(self.count)] if guest is not None and guest.watching else []

    def _expel(self, peer: bytes, reason: str, text: str) -> list[Event]:
        news = self._leave(peer)
        self._expelled[peer] = None
        if len(self._expelled) > EXPELLED:
            del self._expelled[next(iter(self._expelled))]
        return [*news, Dismissed(peer, reason, text)]
