"""The first words between a client and a relay (SPEC.md section 15). No I/O.

```
client:  "KMR1" | token 32 | u8 side
relay:   u8 answer
```

After the answer `PAIRED` the stream is the other client's; any other answer is the relay's last byte. A client says
nothing between its greeting and the answer.
"""

from enum import IntEnum

MAGIC = b"KMR1"
TOKEN = 32
"""Bytes of a token: it names a meeting point, and tells nothing to those who do not know the table."""
GREETING = len(MAGIC) + TOKEN + 1
"""Bytes of the whole greeting."""
ANSWERS, CALLS = 0, 1
"""The two sides of a meeting: the one that then answers as a TLS server, and the one that calls."""


class Answer(IntEnum):
    """What a relay says before it joins or closes. A client takes a number it does not know as a refusal."""

    PAIRED = 1
    """The other side is here: every byte from now on is from it and for it."""
    CROWDED = 2
    """Your address has as many connections as one address may have."""
    FULL = 3
    """The relay has as many connections as it may have."""
    CLOSING = 4
    """The relay is being shut down."""
    NOBODY = 5
    """Nobody came to the other side in the time the relay allows for waiting."""
    NEWER = 6
    """So many newer connections wait on your side of this meeting point that yours had to go."""


class GreetingFault(ValueError):
    """These bytes are no greeting, nor the beginning of one."""


def greeting(token: bytes, side: int) -> bytes:
    """What a client says first. Raises ValueError for a token that has not 32 bytes, or a side other than 0 and 1."""
    if len(token) != TOKEN or side not in (ANSWERS, CALLS):
        raise ValueError("a greeting holds 32 bytes and a side, 0 or 1")
    return MAGIC + token + bytes([side])


def parse_greeting(data: bytes) -> tuple[bytes, int] | None:
    """Token and side in `data`, or None while it is the beginning of a greeting. Raises GreetingFault at once."""
    if not MAGIC.startswith(data[: len(MAGIC)]) or len(data) > GREETING:
        raise GreetingFault("does not begin with KMR1, or goes on too early")
    if len(data) < GREETING:
        return None
    if data[-1] not in (ANSWERS, CALLS):
        raise GreetingFault("names a side that does not exist")
    return data[len(MAGIC) : -1], data[-1]
