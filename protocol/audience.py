"""The spectators of one session: they read what all have heard, and can do nothing (SPEC.md section 12).

However many come and whatever they ask for, what they cost is bounded: so many at a time, so many requests of each
within a silence, so many bytes for all of them together.
"""

from dataclasses import dataclass, field
from typing import Any

from protocol.agreement import Agreement
from protocol.encoding import EncodingFault
from protocol.entry import Place
from protocol.events import Dismissed, Event, Watched
from protocol.log import Log
from protocol.sync import Sync
from protocol.talkbook import TalkBook
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

READING = (Kind.WATCH, Kind.HAVE, Kind.WANT, Kind.BEHIND, Kind.HEARD)


@dataclass
class _Guest:
    """One link without a seat."""

    watching: bool = False
    tries: int = 0
    requests: int = 0
    served: set[tuple[Any, ...]] = field(default_factory=set)
    counts: tuple[int, ...] | None = None
    """How much talk it said that it holds."""


class Audience:
    """All links without a seat, at a table that allows spectators."""

    def __init__(self, agreement: Agreement, log: Log, sync: Sync, book: TalkBook) -> None:
        self._agreement = agreement
        self._log = log
        self._sync = sync
        self._book = book
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
        if message.kind is Kind.HEARD and len(message.fields[0]) == len(self._agreement.seats):
            guest.counts = message.fields[0]
            if not guest.watching:
                return []  # told before it asks to be shown what it lacks
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
        kind = message.kind
        asked = (kind, *message.fields)
        if asked in guest.served:
            return news  # the same again: after a silence, if the answer was lost
        frames = self._answer(guest, message)
        if evidence is not None and kind is not Kind.BEHIND:
            frames.append(evidence)
        cost = sum(map(len, frames))
        if cost <= self._credit:
            self._credit -= cost
            guest.served.add(asked)
            self._out += [(peer, frame) for frame in frames]
        return news

    def _answer(self, guest: _Guest, message: Message) -> list[bytes]:
        talk = self._book.lacking(guest.counts or (0,) * len(self._agreement.seats))
        if message.kind is Kind.HEARD:
            return talk
        place = Place(message.fields[0], message.fields[1])
        if message.kind is Kind.HAVE:
            return self._sync.lacking(place, message.fields[2], message.fields[3])
        if message.kind is Kind.WANT:
            return self._sync.hear_want(place)
        if message.kind is Kind.BEHIND:
            return self._sync.hear_behind(place)
        signatures = tuple(self._agreement.signatures[seat] for seat in self._agreement.seats)
        shown = encode(Kind.TABLE, self._agreement.genesis, signatures)
        return [shown, *talk, *self._book.proofs(), *self._sync.hear_want(place)]  # the end comes last

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
