"""Whole tables in every weather: one log, one record, nobody accused, nothing told early (asks B14, B15, B20).

A few seeds here; `make soak` plays many.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.registry import names
from protocol.record import Item, read_item
from tests.processes import PATIENCE
from tests.protocol.table import NOT_NOW, Wire
from tests.simulation.watched import watched_game
from tests.simulation.world import World, agot_game, crash_game, mortal_game, parted_game, storm, toy_game, weather

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", range(24))
def test_a_random_game_is_lawful_in_any_weather(seed: int) -> None:
    toy_game(seed)


@pytest.mark.parametrize("seed", range(24))
def test_seats_may_die_and_come_back_at_any_time(seed: int) -> None:
    mortal_game(seed)


@pytest.mark.parametrize("seed", range(24))
def test_pairs_that_never_had_a_link_are_served_by_the_others(seed: int) -> None:
    parted_game(seed)


@pytest.mark.skipif("agot" not in names(), reason="the great game is not there yet")
@pytest.mark.parametrize("seed", range(2))
def test_the_great_game_is_lawful_in_any_weather(seed: int) -> None:
    agot_game(seed)


@pytest.mark.parametrize("moody", [False, True])
@pytest.mark.parametrize("victim", range(3))
def test_a_seat_that_dies_at_any_moment_says_nothing_twice(victim: int, moody: bool) -> None:
    """Killed before a save, after it, after each frame; back from its journal; asked again it may think otherwise.

    Every eighth moment here, each of the two moods at other ones; `make soak` has them all.
    """
    at, played = 1 + victim + 4 * moody, 0
    while crash_game(victim, at, seed=1, moody=moody) is not None:
        at, played = at + 8, played + 1
    assert played > 12


@pytest.mark.parametrize("at", [20, 50, 80])
@pytest.mark.parametrize("victim", range(3))
def test_a_seat_may_stay_away_for_a_minute(victim: int, at: int) -> None:
    assert crash_game(victim, at, seed=2, away=60_000) is not None


@pytest.mark.parametrize("seed", range(6))
def test_a_disk_that_lost_a_word_does_not_make_a_liar_of_its_owner(seed: int) -> None:
    """All others have seat 2's peek, its own disk has not, and asked again it would peek otherwise: it is told."""
    world = World(4, seed, rounds=2, wire=Wire(1, 60))
    world.choosers[1] = lambda session, asked: NOT_NOW if asked.slot == 7 else world.sample(session, asked)
    world.choosers[3] = lambda session, asked: True if asked.slot == 5 else world.sample(session, asked)
    world.run(lambda: 7 in world.states[1].pending)
    world.run(lambda: not world._queue)
    items = [read_item(item) for item in world.states[3].journal]
    lost = next(i for i, row in enumerate(items) if row.kind is Item.CHOICE and row.fields[0] == 5)
    world.crash(3)
    world.run(lambda: not world._queue)
    world.choosers[3] = lambda session, asked: False if asked.slot == 5 else world.sample(session, asked)
    world.restart(3, world.states[3].journal[:lost])
    world.run(limit_ms=20_000)
    asked = world.states[1].pending[7]
    world.choose(1, 7, asked.question.options(1).default())
    world.run()
    world.assert_lawful()


@pytest.mark.parametrize("seats", [2, 3])
def test_a_link_that_is_back_before_its_end_was_read_is_a_link(seats: int) -> None:
    """The driver tells of the new link while the closing of the old one still waits to be judged."""
    world = World(seats, seed=1)
    world.run(lambda: world.session(0).log.place >= (1, 0))
    for one in world.numbers:
        for other in world.numbers[one + 1 :]:
            world.cut(one, other)
            world.join(one, other)
    world.run()
    world.assert_lawful()


def test_the_observer_sees_a_seat_that_opens_early() -> None:
    """The law itself is tested."""
    world = World(3, seed=1)
    world.run()
    world.assert_nothing_early()
    closed = next(c for c in world.session(0).log.closed if c.place == (2, 1))
    world.observer.first[closed.entries[1].hash] = 1  # as if this opening had been on the wire from the start
    with pytest.raises(AssertionError):
        world.assert_nothing_early()


def test_the_same_game_in_every_weather() -> None:
    """What is played hangs on the choices alone: the same record, byte for byte, calm or rough, with cut links."""
    records = set()
    for sky in range(8):
        world = World(4, seed=7, rounds=2, wire=weather(sky))
        world.random.seed(sky)
        storm(world, sky)
        records.add(world.assert_lawful())
    assert len(records) == 1


@pytest.mark.parametrize("hashseed", ["0", "4242"])
def test_the_same_game_under_any_hash_seed(hashseed: str) -> None:
    """Asks B20: no order of a set gets into what is signed."""
    code = (
        "import hashlib\n"
        "from tests.simulation.world import toy_game\n"
        "print(hashlib.sha256(toy_game(3).record(0)).hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hashseed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    there = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert there.stdout.strip() == hashlib.sha256(toy_game(3).record(0)).hexdigest()


def test_a_world_is_a_function_of_its_seed() -> None:
    one, other = toy_game(5), toy_game(5)
    assert one.heard == other.heard
    assert one.wire == other.wire != Wire()


@pytest.mark.parametrize("seed", range(24))
def test_spectators_may_come_and_go_at_any_time_and_seats_die_before_them(seed: int) -> None:
    watched_game(seed)
