"""N sessions and an adversary who owns the network: any order, loss, repetition, cut and silence (asks B14).

He cannot forge. So nobody is ever accused, all logs are one log, and once he lets go the game ends alike everywhere.
"""

from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from typing_extensions import override

from protocol.entry import Place
from protocol.events import Ended, Fault, LinkFault, Lost
from protocol.hearing import SILENCE_MS
from tests.simulation.world import World


class Network(World):
    """A table whose frames lie in a heap until somebody delivers them, in whatever order."""

    def __init__(self, *args: Any, **more: Any) -> None:
        self.heap: list[tuple[int, int, bytes]] = []
        super().__init__(*args, **more)

    @override
    def raw(self, seat: int, to: int, frame: bytes, delay: int = 0) -> None:
        self.observer.see(seat, frame)
        if (min(seat, to), max(seat, to)) in self._links:
            self.heap.append((seat, to, frame))

    def hand(self, at: int, keep: bool = False) -> None:
        """Delivers one frame of the heap, which may stay in it to come again."""
        sender, to, frame = self.heap[at] if keep else self.heap.pop(at)
        if (min(sender, to), max(sender, to)) in self._links and self.states[to].up:
            self.session(to).receive(self.peer[sender], frame)
            self._work(to)


class Orders(RuleBasedStateMachine):
    """The adversary's moves."""

    @initialize(seats=st.integers(2, 4), seed=st.integers(0, 3))
    def begin(self, seats: int, seed: int) -> None:
        self.net = Network(seats, seed)
        self.net.work()
        self.best = {seat: Place(0, 0) for seat in self.net.numbers}

    @precondition(lambda self: self.net.heap)
    @rule(data=st.data(), keep=st.booleans())
    def deliver(self, data: st.DataObject, keep: bool) -> None:
        self.net.hand(data.draw(st.integers(0, len(self.net.heap) - 1)), keep)

    @precondition(lambda self: self.net.heap)
    @rule(count=st.integers(1, 40), backwards=st.booleans())
    def deliver_many(self, count: int, backwards: bool) -> None:
        for _ in range(min(count, len(self.net.heap))):
            if self.net.heap:
                self.net.hand(len(self.net.heap) - 1 if backwards else 0)

    @precondition(lambda self: self.net.heap)
    @rule(data=st.data())
    def lose(self, data: st.DataObject) -> None:
        self.net.heap.pop(data.draw(st.integers(0, len(self.net.heap) - 1)))

    @rule(data=st.data())
    def cut(self, data: st.DataObject) -> None:
        one, other = self._pair(data)
        self.net.cut(one, other)
        self.net.heap = [row for row in self.net.heap if {row[0], row[1]} != {one, other}]
        self.net.work()

    @rule(data=st.data())
    def mend(self, data: st.DataObject) -> None:
        self.net.join(*self._pair(data))
        self.net.work()

    @rule()
    def silence(self) -> None:
        self.net.now += SILENCE_MS
        for seat in self.net._up():
            self.net.session(seat).tick(self.net.now)
        self.net.work()

    @rule(data=st.data())
    def die(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.net.numbers))
        if self.net.states[seat].up:
            self.net.crash(seat)
            self.net.heap = [row for row in self.net.heap if seat not in row[:2]]
            self.net.work()

    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.net.numbers))
        if not self.net.states[seat].up:
            self.net.restart(seat)
            self.net.work()

    def _pair(self, data: st.DataObject) -> tuple[int, int]:
        one = data.draw(st.sampled_from(self.net.numbers))
        other = data.draw(st.sampled_from([seat for seat in self.net.numbers if seat != one]))
        return min(one, other), max(one, other)

    @invariant()
    def nobody_is_accused(self) -> None:
        for seat in self.net.numbers:
            for kind in (Fault, LinkFault, Lost):
                assert self.net.events(seat, kind) == []
        assert self.net.observer.doubled == []

    @invariant()
    def all_logs_are_one_log(self) -> None:
        logs = sorted((self.net.session(seat).log for seat in self.net.numbers), key=lambda log: len(log.closed))
        for short, long in pairwise(logs):
            assert long.closed[: len(short.closed)] == short.closed

    @invariant()
    def no_log_goes_back(self) -> None:
        for seat in self.net.numbers:
            place = self.net.session(seat).log.place
            assert place >= self.best[seat]
            self.best[seat] = place

    @override
    def teardown(self) -> None:
        if not hasattr(self, "net"):
            return
        net = self.net
        for seat in net.numbers:
            if not net.states[seat].up:
                net.restart(seat)
        for one in net.numbers:
            for other in net.numbers:
                if one < other:
                    net.join(one, other)
        net.work()
        for _ in range(200):
            while net.heap:
                net.hand(0)
            if net.ended():
                break
            self.silence()
        for state in net.states.values():
            ends = [event for event in state.events if isinstance(event, Ended)]
            state.events[:] = [*(event for event in state.events if not isinstance(event, Ended)), *ends[-1:]]
        net.assert_lawful()


TestOrders = Orders.TestCase
TestOrders.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
