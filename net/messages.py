"""The messages of the link itself, and what tells them from those of the game (SPEC.md, links).

Every frame holds the canonical encoding of an array that begins with its kind: a number in the messages of the game, a
word in the six that belong to the link:

```
["hello", version u16, nonce 32 bytes, ...]   the first frame of both ends; later versions may add fields
["auth",  identity key 32, signature 64]      the second one
["join",  join token 16, code proof 32 or nil]   the first one after it, from an end that has no seat yet
["ping",  n]   ["pong", the same n]           n is a u32
["bye",   reason]                             the last one; a word of [a-z-], at most 32 characters
```

The third field of "join" answers for the spoken code of a table that has one (`net/code.py`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from net.faults import Garbage, Oversize
from net.limits import CONTROL_LIMIT
from protocol import wire
from protocol.encoding import Canon, EncodingFault, pack, unpack

# First bytes in msgpack: a short array, then a short text.
_ARRAYS = range(0x91, 0xA0)
_WORDS = range(0xA1, 0xC0)

REASON = re.compile(r"[a-z-]{1,32}\Z")


@dataclass(frozen=True)
class Hello:
    """What both ends say first: the version of the protocol and 32 fresh random bytes."""

    version: int
    nonce: bytes


@dataclass(frozen=True)
class Auth:
    """Proof of an identity key on this very connection."""

    key: bytes
    signature: bytes


@dataclass(frozen=True)
class Join:
    """The token of an invitation, from somebody who has no seat yet, and his proof that he knows the table's code."""

    token: bytes
    proof: bytes | None = None


@dataclass(frozen=True)
class Ping:
    """Are you there? To be answered by a Pong of the same number."""

    number: int


@dataclass(frozen=True)
class Pong:
    """The answer to a Ping."""

    number: int


@dataclass(frozen=True)
class Bye:
    """The last message of a link."""

    reason: str


Message = Hello | Auth | Join | Ping | Pong | Bye


def encode(message: Message) -> bytes:
    """The payload of the frame that carries `message`."""
    match message:
        case Hello(version, nonce):
            return pack(("hello", version, nonce))
        case Auth(key, signature):
            return pack(("auth", key, signature))
        case Join(token, proof):
            return pack(("join", token, proof))
        case Ping(number):
            return pack(("ping", number))
        case Pong(number):
            return pack(("pong", number))
        case Bye(reason):
            return pack(("bye", reason))


def decode(payload: bytes) -> Message | None:
    """The link's own message in `payload`, or None for a frame of the game.

    A frame of the game is handed on as it is, to be judged by those who read it. Only its size and first bytes are
    looked at, so a frame made to be costly to decode costs nothing here.

    Raises:
        Garbage: neither of the two, or of a kind of ours with wrong fields.
        Oversize: longer than its kind allows; 4 KiB for the link's own.
    """
    if len(payload) < 2 or payload[0] not in _ARRAYS:
        raise Garbage(None, "sent something that is no message")
    if payload[1] not in _WORDS:
        _judge_game(payload)
        return None
    if len(payload) > CONTROL_LIMIT:
        raise Oversize(None, f"sent a message of {len(payload)} bytes where {CONTROL_LIMIT} are allowed")
    try:
        value = unpack(payload, CONTROL_LIMIT)
    except EncodingFault as error:
        raise Garbage(None, f"sent something that is no message: {error}") from error
    kind, fields = (value[0], value[1:]) if isinstance(value, tuple) and value else (None, ())
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise Garbage(None, "sent a message of a kind that does not exist")
    message = reader(fields)
    if message is None:
        raise Garbage(None, f"sent a {kind!r} with wrong fields")
    return message


def _judge_game(payload: bytes) -> None:
    try:
        most = wire.limit(wire.peek(payload))
    except EncodingFault as error:
        raise Garbage(None, f"sent something that is no message: {error}") from error
    if len(payload) > most:
        raise Oversize(None, f"sent a message of {len(payload)} bytes where {most} are allowed for its kind")


def _number(value: Canon, bits: int) -> bool:
    return type(value) is int and 0 <= value < 1 << bits


def _octets(value: Canon, length: int) -> bool:
    return isinstance(value, bytes) and len(value) == length


def _hello(fields: tuple[Canon, ...]) -> Hello | None:
    # Whatever a later version appends, its number must be readable: it decides who has to update.
    match fields:
        case (int(version), bytes(nonce), *_) if _number(version, 16) and _octets(nonce, 32):
            return Hello(version, nonce)
    return None


def _auth(fields: tuple[Canon, ...]) -> Auth | None:
    match fields:
        case (bytes(key), bytes(signature)) if _octets(key, 32) and _octets(signature, 64):
            return Auth(key, signature)
    return None


def _join(fields: tuple[Canon, ...]) -> Join | None:
    match fields:
        case (bytes(token), None) if _octets(token, 16):
            return Join(token)
        case (bytes(token), bytes(proof)) if _octets(token, 16) and _octets(proof, 32):
            return Join(token, proof)
    return None


def _ping(fields: tuple[Canon, ...]) -> Ping | None:
    match fields:
        case (int(number),) if _number(number, 32):
            return Ping(number)
    return None


def _pong(fields: tuple[Canon, ...]) -> Pong | None:
    match fields:
        case (int(number),) if _number(number, 32):
            return Pong(number)
    return None


def _bye(fields: tuple[Canon, ...]) -> Bye | None:
    match fields:
        case (str(reason),) if REASON.match(reason):
            return Bye(reason)
    return None


_READERS: dict[str, Callable[[tuple[Canon, ...]], Message | None]] = {
    "hello": _hello,
    "auth": _auth,
    "join": _join,
    "ping": _ping,
    "pong": _pong,
    "bye": _bye,
}
