"""One seat answers in the clear."""

from typing_extensions import override

from engine.core.questions import Reply
from protocol.encoding import EncodingFault, lp, split_lp
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Draft, Proofs
from protocol.machines.choosing import Choice, ChoosingMachine


class OpenMachine(ChoosingMachine):
    """OPEN. Phase 0: the seat asked: LP(payload) ‖ proofs, the payload being the canonical form of its answer."""

    names = ("answer",)
    decides = True

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.question.seats

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Choice:
        try:
            choice = self.judge_choice(phase, seat, *split_lp(body))
        except EncodingFault as error:
            raise Bad(FaultKind.ILLEGAL, f"no answer: {error}") from error
        if choice.refusal:
            raise Bad(FaultKind.ILLEGAL, choice.refusal)
        return choice

    @override
    def take(self, phase: int, seat: int, learnt: Choice) -> None:
        self.take_choice(phase, seat, learnt)

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return (self.scene.slot,)

    @override
    def proofs(self, phase: int, seat: int, body: bytes) -> Proofs | None:
        try:
            return self.choice_proofs(phase, seat, *split_lp(body))
        except EncodingFault:
            return None

    @override
    def draft(self, phase: int, author: Author) -> Draft:
        payload = author.payloads[self.scene.slot]
        return self.draft_choice(phase, author, lp(payload), payload)

    @override
    def reply(self) -> Reply:
        return Reply(values=self.values, faces=self.faces)
