"""The seam between playing and the network: what line mode and bots need of a table, and what a table tells them."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.plain import Seat
from protocol.events import Event


@dataclass(frozen=True)
class LinkUp:
    """`seat` can be reached (again)."""

    seat: Seat


@dataclass(frozen=True)
class LinkDown:
    """`seat` cannot be reached; the table waits for it when it is needed."""

    seat: Seat


@dataclass(frozen=True)
class TableClosed:
    """Nothing more will come. `reason` is empty after a game that was played and audited to the end."""

    reason: str = ""


TableEvent: TypeAlias = Event | LinkUp | LinkDown | TableClosed


class Table(Protocol):
    """One seat at one table. `seat` is mine, `names` are all players' by seat.

    Iterating yields what the session tells, links and their loss, and TableClosed at the end; `match` already stands
    where the event has led.
    """

    match: Match[Any]
    seat: Seat
    names: Sequence[str]

    @property
    def slot(self) -> int:
        """The number of the open question."""

    @property
    def known(self) -> Faces:
        """The faces of closed cards that I have seen."""

    @property
    def waiting_for(self) -> Sequence[Seat]:
        """The seats whose answer to the open question is missing, mine included."""

    def __aiter__(self) -> AsyncIterator[TableEvent]:
        """The events from now on."""

    async def choose(self, slot: int, value: Any) -> None:
        """Answer the question of `slot`: written to disk, then sent. Raises Refused, with nothing sent."""
