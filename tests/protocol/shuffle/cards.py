"""A table of seats with a deck, for the tests of its proofs."""

from dataclasses import dataclass, field

from protocol.group import context, times_base
from protocol.secret import GameSecret
from protocol.sharing import check_share, prove_share, view
from protocol.shuffle import (
    Deck,
    KeyPair,
    Masked,
    check_shuffle,
    deck_key,
    face_points,
    joint_key,
    laid_open,
    prove_shuffle,
)

GAME, OTHER_GAME, PREV, OTHER_PREV = b"g" * 32, b"h" * 32, b"p" * 32, b"r" * 32
DECK = 3
G = times_base(1)
IDENTITY = b"\x01" + bytes(31)
ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
NOT_CANONICAL = (2**255 - 19 + 3).to_bytes(32, "little")
"""The point with y = 3, its y written as 3 + p."""


def place(seat: int = 0, slot: int = 2, phase: int = 0, **other: int) -> bytes:
    """The ctx of one turn at the usual table."""
    return context(GAME, slot, phase, seat, PREV, **({"deck": DECK} | other))


@dataclass
class Seats:
    """Seats that made their keys for one deck of `count` cards, which lies open in front of them."""

    number: int
    count: int
    salt: int = 0
    secrets: list[GameSecret] = field(init=False)
    keys: list[KeyPair] = field(init=False)
    joint: bytes = field(init=False)
    faces: dict[bytes, int] = field(init=False)
    deck: Deck = field(init=False)

    def __post_init__(self) -> None:
        self.secrets = [GameSecret(bytes([self.salt, seat]) * 16) for seat in range(self.number)]
        self.keys = [deck_key(secret, DECK, 0) for secret in self.secrets]
        self.joint = joint_key([key.point for key in self.keys])
        self.faces = face_points(GAME, DECK, self.count)
        self.deck = tuple(laid_open(face, self.joint) for face in self.faces)

    def turn(self, seat: int) -> bytes:
        """The body of one seat's shuffle of the deck as it is."""
        return prove_shuffle(self.secrets[seat], place(seat), self.joint, self.deck)

    def shuffled(self) -> "Seats":
        """The table after each seat has shuffled once."""
        for seat in range(self.number):
            self.deck = check_shuffle(place(seat), self.joint, self.deck, self.turn(seat))
        return self

    def shares(self, card: Masked, without: int | None = None) -> list[bytes]:
        """Checked shares of all seats but `without`."""
        return [
            check_share(place(seat), key.point, card, prove_share(self.secrets[seat], key, place(seat), card))
            for seat, key in enumerate(self.keys)
            if seat != without
        ]

    def seen_by(self, seat: int, card: Masked) -> Masked:
        """The card as dealt to `seat`: under its key alone."""
        return view(card, self.shares(card, without=seat))
