"""Before the form: who sits at the table, told by the host to all (SPEC.md section 8). No I/O.

The host is asked for seats and shows the list; when all seats are taken it freezes the form, says where everybody can
be reached, and is from then on a peer like any other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from protocol.agreement import NAME_LIMIT, AgreementFault, Form, Seat
from protocol.encoding import Canon, EncodingFault, pack, unpack

LOBBY_LIMIT = 4 * 1024
"""Bytes of a lobby message: a full table of names and addresses is under 2 KiB."""
ADDRESSES_LIMIT = 8
"""Addresses a guest may name as its own."""
ADDRESS_LIMIT = 80
"""Characters of one address."""


class LobbyKind(IntEnum):
    """Kinds of lobby message; below those of the game (SPEC.md section 4)."""

    SIT = 8
    """A guest asks for a seat: name, game it can play, rules version, data digest, own addresses."""
    SEATS = 9
    """The host tells who sits where: the game, the number of seats, the names so far."""
    START = 10
    """The host's frozen form, and the addresses of each seat in its order."""
    SORRY = 11
    """The host gives no seat, and why."""


class LobbyFault(Exception):
    """This peer cannot sit at this table; the text is for the player."""


def _encode(kind: LobbyKind, *fields: Canon) -> bytes:
    return pack((int(kind), *fields))


def decode(frame: bytes) -> tuple[LobbyKind, tuple[Any, ...]] | None:
    """The lobby message in `frame`, or None if it is of another kind. Raises LobbyFault for a malformed one."""
    try:
        value: Any = unpack(frame, 256 * 1024)
    except EncodingFault as error:
        raise LobbyFault(f"sent what is no message: {error}") from error
    if type(value) is not tuple or not value or type(value[0]) is not int:
        raise LobbyFault("sent what is no message")
    try:
        kind = LobbyKind(value[0])
    except ValueError:
        return None
    if len(frame) > LOBBY_LIMIT or not _LAYOUTS[kind](value[1:]):
        raise LobbyFault(f"sent a malformed {kind.name} message")
    return kind, value[1:]


def _name(value: Any) -> bool:
    return type(value) is str and 0 < len(value) <= NAME_LIMIT and value.isprintable() and value.strip() == value


def _addresses(value: Any) -> bool:
    return (
        type(value) is tuple
        and len(value) <= ADDRESSES_LIMIT
        and all(type(a) is str and 0 < len(a) <= ADDRESS_LIMIT and a.isprintable() for a in value)
    )


def _types(fields: tuple[Any, ...], *types: type) -> bool:
    return tuple(map(type, fields)) == types


_LAYOUTS: dict[LobbyKind, Callable[[tuple[Any, ...]], bool]] = {
    LobbyKind.SIT: lambda f: _types(f, str, str, int, bytes, tuple) and _name(f[0]) and _addresses(f[4]),
    LobbyKind.SEATS: lambda f: _types(f, str, int, tuple) and len(f[2]) <= f[1] < 256 and all(map(_name, f[2])),
    LobbyKind.START: lambda f: _types(f, bytes, tuple) and all(map(_addresses, f[1])),
    LobbyKind.SORRY: lambda f: _types(f, str) and f[0].isprintable(),
}


@dataclass(frozen=True)
class TableOffer:
    """What the host opens: everything of the form but the people."""

    game: str
    settings: Canon
    rules_version: int
    data_digest: bytes
    seats: int


@dataclass(frozen=True)
class Start:
    """The form to sign, and for each of its seats the addresses at which it says it can be reached."""

    form: Form
    addresses: tuple[tuple[str, ...], ...]


@dataclass
class _Guest:
    peer: bytes
    name: str
    addresses: tuple[str, ...]


@dataclass
class HostLobby:
    """The host's side. Feed it messages and departures; drain `outgoing`; when `full`, call `freeze` once."""

    offer: TableOffer
    identity: bytes
    name: str
    addresses: tuple[str, ...]
    _guests: list[_Guest] = field(default_factory=list)
    _outgoing: list[tuple[bytes, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not _name(self.name):
            raise LobbyFault(f"a name has 1 to {NAME_LIMIT} printable characters and no blanks around it")
        self._guests.append(_Guest(self.identity, self.name, self.addresses))

    @property
    def names(self) -> tuple[str, ...]:
        """The names so far, in the order of seats; equal ones are numbered."""
        shown: list[str] = []
        for guest in self._guests:
            name, number = guest.name, 2
            while name in shown:
                name, number = f"{guest.name[: NAME_LIMIT - 4]} {number}", number + 1
            shown.append(name)
        return tuple(shown)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self._guests) == self.offer.seats

    def receive(self, peer: bytes, frame: bytes) -> bool:
        """Take a message; True if the list of seats has changed. Raises LobbyFault for what no guest sends."""
        message = decode(frame)
        if message is None or message[0] is not LobbyKind.SIT:
            raise LobbyFault("sent a message that has no place in a lobby")
        name, game, version, data, addresses = message[1]
        reason = self._refusal(peer, game, version, data)
        if reason:
            self._outgoing.append((peer, _encode(LobbyKind.SORRY, reason)))
            return False
        if any(guest.peer == peer for guest in self._guests):
            return False  # asked twice: the seat is kept
        self._guests.append(_Guest(peer, name, addresses))
        self._tell()
        return True

    def _refusal(self, peer: bytes, game: str, version: int, data: bytes) -> str:
        if game and game != self.offer.game:
            return f"this table plays {self.offer.game}, not {game}"
        if version != self.offer.rules_version:
            older = "you" if version < self.offer.rules_version else "the host"
            return f"rules version {version} against the host's {self.offer.rules_version}: {older} must update"
        if data != self.offer.data_digest:
            return "your game data differ from the host's under the same version: install one of them afresh"
        if self.full and all(guest.peer != peer for guest in self._guests):
            return "all seats are taken"
        return ""

    def left(self, peer: bytes) -> bool:
        """A link has closed; True if a seat became free."""
        staying = [guest for guest in self._guests if guest.peer != peer or guest.peer == self.identity]
        if len(staying) == len(self._guests):
            return False
        self._guests = staying
        self._tell()
        return True

    def _tell(self) -> None:
        frame = _encode(LobbyKind.SEATS, self.offer.game, self.offer.seats, self.names)
        self._outgoing += [(guest.peer, frame) for guest in self._guests[1:]]

    def freeze(self) -> Start:
        """The form, sent to every guest: nothing in it changes any more. Raises LobbyFault if a seat is free."""
        if not self.full:
            raise LobbyFault("a seat is still free")
        offer = self.offer
        seats = tuple(Seat(i, name, g.peer) for i, (name, g) in enumerate(zip(self.names, self._guests, strict=True)))
        form = Form(offer.game, offer.settings, offer.rules_version, offer.data_digest, 0, 0, seats)
        start = Start(form, tuple(guest.addresses for guest in self._guests))
        frame = _encode(LobbyKind.START, form.encoded, start.addresses)
        self._outgoing += [(guest.peer, frame) for guest in self._guests[1:]]
        return start

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """Addressed frames to send, drained."""
        queue, self._outgoing = self._outgoing, []
        return queue


@dataclass
class GuestLobby:
    """A guest's side. `start` is there once the host has frozen the form; `names` shows who has come."""

    identity: bytes
    host: bytes
    names: tuple[str, ...] = ()
    game: str = ""
    seats: int = 0
    start: Start | None = None

    def ask(self, name: str, game: str, version: int, data: bytes, addresses: Sequence[str]) -> bytes:
        """The frame that asks the host for a seat. `game` may be empty: whatever the table plays."""
        if not _name(name):
            raise LobbyFault(f"a name has 1 to {NAME_LIMIT} printable characters and no blanks around it")
        return _encode(LobbyKind.SIT, name, game, version, data, tuple(addresses[:ADDRESSES_LIMIT]))

    def receive(self, peer: bytes, frame: bytes) -> bool:
        """Take a message of the host; True if something has changed.

        A message of another kind, or of another peer, is left to the table that follows: False. Raises LobbyFault if
        the host gives no seat or sends a form without us.
        """
        message = decode(frame)
        if message is None or peer != self.host:
            return False
        kind, fields = message
        if kind is LobbyKind.SORRY:
            raise LobbyFault(f"the host gives no seat: {fields[0]}")
        if kind is LobbyKind.SEATS:
            self.game, self.seats, self.names = fields
            return True
        if kind is LobbyKind.START:
            self.start = self._start(*fields)
            return True
        raise LobbyFault("the host sent a guest's message")

    def _start(self, form_bytes: bytes, addresses: tuple[tuple[str, ...], ...]) -> Start:
        try:
            form = Form.parse(form_bytes)
        except AgreementFault as error:
            raise LobbyFault(f"the host's form cannot be signed: {error}") from error
        if len(addresses) != len(form.seats):
            raise LobbyFault("the host names addresses for other seats than those of its form")
        if form.seat_of(self.identity) is None:
            raise LobbyFault("the host's form has no seat for you")
        return Start(form, addresses)
