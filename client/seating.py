"""From a command to a running table: links, lobby, agreement, journal. The same for people and bots."""

import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import trio

from client.addresses import own_addresses
from client.errors import ClientError, NetworkError, UsageError
from client.home import Home
from client.player import Player
from client.tables import TableFolder
from client.words.library import find_game, words_for
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.plain import Plain, frozen
from engine.registry import names as all_games
from net.address import Address, AddressError, parse_address
from net.gathering import GatheringError, agree, host_seats, take_seat
from net.invite import Invitation, InviteError, parse_invitation
from net.mesh import Mesh, open_mesh
from net.rendezvous import Rendezvous
from net.sockets import listen_tcp, port_of
from net.table import Table, open_table
from protocol.agreeing import Agreeing
from protocol.agreement import AgreementFault, Form
from protocol.lobby import GuestLobby, HostLobby, LobbyFault, Start, TableOffer

log = logging.getLogger(__name__)

NOWHERE = "none"
"""What --listen takes for a table whose players show each other no addresses: all meet at the relay."""

Tell = Callable[[str], None]
"""Takes one line for the person who waits."""


@dataclass(frozen=True)
class Hosting:
    """A table to be opened.

    `listen` is HOST:PORT, `NOWHERE`, or None for every address; `invite` is told the invitation; `relay` is where those
    meet who cannot reach each other.
    """

    game: str
    seats: int
    settings: Mapping[str, Plain]
    listen: str | None
    invite: Callable[[Invitation], None]
    relay: Address | None = None


@dataclass(frozen=True)
class Seated:
    """A running table and where it is kept. `fresh` is its match before the first event, for whoever reads them."""

    table: Table
    fresh: Match[Any]
    folder: TableFolder


def match_of(form: Form) -> Match[Any]:
    """The fresh match that a form agrees on. Raises UsageError if this version cannot play it."""
    try:
        return Match.start(find_game(form.game), len(form.seats), settings_of(form))
    except (Refused, TypeError, ValueError) as error:
        raise UsageError(f"the form of this table cannot be played: {error}") from error


def match_for_reading(name: str) -> Match[Any]:
    """A match of a game as printed, for looking up rules and cards. Raises UsageError."""
    game = find_game(name)
    return Match.start(game, max(game.seats), {})


def settings_of(form: Form) -> dict[str, Plain]:
    """The settings as the game takes them. Raises TypeError or ValueError if they are none."""
    pairs: Any = form.settings
    return dict(pairs)


def complete_settings(game: str, seats: int, wanted: Mapping[str, Plain]) -> dict[str, Plain]:
    """What the host wants, completed and judged by the game. Raises UsageError."""
    found = find_game(game)
    if seats not in found.seats:
        raise UsageError(f"{game} takes {', '.join(map(str, found.seats))} seats, not {seats}")
    try:
        return dict(found.settings(seats, wanted))
    except Refused as refused:
        match = match_for_reading(game)
        raise UsageError(f"--setting: {words_for(match, ()).refusal(match, refused)}") from refused


def settings_line(settings: Mapping[str, Plain]) -> str:
    """The settings that are switched on, for the lobby."""
    chosen = [f"{key}={value}" for key, value in settings.items() if value is not False]
    return f"Settings: {', '.join(chosen)}." if chosen else "Settings: as printed."


def parse_settings(pairs: Sequence[str]) -> dict[str, Plain]:
    """K=V as typed; `true`, `false` and numbers are themselves. Raises UsageError."""
    words: dict[str, Plain] = {"true": True, "yes": True, "false": False, "no": False}
    settings: dict[str, Plain] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key:
            raise UsageError(f"--setting takes K=V, not `{pair}`")
        settings[key] = words.get(value.lower(), int(value) if value.isdecimal() else value)
    return settings


def parse_invite(text: str) -> Invitation:
    """The invitation in `text`. Raises UsageError with words for the one who pasted it."""
    try:
        return parse_invitation(text)
    except InviteError as error:
        with contextlib.suppress(AddressError):
            parse_address(text)
            raise UsageError(
                "an address alone does not say whose key to expect; paste the invitation (km1:...) of the host"
            ) from None
        raise UsageError(f"{error}") from error


def parse_relay(text: str) -> Address:
    """The address of a relay, as typed. Raises UsageError."""
    try:
        return parse_address(text)
    except AddressError as error:
        raise UsageError(f"--relay: {error}") from error


@contextlib.asynccontextmanager
async def host_table(home: Home, player: Player, plan: Hosting, tell: Tell) -> AsyncIterator[Seated]:
    """Open a table, wait for all seats, and play at it as long as the block lasts. Raises ClientError."""
    game = find_game(plan.game)
    settings = complete_settings(plan.game, plan.seats, plan.settings)
    offer = TableOffer(plan.game, frozen(settings), game.version, game.data_digest(), plan.seats)
    if plan.listen == NOWHERE and plan.relay is None:
        raise UsageError(f"--listen {NOWHERE} leaves no way to this table; add --relay HOST:PORT")
    listeners, ways = await _listen(plan.listen)
    token = os.urandom(16)
    rendezvous = Rendezvous(plan.relay, token) if plan.relay is not None else None
    with _translated():
        lobby = HostLobby(offer, player.key.public, player.name, tuple(way.text for way in ways))
    async with open_mesh(player.key, listeners=listeners, token=token, rendezvous=rendezvous) as mesh:
        plan.invite(Invitation(player.key.public, os.urandom(16), token, ways, relay=plan.relay))
        with _translated():
            start = await host_seats(
                mesh,
                lobby,
                lambda: tell(_who(lobby.names, plan.seats)),
                lambda fault: tell(f"The relay {fault.trouble}; it is tried on."),
            )
        async with _seat(home, player, mesh, start, tell) as seated:
            yield seated


@contextlib.asynccontextmanager
async def join_table(home: Home, player: Player, invitation: Invitation, tell: Tell) -> AsyncIterator[Seated]:
    """Take a seat at a table and play at it as long as the block lasts. Raises ClientError."""
    listeners, ways = await _listen(_where_to_listen(invitation))
    rendezvous = Rendezvous(invitation.relay, invitation.token) if invitation.relay is not None else None
    game = find_game(all_games()[0])
    async with open_mesh(player.key, listeners=listeners, rendezvous=rendezvous) as mesh:
        with _translated():
            if invitation.host == player.key.public:
                raise UsageError("this is your own invitation; join with another --home, or send it to a friend")
            mesh.want(invitation.host, invitation.addresses, invitation.token)
            lobby = GuestLobby(player.key.public, invitation.host)
            ask = lobby.ask(player.name, "", game.version, game.data_digest(), [way.text for way in ways])
            start = await take_seat(
                mesh,
                lobby,
                ask,
                lambda: tell(_who(lobby.names, lobby.seats)),
                lambda fault: tell(f"The host {fault.cause}."),
            )
        async with _seat(home, player, mesh, start, tell) as seated:
            yield seated


def _where_to_listen(invitation: Invitation) -> str | None:
    """As the host does: nowhere at a table that shows no addresses, on this machine at one that is on it."""
    if not invitation.addresses:
        return NOWHERE
    if all(address.host in ("127.0.0.1", "::1") for address in invitation.addresses):
        return "127.0.0.1:0"
    return None


@contextlib.asynccontextmanager
async def _seat(home: Home, player: Player, mesh: Mesh, start: Start, tell: Tell) -> AsyncIterator[Seated]:
    form = start.form
    match = match_of(form)
    seat = form.seat_of(player.key.public)
    if seat is None:
        raise ClientError("the form has no seat for your key")
    folder = TableFolder(home)
    try:
        with _translated():
            form.judge(match.game.version, match.game.data_digest())
            keys, nonce = folder.draw_keys()  # on disk before the lock goes out
            agreed = await agree(mesh, Agreeing(form, seat, player.key, keys, nonce), lambda: None)
        folder.begin(agreed.agreement)
        tell(f"Table words, the same for all: {' '.join(agreed.agreement.table_words)}")
        known = {s.identity: _ways(texts) for s, texts in zip(form.seats, start.addresses, strict=True)}
        log.info("seat %d of %d at table %s", seat, len(form.seats), agreed.agreement.game_id.hex())
        async with open_table(mesh, agreed, seat, keys, match, folder, known, log.debug) as table:
            yield Seated(table, match_of(form), folder)
    finally:
        folder.close()


async def _listen(listen: str | None) -> tuple[list[trio.SocketListener], tuple[Address, ...]]:
    """Listeners, and the addresses to tell others."""
    try:
        if listen is None:
            listeners = await listen_tcp(0)
            return listeners, own_addresses(port_of(listeners[0]))
        if listen == NOWHERE:
            return [], ()
        host, colon, port = listen.rpartition(":")
        if not colon or not port.isdecimal() or int(port) > 65535:
            raise UsageError(f"--listen takes HOST:PORT, as in 0.0.0.0:4000, not `{listen}`")
        listeners = await listen_tcp(int(port), (host.strip("[]"),))
    except OSError as error:
        reason = error.strerror or error.__cause__ or error
        raise NetworkError(f"cannot listen on {listen or 'any address'}: {reason}; choose another port") from error
    found = port_of(listeners[0])
    anywhere = host.strip("[]") in ("0.0.0.0", "::")
    return listeners, own_addresses(found) if anywhere else (Address(host.strip("[]"), found),)


def _ways(texts: Sequence[str]) -> tuple[Address, ...]:
    found = []
    for text in texts:
        with contextlib.suppress(AddressError):  # what a seat says of itself; it may still call us
            found.append(parse_address(text))
    return tuple(found)


def _who(names: Sequence[str], seats: int) -> str:
    return f"{len(names)} of {seats} here: {', '.join(names)}"


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    """Faults of the gathering, as errors for the player."""
    try:
        yield
    except GatheringError as error:
        raise NetworkError(f"no table came about: {error}") from error
    except (LobbyFault, AgreementFault) as error:
        raise ClientError(f"no table came about: {error}") from error
