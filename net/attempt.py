"""What comes of an attempt to agree on a table: an agreement, another attempt, or an end with a reason."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from net.events import NoLink
from protocol.agreement import Agreement
from protocol.lobby import News


class GatheringError(Exception):
    """No table came about. The text says who or what stood in the way, for the player."""


class LobbyOver(GatheringError):
    """The host has closed the lobby, or taken us from it: the text is a whole sentence for the player."""


class AttemptLost(Exception):
    """This attempt to agree has failed; the lobby goes on. The people have been told."""


class Declined(Exception):
    """The person does not accept somebody's key, and so not the table; a caller derives an error of its own from it.

    Attributes:
        seat: whose key it is.
    """

    seat: int


@dataclass(frozen=True)
class Late:
    """The table is being signed, and the word of these players is still missing."""

    names: tuple[str, ...]


Told: TypeAlias = News | NoLink | Late
"""What people are told: news of the lobby, ways to somebody that lead nowhere, and whom the signing waits for."""
Tell: TypeAlias = Callable[[Told], None]


@dataclass(frozen=True)
class Agreed:
    """A signed agreement, and what faster seats said before we had it: the session's first input, in order."""

    agreement: Agreement
    early: tuple[tuple[bytes, bytes], ...]
