"""Real drivers of tables in one process, without a wire between them; and how long their loop is held up."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import trio
from typing_extensions import override

from net.events import Frame
from net.table import run_table
from protocol.session import Session
from tests.adversaries.test_wire_abuse import Memory
from tests.protocol.table import Table

TICK = 0.002
"""Seconds between two looks at the clock."""
PATIENCE = 120.0
"""Seconds for whatever is played here."""


class Wireless:
    """The mesh of one seat: frames go straight into the others' events."""

    def __init__(self, me: bytes) -> None:
        self.me = me
        self.give, self.events = trio.open_memory_channel[Any](float("inf"))
        self.others: dict[bytes, Wireless] = {}
        self.relayed: tuple[bytes, ...] = ()

    @property
    def linked(self) -> list[bytes]:
        return list(self.others)

    def want(self, peer: bytes, addresses: Sequence[Any]) -> None:
        """All are here."""

    def send(self, peer: bytes, frame: bytes) -> None:
        self.others[peer].give.send_nowait(Frame(self.me, frame))


def joined(keys: Sequence[bytes]) -> list[Any]:
    """The meshes of the owners of these keys, each linked to all others."""
    meshes = [Wireless(key) for key in keys]
    for mesh in meshes:
        mesh.others = {other.me: other for other in meshes if other is not mesh}
    return meshes


class Held(trio.abc.Instrument):
    """The longest step of any task of the loop, by any measure that grows as this thread works: seconds if not said."""

    def __init__(self, worked: Callable[[], float] = time.thread_time) -> None:
        self.longest = 0.0
        self._worked = worked
        self._before = 0.0

    @override
    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._before = self._worked()

    @override
    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        self.longest = max(self.longest, self._worked() - self._before)


def apart(table: Table, seat: int, giver: int) -> tuple[Session, Session]:
    """`seat`, whose disk has lost all, and `giver`, who has taken up a journal of all that was said."""
    lost, knows = table._session(seat), table._session(giver)
    lost.restore((), bytes(16))
    knows.restore(table.states[giver].journal, bytes(range(16)))
    return lost, knows


async def caught_up(lost: Session, knows: Session) -> None:
    """What the programs of these two do until the second has shown the first the game. Nobody else is there."""
    mine, theirs = joined([session.agreement.identity(session.seat) for session in (lost, knows)])
    with trio.fail_after(PATIENCE):
        async with run_table(theirs, knows, Memory(), {}), run_table(mine, lost, Memory(), {}) as running:
            async for _ in running:
                if lost.log.place == knows.log.place:
                    return


async def taken_back(table: Table, seat: int) -> None:
    """What a program does that takes up the journal of `seat`: it reads in a thread, and the loop has nothing to do."""
    session, items = table._session(seat), table.states[seat].journal
    await trio.to_thread.run_sync(lambda: session.restore(items, bytes(16)))


async def watched(doing: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Seconds for which the loop did not come round at most while it did this, beyond TICK: in all, and by our doing.

    Ours is what this process worked meanwhile, in whatever thread.
    """
    late = ours = 0.0

    async def ticker() -> None:
        nonlocal late, ours
        while True:
            before, cpu = time.monotonic(), time.process_time()
            await trio.sleep(TICK)
            gap = time.monotonic() - before - TICK
            late, ours = max(late, gap), max(ours, min(gap, time.process_time() - cpu))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ticker)
        await doing()
        nursery.cancel_scope.cancel()
    return late, ours
