"""A seat that comes back must hear what the others hold of its own before it signs anything new (SPEC.md section 12).

Its disk may have lost an entry that a peer has: to sign another one for the same place would convict an honest seat.
How often a seat has come back is told and signed, so that an old copy of a journal is known for one.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from protocol.encoding import u8, u32
from protocol.entry import Place
from protocol.identity import SigningKey, verify
from protocol.log import Log

FIRST_RUN = 1
"""The run that a seat is in until it takes up a journal; nobody needs to be told of it."""


@dataclass(frozen=True)
class Run:
    """A seat's word that it has taken up its journal: for the how-manieth run, told apart by 16 random bytes."""

    seat: int
    number: int
    mark: bytes
    signature: bytes

    @classmethod
    def make(cls, game_id: bytes, seat: int, number: int, mark: bytes, key: SigningKey) -> "Run":
        """The word of `seat`, signed with its game key."""
        return cls(seat, number, mark, key.sign("run", _signed_part(game_id, seat, number, mark)))

    def by(self, game_id: bytes, public: bytes) -> bool:
        """Whether the signature is that of the seat whose game key is `public`."""
        return verify(public, "run", _signed_part(game_id, self.seat, self.number, self.mark), self.signature)


def _signed_part(game_id: bytes, seat: int, number: int, mark: bytes) -> bytes:
    return game_id + u8(seat) + u32(number) + mark


class Runs:
    """The last run of each seat that we have heard of. `own`: ours, None in the first."""

    def __init__(self, seat: int) -> None:
        self.own: Run | None = None
        self._seat = seat
        self._last: dict[int, Run] = {}

    def note(self, run: Run) -> bool:
        """Remembers a run; returns whether it is later than what was known of its seat."""
        known = self._last.get(run.seat)
        if known is not None and known.number >= run.number:
            return False
        self._last[run.seat] = run
        return True

    def begin(self, game_id: bytes, mark: bytes, key: SigningKey) -> Run:
        """Our own run from now on: one later than any of ours that we have heard of."""
        last = self._last.get(self._seat)
        number = FIRST_RUN + 1 if last is None else last.number + 1
        self.own = Run.make(game_id, self._seat, number, mark, key)
        self._last[self._seat] = self.own
        return self.own

    def rivals(self, run: Run) -> bool:
        """Whether `run` is one of our own seat that this journal should know of and does not."""
        if run.seat != self._seat or (self.own is not None and run.mark == self.own.mark):
            return False
        return run.number >= (self.own.number if self.own is not None else FIRST_RUN)

    def to_tell(self, seat: int) -> list[Run]:
        """What `seat` is told when a link to it stands: our run, and the last of its own that we know."""
        return [run for run in (self.own, self._last.get(seat)) if run is not None]


class Comeback:
    """Waits until enough of the other seats have told where they stand, and we hold what they hold of ours.

    More than half of them are enough; all, if our journal is an old copy.
    """

    def __init__(self, seat: int, others: Iterable[bytes]) -> None:
        self._seat = seat
        self._others = frozenset(others)
        self._heard: dict[bytes, tuple[Place, tuple[int, ...]]] = {}
        self._talk: dict[bytes, int] = {}
        self._old = False
        self._talks = False
        self.signs = False
        """Whether it was over already."""

    def wait_for_all(self) -> None:
        """The journal is an old copy: whoever is away may be the one who holds our last entry."""
        self._old = True
        self._talks = False

    def hear(self, peer: bytes, place: Place, seats: tuple[int, ...]) -> None:
        """Notes the have-list of a peer; those that hold no seat do not count."""
        if peer in self._others:
            self._heard[peer] = (place, seats)

    def hear_talk(self, peer: bytes, count: int) -> None:
        """Notes how many lines of our own talk a peer holds."""
        if peer in self._others:
            self._talk[peer] = count

    def over(self, log: Log) -> bool:
        """Whether new entries may be signed: from then on for ever."""
        current = sum(self._caught_up(log, place, seats) for place, seats in self._heard.values())
        self.signs = self.signs or self._enough(current)
        return self.signs

    def may_talk(self, count: int) -> bool:
        """Whether new lines of talk may be signed by a seat that holds `count` of its own: from then on for ever."""
        self._talks = self._talks or self._enough(sum(theirs <= count for theirs in self._talk.values()))
        return self._talks

    def _enough(self, current: int) -> bool:
        return current == len(self._others) if self._old else 2 * current > len(self._others)

    def _caught_up(self, log: Log, place: Place, seats: tuple[int, ...]) -> bool:
        if place != log.place:
            return place < log.place
        return self._seat not in seats or self._seat in log.held
