"""Long campaigns for `make soak`; the name keeps this file out of the ordinary run.

Every campaign is a list of seeds. A seed that fails is printed with all others that do; `KINGSMOOT_SEED` (a number,
0 by default) moves all campaigns to other seeds, so that two runs need not do the same. One seed alone:

    python -c "from tests.simulation.world import toy_game; toy_game(17)"
"""

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.agot.soak_games import random_game
from tests.fuzz.test_agreeing_bytes import spoiled_gathering
from tests.fuzz.test_orders import Orders
from tests.fuzz.test_record_bytes import surgery
from tests.fuzz.test_session_bytes import MIDGAME, hostile, hostile_and_signed
from tests.leaks.test_cards import many_hidden_games, walk
from tests.protocol.cards.test_own_hand import any_hand
from tests.protocol.shuffle.test_shuffles import any_number_of_cards, spoiled_shuffle
from tests.simulation.talked import chatty_game
from tests.simulation.watched import watched_game
from tests.simulation.world import agot_game, crash_game, mortal_game, parted_game, toy_game
from tests.store.deaths import game_of_deaths

FIRST = int(os.environ.get("KINGSMOOT_SEED", "0"))
PARTS = 4
"""Each campaign is cut into so many tests, for all cores to have some."""


def campaign(one: Callable[[int], object], part: int, count: int) -> None:
    """Runs a seed after the other, and in the end tells all that failed."""
    failed: dict[int, str] = {}
    for seed in range(FIRST + part, FIRST + count, PARTS):
        try:
            one(seed)
        except Exception as error:  # whatever goes wrong, the other seeds are wanted, too
            failed[seed] = f"{type(error).__name__}: {error}"[:300]
    assert not failed, f"{len(failed)} of {count // PARTS} seeds failed: {failed}"


parts = pytest.mark.parametrize("part", range(PARTS))


@parts
def test_a_thousand_games_of_the_toy(part: int) -> None:
    campaign(toy_game, part, 1_000)


@parts
def test_a_thousand_games_of_mortals(part: int) -> None:
    campaign(mortal_game, part, 1_000)


@parts
def test_ten_thousand_games_of_pairs_without_a_link(part: int) -> None:
    campaign(parted_game, part, 10_000)


@parts
def test_a_thousand_games_before_spectators(part: int) -> None:
    campaign(watched_game, part, 1_000)


@parts
def test_a_thousand_games_with_talk(part: int) -> None:
    campaign(chatty_game, part, 1_000)


@parts
def test_a_thousand_random_games_of_three_to_five_with_options(part: int) -> None:
    campaign(random_game, part, 1_000)


@parts
def test_the_great_game(part: int) -> None:
    campaign(agot_game, part, 64)


@pytest.mark.parametrize("moody", [False, True])
@pytest.mark.parametrize("victim", range(3))
def test_a_seat_dies_at_every_single_moment(victim: int, moody: bool) -> None:
    seed, at = FIRST + 1, 1
    while True:
        try:
            if crash_game(victim, at, seed, moody=moody) is None:
                break
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, victim {victim}, moment {at}, moody {moody}") from error
        at += 1
    assert at > 100


@parts
def test_client_processes_die_at_every_few_writes_and_sends(part: int) -> None:
    campaign(game_of_deaths, part, 12)


@parts
def test_frames_spoiled(part: int) -> None:
    def everywhere(seed: int) -> None:
        for slot in MIDGAME:
            hostile(slot, seed)

    campaign(everywhere, part, 40_000)


@parts
def test_a_seat_signs_anything(part: int) -> None:
    campaign(hostile_and_signed, part, 1_000)


@parts
def test_records_under_the_knife(part: int) -> None:
    campaign(surgery, part, 10_000)


@parts
def test_gatherings_spoiled(part: int) -> None:
    campaign(spoiled_gathering, part, 4_000)


@parts
def test_shuffles_of_every_size(part: int) -> None:
    campaign(any_number_of_cards, part, 89)


@parts
def test_shuffles_spoiled(part: int) -> None:
    campaign(spoiled_shuffle, part, 1_000)


@parts
def test_hands_of_every_size_mixed_by_their_owners(part: int) -> None:
    campaign(any_hand, part, 72)


@parts
def test_hidden_cards_over_many_secrets(part: int) -> None:
    many_hidden_games(100_000 * (FIRST + 1) + 10_000 * part, part % 2)


@parts
def test_what_each_seat_knows_in_any_weather(part: int) -> None:
    campaign(walk, part, 200)


def test_any_order_of_arrival() -> None:
    run_state_machine_as_test(
        Orders,
        settings=settings(
            max_examples=400,
            stateful_step_count=80,
            deadline=None,
            database=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
