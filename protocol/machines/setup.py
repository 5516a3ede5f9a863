"""Slot 0: every seat commits to its game secret and its first dice share, and shows its point E."""

from typing_extensions import override

from protocol.dice import commit_share
from protocol.encoding import u32
from protocol.faults import Bad, FaultKind
from protocol.group import GroupFault, check_known, context, prove_known, read_point, statement, times_base
from protocol.machines.base import Author, Machine, Setup, fixed
from protocol.secret import GameSecret

SIZES = {"root": 32, "c_0": 32, "E": 32, "proof": 64}


class SetupMachine(Machine):
    """SETUP. Phase 0: all seats: root ‖ c_0 ‖ E ‖ c ‖ z, 160 bytes."""

    names = ("setup",)

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.scene.agreement.seats

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> tuple[Setup, bytes]:
        parts = fixed(body, SIZES)
        if parts is None:
            raise Bad(FaultKind.BADPROOF, "a setup has 160 bytes")
        root, first, point, proof = parts
        try:
            check_known(read_point(point), proof, point_statement(self.scene.agreement.game_id, seat, point))
        except GroupFault as error:
            raise Bad(FaultKind.BADPROOF, f"its point E: {error}") from error
        return Setup(root, point, proof), first

    @override
    def take(self, phase: int, seat: int, learnt: tuple[Setup, bytes]) -> None:
        known = self.scene.known
        known.setups[seat], first = learnt
        known.dice[seat] = (0, first)

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return ()

    @override
    def make(self, phase: int, author: Author) -> bytes:
        return setup_body(author.keys.secret, self.scene.agreement.game_id, author.seat)


def point_statement(game_id: bytes, seat: int, point: bytes) -> bytes:
    """The statement "this seat knows the key of its point E in this game"; its prev is that of slot 0, the game id."""
    return statement("pok", context(game_id, 0, 0, seat, game_id), point)


def setup_body(secret: GameSecret, game_id: bytes, seat: int) -> bytes:
    """The one body that a seat with this secret can give in slot 0 of this game."""
    point = times_base(secret.seal_scalar())
    st = point_statement(game_id, seat, point)
    proof = prove_known(secret.seal_scalar(), secret.scalar("sigma", st, u32(0)), st)
    return secret.root(seat) + commit_share(game_id, seat, 0, secret.share(0)) + point + proof
