"""A seat that comes back must hear what the others hold of its own before it signs anything new (SPEC.md section 12).

Its disk may have lost an entry that a peer has: to sign another one for the same place would convict an honest seat.
"""

from collections.abc import Iterable

from protocol.entry import Place
from protocol.log import Log


class Comeback:
    """Waits until more than half of the other seats have told where they stand, and we hold what they hold of ours."""

    def __init__(self, seat: int, others: Iterable[bytes]) -> None:
        self._seat = seat
        self._others = frozenset(others)
        self._heard: dict[bytes, tuple[Place, tuple[int, ...]]] = {}

    def hear(self, peer: bytes, place: Place, seats: tuple[int, ...]) -> None:
        """Notes the have-list of a peer; those that hold no seat do not count."""
        if peer in self._others:
            self._heard[peer] = (place, seats)

    def over(self, log: Log) -> bool:
        """Whether new entries may be signed."""
        current = sum(self._caught_up(log, place, seats) for place, seats in self._heard.values())
        return 2 * current > len(self._others)

    def _caught_up(self, log: Log, place: Place, seats: tuple[int, ...]) -> bool:
        if place != log.place:
            return place < log.place
        return self._seat not in seats or self._seat in log.held
