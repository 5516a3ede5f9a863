"""Several seats choose without seeing each other's choice: commitments first, then openings."""

from typing import NamedTuple

from typing_extensions import override

from engine.core.questions import Reply, Seal, Together, Unseal
from protocol.commitment import NONCE, commit, opening
from protocol.encoding import EncodingFault, split_lp
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Draft, Machine, Opening, Proofs, Scene, Sealed, Slip
from protocol.machines.choosing import Choice, ChoosingMachine

WITHHELD = "ILLEGAL"
"""Reason of the slip when a seat opens what the rules refuse: its answer counts as withheld."""


class Opened(NamedTuple):
    """What an opening teaches: the commitment opened, and the choice that was in it."""

    opening: Opening
    choice: Choice


class _SecretMachine(ChoosingMachine):
    """Both halves of SECRET: making a commitment and opening it."""

    superfluous = FaultKind.BADOPEN

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
        told, rest = self._read(phase, seat, body)
        return Opened(told, self.judge_choice(phase, seat, told.payload, rest))

    def _read(self, phase: int, seat: int, body: bytes) -> tuple[Opening, bytes]:
        """The commitment that a body opens, and the proofs behind it."""
        made = self.made(seat)
        sealed = self.scene.known.seals[made, seat]
        nonce = body[:NONCE]
        try:
            payload, rest = split_lp(body[NONCE:])
        except EncodingFault as error:
            raise Bad(FaultKind.BADOPEN, f"no opening: {error}") from error
        if commit(self.scene.agreement.game_id, seat, made, sealed.prev, nonce, payload) != sealed.commitment:
            raise Bad(FaultKind.BADOPEN, f"not what it committed to in slot {made}")
        return Opening(self.scene.slot, phase, seat, made, sealed.prev, nonce, payload), rest

    @override
    def take(self, phase: int, seat: int, learnt: bytes | Opened) -> None:
        known = self.scene.known
        if isinstance(learnt, bytes):
            options, public = self.question.options(seat), dict(self.scene.match.state.public)
            known.seals[self.scene.slot, seat] = Sealed(learnt, self.pasts[phase], options, public)
            known.commitments += 1
            return
        self.take_choice(phase, seat, learnt.choice)
        known.openings.append(learnt.opening)
        del known.seals[learnt.opening.made, seat]
        if learnt.choice.refusal:
            known.slips.append(Slip(self.scene.slot, phase, seat, WITHHELD, f"opened {learnt.choice.refusal}"))

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return (self.made(seat),)

    @override
    def proofs(self, phase: int, seat: int, body: bytes) -> Proofs | None:
        if not self.opens(phase):
            return None
        try:
            told, rest = self._read(phase, seat, body)
        except Bad:
            return None
        return self.choice_proofs(phase, seat, told.payload, rest)

    @override
    def draft(self, phase: int, author: Author) -> Draft:
        game_id, seat = self.scene.agreement.game_id, author.seat
        opens = self.opens(phase)
        made = self.made(seat) if opens else self.scene.slot
        prev = self.scene.known.seals[made, seat].prev if opens else self.pasts[phase]
        payload = author.payloads[made]
        nonce = author.keys.secret.nonce(seat, made, prev, payload)
        if not opens:
            return Draft(commit(game_id, seat, made, prev, nonce, payload), ())
        return self.draft_choice(phase, author, opening(nonce, payload), payload)

    @override
    def reply(self) -> Reply:
        values = {seat: self.values[seat] for seat in sorted(self.values)}
        return Reply(values, self.faces, withheld=tuple(sorted(self.withheld)))


class TogetherMachine(_SecretMachine):
    """`Together`. Phase 0: the seats asked: C. Phase 1: the same: nonce ‖ LP(payload) ‖ proofs."""

    names = ("commitment", "opening")
    decides = True


class SealMachine(_SecretMachine):
    """`Seal`. Phase 0: the seats asked: C."""

    names = ("commitment",)
    decides = True


class UnsealMachine(_SecretMachine):
    """`Unseal`. Phase 0: the seats named: nonce ‖ LP(payload) ‖ proofs, for the commitment their token stands for."""

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
