"""One live link to one peer: frames out and in, heartbeats, limits, and how it ends."""

import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

import trio

from net.faults import Closed, Flood, Garbage, Gone, HalfFrame, Left, LinkFault, Overflow, Silent
from net.frames import HEADER, frame
from net.handshake import Session
from net.limits import FRAME_LIMIT, Bucket, Limits
from net.messages import Auth, Bye, Hello, Join, Message, Ping, Pong, decode, encode
from net.tls import broken, hang_up

CHUNK = 64 * 1024
"""Bytes read at once, and about as many sent at once: no gain beyond the size of a few TLS records."""
LEAVING = "leaving"

Deliver = Callable[[bytes], Awaitable[None]]


class Link:
    """A link made of an authenticated connection. It lives inside `run`, which somebody must call.

    Frames arrive in the order in which they were sent, each at most once; those under way when the link ends are lost,
    so after each new link both ends compare what they have.

    Args:
        session: the connection; it belongs to the link from now on.
        limits: the figures for this link.

    Attributes:
        peer: the identity key of the other end, 32 bytes.
        dialler: the key of the end that opened the connection.
    """

    def __init__(self, session: Session, limits: Limits) -> None:
        now = trio.current_time()
        self.peer = session.peer
        self.dialler = session.dialler
        self._stream = session.stream
        self._reader = session.reader
        self._reader.limit = FRAME_LIMIT
        self._limits = limits
        self._scope = trio.CancelScope()
        self._fault: LinkFault | None = None
        self._closing = False
        self._bye_said = False
        # Outgoing.
        self._queue: deque[bytes] = deque()
        self._control: list[Message] = []
        self._wake = trio.Event()
        self._may_send = now
        self._own_frames = Bucket(limits.own_frames, limits.own_frames_burst, now)
        self._own_octets = Bucket(limits.own_octets, limits.own_octets_burst, now)
        # Incoming.
        self._frames = Bucket(limits.frames, limits.frames_burst, now)
        self._octets = Bucket(limits.octets, limits.octets_burst, now)
        self._over_since: float | None = None
        self._first = True
        # Heartbeat.
        self._heard = now
        self._pinged = now
        self._pings = 0
        self._busy = False
        self._pongs: dict[int, trio.Event] = {}

    @property
    def heard(self) -> float:
        """When anything last came from the peer, in the time of trio."""
        return self._heard

    @property
    def backlog(self) -> int:
        """Frames that wait to be sent. A caller in a hurry (a bot) waits while this is high."""
        return len(self._queue)

    def send(self, payload: bytes) -> None:
        """Queue one frame; returns at once. Nothing happens on a link that is ending.

        When more than `Limits.queue` frames wait, the link ends with Overflow: the others shall not wait for a peer
        that does not read, and what it missed it gets when it comes back.

        Args:
            payload: a message of the game, no longer than its kind allows.

        Raises:
            ValueError: it is something else, which the other end would refuse: a bug on this side.
        """
        try:
            ours = decode(payload) is not None
        except LinkFault as fault:
            raise ValueError(f"the other end would say that this side {fault.cause}") from fault
        if ours:
            raise ValueError("a message of the link itself is not for others to send")
        if self._closing or self._fault is not None:
            return
        if len(self._queue) >= self._limits.queue:
            self.abort(Overflow(self.peer, f"reads too slowly: {len(self._queue)} messages wait to be sent to it"))
            return
        self._queue.append(payload)
        self._wake.set()

    def close(self, reason: str = LEAVING) -> None:
        """End the link in good order: what is queued goes out, then a bye with `reason`, a word of [a-z-]."""
        if self._closing or self._fault is not None:
            return
        self._closing = True
        self._fault = Closed(self.peer, reason)
        self._scope.deadline = trio.current_time() + self._limits.linger
        self._wake.set()

    def abort(self, fault: LinkFault) -> None:
        """End the link now for `fault`; the first one counts. The other end is told if it can be."""
        if self._fault is None:
            self._fault = fault
        self._scope.cancel()

    async def probe(self, seconds: float) -> bool:
        """Ping at once; returns whether the answer came within so many seconds."""
        answered = self._ping()
        with trio.move_on_after(seconds):
            await answered.wait()
        return answered.is_set()

    async def run(self, deliver: Deliver) -> LinkFault:
        """Carry the link until it ends; returns why.

        Args:
            deliver: takes each frame of the game, in order, not yet judged. While it waits nothing more is read, which
                holds the peer back; the peer's silence in that time is not held against it.

        Resource handling: the connection is closed when this returns or raises. A cancellation says goodbye first, for
        at most `Limits.hang_up` seconds.
        """
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read, deliver)
                    nursery.start_soon(self._write)
                    nursery.start_soon(self._beat)
        finally:
            await self._hang_up()
        return self._fault or Closed(self.peer, LEAVING)

    async def refuse(self, fault: LinkFault) -> None:
        """End a link that was never run."""
        self.abort(fault)
        await self._hang_up()

    async def _hang_up(self) -> None:
        """Say goodbye, unless that is said or there is nobody to hear it; then close the connection."""
        fault = self._fault or Closed(self.peer, LEAVING)
        told = self._bye_said or isinstance(fault, Left | Gone | HalfFrame)
        if not told:
            reason = fault.reason if isinstance(fault, Closed) else fault.code
            deadline = trio.current_time() + self._limits.hang_up
            # It breaks if it was broken before, or left in the middle of a frame when the writer was stopped.
            with trio.CancelScope(shield=True, deadline=deadline), contextlib.suppress(trio.BrokenResourceError):
                await self._stream.send_all(frame(encode(Bye(reason))))
        await hang_up(self._stream, self._limits.hang_up)

    # Outgoing.

    async def _write(self) -> None:
        try:
            while True:
                if batch := self._batch():
                    await self._stream.send_all(batch)
                elif self._closing and not self._queue:
                    assert isinstance(self._fault, Closed)
                    # Who is cancelled in the middle of it could not say it again: the stream would be broken.
                    deadline = trio.current_time() + self._limits.hang_up
                    with trio.CancelScope(shield=True, deadline=deadline):
                        self._bye_said = True
                        await self._stream.send_all(frame(encode(Bye(self._fault.reason))))
                    return  # the reader waits for the other end to hang up, up to the deadline set in `close`
                else:
                    self._wake = trio.Event()
                    with trio.CancelScope(deadline=self._may_send if self._queue else float("inf")):
                        await self._wake.wait()
        except trio.BrokenResourceError as error:
            self.abort(self._cut(error))

    def _batch(self) -> bytes:
        """What may go out now: pings and pongs first, then frames as far as our own rate allows."""
        out = [frame(encode(message)) for message in self._control]
        self._control.clear()
        size = 0
        now = trio.current_time()
        # On closing the rest goes at once: it is bounded, and a peer above its rate is only read more slowly.
        while self._queue and size < CHUNK and (self._may_send <= now or self._closing):
            out.append(frame(self._queue.popleft()))
            size += len(out[-1])
            wait = max(self._own_frames.take(1, now), self._own_octets.take(len(out[-1]), now))
            self._may_send = now + wait
        return b"".join(out)

    def _say(self, message: Message) -> None:
        self._control.append(message)
        self._wake.set()

    # Incoming.

    async def _read(self, deliver: Deliver) -> None:
        try:
            while True:
                while (payload := self._reader.next_frame()) is not None:
                    self._busy = True
                    await self._charge(len(payload) + HEADER)
                    await self._take(payload, deliver)
                    self._busy = False
                    self._heard = trio.current_time()
                data = await self._stream.receive_some(CHUNK)
                self._heard = trio.current_time()
                if not data:
                    self._reader.end()
                    raise Gone(self.peer, "was cut off")
                self._reader.feed(data)
        except LinkFault as fault:
            fault.blame(self.peer)
            self.abort(fault)
        except trio.BrokenResourceError as error:
            self.abort(self._cut(error))

    async def _charge(self, size: int) -> None:
        """Slow the peer down to its rate; raises Flood if that has been needed for too long on end."""
        now = trio.current_time()
        wait = max(self._frames.take(1, now), self._octets.take(size, now))
        if not wait:
            self._over_since = None
            return
        if self._over_since is None:
            self._over_since = now
        if now >= self._over_since + self._limits.patience:
            raise Flood(self.peer, f"has sent more than {self._limits.frames:g} messages a second for too long")
        await trio.sleep(wait)

    async def _take(self, payload: bytes, deliver: Deliver) -> None:
        first, self._first = self._first, False
        match decode(payload):
            case None:
                if not self._closing:
                    await deliver(payload)
            case Ping(number):
                # One answer under way is enough: who floods with pings does not make us flood with answers.
                self._control = [message for message in self._control if not isinstance(message, Pong)]
                self._say(Pong(number))
            case Pong(number):
                if number in self._pongs:
                    self._pongs.pop(number).set()
            case Bye(reason):
                raise Left(self.peer, reason)
            case Join() if first and self.dialler == self.peer:
                pass  # it has a seat already, and showed its invitation again
            case Hello() | Auth() | Join() as message:
                raise Garbage(self.peer, f"sent a {type(message).__name__.lower()!r} out of its place")

    def _cut(self, error: trio.BrokenResourceError) -> LinkFault:
        try:
            self._reader.end()
        except HalfFrame as fault:
            fault.blame(self.peer)
            return fault
        return broken(self.peer, error)

    # Heartbeat.

    async def _beat(self) -> None:
        limits = self._limits
        while True:
            now = trio.current_time()
            if self._busy:
                self._heard = now
            dead = self._heard + limits.dead_after
            due = max(self._heard, self._pinged) + limits.ping_every
            if now >= dead:
                self.abort(Silent(self.peer, f"has not been heard for {limits.dead_after:g} s"))
                return
            if now >= due:
                self._ping()
            else:
                await trio.sleep_until(min(dead, due))

    def _ping(self) -> trio.Event:
        self._pings = (self._pings + 1) % 2**32
        self._pinged = trio.current_time()
        event = self._pongs[self._pings] = trio.Event()
        self._say(Ping(self._pings))
        return event
