"""The invitation: one line of text that leads to a table (SPEC.md, links).

```
"km1:" base32( u8 version | host key 32 | table id 16 | join token 16
             | u8 count, each: u8 kind | u8 length | text | first 4 bytes of H("invite", all before) )
```

Base32 (RFC 4648) in lower case without padding: one line that survives chat programs and can be read aloud. The code of
a table that has one never stands in it.
"""

import base64
import binascii
from dataclasses import dataclass

from net.address import Address, AddressError, parse_address
from protocol.encoding import digest, u8

PREFIX = "km1:"
VERSION = 1
DIRECT, RELAY = 0, 1
"""Kinds of address, both as `host:port`: the host's own, and a relay at which the whole table can meet."""
CHECK = 4


class InviteError(ValueError):
    """This is no invitation that can be used. The text says why, to the one who pasted it."""


@dataclass(frozen=True)
class Invitation:
    """What a host gives to the players he wants.

    Attributes:
        host: the host's identity key, 32 bytes: who answers without it is somebody else.
        table: the table's random id, 16 bytes.
        token: the join token, 16 bytes: opens the host's door.
        addresses: where the host listens, in the order in which they are to be tried.
        unknown: ways of other kinds to reach the host, as (kind, text), which this version cannot use; and further
            relays, of which it uses the first.
        relay: where the table meets if it cannot otherwise.
    """

    host: bytes
    table: bytes
    token: bytes
    addresses: tuple[Address, ...]
    unknown: tuple[tuple[int, str], ...] = ()
    relay: Address | None = None

    @property
    def line(self) -> str:
        """The text to give away. Raises InviteError if an address does not fit."""
        relays = [(RELAY, self.relay.text)] if self.relay is not None else []
        ways = [(DIRECT, address.text) for address in self.addresses] + relays + list(self.unknown)
        if len(ways) > 255:
            raise InviteError("an invitation holds at most 255 addresses")
        body = u8(VERSION) + self.host + self.table + self.token + u8(len(ways))
        for kind, text in ways:
            data = text.encode()
            if len(data) > 255:
                raise InviteError(f"the address {text!r} is too long for an invitation")
            body += u8(kind) + u8(len(data)) + data
        return PREFIX + _base32(body + digest("invite", body)[:CHECK])


def parse_invitation(text: str) -> Invitation:
    """The invitation in `text`; spaces, line breaks and capitals do not matter.

    Raises:
        InviteError: with words for the one who pasted it. An invitation without any address that this version can use
            is refused too.
    """
    line = "".join(text.split()).lower()
    if not line.startswith(PREFIX):
        if line[:2] == "km" and ":" in line:
            raise InviteError("this invitation was made by a newer version: you must update your program")
        raise InviteError(f"an invitation begins with {PREFIX}")
    data = _unbase32(line.removeprefix(PREFIX))
    body, check = data[:-CHECK], data[-CHECK:]
    if not body or digest("invite", body)[:CHECK] != check:
        raise InviteError("this invitation is incomplete or mistyped: copy the whole line again")
    if body[0] != VERSION:
        raise InviteError("this invitation was made by a newer version: you must update your program")
    # From here on the checksum has held, so what is wrong was made wrong.
    cursor = _Cursor(body[1:])
    host, table, token = cursor.take(32), cursor.take(16), cursor.take(16)
    addresses: list[Address] = []
    unknown: list[tuple[int, str]] = []
    relay: Address | None = None
    for _ in range(cursor.take(1)[0]):
        kind, length = cursor.take(2)
        try:
            way = cursor.take(length).decode()
            if kind == DIRECT:
                addresses.append(parse_address(way))
            elif kind == RELAY and relay is None:
                relay = parse_address(way)
            else:
                unknown.append((kind, way))
        except UnicodeDecodeError:
            raise InviteError("this invitation holds an address that is no text") from None
        except AddressError as error:
            raise InviteError(f"this invitation holds a bad address: {error}") from None
    if cursor.rest:
        raise InviteError("this invitation holds more than it should")
    if not addresses and relay is None:
        more = "only ways that this version does not know: you must update your program" if unknown else "no address"
        raise InviteError(f"this invitation leads nowhere: it holds {more}")
    return Invitation(host, table, token, tuple(addresses), tuple(unknown), relay)


class _Cursor:
    def __init__(self, data: bytes) -> None:
        self.rest = data

    def take(self, count: int) -> bytes:
        if count > len(self.rest):
            raise InviteError("this invitation ends too early")
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode().rstrip("=").lower()


def _unbase32(text: str) -> bytes:
    try:
        data = base64.b32decode(text.upper() + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise InviteError("this invitation is incomplete or mistyped: copy the whole line again") from None
    # The last character has bits to spare; only zeros there, so that one invitation is one line.
    if _base32(data) != text:
        raise InviteError("this invitation is incomplete or mistyped: copy the whole line again")
    return data
