"""A seat's own entries: its player is asked, the answer judged like anybody's, signed and said to all (section 12)."""

from collections.abc import Callable
from typing import Any

from typing_extensions import override

from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.deck.knowledge import Knowledge
from protocol.deck.parts import Checked
from protocol.encoding import EncodingFault, pack
from protocol.entry import Place
from protocol.events import Asked, Lost
from protocol.faults import IllegalFault, NotAskedFault, StoppedFault
from protocol.log import Proven, Taken
from protocol.machines.base import Proofs
from protocol.record import choice_item
from protocol.secret import SeatKeys
from protocol.speaking import Speaking
from protocol.wire import Kind, encode

PAYLOAD_LIMIT = 16 * 1024
"""Bytes of one answer of ours: far above any form of any game, far below what one entry can carry."""


class Answering(Speaking):
    """The side of a session that says what is our seat's to say in the log, and asks the player where it must."""

    def __init__(
        self,
        agreement: Agreement,
        seat: int,
        keys: SeatKeys,
        match: Match[Any],
        trace: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(agreement, seat, keys, match, trace)
        self._told: set[int] = set()
        self._knowledge = Knowledge(seat, keys.secret, self._log.known.cards)
        self._making: Place | None = None

    @property
    @override
    def known(self) -> Faces:
        """The faces of closed cards that our seat sees, by handle: the log and our own keys. Not to be changed."""
        return self._knowledge.faces

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
            self._judge_own(value)
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

    def _judge_own(self, value: object) -> None:
        """Our player's answer by the rules, on the faces that it opens; and what it claims must be true."""
        question, known = self.match.question, self.known
        assert question is not None
        options = question.options(self.seat)
        options.admit(value)
        opened = {handle: known[handle] for handle in options.opens(value) if handle in known}
        for claim in self.match.check(self.seat, value, opened):
            if any(known.get(handle) in claim.faces for handle in claim.handles):
                raise Refused(claim.clause, "not_true")

    @override
    def _speak(self) -> None:
        log = self._log
        if self.seat not in log.waiting_for or not self._may_sign():
            return
        missing = [s for s in log.machine.needs(log.place.phase, self.seat) if s not in self._author.payloads]
        if missing:
            self._ask(missing[0])
            return
        if self.hands_out and self._makes_beside():
            return
        signed = log.compose(self._author)
        try:
            taken = log.offer(signed)
        except Proven as proven:
            if proven.verdict.seat == self.seat:
                raise  # our own program made what it refuses itself
            self._stop(proven.verdict)
            return
        if taken is not Taken.ADMITTED:
            return  # this very entry, which we had lost, has come back and is being checked beside
        self._admitted(self.agreement.identity(self.seat), signed)
        self._send_all(encode(Kind.ENTRY, signed.data, signed.signature))

    def _makes_beside(self) -> bool:
        """Whether the proofs of our own entry are being made beside: `_speak` is called again when they are there."""
        place = self._log.place
        if self._making == place:
            return place.phase not in self._log.machine.prepared
        make = self._log.begin_body(self._author)
        if make is None:
            return False
        self._making = place

        def made(result: tuple[Proofs, Checked]) -> None:
            self._log.end_body(place, result)
            self._go_on()

        self._hand_out(f"our proofs in slot {place.slot}", make, made)
        return True

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
