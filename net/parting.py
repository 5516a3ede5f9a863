"""When a table whose game is over, or was stopped, may close. It knows no links and no clock.

First it serves those who lack something; then, where somebody stays, there is time to talk (`net.grace`).
"""

from collections.abc import Sequence

from net.faults import Left, LinkFault
from net.grace import Grace
from net.telling import TableClosed, TableOver
from protocol.events import Ended, Event, Fault, OtherCopy, Said

LINGER = 12
"""Seconds for which a table that has ended, or was stopped, still serves those who lack something: a silence is 5 s."""

ELSEWHERE = "another copy of this table was taken up after this one; go on with that copy"


class Parting:
    """From the end of the game to that of the table. All times are in seconds of one clock.

    Attributes:
        stays: whether somebody sits here who may want to talk when all is over.
    """

    def __init__(self) -> None:
        self.stays = False
        self._closing: TableClosed | None = None
        self._leaving = float("inf")
        self._grace: Grace | None = None

    @property
    def talking(self) -> bool:
        """Whether all is over but the talk."""
        return self._grace is not None

    def told(self, event: Event, now: float) -> None:
        """Take note of what the session has told."""
        if isinstance(event, Ended):
            self._leave(TableClosed(), now)
        elif isinstance(event, Fault):
            self._leave(TableClosed(f"the table is stopped by a proven fault: {event.verdict}"), now)
        elif isinstance(event, OtherCopy) and event.newer:
            self._leave(TableClosed(ELSEWHERE), now)
            self._leaving = now
            self.stays = False  # and so is whoever sits here
        elif isinstance(event, Said) and self._grace is not None:
            self._grace.said(now)

    def lost(self, fault: LinkFault, now: float) -> None:
        """A link to a seat has ended."""
        if self._grace is not None and not isinstance(fault, Left):
            self._grace.lost(now)

    def due(self, now: float, *, settled: bool) -> bool:
        """Whether nobody needs us any more but to talk. `settled`: all have said that they have what we have."""
        return self._closing is not None and (now >= self._leaving or settled or self.talking)

    def part(self, now: float, there: Sequence[int]) -> TableOver | TableClosed | None:
        """What to tell when it is due: that the talk begins, that the table closes, or nothing while they talk.

        Args:
            now: the time.
            there: the seats that may hear what is said.
        """
        assert self._closing is not None
        if self._grace is None and self.stays and there:
            self._grace = Grace(now)
            return TableOver(self._closing.reason, tuple(there))
        if self._grace is not None and self.stays and self._grace.lasts(now, there):
            return None
        return self._closing

    def wake(self, there: Sequence[int]) -> float:
        """When to ask again, if nothing happens until then."""
        return self._leaving if self._grace is None else self._grace.wake(there)

    def _leave(self, closing: TableClosed, now: float) -> None:
        """Nothing is left to play; others may still need what we have, so go when all have said that they have it."""
        if self._closing is None:
            self._leaving = now + LINGER
        self._closing = closing
