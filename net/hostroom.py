"""The host's place in a lobby over the mesh."""

import trio
from typing_extensions import override

from net.attempt import Tell
from net.events import Frame, LinkDown, LinkUp, NoLink
from net.faults import CodeClosed, declined_seat
from net.gathering import AWAY_SECONDS, NONSENSE, Room, farewell, parsed
from net.link import LEAVING
from net.mesh import Mesh
from net.rendezvous import NoRelay, RelayBack
from protocol.lobby import Changed, HostLobby, News, Start


class HostRoom(Room):
    """The host's. `lobby` is the machine.

    Attributes:
        visited: whether anybody has ever come to the door, let in or not.
        no_relay: why nobody can come by the relay now, a predicate; "" if they can, or there is none.
    """

    def __init__(self, mesh: Mesh, lobby: HostLobby, tell: Tell, yes: bool) -> None:
        super().__init__(mesh, lobby, mesh.me, tell, yes)
        self.lobby = lobby
        self.visited = False
        self.no_relay = ""
        self._away: dict[bytes, float] = {}

    @override
    async def start(self) -> Start:
        """Seat guests until all are ready, then freeze the form and give it to all.

        A guest who sends nonsense loses its link, the others stay.
        """
        lobby = self.lobby
        for person in lobby.view.people:
            if person.identity not in (self.mesh.me, *self.mesh.linked):  # lost while the table was being agreed
                self._lost(person.identity)
        while True:
            self.settle()
            if lobby.view.may_start:
                start = lobby.freeze()
                self._want_all(start)
                self.settle()
                return start
            event = await self._next(min(self._away.values(), default=float("inf")))
            if isinstance(event, Frame):
                self._away.pop(event.peer, None)
                self._sort(event.peer, event.payload)
            elif isinstance(event, LinkDown):
                self._down(event)
            elif isinstance(event, LinkUp):
                self.visited = True
            elif isinstance(event, NoLink):
                self._knocked(event)
            now = trio.current_time()
            for peer in [peer for peer, moment in self._away.items() if moment <= now]:
                del self._away[peer]
                lobby.left(peer)

    def _knocked(self, event: NoLink) -> None:
        if isinstance(event.fault, NoRelay | RelayBack):
            trouble = event.fault.trouble if isinstance(event.fault, NoRelay) else ""
            if trouble != self.no_relay:  # several connections wait there, and each tells
                self.no_relay = trouble
                self.tell(event)
        else:
            self.visited |= event.peer is None
            if isinstance(event.fault, CodeClosed):
                self.tell(event)

    def _down(self, event: LinkDown) -> None:
        if farewell(event):
            self.lobby.left(event.peer)
        else:
            self._lost(event.peer)

    def _lost(self, peer: bytes) -> None:
        self.lobby.away(peer)
        self._away[peer] = trio.current_time() + AWAY_SECONDS

    @override
    def _heed(self, news: News) -> None:
        """Who has left is called no more."""
        if isinstance(news, Changed) and news.before is not None:
            staying = {person.identity for person in news.after.people}
            for person in news.before.people:
                if person.identity not in staying:
                    self._away.pop(person.identity, None)
                    self.mesh.drop(person.identity, LEAVING)

    def _want_all(self, start: Start) -> None:
        for seat, addresses in zip(start.form.seats, start.addresses, strict=True):
            if seat.identity != self.mesh.me:
                self.mesh.want(seat.identity, parsed(addresses))

    @override
    def _be_ready(self) -> bool:
        lobby = self.lobby
        if not self.yes or lobby.starting or lobby.is_ready or lobby.me.seat is None:
            return False
        lobby.ready(True)
        return True

    @override
    def _hear(self, peer: bytes, frame: bytes) -> None:
        self.lobby.receive(peer, frame)

    @override
    def _nonsense(self, peer: bytes) -> None:
        self.mesh.drop(peer, NONSENSE)
        self.lobby.left(peer)

    @override
    def _judge_attempt(self) -> None:
        if not self.lobby.starting:
            self._lose()

    @override
    async def _gone(self, peer: bytes, reason: str) -> None:
        if (seat := declined_seat(reason)) is not None:
            mine = f"the changed key of {self.lobby.me.name}"  # all are told this, and not only we
            key = self._key_of(seat, mine, "the changed key of another player")
            self.lobby.again(f"{self.lobby.view.name(peer)} did not accept {key} and left")
        self.lobby.left(peer)
        self.settle()
        self._judge_attempt()

    @override
    async def _give_up(self, start: Start, why: str) -> None:
        self.lobby.again(why)
        self.settle()
        self._lose()
