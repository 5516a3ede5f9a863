"""Five homes, none of which can reach another, play a whole game through one relay."""

from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
import trio
from typing_extensions import override

from net.address import Address
from net.invite import Invitation
from net.mesh import open_mesh
from net.relay.figures import Figures
from net.relay.relay import open_relay
from net.rendezvous import Rendezvous
from net.rooms import GuestRoom, HostRoom
from net.sockets import listen_tcp, port_of
from net.table import Away, TableClosed
from protocol.lobby import GuestLobby, HostLobby, TableOffer
from tests.core import duel
from tests.net.test_table import DATA, TOKEN, Player, no_code, offer, run


class Homebound(Player):
    """A player who listens nowhere, and shows no address that leads to him."""

    relay = Address("127.0.0.1", 1)

    @override
    async def host(self, offer: TableOffer, invited: "trio.MemorySendChannel[tuple[bytes, Address]]") -> None:
        meeting = Rendezvous(self.relay, TOKEN)
        async with open_mesh(self.key, token=TOKEN, connect=self.connect, rendezvous=meeting) as mesh:
            for _ in range(offer.seats - 1):
                await invited.send((self.key.public, self.relay))
            lobby = HostLobby(offer, self.key.public, f"P{self.number}", ())
            await self.play(mesh, HostRoom(mesh, lobby, self.told.append, True))

    @override
    async def join(self, invited: "trio.MemoryReceiveChannel[tuple[bytes, Address]]") -> None:
        host, relay = await invited.receive()
        async with open_mesh(self.key, connect=self.connect, rendezvous=Rendezvous(relay, TOKEN)) as mesh:
            lobby = GuestLobby(self.key.public, host, f"P{self.number}", [("duel", 1, DATA)], ())
            invitation = Invitation(host, bytes(16), TOKEN, (), relay=relay)
            await self.play(mesh, GuestRoom(mesh, lobby, self.told.append, True, invitation, no_code))


async def test_five_homes_play_to_the_end_through_one_relay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel, "GAME", replace(duel.GAME, seats=(5,)))  # its rules do not count
    async with AsyncExitStack() as stack:
        listeners = await listen_tcp(0, ("127.0.0.1",))
        relay = await stack.enter_async_context(open_relay(listeners, Figures()))
        players = [Homebound(number, 5) for number in range(5)]
        for player in players:
            player.relay = Address("127.0.0.1", port_of(listeners[0]))
        await run(players, offer(5))
        assert [player.closed for player in players] == [TableClosed()] * 5
        assert len({player.record for player in players}) == 1
        for player in players:
            assert not [e for e in player.seen if isinstance(e, Away) and not isinstance(player.seen[-1], TableClosed)]
        assert await relay.drain(5) == 0
        # Four at the door, and every pair of guests.
        assert relay.metrics.pairs == 10
        assert relay.metrics.octets > 10_000
        assert set(relay.metrics.refused) <= {"left"}
