"""The last slot: all sign the same outcome, then all open their game secret."""

from typing import NamedTuple

from typing_extensions import override

from engine.core.errors import Over
from protocol.commitment import commit
from protocol.encoding import EncodingFault, digest, lp, pack, split_lp
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Author, Machine, Slip
from protocol.secret import GameSecret

BADROOT = "BADROOT"
"""Reason of the slip when the secret opened is not the one committed to in slot 0. The outcome stands."""
BADSEAL = "BADSEAL"
"""Reason of the slip when a commitment that was never asked open is opened wrongly at the end."""


class Opened(NamedTuple):
    """What the last body of a seat teaches: its secret, the payloads of its closed commitments, what is wrong."""

    secret: bytes | None
    payloads: dict[int, bytes]
    slip: tuple[str, str] | None


class EndMachine(Machine):
    """END. Phase 0: all seats: H("outcome", outcome). Phase 1: secret32 ‖ LP(payload) of each commitment still closed.

    The payloads come in ascending order of the slots in which they were sealed. They are needed: a nonce can be
    derived again only for a payload that is known.
    """

    names = ("outcome", "secret")

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.scene.agreement.seats

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Opened | None:
        if phase == 1:
            return self._judge_secret(seat, body)
        if len(body) != 32:
            raise Bad(FaultKind.ILLEGAL, "the hash of an outcome has 32 bytes")
        if body != self._outcome():
            raise Bad(FaultKind.BADDIGEST, "it signed another outcome")
        return None

    def _judge_secret(self, seat: int, body: bytes) -> Opened:
        known = self.scene.known
        secret, rest = body[:32], body[32:]
        if len(secret) != 32 or GameSecret(secret).root(seat) != known.setups[seat].root:
            return Opened(None, {}, (BADROOT, "it did not open the game secret it had committed to"))
        payloads: dict[int, bytes] = {}
        try:
            for slot in known.unopened(seat):
                payloads[slot], rest = split_lp(rest)
            if rest:
                raise EncodingFault("bytes after the last payload")
        except EncodingFault as error:
            return Opened(secret, {}, (BADSEAL, f"its closed commitments: {error}"))
        for slot, payload in payloads.items():
            sealed = known.seals[slot, seat]
            nonce = GameSecret(secret).nonce(seat, slot, sealed.prev, payload)
            if commit(self.scene.agreement.game_id, seat, slot, sealed.prev, nonce, payload) != sealed.commitment:
                return Opened(secret, {}, (BADSEAL, f"not what it committed to in slot {slot}"))
        return Opened(secret, payloads, None)

    @override
    def take(self, phase: int, seat: int, learnt: Opened | None) -> None:
        if learnt is None:
            return
        known = self.scene.known
        if learnt.secret is not None:
            known.secrets[seat] = learnt.secret
        known.burned.update(((slot, seat), payload) for slot, payload in learnt.payloads.items())
        if learnt.slip is not None:
            known.slips.append(Slip(self.scene.slot, phase, seat, *learnt.slip))

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return self.scene.known.unopened(seat) if phase == 1 else ()

    @override
    def make(self, phase: int, author: Author) -> bytes:
        if phase == 0:
            return self._outcome()
        closed = self.scene.known.unopened(author.seat)
        return author.keys.secret.value + b"".join(lp(author.payloads[slot]) for slot in closed)

    def _outcome(self) -> bytes:
        outcome = self.scene.match.outcome
        assert outcome is not None
        return outcome_hash(outcome)


def outcome_hash(outcome: Over) -> bytes:
    """H("outcome", canonical [ranking, clause]): what all seats sign at the end; 32 bytes."""
    return digest("outcome", pack((outcome.ranking, outcome.clause)))
