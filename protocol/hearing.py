"""What a seat and a spectator have in common: entries come in, the log judges them, a proven fault stops it all.

See SPEC.md section 12. What is said, and to whom, is for those who inherit: `Session` and `watching.Reading`.
"""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from typing_extensions import override

from engine.core.cards import Faces
from engine.core.errors import Over
from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.deck.knowledge import public_faces
from protocol.deck.parts import Checked
from protocol.encoding import EncodingFault
from protocol.endpoint import Endpoint
from protocol.entry import Place, Signed
from protocol.events import Answered, Asked, Committed, Ended, Fault
from protocol.faults import Verdict
from protocol.log import Log, Proven, Step, Taken
from protocol.machines.base import Slip
from protocol.record import entry_item, evidence_item
from protocol.rederive import rederive
from protocol.sync import Sync, evidence_frame
from protocol.waiting import Kept, Waiting
from protocol.wire import Kind, Message, UnknownKind, decode

SILENCE_MS = 5_000
"""Without progress for so long, have-lists go to all links."""


class Hearing(Endpoint):
    """One peer's reading of a game that was agreed.

    `match` must be fresh, built from the agreed form; only the log answers it. `trace`, if given, is told every step
    in one line.
    """

    def __init__(self, agreement: Agreement, match: Match[Any], trace: Callable[[str], None] | None = None) -> None:
        super().__init__(trace)
        self.agreement = agreement
        self.verdict: Verdict | None = None
        """The proven fault that stopped the table, None while there is none."""
        self._log = Log(agreement, match)
        self._sync = Sync(self._log)
        self._waiting = Waiting()
        self._quiet_since: int | None = None
        self._progress = False

    # ------------------------------------------------------------ looking
    @property
    def match(self) -> Match[Any]:
        """The game as far as it was answered: to be looked at and forked, never answered."""
        return self._log.match

    @property
    def log(self) -> Log:
        """The log, to be looked at."""
        return self._log

    @property
    def slot(self) -> int:
        """The open slot: 0 is the setup, slot k asks question k-1 of the match, the last one is the end."""
        return self._log.place.slot

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose entry the open phase lacks, ascending; empty once the game has ended."""
        return self._log.waiting_for

    @property
    def ended(self) -> bool:
        """Whether all have spoken in the last slot."""
        return self._log.ended

    @property
    def known(self) -> Faces:
        """The faces of closed cards that all have seen, by handle. Not to be changed."""
        return public_faces(self._log.known.cards)

    @property
    def deadline_ms(self) -> int | None:
        """When `tick` should be called next, on the driver's clock; None when nothing hangs on time any more."""
        if self.ended or self.verdict is not None:
            return None
        return 0 if self._quiet_since is None else self._quiet_since + SILENCE_MS

    # ------------------------------------------------------------ driving
    @override
    def connected(self, peer: bytes) -> None:
        super().connected(peer)
        self._sync.forget(peer)

    def tick(self, now_ms: int) -> None:
        """Tells the time, in milliseconds of any clock that never runs back; call it with every batch of work."""
        if self._quiet_since is None or self._progress:
            self._quiet_since, self._progress = now_ms, False
        elif self.deadline_ms is not None and now_ms >= self.deadline_ms:
            self._quiet_since = now_ms
            self._sync.forget()
            self._send_stand()

    # ------------------------------------------------------------ hearing
    @override
    def _handle(self, peer: bytes, frame: bytes) -> None:
        if not frame:
            self._peers.discard(peer)
            return
        if peer in self._faulty:
            return
        try:
            message = decode(frame)
        except EncodingFault as error:
            self._blame(peer, "unknown_kind" if isinstance(error, UnknownKind) else "garbage", str(error))
            return
        if message is not None:
            self._hear(peer, message)

    def _hear(self, peer: bytes, message: Message) -> None:
        kind, fields = message
        if kind is Kind.ENTRY:
            self._hear_entry(peer, (fields[0], fields[1]))
        elif kind is Kind.EVIDENCE:
            self._hear_entries(peer, fields[0])
        elif kind is Kind.SYNC:
            before = self._log.place
            self._hear_entries(peer, fields[0])
            self._steps.append(partial(self._ask_on, peer, before, more=fields[1]))

    def _hear_entries(self, peer: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> None:
        self._steps += [partial(self._hear_entry, peer, pair) for pair in pairs]

    def _hear_entry(self, peer: bytes, pair: tuple[bytes, bytes]) -> None:
        if peer in self._faulty:
            return
        try:
            signed = Signed.parse(*pair)
        except EncodingFault as error:
            self._blame(peer, "garbage", str(error))
            return
        self._take(peer, signed)

    def _ask_on(self, peer: bytes, before: Place, *, more: bool) -> None:
        """A chunk that has brought us on is judged; there may be more where it came from."""
        if more and self._log.place > before:
            self._reply(peer, self._sync.want(peer))

    def _take(self, peer: bytes, signed: Signed) -> None:
        entry = signed.entry
        if entry.game_id != self.agreement.game_id:
            self._blame(peer, "other_game", "an entry of another game")
        elif entry.seat not in self.agreement.game_keys:
            self._blame(peer, "no_seat", f"an entry of seat {entry.seat}, which nobody holds")
        elif signed in self._log.entries_at(signed.place):
            return  # seen before, byte for byte: not worth another look at the signature
        elif not signed.by(self.agreement.game_keys[entry.seat]):
            self._blame(peer, "signature", f"an entry that seat {entry.seat} has not signed")
        else:
            self._offer(peer, signed)
            self._go_on()

    def _offer(self, peer: bytes, signed: Signed) -> None:
        check = self._log.begin_check(signed) if self.hands_out else None
        if check is not None:
            what = f"proofs of seat {signed.entry.seat} in slot {signed.entry.slot}"
            self._hand_out(what, check, lambda checked: self._offer_checked(peer, signed, checked))
            return
        try:
            taken = self._log.offer(signed)
        except Proven as proven:
            self._stop(proven.verdict)
            return
        self._say(lambda: f"{taken.value}: {signed.place} seat {signed.entry.seat}")
        if taken is Taken.ADMITTED:
            self._admitted(peer, signed)
        elif taken is Taken.AHEAD:
            kept = self._waiting.put(peer, signed, self._log.place)
            if kept is Kept.FLOOD:
                self._blame(peer, "flood", f"too many entries of seat {signed.entry.seat} for {signed.place}")
            elif kept is Kept.DROPPED:
                self._reply(peer, self._sync.want(peer))
        elif taken is Taken.STRAY:
            self._stray(peer, signed)

    def _offer_checked(self, peer: bytes, signed: Signed, checked: Checked) -> None:
        self._log.end_check(signed, checked)
        self._offer(peer, signed)
        self._go_on()

    def _stray(self, peer: bytes, signed: Signed) -> None:
        """An entry on another past: walk back to where the pasts part.

        Whoever signed on that past holds it, and so does an honest peer that shows it; a liar may hold its tongue.
        """
        if signed.place == Place(0, 0):
            self._blame(peer, "impossible_past", "nothing comes before slot 0 but the game id")
            return
        signer = self.agreement.identity(signed.entry.seat)
        for target in sorted({signer, peer} & self._peers):
            self._reply(target, self._sync.behind(target, signed.place))

    # ------------------------------------------------------------ going on
    @abstractmethod
    def _speak(self) -> None:
        """Say what is ours to say at the open place, if anything."""

    def _go_on(self) -> None:
        """Says what is ours to say and closes phases, as far as it goes."""
        while self.verdict is None:
            self._speak()
            step = self._log.advance()
            if step is None:
                return
            self._tell(step)
            waited = self._waiting.pop(self._log.place)
            if waited:  # they come before anything else, but not all in one go
                self._first(*(partial(self._offer, peer, signed) for peer, signed in waited), self._go_on)
                return

    def _admitted(self, peer: bytes, signed: Signed) -> None:
        """The log has taken an entry that came from `peer`."""
        self._progress = True
        self._unsaved.append(entry_item(signed))
        if self._log.machine.names[signed.entry.phase] == "commitment":
            self._events.append(Committed(signed.entry.slot, signed.entry.seat))

    def _tell(self, step: Step) -> None:
        self._say(lambda: f"closed: {step.closed.place}")
        if step.question is not None and step.reply is not None:
            slot = step.closed.place.slot
            claims = self._log.known.cards.claims_of(slot)
            self._events.append(Answered(slot, step.question, step.reply, step.events, claims))
        outcome = self.match.outcome
        if self._log.ended and outcome is not None:
            known, game_id = self._log.known, self.agreement.game_id
            self._send_stand()
            if known.cards.decks:  # much is to be made again
                self._hand_out("the audit", lambda: rederive(known, game_id), lambda slips: self._end(outcome, slips))
            else:
                self._end(outcome, rederive(known, game_id))

    def _end(self, outcome: Over, found: list[Slip]) -> None:
        known = self._log.known
        slips = sorted([*known.slips, *found])
        self._events.append(Ended(outcome, tuple(sorted(known.secrets)), tuple(slips)))

    def _stop(self, verdict: Verdict) -> None:
        """A proven fault: the earliest counts."""
        if self.verdict is not None and self.verdict.rank <= verdict.rank:
            return
        self.verdict = verdict
        self._say(lambda: f"stopped: {verdict}")
        self._unsaved.append(evidence_item(verdict.evidence))
        self._prove(evidence_frame(verdict))
        self._events = deque(event for event in self._events if not isinstance(event, Asked))  # nobody is asked now
        self._events.append(Fault(verdict))

    @abstractmethod
    def _prove(self, evidence: bytes) -> None:
        """Tell whom it concerns that the table is stopped."""

    # ------------------------------------------------------------ sending
    def _stand(self) -> list[bytes]:
        """What tells a peer how far we are."""
        return [self._sync.have()]

    def _send_stand(self) -> None:
        for frame in self._stand():
            self._send_all(frame)
