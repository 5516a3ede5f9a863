"""Homes that cannot reach each other: a whole game through one relay, and how soon who was away is back."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

import pytest
import trio
from trio.testing import MockClock
from typing_extensions import override

from net.address import Address
from net.events import LinkUp
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.mesh import Mesh, open_mesh
from net.relay.figures import Figures
from net.relay.relay import open_relay
from net.rendezvous import Rendezvous
from net.sockets import listen_tcp, port_of
from net.table import Table
from net.telling import Away, TableClosed
from protocol.identity import SigningKey
from protocol.lobby import GuestLobby, HostLobby, TableOffer
from tests.core import duel
from tests.net.relayed import Homes, at_home, homes
from tests.net.test_table import DATA, TOKEN, Player, no_code, offer, run
from tests.net.wire import LIMITS, Party, at, keys


class Homebound(Player):
    """A player who listens nowhere, and shows no address that leads to him."""

    relay = Address("127.0.0.1", 1)
    met: tuple[int, ...] = ()

    @override
    async def watch(self, mesh: Mesh, table: Table) -> None:
        await super().watch(mesh, table)
        self.met = (table.seat, *table.relayed)

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
            assert sorted(player.met) == [0, 1, 2, 3, 4]
            assert not [e for e in player.seen if isinstance(e, Away) and not isinstance(player.seen[-1], TableClosed)]
        assert await relay.drain(5) == 0
        # Four at the door, and every pair of guests.
        assert relay.metrics.pairs == 10
        assert relay.metrics.octets > 10_000
        assert set(relay.metrics.refused) <= {"left"}


# ------------------------------------------------------------ somebody is started again
FOUR = keys(4)


@asynccontextmanager
async def seated(wire: Homes, me: SigningKey, relayed: bool = False) -> AsyncIterator[Party]:
    """A seat of four, who listens at his number and calls the others at theirs, which is not to say that he gets there.

    `relayed`: whether he knows that he last met them at the relay.
    """
    async with at_home(wire, me, n=FOUR.index(me)) as party:
        for n, key in enumerate(FOUR):
            if key is not me:
                party.mesh.want(key.public, [at(n)], relayed=relayed)
        yield party


async def seconds_away(wire: Homes, relayed: bool, everybody: bool) -> list[float]:
    """From the moment in which one is started again until he is linked to each of the others.

    No address of anybody answers. `everybody`: all four were away, and are started at one moment.
    """
    wire.cut = "silent"
    gone = FOUR if everybody else FOUR[:1]
    async with AsyncExitStack() as stayed:
        async with AsyncExitStack() as evening:
            for key in reversed(FOUR):  # who stays comes first, and so ends last
                seat = seated(wire, key)
                party = await (evening if key in gone else stayed).enter_async_context(seat)
            await trio.sleep(20)
            assert len(party.mesh.linked) == 3
            assert party.mesh.relayed == party.mesh.linked
        await trio.sleep(20)
        async with AsyncExitStack() as evening:
            start = trio.current_time()
            back = [await evening.enter_async_context(seated(wire, key, relayed)) for key in gone]
            await trio.sleep(20)
            news = zip(back[0].events, back[0].times, strict=True)
            return [time - start for event, time in news if isinstance(event, LinkUp)]


@pytest.mark.parametrize("everybody", [False, True])
async def test_who_knows_that_the_relay_has_led_to_the_others_is_back_at_once(
    everybody: bool, autojump_clock: MockClock
) -> None:
    """Without that knowledge the addresses have their three seconds in advance."""
    async with homes() as wire:
        before = await seconds_away(wire, False, everybody)
    async with homes() as wire:
        after = await seconds_away(wire, True, everybody)
    assert len(before) == len(after) == 3
    assert min(before) >= LIMITS.relay_after
    assert max(after) <= LIMITS.head_start + 0.01


async def test_an_address_that_leads_somewhere_now_is_called_beside_the_relay(autojump_clock: MockClock) -> None:
    async with homes() as wire:
        wire.open = False
        async with seated(wire, FOUR[0], relayed=True) as one, seated(wire, FOUR[1], relayed=True):
            await trio.sleep(1)
            assert one.mesh.linked == (FOUR[1].public,)
            assert FOUR[1].public not in one.mesh.relayed, "the next start calls its address first"
            assert FOUR[2].public in one.mesh.relayed, "what an earlier run knew is not forgotten before it is refuted"
