"""A seat's own talk: what it says, and what it must not say before the others were heard (SPEC.md section 19)."""

from collections.abc import Callable
from typing import Any

from typing_extensions import override

from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.faults import TalkFault
from protocol.machines.end import EndMachine
from protocol.pace import Pace
from protocol.returning import Returning
from protocol.secret import SeatKeys
from protocol.talk import AFTERWARDS, LINE_LIMIT, Line, Spoken, flaw, sayable, strange
from protocol.talkbook import talk_frame
from protocol.wire import Kind, Message

SAYING = 10
"""Lines that may be said at once: far more than a person types, far less than what peers bear."""
SAYING_PER_S = 1


class Speaking(Returning):
    """The side of a session that has to do with talk of its own, and with how much of all talk the others hold."""

    def __init__(
        self,
        agreement: Agreement,
        seat: int,
        keys: SeatKeys,
        match: Match[Any],
        trace: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(agreement, seat, keys, match, trace)
        self._pace = Pace(SAYING, SAYING_PER_S)
        self._counts: dict[bytes, tuple[int, ...]] = {}

    def say(self, text: str) -> None:
        """Says one line to all, for everybody to hear, at any time: also when the table was stopped or has ended.

        Blanks around it are left out. Raises TalkFault, with nothing said.
        """
        text = sayable(text)
        wrong = flaw(text) or self._unable(text)
        if wrong is not None:
            raise TalkFault(*wrong)
        prev, before = self._book.last(self.seat)
        now = AFTERWARDS if self._last_word_said() else self._log.place.slot
        number = self._book.count(self.seat)
        line = Line(self.agreement.game_id, self.seat, number, prev, max(now, before), text)
        spoken = Spoken.make(line, self._author.keys.game)
        self._book.offer(spoken)
        self._said(spoken)
        self._send_all(talk_frame(spoken))

    def _unable(self, text: str) -> tuple[str, str] | None:
        """Why this seat cannot say so now: a stable word and a sentence."""
        if strange(text):
            return "characters", "this program does not know one of the characters"
        if self._elsewhere:
            return "elsewhere", "another copy of this table speaks for this seat"
        if not (self._started and self._may_talk()):
            return "coming_back", "your seat has just come back: it can talk when enough of the others are here"
        if self.seat in self._book.twice:
            return "unheard", "your seat has signed two different lines of talk, so nobody takes any more of it"
        if self._book.full(self.seat, LINE_LIMIT):
            return "full", "this seat has said as much as one game has room for"
        if not self._pace.take():
            return "too_fast", "so many lines at once are not heard; say it again in a moment"
        return None

    def _may_talk(self) -> bool:
        """Whether new lines may be signed: at once, or after a return when enough others have told what they hold."""
        return self._comeback is None or self._comeback.may_talk(self._book.count(self.seat))

    def _last_word_said(self) -> bool:
        """Whether our last entry in this game is signed: what is said from then on is not kept."""
        log = self._log
        if not isinstance(log.machine, EndMachine):
            return False
        return log.ended or (log.place.phase == 1 and self.seat in log.held)

    # ------------------------------------------------------------ hearing what others hold
    @override
    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        self._pace.tick(now_ms)

    @override
    def _hear(self, peer: bytes, message: Message) -> None:
        if message.kind is Kind.HEARD:
            self._hear_counts(peer, message.fields[0])
        else:
            super()._hear(peer, message)

    def _hear_counts(self, peer: bytes, counts: tuple[int, ...]) -> None:
        if len(counts) != len(self.agreement.seats):
            self._blame(peer, "garbage", "not one number of lines for each seat")
            return
        self._counts[peer] = counts
        self._reply(peer, self._book.lacking(counts))
        if self._book.lacks(counts):
            self._ask_talk(peer)
        if self._comeback is not None:
            self._comeback.hear_talk(peer, counts[self.agreement.seats.index(self.seat)])

    def _same_talk(self, peer: bytes) -> bool:
        """Whether `peer` has told that it holds all talk that goes into a record, and nothing that we lack."""
        counts = self._counts.get(peer)
        return counts is not None and self._book.alike(counts)

    @override
    def _said(self, spoken: Spoken) -> None:
        super()._said(spoken)
        if self._log.ended and spoken.line.seat != self.seat:
            self._send_all(self._book.heard())  # nobody leaves before all are known to hold the same
