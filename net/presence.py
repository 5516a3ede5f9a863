"""Which seats are told to be away or back. A connection that gives way to a newer one of the same peer is no absence.

Two ends that call each other at once make two connections and keep one (`net.neighbour`). An end that had taken the
other one ends it by its own choice, or is told so in a goodbye; the one that stays is up at the same moment, or as soon
as its introduction is over. If it is not, that is an absence after all, and so it is if it breaks again at once.
"""

from collections.abc import Callable, Sequence

from net.faults import Duplicate, Left, LinkFault, Replaced
from net.telling import Away, Back

NEWER = 3.0
"""Seconds within which the connection that stays is up: a few ways through the network."""

_SUPERSEDED = (Replaced.code, Duplicate.code)


class Presence:
    """Tells what people need to know of the links to all other seats. All times are in seconds of one clock."""

    def __init__(self, tell: Callable[[Away | Back], None]) -> None:
        self._tell = tell
        self._changing: dict[int, tuple[float, str]] = {}

    @property
    def wake(self) -> float:
        """When `tick` has something to do, if nothing happens until then."""
        return min((until for until, _ in self._changing.values()), default=float("inf"))

    def up(self, seat: int) -> None:
        """A link to a seat stands."""
        if self._changing.pop(seat, None) is None:
            self._tell(Back(seat))

    def down(self, seat: int, fault: LinkFault, now: float) -> None:
        """The link to a seat has ended."""
        word = fault.reason if isinstance(fault, Left) else fault.code
        if word in _SUPERSEDED:
            self._changing[seat] = now + NEWER, f"{fault.cause}, which does not stand"
        else:
            self._tell(Away(seat, fault.cause))

    def tick(self, now: float) -> None:
        """Tell of those whose newer connection has not come."""
        for seat, (until, cause) in list(self._changing.items()):
            if until <= now:
                del self._changing[seat]
                self._tell(Away(seat, cause))

    def there(self, linked: Sequence[int]) -> tuple[int, ...]:
        """The seats that count as there, ascending, given those to which a link stands."""
        return tuple(sorted({*linked, *self._changing}))
