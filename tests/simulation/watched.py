"""A table before spectators, on the fake wire: each a `Watcher` with links of its own, numbered from 100."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from typing_extensions import override

from protocol.agreement import SPECTATORS, Form
from protocol.events import Dismissed, Ended
from protocol.identity import SigningKey
from protocol.record import assemble
from protocol.watching import Watcher, WatchEvent
from tests.protocol import toy
from tests.protocol.table import make_form
from tests.simulation.world import World, weather

FIRST = 100
"""The number of the first spectator; those of seats are smaller."""


def watched_form(seats: int, seed: int, rounds: int = 1) -> Form:
    """The form of a table of the toy game that lets people watch."""
    return make_form(seats, seed, (("rounds", rounds), (SPECTATORS, True)))


def key_of(number: int) -> SigningKey:
    """The key of a spectator."""
    return SigningKey(number.to_bytes(32, "big"))


@dataclass
class Onlooker:
    """One spectator: what it was told, and what it keeps."""

    watcher: Watcher = field(default_factory=lambda: Watcher(toy.new_match))
    events: list[WatchEvent] = field(default_factory=list)
    items: list[bytes] = field(default_factory=list)


class Gallery(World):
    """A table that lets people watch. `watch` brings a spectator, `cut` and `join` are for its links as well."""

    def __init__(self, seats: int = 3, seed: int = 0, *, rounds: int = 1, **more: Any) -> None:
        self.onlookers: dict[int, Onlooker] = {}
        self.gone: list[tuple[int, Dismissed]] = []
        """(seat, event) of every spectator that a seat has sent away."""
        super().__init__(form=watched_form(seats, seed, rounds), seed=seed, **more)

    def watch(self, number: int, *seats: int) -> Onlooker:
        """A spectator comes, or comes again, with links to `seats`."""
        onlooker = self.onlookers.setdefault(number, Onlooker())
        self.peer[number] = key_of(number).public
        self.seat_of[self.peer[number]] = number
        for seat in seats:
            self.join(seat, number)
        self.work()
        return onlooker

    def record_of(self, number: int) -> bytes:
        """The record that a spectator keeps."""
        onlooker = self.onlookers[number]
        assert onlooker.watcher.reading is not None
        return assemble(onlooker.watcher.reading.agreement, onlooker.items)

    def seen_to_the_end(self) -> bool:
        """Whether all spectators have seen the end."""
        return all(o.watcher.reading is not None and o.watcher.reading.ended for o in self.onlookers.values())

    def linger(self, limit_ms: int = 120_000) -> None:
        """Lets time pass after the end until every spectator has seen it, too."""
        end = self.now + limit_ms
        while not self.seen_to_the_end() and self.now < end:
            self.now = self._queue[0][0] if self._queue else self.now + 1_000
            self._deliver()
            for seat in self._up():
                self.session(seat).tick(self.now)
            self.work()

    # ------------------------------------------------------------ the wire
    @override
    def work(self) -> None:
        super().work()
        for number in list(self.onlookers):
            self._watch(number)

    def _watch(self, number: int) -> None:
        onlooker = self.onlookers[number]
        watcher = onlooker.watcher
        watcher.tick(self.now)
        while (event := watcher.next_event()) is not None:
            onlooker.events.append(event)
        onlooker.items += watcher.unsaved()
        for peer, frame in watcher.outgoing():
            self.raw(number, self.seat_of[peer], frame)

    @override
    def _work(self, seat: int) -> None:
        told = len(self.states[seat].events)
        super()._work(seat)
        for event in self.states[seat].events[told:]:
            if isinstance(event, Dismissed):
                self.gone.append((seat, event))
                self.cut(seat, self.seat_of[event.peer])

    @override
    def _is_up(self, one: int) -> bool:
        return one in self.onlookers or super()._is_up(one)

    @override
    def _arrive(self, seat: int, to: int, frame: bytes) -> None:
        if to in self.onlookers:
            self.onlookers[to].watcher.receive(self.peer[seat], frame)
        else:
            super()._arrive(seat, to, frame)

    @override
    def _connect(self, one: int, other: int) -> None:
        if one in self.onlookers:
            self.onlookers[one].watcher.connected(self.peer[other])
        else:
            super()._connect(one, other)

    @override
    def crash(self, seat: int) -> None:
        for number in self.onlookers:
            self.cut(seat, number)
        super().crash(seat)


def watched_game(seed: int) -> Gallery:
    """One random game of the toy before one to three spectators who come and go, and whose seats die and come back."""
    draw = Random(f"watched {seed}")
    world = Gallery(draw.randrange(2, 5), seed, rounds=draw.randrange(1, 3), wire=weather(seed))
    spectators = range(FIRST, FIRST + draw.randrange(1, 4))
    for _ in range(12):
        number, seat = draw.choice(spectators), draw.choice(world.numbers)
        if draw.random() < 0.3 and number in world.onlookers:
            world.cut(seat, number)
        elif world.states[seat].up:
            world.watch(number, seat)
        if draw.random() < 0.2 and not world.ended():
            world.crash(seat)
            world.restart(seat)
        until = world.now + draw.randrange(1, 500)
        world.run(lambda until=until: world.now >= until, limit_ms=500)  # type: ignore[misc]  # bound now
    for number in spectators:
        world.watch(number, 0)
    world.run()
    world.linger()
    assert_seen(world)
    return world


def assert_seen(world: Gallery) -> None:
    """Every spectator holds what the seats hold, and none was sent away."""
    for state in world.states.values():  # whoever came back after the end was told again
        ends = [event for event in state.events if isinstance(event, Ended)]
        state.events[:] = [*(event for event in state.events if not isinstance(event, Ended)), *ends[-1:]]
    record = world.assert_lawful()
    assert world.gone == []
    for number, onlooker in world.onlookers.items():
        assert world.record_of(number) == record, number
        assert sum(isinstance(event, Ended) for event in onlooker.events) == 1
