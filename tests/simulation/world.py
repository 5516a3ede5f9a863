"""Whole tables of honest seats in one process: the weather is drawn from a seed, the laws hold in every weather."""

from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from typing_extensions import override

from engine.core.match import Match
from engine.registry import game as registered
from protocol.agreement import Form
from protocol.audit import verify_record
from protocol.entry import Place, Signed
from protocol.events import Asked, Ended, Fault, LinkFault, Lost
from protocol.report import Judgement
from protocol.wire import Kind, decode
from tests.protocol import toy
from tests.protocol.table import MatchMaker, Outgoing, Table, Wire, make_form


@dataclass
class Observer:
    """Somebody who sees every byte that any seat puts on the wire, in order."""

    first: dict[bytes, int] = field(default_factory=dict)
    """When each entry was sent first, by its hash."""
    spoken: dict[tuple[int, Place], bytes] = field(default_factory=dict)
    """The hash of what each seat said at each place."""
    doubled: list[tuple[int, Place]] = field(default_factory=list)
    """Where a seat said two different things."""
    count: int = 0

    def see(self, sender: int, frame: bytes) -> None:
        """Takes note of one frame."""
        self.count += 1
        for signed in entries_in(frame):
            self.first.setdefault(signed.hash, self.count)
            key = (signed.entry.seat, signed.place)
            if self.spoken.setdefault(key, signed.hash) != signed.hash:
                self.doubled.append(key)


def entries_in(frame: bytes) -> list[Signed]:
    """The entries in a frame, whatever its kind."""
    message = decode(frame)
    if message is None:
        return []
    if message.kind is Kind.ENTRY:
        return [Signed.parse(*message.fields)]
    if message.kind in (Kind.SYNC, Kind.EVIDENCE):
        return [Signed.parse(*pair) for pair in message.fields[0]]
    return []


class World(Table):
    """A table under observation."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.observer = Observer()
        super().__init__(*args, **more)

    @override
    def raw(self, seat: int, to: int, frame: bytes, delay: int = 0) -> None:
        if frame:
            self.observer.see(seat, frame)
        super().raw(seat, to, frame, delay)

    def assert_lawful(self, match: MatchMaker = toy.new_match) -> bytes:
        """What must be true of honest seats in any weather, once the game has ended; returns the record."""
        for seat in self.numbers:
            for kind in (Fault, LinkFault, Lost):
                assert self.events(seat, kind) == [], f"seat {seat}"
            assert len(self.events(seat, Ended)) == 1, f"seat {seat}: {self.session(seat).waiting_for}"
            assert self.session(seat).verdict is None
        assert self.observer.doubled == []
        assert len(self.digests()) == 1
        records = {self.record(seat) for seat in self.numbers}
        assert len(records) == 1
        record = min(records)
        report = verify_record(match, record)
        assert report.judgement is Judgement.GOOD, report.findings
        self.assert_nothing_early()
        return record

    def assert_nothing_early(self) -> None:
        """Nobody said anything before all others had said all at the place before: openings, shares, secrets.

        One's own word there may be on the disk only, if one has died before it was sent: it binds all the same.
        """
        first = self.observer.first
        closed = self.session(self.numbers[0]).log.closed
        for before, after in pairwise(closed):
            for signed in after.entries:
                others = [first[s.hash] for s in before.entries if s.entry.seat != signed.entry.seat]
                assert max(others, default=0) < first[signed.hash], after.place


def weather(seed: int) -> Wire:
    """A kind of weather: calm, uneven, or rough with every third frame coming twice."""
    return (Wire(1, 1), Wire(1, 80, 0.1), Wire(1, 900, 0.3), Wire(200, 210))[seed % 4]


def storm(world: World, seed: int, blows: int = 12, gap: int = 700) -> None:
    """Plays to the end while links are cut and mended at random times, up to all of them at once."""
    draw = Random(f"storm {seed}")
    down: list[tuple[int, int]] = []
    for _ in range(blows):
        if world.ended():
            break
        until = world.now + draw.randrange(1, gap)
        world.run(lambda until=until: world.now >= until or world.ended(), limit_ms=gap)  # type: ignore[misc]  # bound now
        if down and draw.random() < 0.5:
            world.join(*down.pop(draw.randrange(len(down))))
        else:
            one, other = sorted(draw.sample(world.numbers, 2))
            world.cut(one, other)
            down.append((one, other))
        world.work()
    for one, other in down:
        world.join(one, other)
    world.run()


def deaths(world: World, seed: int, blows: int = 10, gap: int = 700) -> None:
    """Plays to the end while seats die and come back from their journals, up to all of them at once."""
    draw = Random(f"deaths {seed}")
    dead: list[int] = []
    for _ in range(blows):
        until = world.now + draw.randrange(1, gap)
        world.run(lambda until=until: world.now >= until, limit_ms=gap)  # type: ignore[misc]  # bound now
        if dead and draw.random() < 0.5:
            world.restart(dead.pop(draw.randrange(len(dead))))
        else:
            seat = draw.choice(world.numbers)
            if world.states[seat].up:
                world.crash(seat)
                dead.append(seat)
        world.work()
    for seat in dead:
        world.restart(seat)
    world.run()
    for state in world.states.values():  # whoever came back after the end was told again
        ends = [event for event in state.events if isinstance(event, Ended)]
        assert len({(e.outcome.ranking, e.secrets_open, e.slips) for e in ends}) == 1
        state.events[:] = [*(event for event in state.events if not isinstance(event, Ended)), *ends[-1:]]


def mortal_game(seed: int) -> World:
    """One random game of the toy whose seats die and come back at any time; lawful to the end."""
    draw = Random(f"mortal {seed}")
    world = World(draw.randrange(2, 6), seed, rounds=draw.randrange(1, 3), wire=weather(seed))
    deaths(world, seed)
    world.assert_lawful()
    return world


def toy_game(seed: int) -> World:
    """One random game of the toy, of 2 to 6 seats and 1 to 3 rounds, in a random weather; lawful to the end."""
    draw = Random(f"toy {seed}")
    world = World(draw.randrange(2, 7), seed, rounds=draw.randrange(1, 4), wire=weather(seed))
    storm(world, seed)
    world.assert_lawful()
    return world


def tree(draw: Random, seats: int) -> set[tuple[int, int]]:
    """Links that are just enough for everybody to be reached by everybody, at random."""
    return {(draw.randrange(seat), seat) for seat in range(1, seats)}


def parted_game(seed: int) -> World:
    """One random game of the toy of 3 to 6 seats in which pairs never had a link; lawful to the end.

    At least a tree of links stands; every other seed has a storm in it besides, which mends links, too.
    """
    draw = Random(f"parted {seed}")
    seats = draw.randrange(3, 7)
    pairs = {(low, high) for low in range(seats) for high in range(low + 1, seats)}
    spare = sorted(pairs - tree(draw, seats))
    apart = draw.sample(spare, draw.randrange(1, len(spare) + 1))
    world = World(seats, seed, rounds=draw.randrange(1, 3), wire=weather(seed), apart=apart)
    if seed % 2:
        storm(world, seed)
    else:
        world.run()
    world.assert_lawful()
    return world


def agot_match(form: Form) -> Match[Any]:
    """A fresh match of the great game."""
    return Match.start(registered("agot"), len(form.seats), {})


def agot_game(seed: int, seats: int = 5) -> World:
    """One whole game of the great game by random legal players, in a random weather; lawful to the end."""
    form = make_form(seats, seed, (), "agot")
    world = World(form=form, seed=seed, match=agot_match, wire=weather(seed))
    storm(world, seed, blows=20, gap=20_000)
    world.run(limit_ms=100_000_000)
    world.assert_lawful(agot_match)
    return world


class CrashWorld(World):
    """One seat dies at its `at`-th chance to: before a save, after a save, after each frame that it sends.

    `moody`: after its return it would answer otherwise what it is asked again, as people do.
    """

    def __init__(self, *args: Any, victim: int, at: int, moody: bool = False, **more: Any) -> None:
        self.victim, self.at, self.moody = victim, at, moody
        self.chances = 0
        self.crashed = False
        super().__init__(*args, **more)
        if moody:
            self.choosers[victim] = self._mood

    def _mood(self, session: Any, asked: Any) -> object:
        draw = Random(f"mood {self.seed} {asked.slot} {self.crashed}")
        return asked.question.options(session.seat).sample(draw.randrange, {})

    def _dies(self) -> bool:
        self.chances += 1
        if self.chances != self.at or self.crashed:
            return False
        self.crashed = True
        self.crash(self.victim)
        return True

    @override
    def _work(self, seat: int) -> None:
        if seat != self.victim or self.crashed:
            super()._work(seat)
            return
        state = self.states[seat]
        while (event := state.session.next_event()) is not None:
            state.events.append(event)
            if isinstance(event, Asked):
                state.pending[event.slot] = event
                self._choose(seat, event)
        if self._dies():
            return
        state.journal += state.session.unsaved()
        if self._dies():
            return
        for peer, frame in state.session.outgoing():
            self._leave(seat, Outgoing(self.seat_of[peer], frame))
            if self._dies():
                return


def crash_game(
    victim: int, at: int, seed: int, seats: int = 3, away: int = 0, moody: bool = False
) -> CrashWorld | None:
    """A short game in which `victim` dies at its `at`-th chance and is back `away` ms later; None if it has fewer."""
    world = CrashWorld(3, seed, victim=victim, at=at, moody=moody, wire=Wire(1, 30))
    world.run(lambda: world.crashed)
    if not world.crashed:
        return None
    back = world.now + away
    world.run(lambda: world.now >= back, limit_ms=max(1, away))
    world.restart(victim)
    world.run()
    told = world.states[victim].events
    told[:] = [*(event for event in told if not isinstance(event, Ended)), *world.events(victim, Ended)[-1:]]
    world.assert_lawful()
    return world
