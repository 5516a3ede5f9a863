"""One peer's place in the mesh: calling it, and which of several connections is the link.

Two connections to one peer can stand at once: both ends called each other, or one end knows that the old one is dead
and the other does not yet. Both ends must keep the same one, without a word about it. With the smaller of the two keys
called S and the larger L:

* a connection dialled by S takes the place of whatever was there: S dials only when it has no link, or had none when
  it began to call;
* so does one dialled by L, if the old one was dialled by L, too;
* one dialled by L while one dialled by S stands is a call that crossed with that of S (then S's stays), or L has lost
  the old one and S has not noticed. Whoever sees that pings the old one and keeps it if it is alive.

So a player who comes back takes over his own dead connection at once, and of two crossing calls that of the smaller key
stays.

At a relay both ends dial, and it is L that then calls. So a direct call by S takes the place of such a connection,
which in turn never takes the place of one dialled by S that is alive.

A peer whose link has just been lost is *missed*: for a minute it is called in haste, by the way that has led to it.
"""

import math
import random
from collections.abc import Awaitable, Callable

import trio

from net.address import Address
from net.events import Event, Frame, LinkDown, LinkUp, NoLink
from net.faults import NOT_BEGUN, Closed, Duplicate, Left, LinkFault, Replaced
from net.limits import Backoff, Limits
from net.link import LEAVING, Link

Emit = Callable[[Event], Awaitable[None]]
Call = Callable[["Neighbour", Address], Awaitable[Link]]
Meet = Callable[["Neighbour"], Awaitable[Link]]


class Neighbour:
    """A peer that the mesh wants, or that an invitation let in. It lives inside `tend`.

    Args:
        me: our identity key.
        key: the peer's.
        call: opens a link to one address, or raises LinkFault.
        emit: tells the owner of the mesh.
        start: runs an async function beside this one, as `trio.Nursery.start_soon`; each ends within seconds.
        limits: the figures of the mesh.
        rng: for the pauses between two calls.
        meet: makes a link at the relay, or raises LinkFault; None without a relay.
        relay: what the relay is called in events.

    Attributes:
        key: the peer's identity key.
        guest: let in by an invitation, and forgotten when its link ends.
        token: what to show at the peer's door (16 bytes), or None.
        code: the key of the code that is asked for there, or None.
        link: the running link, or None.
        relayed: whether the last link led over the relay; it may be set beforehand, of a link that an earlier run had.
    """

    def __init__(
        self,
        me: bytes,
        key: bytes,
        call: Call,
        emit: Emit,
        start: Callable[..., None],
        limits: Limits,
        rng: random.Random,
        meet: Meet | None = None,
        relay: str = "",
    ) -> None:
        self.key = key
        self.guest = False
        self.token: bytes | None = None
        self.code: bytes | None = None
        self.link: Link | None = None
        self.relayed = False
        self._me = me
        self._call = call
        self._emit = emit
        self._start = start
        self._limits = limits
        self._meet = meet
        self._relay = relay
        self._addresses: tuple[Address, ...] = ()
        self._good: Address | None = None
        self._new = True
        self._missed_until = -math.inf
        self._wanted = True
        self._next: tuple[Link, str] | None = None
        self._spare: tuple[Link, str] | None = None
        self._call_at = trio.current_time()
        self._backoff = Backoff(limits.redial_first, limits.redial_most, rng)
        self._relay_backoff = Backoff(limits.redial_first, limits.redial_most, rng)
        self._news = trio.Event()

    @property
    def missed(self) -> bool:
        """Whether a link to it that had held was lost a short while ago."""
        return trio.current_time() < self._missed_until

    def aim(self, addresses: tuple[Address, ...]) -> None:
        """From now on call these addresses, in this order; the first call goes out at once if they are new."""
        if addresses != self._addresses:
            self._addresses = addresses
            self._backoff.reset()
            self._call_at = trio.current_time()
            self._ring()

    def leave(self, reason: str = LEAVING) -> None:
        """End the link in good order and call no more; `tend` then returns."""
        self._wanted = False
        if self.link is not None:
            self.link.close(reason)
        self._ring()

    def offer(self, link: Link, address: str) -> None:
        """Take an authenticated connection, whoever dialled it, and keep, try or refuse it as told above."""
        if not self._wanted:
            self._refuse(link, Closed(self.key, LEAVING))
        elif self._next is not None:
            waiting = self._next[0]
            if self._yields(waiting, link):
                self._refuse(waiting, self._replaced())
                self._promote(link, address)
            else:
                self._refuse(link, self._duplicate())
        elif self.link is None:
            self._promote(link, address)
        elif self._yields(self.link, link):
            self._promote(link, address)
            self.link.abort(self._replaced())
        else:
            if self._spare is not None:
                self._refuse(self._spare[0], self._replaced())
            self._spare = link, address
            self._start(self._contest, self.link, link)

    async def tend(self) -> None:
        """Keep the peer linked until `leave`; a guest until its link ends. Any fault of the peer ends in here."""
        while (chosen := await self._next_link()) is not None:
            self.link, address = chosen
            self._new, self.relayed = False, address == self._relay
            since = trio.current_time()
            await self._emit(LinkUp(self.key, address, self.link.dialler == self._me))
            fault = await self.link.run(self._deliver)
            self.link = None
            self._end_contest()
            if trio.current_time() >= since + self._limits.steady:
                self._backoff.reset()
                self._relay_backoff.reset()
                self._missed_until = trio.current_time() + self._limits.missed
            elif isinstance(fault, Left) and fault.reason == NOT_BEGUN:
                self._backoff.reset()
                self._call_at = trio.current_time() + self._limits.redial_later
            else:
                # Who ends each link at once, as one that does not know us, must not be called at full speed.
                self._call_at = trio.current_time() + self._backoff.next_pause()
            await self._emit(LinkDown(self.key, fault))
            if self.guest and self._next is None:
                self._wanted = False

    async def _deliver(self, payload: bytes) -> None:
        await self._emit(Frame(self.key, payload))

    # Which connection is the link.

    def _yields(self, old: Link, new: Link) -> bool:
        return new.dialler == min(self._me, self.key) or new.dialler == old.dialler

    async def _contest(self, old: Link, new: Link) -> None:
        alive = await old.probe(self._limits.probe)
        if self._spare is None or self._spare[0] is not new:
            return  # decided meanwhile, or a still newer one is in the contest now
        if alive:
            self._spare = None
            self._refuse(new, self._duplicate())
        else:
            old.abort(self._replaced())

    def _end_contest(self) -> None:
        """The link has ended, so whoever contested it wins, unless the next one is chosen already."""
        if self._spare is not None:
            spare, self._spare = self._spare, None
            if self._next is None:
                self._promote(*spare)
            else:
                self._refuse(spare[0], self._replaced())

    def _promote(self, link: Link, address: str) -> None:
        self._next = link, address
        self._ring()

    def _refuse(self, link: Link, fault: LinkFault) -> None:
        self._start(link.refuse, fault)

    def _replaced(self) -> Replaced:
        return Replaced(self.key, "opened a newer connection")

    def _duplicate(self) -> Duplicate:
        return Duplicate(self.key, "is linked already")

    # Calling.

    async def _next_link(self) -> tuple[Link, str] | None:
        """Call the peer until one connection is chosen, or it is no longer wanted."""
        tried = trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._dial, tried)
            if self._meet is not None:
                nursery.start_soon(self._rendezvous, self._meet, tried)
            while self._wanted and self._next is None:
                await self._bell()
            nursery.cancel_scope.cancel()
        chosen, self._next = self._next, None
        if chosen is not None and not self._wanted:
            self._refuse(chosen[0], Closed(self.key, LEAVING))
            return None
        return chosen

    async def _dial(self, tried: trio.Event) -> None:
        """Call the peer's own addresses; `tried` is set when each has been called once, or there is none."""
        if not self._addresses:
            tried.set()
        if self._me > self.key:
            self._call_at = max(self._call_at, trio.current_time() + self._limits.head_start)
        while True:
            while not self._addresses or trio.current_time() < self._call_at:
                with trio.CancelScope(deadline=self._call_at if self._addresses else float("inf")):
                    await self._bell()
            began = trio.current_time()
            for address in self._ways():
                try:
                    link = await self._call(self, address)
                except LinkFault as fault:
                    await self._emit(NoLink(self.key, address.text, fault))
                else:
                    self._good = address
                    self.offer(link, address.text)
                    return
            tried.set()
            self._call_at = began + self._pause(self._backoff)

    def _ways(self) -> tuple[Address, ...]:
        """What to call now: for a peer that is missed the address that was right, as each that is not takes seconds."""
        if self.missed and self._good in self._addresses:
            return (self._good,)
        return self._addresses

    def _pause(self, backoff: Backoff) -> float:
        pause = backoff.next_pause()
        return min(pause, self._limits.redial_hasty) if self.missed else pause

    async def _rendezvous(self, meet: Meet, tried: trio.Event) -> None:
        """Wait for the peer at the relay, once its own addresses have had their chance; those are called on.

        One that was last met there, and may be there now, is not kept waiting.
        """
        await trio.sleep_until(self._call_at)
        if not (self.relayed and (self.missed or self._new)):
            with trio.move_on_after(self._limits.relay_after):
                await tried.wait()
        while True:
            since = trio.current_time()
            try:
                link = await meet(self)
            except LinkFault as fault:
                await self._emit(NoLink(self.key, self._relay, fault))
            else:
                self.offer(link, self._relay)
                return
            if trio.current_time() >= since + self._limits.steady:
                self._relay_backoff.reset()
            await trio.sleep(self._pause(self._relay_backoff))

    # Plumbing.

    def _ring(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def _bell(self) -> None:
        await self._news.wait()
