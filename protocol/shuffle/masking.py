"""Cards under a mask: faces, keys, ciphertexts, and one seat's mixing of a deck (SPEC.md section 20)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from protocol.dice import permutation
from protocol.encoding import digest, u16, u32
from protocol.group import GroupFault, hash_point, plus, times, times_base
from protocol.secret import GameSecret

BASE = times_base(1)
"""G, the base point of RFC 8032."""


class Masked(NamedTuple):
    """A card nobody can read alone: the ElGamal ciphertext a = r·G, b = M + r·Y of the face M under the key Y."""

    a: bytes
    b: bytes


Deck: TypeAlias = tuple[Masked, ...]


@dataclass(frozen=True)
class KeyPair:
    """A seat's key of one deck: `scalar` is x, `point` is x·G. Raises GroupFault for the scalar 0."""

    scalar: int = field(repr=False)
    point: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "point", times_base(self.scalar))


@dataclass(frozen=True, repr=False)
class Mixing:
    """How one seat mixes a deck: place i of the new deck is card `order[i]` of the old one, re-masked by `masks[i]`."""

    order: tuple[int, ...]
    masks: tuple[int, ...]


@lru_cache(maxsize=2_048)  # more than all cards of any game
def face_point(game_id: bytes, deck: int, number: int) -> bytes:
    """M, the point that stands for the physical card `number` (from 0) of `deck`. Equal in all key epochs."""
    return hash_point("card", game_id, u16(deck), u16(number))


def face_points(game_id: bytes, deck: int, count: int) -> dict[bytes, int]:
    """The faces of a deck of `count` cards and their numbers, ascending: how an opened card is read."""
    return {face_point(game_id, deck, number): number for number in range(count)}


def deck_key(secret: GameSecret, deck: int, epoch: int) -> KeyPair:
    """The seat's key of `deck`, made anew in each key epoch."""
    return KeyPair(secret.scalar("deck", u16(deck), u32(epoch)))


def joint_key(points: Sequence[bytes]) -> bytes:
    """Y, the sum of the seats' keys, each of which came with its proof of knowledge.

    Raises GroupFault if two seats gave the same key, or if the sum is the identity.
    """
    if len(set(points)) != len(points):
        raise GroupFault("two seats gave one deck key")
    return plus(*points)


def laid_open(face: bytes, key: bytes) -> Masked:
    """A face that all know, masked by the scalar 1 that all know: so cards enter a deck before it is shuffled."""
    return Masked(BASE, plus(face, key))


def joined(deck: Sequence[Masked]) -> bytes:
    """The ciphertexts of a deck one behind the other, 64 bytes a card."""
    return b"".join(part for card in deck for part in card)


def mixing(secret: GameSecret, ctx: bytes, deck: Deck) -> Mixing:
    """The one way in which a seat with this secret mixes this deck at this place.

    Another deck, place, past or branch has another order and other masks, so that two outputs tell nothing together.
    """
    source = digest("deck-in", joined(deck))
    order = permutation(secret.key("perm", ctx, source, u32(0)), len(deck))
    return Mixing(order, tuple(secret.scalar("perm", ctx, source, u32(i)) for i in range(1, len(deck) + 1)))


def mixed(deck: Deck, key: bytes, how: Mixing) -> Deck:
    """The deck after `how`: each card re-masked under the joint key `key`, in the new order."""
    return tuple(
        Masked(plus(deck[source].a, times_base(mask)), plus(deck[source].b, times(mask, key)))
        for source, mask in zip(how.order, how.masks, strict=True)
    )
