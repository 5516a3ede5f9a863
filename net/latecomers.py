"""Who is still in the lobby when the game has begun: frames that are not for the session, and how they are met."""

from net.faults import Stranger
from net.mesh import Mesh
from protocol.agreeing import said
from protocol.encoding import EncodingFault
from protocol.lobby import LobbyFault, of_lobby
from protocol.session import Session
from protocol.wire import Kind, peek


class Latecomers:
    """Those who have missed the end of the lobby at this table."""

    def __init__(self, mesh: Mesh, session: Session) -> None:
        self._mesh = mesh
        self._session = session
        self._helped: set[bytes] = set()

    def linked(self, peer: bytes) -> None:
        """A new link to a seat's peer stands: on this one it may be helped again."""
        self._helped.discard(peer)

    def admits(self, peer: bytes, frame: bytes) -> bool:
        """Whether the session is to read a frame. A peer that is late is helped, one that is too late goes."""
        if self._session.agreement.form.seat_of(peer) is None:
            return self._admits_guest(peer, frame)
        if _late(frame):
            self._help(peer)
        return not _of_lobby(frame)

    def _admits_guest(self, peer: bytes, frame: bytes) -> bool:
        """Somebody without a seat: a spectator, where there may be any, or too late for the lobby."""
        if self._session.agreement.form.spectators and not _late(frame):
            return True
        self._mesh.drop(peer, Stranger.code)
        return False

    def _help(self, peer: bytes) -> None:
        """Tell a peer that has not agreed to the end what we said there, once a link: its link broke, or ours."""
        if peer not in self._helped:
            self._helped.add(peer)
            for words in said(self._session.agreement, self._session.seat):
                self._mesh.send(peer, words)


def _late(frame: bytes) -> bool:
    """Whether its sender has not come to the end of the agreement."""
    try:
        return peek(frame) < Kind.ENTRY
    except EncodingFault:
        return False  # the session will say so


def _of_lobby(frame: bytes) -> bool:
    """Whether a frame is a late one of the lobby, where the game has left: no fault, and of no use."""
    try:
        return of_lobby(frame)
    except LobbyFault:
        return False  # the session will say so
