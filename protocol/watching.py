"""Somebody without a seat reads a game: no I/O, no keys of the game, no word of its own (SPEC.md section 12).

The driver's order, each time anything has happened:

    watcher.receive(peer, frame)            # any number of them; only stores
    while (event := watcher.next_event()):  # judges: table, entries, dice, moves, the end
        ...
    for item in watcher.unsaved():          # what makes the record, with `watcher.reading.agreement`
        ...
    for peer, frame in watcher.outgoing():
        ...

Nothing is believed that the seats have not signed: the spectator's own log judges it all as a seat's does.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from typing_extensions import override

from engine.core.match import Match
from protocol.agreement import Agreement, AgreementFault
from protocol.audit import MatchFactory
from protocol.encoding import EncodingFault
from protocol.entry import Place
from protocol.events import Event, LinkFault
from protocol.hearing import SILENCE_MS
from protocol.listening import Listening
from protocol.wire import Kind, Message, decode, encode
from protocol.work import Work

START = Place(0, 0)


@dataclass(frozen=True)
class Shown:
    """A table that all its seats have signed was shown: `reading` is there, and what follows is of this game."""


WatchEvent: TypeAlias = Event | Shown


class Reading(Listening):
    """A spectator's side of a game whose table it has been shown."""

    def __init__(self, agreement: Agreement, match: Match[Any], trace: Callable[[str], None] | None = None) -> None:
        super().__init__(agreement, match, trace)
        self.fresh = match.fork()
        """The match as it stood before the first event, for whoever reads them."""

    @override
    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands, perhaps again: asks for all that we lack."""
        super().connected(peer)
        self._send(peer, self._book.heard())
        self._send(peer, encode(Kind.WATCH, *self._log.place))

    def shown(self, peer: bytes) -> None:
        """`peer` has shown us the table, and what follows it comes by itself."""
        super().connected(peer)

    @override
    def _hear(self, peer: bytes, message: Message) -> None:
        if message.kind is not Kind.TABLE:
            super()._hear(peer, message)
        elif message.fields[0] != self.agreement.genesis:
            self._blame(peer, "other_game", "showed another table than before")

    @override
    def _speak(self) -> None:
        """A spectator has nothing to say."""

    @override
    def _prove(self, evidence: bytes) -> None:
        """Nor to prove: it goes into the record."""


class Watcher:
    """A spectator. `reading` is None until a peer has shown a table that its seats have signed.

    `factory` makes the fresh match of an agreed form; what it raises for a form it does not know goes through
    `next_event`. `trace`, if given, is told every step in one line.
    """

    def __init__(self, factory: MatchFactory, trace: Callable[[str], None] | None = None) -> None:
        self.reading: Reading | None = None
        self.hands_out = False
        """Whether proofs that take long are handed out by `work`; else they are checked on the spot."""
        self._factory = factory
        self._trace = trace
        self._peers: set[bytes] = set()
        self._inbox: deque[tuple[bytes, bytes]] = deque()
        self._out: list[tuple[bytes, bytes]] = []
        self._asked_at: int | None = None

    @property
    def deadline_ms(self) -> int | None:
        """When `tick` should be called next, on the driver's clock; None when nothing hangs on time any more."""
        if self.reading is not None:
            return self.reading.deadline_ms
        return 0 if self._asked_at is None else self._asked_at + SILENCE_MS

    def connected(self, peer: bytes) -> None:
        """A link to `peer`, which we believe to hold a seat, stands, perhaps again: asks to be shown the table."""
        self._peers.add(peer)
        self._inbox = deque(row for row in self._inbox if row != (peer, b""))  # the end of an older link
        if self.reading is not None:
            self.reading.connected(peer)
        else:
            self._out.append((peer, encode(Kind.WATCH, *START)))

    def receive(self, peer: bytes, frame: bytes) -> None:
        """Stores one frame from the link of `peer`; empty bytes mean that the link closed. Never raises."""
        self._inbox.append((peer, frame))

    @property
    def behind(self) -> bool:
        """Whether some of what was received is not judged yet."""
        return bool(self._inbox) or (self.reading is not None and self.reading.behind)

    def next_event(self, enough: Callable[[], bool] | None = None) -> WatchEvent | None:
        """Judges what was received, until there is something to tell; None when all is judged.

        `enough` as for a session: once it says so, None comes early, and `behind` tells that there is more.

        Raises MatchDead or UnansweredKind if the rules themselves fail: then this object is of no more use.
        """
        while self.reading is None and self._inbox:
            event = self._open(*self._inbox.popleft())
            if event is not None:
                return event
        if self.reading is None:
            return None
        while self._inbox:
            self.reading.receive(*self._inbox.popleft())
        return self.reading.next_event(enough)

    def work(self) -> list[Work]:
        """What is to be done beside, as by `Session.work`; each is given once."""
        return self.reading.work() if self.reading is not None else []

    def done(self, work: Work, result: Any) -> None:
        """Takes what `work.run` has given."""
        if self.reading is not None:
            self.reading.done(work, result)

    def unsaved(self) -> list[bytes]:
        """Items of the record, in the order in which they came; each is given once."""
        return self.reading.unsaved() if self.reading is not None else []

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent, in this order; each is given once. Raises UnsavedError while items are unsaved."""
        asked = self.reading.outgoing() if self.reading is not None else []
        out, self._out = self._out, []
        return out + asked

    def tick(self, now_ms: int) -> None:
        """Tells the time, in milliseconds of any clock that never runs back; call it with every batch of work."""
        if self.reading is not None:
            self.reading.tick(now_ms)
        elif self._asked_at is None or now_ms >= self._asked_at + SILENCE_MS:
            if self._asked_at is not None:
                self._out += [(peer, encode(Kind.WATCH, *START)) for peer in sorted(self._peers)]
            self._asked_at = now_ms

    # ------------------------------------------------------------ before there is a table
    def _open(self, peer: bytes, frame: bytes) -> WatchEvent | None:
        if not frame:
            self._peers.discard(peer)
            return None
        try:
            message = decode(frame)
            if message is not None and message.kind is Kind.TABLE:
                self._begin(peer, *message.fields)
                return Shown()
        except (EncodingFault, AgreementFault) as error:
            self._peers.discard(peer)
            return LinkFault(peer, "garbage", str(error))
        return None

    def _begin(self, peer: bytes, genesis: bytes, signatures: tuple[tuple[bytes, bytes], ...]) -> None:
        table = Agreement.parse(genesis, {})
        if len(signatures) != len(table.seats):
            raise AgreementFault(None, "not one pair of signatures for each seat")
        agreement = Agreement(table.form, table.opened, dict(zip(table.seats, signatures, strict=True)))
        agreement.judge()
        if agreement.form.seat_of(peer) is None:
            raise AgreementFault(None, "whoever shows this table has no seat at it")
        self.reading = Reading(agreement, self._factory(agreement.form), self._trace)
        self.reading.hands_out = self.hands_out
        for other in sorted(self._peers):
            self.reading.shown(other)
