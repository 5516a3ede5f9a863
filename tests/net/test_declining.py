"""Somebody declines or leaves while the table is signed, under a simulated clock: all others know it at once.

docs/hosting.md, "In the lobby": whoever leaves then brings all others back to the lobby, and they are told who and why.
"""

import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
import trio
from trio.testing import MockClock

from net.attempt import AttemptLost, Declined, GatheringError, Late, Told
from net.faults import Left, declined, declined_seat
from net.gathering import AWAY_SECONDS, Room
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.mesh import open_mesh
from net.relay.figures import Figures
from protocol.agreeing import Agreeing
from protocol.agreement import Form
from protocol.lobby import AttemptFailed, GuestLobby, HostLobby, TableOffer
from protocol.secret import SeatKeys
from tests.net.relayed import MEET, RELAY, Homes, homes
from tests.net.wire import LIMITS, TOKEN, at, keys, tls

DATA = bytes(32)
THINKS = 19.0
"""Seconds, and between two pings: on a wire in memory a frame takes time, and a link cut in one can say no goodbye."""
NAMES = ("Ann", "Bob", "Cay")


class Refused(Declined):
    """The person does not accept the key of `seat`."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class Player:
    """One of three at a table on a wire.

    `thinks`: seconds in which its person looks at the key of player `doubts`, or of nobody, and then says no.
    """

    def __init__(self, wire: Homes, number: int, relayed: bool) -> None:
        self.wire, self.number, self.relayed = wire, number, relayed
        self.key = keys(3)[number]
        self.thinks: float | None = None
        self.doubts: int | None = 1
        self.told: list[Told] = []
        self.times: list[float] = []
        self.failed = ""
        self.ended = float("inf")
        self.withdrawn = False
        self.signed = trio.Event()
        self.leaving = trio.CancelScope()
        self.room: HostRoom | GuestRoom

    def tell(self, told: Told) -> None:
        self.told.append(told)
        self.times.append(trio.current_time())

    @asynccontextmanager
    async def sitting(self, host: "Player") -> AsyncIterator[Room]:
        ways = () if self.relayed else (at(self.number),)
        texts = tuple(way.text for way in ways)
        mine = self is host
        async with open_mesh(
            self.key,
            listeners=[] if self.relayed else [self.wire.door(self.number)],
            token=TOKEN if mine else None,
            tls=tls(),
            connect=self.wire.connect,
            limits=LIMITS,
            rng=random.Random(self.number),
            rendezvous=MEET if self.relayed else None,
        ) as mesh:
            if mine:
                lobby = HostLobby(TableOffer("duel", (), 1, DATA, 3), self.key.public, NAMES[self.number], texts)
                self.room = HostRoom(mesh, lobby, self.tell, True)
            else:
                way = () if self.relayed else (at(host.number),)
                invitation = Invitation(host.key.public, bytes(16), TOKEN, way, relay=RELAY if self.relayed else None)
                games = [("duel", 1, DATA)]
                guest = GuestLobby(self.key.public, host.key.public, NAMES[self.number], games, texts)
                self.room = GuestRoom(mesh, guest, self.tell, True, invitation, self.no_code)
            yield self.room

    async def no_code(self, wrong: bool) -> str | None:
        return None

    async def look(self, form: Form) -> None:
        if self.thinks is not None:
            try:
                await trio.sleep(self.thinks)
            except trio.Cancelled:
                self.withdrawn = True
                raise
            seat = form.seat_of(keys(3)[self.doubts].public) if self.doubts is not None else 25
            assert seat is not None
            raise Refused(seat)

    async def play(self, host: "Player") -> None:
        """Sit down and sign; afterwards be back in the lobby, or out of it."""
        with self.leaving:
            try:
                async with self.sitting(host) as room:
                    await self.sign(room)
            except* GatheringError as errors:
                self.failed = str(errors.exceptions[0])
            except* Refused:
                self.failed = "refused"
        self.ended = trio.current_time()

    async def sign(self, room: Room) -> None:
        start = await room.start()
        seat = start.form.seat_of(self.key.public)
        assert seat is not None
        try:
            await room.judged(lambda: self.look(start.form))
            entropy = bytes([self.number + 1])
            machine = Agreeing(start.form, seat, self.key, SeatKeys.from_bytes(entropy * 96), entropy * 32)
            await room.agree(machine, start)
            self.signed.set()
            await trio.sleep_forever()
        except AttemptLost:
            await room.start()  # back in the lobby, with one seat free

    def when(self, kind: type) -> float:
        """The moment in which the first news of that kind was told."""
        return next(time for told, time in zip(self.told, self.times, strict=True) if isinstance(told, kind))


@asynccontextmanager
async def table(relayed: bool, thinking: int, thinks: float) -> AsyncIterator[list[Player]]:
    """Three who sign; one of them sees a changed key."""
    async with AsyncExitStack() as stack:
        wire = await stack.enter_async_context(homes(Figures()))
        players = [Player(wire, number, relayed) for number in range(3)]
        players[thinking].thinks = thinks
        nursery = await stack.enter_async_context(trio.open_nursery())
        for player in players:
            nursery.start_soon(player.play, players[0])
        yield players
        nursery.cancel_scope.cancel()


async def signing(players: list[Player]) -> float:
    """Wait until all are signing; gives the time."""
    while not all(getattr(player, "room", None) and player.room.lacking for player in players):  # noqa: ASYNC110
        await trio.sleep(0.1)
    return trio.current_time()


@pytest.mark.parametrize("relayed", [False, True])
async def test_a_guest_who_declines_brings_the_others_back_with_its_name_and_the_reason(
    relayed: bool, autojump_clock: MockClock
) -> None:
    async with table(relayed, thinking=2, thinks=THINKS) as (ann, bob, cay):
        began = await signing([ann, bob, cay])
        assert bob.room.lacking == (cay.key.public,)
        await trio.sleep(25)
        assert cay.failed == "refused"
        for other in (ann, bob):
            (failed,) = (told for told in other.told if isinstance(told, AttemptFailed))
            assert failed.why == "Cay did not accept the changed key of Bob and left"
            assert other.when(AttemptFailed) <= began + THINKS + 1
            assert not other.failed
            assert not other.room.lacking


@pytest.mark.parametrize("relayed", [False, True])
async def test_a_host_who_declines_closes_the_lobby_for_all_at_once(relayed: bool, autojump_clock: MockClock) -> None:
    async with table(relayed, thinking=0, thinks=THINKS) as (ann, bob, cay):
        began = await signing([ann, bob, cay])
        await trio.sleep(25)
        assert ann.failed == "refused"
        for other, key in ((bob, "your key, which is another one than before,"), (cay, "the changed key of Bob")):
            assert other.failed == f"Ann did not accept {key} and has closed the lobby"
            assert other.ended <= began + THINKS + 1 + LIMITS.linger


async def test_a_seat_where_nobody_sits_is_no_name(autojump_clock: MockClock) -> None:
    """Whoever declines is not trusted to tell whose key it was."""
    async with table(False, thinking=2, thinks=THINKS) as (ann, bob, cay):
        cay.doubts = None
        await signing([ann, bob, cay])
        await trio.sleep(25)
        (failed,) = (told for told in bob.told if isinstance(told, AttemptFailed))
        assert failed.why == "Cay did not accept the changed key of another player and left"


@pytest.mark.parametrize(
    ("reason", "seat"),
    [
        ("declined", -1), ("declined-a", 0), ("declined-z", 25), ("declined-", None), ("declined-ab", None),
        ("declined--", -1), ("leaving", None), ("", None),
    ],
)  # fmt: skip
def test_the_goodbye_names_a_seat_or_none(reason: str, seat: int | None) -> None:
    assert declined_seat(reason) == seat
    if seat is not None:
        assert Left(None, reason).cause == "did not accept a changed key"
        assert declined(seat) in (reason, "declined")


@pytest.mark.parametrize("relayed", [False, True])
@pytest.mark.parametrize("thinking", [0, 2])
async def test_one_closes_the_program_while_another_reads_a_warning(
    relayed: bool, thinking: int, autojump_clock: MockClock
) -> None:
    """The question is withdrawn, host or guest: there is no table any more that could be accepted."""
    async with table(relayed, thinking, thinks=100.0) as players:
        ann, bob, cay = players
        await signing(players)
        await trio.sleep(5)
        left = trio.current_time()
        bob.leaving.cancel()
        await trio.sleep(2)
        assert players[thinking].withdrawn
        for other in (ann, cay):
            (failed,) = (told for told in other.told if isinstance(told, AttemptFailed))
            assert failed.why == "Bob has left"
            assert other.when(AttemptFailed) <= left + 1


async def test_the_others_are_told_whom_the_signing_waits_for(autojump_clock: MockClock) -> None:
    async with table(False, thinking=2, thinks=60.0) as (ann, bob, cay):
        began = await signing([ann, bob, cay])
        await trio.sleep(10)
        for other in (ann, bob):
            assert [told for told in other.told if isinstance(told, Late)] == [Late(("Cay",))]
            assert other.when(Late) <= began + 5


async def test_one_whose_link_breaks_while_all_sign_is_waited_for_half_a_minute(autojump_clock: MockClock) -> None:
    """As after a power cut: there is no goodbye, and no way back."""
    async with table(False, thinking=2, thinks=1000.0) as (ann, bob, cay):
        began = await signing([ann, bob, cay])
        ann.wire.cut = "refused"
        await trio.sleep(60)
        assert began + AWAY_SECONDS < ann.when(AttemptFailed) < began + AWAY_SECONDS + 10
        (failed,) = (told for told in ann.told if isinstance(told, AttemptFailed))
        assert failed.why.startswith("no word came from Cay (has not been heard for 6 s")
