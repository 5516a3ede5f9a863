"""The seam between a lobby and who sits before it: a person at a terminal, or a bot."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.plain import Plain
from net.attempt import Told
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from protocol.lobby import AttemptFailed, Changed

CODE = "KINGSMOOT_CODE"
"""Where a client that another one starts finds the code of its table."""


class Front(Protocol):
    """Who is told what happens in a lobby, and wishes.

    `yes`: ready at once for whatever table is shown. `bot`: no person.
    """

    yes: bool
    bot: bool

    def opened(self, room: HostRoom | GuestRoom) -> None:
        """The lobby stands. Wishes go to `room.lobby`, each followed by `room.settle()`."""

    def told(self, told: Told) -> None:
        """Something has happened."""

    def tell(self, line: str) -> None:
        """A line for whoever waits."""

    async def code(self, wrong: bool, host: bytes) -> str | None:
        """The table asks for its code; `wrong`: the last one was. None: there is none to give.

        `host` is the key that will hear the answer; a person must be shown its words first.
        """


@dataclass
class HostTools:
    """What a host can do besides.

    Attributes:
        settle: completes and judges settings for a game and a number of seats; raises UsageError.
        parse: reads typed settings; raises UsageError.
        bots: asks for so many bots. Given with the next two once the table is open.
        ours: the keys of the bots that this client has started.
        invitation: the line.
        code: that of a private table.
    """

    settle: Callable[[str, int, dict[str, Plain]], dict[str, Plain]]
    parse: Callable[[Sequence[str]], dict[str, Plain]]
    bots: Callable[[int], None] = lambda _: None
    ours: Callable[[], Collection[bytes]] = frozenset
    invitation: str = ""
    code: str | None = None


class QuietFront:
    """A bot's: ready at once, and silent but for who is here."""

    yes = True
    bot = True

    def __init__(self, tell: Callable[[str], None], code: str | None = None) -> None:
        self._tell = tell
        self._code = code

    def tell(self, line: str) -> None:
        """Print it."""
        self._tell(line)

    def opened(self, room: HostRoom | GuestRoom) -> None:
        """Nothing is wished."""

    def told(self, told: Told) -> None:
        """Tell who is here, once for each change of seats."""
        for line in in_short(told):
            self._tell(line)

    async def code(self, wrong: bool, host: bytes) -> str | None:
        """The one that was given at the start."""
        return None if wrong else self._code


def in_short(told: Told) -> list[str]:
    """The news for who is ready anyhow: who is here, and what has failed."""
    if isinstance(told, Changed):
        if told.before is not None and told.before.essence == told.after.essence:
            return []
        names = [person.name for person in told.after.seated]
        return [f"{len(names)} of {told.after.offer.seats} here: {', '.join(names)}"]
    return [f"Not agreed: {told.why}"] if isinstance(told, AttemptFailed) else []
