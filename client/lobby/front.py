"""The seam between a lobby and who sits before it: a person at a terminal, or a bot."""

from collections.abc import Callable
from typing import Protocol

from net.gathering import Told
from net.rooms import GuestRoom, HostRoom
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
        if isinstance(told, Changed) and (told.before is None or told.before.essence != told.after.essence):
            names = [person.name for person in told.after.seated]
            self._tell(f"{len(names)} of {told.after.offer.seats} here: {', '.join(names)}")
        elif isinstance(told, AttemptFailed):
            self._tell(f"Not agreed: {told.why}")

    async def code(self, wrong: bool, host: bytes) -> str | None:
        """The one that was given at the start."""
        return None if wrong else self._code
