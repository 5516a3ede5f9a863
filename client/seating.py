"""From a command to a running table: links, lobby, agreement, journal. The same for people and bots."""

import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import trio

from client.errors import ClientError, NetworkError, UsageError
from client.home import Home
from client.listening import NOWHERE, listen_at, port_heard, ways_of, where_to_listen
from client.lobby.announcing import advert, telling, warn_if_unvisited
from client.lobby.front import Front
from client.matches import complete_settings, match_of
from client.player import Player
from client.store.database import Store
from client.store.journal import Standing, TableJournal
from client.store.people import meet
from client.store.tables import Crew, Door, Result
from client.trust import Confirm, judge_names, say_no
from client.words.library import find_game, words_for
from engine.core.errors import Over
from engine.core.plain import Plain, frozen
from engine.registry import names as all_games
from net.address import Address
from net.attempt import Agreed, AttemptLost, GatheringError, LobbyOver
from net.code import CodeLock, code_key
from net.discovery import announced
from net.gathering import Room
from net.guestroom import GuestRoom
from net.hostroom import HostRoom
from net.invite import Invitation
from net.mesh import open_mesh
from net.rendezvous import Rendezvous
from net.table import Table, open_table
from protocol.agreeing import Agreeing
from protocol.agreement import Agreement, AgreementFault
from protocol.events import Event
from protocol.lobby import GuestLobby, HostLobby, LobbyFault, Start, TableOffer
from protocol.secret import SeatKeys

log = logging.getLogger(__name__)

Tell = Callable[[str], None]
"""Takes one line for the person who waits."""


@dataclass(frozen=True)
class Hosting:
    """A table to be opened.

    `listen` is HOST:PORT, `NOWHERE`, or None for every address; `invite` is told the invitation; `relay` is where those
    meet who cannot reach each other. With a `code` the table is private; `announce` shows it to the local network.
    """

    game: str
    seats: int
    settings: Mapping[str, Plain]
    listen: str | None
    invite: Callable[[Invitation], None]
    relay: Address | None = None
    code: str | None = None
    announce: bool = False


@dataclass(frozen=True)
class Seated:
    """A running table and where it is kept.

    `past`: the answers and the talk of earlier runs of this seat, if it was taken up again; they lead from the fresh
    match of the form to where the table stands.
    """

    table: Table
    journal: TableJournal
    past: Sequence[Event] = ()

    @property
    def words(self) -> str:
        """The words of the table, in a sentence."""
        return _words(self.table.session.agreement)

    def rest(self, final: Over | None = None) -> None:
        """Note on the disk how the table stands: ended, stopped by a proven fault, or to be taken up again.

        `final`: the outcome as the audit leaves it, for whoever knows; else that of the rules is noted.
        """
        table, verdict = self.table, self.table.session.verdict
        over = final or table.match.outcome
        result = None
        if over is not None:
            words = words_for(table.match, table.names)
            result = Result(over.ranking, tuple(words.seat(table.match, seat) for seat in range(len(table.names))))
        self.journal.rest(table.session.ended, str(verdict) if verdict is not None else "", result)


NOBODY_ELSE = Crew()


@dataclass
class Terms:
    """What holds for our own seat: who confirms a changed key, and who plays on this machine.

    The crew may change until the table is agreed.
    """

    confirm: Confirm = say_no
    crew: Crew = NOBODY_ELSE


@contextlib.asynccontextmanager
async def host_table(home: Home, player: Player, plan: Hosting, front: Front, terms: Terms) -> AsyncIterator[Seated]:
    """Open a table, wait until all are ready, and play at it as long as the block lasts. Raises ClientError."""
    game = find_game(plan.game)
    settings = complete_settings(plan.game, plan.seats, plan.settings)
    offer = TableOffer(plan.game, frozen(settings), game.version, game.data_digest(), plan.seats)
    if plan.listen == NOWHERE and plan.relay is None:
        raise UsageError(f"--listen {NOWHERE} leaves no way to this table; add --relay HOST:PORT")
    _judge_home(home)
    listeners, ways = await listen_at(plan.listen)
    table, token = os.urandom(16), os.urandom(16)
    rendezvous = Rendezvous(plan.relay, token) if plan.relay is not None else None
    with _translated():
        lobby = HostLobby(offer, player.key.public, player.name, tuple(way.text for way in ways))
    invitation = Invitation(player.key.public, table, token, ways, relay=plan.relay)
    private, gathering = plan.code is not None, trio.CancelScope()
    async with (
        open_mesh(player.key, listeners=listeners, token=token, rendezvous=rendezvous) as mesh,
        announced(advert(invitation, lobby.view, private), plan.announce) as announcement,
        trio.open_nursery() as tasks,
    ):
        key = None
        if plan.code is not None:
            key = await trio.to_thread.run_sync(code_key, plan.code, table)
            mesh.lock = CodeLock(key)
        room = HostRoom(mesh, lobby, telling(front, announcement, invitation, private), front.yes)
        plan.invite(invitation)
        front.opened(room)
        if plan.announce:
            tasks.start_soon(warn_if_unvisited, room, front, gathering)
        relay = plan.relay.text if plan.relay is not None else ""
        door = Door(plan.listen, port_heard(listeners), relay, token, True, key)
        async with _seat(home, player, room, door, front, terms) as seated:
            announcement.withdraw()
            gathering.cancel()
            yield seated


@contextlib.asynccontextmanager
async def join_table(
    home: Home, player: Player, invitation: Invitation, front: Front, terms: Terms
) -> AsyncIterator[Seated]:
    """Take a seat at a table and play at it as long as the block lasts. Raises ClientError."""
    if invitation.host == player.key.public:
        raise UsageError("this is your own invitation; join with another --home, or send it to a friend")
    _judge_home(home)
    listen = where_to_listen(invitation)
    listeners, ways = await listen_at(listen)
    rendezvous = Rendezvous(invitation.relay, invitation.token) if invitation.relay is not None else None
    games = [(game.name, game.version, game.data_digest()) for game in map(find_game, all_games())]
    with _translated():
        addresses = [way.text for way in ways]
        lobby = GuestLobby(player.key.public, invitation.host, player.name, games, addresses, front.bot)

    async def ask_code(wrong: bool) -> str | None:
        return await front.code(wrong, invitation.host)

    async with open_mesh(player.key, listeners=listeners, rendezvous=rendezvous) as mesh:
        room = GuestRoom(mesh, lobby, front.told, front.yes, invitation, ask_code)
        front.opened(room)
        relay = invitation.relay.text if invitation.relay is not None else ""
        door = Door(listen, port_heard(listeners), relay, invitation.token)
        async with _seat(home, player, room, door, front, terms) as seated:
            yield seated


def _judge_home(home: Home) -> None:
    """Open what the table will be kept in, before anybody is asked to come. Raises UsageError if it cannot be used."""
    Store(home).close()


@dataclass(frozen=True)
class _Signed:
    """A table that all have signed, and our own part in it."""

    start: Start
    agreed: Agreed
    seat: int
    keys: SeatKeys
    journal: TableJournal


@contextlib.asynccontextmanager
async def _seat(
    home: Home, player: Player, room: Room, door: Door, front: Front, terms: Terms
) -> AsyncIterator[Seated]:
    signed = None
    while signed is None:
        signed = await _attempt(home, player, room, door, terms)
    form, agreement, journal = signed.start.form, signed.agreed.agreement, signed.journal
    try:
        journal.begin(agreement)
        with Store(home) as store:
            meet(store, (other for other in form.seats if other.number != signed.seat))
        if form.spectators and isinstance(room, HostRoom):
            room.mesh.token = door.token  # nobody new may sit down, but the invitation still lets people watch
        front.tell(_words(agreement))
        log.info("seat %d of %d at table %s", signed.seat, len(form.seats), agreement.game_id.hex())
        ways = ways_of(form, signed.start.addresses)
        match = match_of(form)
        async with (
            open_table(room.mesh, signed.agreed, signed.seat, signed.keys, match, journal, ways, log.debug) as table,
            kept_seat(table, journal) as seated,
        ):
            yield seated
    finally:
        journal.close()


async def _attempt(home: Home, player: Player, room: Room, door: Door, terms: Terms) -> _Signed | None:
    """Wait in the lobby, then sign; None if that has failed and the lobby goes on. Raises ClientError."""
    with _translated():
        start = await room.start()
        form = start.form
        game = match_of(form).game
        form.judge(game.version, game.data_digest())
    seat = form.seat_of(player.key.public)
    if seat is None:
        raise ClientError("the form has no seat for your key")
    try:
        with _translated():
            await room.judged(lambda: judge_names(home, form, seat, terms.confirm))
    except AttemptLost:
        return None
    journal = TableJournal.gather(home, form, seat, start.addresses, door, terms.crew)
    try:
        keys, nonce = journal.draw_keys()  # on disk before the lock goes out
        with _translated():
            agreed = await room.agree(Agreeing(form, seat, player.key, keys, nonce), start)
    except BaseException as error:
        journal.abandon()
        journal.close()
        if isinstance(error, AttemptLost):
            return None
        raise
    return _Signed(start, agreed, seat, keys, journal)


@contextlib.asynccontextmanager
async def kept_seat(table: Table, journal: TableJournal) -> AsyncIterator[Seated]:
    """The seat of a running table, whose state is noted as it goes on and when it is left."""
    words = words_for(table.match, table.names)

    def standing() -> Standing:
        round_, where = words.stage(table.match)[0], words.where(table.match)
        return Standing(*table.session.log.place, round_, where, table.relayed)

    journal.follow(standing)
    seated = Seated(table, journal)
    try:
        yield seated
    finally:
        seated.rest()


def _words(agreement: Agreement) -> str:
    return f"Table words, the same for all: {' '.join(agreement.table_words)}"


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Faults of the gathering, as errors for the player."""
    try:
        yield
    except LobbyOver as error:
        raise NetworkError(str(error)) from error
    except GatheringError as error:
        raise NetworkError(f"no table came about: {error}") from error
    except (LobbyFault, AgreementFault) as error:
        raise ClientError(f"no table came about: {error}") from error
