"""Chance that nobody can know or bias: every seat opens its share of a joint seed and commits to its next share."""

from typing_extensions import override

from engine.core.questions import Reply, Roll
from protocol.dice import commit_share, joint_seed, roll
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Drawn, Machine, Scene, Share, fixed

SIZES = {"r_k": 32, "c_(k+1)": 32}


class ChanceMachine(Machine):
    """CHANCE. Phase 0: all seats: r_k ‖ c_(k+1), 64 bytes."""

    names = ("share",)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.shares: dict[int, bytes] = {}

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.scene.agreement.seats

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> tuple[bytes, bytes]:
        parts = fixed(body, SIZES)
        if parts is None:
            raise Bad(FaultKind.BADOPEN, "a dice share and the next commitment have 64 bytes")
        share, following = parts
        number, commitment = self.scene.known.dice[seat]
        if commit_share(self.scene.agreement.game_id, seat, number, share) != commitment:
            raise Bad(FaultKind.BADOPEN, f"its dice share {number} is not the one it committed to")
        return share, following

    @override
    def take(self, phase: int, seat: int, learnt: tuple[bytes, bytes]) -> None:
        known = self.scene.known
        self.shares[seat], following = learnt
        number, _ = known.dice[seat]
        known.shares.append(Share(self.scene.slot, seat, number, self.shares[seat]))
        known.dice[seat] = (number + 1, following)

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return ()

    @override
    def make(self, phase: int, author: Author) -> bytes:
        secret, seat = author.keys.secret, author.seat
        number, _ = self.scene.known.dice[seat]
        following = commit_share(self.scene.agreement.game_id, seat, number + 1, secret.share(number + 1))
        return secret.share(number) + following

    @override
    def reply(self) -> Reply:
        question = self.scene.match.question
        assert isinstance(question, Roll)
        shares = [(seat, self.shares[seat]) for seat in self.speakers]
        seed = joint_seed(self.scene.agreement.game_id, self.scene.slot, self.pasts[0], shares)
        self.scene.known.rolls += 1
        self.scene.known.drawn = drawn = Drawn(self.scene.slot, seed, roll(seed, question.sizes))
        return Reply(rolled=drawn.rolled)
