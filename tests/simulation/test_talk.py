"""Talk in every weather: all honest seats end with the same lines in the same record (asks B14, E01)."""

from random import Random

import pytest
from typing_extensions import override

from protocol.events import TwoStories
from protocol.faults import TalkFault
from protocol.talk import AFTERWARDS
from tests.protocol.table import Table, Wire
from tests.simulation.talked import Chatty, chatty_game
from tests.simulation.watched import FIRST, Gallery, assert_seen


@pytest.mark.parametrize("seed", range(36))
def test_all_hear_the_same_though_links_break_and_seats_die(seed: int) -> None:
    chatty_game(seed)


def test_the_campaign_has_talk_in_it() -> None:
    worlds = [chatty_game(seed) for seed in range(6)]
    assert all(sum(world.session(0).talk.counts) for world in worlds)
    slots = {spoken.line.slot for world in worlds for spoken in world.session(0).talk.lines}
    assert AFTERWARDS in slots
    assert len(slots) > 5


class InOrder(Chatty):
    """A table whose links keep the order of what is sent, as real ones do; each has its own delay."""

    @override
    def raw(self, seat: int, to: int, frame: bytes, delay: int = 0) -> None:
        super().raw(seat, to, frame, Random(f"{self.seed} {seat} {to}").randrange(1, 300))


@pytest.mark.parametrize("seed", range(24))
def test_who_leaves_as_soon_as_it_may_has_the_record_of_those_who_stay(seed: int) -> None:
    """Each takes its record at the moment it is settled, and leaves; all go on talking until they are gone."""
    draw = Random(f"leaving {seed}")
    world = InOrder(draw.randrange(2, 5), seed, often=0.2)
    records: dict[int, bytes] = {}
    for _ in range(20_000):
        now = world.now
        world.run(lambda now=now: world.now > now, limit_ms=1_000)  # type: ignore[misc]  # bound now
        world.now += world.now == now
        for seat in world._up():
            if world.session(seat).settled:
                records[seat] = world.record(seat)
                while world._queue and any(row[3] == seat for row in world._queue):  # what it has sent still arrives
                    world.now = world._queue[0][0]
                    world._deliver()
                world.crash(seat)
        if not world._up():
            break
    assert set(records) == set(world.numbers)
    assert len(set(records.values())) == 1
    assert any(world.said.values())


@pytest.mark.parametrize("at", range(5))
@pytest.mark.parametrize("victim", range(3))
def test_a_seat_that_dies_at_any_moment_of_saying_something_says_nothing_twice(victim: int, at: int) -> None:
    """Killed before the save, after it, after each frame; and then it says something else."""
    table = Table(3, seed=1, wire=Wire(1, 30))
    table.run(lambda: table.session(0).slot >= 3)
    session, state = table.session(victim), table.states[victim]
    session.say("before I die")
    if at > 0:
        state.journal += session.unsaved()
        for peer, frame in session.outgoing()[: at - 1]:
            table.raw(victim, table.seat_of[peer], frame)
        table.run(lambda: not table._queue)
    table.crash(victim)
    table.restart(victim)
    with pytest.raises(TalkFault):
        table.session(victim).say("too early")
    table.run(limit_ms=200)
    table.session(victim).say("after I died")
    table.run()
    told = {tuple(spoken.line.text for spoken in table.session(seat).talk.lines) for seat in table.numbers}
    assert told == {("before I die", "after I died") if at > 0 else ("after I died",)}
    assert table.faults(TwoStories) == []
    assert len({table.record(seat) for seat in table.numbers}) == 1


@pytest.mark.parametrize("seed", range(8))
def test_spectators_keep_the_talk_that_the_seats_keep(seed: int) -> None:
    world = Gallery(3, seed, rounds=2)
    draw = Random(f"gallery {seed}")
    for turn in range(8):
        now = world.now
        world.run(lambda now=now: world.now > now + 2, limit_ms=50)  # type: ignore[misc]  # bound now
        world.session(draw.randrange(3)).say(f"line {turn}")
        if turn % 3 == 2:
            world.cut(0, FIRST)
        if turn % 3 != 1:
            world.watch(FIRST, 0)
        world.work()
    world.watch(FIRST, 0)
    world.run()
    world.watch(FIRST + 1, 1)
    world.linger()
    assert_seen(world)
