"""What all seats sign before they play: the form, the keys, the game id (SPEC.md section 9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from protocol.encoding import Canon, EncodingFault, digest, pack, u8, unpack
from protocol.identity import SigningKey, valid_public, verify, words
from protocol.secret import SeatKeys

PROTOCOL = 1
TABLE_WORDS = 3
NAME_LIMIT = 64
"""Characters of a player's name."""
MOST_SEATS = 32
SPECTATORS = "spectators"
"""The setting by which the host lets people watch who have no seat; no game has one of that name."""
PROOFS, NOW, LATER = "proofs", "now", "audit"
"""The setting that says when claims about closed cards are proven, and its two values; no game has one of that name."""


class AgreementFault(Exception):
    """The table cannot be agreed as it stands; the lobby starts over with new locks and new words.

    `seat` is the one to be named to the others, None if it is the form itself.
    """

    def __init__(self, seat: int | None, text: str) -> None:
        super().__init__(text if seat is None else f"seat {seat}: {text}")
        self.seat = seat


class FormFault(AgreementFault):
    """The form is malformed, or a seat has another form than the host froze."""


class VersionFault(AgreementFault):
    """A seat has another version of the rules or of the protocol: the side with the lower number must update."""

    def __init__(self, seat: int | None, theirs: int, ours: int, what: str = "rules") -> None:
        which = "they" if theirs < ours else "we"
        super().__init__(seat, f"{what} version {theirs}, ours is {ours}: {which} must update")
        self.theirs, self.ours = theirs, ours


class DataFault(AgreementFault):
    """A seat has other game data under the same version: one of the two copies was changed."""


class LockFault(AgreementFault):
    """A seat opened its lock wrongly, or sent two different locks."""


class SignatureFault(AgreementFault):
    """A seat's signature under the game id does not hold, or its key is no key."""


@dataclass(frozen=True)
class Seat:
    """One place at the table: its number (0-254), the player's own word for a name, the 32-byte identity key."""

    number: int
    name: str
    identity: bytes


@dataclass(frozen=True)
class Form:
    """The host's form, frozen before the first lock.

    `settings` is the canonical value of what the host picked. `clock` is in seconds per question, 0 for none.
    `insurance` is t of the drop-out insurance, 0 for none. `seats` stand in ascending order. Raises FormFault.
    """

    game: str
    settings: Canon
    rules_version: int
    data_digest: bytes
    clock: int
    insurance: int
    seats: tuple[Seat, ...]

    def __post_init__(self) -> None:
        numbers = [seat.number for seat in self.seats]
        if not 2 <= len(numbers) <= MOST_SEATS:
            raise FormFault(None, f"a table has 2 to {MOST_SEATS} seats")
        if any(low >= high for low, high in pairwise(numbers)) or numbers[0] < 0 or numbers[-1] >= 255:
            raise FormFault(None, "seats must be ascending numbers below 255")
        if len({seat.identity for seat in self.seats}) != len(numbers):
            raise FormFault(None, "one key may hold one seat only")
        for seat in self.seats:
            if not valid_public(seat.identity):
                raise FormFault(seat.number, "its identity is no key")
            if not 0 < len(seat.name) <= NAME_LIMIT or not seat.name.isprintable():
                raise FormFault(seat.number, f"a name has 1 to {NAME_LIMIT} printable characters")
        if len(self.data_digest) != 32 or not 0 <= self.rules_version < 1 << 32:
            raise FormFault(None, "version or data digest malformed")
        if not 0 <= self.clock < 1 << 32:
            raise FormFault(None, "the clock is a number of seconds")
        if self.insurance != 0:
            raise FormFault(None, "this version plays without drop-out insurance")
        try:
            _ = self.encoded
        except EncodingFault as error:
            raise FormFault(None, f"a name or a setting has no canonical form: {error}") from error

    @cached_property
    def encoded(self) -> bytes:
        """The canonical bytes of the form."""
        return pack(self._value())

    def _value(self) -> Canon:
        seats = tuple((seat.number, seat.name, seat.identity) for seat in self.seats)
        return (
            PROTOCOL,
            self.game,
            self.settings,
            self.rules_version,
            self.data_digest,
            self.clock,
            self.insurance,
            seats,
        )

    @cached_property
    def hash(self) -> bytes:
        """H("form", form)."""
        return digest("form", self.encoded)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The seats at the table, ascending."""
        return tuple(seat.number for seat in self.seats)

    @cached_property
    def spectators(self) -> bool:
        """Whether people without a seat may watch: the setting of that name, beside those of the game."""
        return type(self.settings) is tuple and any(
            type(pair) is tuple and len(pair) == 2 and pair[0] == SPECTATORS and pair[1] is True
            for pair in self.settings
        )

    @cached_property
    def proofs_now(self) -> bool:
        """Whether claims about closed cards are proven at once: unless the setting of that name puts that off."""
        return not (
            type(self.settings) is tuple
            and any(type(pair) is tuple and len(pair) == 2 and pair == (PROOFS, LATER) for pair in self.settings)
        )

    def seat_of(self, identity: bytes) -> int | None:
        """The seat that an identity key holds, None for a stranger."""
        return next((seat.number for seat in self.seats if seat.identity == identity), None)

    def judge(self, rules_version: int, data_digest: bytes) -> None:
        """Whether we can play by this form. Raises VersionFault or DataFault, which tell who must update."""
        if rules_version != self.rules_version:
            raise VersionFault(None, self.rules_version, rules_version)
        if data_digest != self.data_digest:
            raise DataFault(None, "the host's game data differ from ours under the same version")

    @classmethod
    def parse(cls, data: bytes) -> "Form":
        """The form in `data`. Raises FormFault for anything that no host of this version sends."""
        try:
            return cls._read(unpack(data))
        except EncodingFault as error:
            raise FormFault(None, f"the form is malformed: {error}") from error

    @classmethod
    def _read(cls, value: Any) -> "Form":
        if type(value) is not tuple or len(value) != 8 or type(value[0]) is not int:
            raise FormFault(None, "the form has eight fields")
        if value[0] != PROTOCOL:
            raise VersionFault(None, value[0], PROTOCOL, "protocol")
        _, game, settings, version, data, clock, insurance, seats = value
        kinds = (type(game), type(version), type(data), type(clock), type(insurance), type(seats))
        if kinds != (str, int, bytes, int, int, tuple):
            raise FormFault(None, "a field of the form has the wrong type")
        if not all(type(seat) is tuple and tuple(map(type, seat)) == (int, str, bytes) for seat in seats):
            raise FormFault(None, "a seat of the form is malformed")
        return cls(game, settings, version, data, clock, insurance, tuple(Seat(*seat) for seat in seats))


@dataclass(frozen=True)
class Opened:
    """What a seat's lock held: its public game key, public talk key and nonce, 32 bytes each."""

    game: bytes
    talk: bytes
    nonce: bytes

    def lock(self, form: Form, seat: int) -> bytes:
        """lock_s, 32 bytes: covers form, keys and nonce, so that nobody can search for a game id he likes."""
        identity = next(row.identity for row in form.seats if row.number == seat)
        return digest("lock", form.hash, u8(seat), identity, self.game, self.talk, self.nonce)


@dataclass(frozen=True)
class Agreement:
    """A table that all seats have signed. `opened` and `signatures` (by identity, by game key) go by seat."""

    form: Form
    opened: Mapping[int, Opened]
    signatures: Mapping[int, tuple[bytes, bytes]]

    @cached_property
    def genesis(self) -> bytes:
        """The canonical bytes of [1, form, [game pk, talk pk, nonce] of each seat ascending]."""
        return genesis(self.form, self.opened)

    @cached_property
    def game_id(self) -> bytes:
        """H("genesis", genesis): the name of this game everywhere; 32 bytes."""
        return digest("genesis", self.genesis)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats at the table, ascending."""
        return self.form.numbers

    @cached_property
    def table_words(self) -> tuple[str, ...]:
        """Three words of the game id (33 bits), to be compared aloud by all."""
        return words(self.game_id, TABLE_WORDS)

    @cached_property
    def game_keys(self) -> dict[int, bytes]:
        """The public game key of each seat, under which its entries are verified."""
        return {seat: self.opened[seat].game for seat in self.seats}

    def identity(self, seat: int) -> bytes:
        """The identity key of a seat, which is also the PeerId of its links. Raises KeyError for no seat."""
        return self._identities[seat]

    @cached_property
    def _identities(self) -> dict[int, bytes]:
        return {seat.number: seat.identity for seat in self.form.seats}

    def judge(self) -> None:
        """Checks all keys and signatures. Raises SignatureFault naming the first seat whose do not hold."""
        for seat in self.seats:
            judge_signatures(self.form, self.opened, seat, self.signatures.get(seat, (b"", b"")))

    @classmethod
    def parse(cls, data: bytes, signatures: Mapping[int, tuple[bytes, bytes]]) -> "Agreement":
        """The agreement whose genesis is `data`, unjudged. Raises FormFault if no table has such a genesis."""
        try:
            value: Any = unpack(data)
        except EncodingFault as error:
            raise FormFault(None, f"the genesis is malformed: {error}") from error
        if type(value) is not tuple or len(value) < 2 or type(value[0]) is not int or value[0] != PROTOCOL:
            raise FormFault(None, "the genesis is of no known version")
        form = Form._read(value[1])
        rows = value[2:]
        if len(rows) != len(form.seats) or not all(
            type(row) is tuple and len(row) == 3 and all(type(part) is bytes and len(part) == 32 for part in row)
            for row in rows
        ):
            raise FormFault(None, "the genesis does not fit its form")
        return cls(form, {seat: Opened(*row) for seat, row in zip(form.numbers, rows, strict=True)}, dict(signatures))


def genesis(form: Form, opened: Mapping[int, Opened]) -> bytes:
    """The canonical bytes that are hashed into the game id."""
    rows = tuple((opened[seat].game, opened[seat].talk, opened[seat].nonce) for seat in form.numbers)
    return pack((PROTOCOL, form._value(), *rows))


def signed_part(game_id: bytes, seat: int, opened: Opened) -> bytes:
    """What both keys of a seat sign under the label "table"."""
    return game_id + u8(seat) + opened.game + opened.talk


def sign_table(
    form: Form, opened: Mapping[int, Opened], seat: int, identity: SigningKey, keys: SeatKeys
) -> tuple[bytes, bytes]:
    """Both signatures of `seat`: by its identity, so that an old game's key seats nobody, and by its game key."""
    message = signed_part(digest("genesis", genesis(form, opened)), seat, opened[seat])
    return identity.sign("table", message), keys.game.sign("table", message)


def judge_signatures(form: Form, opened: Mapping[int, Opened], seat: int, signatures: tuple[bytes, bytes]) -> None:
    """Checks the key and both signatures of one seat. Raises SignatureFault."""
    mine = opened[seat]
    if not valid_public(mine.game):
        raise SignatureFault(seat, "its game key is no key")
    if sum(other.game == mine.game for other in opened.values()) != 1:
        raise SignatureFault(seat, "another seat has the same game key")
    message = signed_part(digest("genesis", genesis(form, opened)), seat, mine)
    identity = next(row.identity for row in form.seats if row.number == seat)
    if not verify(identity, "table", message, signatures[0]):
        raise SignatureFault(seat, "its identity has not signed this table")
    if not verify(mine.game, "table", message, signatures[1]):
        raise SignatureFault(seat, "its game key has not signed this table")
