"""A seat that takes up its journal again, and what it must not do before the others were heard (SPEC.md section 12)."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.comeback import Comeback, Run, Runs
from protocol.entry import Place, Signed
from protocol.events import Answered, Asked, Ended, Event, Fault, OtherCopy, Said, TwoStories
from protocol.listening import Listening
from protocol.machines.base import Author
from protocol.record import Item, read_item, run_item
from protocol.secret import SeatKeys
from protocol.sync import parse_pairs
from protocol.talk import Spoken, Twice
from protocol.wire import Kind, encode


class Returning(Listening):
    """The side of a session that has to do with earlier and other runs of the same seat."""

    def __init__(
        self,
        agreement: Agreement,
        seat: int,
        keys: SeatKeys,
        match: Match[Any],
        trace: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(agreement, match, trace)
        self.seat = seat
        self._author = Author(seat, keys)
        self._others = [agreement.identity(other) for other in agreement.seats if other != seat]
        self._started = False
        self._comeback: Comeback | None = None
        self._runs = Runs(seat)
        self._elsewhere = False

    def restore(self, items: Iterable[bytes], mark: bytes) -> list[Event]:
        """Takes back the items of an earlier run of this seat, in the order in which `unsaved` gave them.

        Gives the answers and the talk of that run, in the order in which it told them.

        Call it before `connected` and `start`, also when the journal is empty but an earlier run may have spoken. From
        then on nothing new is signed until more than half of the other seats have told what they hold of ours: they may
        have an entry that our disk has lost. If they know of a later run than this journal, it is an old copy, and all
        must have told. `next_event` tells an end or a stop again, nothing else of the past. `mark`: 16 random bytes.

        Raises RecordFault or EncodingFault for items that this class never gave.
        """
        if self._started:
            raise RuntimeError("restore comes before start")
        self._comeback = Comeback(self.seat, self._others)
        beside, self.hands_out = self.hands_out, False  # what the journal holds is taken back before anything else
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
            elif row.kind is Item.TALK:
                self._take_line(self.agreement.identity(self.seat), Spoken.parse(*row.fields))
            elif row.kind is Item.TWICE:
                proof = Twice.parse(row.fields[0])
                if self._book.convict(proof):
                    self._events.append(TwoStories(proof.seat, proof.number))
        self.hands_out = beside
        self._unsaved.clear()
        past: list[Event] = [event for event in self._events if isinstance(event, Answered | Said | TwoStories)]
        self._events = deque(event for event in self._events if isinstance(event, Ended | Fault))
        self._out.clear()
        self._begin_run(mark)
        return past

    def _begin_run(self, mark: bytes) -> None:
        own = self._runs.begin(self.agreement.game_id, mark, self._author.keys.game)
        self._unsaved.append(run_item(own))
        self._send_all(run_frame(own))

    def _restore_entry(self, signed: Signed) -> None:
        self._take(self.agreement.identity(self.seat), signed)

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
        if own is not None and comeback is not None and not comeback.signs:
            comeback.wait_for_all()
            self._begin_run(own.mark)
            self._events.append(OtherCopy(newer=False))
        else:
            self._elsewhere = True
            self._events = deque(event for event in self._events if not isinstance(event, Asked))
            self._events.append(OtherCopy(newer=True))

    def _hear_stand(self, peer: bytes, place: Place, seats: tuple[int, ...]) -> None:
        """`peer` has told where it stands and whose entries of that place it holds."""
        if self._comeback is not None and not self._comeback.signs:
            self._comeback.hear(peer, place, seats)
            self._go_on()

    def _may_sign(self) -> bool:
        """Whether new entries may be signed: at once, or after a return when enough others have told what they hold."""
        returned = self._comeback is None or self._comeback.over(self._log)
        return self._started and returned and not self._elsewhere


def run_frame(run: Run) -> bytes:
    """The message that tells of a run."""
    return encode(Kind.RUN, run.seat, run.number, run.mark, run.signature)
