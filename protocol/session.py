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

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.errors import Refused
from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.comeback import Comeback, Run, Runs
from protocol.encoding import EncodingFault, pack
from protocol.entry import Place, Signed
from protocol.events import Answered, Asked, Committed, Ended, Event, Fault, LinkFault, Lost, OtherCopy
from protocol.faults import IllegalFault, NotAskedFault, StoppedFault, Verdict
from protocol.log import Log, Proven, Step, Taken
from protocol.machines.base import Author
from protocol.record import Item, choice_item, entry_item, evidence_item, read_item, run_item
from protocol.rederive import rederive
from protocol.secret import SeatKeys
from protocol.sync import Sync, parse_pairs
from protocol.waiting import Kept, Waiting
from protocol.wire import Kind, Message, UnknownKind, decode, encode

PAYLOAD_LIMIT = 16 * 1024
"""Bytes of one answer of ours: far above any form of any game, far below what one entry can carry."""
SILENCE_MS = 5_000
"""Without progress for so long, have-lists go to all links."""


class UnsavedError(RuntimeError):
    """The driver asked for outgoing frames before it had saved: a fault of our own program."""


class Session:
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
        self.agreement = agreement
        self.seat = seat
        self.verdict: Verdict | None = None
        """The proven fault that stopped the table, None while there is none."""
        self._log = Log(agreement, match)
        self._sync = Sync(self._log)
        self._author = Author(seat, keys)
        self._waiting = Waiting()
        self._inbox: deque[tuple[bytes, bytes]] = deque()
        self._events: deque[Event] = deque()
        self._out: list[tuple[bytes, bytes]] = []
        self._unsaved: list[bytes] = []
        self._others = [agreement.identity(other) for other in agreement.seats if other != seat]
        self._peers: set[bytes] = set()
        self._stands: dict[bytes, tuple[Place, bytes]] = {}
        self._faulty: set[bytes] = set()
        self._started = False
        self._told: set[int] = set()
        self._comeback: Comeback | None = None
        self._runs = Runs(seat)
        self._elsewhere = False
        self._quiet_since: int | None = None
        self._progress = False
        self._trace = trace

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
    def settled(self) -> bool:
        """Whether the game has ended here and, by their own word, alike at all other seats: nobody needs us any more.

        Until then a driver should stay: others may lack what only we have, and a seat that told two last words to two
        peers is found when they compare.
        """
        here = (self._log.place, self._log.prev)
        return self.ended and all(self._stands.get(peer) == here for peer in self._others)

    @property
    def deadline_ms(self) -> int | None:
        """When `tick` should be called next, on the driver's clock; None when nothing hangs on time any more."""
        if self.ended or self.verdict is not None:
            return None
        return 0 if self._quiet_since is None else self._quiet_since + SILENCE_MS

    # ------------------------------------------------------------ driving
    def start(self) -> None:
        """Begins, or goes on after `restore`. Call it once; links may stand before or come later."""
        self._started = True
        self._go_on()

    def restore(self, items: Iterable[bytes], mark: bytes) -> None:
        """Takes back the items of an earlier run of this seat, in the order in which `unsaved` gave them.

        Call it before `connected` and `start`, also when the journal is empty but an earlier run may have spoken. From
        then on nothing new is signed until more than half of the other seats have told what they hold of ours: they may
        have an entry that our disk has lost. If they know of a later run than this journal, it is an old copy, and all
        must have told. `next_event` tells an end or a stop again, nothing else of the past. `mark`: 16 random bytes.

        Raises RecordFault or EncodingFault for items that this class never gave.
        """
        if self._started:
            raise RuntimeError("restore comes before start")
        self._comeback = Comeback(self.seat, self._others)
        for item in items:
            row = read_item(item)
            if row.kind is Item.CHOICE:
                slot, payload = row.fields
                self._author.payloads[slot] = payload
            elif row.kind is Item.ENTRY:
                self._restore_entry(Signed.parse(*row.fields))
            elif row.kind is Item.EVIDENCE:
                for signed in parse_pairs(row.fields[0]):
                    self._restore_entry(signed)
            elif row.kind is Item.RUN:
                self._runs.note(Run(*row.fields))
        self._unsaved.clear()
        self._events = deque(event for event in self._events if isinstance(event, Ended | Fault))
        self._out.clear()
        self._begin_run(mark)

    def _begin_run(self, mark: bytes) -> None:
        own = self._runs.begin(self.agreement.game_id, mark, self._author.keys.game)
        self._unsaved.append(run_item(own))
        self._send_all(_run_frame(own))

    def _restore_entry(self, signed: Signed) -> None:
        self._take(self.agreement.identity(self.seat), signed)

    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands, perhaps again: tells it where we are. Whoever holds no other seat hears nothing."""
        if peer not in self._others:
            return
        self._peers.add(peer)
        self._faulty.discard(peer)
        self._inbox = deque(row for row in self._inbox if row != (peer, b""))  # the end of an older link
        self._sync.forget(peer)
        seat = self.agreement.form.seat_of(peer)
        for run in self._runs.to_tell(seat) if seat is not None else ():  # before HAVE, which may let a returner sign
            self._send(peer, _run_frame(run))
        self._send(peer, self._sync.have())
        if self.verdict is not None:
            self._send(peer, self._evidence(self.verdict))

    def receive(self, peer: bytes, frame: bytes) -> None:
        """Stores one frame from the link of `peer`; empty bytes mean that the link closed. Never raises.

        What comes from a peer that holds no other seat is not even looked at.
        """
        if peer in self._others:
            self._inbox.append((peer, frame))

    def next_event(self) -> Event | None:
        """Judges what was received, until there is something to tell; None when all is judged.

        Raises MatchDead or UnansweredKind if the rules themselves fail: then the session is of no more use.
        """
        while not self._events and self._inbox:
            self._handle(*self._inbox.popleft())
        return self._events.popleft() if self._events else None

    def choose(self, slot: int, value: object) -> None:
        """Our player's answer to the question of `slot`. It goes through the same judge as everybody's.

        Raises:
            StoppedFault: the table was stopped by a proven fault.
            NotAskedFault: we are not asked in this slot now, or have answered.
            IllegalFault: the rules refuse it; nothing has changed.
        """
        if self.verdict is not None:
            raise StoppedFault(f"the table was stopped: {self.verdict}")
        log = self._log
        mine = log.place == Place(slot, 0) and log.machine.decides and self.seat in log.waiting_for
        if not mine or slot in self._author.payloads or not self._may_sign():
            raise NotAskedFault(f"no choice of seat {self.seat} is wanted in slot {slot} now")
        try:
            self.match.check(self.seat, value)
            payload = pack(value)  # type: ignore[arg-type]  # what passed the check is plain
        except Refused as error:
            raise IllegalFault(error.clause, error.code, str(error)) from error
        except EncodingFault as error:
            raise IllegalFault("", "malformed", str(error)) from error
        if len(payload) > PAYLOAD_LIMIT:
            raise IllegalFault("", "too_long", f"{len(payload)} bytes where {PAYLOAD_LIMIT} are allowed")
        self._author.payloads[slot] = payload
        self._unsaved.append(choice_item(slot, payload))
        self._go_on()

    def unsaved(self) -> list[bytes]:
        """Items to be written and synced, in this order, before `outgoing` is asked; each is given once."""
        items, self._unsaved = self._unsaved, []
        return items

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent, in this order; each is given once. Raises UnsavedError while items are unsaved."""
        if self._unsaved:
            raise UnsavedError("write first, send after")
        out, self._out = self._out, []
        return out

    def tick(self, now_ms: int) -> None:
        """Tells the time, in milliseconds of any clock that never runs back; call it with every batch of work."""
        if self._quiet_since is None or self._progress:
            self._quiet_since, self._progress = now_ms, False
        elif self.deadline_ms is not None and now_ms >= self.deadline_ms:
            self._quiet_since = now_ms
            self._sync.forget()
            self._send_all(self._sync.have())

    # ------------------------------------------------------------ hearing
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
        if kind is Kind.HAVE:
            place = Place(fields[0], fields[1])
            self._stands[peer] = (place, fields[2])
            self._reply(peer, self._sync.hear_have(peer, place, fields[2], fields[3]))
            self._remind(peer)
            if self._comeback is not None:
                self._comeback.hear(peer, place, fields[3])
                self._go_on()
        elif kind is Kind.WANT:
            self._reply(peer, self._sync.hear_want(Place(*fields)))
            self._remind(peer)
        elif kind is Kind.BEHIND:
            self._reply(peer, self._sync.hear_behind(Place(*fields)))
        elif kind is Kind.ENTRY:
            self._hear_entries(peer, ((fields[0], fields[1]),))
        elif kind is Kind.EVIDENCE:
            self._hear_entries(peer, fields[0])
        elif kind is Kind.SYNC:
            before = self._log.place
            self._hear_entries(peer, fields[0])
            if fields[1] and self._log.place > before:
                self._reply(peer, self._sync.want(peer))
        elif kind is Kind.RUN:
            self._hear_run(peer, Run(*fields))

    def _hear_run(self, peer: bytes, run: Run) -> None:
        key = self.agreement.game_keys.get(run.seat)
        if key is None or not run.by(self.agreement.game_id, key):
            self._blame(peer, "signature", f"a run that seat {run.seat} has not signed")
        elif self._runs.rivals(run):
            self._runs.note(run)
            self._meet_rival()
        elif self._runs.note(run):
            self._unsaved.append(run_item(run))

    def _meet_rival(self) -> None:
        """Another copy of our journal was taken up. If we have not spoken yet it is ours that is old."""
        own, comeback = self._runs.own, self._comeback
        if own is not None and comeback is not None:
            comeback.wait_for_all()
            self._begin_run(own.mark)
            self._events.append(OtherCopy(newer=False))
        else:
            self._elsewhere = True
            self._events = deque(event for event in self._events if not isinstance(event, Asked))
            self._events.append(OtherCopy(newer=True))

    def _hear_entries(self, peer: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> None:
        try:
            entries = parse_pairs(pairs)
        except EncodingFault as error:
            self._blame(peer, "garbage", str(error))
            return
        for signed in entries:
            if peer not in self._faulty:
                self._take(peer, signed)

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
        try:
            taken = self._log.offer(signed)
        except Proven as proven:
            self._stop(proven.verdict)
            return
        self._say(lambda: f"{taken.value}: {signed.place} seat {signed.entry.seat}")
        if taken is Taken.ADMITTED:
            self._admitted(signed)
        elif taken is Taken.AHEAD:
            kept = self._waiting.put(peer, signed, self._log.place)
            if kept is Kept.FLOOD:
                self._blame(peer, "flood", f"too many entries of seat {signed.entry.seat} for {signed.place}")
            elif kept is Kept.DROPPED:
                self._reply(peer, self._sync.want(peer))
        elif taken is Taken.STRAY:
            self._stray(peer, signed)

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
    def _go_on(self) -> None:
        """Says what is ours to say and closes phases, as far as it goes."""
        while self.verdict is None:
            self._speak()
            step = self._log.advance()
            if step is None:
                return
            self._tell(step)
            for peer, signed in self._waiting.pop(self._log.place):
                self._offer(peer, signed)

    def _may_sign(self) -> bool:
        """Whether new entries may be signed: at once, or after a return when enough others have told what they hold."""
        if self._comeback is not None and self._comeback.over(self._log):
            self._comeback = None
        return self._started and self._comeback is None and not self._elsewhere

    def _speak(self) -> None:
        log = self._log
        if self.seat not in log.waiting_for or not self._may_sign():
            return
        missing = [s for s in log.machine.needs(log.place.phase, self.seat) if s not in self._author.payloads]
        if missing:
            self._ask(missing[0])
            return
        signed = log.compose(self._author)
        log.offer(signed)
        self._admitted(signed)
        self._send_all(encode(Kind.ENTRY, signed.data, signed.signature))

    def _ask(self, slot: int) -> None:
        log = self._log
        if log.place.slot in self._told:
            return
        self._told.add(log.place.slot)
        question = self.match.question
        if log.machine.decides and log.place.phase == 0 and question is not None:
            self._events.append(Asked(slot, question, question.seats))
        else:
            self._events.append(Lost(slot))

    def _admitted(self, signed: Signed) -> None:
        self._progress = True
        self._unsaved.append(entry_item(signed))
        if self._log.machine.names[signed.entry.phase] == "commitment":
            self._events.append(Committed(signed.entry.slot, signed.entry.seat))

    def _tell(self, step: Step) -> None:
        self._say(lambda: f"closed: {step.closed.place}")
        if step.question is not None and step.reply is not None:
            self._events.append(Answered(step.closed.place.slot, step.question, step.reply, step.events))
        outcome = self.match.outcome
        if self._log.ended and outcome is not None:
            known = self._log.known
            slips = sorted([*known.slips, *rederive(known, self.agreement.game_id)])
            self._send_all(self._sync.have())
            self._events.append(Ended(outcome, tuple(sorted(known.secrets)), tuple(slips)))

    def _stop(self, verdict: Verdict) -> None:
        """A proven fault: the earliest counts. Its evidence goes to all, so that all reach the same verdict."""
        if self.verdict is not None and self.verdict.rank <= verdict.rank:
            return
        self.verdict = verdict
        self._say(lambda: f"stopped: {verdict}")
        self._unsaved.append(evidence_item(verdict.evidence))
        self._send_all(self._evidence(verdict))
        self._events = deque(event for event in self._events if not isinstance(event, Asked))  # nobody is asked now
        self._events.append(Fault(verdict))

    # ------------------------------------------------------------ sending
    def _remind(self, peer: bytes) -> None:
        """Whoever asks has not stopped: the proof was lost, or came before there was room for it."""
        if self.verdict is not None:
            self._send(peer, self._evidence(self.verdict))

    def _evidence(self, verdict: Verdict) -> bytes:
        return encode(Kind.EVIDENCE, tuple((signed.data, signed.signature) for signed in verdict.evidence))

    def _blame(self, peer: bytes, reason: str, text: str) -> None:
        self._faulty.add(peer)
        self._peers.discard(peer)
        self._out = [(to, frame) for to, frame in self._out if to != peer]
        self._events.append(LinkFault(peer, reason, text))

    def _reply(self, peer: bytes, frames: list[bytes]) -> None:
        for frame in frames:
            self._send(peer, frame)

    def _send_all(self, frame: bytes) -> None:
        for peer in sorted(self._peers):
            self._send(peer, frame)

    def _send(self, peer: bytes, frame: bytes) -> None:
        if peer in self._peers:
            self._out.append((peer, frame))

    def _say(self, text: Callable[[], str]) -> None:
        if self._trace is not None:
            self._trace(text())


def _run_frame(run: Run) -> bytes:
    return encode(Kind.RUN, run.seat, run.number, run.mark, run.signature)
