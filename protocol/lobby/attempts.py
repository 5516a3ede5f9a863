"""Which words of the agreement belong to which attempt (SPEC.md section 8). No I/O.

After a failed attempt the lobby starts over while words of the old attempt may still be under way, and a faster seat
may begin the next one before we know of it. So every link says BEGIN with the attempt's number before its first word.
"""

from protocol.agreeing import EARLY_FRAMES
from protocol.lobby.messages import LobbyFault, LobbyKind, decode, encode, of_lobby


class Attempts:
    """Sorts frames that are not for the lobby itself. One for the whole time of a lobby.

    A seat says nothing of an old attempt after it has begun a new one, on whatever link; so the last BEGIN of a seat
    counts until its next one. A seat that has never said it has taken part in no older attempt with us.
    """

    def __init__(self) -> None:
        self._heard: dict[bytes, int] = {}
        self._kept: list[tuple[int | None, bytes, bytes]] = []

    @staticmethod
    def opening(attempt: int) -> bytes:
        """The frame to send on a link before the first word of an attempt."""
        return encode(LobbyKind.BEGIN, attempt)

    def take(self, peer: bytes, frame: bytes) -> bool:
        """Whether `frame` was ours to sort; False for a message of the lobby. Raises LobbyFault for what is neither."""
        if not of_lobby(frame):
            if sum(who == peer for _, who, _ in self._kept) >= EARLY_FRAMES:
                raise LobbyFault("sent too much before its time")
            self._kept.append((self._heard.get(peer), peer, frame))
            return True
        kind, fields = decode(frame)
        if kind is LobbyKind.BEGIN:
            self._heard[peer] = fields[0]
        return kind is LobbyKind.BEGIN

    def due(self, attempt: int) -> list[tuple[bytes, bytes]]:
        """The frames of that attempt, in their order; those of older ones are forgotten."""
        due = [(peer, frame) for number, peer, frame in self._kept if number in (None, attempt)]
        self._kept = [kept for kept in self._kept if kept[0] is not None and kept[0] > attempt]
        return due
