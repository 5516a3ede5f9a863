"""How a table comes together over the mesh: the lobby, the links among all seats, the agreement.

The machines that judge what is said are in `protocol` (`lobby`, `agreeing`); here they get their bytes. Three steps,
each reading the events of one mesh: `host_seats` or `take_seat` gives the form and the addresses, `agree` the signed
agreement. Whoever drives them shows the people what `tell` reports.
"""

from collections.abc import Callable
from dataclasses import dataclass

import trio

from net.address import Address, AddressError, parse_address
from net.events import Frame, LinkDown, LinkUp, NoLink
from net.faults import LinkFault
from net.mesh import Mesh
from net.rendezvous import NoRelay
from protocol.agreeing import Agreeing, FrameFault
from protocol.agreement import Agreement
from protocol.lobby import GuestLobby, HostLobby, LobbyFault, Start

AGREE_SECONDS = 60
"""How long a started table may take to link all seats and sign: what is slower than this will not get better."""


class GatheringError(Exception):
    """No table came about. The text says who or what stood in the way, for the player."""


@dataclass(frozen=True)
class Agreed:
    """A signed agreement, and what faster seats said before we had it: the session's first input, in order."""

    agreement: Agreement
    early: tuple[tuple[bytes, bytes], ...]


class _Trouble:
    """Which ways to a peer have failed since its last link, each with its last cause."""

    def __init__(self) -> None:
        self._causes: dict[bytes | None, dict[str, str]] = {}

    def note(self, event: NoLink | LinkDown | LinkUp) -> bool:
        """Take the news; gives whether this way has failed for the first time."""
        causes = self._causes.setdefault(event.peer, {})
        if isinstance(event, LinkUp):
            causes.clear()
            return False
        way = event.address if isinstance(event, NoLink) else ""
        new = way not in causes
        causes[way] = event.fault.cause
        return new

    def of(self, peer: bytes) -> str:
        """All that went wrong, for people; "" if nothing did."""
        return "; ".join(dict.fromkeys(self._causes.get(peer, {}).values()))


async def host_seats(
    mesh: Mesh, lobby: HostLobby, tell: Callable[[], None], no_relay: Callable[[NoRelay], None] = lambda _: None
) -> Start:
    """Seat guests until the table is full, then freeze the form and give it to all.

    `tell` is called whenever the list of seats has changed, `no_relay` when the relay has failed. A guest who sends
    nonsense loses its link, the others stay. From then on strangers are no longer let in.
    """
    while not lobby.full:
        event = await mesh.events.receive()
        if isinstance(event, Frame):
            try:
                changed = lobby.receive(event.peer, event.payload)
            except LobbyFault:
                mesh.drop(event.peer, "no-lobby-message")
                changed = lobby.left(event.peer)
            for peer, frame in lobby.outgoing():
                mesh.send(peer, frame)
            if changed:
                tell()
        elif isinstance(event, LinkDown):
            if lobby.left(event.peer):
                tell()
            for peer, frame in lobby.outgoing():
                mesh.send(peer, frame)
        elif isinstance(event, NoLink) and isinstance(event.fault, NoRelay):
            no_relay(event.fault)
    mesh.token = None
    start = lobby.freeze()
    _want_all(mesh, start)
    for peer, frame in lobby.outgoing():
        mesh.send(peer, frame)
    return start


async def take_seat(
    mesh: Mesh,
    lobby: GuestLobby,
    ask: bytes,
    tell: Callable[[], None],
    failed: Callable[[LinkFault], None] = lambda _: None,
) -> Start:
    """Ask the host for a seat and wait for its form.

    The mesh must want the host already. `ask` is the lobby's frame, sent on every new link to the host. `failed` is
    called when a way to the host has failed for the first time; the others are tried meanwhile.

    Raises:
        GatheringError: the host gives no seat, cannot be reached, or is not the one of the invitation.
    """
    trouble = _Trouble()
    waiting = trio.move_on_after(AGREE_SECONDS)
    with waiting:
        while lobby.start is None:
            event = await mesh.events.receive()
            if isinstance(event, LinkUp) and event.peer == lobby.host:
                trouble.note(event)
                waiting.deadline = float("inf")  # from now on it is people who are waited for
                mesh.send(lobby.host, ask)
            elif isinstance(event, Frame):
                try:
                    if lobby.receive(event.peer, event.payload):
                        tell()
                except LobbyFault as fault:
                    raise GatheringError(str(fault)) from fault
            elif isinstance(event, LinkDown | NoLink) and event.peer in (None, lobby.host):
                if trouble.note(event) and isinstance(event, NoLink):
                    failed(event.fault)
                if isinstance(event, LinkDown):
                    waiting.deadline = trio.current_time() + AGREE_SECONDS
    if lobby.start is None:
        raise GatheringError(f"the host cannot be reached: {trouble.of(lobby.host) or 'no answer'}")
    _want_all(mesh, lobby.start)
    return lobby.start


def _want_all(mesh: Mesh, start: Start) -> None:
    for seat, addresses in zip(start.form.seats, start.addresses, strict=True):
        if seat.identity != mesh.me:
            mesh.want(seat.identity, _parsed(addresses))


def _parsed(addresses: tuple[str, ...]) -> tuple[Address, ...]:
    """What a seat says of itself; an address that is none is passed over: the other end may still call us."""
    found = []
    for text in addresses:
        try:
            found.append(parse_address(text))
        except AddressError:
            continue
    return tuple(found)


async def agree(mesh: Mesh, agreeing: Agreeing, tell: Callable[[], None]) -> Agreed:
    """Link all seats and sign. `tell` is called whenever `agreeing` may have advanced.

    Whatever `agreeing` depends on (keys, nonce) must be on disk before this is called.

    Raises:
        GatheringError: not all seats could be linked and heard in a minute; the text names those that are missing.
        AgreementFault: a seat opened its lock wrongly, signed wrongly or has other rules; the text names it.
    """
    for peer in mesh.linked:
        agreeing.connected(peer)
    trouble = _Trouble()
    with trio.move_on_after(AGREE_SECONDS):
        while True:
            for peer, frame in agreeing.outgoing():
                mesh.send(peer, frame)
            tell()
            agreement = agreeing.result()
            if agreement is not None:
                return Agreed(agreement, tuple(agreeing.leftover))
            event = await mesh.events.receive()
            if not isinstance(event, Frame):
                trouble.note(event)
            if isinstance(event, LinkUp):
                agreeing.connected(event.peer)
            elif isinstance(event, LinkDown):
                agreeing.receive(event.peer, b"")
            elif isinstance(event, Frame):
                try:
                    agreeing.receive(event.peer, event.payload)
                except FrameFault:
                    mesh.drop(event.peer, "no-lobby-message")
    missing = ", ".join(
        f"{seat.name} ({cause})" if (cause := trouble.of(seat.identity)) else seat.name
        for seat in agreeing.form.seats
        if seat.number in agreeing.waiting_for
    )
    raise GatheringError(f"the table could not be agreed in {AGREE_SECONDS} s: no word from {missing}")
