"""What a seat says to all while a game is played: a signed line, chained to its author's last (SPEC.md section 19).

Talk moves no rule. It stands beside the log, and nothing of it goes into what an entry signs.
"""

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from protocol.agreement import PROTOCOL
from protocol.encoding import EncodingFault, digest, pack, unpack
from protocol.identity import SigningKey, verify

TEXT_LIMIT = 500
"""Characters of one line."""
LINE_LIMIT = 2_100
"""Bytes of one line without its signature: 500 characters of four bytes, and what stands before them."""
AFTERWARDS = (1 << 32) - 1
"""In the place of the slot: said after its author's last word in the game. It is told, but not kept in a record."""

_SHAPE = (int, bytes, int, int, bytes, int, str)
_BIDI = frozenset((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
"""What turns the direction of writing: with it a line can be made to look like another one."""
_BREAKS = frozenset((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029))
"""What moves the cursor or ends a line. Both sets are the same in every version of Unicode, so all judge alike."""


def flaw(text: str) -> tuple[str, str] | None:
    """What is wrong with `text` as a line of talk: a stable word and a sentence; None if nothing is."""
    if not text or text != text.strip():
        return "empty", "a line of talk begins and ends with something that is no blank"
    if len(text) > TEXT_LIMIT:
        return "too_long", f"a line of talk has {TEXT_LIMIT} characters at most, this one has {len(text)}"
    if any(ord(letter) in _BIDI or ord(letter) in _BREAKS for letter in text):
        return "characters", "a line of talk holds nothing that moves the cursor or turns the direction of writing"
    return None


def sayable(text: str) -> str:
    """`text` as it goes into a line of ours: in normal form, without blanks around it. `flaw` is still to be asked."""
    return unicodedata.normalize("NFC", text.strip())


def strange(text: str) -> bool:
    """Whether `text` holds half a character, or one that our Unicode does not know: elsewhere its form may differ."""
    return any(unicodedata.category(letter) in ("Cn", "Cs") for letter in text)


class Line(NamedTuple):
    """One line. `number` counts the author's lines from 0; `prev` is the hash of the one before, or the game id."""

    game_id: bytes
    seat: int
    number: int
    prev: bytes
    slot: int
    text: str

    def encode(self) -> bytes:
        """The canonical bytes [1, ...fields] that are hashed and signed."""
        return pack((PROTOCOL, *self))


class Spoken(NamedTuple):
    """A line, its canonical bytes, their hash (on which the next line stands) and the author's signature."""

    line: Line
    data: bytes
    hash: bytes
    signature: bytes

    @classmethod
    def make(cls, line: Line, key: SigningKey) -> "Spoken":
        """The line signed by `key`. Equal content gives equal bytes, signature included."""
        data = line.encode()
        return cls(line, data, digest("talk", data), key.sign("talk", data))

    @classmethod
    def parse(cls, data: bytes, signature: bytes) -> "Spoken":
        """The line in `data`, its signature unjudged. Raises EncodingFault unless it is laid out as a line must be."""
        value: Any = unpack(data, LINE_LIMIT)  # size first
        if type(value) is not tuple or tuple(map(type, value)) != _SHAPE:
            raise EncodingFault("not laid out as a line of talk")
        version, game_id, seat, number, prev, slot, text = value
        if version != PROTOCOL:
            raise EncodingFault("a line of talk of another version")
        if not (0 <= seat < 256 and 0 <= number < 1 << 32 and 0 <= slot < 1 << 32):
            raise EncodingFault("a line of talk with a number that cannot be")
        if not len(game_id) == len(prev) == 32 or (number == 0 and prev != game_id):
            raise EncodingFault("a line of talk on a hash that cannot be")
        wrong = flaw(text)
        if wrong is not None:
            raise EncodingFault(wrong[1])
        return cls(Line(game_id, seat, number, prev, slot, text), data, digest("talk", data), signature)

    def by(self, public: bytes) -> bool:
        """Whether the owner of `public` signed this line."""
        return verify(public, "talk", self.data, self.signature)

    @property
    def pair(self) -> tuple[bytes, bytes]:
        """Bytes and signature, as they travel."""
        return self.data, self.signature


class Twice(NamedTuple):
    """Two lines that no honest seat signs both: they prove to anybody that their author has told two stories.

    Either they have one number and are two, or the second has the next number and stands on another line than the
    first. Talk of `seat` counts up to `number`, not included.
    """

    first: Spoken
    second: Spoken

    @property
    def seat(self) -> int:
        """Whose lines they are."""
        return self.first.line.seat

    @property
    def number(self) -> int:
        """The first number at which there are two stories."""
        return self.first.line.number

    @property
    def rank(self) -> tuple[int, bytes, bytes]:
        """Of several proofs against one seat the lowest counts: so all come to keep the same."""
        return self.number, self.first.data, self.second.data

    @classmethod
    def of(cls, one: Spoken, other: Spoken) -> "Twice | None":
        """The proof that two lines make, in its one order; None if they prove nothing. Signatures are unjudged."""
        first, second = sorted((one, other), key=lambda spoken: (spoken.line.number, spoken.data))
        mine, theirs = first.line, second.line
        if (mine.game_id, mine.seat) != (theirs.game_id, theirs.seat) or first.data == second.data:
            return None
        forked = mine.number == theirs.number
        torn = mine.number + 1 == theirs.number and theirs.prev != first.hash
        return cls(first, second) if forked or torn else None

    @classmethod
    def parse(cls, pairs: Sequence[tuple[bytes, bytes]]) -> "Twice":
        """The proof in two signed lines, signatures unjudged. Raises EncodingFault unless it is one, in its order."""
        lines = [Spoken.parse(*pair) for pair in pairs]
        made = cls.of(*lines) if len(lines) == 2 else None
        if made is None or [made.first, made.second] != lines:
            raise EncodingFault("two lines of talk that prove nothing")
        return made

    def by(self, public: bytes) -> bool:
        """Whether the owner of `public` signed both lines."""
        return self.first.by(public) and self.second.by(public)

    @property
    def pairs(self) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
        """Both lines, as they travel."""
        return self.first.pair, self.second.pair
