"""Before the form: who sits at the table, told by the host to all (SPEC.md section 8). No I/O.

The host keeps the list and tells it; guests wish. When everybody sits, is linked to everybody and is ready for the very
list that is shown, the host freezes the form and is from then on a peer like any other. An attempt to agree that fails
leads back here.
"""

from protocol.lobby.attempts import Attempts
from protocol.lobby.guest import GuestLobby
from protocol.lobby.host import HostLobby
from protocol.lobby.messages import (
    LOBBY_LIMIT,
    TAKEN,
    TEXT_LIMIT,
    LobbyFault,
    LobbyKind,
    NoSeat,
    decode,
    encode,
    of_lobby,
)
from protocol.lobby.people import AttemptFailed, Changed, Gap, News, Person, Spoken, Start, TableOffer, View

__all__ = [
    "LOBBY_LIMIT",
    "TAKEN",
    "TEXT_LIMIT",
    "AttemptFailed",
    "Attempts",
    "Changed",
    "Gap",
    "GuestLobby",
    "HostLobby",
    "LobbyFault",
    "LobbyKind",
    "News",
    "NoSeat",
    "Person",
    "Spoken",
    "Start",
    "TableOffer",
    "View",
    "decode",
    "encode",
    "of_lobby",
]
