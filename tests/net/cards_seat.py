"""`python -m tests.net.cards_seat GAME SEAT SEATS SEED HOME`: one seat of a table of cards in a process of its own.

The net, the session and the store are those of the product; only who sits where is known beforehand, and a bot chooses.
It prints the port it listens at, reads the ports of all seats in one line, plays, and prints a `Tale` as JSON.
"""

import json
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import trio
from typing_extensions import override

import net.parting
from client.home import Home
from client.player import load_player
from client.store.journal import TableJournal
from client.store.tables import Crew, Door
from engine.core.questions import Mask, Show
from net.address import Address
from net.frames import HEADER
from net.mesh import Mesh, open_mesh
from net.sockets import listen_tcp, port_of
from net.table import Table, run_table
from net.telling import TableClosed
from protocol.agreement import NOW, PROOFS, Agreement, Form
from protocol.entry import Place, Signed
from protocol.events import Answered, Asked, Event
from protocol.record import assemble
from protocol.secret import SeatKeys
from protocol.session import Session
from protocol.wire import Kind, decode
from tests.protocol.cards import decks, hoard
from tests.protocol.table import MatchMaker, identity_of, keys_of, make_agreement, make_form

TICK = 0.002
"""Seconds between two looks of the ticker: what comes on top is the time for which the loop did not answer."""
LINGER = 3
"""Seconds for which a seat stays after a fault: all others are here, and judge for themselves."""
PATIENCE = 240.0
"""Seconds for a whole game."""


@dataclass(frozen=True)
class Playable:
    """A game of cards with its settings at this table; its loop is watched to the end, or while decks are mixed."""

    settings: tuple[tuple[str, Any], ...]
    match: MatchMaker
    whole: bool


GAMES = {
    "hoard": Playable(((PROOFS, NOW), ("turns", 4)), hoard.new_match, whole=True),
    "decks": Playable(((PROOFS, NOW),), decks.new_match, whole=False),
}


def form_of(game: str, seats: int, seed: int) -> Form:
    """The form of the table, as every process makes it for itself."""
    return make_form(seats, seed, GAMES[game].settings, game)


@dataclass
class Tale:
    """What one process tells in the end. Times in seconds; moments on the clock that all processes of a system share.

    `gaps`: for how long the loop did not come round while it was watched, beyond TICK, round by round; `blocked`: the
    longest of them as far as this process itself worked meanwhile, in whatever thread: what is left is the system's,
    which had other things to run. `step`: the most process time that one step of one task took. `frames`: of each
    entry sent its place, the bytes of its body and of its frame. `done`: what was shown of the progress of the mixing.
    `usage`: process time used at the first question, after the mixing, at the end of each question after it.
    """

    closed: str | None = None
    record: str = ""
    gaps: list[float] = field(default_factory=list)
    blocked: float = 0.0
    step: float = 0.0
    began: float = 0.0
    mixed: float = 0.0
    kinds: list[str] = field(default_factory=list)
    usage: list[float] = field(default_factory=list)
    done: list[tuple[int, int]] = field(default_factory=list)
    frames: list[tuple[int, int, int, int]] = field(default_factory=list)


class Steps(trio.abc.Instrument):
    """The longest step of any task while `on`, until it is removed."""

    def __init__(self, tale: Tale) -> None:
        self.on = False
        self._tale = tale
        self._before = 0.0

    @override
    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self._before = time.thread_time()

    @override
    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        if self.on:
            self._tale.step = max(self._tale.step, time.thread_time() - self._before)


def used() -> float:
    """Seconds of process time so far, of all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


class SeatProcess:
    """One seat."""

    def __init__(self, game: str, seat: int, seats: int, seed: int, home: Path) -> None:
        self.seat, self.seed = seat, seed
        self.form = form_of(game, seats, seed)
        self.agreement = make_agreement(self.form, seed)
        self.match = GAMES[game].match(self.form)
        self.whole = GAMES[game].whole
        self.journal, self.keys = journal_of(home, self.agreement, seat, seed)
        self.tale = Tale()
        self.steps = Steps(self.tale)

    async def run(self, meet: Callable[[int], list[int]]) -> None:
        """Play to the end. `meet(port)` gives the ports of all."""
        listeners = await listen_tcp(0, ("127.0.0.1",))
        ports = meet(port_of(listeners[0]))
        ways = {
            self.agreement.identity(seat): (Address("127.0.0.1", port),)
            for seat, port in enumerate(ports)
            if seat != self.seat
        }
        session = Session(self.agreement, self.seat, self.keys, self.match)
        async with (
            open_mesh(identity_of(self.seat, self.seed), listeners=listeners) as mesh,
            trio.open_nursery() as nursery,
        ):
            self.note_frames(mesh)
            async with run_table(mesh, session, self.journal, ways) as table:
                nursery.start_soon(self.watch_loop, session)
                async for event in table:
                    await self.hear(table, event)
            nursery.cancel_scope.cancel()
        self.tale.record = assemble(self.agreement, self.journal.items()).hex()
        self.journal.close()

    async def hear(self, table: Table, event: Event | Any) -> None:
        """Choose as the bots of the simulated table do, and note when what was over."""
        if isinstance(event, Asked):
            draw = Random(f"choice {self.seed} {self.seat} {event.slot}")
            options = event.question.options(self.seat)
            await table.choose(event.slot, options.sample(lambda n: draw.randrange(n), table.known))
        elif isinstance(event, TableClosed):
            self.tale.closed = event.reason
        elif isinstance(event, Answered) and isinstance(event.question, Mask | Show):
            self.tale.kinds.append(type(event.question).__name__)
            self.tale.usage.append(used())
            self.tale.mixed = self.tale.mixed or time.monotonic()

    async def watch_loop(self, session: Session) -> None:
        """Look at the clock at every tick, from the first question: until it is answered, or to the end."""
        tale = self.tale
        while session.slot < 1:  # noqa: ASYNC110 -- the session is not to know that it is watched
            await trio.sleep(TICK)
        tale.began, self.steps.on = time.monotonic(), True
        tale.usage.insert(0, used())
        while session.slot == 1 or (self.whole and self.tale.closed is None):
            before, cpu = time.monotonic(), time.process_time()
            await trio.sleep(TICK)
            gap, cpu = time.monotonic() - before - TICK, time.process_time() - cpu
            tale.gaps.append(gap)
            tale.blocked = max(tale.blocked, min(gap, cpu))
            now = session.progress.mixed
            if session.slot == 1 and now is not None and now not in tale.done[-1:]:
                tale.done.append(now)
        trio.lowlevel.remove_instrument(self.steps)  # to look at the clock at each step costs as much as some steps do

    def note_frames(self, mesh: Mesh) -> None:
        """Note the size of each entry of our own that goes out; the first time only."""
        send, seen, last = mesh.send, set[Place](), b""

        def noted(peer: bytes, payload: bytes) -> bool:
            nonlocal last
            if payload is last:  # the same for the next peer
                return send(peer, payload)
            last = payload
            message = decode(payload)
            if message is not None and message.kind is Kind.ENTRY:
                entry = Signed.parse(*message.fields).entry
                place = Place(entry.slot, entry.phase)
                if entry.seat == self.seat and place not in seen:
                    seen.add(place)
                    self.tale.frames.append((*place, len(entry.body), HEADER + len(payload)))
            return send(peer, payload)

        mesh.send = noted  # type: ignore[method-assign]  # this process is made to be measured


def journal_of(folder: Path, agreement: Agreement, seat: int, seed: int) -> tuple[TableJournal, SeatKeys]:
    """A journal in the store of a fresh home, which holds the keys that this seat has at this table."""
    home = Home.find(str(folder), {})
    load_player(home)
    journal = TableJournal.gather(home, agreement.form, seat, [[] for _ in agreement.seats], Door(None, 0), Crew())
    journal.draw_keys()
    with journal._store.writing() as db:
        db.execute("UPDATE secrets SET entropy = ?", (keys_of(seat, seed).to_bytes() + bytes(32),))
    journal.begin(agreement)
    return journal, journal.keys()


def meet(port: int) -> list[int]:
    """Tell our port, and hear those of all."""
    print(port, flush=True)
    ports: list[int] = json.loads(sys.stdin.readline())
    return ports


async def bounded(process: SeatProcess) -> None:
    """A whole game, or an error."""
    with trio.fail_after(PATIENCE):
        await process.run(meet)


def main(arguments: Sequence[str]) -> None:
    """Play one seat as these arguments say, and tell of it."""
    name, *numbers, folder = arguments
    seat, seats, seed = map(int, numbers)
    process = SeatProcess(name, seat, seats, seed, Path(folder))
    net.parting.LINGER = LINGER
    trio.run(bounded, process, instruments=[process.steps])
    print(json.dumps(asdict(process.tale)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
