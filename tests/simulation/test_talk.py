"""Talk in every weather: all honest seats end with the same lines in the same record (asks B14, E01)."""

from collections.abc import Sequence
from random import Random

import pytest
import trio
from trio.testing import MockClock
from typing_extensions import override

from net.attempt import Agreed
from net.grace import TALK_ON
from net.mesh import open_mesh
from net.table import open_table
from protocol.events import Asked, Ended, Said, TwoStories
from protocol.faults import TalkFault
from protocol.record import Item, assemble, read
from protocol.talk import AFTERWARDS
from tests.adversaries.test_wire_abuse import Memory, agreed
from tests.net.wire import Wire as Cables
from tests.net.wire import at, keys, tls
from tests.protocol import toy
from tests.protocol.table import Table, Wire, keys_of
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


async def test_people_talk_over_a_mesh_in_which_one_link_is_missing_until_the_table_closes(
    autojump_clock: MockClock,
) -> None:
    """The whole driver: while a question is open, when all is over, and not when nobody is there any more."""
    agreement, wire, people = agreed(), Cables(), keys(3)
    journals = [Memory() for _ in range(3)]
    told: list[list[Said]] = [[], [], []]
    refused: list[str] = []

    async def seat(n: int, others: Sequence[int]) -> None:
        match = toy.new_match(agreement.form)
        async with open_mesh(people[n], listeners=[wire.door(n)], tls=tls(), connect=wire.connect) as mesh:
            for other in others:
                mesh.want(people[other].public, (at(other),))
            async with open_table(mesh, Agreed(agreement, ()), n, keys_of(n, 0), match, journals[n], {}) as table:
                table.stay()  # else it may close as soon as the end is told, before the thanks
                draw = Random(n)
                async for event in table:
                    if isinstance(event, Asked):
                        await table.say(f"{n} thinks")
                        await trio.sleep(1)
                        options = event.question.options(n)
                        await table.choose(event.slot, options.sample(draw.randrange, {}))
                    elif isinstance(event, Ended):
                        await table.say(f"{n} thanks all")
                    elif isinstance(event, Said):
                        told[n].append(event)
                with pytest.raises(TalkFault) as fault:
                    await table.say("is anybody there?")
                refused.append(fault.value.code)

    with trio.fail_after(600 + TALK_ON):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(seat, 0, (1,))
            nursery.start_soon(seat, 1, (0, 2))
            nursery.start_soon(seat, 2, (1,))
    assert refused == ["closed"] * 3
    kept = [sorted((said.seat, said.text) for said in mine if said.slot != AFTERWARDS) for mine in told]
    assert kept[0] == kept[1] == kept[2]
    assert {seat for seat, _ in kept[0]} == {0, 1, 2}
    assert all((n, f"{n} thanks all") in {(said.seat, said.text) for said in told[n]} for n in range(3))
    (record,) = {assemble(agreement, journal.items) for journal in journals}
    assert sum(row.kind is Item.TALK for row in read(record)) == len(kept[0])
