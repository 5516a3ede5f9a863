"""A whole table in one process, on a fake wire and a virtual clock: the ground for protocol and adversary tests.

    table = Table(seats=3, seed=7)          # agreed, keys from the seed
    table.run()                             # bots play to the end
    assert table.outcomes() == ...          # what each honest seat holds

Everything is a function of the seed: delays, reordering, duplicates, the bots' choices. The clock counts milliseconds
and jumps to the next thing that happens.

**Cheating.** A cheat is a hook on a seat's own outgoing frames, plus that seat's keys, which are all in `table.keys`:

    def two_stories(out: Outgoing) -> list[Outgoing]:
        entry = table.entry_of(out.frame)                     # None unless it is an ENTRY
        if entry is None or entry.slot != 1 or out.to != 2:
            return [out]
        return [out.carrying(table.forge(0, entry, body=lp(pack("low"))))]

    table.cheats[0] = two_stories

`forge` changes fields of an entry and signs it with that seat's real game key; `say` puts a frame on the wire from any
seat at once, also between events; `raw` sends any bytes. A hook returns the frames that are sent instead: none, one, or
several, each perhaps with `delay` milliseconds more. A seat in `table.cheats` is not counted among the `honest`.

**Weather.** `table.wire` has the ranges of delay, the share of duplicates; `cut(a, b)` and `join(a, b)` break and mend
a link (frames on it are lost, as with a closed socket); `crash(seat)` forgets a session and all that it had not saved;
`restart(seat)` makes it again from its journal.
"""

import heapq
import random
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from engine.core.match import Match
from protocol.agreement import Agreement, Form, Opened, Seat, sign_table
from protocol.entry import Entry, Signed
from protocol.events import Answered, Asked, Ended, Event, Fault, LinkFault
from protocol.faults import Verdict
from protocol.identity import SigningKey
from protocol.record import assemble
from protocol.secret import SeatKeys
from protocol.session import Session
from protocol.wire import Kind, decode, encode
from tests.protocol import toy

MatchMaker = Callable[[Form], Match[Any]]


@dataclass(frozen=True)
class Outgoing:
    """One frame about to leave a seat: to whom, the bytes, and how many milliseconds later than usual."""

    to: int
    frame: bytes
    delay: int = 0

    def carrying(self, signed: Signed) -> "Outgoing":
        """The same, with this entry instead."""
        return replace(self, frame=entry_frame(signed))


Cheat = Callable[[Outgoing], list[Outgoing]]
Chooser = Callable[[Session, Asked], object]
"""Gives a seat's answer to a question; NOT_NOW leaves it unanswered until `table.choose`."""

NOT_NOW: Final = object()
"""No answer yet. None will not do: it is an answer ("nobody", "pass")."""


@dataclass
class Wire:
    """The weather: delay of a frame in milliseconds (both ends included), share of frames that come twice."""

    fastest: int = 1
    slowest: int = 1
    duplicates: float = 0.0


@dataclass
class SeatState:
    """What the table keeps of one seat beside its session: the disk survives a crash, the rest does not."""

    session: Session
    journal: list[bytes] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    pending: dict[int, Asked] = field(default_factory=dict)
    up: bool = True


def identity_of(seat: int, seed: int) -> SigningKey:
    """The lasting key of the player in a seat."""
    return SigningKey(random.Random(f"identity {seed} {seat}").randbytes(32))


def keys_of(seat: int, seed: int) -> SeatKeys:
    """The keys of a seat for the one game that this seed plays."""
    return SeatKeys.from_bytes(random.Random(f"keys {seed} {seat}").randbytes(96))


def make_form(
    seats: int, seed: int, settings: tuple[tuple[str, Any], ...] = (("rounds", 1),), game: str = "toy"
) -> Form:
    """The form of a table of the toy game."""
    rows = tuple(Seat(seat, f"player {seat}", identity_of(seat, seed).public) for seat in range(seats))
    return Form(game, settings, toy.VERSION, toy.DATA_DIGEST, 0, 0, rows)


def make_agreement(form: Form, seed: int) -> Agreement:
    """The agreement that these seats come to, without the messages (`test_agreeing` has those)."""
    keys = {seat: keys_of(seat, seed) for seat in form.numbers}
    opened = {
        seat: Opened(mine.game.public, mine.talk.public, random.Random(f"nonce {seed} {seat}").randbytes(32))
        for seat, mine in keys.items()
    }
    signatures = {seat: sign_table(form, opened, seat, identity_of(seat, seed), keys[seat]) for seat in form.numbers}
    return Agreement(form, opened, signatures)


def entry_frame(signed: Signed) -> bytes:
    """The ENTRY message that carries an entry."""
    return encode(Kind.ENTRY, signed.data, signed.signature)


class Table:
    """`seats` sessions of one game on a fake wire, played by bots until a test interferes."""

    def __init__(
        self,
        seats: int = 3,
        seed: int = 0,
        *,
        rounds: int = 1,
        wire: Wire | None = None,
        form: Form | None = None,
        match: MatchMaker = toy.new_match,
        apart: Collection[tuple[int, int]] = (),
    ) -> None:
        """`apart`: pairs (low, high) that never had a link."""
        self.seed = seed
        self.random = random.Random(seed)
        self.form = form or make_form(seats, seed, (("rounds", rounds),))
        self.numbers = self.form.numbers
        self.agreement = make_agreement(self.form, seed)
        self.keys = {seat: keys_of(seat, seed) for seat in self.numbers}
        self.peer = {seat: self.agreement.identity(seat) for seat in self.numbers}
        self.seat_of = {peer: seat for seat, peer in self.peer.items()}
        self.wire = wire or Wire()
        self.cheats: dict[int, Cheat] = {}
        self.choosers: dict[int, Chooser] = {}
        self.heard: list[tuple[int, int, bytes]] = []
        """(from, to, frame) of every frame delivered, in order: what an eavesdropper at all ends would have."""
        self.now = 0
        self._match = match
        self._queue: list[tuple[int, int, int, int, int, bytes]] = []
        self._count = 0
        self._links: dict[tuple[int, int], int] = {}
        self.states = {seat: SeatState(self._session(seat)) for seat in self.numbers}
        for low in self.numbers:
            for high in self.numbers:
                if low < high and (low, high) not in apart:
                    self.join(low, high)
        for seat in self.numbers:
            self.states[seat].session.start()

    def _session(self, seat: int) -> Session:
        return Session(self.agreement, seat, self.keys[seat], self._match(self.form))

    # ------------------------------------------------------------ looking
    @property
    def honest(self) -> tuple[int, ...]:
        """The seats on which no cheat is set, ascending."""
        return tuple(seat for seat in self.numbers if seat not in self.cheats)

    def session(self, seat: int) -> Session:
        """The session of a seat."""
        return self.states[seat].session

    def events(self, seat: int, kind: type[Event] | None = None) -> list[Any]:
        """The events that a seat was told, all or of one kind, oldest first."""
        return [event for event in self.states[seat].events if kind is None or isinstance(event, kind)]

    def verdicts(self) -> dict[int, Verdict | None]:
        """What each honest seat holds to be proven."""
        return {seat: self.session(seat).verdict for seat in self.honest}

    def digests(self) -> set[bytes]:
        """The digests of the honest seats' matches: one, if all stand at the same question and computed alike."""
        return {self.session(seat).match.digest for seat in self.honest}

    def ended(self) -> bool:
        """Whether the game has ended at every honest seat."""
        return all(self.session(seat).ended for seat in self.honest)

    def record(self, seat: int) -> bytes:
        """The record as this seat would export it."""
        return assemble(self.agreement, self.states[seat].journal)

    def faults(self, kind: type[Event] = LinkFault) -> list[tuple[int, Any]]:
        """(seat, event) of every link fault told, by default; seats ascending."""
        return [(seat, event) for seat in self.numbers for event in self.events(seat, kind)]

    # ------------------------------------------------------------ playing
    def run(self, until: Callable[[], bool] | None = None, limit_ms: int = 600_000) -> None:
        """Lets time pass until `until` holds, or else until nothing happens any more or the limit is reached.

        With nothing on the wire the clock jumps to the sessions' next deadline; have-lists alone go on for ever, so
        a table at rest is left after three silences.
        """
        end = self.now + limit_ms
        quiet = 0
        self.work()
        while not (until is not None and until()) and self.now < end and quiet < 4:
            if self._queue:
                at = self._queue[0][0]
            else:
                deadlines = [d for s in self._up() if (d := self.session(s).deadline_ms) is not None]
                if not deadlines:
                    return
                at = max(min(deadlines), self.now)
            marks = [self.session(seat).log.place for seat in self._up()]
            idle = not self._queue
            self.now = max(self.now, at)
            self._deliver()
            for seat in self._up():
                self.session(seat).tick(self.now)
            self.work()
            if marks != [self.session(seat).log.place for seat in self._up()]:
                quiet = 0
            elif idle:
                quiet += 1

    def work(self) -> None:
        """Lets every session judge, save and send, until none has anything more to do now."""
        for seat in self._up():
            self._work(seat)

    def _up(self) -> list[int]:
        return [seat for seat in self.numbers if self.states[seat].up]

    def _work(self, seat: int) -> None:
        state = self.states[seat]
        while (event := state.session.next_event()) is not None:
            state.events.append(event)
            if isinstance(event, Asked):
                state.pending[event.slot] = event
                self._choose(seat, event)
            elif isinstance(event, LinkFault):
                self.cut(seat, self.seat_of[event.peer])
        state.journal += state.session.unsaved()
        for peer, frame in state.session.outgoing():
            self._leave(seat, Outgoing(self.seat_of[peer], frame))

    def _choose(self, seat: int, asked: Asked) -> None:
        chooser = self.choosers.get(seat, self.sample)
        value = chooser(self.session(seat), asked)
        if value is not NOT_NOW:
            self.session(seat).choose(asked.slot, value)
            self.states[seat].pending.pop(asked.slot)

    def sample(self, session: Session, asked: Asked) -> object:
        """A bot's answer: drawn from the options, a function of seed, seat and slot alone."""
        draw = random.Random(f"choice {self.seed} {session.seat} {asked.slot}")
        return asked.question.options(session.seat).sample(lambda n: draw.randrange(n), {})

    def choose(self, seat: int, slot: int, value: object) -> None:
        """A choice that the chooser had put off."""
        self.session(seat).choose(slot, value)
        self.states[seat].pending.pop(slot, None)
        self._work(seat)

    # ------------------------------------------------------------ the wire
    def _leave(self, seat: int, out: Outgoing) -> None:
        cheat = self.cheats.get(seat)
        for one in [out] if cheat is None else cheat(out):
            self.raw(seat, one.to, one.frame, one.delay)

    def raw(self, seat: int, to: int, frame: bytes, delay: int = 0) -> None:
        """Puts any bytes on the link between two seats; lost if there is none."""
        link = self._links.get((min(seat, to), max(seat, to)))
        if link is None:
            return
        copies = 2 if self.random.random() < self.wire.duplicates else 1
        for _ in range(copies):
            at = self.now + delay + self.random.randint(self.wire.fastest, self.wire.slowest)
            self._count += 1
            heapq.heappush(self._queue, (at, self._count, link, seat, to, frame))

    def say(self, seat: int, signed: Signed, to: Iterable[int] | None = None) -> None:
        """Sends an entry from a seat to some or all others, beside whatever its session says."""
        for other in self.numbers if to is None else to:
            if other != seat:
                self.raw(seat, other, entry_frame(signed))

    def _deliver(self) -> None:
        while self._queue and self._queue[0][0] <= self.now:
            _, _, link, seat, to, frame = heapq.heappop(self._queue)
            if self._links.get((min(seat, to), max(seat, to))) == link and self._is_up(to):
                self.heard.append((seat, to, frame))
                self._arrive(seat, to, frame)

    def cut(self, one: int, other: int) -> None:
        """Breaks a link: both ends are told, frames on it are lost."""
        if self._links.pop((min(one, other), max(one, other)), None) is not None:
            for seat, peer in ((one, other), (other, one)):
                if self._is_up(seat):
                    self._arrive(peer, seat, b"")

    def join(self, one: int, other: int) -> None:
        """Mends a link, or makes it: both ends are told."""
        key = (min(one, other), max(one, other))
        if key not in self._links and self._is_up(one) and self._is_up(other):
            self._count += 1
            self._links[key] = self._count
            self._connect(one, other)
            self._connect(other, one)

    def _is_up(self, one: int) -> bool:
        return self.states[one].up

    def _arrive(self, seat: int, to: int, frame: bytes) -> None:
        self.session(to).receive(self.peer[seat], frame)

    def _connect(self, one: int, other: int) -> None:
        self.session(one).connected(self.peer[other])

    def crash(self, seat: int) -> None:
        """The process of a seat dies: its session, and what it had not saved or sent, are gone."""
        for other in self.numbers:
            if other != seat:
                self.cut(seat, other)
        self.states[seat].up = False

    def restart(self, seat: int, journal: list[bytes] | None = None) -> None:
        """Starts the seat again from its journal (or from another one) and joins it to all that are up."""
        state = self.states[seat]
        if journal is not None:
            state.journal = list(journal)
        state.session, state.up, state.pending = self._session(seat), True, {}
        mark = random.Random(f"mark {self.seed} {seat} {self.now} {len(state.journal)}").randbytes(16)
        state.session.restore(state.journal, mark)
        for other in self._up():
            if other != seat:
                self.join(seat, other)
        state.session.start()

    # ------------------------------------------------------------ forging
    def entry_of(self, frame: bytes) -> Entry | None:
        """The entry in an ENTRY frame, None for any other frame."""
        message = decode(frame)
        if message is None or message.kind is not Kind.ENTRY:
            return None
        return Signed.parse(message.fields[0], message.fields[1]).entry

    def forge(self, seat: int, entry: Entry | None = None, /, **changes: Any) -> Signed:
        """`entry` with some fields changed, signed with the real game key of `seat`.

        Without an entry the fields are those of the place where the seat's own session stands, with an empty body.
        """
        if entry is None:
            log = self.session(seat).log
            entry = Entry(self.agreement.game_id, *log.place, seat, log.prev, log.before, b"")
        return Signed.make(entry._replace(**changes), self.keys[seat].game)


__all__ = ["Answered", "Cheat", "Ended", "Fault", "Outgoing", "Table", "Wire"]
