"""The sans-I/O core of one end of a table: frames in, events, items to be saved and frames out (SPEC.md section 12).

Whoever drives it does the I/O, in this order: `receive`, `next_event` until None, `unsaved` to the disk, `outgoing` to
the links.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any

from protocol.events import Event, LinkFault
from protocol.work import Work


class UnsavedError(RuntimeError):
    """The driver asked for outgoing frames before it had saved: a fault of our own program."""


class Endpoint(ABC):
    """Queues between a driver and what is to be judged. `trace`, if given, is told every step in one line."""

    def __init__(self, trace: Callable[[str], None] | None = None) -> None:
        self.hands_out = False
        """Whether proofs that take long are handed out by `work`; else they are made and checked on the spot."""
        self._inbox: deque[tuple[bytes, bytes]] = deque()
        self._steps: deque[Callable[[], None]] = deque()
        self._events: deque[Event] = deque()
        self._out: list[tuple[bytes, bytes]] = []
        self._unsaved: list[bytes] = []
        self._peers: set[bytes] = set()
        self._faulty: set[bytes] = set()
        self._trace = trace
        self._work: list[Work] = []
        self._in_work: dict[Work, Callable[[Any], None]] = {}

    # ------------------------------------------------------------ coming in
    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands, perhaps again."""
        self._peers.add(peer)
        self._faulty.discard(peer)
        self._inbox = deque(row for row in self._inbox if row != (peer, b""))  # the end of an older link

    def receive(self, peer: bytes, frame: bytes) -> None:
        """Stores one frame from the link of `peer`; empty bytes mean that the link closed. Never raises."""
        self._inbox.append((peer, frame))

    @property
    def behind(self) -> bool:
        """Whether some of what was received is not judged yet."""
        return bool(self._steps or self._inbox)

    def next_event(self, enough: Callable[[], bool] | None = None) -> Event | None:
        """Judges what was received, until there is something to tell; None when all is judged.

        One frame can hold a whole game. A driver that has other things to do gives `enough`, which is asked before each
        entry: once it says so, None comes early, and `behind` tells that the driver should come back.

        Raises MatchDead or UnansweredKind if the rules themselves fail: then this object is of no more use.
        """
        while not self._events and self.behind and not (enough is not None and enough()):
            self._judge()
        return self._events.popleft() if self._events else None

    def _judge(self) -> None:
        """One entry of a frame that has many, or the next frame."""
        if self._steps:
            self._steps.popleft()()
        else:
            self._handle(*self._inbox.popleft())

    def _first(self, *steps: Callable[[], None]) -> None:
        """Has these done next, in this order, each on its own."""
        self._steps.extendleft(reversed(steps))

    @abstractmethod
    def _handle(self, peer: bytes, frame: bytes) -> None:
        """Judge one frame; empty bytes are the end of the link."""

    # ------------------------------------------------------------ going out
    def unsaved(self) -> list[bytes]:
        """Items to be written and synced, in this order, before `outgoing` is asked; each is given once."""
        items, self._unsaved = self._unsaved, []
        return items

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent, in this order; each is given once. Raises UnsavedError while items are unsaved."""
        if self._unsaved:
            raise UnsavedError("write first, send after")
        out, self._out = self._out, []
        return out

    def _blame(self, peer: bytes, reason: str, text: str) -> None:
        self._faulty.add(peer)
        self._peers.discard(peer)
        self._out = [(to, frame) for to, frame in self._out if to != peer]
        self._events.append(LinkFault(peer, reason, text))

    def _reply(self, peer: bytes, frames: list[bytes]) -> None:
        for frame in frames:
            self._send(peer, frame)

    def _send_all(self, frame: bytes) -> None:
        for peer in sorted(self._peers):
            self._send(peer, frame)

    def _send(self, peer: bytes, frame: bytes) -> None:
        if peer in self._peers:
            self._out.append((peer, frame))

    def _say(self, text: Callable[[], str]) -> None:
        if self._trace is not None:
            self._trace(text())

    # ------------------------------------------------------------ working beside
    def work(self) -> list[Work]:
        """What is to be done beside; each is given once. Nothing comes unless `hands_out` is set."""
        out, self._work = self._work, []
        return out

    def done(self, work: Work, result: Any) -> None:
        """Takes what `work.run` has given. Then the driver's order begins anew."""
        self._in_work.pop(work)(result)

    def _hand_out(self, what: str, run: Callable[[], Any], then: Callable[[Any], None]) -> None:
        if not self.hands_out:
            then(run())
            return
        work = Work(what, run)
        self._work.append(work)
        self._in_work[work] = then
