"""A whole lobby in memory: the host, its guests, and what is under way between them."""

from collections import deque
from collections.abc import Sequence

from protocol.identity import SigningKey
from protocol.lobby import GuestLobby, HostLobby, TableOffer

KEYS = [SigningKey(bytes([i + 1]) * 32).public for i in range(7)]
DATA = bytes(range(32))
OFFER = TableOffer("agot", (), 3, DATA, 5)
GAMES = (("agot", 3, DATA),)


class Hall:
    """`linked`: guests are linked to each other as soon as they hear of each other."""

    def __init__(self, seats: int, linked: bool = True) -> None:
        offer = TableOffer("agot", (), 3, DATA, seats)
        self.host = HostLobby(offer, KEYS[0], "P0", ("10.0.0.0:1",))
        self.guests: dict[int, GuestLobby] = {}
        self.linked = linked
        self.up: dict[int, deque[bytes]] = {}
        self.down: dict[int, deque[bytes]] = {}

    def come(self, i: int, name: str = "", bot: bool = False, games: Sequence[tuple[str, int, bytes]] = GAMES) -> None:
        """A guest comes, and all that is under way arrives."""
        self.knock(i, name, bot, games)
        self.deliver()

    def knock(self, i: int, name: str = "", bot: bool = False, games: Sequence[tuple[str, int, bytes]] = GAMES) -> None:
        """A guest comes; nothing has arrived yet."""
        self.guests[i] = GuestLobby(KEYS[i], KEYS[0], name or f"P{i}", games, (f"10.0.0.{i}:1",), bot)
        self.up[i], self.down[i] = deque(), deque()
        self.guests[i].connected()

    def collect(self) -> None:
        """Put on the way what everybody has to say."""
        for i, guest in self.guests.items():
            self.up[i] += [frame for _, frame in guest.outgoing()]
        for peer, frame in self.host.outgoing():
            i = KEYS.index(peer)
            if i in self.down:
                self.down[i].append(frame)

    def step(self, i: int, upwards: bool) -> bool:
        """One frame arrives; gives whether there was one."""
        self.collect()
        queue = self.up[i] if upwards else self.down[i]
        if not queue:
            return False
        if upwards:
            self.host.receive(KEYS[i], queue.popleft())
        else:
            self.guests[i].receive(queue.popleft())
            self.link(i)
        return True

    def link(self, i: int) -> None:
        """Links of a guest to those it has heard of."""
        view = self.guests[i].view
        for person in view.people if self.linked and view is not None else ():
            if person.identity not in (KEYS[0], KEYS[i]):
                self.guests[i].tie(person.identity, True)

    def deliver(self) -> None:
        """Everything under way arrives."""
        while any(self.step(i, upwards) for upwards in (True, False) for i in self.guests):
            pass

    def all_ready(self) -> None:
        """Everybody who sits gets ready."""
        self.host.ready(True)
        for guest in self.guests.values():
            if guest.view is not None and guest.me.seat is not None:
                guest.ready(True)
        self.deliver()
