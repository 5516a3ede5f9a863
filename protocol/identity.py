"""Ed25519 keys, labelled signatures and fingerprints in words (SPEC.md section 3)."""

from dataclasses import dataclass, field
from functools import cache

import nacl.bindings
import nacl.exceptions

from protocol.encoding import LABEL, digest

FINGERPRINT_WORDS = 6
"""66 bits: enough to compare aloud; `fingerprint(key, 12)` gives 132 bits."""


@dataclass(frozen=True)
class SigningKey:
    """An Ed25519 key pair (RFC 8032). `seed` is 32 secret bytes; `public` the 32 bytes others know it by.

    The same class serves the lasting identity of a player and the fresh game key of one table: what differs is who
    may see it and how long it is kept.
    """

    seed: bytes = field(repr=False)
    public: bytes = field(init=False)
    _secret: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != 32:
            raise ValueError("an Ed25519 seed has 32 bytes")
        public, secret = nacl.bindings.crypto_sign_seed_keypair(self.seed)
        object.__setattr__(self, "public", public)
        object.__setattr__(self, "_secret", secret)

    def sign(self, what: str, message: bytes) -> bytes:
        """Sig(what, message): 64 bytes over a label that names protocol, version and purpose."""
        signed = nacl.bindings.crypto_sign(_labelled(what, message), self._secret)
        return signed[:64]


def _labelled(what: str, message: bytes) -> bytes:
    return _label(what) + message


@cache
def _label(what: str) -> bytes:
    return LABEL + what.encode() + b"\x00"


def verify(public: bytes, what: str, message: bytes, signature: bytes) -> bool:
    """Whether `signature` is `public`'s on `message` under the label `what`. Any bytes may be given."""
    if len(public) != 32 or len(signature) != 64:
        return False
    try:
        nacl.bindings.crypto_sign_open(signature + _labelled(what, message), public)
    except nacl.exceptions.BadSignatureError:
        return False
    return True


def valid_public(public: bytes) -> bool:
    """Whether `public` is a canonical point of prime order: asked once, when a key arrives."""
    return len(public) == 32 and bool(nacl.bindings.crypto_core_ed25519_is_valid_point(public))


@cache
def wordlist() -> tuple[str, ...]:
    """The 2048 English words of BIP-39, of which the first four letters differ."""
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").wordlist)


def words(data: bytes, count: int) -> tuple[str, ...]:
    """The first 11 x `count` bits of `data` as words."""
    bits = int.from_bytes(data, "big")
    size = len(data) * 8
    if count * 11 > size:
        raise ValueError(f"{size} bits do not make {count} words")
    return tuple(wordlist()[bits >> (size - 11 * (i + 1)) & 2047] for i in range(count))


def fingerprint(public: bytes, count: int = FINGERPRINT_WORDS) -> tuple[str, ...]:
    """Words by which people compare a key aloud: the first bits of H("id", public)."""
    return words(digest("id", public), count)
