"""A guest's place in a lobby over the mesh."""

from collections.abc import Awaitable, Callable

import trio
from typing_extensions import override

from net.address import Address
from net.attempt import GatheringError, LobbyOver, Tell
from net.code import code_key
from net.events import Frame, LinkDown, LinkUp, NoLink
from net.faults import CodeClosed, CodeNeeded, Left, Stranger, WrongCode, WrongKey, declined_seat
from net.gathering import Room, farewell, parsed
from net.invite import Invitation
from net.link import LEAVING
from net.mesh import Mesh
from protocol.identity import valid_public
from protocol.lobby import TAKEN, Changed, GuestLobby, LobbyFault, News, NoSeat, Start

HOST_SECONDS = 60.0
"""How long a lobby lasts without its host."""
OTHER_SECONDS = 20.0
"""How long the host of an invitation is looked for when another table answers at an address of his."""
ANEW = "the table may be closed: ask the host for a new invitation"
SETTLING = 2.0
"""Seconds in which two guests may fail to reach each other before that is told: they hear of each other in turn."""

AskCode = Callable[[bool], Awaitable[str | None]]
"""Asks the person for the code of the table; true: the last one was wrong. None: there is nobody to ask."""


class GuestRoom(Room):
    """A guest's. `lobby` is the machine; the room calls the host and the other guests by itself.

    Args:
        mesh: wants nobody yet.
        lobby: the machine.
        tell: told what happens.
        yes: be ready at once for whatever table is shown.
        invitation: where the host is.
        ask_code: for a table that has a code.
    """

    def __init__(
        self, mesh: Mesh, lobby: GuestLobby, tell: Tell, yes: bool, invitation: Invitation, ask_code: AskCode
    ) -> None:
        super().__init__(mesh, lobby, invitation.host, tell, yes)
        self.lobby = lobby
        self._invitation = invitation
        self._ask_code = ask_code
        self._since: dict[bytes, float] = {}
        self._patience = float("inf")
        self._told: set[str] = set()
        mesh.want(invitation.host, invitation.addresses, invitation.token)

    @override
    async def start(self) -> Start:
        """Wait until the host has frozen a form that we are ready for.

        Raises:
            GatheringError: the host gives no seat, has closed the lobby, cannot be reached, or is not the one of the
                invitation.
        """
        for peer in self._since:
            self.lobby.tie(peer, peer in self.mesh.linked)
        if self.lobby.host not in self.mesh.linked:
            self._patience = trio.current_time() + HOST_SECONDS
        while True:
            self.settle()
            if self.lobby.start is not None:
                return self.lobby.start
            if trio.current_time() >= self._patience:
                why = self.trouble.of(self.lobby.host) or "does not answer"
                raise LobbyOver(f"the host {why}; {ANEW}")
            event = await self._next(self._patience)
            if isinstance(event, Frame):
                self._sort(event.peer, event.payload)
            elif isinstance(event, LinkUp):
                self._up(event)
            elif isinstance(event, LinkDown) and event.peer == self.lobby.host:
                await self._host_down(event)
            elif isinstance(event, LinkDown | NoLink):
                self._down(event)

    # ------------------------------------------------------------ links
    def _up(self, event: LinkUp) -> None:
        self.trouble.note(event)
        if event.peer == self.lobby.host:
            self._patience = float("inf")  # from now on it is people who are waited for
            self._told.clear()
            self.lobby.connected()
        elif event.peer in self._since:
            self.lobby.tie(event.peer, True)

    def _down(self, event: LinkDown | NoLink) -> None:
        peer = event.peer
        if peer is None or peer == self.lobby.host:
            self.trouble.note(event)
            if isinstance(event, NoLink) and peer is not None and event.fault.code not in self._told:
                self._told.add(event.fault.code)  # each address of the host may fail for the same reason
                self.tell(event)
            if isinstance(event.fault, WrongKey) and self.lobby.view is None:
                self._patience = min(self._patience, trio.current_time() + OTHER_SECONDS)
        elif peer in self._since and peer not in self.mesh.linked:
            self.trouble.note(event)
            if trio.current_time() >= self._since[peer] + SETTLING:
                self.lobby.tie(peer, False, self.trouble.of(peer))
            elif isinstance(event, LinkDown):
                self.lobby.tie(peer, False)

    async def _host_down(self, event: LinkDown) -> None:
        self._patience = trio.current_time() + HOST_SECONDS
        self.trouble.note(event)
        reason = event.fault.reason if isinstance(event.fault, Left) else ""
        if said := farewell(event):
            await self._gone(event.peer, said)
        if reason == Stranger.code and self.lobby.view is None:
            raise GatheringError("the host takes nobody new: the game has begun, or the invitation is no longer valid")
        if reason == CodeClosed.code:
            raise GatheringError("too many wrong codes: the host lets you try no more; ask him to open another table")
        if reason in (CodeNeeded.code, WrongCode.code):
            await self._give_code(reason == WrongCode.code)

    async def _give_code(self, wrong: bool) -> None:
        invitation = self._invitation
        self.mesh.drop(invitation.host)  # or the same answer would be tried again meanwhile
        code = await self._ask_code(wrong)
        if code is None:
            reason = "that code is wrong" if wrong else "this table has a code"
            raise GatheringError(f"{reason}; ask the host, and join with --code")
        key = await trio.to_thread.run_sync(code_key, code, invitation.table)
        self._patience = trio.current_time() + HOST_SECONDS
        self.mesh.want(invitation.host, invitation.addresses, invitation.token, key)

    @override
    def _heed(self, news: News) -> None:
        """Call those who have come, and no longer those who have left: every pair needs a link before the start."""
        if not isinstance(news, Changed):
            return
        others: dict[bytes, tuple[Address, ...]] = {
            person.identity: parsed(person.addresses)
            for person in news.after.people
            if person.identity not in (self.mesh.me, self.lobby.host) and valid_public(person.identity)
        }
        for peer in [peer for peer in self._since if peer not in others]:
            del self._since[peer]
            self.lobby.untie(peer)
            self.mesh.drop(peer, LEAVING)
        for peer, addresses in others.items():
            self._since.setdefault(peer, trio.current_time())
            self.mesh.want(peer, addresses)

    # ------------------------------------------------------------ what the room does by itself
    @override
    def _be_ready(self) -> bool:
        lobby = self.lobby
        if not self.yes or lobby.view is None or lobby.start is not None or lobby.is_ready:
            return False
        mine = lobby.view.person(self.mesh.me)
        if mine is None or mine.seat is None:
            return False
        lobby.ready(True)
        return True

    @override
    def _hear(self, peer: bytes, frame: bytes) -> None:
        if peer != self.lobby.host:
            return  # guests have nothing to say to each other here
        try:
            self.lobby.receive(frame)
        except NoSeat as no:
            if no.reason == TAKEN:
                raise LobbyOver(f"{self._host_name} took you from the table; you cannot come back to it") from no
            raise LobbyOver(f"{self._host_name} gives you no seat: {no.reason}") from no
        except LobbyFault as fault:
            raise GatheringError(str(fault)) from fault

    @override
    def _judge_attempt(self) -> None:
        if self.lobby.start is None:
            self._lose()

    @override
    async def _gone(self, peer: bytes, reason: str) -> None:
        if peer != self.lobby.host:
            return  # the host ends the attempt for all
        if (seat := declined_seat(reason)) is not None:
            key = self._key_of(seat, "your key, which is another one than before,", "a player's changed key")
            raise LobbyOver(f"{self._host_name} did not accept {key} and has closed the lobby")
        raise LobbyOver(f"{self._host_name} has closed the lobby; no table came about")

    @property
    def _host_name(self) -> str:
        return self.lobby.view.name(self.lobby.host) if self.lobby.view is not None else "the host"

    @override
    async def _give_up(self, start: Start, why: str) -> None:
        """Only the host ends an attempt, so that all end it: tell it, and wait for its word."""
        self.lobby.failed(start.attempt, why)
        self.settle()
        with trio.move_on_after(HOST_SECONDS):
            while True:
                event = await self.mesh.events.receive()
                if isinstance(event, Frame):
                    self._sort(event.peer, event.payload)
                    self.settle()
                    self._judge_attempt()
                elif isinstance(event, LinkUp) and event.peer == self.lobby.host:
                    self.lobby.failed(start.attempt, why)
                    self.settle()
                elif isinstance(event, LinkDown) and (reason := farewell(event)):
                    await self._gone(event.peer, reason)
        raise GatheringError(f"the table could not be agreed ({why}), and the host does not answer")
