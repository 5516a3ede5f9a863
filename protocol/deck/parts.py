"""What entries are made of where cards are concerned: one kind of part for each proof (SPEC.md section 21).

A part knows all that its proof hangs on and nothing else, so it can be made, checked, and made again by the audit,
anywhere and at any time, with the same result. Nothing here knows whose turn it is or who may see what.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from typing_extensions import override

from protocol.absence import absence_size, check_absence, prove_absence
from protocol.encoding import u32
from protocol.group import POINT, SCALAR, GroupFault, check_known, prove_known, read_point, statement
from protocol.secret import GameSecret
from protocol.sharing import (
    REMASK,
    SHARE,
    batch_size,
    check_remask,
    check_share,
    check_shares,
    prove_remask,
    prove_share,
    prove_shares,
)
from protocol.shuffle import Deck, KeyPair, Masked, check_shuffle, deck_key, prove_shuffle, shuffle_size


class Part(ABC):
    """One proof in a body, always of the same size."""

    @property
    @abstractmethod
    def size(self) -> int:
        """Bytes of this part."""

    @property
    @abstractmethod
    def cost(self) -> int:
        """How many multiplications in the group its check takes, about; each takes a tenth of a millisecond."""

    @abstractmethod
    def check(self, body: bytes) -> Any:
        """What `body`, of the right size, teaches. Raises GroupFault if it does not hold."""

    @abstractmethod
    def make(self, secret: GameSecret) -> bytes:
        """The one part that a seat with this secret can give here. Raises ValueError if it can give none."""


class KeyName(NamedTuple):
    """Which of a seat's keys is meant: that of a deck in one of its key epochs."""

    deck: int
    epoch: int

    def pair(self, secret: GameSecret) -> KeyPair:
        """The key, for whoever holds the secret."""
        return deck_key(secret, self.deck, self.epoch)


@dataclass(frozen=True)
class KeyPart(Part):
    """A seat's key of a deck: Y32 ‖ c32 ‖ z32, with the proof that the seat knows x. It teaches Y."""

    ctx: bytes
    name: KeyName

    @property
    @override
    def size(self) -> int:
        return POINT + 2 * SCALAR

    @property
    @override
    def cost(self) -> int:
        return 2

    @override
    def check(self, body: bytes) -> bytes:
        point = read_point(body[:POINT])
        check_known(point, body[POINT:], statement("pok", self.ctx, point))
        return point

    @override
    def make(self, secret: GameSecret) -> bytes:
        key = self.name.pair(secret)
        st = statement("pok", self.ctx, key.point)
        return key.point + prove_known(key.scalar, secret.scalar("sigma", st, u32(0)), st)


@dataclass(frozen=True)
class ShufflePart(Part):
    """A seat's turn in a shuffle: the new deck and its proof. It teaches the new deck."""

    ctx: bytes
    joint: bytes
    before: Deck

    @property
    @override
    def size(self) -> int:
        return shuffle_size(len(self.before))

    @property
    @override
    def cost(self) -> int:
        return 9 * len(self.before)

    @override
    def check(self, body: bytes) -> Deck:
        return check_shuffle(self.ctx, self.joint, self.before, body)

    def after(self, body: bytes) -> Deck:
        """The new deck in a body that was checked before."""
        points = [body[at : at + POINT] for at in range(0, 2 * POINT * len(self.before), POINT)]
        return tuple(map(Masked, points[::2], points[1::2]))

    @override
    def make(self, secret: GameSecret) -> bytes:
        return prove_shuffle(secret, self.ctx, self.joint, self.before)


@dataclass(frozen=True)
class RemaskPart(Part):
    """A new reader's re-masking of a card: a'32 ‖ b'32 ‖ c32 ‖ z32. It teaches the card as masked from now on."""

    ctx: bytes
    handle: bytes
    reader: int
    joint: bytes
    card: Masked

    @property
    @override
    def size(self) -> int:
        return REMASK

    @property
    @override
    def cost(self) -> int:
        return 4

    @override
    def check(self, body: bytes) -> Masked:
        return check_remask(self.ctx, self.joint, self.card, body)

    @override
    def make(self, secret: GameSecret) -> bytes:
        return prove_remask(secret, self.ctx, self.handle, self.reader, self.joint, self.card)


@dataclass(frozen=True)
class SharesPart(Part):
    """A seat's shares in one or more cards of one deck: D_1..k ‖ c ‖ z, one proof for all. It teaches the shares."""

    ctx: bytes
    name: KeyName
    key: bytes
    cards: Deck

    @property
    @override
    def size(self) -> int:
        return batch_size(len(self.cards))

    @property
    @override
    def cost(self) -> int:
        return 2 * len(self.cards) + 4

    @override
    def check(self, body: bytes) -> tuple[bytes, ...]:
        return check_shares(self.ctx, self.key, self.cards, body)

    @override
    def make(self, secret: GameSecret) -> bytes:
        return prove_shares(secret, self.name.pair(secret), self.ctx, self.cards)


@dataclass(frozen=True)
class SharePart(Part):
    """A reader's own share in one card that it opens to all: D32 ‖ c32 ‖ z32. It teaches the share."""

    ctx: bytes
    name: KeyName
    key: bytes
    card: Masked

    @property
    @override
    def size(self) -> int:
        return SHARE

    @property
    @override
    def cost(self) -> int:
        return 4

    @override
    def check(self, body: bytes) -> bytes:
        return check_share(self.ctx, self.key, self.card, body)

    @override
    def make(self, secret: GameSecret) -> bytes:
        return prove_share(secret, self.name.pair(secret), self.ctx, self.card)


@dataclass(frozen=True)
class AbsencePart(Part):
    """The proof that none of a seat's closed cards of one deck has a face that is not `allowed`. It teaches nothing."""

    ctx: bytes
    name: KeyName
    key: bytes
    views: Deck
    allowed: tuple[bytes, ...]

    @property
    @override
    def size(self) -> int:
        return absence_size(len(self.views), len(self.allowed))

    @property
    @override
    def cost(self) -> int:
        return 4 * len(self.views) * len(self.allowed)

    @override
    def check(self, body: bytes) -> None:
        check_absence(self.ctx, self.key, self.views, self.allowed, body)

    @override
    def make(self, secret: GameSecret) -> bytes:
        return prove_absence(secret, self.name.pair(secret), self.ctx, self.views, self.allowed)


@dataclass(frozen=True)
class Checked:
    """What came of checking a body: what each part teaches, or why it does not hold."""

    results: tuple[Any, ...]
    fault: str = ""


def size(parts: Sequence[Part]) -> int:
    """Bytes of all parts together."""
    return sum(part.size for part in parts)


def cost(parts: Sequence[Part]) -> int:
    """Multiplications that the check of all parts takes, about."""
    return sum(part.cost for part in parts)


def check_parts(parts: Sequence[Part], body: bytes) -> Checked:
    """Checks a body made of `parts`, one behind the other, and of nothing else. Never raises, touches nothing."""
    if len(body) != size(parts):
        return Checked((), f"its proofs have {size(parts)} bytes here, not {len(body)}")
    results, at = [], 0
    try:
        for part in parts:
            results.append(part.check(body[at : at + part.size]))
            at += part.size
    except GroupFault as fault:
        return Checked((), str(fault))
    return Checked(tuple(results))


def make_parts(parts: Sequence[Part], secret: GameSecret) -> bytes:
    """The body that a seat with this secret gives."""
    return b"".join(part.make(secret) for part in parts)
