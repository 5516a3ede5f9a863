"""Bots answer every kind of question, legally, quickly, and from their own view alone."""

import statistics

import pytest

from client.bots.agot.steady import ANSWERS
from client.bots.bot import RandomBot
from client.bots.kinds import make_bot
from engine.agot.events import TOPICS
from tests.client.tournament import one_game


def test_the_steady_bot_has_an_answer_for_every_topic() -> None:
    assert set(ANSWERS) == {topic for topic, answer in TOPICS.items() if not answer.startswith("chance")}


def test_kinds() -> None:
    assert isinstance(make_bot("random", "agot", 1), RandomBot)
    assert not isinstance(make_bot("steady", "agot", 1), RandomBot)
    assert isinstance(make_bot("steady", "duel", 1), RandomBot)


@pytest.mark.parametrize("seed", range(3))
def test_five_steady_bots_play_legally_to_the_end(seed: int) -> None:
    match, bots = one_game(seed, ["steady"] * 5)
    assert match.outcome is not None
    times = [second for bot in bots for seconds in bot.times.values() for second in seconds]
    assert statistics.quantiles(times, n=100)[98] < 0.05


@pytest.mark.parametrize(
    ("seats", "option"),
    [
        (3, ""),
        (4, ""),
        (3, "absent_houses_fight_with_cards"),
        (4, "greyjoy_fights_with_cards"),
        (4, "no_greyjoy_no_pyke"),
    ],
)
def test_steady_bots_play_at_smaller_tables(seats: int, option: str) -> None:
    assert one_game(1, ["steady"] * seats, option)[0].outcome is not None


def test_the_same_seed_plays_the_same_game() -> None:
    kinds = ["steady", "random", "steady", "random", "random"]
    assert one_game(7, kinds)[0].digest == one_game(7, kinds)[0].digest


def test_steady_beats_random_far_more_often_than_its_share() -> None:
    won = 0
    for seed in range(12):
        outcome = one_game(1000 + seed, ["steady", "random", "random", "random", "random"])[0].outcome
        assert outcome is not None
        won += 0 in outcome.ranking[0]
    assert won >= 8  # a fair share is 2.4
