"""Peers whose link was ended for nonsense get another chance: their seats are still needed."""

from collections.abc import Mapping

import trio

from net.address import Address
from net.mesh import Mesh

SECOND_CHANCE = 10
"""Seconds after which a peer whose link was ended for nonsense may come back."""
NONSENSE = "protocol-fault"
"""The word that such a peer is told."""


class Pardons:
    """Who was dropped, and until when. `ways`: the addresses at which each peer is called again, by its key."""

    def __init__(self, mesh: Mesh, ways: Mapping[bytes, tuple[Address, ...]]) -> None:
        self._mesh = mesh
        self._ways = ways
        self._waiting: list[tuple[float, bytes]] = []

    @property
    def wake(self) -> float:
        """When the next one is to be let in again."""
        return min((moment for moment, _ in self._waiting), default=float("inf"))

    def drop(self, peer: bytes) -> None:
        """End the link to a peer that sends what no honest one would."""
        self._mesh.drop(peer, NONSENSE)
        self._waiting.append((trio.current_time() + SECOND_CHANCE, peer))

    def grant(self) -> None:
        """Let in, and call, those who have waited for long enough."""
        now = trio.current_time()
        for moment, peer in self._waiting:
            if moment <= now:
                self._mesh.want(peer, self._ways.get(peer, ()))
        self._waiting = [(moment, peer) for moment, peer in self._waiting if moment > now]
