"""One seat answers in the clear."""

from typing import Any

from typing_extensions import override

from engine.core.errors import Refused
from engine.core.questions import Reply
from protocol.encoding import EncodingFault, lp, split_lp, unpack
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Machine, Scene


class OpenMachine(Machine):
    """OPEN. Phase 0: the seat asked: LP(payload), the payload being the canonical form of its answer."""

    names = ("answer",)
    decides = True

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.match.question is not None
        (self.seat,) = scene.match.question.seats
        self.value: Any = None

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return (self.seat,)

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Any:
        try:
            payload, rest = split_lp(body)
            if rest:
                raise EncodingFault("bytes after the answer")
            value = unpack(payload)
            self.scene.match.check(seat, value)
        except EncodingFault as error:
            raise Bad(FaultKind.ILLEGAL, f"no answer: {error}") from error
        except Refused as error:
            raise Bad(FaultKind.ILLEGAL, f"against {error.clause}: {error.code}") from error
        return value

    @override
    def take(self, phase: int, seat: int, learnt: Any) -> None:
        self.value = learnt

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return (self.scene.slot,)

    @override
    def make(self, phase: int, author: Author) -> bytes:
        return lp(author.payloads[self.scene.slot])

    @override
    def reply(self) -> Reply:
        return Reply(values={self.seat: self.value})
