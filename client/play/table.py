"""The seam between playing and the network: what line mode and bots need of a table."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from client.home import Home
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Seat
from net.telling import TableEvent


@dataclass(frozen=True)
class Kept:
    """Where a table is kept on this computer. `id` is what resume, verify and replay call it by."""

    home: Home
    id: str
    language: str


class Table(Protocol):
    """One seat at one table; `net.table.Table` is the real one. `seat` is mine, `names` are all players' by seat.

    Iterating yields what happens, TableClosed last. `match` may stand further on than the event that is being read.
    """

    seat: Seat
    names: Sequence[str]

    @property
    def match(self) -> Match[Any]:
        """The game, to be looked at and forked."""

    @property
    def known(self) -> Faces:
        """The faces of closed cards that I have seen."""

    @property
    def slot(self) -> int:
        """The number of the open question; 0 while all commit to their secrets."""

    @property
    def waiting_for(self) -> Sequence[Seat]:
        """The seats whose word the table needs next, mine included."""

    @property
    def mixed(self) -> tuple[int, int] | None:
        """While decks are mixed: how many turns with a deck are done, and of how many."""

    def __aiter__(self) -> AsyncIterator[TableEvent]:
        """The events, from the start."""

    def stay(self) -> None:
        """A person sits here: when all is over the table stays open for talk, as long as others stay, too."""

    async def choose(self, slot: int, value: Any) -> None:
        """Answer the question of `slot`: written to disk, then sent. Raises LocalFault, with nothing sent."""

    async def say(self, text: str) -> None:
        """Say a line to all, at any time: written to disk, then sent. Raises LocalFault, with nothing said."""
