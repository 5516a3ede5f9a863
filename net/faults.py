"""Why a connection ended, or never began: one class for each cause, each with its culprit.

`str(fault)` is a sentence for a player. It names the other end by the words of its key, since this package knows no
names; a caller who knows the player's name joins it with `fault.cause`.
"""

from string import ascii_lowercase
from typing import ClassVar

from typing_extensions import override

from protocol.identity import fingerprint


class LinkFault(Exception):
    """A connection ended or did not come about.

    Attributes:
        peer: identity key of the other end, 32 bytes, or None while it has proven none.
        cause: what the other end did or suffered, a predicate without full stop ("has not answered for 30 s").
        code: the word for this class of fault that goes out in a bye; lower case and hyphens.
    """

    code: ClassVar[str] = "fault"

    def __init__(self, peer: bytes | None, cause: str) -> None:
        self.cause = cause
        self.blame(peer)

    def blame(self, peer: bytes | None) -> None:
        """Set the culprit: for faults found by code that does not know whose bytes it reads."""
        self.peer = peer
        who = "a stranger" if peer is None else "-".join(fingerprint(peer))
        self.args = (f"{who} {self.cause}",)


class Garbage(LinkFault):
    """The other end sent bytes that are no message."""

    code = "garbage"


class Oversize(LinkFault):
    """The other end announced a message longer than allowed; it was not read."""

    code = "oversize"


class HalfFrame(LinkFault):
    """The connection closed in the middle of a message."""

    code = "half-message"


class Flood(LinkFault):
    """The other end kept sending faster than the agreed rate, although it was slowed down."""

    code = "flood"


class Silent(LinkFault):
    """Nothing has been heard from the other end, not even an answer to a ping."""

    code = "silent"


class Slow(LinkFault):
    """The other end did not finish its introduction in time."""

    code = "slow"


class Gone(LinkFault):
    """The connection was cut without a goodbye."""

    code = "gone"


class Damaged(LinkFault):
    """Somebody on the way changed the bytes of the encrypted connection."""

    code = "damaged"


class NoTls(LinkFault):
    """What answered does not speak the encrypted protocol of this program."""

    code = "no-tls"


class VersionMismatch(LinkFault):
    """The two ends speak different versions of the protocol.

    Attributes:
        ours: the version of this end.
        theirs: the version of the other end.
    """

    code = "version"

    def __init__(self, peer: bytes | None, ours: int, theirs: int) -> None:
        must = "they must update their program" if theirs < ours else "you must update yours"
        super().__init__(peer, f"speaks protocol version {theirs}, this program version {ours}: {must}")
        self.ours = ours
        self.theirs = theirs


class WrongKey(LinkFault):
    """Another player answers at the address than the one who was called.

    Attributes:
        expected: the key that was called, 32 bytes; `cause` is about its player. `peer` is the key that answered, which
            has proven nothing yet.
    """

    code = "wrong-key"

    def __init__(self, peer: bytes, expected: bytes) -> None:
        self.expected = expected
        super().__init__(peer, "is not at its address any more: somebody else answers there")

    @override
    def blame(self, peer: bytes | None) -> None:
        """Set who answered; the sentence is about the one who was called."""
        self.peer = peer
        self.args = (f"{'-'.join(fingerprint(self.expected))} {self.cause}",)


class BadSignature(LinkFault):
    """The other end cannot prove its key on this connection: it lies, or somebody sits in between."""

    code = "bad-signature"


class Stranger(LinkFault):
    """The other end has no seat at this table and no valid invitation to it."""

    code = "stranger"


class CodeNeeded(LinkFault):
    """The other end has a valid invitation, but the table has a code and no proof was given that it is known."""

    code = "code-needed"


class WrongCode(LinkFault):
    """The other end has a valid invitation and tried a wrong code."""

    code = "wrong-code"


class CodeClosed(LinkFault):
    """Too many wrong codes were tried: by this key, or by all together."""

    code = "code-closed"


class Crowded(LinkFault):
    """Too many connections waited at the door; the oldest had to go."""

    code = "crowded"


class Unreachable(LinkFault):
    """No connection to the address could be opened."""

    code = "unreachable"


class Overflow(LinkFault):
    """The other end reads too slowly: what waits to be sent to it has outgrown its queue."""

    code = "overflow"


class Replaced(LinkFault):
    """The same player opened a newer connection, which took the place of this one."""

    code = "replaced"


class Duplicate(LinkFault):
    """Both ends called each other at once; the other connection is kept."""

    code = "duplicate"


class Closed(LinkFault):
    """This end closed the connection.

    Attributes:
        reason: the word that went out in the bye.
    """

    code = "closed"

    def __init__(self, peer: bytes | None, reason: str) -> None:
        super().__init__(peer, f"was disconnected from this side ({reason})")
        self.reason = reason


class Left(LinkFault):
    """The other end said goodbye.

    Attributes:
        reason: the word it gave; one of the codes above, or one that a later version knows.
    """

    code = "left"

    def __init__(self, peer: bytes | None, reason: str) -> None:
        word = DECLINED if declined_seat(reason) is not None else reason
        super().__init__(peer, FAREWELLS.get(word, f"closed the connection ({reason})"))
        self.reason = reason


DECLINED = "declined"
"""While a table is signed: somebody's key is not the one known before, and the person did not accept it.

`declined` adds whose it is: `declined-c` for seat 2.
"""
NOT_BEGUN = "not-begun"
"""To a spectator: the table is still gathering."""
READ_ONLY = "read-only"
"""To a spectator: it has tried to act."""

FAREWELLS = {
    "leaving": "closed the program",
    DECLINED: "did not accept a changed key",
    "dropped": "ended the connection with you",
    NOT_BEGUN: "has not begun the game yet",
    READ_ONLY: "says that your side sent more than a spectator may",
    CodeClosed.code: "lets you try no more codes",
    CodeNeeded.code: "asks for the code of the table",
    WrongCode.code: "says that the code is wrong",
    Crowded.code: "has too many callers at its door; try again",
    Duplicate.code: "kept another connection with you",
    Flood.code: "says that your side sent too fast",
    Garbage.code: "says that your side sent something that is no message",
    Oversize.code: "says that your side sent a message that is too long",
    Overflow.code: "says that your side reads too slowly",
    Replaced.code: "kept a newer connection with you",
    Silent.code: "says that nothing was heard from your side",
    Slow.code: "says that your side was too slow to introduce itself",
    Stranger.code: "does not let you in: no seat and no valid invitation",
    VersionMismatch.code: "speaks another protocol version",
    BadSignature.code: "could not verify your key: somebody may sit between you",
}
"""What the other end means by the reason in its bye."""


def declined(seat: int) -> str:
    """The goodbye of somebody who did not accept the key of a seat, from 0; a seat that has no letter goes unsaid."""
    return f"{DECLINED}-{ascii_lowercase[seat]}" if 0 <= seat < len(ascii_lowercase) else DECLINED


def declined_seat(reason: str) -> int | None:
    """The seat that such a goodbye names, -1 if it names none; None for any other goodbye. Nobody may sit there."""
    word, dash, letter = reason.partition("-")
    if word != DECLINED or len(letter) != len(dash):
        return None
    return ascii_lowercase.find(letter) if letter else -1
