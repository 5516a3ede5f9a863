"""How the seats of a lobby come to one signed agreement over the mesh, and how they come back if they do not.

The machines that judge what is said are in `protocol` (`lobby`, `agreeing`); here they get their bytes. A `Room` is one
peer's place in a lobby: `net.hostroom` has the host's, `net.guestroom` a guest's. Whoever drives it goes round:

```python
while True:
    start = await room.start()                      # people sit down and get ready
    try:
        agreed = await room.agree(Agreeing(start.form, ...), start)
    except AttemptLost:
        continue                                    # with new keys and a new nonce
    break
```

A person may have to be asked in between (`judged`): what ends the attempt meanwhile ends the question, too.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

import trio

from net.address import Address, AddressError, parse_address
from net.attempt import Agreed, AttemptLost, Declined, GatheringError, Late, Tell
from net.events import Event, Frame, LinkDown, LinkUp, NoLink
from net.faults import DECLINED, NOT_BEGUN, Left, declined, declined_seat
from net.link import LEAVING
from net.mesh import Mesh
from net.trouble import Trouble
from protocol.agreeing import Agreeing, FrameFault, Stage
from protocol.agreement import AgreementFault
from protocol.encoding import EncodingFault
from protocol.lobby import Attempts, LobbyFault, News, Start
from protocol.lobby.guest import GuestLobby
from protocol.lobby.host import HostLobby
from protocol.wire import Kind, peek

AGREE_SECONDS = 180.0
"""How long a started table may take until all have opened their locks: somebody may compare a changed key by voice."""
AWAY_SECONDS = 30.0
"""How long a seat is waited for whose link has broken without a goodbye."""
ORPHANED_SECONDS = 60.0
"""How long one that has signed waits for the rest when the host has left."""
LATE_SECONDS = 3.0
"""Seconds after which the people are told whom the signing waits for."""
ATTEMPTS = 3
"""Failed attempts after which one that is ready by itself (`yes`) gives up."""
NONSENSE = "no-lobby-message"


class Room(ABC):
    """One peer's place in a lobby.

    Args:
        mesh: nobody else may read its events until the agreement is there.
        lobby: the machine. Whoever calls a method of it for a person calls `settle` afterwards.
        host: the key of the table's host.
        tell: told what happens.
        yes: be ready at once for whatever table is shown.

    Attributes:
        lacking: while the table is signed, the keys of those whose word is missing, by seat.
    """

    def __init__(self, mesh: Mesh, lobby: HostLobby | GuestLobby, host: bytes, tell: Tell, yes: bool) -> None:
        self.mesh = mesh
        self.host = host
        self.yes = yes
        self.trouble = Trouble()
        self.tell = tell
        self.lacking: tuple[bytes, ...] = ()
        self._lobby = lobby
        self._attempts = Attempts()
        self._failures = 0
        self._waiting = trio.CancelScope()

    @abstractmethod
    async def start(self) -> Start:
        """Wait until all are ready and the form is frozen. Raises GatheringError."""

    def settle(self) -> None:
        """Send and tell what the lobby has to say, and let `start` look at it again."""
        lobby = self._lobby
        while True:
            for peer, frame in lobby.outgoing():
                self.mesh.send(peer, frame)
            news = lobby.news()
            for each in news:
                self._heed(each)
                self.tell(each)
            if not (self._be_ready() or news):
                break
        self._waiting.cancel()

    @abstractmethod
    def _heed(self, news: News) -> None:
        """Do what the news mean for the mesh."""

    @abstractmethod
    def _be_ready(self) -> bool:
        """With `yes`, say that we are ready; gives whether that had to be said."""

    async def _next(self, deadline: float = float("inf")) -> Event | None:
        """The next event of the mesh; None if something else has to be looked at first."""
        with trio.CancelScope(deadline=deadline) as self._waiting:
            return await self.mesh.events.receive()
        return None

    # ------------------------------------------------------------ the agreement
    async def judged(self, judge: Callable[[], Awaitable[None]]) -> None:
        """Let a person look at a frozen form before anything is signed.

        Args:
            judge: asks the person; cancelled if the attempt ends meanwhile.

        Raises:
            AttemptLost, GatheringError: as `agree`.
            Exception: what `judge` raises; the others are then told that we did not accept the table, and after a
                `Declined` whose key it was.
        """
        self.lacking = (self.mesh.me,)
        ended: Exception | None = None
        async with trio.open_nursery() as nursery:

            async def hold() -> None:
                nonlocal ended
                try:
                    while True:
                        await self._hold()
                except (AttemptLost, GatheringError) as error:
                    ended = error
                    nursery.cancel_scope.cancel()

            nursery.start_soon(hold)
            try:
                await judge()
            except Exception as error:
                ended = error
                word = declined(error.seat) if isinstance(error, Declined) else DECLINED
                for peer in self.mesh.linked:
                    self.mesh.drop(peer, word)
            nursery.cancel_scope.cancel()
        if ended is not None:
            self.lacking = ()
            raise ended

    async def _hold(self) -> None:
        """Take one event while nothing is signed yet; the words of the others are kept."""
        event = await self._next()
        if isinstance(event, Frame):
            self._sort(event.peer, event.payload)
            self.settle()
            self._judge_attempt()
        elif isinstance(event, LinkDown) and (reason := farewell(event)):
            await self._gone(event.peer, reason)

    async def agree(self, agreeing: Agreeing, start: Start) -> Agreed:
        """Sign. Whatever `agreeing` depends on (keys, nonce) must be on disk before this is called.

        Raises:
            AttemptLost: a seat left, was not heard in time, opened its lock wrongly, or has other rules.
            GatheringError: the lobby itself is over.
        """
        self.trouble = Trouble()
        for peer in self.mesh.linked:
            self._begin(agreeing, start, peer)
        try:
            return await self._sign(agreeing, start)
        finally:
            self.lacking = ()

    async def _sign(self, agreeing: Agreeing, start: Start) -> Agreed:
        now = trio.current_time()
        deadline, orphaned, late = now + AGREE_SECONDS, float("inf"), now + LATE_SECONDS
        away = {seat.identity: now for seat in start.form.seats if not self._near(seat.identity)}
        while True:
            try:
                self._advance(agreeing, start)
            except AgreementFault as fault:
                await self._give_up(start, _named(fault, start))
            agreement = agreeing.result()
            if agreement is not None:
                self.mesh.token = None
                return Agreed(agreement, tuple(agreeing.leftover))
            lacking = tuple(seat.identity for seat in start.form.seats if seat.number in agreeing.waiting_for)
            now = trio.current_time()
            if lacking != self.lacking and late == float("inf"):
                late = now + LATE_SECONDS
            self.lacking = lacking
            if now >= late:
                self.tell(Late(tuple(seat.name for seat in start.form.seats if seat.identity in lacking)))
                late = float("inf")
            # Once we have signed, others may have all signatures and play: there is no way back by ourselves, unless
            # the host has gone and nobody sends what we lack.
            signed = agreeing.stage is Stage.SIGNING
            patience = min([deadline, *(away[peer] + AWAY_SECONDS for peer in lacking if peer in away)])
            if now >= (orphaned if signed else patience):
                if signed:
                    raise GatheringError(f"the host has left, and {self._missing(agreeing)}")
                await self._give_up(start, self._missing(agreeing))
            event = await self._next(min(late, orphaned if signed else patience))
            if isinstance(event, LinkUp):
                self.trouble.note(event)
                away.pop(event.peer, None)
                self._begin(agreeing, start, event.peer)
            elif isinstance(event, LinkDown):
                self.trouble.note(event)
                away[event.peer] = trio.current_time()
                agreeing.receive(event.peer, b"")
                if reason := farewell(event):
                    if not signed:
                        await self._gone(event.peer, reason)
                    elif event.peer == self.host:
                        orphaned = trio.current_time() + ORPHANED_SECONDS
            elif isinstance(event, NoLink):
                self.trouble.note(event)
            elif isinstance(event, Frame):
                self._sort(event.peer, event.payload)
                self.settle()
                self._judge_attempt()

    def _near(self, peer: bytes) -> bool:
        return peer == self.mesh.me or peer in self.mesh.linked

    def _begin(self, agreeing: Agreeing, start: Start, peer: bytes) -> None:
        if start.form.seat_of(peer) is not None:
            self.mesh.send(peer, self._attempts.opening(start.attempt))
            agreeing.connected(peer)

    def _advance(self, agreeing: Agreeing, start: Start) -> None:
        for peer, frame in self._attempts.due(start.attempt):
            try:
                agreeing.receive(peer, frame)
            except FrameFault:
                self.mesh.drop(peer, NONSENSE)
        for peer, frame in agreeing.outgoing():
            self.mesh.send(peer, frame)

    def _sort(self, peer: bytes, frame: bytes) -> None:
        """Give a frame to whom it belongs: this attempt or a later one, or the lobby; a spectator is too early."""
        try:
            if peek(frame) == Kind.WATCH:
                self.mesh.drop(peer, NOT_BEGUN)
            elif not self._attempts.take(peer, frame):
                self._hear(peer, frame)
        except (LobbyFault, EncodingFault):
            self._nonsense(peer)

    @abstractmethod
    def _hear(self, peer: bytes, frame: bytes) -> None:
        """A lobby message. Raises LobbyFault if the link is to be dropped for it."""

    def _nonsense(self, peer: bytes) -> None:
        self.mesh.drop(peer, NONSENSE)

    @abstractmethod
    def _judge_attempt(self) -> None:
        """Raises AttemptLost if the host has ended the attempt."""

    @abstractmethod
    async def _gone(self, peer: bytes, reason: str) -> None:
        """A seat has left while the table is being agreed; `reason`: its goodbye."""

    def _key_of(self, seat: int, mine: str, another: str) -> str:
        """Whose key was not accepted: `mine` for our own, the name of whoever sits there, or `another` for nobody."""
        view = self._lobby.view
        person = next((each for each in view.people if each.seat == seat), None) if view is not None else None
        if person is None:
            return another
        return mine if person.identity == self.mesh.me else f"the changed key of {person.name}"

    @abstractmethod
    async def _give_up(self, start: Start, why: str) -> None:
        """Say that the attempt has failed. Raises AttemptLost or GatheringError."""

    def _lose(self) -> None:
        """Back to the lobby. Raises AttemptLost, or GatheringError if that has happened too often without a person."""
        self._failures += 1
        if self.yes and self._failures >= ATTEMPTS:
            raise GatheringError(f"the table could not be agreed in {ATTEMPTS} attempts")
        raise AttemptLost

    def _missing(self, agreeing: Agreeing) -> str:
        missing = ", ".join(
            f"{seat.name} ({cause})" if (cause := self.trouble.of(seat.identity)) else seat.name
            for seat in agreeing.form.seats
            if seat.number in agreeing.waiting_for
        )
        return f"no word came from {missing}"


def farewell(event: LinkDown) -> str:
    """The word by which somebody has left the program or declined the table; "" if it may come back."""
    reason = event.fault.reason if isinstance(event.fault, Left) else ""
    return reason if reason == LEAVING or declined_seat(reason) is not None else ""


def _named(fault: AgreementFault, start: Start) -> str:
    """A fault with the player's name."""
    name = next((seat.name for seat in start.form.seats if seat.number == fault.seat), "")
    return f"{name}: {fault}" if name else str(fault)


def parsed(addresses: tuple[str, ...]) -> tuple[Address, ...]:
    """What a seat says of itself; an address that is none is passed over: the other end may still call us."""
    found = []
    for text in addresses:
        try:
            found.append(parse_address(text))
        except AddressError:
            continue
    return tuple(found)
