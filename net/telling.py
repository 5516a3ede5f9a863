"""What a running table tells whoever plays, besides what the session tells: links, and the end."""

from dataclasses import dataclass
from typing import TypeAlias

from protocol.events import Event


@dataclass(frozen=True)
class Away:
    """No link to `seat` for now; the game waits for it only where it is needed. `cause` is a predicate for people."""

    seat: int
    cause: str


@dataclass(frozen=True)
class Back:
    """A link to `seat` stands (again)."""

    seat: int


@dataclass(frozen=True)
class TableOver:
    """Nothing is left to play, and the others need nothing more: the table stays open for talk alone, until it closes.

    Only a table at which somebody stays tells it. `reason` is that of TableClosed; `there`: the seats with a link.
    """

    reason: str
    there: tuple[int, ...]


@dataclass(frozen=True)
class TableClosed:
    """Nothing more will come. `reason` is empty after a game that was played to its end."""

    reason: str = ""


TableEvent: TypeAlias = Event | Away | Back | TableOver | TableClosed
