"""Lobbies over real loopback links: codes, pairs without a link, attempts that fail, a host that goes."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
import trio
from typing_extensions import override

from net.address import Address
from net.attempt import AttemptLost, GatheringError, Told
from net.code import TRIES_EACH, CodeLock, code_key, new_code
from net.gathering import Room
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.limits import Limits
from net.mesh import Mesh, open_mesh
from net.sockets import connect_tcp, listen_tcp, port_of
from protocol.agreeing import Agreeing
from protocol.agreement import Agreement, Form
from protocol.identity import SigningKey
from protocol.lobby import AttemptFailed, Changed, GuestLobby, HostLobby, Spoken, TableOffer
from protocol.secret import SeatKeys

QUICK = Limits(redial_first=0.1, redial_most=0.2)
TOKEN, TABLE, DATA = bytes(range(16)), bytes(16), bytes(32)


class Party:
    """One player at a table: its mesh, its room, what it was told, and how it ended."""

    def __init__(self, number: int, yes: bool = True) -> None:
        self.key = SigningKey(bytes([number + 1]) * 32)
        self.number = number
        self.yes = yes
        self.told: list[Told] = []
        self.codes: list[str | None] = []
        self.asked: list[bool] = []
        self.up = trio.Event()
        self.drawn = 0
        self.agreement: Agreement | None = None
        self.failed = ""
        self.mesh: Mesh
        self.room: HostRoom | GuestRoom
        self.invitation: Invitation
        self.lonely = False
        """It reaches the host alone."""

    async def connect(self, address: Address) -> trio.abc.Stream:
        if self.lonely and address not in self.invitation.addresses:
            return await connect_tcp(Address("127.0.0.1", 1))
        return await connect_tcp(address)

    async def code(self, wrong: bool) -> str | None:
        self.asked.append(wrong)
        return self.codes.pop(0) if self.codes else None

    @asynccontextmanager
    async def hosting(self, seats: int, code: str | None = None) -> AsyncIterator[HostRoom]:
        listeners = await listen_tcp(0, ("127.0.0.1",))
        way = Address("127.0.0.1", port_of(listeners[0]))
        async with open_mesh(self.key, listeners=listeners, token=TOKEN, connect=self.connect, limits=QUICK) as mesh:
            if code is not None:
                mesh.lock = CodeLock(code_key(code, TABLE))
            offer = TableOffer("duel", (), 1, DATA, seats)
            lobby = HostLobby(offer, self.key.public, f"P{self.number}", (way.text,))
            self.mesh, self.room = mesh, HostRoom(mesh, lobby, self.told.append, self.yes)
            self.invitation = Invitation(self.key.public, TABLE, TOKEN, (way,))
            self.up.set()
            yield self.room

    @asynccontextmanager
    async def visiting(self, invitation: Invitation) -> AsyncIterator[GuestRoom]:
        listeners = await listen_tcp(0, ("127.0.0.1",))
        way = Address("127.0.0.1", port_of(listeners[0]))
        self.invitation = invitation
        async with open_mesh(self.key, listeners=listeners, connect=self.connect, limits=QUICK) as mesh:
            games = [("duel", 1, DATA)]
            lobby = GuestLobby(self.key.public, invitation.host, f"P{self.number}", games, (way.text,))
            self.mesh = mesh
            self.room = GuestRoom(mesh, lobby, self.told.append, self.yes, invitation, self.code)
            self.up.set()
            yield self.room

    async def host(self, seats: int, code: str | None = None) -> None:
        with Ending(self):
            async with self.hosting(seats, code) as room:
                await self.agree(room)

    async def visit(self, host: "Party") -> None:
        await host.up.wait()
        with Ending(self):
            async with self.visiting(host.invitation) as room:
                await self.agree(room)

    async def agree(self, room: Room) -> None:
        while self.agreement is None:
            start = await room.start()
            seat = start.form.seat_of(self.key.public)
            assert seat is not None
            self.drawn += 1
            entropy = bytes([self.number * 10 + self.drawn])
            agreeing = self.agreeing(start.form, seat, SeatKeys.from_bytes(entropy * 96), entropy * 32)
            try:
                self.agreement = (await room.agree(agreeing, start)).agreement
            except AttemptLost:
                continue
        await trio.sleep(0.2)  # what is on the way arrives before the link closes

    def agreeing(self, form: Form, seat: int, keys: SeatKeys, nonce: bytes) -> Agreeing:
        return Agreeing(form, seat, self.key, keys, nonce)

    def heard(self, kind: type) -> list[Told]:
        return [told for told in self.told if isinstance(told, kind)]


class Ending:
    """Keeps why a party came to no table; everything else goes on."""

    def __init__(self, party: Party) -> None:
        self.party = party

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        if isinstance(error, BaseExceptionGroup):
            ours, others = error.split(GatheringError)
            if ours is not None and others is None:
                self.party.failed = str(ours.exceptions[0])
                return True
        return False


async def wait_for(true: Callable[[], bool]) -> None:
    """Until something holds; the tests' own deadline ends a wait in vain."""
    while not true():  # noqa: ASYNC110 -- what is waited for has no event
        await trio.sleep(0.01)


async def meet(host: Party, *guests: Party, seats: int = 0, code: str | None = None) -> None:
    """All of them at one table, to the end."""
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, seats or 1 + len(guests), code)
            for guest in guests:
                nursery.start_soon(guest.visit, host)


async def while_open(host: Party, guests: list[Party], seats: int, do: Callable[[], Awaitable[None]]) -> None:
    """`do` runs beside all of them, who are ended afterwards."""
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, seats)
            for guest in guests:
                nursery.start_soon(guest.visit, host)
            await do()
            nursery.cancel_scope.cancel()


async def test_four_parties_agree_on_one_table() -> None:
    parties = [Party(i) for i in range(4)]
    await meet(*parties)
    assert len({party.agreement.game_id for party in parties if party.agreement}) == 1
    assert all(party.agreement for party in parties)


async def test_a_change_by_the_host_ends_the_readiness_of_all_over_the_wire() -> None:
    host, guest = Party(0, yes=False), Party(1, yes=False)

    async def do() -> None:
        await guest.up.wait()
        room, other = host.room, guest.room
        assert isinstance(room, HostRoom)
        assert isinstance(other, GuestRoom)
        await wait_for(lambda: other.lobby.view is not None)
        other.lobby.ready(True)
        other.settle()
        await wait_for(lambda: room.lobby.view.people[1].ready)
        room.lobby.change(replace(room.lobby.view.offer, settings=(("houses", "agreed"),)))
        room.settle()
        await wait_for(lambda: not other.lobby.is_ready)
        assert not room.lobby.view.people[1].ready
        other.lobby.say("why?")
        other.settle()
        await wait_for(lambda: Spoken("P1", "why?") in host.told)

    await while_open(host, [guest], 2, do)


async def test_guests_that_cannot_reach_each_other_are_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """B02. P1 and P2 reach the host and not each other: all are told, and nobody starts; one direction is enough."""
    monkeypatch.setattr("net.guestroom.SETTLING", 0.0)
    host, one, two = Party(0), Party(1), Party(2)
    one.lonely = two.lonely = True

    async def do() -> None:
        await host.up.wait()
        room = host.room
        assert isinstance(room, HostRoom)
        await wait_for(lambda: any(gap.why for gap in room.lobby.view.gaps))
        (gap,) = room.lobby.view.gaps
        assert {room.lobby.view.name(gap.one), room.lobby.view.name(gap.other)} == {"P1", "P2"}
        assert "cannot be reached at 127.0.0.1" in gap.why
        assert not room.lobby.view.may_start
        one.lonely = False
        await wait_for(lambda: all(party.agreement for party in (host, one, two)))

    await while_open(host, [one, two], 3, do)


class Wrong(Party):
    """Opens another lock than it has sent, in its first attempt."""

    @override
    def agreeing(self, form: Form, seat: int, keys: SeatKeys, nonce: bytes) -> Agreeing:
        machine = super().agreeing(form, seat, keys, nonce)
        if self.drawn == 1:
            machine._mine = replace(machine._mine, nonce=bytes(32))
        return machine


async def test_a_wrong_lock_leads_back_to_the_lobby_with_new_keys() -> None:
    """CRYPTO 9.1: one try each time, in sight; the second attempt has other keys and other words."""
    parties = [Party(0), Party(1), Wrong(2)]
    await meet(*parties)
    assert all(party.agreement for party in parties)
    assert {party.drawn for party in parties} == {2}
    for party in parties:
        (failed,) = party.heard(AttemptFailed)
        assert isinstance(failed, AttemptFailed)
        assert "P2" in failed.why
        assert "not those it had locked" in failed.why


async def test_who_opens_a_wrong_lock_every_time_does_not_keep_bots_busy_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A goodbye that is lost looks like a broken link, and the host is then called for so long.
    monkeypatch.setattr("net.guestroom.HOST_SECONDS", 2.0)

    class Always(Party):
        @override
        def agreeing(self, form: Form, seat: int, keys: SeatKeys, nonce: bytes) -> Agreeing:
            machine = super().agreeing(form, seat, keys, nonce)
            machine._mine = replace(machine._mine, nonce=bytes(32))
            return machine

    host, guest, liar = Party(0), Party(1), Always(2)

    async def do() -> None:
        await wait_for(lambda: bool(host.failed and guest.failed))

    await while_open(host, [guest, liar], 3, do)
    assert host.failed == "the table could not be agreed in 3 attempts"
    assert host.drawn == 3
    assert not liar.agreement


async def test_a_host_that_leaves_closes_the_lobby_in_clear_words() -> None:
    host, guest = Party(0, yes=False), Party(1)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(guest.visit, host)
            async with host.hosting(2) as room, trio.open_nursery() as seating:
                seating.start_soon(room.start)
                await wait_for(lambda: bool(guest.heard(Changed)))
                seating.cancel_scope.cancel()
    assert guest.failed == "P0 has closed the lobby; no table came about"


async def test_a_guest_that_leaves_frees_its_seat_and_the_next_one_gets_it() -> None:
    host, one, two = Party(0), Party(1, yes=False), Party(2)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, 2)
            await host.up.wait()
            async with one.visiting(host.invitation) as room, trio.open_nursery() as seating:
                seating.start_soon(room.start)
                await wait_for(lambda: bool(one.heard(Changed)))
                seating.cancel_scope.cancel()
            await two.visit(host)
    assert host.agreement is not None
    assert [seat.name for seat in host.agreement.form.seats] == ["P0", "P2"]


async def test_who_is_kicked_is_told_and_cannot_come_again() -> None:
    host, guest = Party(0, yes=False), Party(1)

    async def do() -> None:
        room = host.room
        assert isinstance(room, HostRoom)
        await wait_for(lambda: len(room.lobby.view.people) == 2)
        room.lobby.kick(guest.key.public)
        room.settle()
        await wait_for(lambda: bool(guest.failed))
        assert guest.failed == "P0 took you from the table; you cannot come back to it"
        again = Party(1)
        await again.visit(host)
        assert again.failed == "the host took you from the table; you cannot come back to it"

    async def when_up() -> None:
        await host.up.wait()
        await do()

    await while_open(host, [guest], 3, when_up)


# ------------------------------------------------------------ codes


async def test_the_right_code_lets_in_whatever_its_capitals_and_hyphens() -> None:
    host, guest = Party(0), Party(1)
    guest.codes = ["Real-DRAW  practice"]
    await meet(host, guest, code="real draw practice")
    assert guest.agreement is not None
    assert guest.asked == [False]


async def test_a_wrong_code_is_said_and_asked_again() -> None:
    host, guest = Party(0), Party(1)
    guest.codes = ["wrong", "also wrong", "right"]
    await meet(host, guest, code="right")
    assert guest.agreement is not None
    assert guest.asked == [False, True, True]


async def test_tries_are_limited_for_each_key() -> None:
    host, guest = Party(0), Party(1)
    guest.codes = [f"guess {n}" for n in range(TRIES_EACH + 1)]

    async def do() -> None:
        await wait_for(lambda: bool(guest.failed))

    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, 2, "right")
            nursery.start_soon(guest.visit, host)
            await do()
            nursery.cancel_scope.cancel()
    assert "too many wrong codes" in guest.failed
    assert host.mesh.lock is not None
    assert host.mesh.lock.wrong == TRIES_EACH


async def test_nobody_to_ask_means_a_sentence_that_says_what_to_do() -> None:
    host, guest = Party(0), Party(1)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.host, 2, "right")
            await guest.visit(host)
            nursery.cancel_scope.cancel()
    assert "this table has a code" in guest.failed
    assert "--code" in guest.failed


def test_a_new_code_is_three_words() -> None:
    assert len(new_code().split()) == 3
    assert new_code() != new_code()
