"""One seat at one table: bytes and choices in, events and bytes out, no I/O (SPEC.md section 12).

The driver's order, each time anything has happened:

    session.receive(peer, frame)            # any number of them; only stores
    while (event := session.next_event()):  # judges and goes on
        ...                                 # may call session.choose
    for item in session.unsaved():          # write, then sync to disk
        ...
    for peer, frame in session.outgoing():  # only now may anything leave
        ...

A peer that has not finished the agreement may still send its messages (kinds below ENTRY): they are for the machine of
the agreement, which the driver keeps for late askers; a session ignores them.

`outgoing` refuses to give anything while something is unsaved, so that no crash can make a seat say two things.
"""

from collections.abc import Callable
from typing import Any

from typing_extensions import override

from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.answering import Answering
from protocol.audience import Audience
from protocol.comeback import Run
from protocol.entry import Place, Signed
from protocol.forwarding import Forwarding
from protocol.progress import Progress, Stand, progress, stands
from protocol.returning import run_frame
from protocol.secret import SeatKeys
from protocol.sync import evidence_frame
from protocol.talk import Spoken, Twice
from protocol.talkbook import talk_frame, twice_frame
from protocol.wire import Kind, Message, encode


class Session(Answering):
    """Our seat's side of a game that was agreed.

    `match` must be fresh, built from the agreed form; the session alone answers it. Setup, dice, openings and the end
    are said by the session itself; a player is asked by the event `Asked` and answers with `choose`. `trace`, if
    given, is told every step in one line.
    """

    def __init__(
        self,
        agreement: Agreement,
        seat: int,
        keys: SeatKeys,
        match: Match[Any],
        trace: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(agreement, seat, keys, match, trace)
        self._stands: dict[bytes, tuple[Place, bytes]] = {}
        self._forwarding = Forwarding(agreement)
        self._audience = Audience(agreement, self._log, self._sync, self._book) if agreement.form.spectators else None

    # ------------------------------------------------------------ looking
    @property
    def settled(self) -> bool:
        """Whether the game has ended here and, by their own word, alike at all other seats: nobody needs us any more.

        Alike means the same end, and all talk that goes into a record.

        Until then a driver should stay: others may lack what only we have, and a seat that told two last words to two
        peers is found when they compare. A seat that never had a link to us is left to one that has a link to it.
        """
        if not self.ended:
            return False
        here = (self._log.place, self._log.prev)
        alike = [peer for peer in self._others if self._stands.get(peer) == here and self._same_talk(peer)]
        return all(peer in alike or self._forwarding.served(peer, alike) for peer in self._others)

    @property
    def progress(self) -> Progress:
        """The open place, who has spoken there and who has not."""
        return progress(self._log)

    @property
    def stands(self) -> dict[int, Stand]:
        """How far each other seat is by its own word; one that has said nothing yet is left out."""
        seat_of = self.agreement.form.seat_of
        told = {seat: word for peer, word in self._stands.items() if (seat := seat_of(peer)) is not None}
        return {seat: stand for seat, stand in stands(self._log, told).items() if seat != self.seat}

    @property
    def linked(self) -> tuple[int, ...]:
        """The seats to which a link stands, ascending."""
        return tuple(seat for seat in self.agreement.seats if self.agreement.identity(seat) in self._peers)

    # ------------------------------------------------------------ driving
    def start(self) -> None:
        """Begins, or goes on after `restore`. Call it once; links may stand before or come later."""
        self._started = True
        self._go_on()

    @override
    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands, perhaps again: tells it where we are. Whoever holds no other seat hears nothing."""
        if peer not in self._others:
            return
        super().connected(peer)
        self._forwarding.connected(peer)
        seat = self.agreement.form.seat_of(peer)
        for run in self._runs.to_tell(seat) if seat is not None else ():  # before HAVE, which may let a returner sign
            self._send(peer, run_frame(run))
        self._reply(peer, [*self._book.proofs(), *self._stand()])
        if self.verdict is not None:
            self._send(peer, evidence_frame(self.verdict))

    @override
    def receive(self, peer: bytes, frame: bytes) -> None:
        """Stores one frame from the link of `peer`; empty bytes mean that the link closed. Never raises.

        What comes from a peer that holds no other seat is not even looked at, unless the table allows spectators.
        """
        if peer in self._others or self._audience is not None:
            super().receive(peer, frame)

    @override
    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent, in this order; each is given once. Raises UnsavedError while items are unsaved."""
        said = super().outgoing()
        out = self._forwarding.news(self._peers) + said  # before HAVE: what comes after its answer is passed on
        return out + self._audience.outgoing() if self._audience is not None else out  # the players come first

    @override
    def tick(self, now_ms: int) -> None:
        """Tells the time, in milliseconds of any clock that never runs back; call it with every batch of work."""
        super().tick(now_ms)
        if self._audience is not None:
            self._audience.tick(now_ms)

    # ------------------------------------------------------------ hearing
    @override
    def _judge(self) -> None:
        before = set(self._peers)
        super()._judge()
        if self._peers != before:  # a link has ended, and what was on it is lost: whoever is left may have the same
            self._send_stand()

    @override
    def _handle(self, peer: bytes, frame: bytes) -> None:
        if peer in self._others:
            super()._handle(peer, frame)
        else:
            self._hear_spectator(peer, frame)

    def _hear_spectator(self, peer: bytes, frame: bytes) -> None:
        if self._audience is not None:
            evidence = None if self.verdict is None else evidence_frame(self.verdict)
            self._events += self._audience.hear(peer, frame, evidence)

    @override
    def _hear(self, peer: bytes, message: Message) -> None:
        kind, fields = message
        if kind is Kind.HAVE:
            place = Place(fields[0], fields[1])
            self._stands[peer] = (place, fields[2])
            self._reply(peer, self._sync.hear_have(peer, place, fields[2], fields[3]))
            self._remind(peer)
            self._hear_stand(peer, place, fields[3])
        elif kind is Kind.WANT:
            self._reply(peer, self._sync.hear_want(Place(*fields)))
            self._remind(peer)
        elif kind is Kind.BEHIND:
            self._reply(peer, self._sync.hear_behind(Place(*fields)))
        elif kind is Kind.RUN:
            self._hear_run(peer, Run(*fields))
        elif kind is Kind.LINKED:
            self._forwarding.hear(peer, fields[0])
        else:
            super()._hear(peer, message)

    # ------------------------------------------------------------ going on
    @override
    def _admitted(self, peer: bytes, signed: Signed) -> None:
        super()._admitted(peer, signed)
        lacking: list[bytes] = []
        if signed.entry.seat != self.seat:
            lacking = self._forwarding.without_link(signed.entry.seat, peer, self._peers)
        if not lacking and self._audience is None:
            return
        frame = encode(Kind.ENTRY, signed.data, signed.signature)
        for other in lacking:
            self._send(other, frame)
        if self._audience is not None:
            self._audience.show(frame)

    @override
    def _prove(self, evidence: bytes) -> None:
        """The evidence goes to all, so that all reach the same verdict."""
        self._send_all(evidence)
        if self._audience is not None:
            self._audience.show(evidence)

    # ------------------------------------------------------------ talk
    @override
    def _said(self, spoken: Spoken) -> None:
        super()._said(spoken)
        if self._audience is not None:
            self._audience.show(talk_frame(spoken))

    @override
    def _pass_on(self, peer: bytes, spoken: Spoken) -> None:
        for other in self._forwarding.without_link(spoken.line.seat, peer, self._peers):
            self._send(other, talk_frame(spoken))

    @override
    def _caught_up(self, peer: bytes, authors: set[int]) -> None:
        """Those who have no link to an author are told how much we hold now: they ask for it."""
        others = {o for seat in authors for o in self._forwarding.without_link(seat, peer, self._peers)}
        for other in sorted(others):
            self._send(other, self._book.heard())

    @override
    def _prove_twice(self, proof: Twice) -> None:
        self._send_all(twice_frame(proof))
        if self._audience is not None:
            self._audience.show(twice_frame(proof))

    # ------------------------------------------------------------ sending
    def _remind(self, peer: bytes) -> None:
        """Whoever asks has not stopped: the proof was lost, or came before there was room for it."""
        if self.verdict is not None:
            self._send(peer, evidence_frame(self.verdict))
