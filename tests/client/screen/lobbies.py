"""People before one lobby, each at a screen of his own, joined by a network that loses nothing and takes no time."""

from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import trio
from trio.testing import wait_all_tasks_blocked

from client.lobby.desk import Desk
from client.lobby.front import HostTools
from client.matches import complete_settings, parse_settings
from client.screen.keys import Keymap
from client.screen.lobby import LobbyView
from client.screen.shell import Shell
from client.screen.terminal import ScreenTerminal
from engine.core.plain import frozen
from engine.registry import game
from net.address import Address
from net.attempt import GatheringError
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.mesh import Mesh
from protocol.identity import SigningKey
from protocol.lobby import GuestLobby, HostLobby, TableOffer
from tests.client.screen.keyboard import Nothing

AGOT = game("agot")
TABLE = bytes(16)
NAMES = ("Ann", "Bob", "Łucja 龍", "Dora", "Eve")


class Wires:
    """The network: frames wait here until `carry`."""

    def __init__(self) -> None:
        self.rooms: dict[bytes, HostRoom | GuestRoom] = {}
        self.apart: set[frozenset[bytes]] = set()
        """Pairs without a link."""
        self.ended: dict[bytes, str] = {}
        """Why somebody is no longer in the lobby."""
        self._under_way: deque[tuple[bytes, bytes, bytes]] = deque()

    def send(self, sender: bytes, peer: bytes, frame: bytes) -> None:
        self._under_way.append((sender, peer, frame))

    def carry(self) -> None:
        """Hand over all that is under way, and what comes of it."""
        while self._under_way:
            sender, peer, frame = self._under_way.popleft()
            room = self.rooms.get(peer)
            if room is not None:
                try:
                    room._sort(sender, frame)
                    room.settle()
                except GatheringError as error:
                    del self.rooms[peer]
                    self.ended[peer] = str(error)


class Plug:
    """One end of it, in the place of a `Mesh`."""

    def __init__(self, wires: Wires, me: bytes) -> None:
        self.me = me
        self.linked: set[bytes] = set()
        self._wires = wires

    def send(self, peer: bytes, frame: bytes) -> None:
        self._wires.send(self.me, peer, frame)

    def want(self, peer: bytes, *_: Any) -> None:
        room = self._wires.rooms.get(self.me)
        if isinstance(room, GuestRoom) and peer != room.host:
            apart = frozenset((self.me, peer)) in self._wires.apart
            room.lobby.tie(peer, not apart, "no answer" if apart else "")

    def drop(self, peer: bytes, *_: Any) -> None: ...


class Guest:
    """Somebody at a screen; number 0 is the host."""

    def __init__(self, wires: Wires, number: int, bot: bool = False) -> None:
        self.key = SigningKey(bytes([number + 1]) * 32)
        self.name = f"Bot {number}" if bot else NAMES[number]
        self.bot = bot
        self.now = 0.0
        self.shell = Shell(Nothing(), Keymap())
        self.terminal = ScreenTerminal(self.shell, self._stage)
        self.bots: list[int] = []
        self.ours: Sequence[bytes] = ()
        tools = HostTools(
            complete_settings, parse_settings, self.bots.append, lambda: self.ours, "km1:" + "abcdefgh" * 20
        )
        self.desk = Desk(self.terminal, False, tools=tools if number == 0 else None)
        self.plug = Plug(wires, self.key.public)
        self.wires = wires

    def _stage(self, terminal: ScreenTerminal, desk: object) -> LobbyView:
        assert isinstance(desk, Desk)
        return LobbyView(terminal, desk, lambda: self.now)

    def open(self, seats: int) -> HostRoom:
        """Open a table."""
        offer = TableOffer("agot", frozen(complete_settings("agot", seats, {})), 0, bytes(32), seats)
        lobby = HostLobby(offer, self.key.public, self.name, ("127.0.0.1:7777",))
        room = HostRoom(cast("Mesh", self.plug), lobby, self.desk.told, False)
        self.wires.rooms[self.key.public] = room
        self.desk.opened(room)
        room.settle()
        return room

    def visit(self, host: "Guest") -> None:
        """Come to a table."""
        invitation = Invitation(host.key.public, TABLE, bytes(range(16)), (Address("127.0.0.1", 7777),))
        lobby = GuestLobby(self.key.public, host.key.public, self.name, [("agot", 0, bytes(32))], (), self.bot)
        room = GuestRoom(cast("Mesh", self.plug), lobby, self.desk.told, self.bot, invitation, _no_code)
        self.wires.rooms[self.key.public] = room
        self.desk.opened(room)
        lobby.connected()
        room.settle()
        self.wires.carry()

    async def press(self, *keys: str) -> str:
        """Press keys, each after what the one before led to; gives what is seen then."""
        for key in keys:
            self.shell.key(key)
            await self.wait()
        return self.look()

    async def type(self, text: str) -> str:
        """Type the line that is asked for."""
        assert self.shell.typing is not None
        self.shell.submitted(text)
        await self.wait()
        return self.look()

    async def wait(self) -> None:
        """Until nothing moves any more."""
        await wait_all_tasks_blocked()
        self.wires.carry()

    def look(self, width: int = 80, height: int = 24) -> str:
        """What is seen."""
        return self.shell.draw(width, height).text


async def _no_code(_: bool) -> str | None:
    return None


@asynccontextmanager
async def lobby(
    seats: int, guests: int, bots: int = 0, apart: tuple[int, int] | None = None
) -> AsyncIterator[list[Guest]]:
    """A host, some guests and some bots of the host, in this order, all in one lobby."""
    wires = Wires()
    people = [Guest(wires, number, number > guests) for number in range(1 + guests + bots)]
    if apart is not None:
        wires.apart.add(frozenset(people[number].key.public for number in apart))
    people[0].open(seats)
    for person in people[1:]:
        person.visit(people[0])
    people[0].ours = [person.key.public for person in people if person.bot]
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.desk.listen, trio.CancelScope(), nursery.cancel_scope)
            await people[0].wait()
            yield people
            nursery.cancel_scope.cancel()
