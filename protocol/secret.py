"""The one secret of a game and all that is derived from it (SPEC.md section 5).

A seat draws 32 bytes per game, keeps them on disk before its lock is sent, commits to them in slot 0 and opens them in
the last slot. What is derived here is therefore known to all after the game: no key that signs and no key of private
talk may ever come from it.
"""

import hmac
from dataclasses import dataclass, field
from functools import cached_property

import nacl.bindings

from protocol.encoding import LABEL, digest, lp, u8, u32
from protocol.group import ORDER
from protocol.identity import SigningKey

FIRST_LIFE = 0
"""Dice keys of a seat are numbered by its lives at the table; a seat that never left is in its first."""


def hkdf_extract(salt: bytes, key: bytes) -> bytes:
    """HKDF-Extract with SHA-256 (RFC 5869 section 2.2); an empty salt stands for 32 zero bytes."""
    return hmac.digest(salt or bytes(32), key, "sha256")


def hkdf_expand(prk: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand with SHA-256 (RFC 5869 section 2.3); `length` is at most 8160 bytes."""
    block = hmac.digest(prk, info + b"\x01", "sha256")
    out = block
    counter = 1
    while len(out) < length:
        counter += 1
        block = hmac.digest(prk, block + info + u8(counter), "sha256")
        out += block
    return out[:length]


@dataclass(frozen=True)
class GameSecret:
    """32 secret bytes of one seat for one game; the same bytes always derive the same values."""

    value: bytes = field(repr=False)
    _prk: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.value) != 32:
            raise ValueError("a game secret has 32 bytes")
        object.__setattr__(self, "_prk", hkdf_extract(b"", self.value))

    def key(self, label: str, *parts: bytes) -> bytes:
        """K(label, parts): 32 bytes."""
        return hkdf_expand(self._prk, _info(label, parts), 32)

    def scalar(self, label: str, *parts: bytes) -> int:
        """K(label, parts) as a scalar: 64 bytes, little-endian, modulo the group order."""
        return int.from_bytes(hkdf_expand(self._prk, _info(label, parts), 64), "little") % ORDER

    def root(self, seat: int) -> bytes:
        """The commitment to this secret that `seat` gives in slot 0; 32 bytes."""
        return digest("root", self.value, u8(seat))

    def nonce(self, seat: int, slot: int, prev: bytes, payload: bytes) -> bytes:
        """The nonce of the commitment to `payload` made by `seat` in `slot` on the past `prev`; 32 bytes.

        It hangs on payload and past, so that no two commitments share one, not even after a crash or a rewind.
        """
        return self.key("nonce", u8(seat), u32(slot), prev, digest("payload", payload))

    def share(self, number: int) -> bytes:
        """r_k: this seat's share of its joint roll `number` (from 0); 32 bytes."""
        return digest("roll", self._dice, u32(number))

    @cached_property
    def _dice(self) -> bytes:
        return self.key("dice", u8(FIRST_LIFE))

    def seal_scalar(self) -> int:
        """The private half of the seat's point E, to which others seal shares of their keys."""
        return self.scalar("sealkey")


def _info(label: str, parts: tuple[bytes, ...]) -> bytes:
    return lp(LABEL + label.encode()) + b"".join(map(lp, parts))


@dataclass(frozen=True)
class TalkKey:
    """An X25519 key pair for private talk at one table. `seed` is 32 secret bytes, never opened."""

    seed: bytes = field(repr=False)
    public: bytes = field(init=False)

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise ValueError("an X25519 seed has 32 bytes")
        object.__setattr__(self, "public", nacl.bindings.crypto_scalarmult_base(self.seed))


@dataclass(frozen=True)
class SeatKeys:
    """What a seat draws for one game and writes to disk before it sends its lock.

    Three independent draws: the game secret is opened after the game, the other two never are.
    """

    game: SigningKey
    secret: GameSecret
    talk: TalkKey

    @classmethod
    def from_bytes(cls, entropy: bytes) -> "SeatKeys":
        """Keys from 96 secret random bytes, in the order game key, game secret, talk key."""
        if len(entropy) != 96:
            raise ValueError("seat keys are made from 96 bytes")
        return cls(SigningKey(entropy[:32]), GameSecret(entropy[32:64]), TalkKey(entropy[64:]))

    def to_bytes(self) -> bytes:
        """The 96 bytes from which `from_bytes` makes these keys again: for the owner's disk alone."""
        return self.game.seed + self.secret.value + self.talk.seed
