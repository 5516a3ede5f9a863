"""What the host and its guests send each other before the form, and what is no such message (SPEC.md section 8)."""

import unicodedata
from collections.abc import Callable
from enum import IntEnum
from typing import Any

from protocol.agreement import MOST_SEATS, NAME_LIMIT
from protocol.encoding import Canon, EncodingFault, pack, unpack
from protocol.wire import peek

LOBBY_LIMIT = 32 * 1024
"""Bytes of a lobby message: a list of everybody with all addresses is half of it."""
ADDRESSES_LIMIT = 8
"""Addresses a guest may name as its own."""
ADDRESS_LIMIT = 80
"""Characters of one address."""
GAMES_LIMIT = 32
"""Games a guest may say it can play."""
TEXT_LIMIT = 300
"""Characters of a chat line or of a reason."""
STANDING = 255
"""In the place of a seat: none."""
TAKEN = "the host has taken you from this table"
"""What SORRY says to one who is not to come back."""
FIRST_OF_THE_TABLE = 16
"""Kinds from here on belong to the agreement and the game."""


class LobbyKind(IntEnum):
    """Kinds of lobby message; below those of the table (SPEC.md section 4)."""

    SIT = 1
    """A guest comes in: name, whether a bot, the games it can play, own addresses."""
    LIST = 2
    """The host tells how things stand."""
    SORRY = 3
    """The host gives no seat, or takes it away, and why."""
    TAKE = 4
    """A guest wants another free seat, or none."""
    SWAP = 5
    """A guest would change seats with somebody."""
    READY = 6
    """A guest is ready for one revision of the list, or no longer."""
    LINKS = 7
    """A guest tells with whom it has a link, and why not with the others."""
    SAY = 8
    """A line of chat on its way to the host."""
    SAID = 9
    """A line of chat, and whose it is."""
    START = 10
    """The host's frozen form, and the number of this attempt to agree on it."""
    BEGIN = 11
    """From here on this link carries words of that attempt."""
    FAILED = 12
    """A guest could not come to the agreement, and why."""
    AGAIN = 13
    """The host ends the attempt, for this reason; all are in the lobby again."""


class LobbyFault(Exception):
    """This cannot be done in this lobby, or this peer cannot sit at this table; the text is for the player."""


class NoSeat(LobbyFault):
    """The host gives no seat, or takes it away; `reason` is its word."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the host gives no seat: {reason}")
        self.reason = reason


def encode(kind: LobbyKind, *fields: Canon) -> bytes:
    """The frame of a lobby message."""
    return pack((int(kind), *fields))


def of_lobby(frame: bytes) -> bool:
    """Whether `frame` is the lobby's, and not of the table that follows. Raises LobbyFault for what is neither."""
    try:
        return peek(frame) < FIRST_OF_THE_TABLE
    except EncodingFault as error:
        raise LobbyFault(f"sent what is no message: {error}") from error


def decode(frame: bytes) -> tuple[LobbyKind, tuple[Any, ...]]:
    """The lobby message in `frame`. Raises LobbyFault for whatever else it is."""
    try:
        value: Any = unpack(frame, LOBBY_LIMIT)
    except EncodingFault as error:
        raise LobbyFault(f"sent what is no message: {error}") from error
    if type(value) is not tuple or not value or type(value[0]) is not int:
        raise LobbyFault("sent what is no message")
    try:
        kind = LobbyKind(value[0])
    except ValueError:
        raise LobbyFault("sent a message that has no place in a lobby") from None
    if not _LAYOUTS[kind](value[1:]):
        raise LobbyFault(f"sent a malformed {kind.name} message")
    return kind, value[1:]


def is_name(value: Any) -> bool:
    """Whether `value` can be shown as somebody's name: letters of any script, nothing that moves the cursor."""
    fits = type(value) is str and 0 < len(value) <= NAME_LIMIT and value.isprintable() and value.strip() == value
    return fits and unicodedata.is_normalized("NFC", value)


def told(text: str) -> str:
    """`text` as it can be sent and shown: in normal form, without what moves the cursor, not too long."""
    return unicodedata.normalize("NFC", "".join(filter(str.isprintable, text)))[:TEXT_LIMIT]


def _is_text(value: Any) -> bool:
    return type(value) is str and len(value) <= TEXT_LIMIT and value.isprintable()


def _is_key(value: Any) -> bool:
    return type(value) is bytes and len(value) == 32


def _uint(value: Any, bits: int) -> bool:
    return type(value) is int and 0 <= value < 1 << bits


def _is_seat(value: Any) -> bool:
    return _uint(value, 8) and (value < MOST_SEATS or value == STANDING)


def _are_addresses(value: Any) -> bool:
    return (
        type(value) is tuple
        and len(value) <= ADDRESSES_LIMIT
        and all(type(a) is str and 0 < len(a) <= ADDRESS_LIMIT and a.isprintable() for a in value)
    )


def _is_game(value: Any) -> bool:
    match value:
        case (str(name), version, data):
            return 0 < len(name) <= NAME_LIMIT and name.isprintable() and _uint(version, 32) and _is_key(data)
    return False


def _are_games(value: Any) -> bool:
    return type(value) is tuple and len(value) <= GAMES_LIMIT and all(map(_is_game, value))


def _is_offer(value: Any) -> bool:
    match value:
        case (game, _settings, version, data, seats):
            return _is_game((game, version, data)) and type(seats) is int and 2 <= seats <= MOST_SEATS
    return False


def _is_person(value: Any) -> bool:
    match value:
        case (key, name, seat, bool(), bool(), bool(), swap, addresses):
            known = _is_key(key) and is_name(name) and _is_seat(seat)
            return known and (swap == b"" or _is_key(swap)) and _are_addresses(addresses)
    return False


def _is_gap(value: Any) -> bool:
    match value:
        case (one, other, why):
            return _is_key(one) and _is_key(other) and _is_text(why)
    return False


def _is_tie(value: Any) -> bool:
    match value:
        case (key, bool(), why):
            return _is_key(key) and _is_text(why)
    return False


def _all(value: Any, fits: Callable[[Any], bool]) -> bool:
    return type(value) is tuple and all(map(fits, value))


def _fields(*checks: Callable[[Any], bool]) -> Callable[[tuple[Any, ...]], bool]:
    return lambda fields: len(fields) == len(checks) and all(fits(x) for fits, x in zip(checks, fields, strict=True))


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_number(value: Any) -> bool:
    return _uint(value, 32)


def _is_form(value: Any) -> bool:
    return type(value) is bytes


_LAYOUTS: dict[LobbyKind, Callable[[tuple[Any, ...]], bool]] = {
    LobbyKind.SIT: _fields(is_name, _is_flag, _are_games, _are_addresses),
    LobbyKind.LIST: _fields(
        _is_number, _is_offer, lambda people: _all(people, _is_person), lambda gaps: _all(gaps, _is_gap)
    ),
    LobbyKind.SORRY: _fields(_is_text),
    LobbyKind.TAKE: _fields(_is_seat),
    LobbyKind.SWAP: _fields(_is_key),
    LobbyKind.READY: _fields(_is_number, _is_flag),
    LobbyKind.LINKS: _fields(lambda ties: _all(ties, _is_tie)),
    LobbyKind.SAY: _fields(_is_text),
    LobbyKind.SAID: _fields(_is_key, _is_text),
    LobbyKind.START: _fields(_is_number, _is_form),
    LobbyKind.BEGIN: _fields(_is_number),
    LobbyKind.FAILED: _fields(_is_number, _is_text),
    LobbyKind.AGAIN: _fields(_is_number, _is_text),
}
