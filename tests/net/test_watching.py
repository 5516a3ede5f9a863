"""A spectator over real links: too early, to the end, cut off, refused; and one that acts."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
import trio
from typing_extensions import override

from engine.core.cards import NO_FACES
from engine.core.match import Match
from net.address import Address, parse_address
from net.attempt import Agreed
from net.events import LinkDown
from net.faults import NOT_BEGUN, READ_ONLY, Left, Stranger
from net.gathering import Room
from net.mesh import Mesh, open_mesh
from net.sockets import connect_tcp
from net.table import Table
from net.telling import TableClosed, TableOver
from net.watching import Apart, Shut, WatchRefused, watch_table
from protocol.agreeing import Agreeing
from protocol.agreement import SPECTATORS, Form
from protocol.encoding import pack
from protocol.events import Answered, Asked, Ended, Said, Watched
from protocol.identity import SigningKey
from protocol.lobby import Start, TableOffer
from protocol.record import assemble
from protocol.watching import Shown, Watcher
from protocol.wire import Kind, encode
from tests.core import duel
from tests.net.test_table import DATA, TOKEN, Player, cut

SPECTATOR = SigningKey(bytes([77]) * 32)
OPEN = TableOffer("duel", ((SPECTATORS, True),), 1, DATA, 3)
CLOSED = TableOffer("duel", (), 1, DATA, 3)


class Showing(Player):
    """A host whose door stays open when the game has begun, as the client's does where people may watch.

    It does not play before somebody wakes it.
    """

    def __init__(self, number: int, seats: int) -> None:
        super().__init__(number, seats)
        self.way: Address | None = None
        self.opened, self.begun, self.awake = trio.Event(), trio.Event(), trio.Event()

    @override
    async def play(self, mesh: Mesh, room: Room) -> None:
        person = room._lobby.view.person(mesh.me) if room._lobby.view is not None else None
        assert person is not None
        self.way = parse_address(person.addresses[0])
        self.opened.set()
        agree = room.agree

        async def agreed(agreeing: Agreeing, start: Start) -> Agreed:
            done = await agree(agreeing, start)
            if start.form.spectators:
                mesh.token = TOKEN
            return done

        self.patch.setattr(room, "agree", agreed)
        await super().play(mesh, room)

    @override
    async def watch(self, mesh: Mesh, table: Table) -> None:
        self.begun.set()
        await self.awake.wait()
        await super().watch(mesh, table)


def factory(form: Form) -> Match[Any]:
    return Match.start(duel.GAME, len(form.seats), {})


class Onlooker:
    """A spectator's program."""

    def __init__(self, host: Showing, heard: Callable[[object], None] = lambda event: None) -> None:
        self.host, self.heard = host, heard
        self.watcher = Watcher(factory)
        self.items: list[bytes] = []
        self.seen: list[object] = []
        self.streams: list[trio.abc.Stream] = []
        self.refused = ""
        self.stays = False
        self.told = trio.Event()

    async def connect(self, address: Address) -> trio.abc.Stream:
        self.streams.append(await connect_tcp(address))
        if any(isinstance(event, Shown) for event in self.seen):
            self.host.awake.set()  # it has come back
        return self.streams[-1]

    def tell(self, event: object) -> None:
        self.seen.append(event)
        self.told.set()
        self.heard(event)

    async def run(self) -> None:
        await self.host.opened.wait()
        assert self.host.way is not None
        key = self.host.key.public
        async with open_mesh(SPECTATOR, connect=self.connect) as mesh:
            mesh.want(key, (self.host.way,), TOKEN)
            try:
                await watch_table(mesh, self.watcher, key, self.tell, self.items.extend, stay=self.stays)
            except WatchRefused as refused:
                self.refused = str(refused)

    @property
    def record(self) -> bytes:
        assert self.watcher.reading is not None
        return assemble(self.watcher.reading.agreement, self.items)


class Waiting(Player):
    """A guest that sits down when the spectator has been told that the game has not begun."""

    def __init__(self, number: int, onlooker: Onlooker) -> None:
        super().__init__(number, 3)
        self.onlooker = onlooker

    @override
    async def play(self, mesh: Mesh, room: Room) -> None:
        await self.onlooker.told.wait()
        await super().play(mesh, room)


async def play(players: Sequence[Player], offer: TableOffer, *others: Callable[[], Any]) -> None:
    send, receive = trio.open_memory_channel[tuple[bytes, Address]](0)
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(players[0].host, offer, send)
            for other in others:
                nursery.start_soon(other)
            for player in players[1:]:
                nursery.start_soon(player.join, receive)


async def test_a_spectator_that_comes_too_early_sees_the_whole_game_and_keeps_the_same_record() -> None:
    host = Showing(0, 3)
    onlooker = Onlooker(host, lambda event: host.awake.set() if isinstance(event, Shown) else None)
    players = [host, Waiting(1, onlooker), Waiting(2, onlooker)]
    await play(players, OPEN, onlooker.run)
    assert isinstance(onlooker.seen[0], Apart)
    assert onlooker.seen[0].cause == Left(None, NOT_BEGUN).cause
    assert isinstance(onlooker.seen[1], Shown)
    assert [player.closed for player in players] == [TableClosed()] * 3
    assert {onlooker.record} == {player.record for player in players}
    answered = [e for e in host.seen if isinstance(e, Answered)]
    assert [e for e in onlooker.seen if isinstance(e, Answered)] == answered
    assert isinstance(onlooker.seen[-1], Ended)
    assert next(e for e in host.seen if isinstance(e, Watched)) == Watched(1)
    assert not any(isinstance(e, Watched) for e in players[1].seen)


async def test_a_spectator_whose_link_breaks_is_shown_the_rest() -> None:
    host = Showing(0, 3)

    def stumble(event: object) -> None:
        stream = onlooker.streams[-1]
        if isinstance(event, Shown) and isinstance(stream, trio.SocketStream):
            cut(stream)

    onlooker = Onlooker(host, stumble)
    players = [host, Player(1, 3), Player(2, 3)]

    async def late() -> None:
        await host.begun.wait()
        await onlooker.run()

    await play(players, OPEN, late)
    assert any(isinstance(event, Apart) for event in onlooker.seen)
    assert sum(isinstance(event, Shown) for event in onlooker.seen) == 1
    assert {onlooker.record} == {player.record for player in players}


class Talking(Player):
    """Somebody who stays at the table when all is over; what happens there is told to `after`, until it says enough."""

    async def after(self, table: Table, event: object) -> bool:
        """Hears somebody say something, and leaves."""
        return isinstance(event, Said)

    @override
    async def watch(self, mesh: Mesh, table: Table) -> None:
        table.stay()
        draw = Random(self.number).randrange
        async for event in table:
            self.seen.append(event)
            if isinstance(event, Asked):
                await table.choose(event.slot, event.question.options(table.seat).sample(draw, NO_FACES))
            elif await self.after(table, event):
                return


class Thanking(Showing, Talking):
    """A host who says something at the end, and stays until nobody else does."""

    @override
    async def after(self, table: Table, event: object) -> bool:
        if isinstance(event, TableOver):
            await table.say("thanks for watching")
        return False


@pytest.mark.parametrize("stays", [False, True])
async def test_a_spectator_that_stays_hears_the_talk_after_the_end_until_the_host_leaves(stays: bool) -> None:
    """SPEC 19: spectators are told talk as the seats are. One who does not stay is done when the game is."""
    host = Thanking(0, 3)
    onlooker = Onlooker(host, lambda event: host.awake.set() if isinstance(event, Shown) else None)
    onlooker.stays = stays
    await play([host, Talking(1, 3), Player(2, 3)], OPEN, onlooker.run)
    at = next(n for n, event in enumerate(onlooker.seen) if isinstance(event, Ended))
    heard = [event.text for event in onlooker.seen[at:] if isinstance(event, Said)]
    assert heard == (["thanks for watching"] if stays else [])
    assert [event for event in onlooker.seen if isinstance(event, Shut)] == ([Shut()] if stays else [])
    assert isinstance(onlooker.seen[-1], Shut if stays else Ended), "the truth is the last word"
    assert onlooker.record == host.record, "late talk stands in no record"


async def test_where_nobody_may_watch_the_door_is_shut() -> None:
    host = Showing(0, 3)
    onlooker = Onlooker(host)
    players = [host, Player(1, 3), Player(2, 3)]

    async def late() -> None:
        await host.begun.wait()
        await onlooker.run()
        host.awake.set()

    await play(players, CLOSED, late)
    assert "lets nobody watch" in onlooker.refused
    assert onlooker.watcher.reading is None
    assert [player.closed for player in players] == [TableClosed()] * 3


@pytest.mark.parametrize(
    ("frames", "reason"),
    [
        ([encode(Kind.LINKED, ())] * 2, READ_ONLY),
        ([encode(Kind.WATCH, 0, 0)] * 65, "flood"),
        ([pack((40,))], "garbage"),
        ([pack((1, "name", False, (), ()))], Stranger.code),  # whoever would sit down now is told so, as ever
    ],
)
async def test_a_spectator_that_does_more_than_watch_is_shown_the_door(frames: list[bytes], reason: str) -> None:
    host = Showing(0, 3)
    players = [host, Player(1, 3), Player(2, 3)]
    why: list[str] = []

    async def act() -> None:
        await host.begun.wait()
        assert host.way is not None
        async with open_mesh(SPECTATOR) as mesh:
            mesh.want(host.key.public, (host.way,), TOKEN)
            async for event in mesh.events:
                if isinstance(event, LinkDown):
                    assert isinstance(event.fault, Left)
                    why.append(event.fault.reason)
                    break
                for frame in frames:
                    mesh.send(host.key.public, frame)
        host.awake.set()

    await play(players, OPEN, act)
    assert why == [reason]
    assert [player.closed for player in players] == [TableClosed()] * 3
    assert len({player.record for player in players}) == 1
