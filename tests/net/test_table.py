"""A whole table over real loopback links: lobby, agreement, game, record; a liar among them; a cut link."""

import socket
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
import trio
from typing_extensions import override

from engine.core.cards import NO_FACES
from engine.core.match import Match
from net.address import Address
from net.attempt import GatheringError, Told
from net.gathering import Room
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.mesh import Mesh, open_mesh
from net.sockets import connect_tcp, listen_tcp, port_of
from net.table import Table, open_table
from net.telling import Away, Back, TableClosed
from protocol.agreeing import Agreeing
from protocol.events import Answered, Asked, Ended
from protocol.identity import SigningKey
from protocol.lobby import GuestLobby, HostLobby, TableOffer
from protocol.record import assemble
from protocol.secret import SeatKeys
from tests.core import duel

TOKEN = bytes(16)
DATA = bytes(32)


class Memory:
    """A journal that knows what was on the disk at each moment."""

    def __init__(self) -> None:
        self.items: list[bytes] = []
        self.synced = 0

    def write(self, items: Sequence[bytes]) -> None:
        self.items += items

    def sync(self, items: Sequence[bytes]) -> None:
        self.items += items
        self.synced = len(self.items)


class Player:
    """One process's worth of program, in one task."""

    def __init__(self, number: int, seats: int) -> None:
        self.key = SigningKey(bytes([number + 1]) * 32)
        self.number, self.seats = number, seats
        self.journal = Memory()
        self.seen: list[Any] = []
        self.told: list[Told] = []
        self.record = b""
        self.closed: TableClosed | None = None
        self.digest = b""
        self.streams: list[trio.abc.Stream] = []
        self.patch = pytest.MonkeyPatch()
        self.frames = 0

    async def connect(self, address: Address) -> trio.abc.Stream:
        self.streams.append(await connect_tcp(address))
        return self.streams[-1]

    async def host(self, offer: TableOffer, invited: "trio.MemorySendChannel[tuple[bytes, Address]]") -> None:
        listeners = await listen_tcp(0, ("127.0.0.1",))
        way = Address("127.0.0.1", port_of(listeners[0]))
        async with open_mesh(self.key, listeners=listeners, token=TOKEN, connect=self.connect) as mesh:
            for _ in range(offer.seats - 1):
                await invited.send((self.key.public, way))
            lobby = HostLobby(offer, self.key.public, f"P{self.number}", (way.text,))
            await self.play(mesh, HostRoom(mesh, lobby, self.told.append, True))

    async def join(self, invited: "trio.MemoryReceiveChannel[tuple[bytes, Address]]") -> None:
        host, way = await invited.receive()
        listeners = await listen_tcp(0, ("127.0.0.1",))
        mine = Address("127.0.0.1", port_of(listeners[0]))
        async with open_mesh(self.key, listeners=listeners, connect=self.connect) as mesh:
            lobby = GuestLobby(self.key.public, host, f"P{self.number}", [("duel", 1, DATA)], (mine.text,))
            invitation = Invitation(host, bytes(16), TOKEN, (way,))
            await self.play(mesh, GuestRoom(mesh, lobby, self.told.append, True, invitation, no_code))

    async def play(self, mesh: Mesh, room: Room) -> None:
        start = await room.start()
        seat = start.form.seat_of(self.key.public)
        assert seat is not None
        keys = SeatKeys.from_bytes(bytes([self.number + 100]) * 96)
        agreeing = Agreeing(start.form, seat, self.key, keys, bytes([self.number]) * 32)
        agreed = await room.agree(agreeing, start)
        match: Match[Any] = Match.start(duel.GAME, self.seats, {})
        send = mesh.send

        def careful(peer: bytes, frame: bytes) -> bool:
            assert self.journal.synced == len(self.journal.items), "sent before it was on the disk"
            self.frames += 1
            return send(peer, frame)

        self.patch.setattr(mesh, "send", careful)
        async with open_table(mesh, agreed, seat, keys, match, self.journal, {}) as table:
            await self.watch(mesh, table)
        self.digest = match.digest
        self.record = assemble(agreed.agreement, self.journal.items)

    async def watch(self, mesh: Mesh, table: Table) -> None:
        draw = Random(self.number).randrange
        async for event in table:
            self.seen.append(event)
            if isinstance(event, Asked):
                value = event.question.options(table.seat).sample(draw, NO_FACES)
                await table.choose(event.slot, value)
            elif isinstance(event, TableClosed):
                self.closed = event


async def no_code(wrong: bool) -> str | None:
    return None


async def run(players: Sequence[Player], offer: TableOffer) -> None:
    send, receive = trio.open_memory_channel[tuple[bytes, Address]](0)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(players[0].host, offer, send)
            for player in players[1:]:
                nursery.start_soon(player.join, receive)


def offer(seats: int) -> TableOffer:
    return TableOffer("duel", (), 1, DATA, seats)


async def test_four_seats_play_to_the_end_over_tls_and_keep_the_same_record() -> None:
    players = [Player(i, 4) for i in range(4)]
    await run(players, offer(4))
    assert [p.closed for p in players] == [TableClosed()] * 4
    assert len({p.digest for p in players}) == 1
    assert len({p.record for p in players}) == 1
    assert all(p.frames > 20 for p in players)
    for player in players:
        ended = [e for e in player.seen if isinstance(e, Ended)]
        assert [e.secrets_open for e in ended] == [(0, 1, 2, 3)]
        assert sum(isinstance(e, Answered) for e in player.seen) > 8
        assert not [e for e in player.seen if isinstance(e, Away) and not isinstance(player.seen[-1], TableClosed)]


class Stumbling(Player):
    """Its links break once in the middle of the game, and come back."""

    @override
    async def watch(self, mesh: Mesh, table: Table) -> None:
        draw = Random(self.number).randrange
        fallen = False
        async for event in table:
            self.seen.append(event)
            if isinstance(event, Asked) and event.slot > 3 and not fallen:
                fallen = True
                for stream in self.streams:
                    if isinstance(stream, trio.SocketStream):
                        cut(stream)
            if isinstance(event, Asked):
                await table.choose(event.slot, event.question.options(table.seat).sample(draw, NO_FACES))
            elif isinstance(event, TableClosed):
                self.closed = event


def cut(stream: trio.SocketStream) -> None:
    """As if the network had reset the connection: trio's own objects know nothing of it."""
    with socket.fromfd(stream.socket.fileno(), stream.socket.family, stream.socket.type) as twin:
        twin.shutdown(socket.SHUT_RDWR)


async def test_links_that_break_in_the_middle_cost_nobody_the_game() -> None:
    players = [Player(0, 3), Stumbling(1, 3), Player(2, 3)]
    await run(players, offer(3))
    assert [p.closed for p in players] == [TableClosed()] * 3
    assert len({p.record for p in players}) == 1
    assert [e.seat for e in players[0].seen if isinstance(e, Away)][:1] == [1]
    assert any(isinstance(e, Back) and e.seat == 1 for e in players[0].seen)


async def test_a_guest_of_another_version_is_told_so_and_goes() -> None:
    host, guest = Player(0, 2), Player(1, 2)
    send, receive = trio.open_memory_channel[tuple[bytes, Address]](0)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, TableOffer("duel", (), 2, DATA, 2), send)
            with pytest.raises(ExceptionGroup) as caught:
                await guest.join(receive)
            nursery.cancel_scope.cancel()
    (error,) = caught.value.exceptions
    assert isinstance(error, GatheringError)
    assert "you must update" in str(error)
