"""The log of one game: the one door through which entries come in, at the table and in the audit (SPEC.md section 10).

The log knows no peers and no clock. It is given signed entries whose signature was checked, judges them against all
that was said before, closes a phase when every seat asked has spoken, and hands the answer to the match.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.core.errors import Refused
from engine.core.match import Event, Match
from engine.core.questions import Kind, Mask, Question, Reply, Show
from protocol.agreement import Agreement
from protocol.deck.cards import CardsFault
from protocol.deck.parts import Checked, check_parts, cost, make_parts
from protocol.entry import Entry, Place, Signed, next_prev
from protocol.faults import Bad, FaultKind, Verdict
from protocol.machines.base import LIGHT, Author, Known, Machine, Proofs, Scene
from protocol.machines.chance import ChanceMachine
from protocol.machines.end import EndMachine
from protocol.machines.expose import ExposeMachine
from protocol.machines.mask import MaskMachine
from protocol.machines.open import OpenMachine
from protocol.machines.own import OwnMaskMachine
from protocol.machines.secret import secret_machine
from protocol.machines.setup import SetupMachine
from protocol.machines.show import ShowMachine


class UnansweredKind(Exception):
    """The rules asked what this protocol cannot answer: a fault of the game, of which no seat is guilty."""


class Proven(Exception):
    """The entry offered proves a fault; `verdict` says whose and holds the evidence."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class Taken(Enum):
    """What became of an entry offered to the log."""

    ADMITTED = "admitted"
    REPEATED = "repeated"
    """The log holds this very entry."""
    AHEAD = "ahead"
    """Its place has not come yet: to be offered again."""
    STRAY = "stray"
    """It stands on a past that is not ours, which alone proves nothing."""


@dataclass(frozen=True)
class Closed:
    """One phase in which all have spoken. `entries` are in ascending order of seats."""

    place: Place
    prev: bytes
    entries: tuple[Signed, ...]


@dataclass(frozen=True)
class Step:
    """A phase that just closed. `question`, `reply` and `events` are there if it was the last one of an asked slot."""

    closed: Closed
    question: Question[Any] | None
    reply: Reply | None
    events: tuple[Event, ...]


class Log:
    """All that was said at a table, in the order in which all peers hold it.

    `match` must be fresh, at its first question; the log alone answers it. `place`, `prev` and `before` (the digest of
    the match before the slot) are what the next entries must name. `held` has the entries of the open phase by seat,
    `speakers` all that it asks, ascending.
    """

    def __init__(self, agreement: Agreement, match: Match[Any]) -> None:
        self.agreement = agreement
        self.match = match
        self.known = Known()
        self.closed: list[Closed] = []
        self.place = Place(0, 0)
        self.prev = agreement.game_id
        self.before = match.digest
        self.held: dict[int, Signed] = {}
        self.ended = False
        self.machine: Machine = SetupMachine(Scene(agreement, match, 0, self.known))
        self.machine.pasts.append(self.prev)
        self.speakers: tuple[int, ...] = self.machine.speakers
        self._learnt: dict[int, Any] = {}
        self._refused: dict[tuple[Place, int], Signed] = {}
        self._in_work: dict[tuple[Place, int], Signed] = {}
        self._drafts: dict[Place, bytes] = {}
        self._index: dict[Place, int] = {}

    # ------------------------------------------------------------ looking
    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose entry the open phase lacks, ascending."""
        return tuple(seat for seat in self.speakers if seat not in self.held)

    def prev_at(self, place: Place) -> bytes | None:
        """The `prev` of a closed place or of the open one; None for a place that is not in this log."""
        if place == self.place:
            return self.prev
        at = self._index.get(place)
        return None if at is None else self.closed[at].prev

    def entries_at(self, place: Place) -> tuple[Signed, ...]:
        """The entries held for a place, in ascending order of seats; none for a place that is not in this log."""
        if place == self.place:
            return tuple(self.held[seat] for seat in sorted(self.held))
        at = self._index.get(place)
        return () if at is None else self.closed[at].entries

    def before_place(self, place: Place) -> Place | None:
        """The place just before one that this log has reached; None for the first and for unknown places."""
        at = len(self.closed) if place == self.place else self._index.get(place, 0)
        return self.closed[at - 1].place if at > 0 else None

    def from_place(self, place: Place) -> list[Signed]:
        """All entries from `place` on, in the order of the log."""
        at = self._index.get(place, len(self.closed))
        out = [signed for closed in self.closed[at:] for signed in closed.entries]
        return out + list(self.entries_at(self.place)) if place <= self.place else []

    # ------------------------------------------------------------ taking
    def offer(self, signed: Signed) -> Taken:
        """Judges an entry whose signature holds, and admits it if it belongs to the open phase.

        Raises Proven if the entry, alone or beside one that the log has seen, proves a fault of its author. The log is
        then as it was before: what is proven false is never in it.
        """
        place, seat = signed.place, signed.entry.seat
        if place > self.place:
            return Taken.AHEAD
        if signed.entry.prev != self.prev_at(place):
            return Taken.STRAY
        other = self._known_entry(place, seat)
        if other is not None:
            if other.hash == signed.hash:
                return Taken.REPEATED
            raise Proven(_verdict(signed, FaultKind.EQUIV, "signed two different entries for one place", other))
        if place != self.place or seat not in self.speakers:
            raise Proven(self._refuse(signed, FaultKind.ILLEGAL, "spoke where it was not asked"))
        learnt = self._judge(signed)
        self._settle_clash(signed, learnt)
        self._learnt[seat] = learnt
        self.held[seat] = signed
        return Taken.ADMITTED

    def _known_entry(self, place: Place, seat: int) -> Signed | None:
        if place == self.place:
            held = self.held.get(seat)
        else:
            held = next((signed for signed in self.entries_at(place) if signed.entry.seat == seat), None)
        return held or self._refused.get((place, seat)) or self._in_work.get((place, seat))

    def _judge(self, signed: Signed) -> Any:
        entry = signed.entry
        fits = entry.digest == self.before
        try:
            learnt = self.machine.judge(self.place.phase, entry.seat, entry.body)
        except Bad as bad:
            if fits or bad.kind < FaultKind.BADDIGEST:
                raise Proven(self._refuse(signed, bad.kind, str(bad))) from bad
        if not fits:
            raise Proven(self._refuse(signed, FaultKind.BADDIGEST, "signed another state of the game"))
        return learnt

    def _settle_clash(self, signed: Signed, learnt: Any) -> None:
        """What is right alone can be wrong beside another: then the highest of the seats concerned is named."""
        clash = self.machine.clash(self.place.phase, signed.entry.seat, learnt, self._learnt)
        if clash:
            entries = {**self.held, signed.entry.seat: signed}
            evidence = tuple(entries[seat] for seat in clash)
            text = f"its proof stands against that of seat {clash[0]}: they have a secret in common"
            raise Proven(Verdict(*self.place, clash[-1], FaultKind.BADPROOF, text, evidence))

    def _refuse(self, signed: Signed, kind: FaultKind, text: str) -> Verdict:
        self._refused[signed.place, signed.entry.seat] = signed  # a second, different one makes it EQUIV
        return _verdict(signed, kind, text)

    # ------------------------------------------------------------ working elsewhere
    def begin_check(self, signed: Signed) -> Callable[[], Checked] | None:
        """The check of the proofs in an entry that is about to be offered, if it takes long; else None.

        It may be run anywhere, touching nothing; give its result to `end_check`, then offer the entry. Until then the
        log counts the entry as one that it has seen.
        """
        entry, place = signed.entry, signed.place
        if place != self.place or entry.prev != self.prev or entry.seat not in self.speakers:
            return None
        if self._known_entry(place, entry.seat) is not None:
            return None
        proofs = self.machine.proofs(place.phase, entry.seat, entry.body)
        if proofs is None or cost(proofs.parts) <= LIGHT or proofs in self.machine.checked:
            return None
        self._in_work[place, entry.seat] = signed
        return lambda: check_parts(*proofs)

    def end_check(self, signed: Signed, checked: Checked) -> None:
        """Takes the result of a check that was run elsewhere."""
        if self._in_work.get((signed.place, signed.entry.seat)) is signed:
            del self._in_work[signed.place, signed.entry.seat]
            proofs = self.machine.proofs(signed.place.phase, signed.entry.seat, signed.entry.body)
            if signed.place == self.place and proofs is not None:
                self.machine.note(proofs, checked)

    def begin_body(self, author: Author) -> Callable[[], tuple[Proofs, Checked]] | None:
        """What makes the proofs of our own entry for the open phase, if that takes long; else None.

        It may be run anywhere, touching nothing; give its result to `end_body`, then `compose`.
        """
        phase = self.place.phase
        draft = None if phase in self.machine.prepared else self.machine.draft(phase, author)
        if draft is None or cost(draft.parts) <= LIGHT:
            return None
        parts, secret = draft.parts, author.keys.secret

        def run() -> tuple[Proofs, Checked]:
            proofs = Proofs(parts, make_parts(parts, secret))
            return proofs, check_parts(*proofs)  # our own word goes through the judge, too

        self._drafts[self.place] = draft.start
        return run

    def end_body(self, place: Place, made: tuple[Proofs, Checked]) -> None:
        """Takes the proofs of our own entry for `place`."""
        start = self._drafts.pop(place, None)
        if place == self.place and start is not None:
            self.machine.note(*made)
            self.machine.prepared[place.phase] = start + made[0].body

    # ------------------------------------------------------------ going on
    def advance(self) -> Step | None:
        """Closes the open phase if all have spoken, and answers the question with the last phase of its slot.

        A question that needs no word of anybody (cards that all see already) is answered at once; its slot stays empty.

        Raises UnansweredKind if the rules ask what cannot be done, or refuse what they had taken from each seat alone;
        MatchDead if they fail.
        """
        if self.ended or len(self.held) < len(self.speakers):
            return None
        try:
            return self._close()
        except (CardsFault, Refused) as fault:  # when all have spoken rightly nobody but the rules is to blame
            raise UnansweredKind(str(fault)) from fault

    def _close(self) -> Step:
        if not self.machine.names:
            return self._answer(Closed(self.place, self.prev, ()))
        closed = Closed(self.place, self.prev, self.entries_at(self.place))
        for signed in closed.entries:  # in the order of seats, so that what is learnt is the same whoever came first
            self.machine.take(self.place.phase, signed.entry.seat, self._learnt[signed.entry.seat])
        self._index[self.place] = len(self.closed)
        self.closed.append(closed)
        self.prev = next_prev(self.prev, self.place, closed.entries)
        self.held, self._learnt = {}, {}
        if self.place.phase + 1 < len(self.machine.names):
            self.place = Place(self.place.slot, self.place.phase + 1)
            self.machine.pasts.append(self.prev)
            self.speakers = self.machine.speaking(self.place.phase)
            return Step(closed, None, None, ())
        return self._answer(closed)

    def _answer(self, closed: Closed) -> Step:
        if isinstance(self.machine, EndMachine):
            self.ended, self.speakers = True, ()
            self.place = Place(self.place.slot, len(self.machine.names))
            return Step(closed, None, None, ())
        question, reply = self.match.question, self.machine.reply()
        events = () if reply is None else tuple(self.match.answer(reply))
        self.place = Place(self.place.slot + 1, 0)
        self.before = self.match.digest
        self.machine = self._next_machine()
        self.machine.pasts.append(self.prev)
        self.speakers = self.machine.speakers
        return Step(closed, question if reply is not None else None, reply, events)

    def _next_machine(self) -> Machine:
        scene = Scene(self.agreement, self.match, self.place.slot, self.known)
        question = self.match.question
        if question is None:
            return EndMachine(scene)
        if question.kind is Kind.OPEN:
            return OpenMachine(scene)
        if question.kind is Kind.SECRET:
            return secret_machine(scene)
        if question.kind is Kind.CHANCE:
            return ChanceMachine(scene)
        if isinstance(question, Mask):
            return MaskMachine(scene) if question.by is None else OwnMaskMachine(scene)
        return ShowMachine(scene) if isinstance(question, Show) else ExposeMachine(scene)

    def compose(self, author: Author) -> Signed:
        """Our own entry for the open phase, signed. The same author and log give the same bytes again."""
        body = self.machine.make(self.place.phase, author)
        entry = Entry(self.agreement.game_id, *self.place, author.seat, self.prev, self.before, body)
        return Signed.make(entry, author.keys.game)


def _verdict(signed: Signed, kind: FaultKind, text: str, other: Signed | None = None) -> Verdict:
    evidence = (signed,) if other is None else tuple(sorted((other, signed), key=lambda one: one.hash))
    return Verdict(*signed.place, signed.entry.seat, kind, text, evidence)
