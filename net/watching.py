"""Somebody without a seat at a running table: a watcher driven over one link, to the host."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import trio

from net.events import Frame, LinkDown, LinkUp, NoLink
from net.faults import NOT_BEGUN, READ_ONLY, CodeClosed, CodeNeeded, Left, LinkFault, Stranger, WrongCode
from net.grace import TALK_ON
from net.limits import STINT
from net.mesh import Mesh
from protocol.events import Ended, Fault, Said
from protocol.events import LinkFault as TableLinkFault
from protocol.watching import Watcher, WatchEvent

PATIENCE = 60.0
"""Seconds without any answer after which a table that was never seen is given up."""
LOST = 600.0
"""The same for one that was seen: its host may come back."""
ANEW = "ask the host whether it is still played, and for a new invitation"
AFTERMATH = 5.0
"""Seconds for the proof of an earlier fault to come after that of a later one."""

FINAL = {
    Stranger.code: "it lets nobody watch, or this invitation is no longer valid",
    CodeNeeded.code: "it has a code; ask the host for it, and give it when asked, or by --code",
    WrongCode.code: "that code is wrong; ask the host for it",
    CodeClosed.code: "too many wrong codes were tried",
    READ_ONLY: "it says that this program did more than watch",
}
"""Goodbyes after which calling again is of no use."""


class WatchRefused(Exception):
    """There is nothing to watch here. The text says why, for people.

    Attributes:
        wants_code: a code (another one) would let us in.
    """

    def __init__(self, why: str, wants_code: bool = False) -> None:
        super().__init__(why)
        self.wants_code = wants_code


@dataclass(frozen=True)
class Apart:
    """No link to the table for now; it is called again. `cause` is a predicate for people, about the host."""

    cause: str


@dataclass(frozen=True)
class Rejoined:
    """There is a link again to a table that was seen before."""


@dataclass(frozen=True)
class Shut:
    """Whoever stayed after the end hears no more.

    Attributes:
        silent: everybody is still there, but nobody has said anything for long.
        cause: what cut the link, a predicate for people, about the host; "" after a goodbye, and with `silent`.
    """

    silent: bool = False
    cause: str = ""


Happening: TypeAlias = WatchEvent | Apart | Rejoined | Shut
"""What a spectator is told."""
Tell: TypeAlias = Callable[[Happening], None]


async def watch_table(
    mesh: Mesh,
    watcher: Watcher,
    host: bytes,
    tell: Tell,
    keep: Callable[[list[bytes]], None],
    *,
    stay: bool = False,
) -> None:
    """Read a game until it has ended or was stopped.

    Args:
        mesh: wants the host and nobody else; nobody else may read its events.
        watcher: fresh.
        host: the key of the seat that shows us the table.
        tell: told what happens, in order.
        keep: takes what the record is made of, in order.
        stay: hear also what is said afterwards, until the host leaves or nobody says anything any more.

    Raises:
        WatchRefused: the host lets us not watch, shows no table that its seats have signed, or was never reached.
    """
    await _Watch(mesh, watcher, host, tell, keep, stay).run()


class _Watch:
    def __init__(
        self,
        mesh: Mesh,
        watcher: Watcher,
        host: bytes,
        tell: Tell,
        keep: Callable[[list[bytes]], None],
        stay: bool,
    ) -> None:
        self.mesh, self.watcher, self.host, self.tell, self.keep = mesh, watcher, host, tell, keep
        self.stay = stay
        self.over = False
        self.until = float("inf")
        self.shut = Shut(silent=True)
        self.patience = trio.current_time() + PATIENCE
        self.cause = ""
        self.told: set[str] = set()
        """Reasons that were told since the last link; each address of a host may fail for the same one."""

    async def run(self) -> None:
        self.watcher.hands_out = True
        while True:
            self.watcher.tick(int(trio.current_time() * 1000))
            await self.settle()
            while works := self.watcher.work():
                for work in works:  # proofs are checked beside, and what comes meanwhile waits
                    self.watcher.done(work, await trio.to_thread.run_sync(work.run, abandon_on_cancel=True))
                await self.settle()
            if trio.current_time() >= self.until:
                if self.stay and self.over:
                    self.tell(self.shut)
                return
            if trio.current_time() >= self.patience:
                raise WatchRefused(f"the host {self.cause or 'does not answer'}; {ANEW}")
            with trio.move_on_at(self.wake()):
                self.hear(await self.mesh.events.receive())

    def wake(self) -> float:
        deadline = self.watcher.deadline_ms
        return min(self.until, self.patience, deadline / 1000 if deadline is not None else float("inf"))

    async def settle(self) -> None:
        """Judge, tell, keep, ask; others have their turn now and then, as a whole game may come at once."""
        self.judge()
        while self.watcher.behind:
            await trio.lowlevel.checkpoint()
            self.judge()

    def judge(self) -> None:
        until = trio.current_time() + STINT
        while (event := self.watcher.next_event(lambda: trio.current_time() >= until)) is not None:
            self.tell(event)
            if isinstance(event, TableLinkFault):
                raise WatchRefused(f"it shows what no honest table shows: {event.text}")
            now = trio.current_time()
            if isinstance(event, Ended | Fault):
                self.over = True
                self.until = min(self.until, now + (AFTERMATH if isinstance(event, Fault) else 0))
            if self.over and self.stay and isinstance(event, Ended | Fault | Said):
                self.until = now + TALK_ON
        self.keep(self.watcher.unsaved())
        for peer, frame in self.watcher.outgoing():
            self.mesh.send(peer, frame)

    def hear(self, event: Frame | LinkUp | LinkDown | NoLink) -> None:
        if event.peer != self.host:
            return
        if isinstance(event, Frame):
            self.cause = ""
            self.told.clear()
            self.watcher.receive(event.peer, event.payload)
        elif isinstance(event, LinkUp):
            self.patience = float("inf")
            if self.told and self.watcher.reading is not None:  # a host who has not begun hangs up again at once
                self.told.clear()
                self.tell(Rejoined())
            self.watcher.connected(event.peer)
        else:
            if isinstance(event, LinkDown):
                self.watcher.receive(self.host, b"")
                self.patience = trio.current_time() + (PATIENCE if self.watcher.reading is None else LOST)
            self.lost(event.fault)

    def lost(self, fault: LinkFault) -> None:
        if self.over and self.stay:
            self.until = trio.current_time()  # nobody is left to be heard
            self.shut = Shut(cause="" if isinstance(fault, Left) else fault.cause)
            return
        reason = fault.reason if isinstance(fault, Left) else fault.code
        if reason in FINAL:
            raise WatchRefused(FINAL[reason], reason in (CodeNeeded.code, WrongCode.code))
        if reason == NOT_BEGUN:
            self.patience = float("inf")  # it is people who are waited for, as long as the host is there
        else:
            patience = PATIENCE if self.watcher.reading is None else LOST
            self.patience = min(self.patience, trio.current_time() + patience)
        self.cause = fault.cause
        if reason not in self.told:
            self.told.add(reason)
            self.tell(Apart(fault.cause))
