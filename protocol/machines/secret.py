"""Several seats choose without seeing each other's choice: commitments first, then openings."""

from typing import Any, NamedTuple

from typing_extensions import override

from engine.core.errors import Refused
from engine.core.questions import Reply, Seal, Together, Unseal
from protocol.commitment import commit, opening, read_opening
from protocol.encoding import EncodingFault, unpack
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Machine, Opening, Scene, Sealed, Slip

WITHHELD = "ILLEGAL"
"""Reason of the slip when a seat opens what the rules refuse: its answer counts as withheld."""


class Opened(NamedTuple):
    """What an opening teaches: the answer that counts, and the refusal if it is not the one that was sealed."""

    opening: Opening
    value: Any
    refusal: str


class _SecretMachine(Machine):
    """Both halves of SECRET: making a commitment and opening it."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.match.question is not None
        self.question = scene.match.question
        self.values: dict[int, Any] = {}

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.question.seats

    def made(self, seat: int) -> int:
        """The slot in which the commitment was made that this slot opens."""
        return self.scene.slot

    def opens(self, phase: int) -> bool:
        """Whether this phase holds openings; else it holds commitments."""
        return self.names[phase] == "opening"

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> bytes | Opened:
        if self.opens(phase):
            return self._judge_opening(phase, seat, body)
        if len(body) != 32:
            raise Bad(FaultKind.BADOPEN, "a commitment has 32 bytes: this one can never be opened")
        return body

    def _judge_opening(self, phase: int, seat: int, body: bytes) -> Opened:
        made = self.made(seat)
        sealed = self.scene.known.seals[made, seat]
        try:
            nonce, payload = read_opening(body)
        except EncodingFault as error:
            raise Bad(FaultKind.BADOPEN, f"no opening: {error}") from error
        if commit(self.scene.agreement.game_id, seat, made, sealed.prev, nonce, payload) != sealed.commitment:
            raise Bad(FaultKind.BADOPEN, f"not what it committed to in slot {made}")
        value, refusal = self._value(seat, payload)
        return Opened(Opening(self.scene.slot, phase, seat, made, sealed.prev, nonce, payload), value, refusal)

    def _value(self, seat: int, payload: bytes) -> tuple[Any, str]:
        """The answer that counts: a sealed one against the rules is answered as if it had been withheld."""
        try:
            value = unpack(payload)
            self.scene.match.check(seat, value)
        except (EncodingFault, Refused) as error:
            return self.question.options(seat).default(withheld=True), str(error)
        return value, ""

    @override
    def take(self, phase: int, seat: int, learnt: bytes | Opened) -> None:
        known = self.scene.known
        if isinstance(learnt, bytes):
            known.seals[self.scene.slot, seat] = Sealed(learnt, self.pasts[phase])
            known.commitments += 1
            return
        self.values[seat] = learnt.value
        known.openings.append(learnt.opening)
        del known.seals[learnt.opening.made, seat]
        if learnt.refusal:
            known.slips.append(Slip(self.scene.slot, phase, seat, WITHHELD, f"opened {learnt.refusal}"))

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return (self.made(seat),)

    @override
    def make(self, phase: int, author: Author) -> bytes:
        game_id, seat = self.scene.agreement.game_id, author.seat
        made = self.made(seat) if self.opens(phase) else self.scene.slot
        prev = self.scene.known.seals[made, seat].prev if self.opens(phase) else self.pasts[phase]
        payload = author.payloads[made]
        nonce = author.keys.secret.nonce(seat, made, prev, payload)
        return opening(nonce, payload) if self.opens(phase) else commit(game_id, seat, made, prev, nonce, payload)

    @override
    def reply(self) -> Reply:
        return Reply(values={seat: self.values[seat] for seat in sorted(self.values)})


class TogetherMachine(_SecretMachine):
    """`Together`. Phase 0: the seats asked: C. Phase 1: the same: nonce ‖ LP(payload)."""

    names = ("commitment", "opening")
    decides = True


class SealMachine(_SecretMachine):
    """`Seal`. Phase 0: the seats asked: C."""

    names = ("commitment",)
    decides = True


class UnsealMachine(_SecretMachine):
    """`Unseal`. Phase 0: the seats named: nonce ‖ LP(payload), for the commitment their token stands for."""

    names = ("opening",)

    @override
    def made(self, seat: int) -> int:
        assert isinstance(self.question, Unseal)
        return self.question.tokens[seat].question + 1


def secret_machine(scene: Scene) -> Machine:
    """The machine for a SECRET question."""
    question = scene.match.question
    if isinstance(question, Together):
        return TogetherMachine(scene)
    if isinstance(question, Seal):
        return SealMachine(scene)
    return UnsealMachine(scene)
