"""Captains that cannot be foreseen: what is about as good is drawn, what is plain is not; the hint draws nothing."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from client.bots.bot import Question
from client.bots.captain.captain import Captain
from client.bots.captain.lots import Lots, shares
from client.bots.kinds import make_bot
from engine.core.options import Listed
from engine.westeros.march import one_march
from engine.westeros.state import Auction
from tests.agot.board import E, march, position
from tests.bots.asked import alone, asked, rules
from tests.bots.tournament import HOUSES
from tests.bots.variety import openings

SEEDS = range(40)


def refuse(sides: int) -> int:
    """Chance that must not be needed."""
    raise AssertionError("something was drawn")


def answers(question: Question, seeds: Sequence[int] = SEEDS) -> Counter[Any]:
    """What as many captains answer."""
    return Counter(make_bot("captain", "agot", seed).choose(question) for seed in seeds)


# ------------------------------------------------------------ lots
def test_the_nearer_to_the_best_the_likelier() -> None:
    assert shares([3.0, 5.0, 4.0, 1.0], 4.0) == pytest.approx([2 / 9, 4 / 9, 3 / 9, 0.0])


def test_what_is_drawn_is_near_the_best() -> None:
    lots = Lots(Random(1).randrange)
    found = [(3.0, "near"), (5.0, "best"), (1.0, "at the margin"), (-9.0, "far")]
    counts = Counter(lots.among(found, 4.0) for _ in range(3_000))
    assert set(counts) == {"near", "best"}
    assert 1_850 < counts["best"] < 2_150  # two in three


def test_what_is_plain_needs_no_chance() -> None:
    assert Lots(refuse).among([(5.0, "best"), (1.0, "far")], 4.0) == "best"


def test_without_chance_the_first_of_the_best_stands() -> None:
    assert Lots().ranked([(4.9, "near"), (5.0, "best"), (5.0, "as good")], 4.0) == ["best", "as good", "near"]


def test_the_drawn_one_stands_before_all_others() -> None:
    ranked = Lots(lambda sides: sides - 1).ranked([(5.0, "best"), (4.9, "near"), (0.0, "far")], 1.0)
    assert ranked == ["near", "best", "near", "far"]


# ------------------------------------------------------------ variety
@pytest.mark.parametrize("house", HOUSES)
def test_opening_orders_differ_and_a_seed_gives_the_same_ones(house: str) -> None:
    seat = HOUSES.index(house)
    found = openings(seat, range(20))
    assert len(found) >= 4
    assert openings(seat, range(20)) == found


def bidders(power: int) -> list[Question]:
    """The question for a bid for the Fiefdoms track, to each of five houses that have the same power."""
    s = position({"winterfell": "stark f"})
    s.power = dict.fromkeys(s.power, power)
    s.auction = Auction("fiefdoms")
    return [alone(s, house, "bid", Listed(tuple(range(power + 1)), "W2.7a")) for house in HOUSES]


def test_bids_differ_and_somebody_bids() -> None:
    bids = [[make_bot("captain", "agot", 100 * seed + n).choose(q) for n, q in enumerate(bidders(5))] for seed in SEEDS]
    for own in zip(*bids, strict=True):
        assert len(set(own)) > 1
        assert max(own) < 5  # some is left for the map
    assert sum(any(amounts) for amounts in bids) >= len(SEEDS) - 2


def test_bids_are_small_in_the_last_round() -> None:
    """A place on a track is worth little when no more orders are to come."""
    for question in bidders(5):
        last = Question(question.topic, question.seat, {**question.view, "round": E.rounds}, question.options, {})
        assert max(answers(last)) <= 1


def test_cards_that_are_about_as_good_are_all_played() -> None:
    s = position({"moat_cailin": "stark kf", "seagard": "greyjoy kf"}, orders={"moat_cailin": "march_0"})
    moves = (("footman", 1, "seagard"), ("knight", 1, "seagard"))
    driven = march(s, "stark", ("march", ("moat_cailin", moves, False)))
    question = asked(driven, "stark")
    assert len(answers(question)) > 1
    assert Captain.best(question) == Captain.best(question)


# ------------------------------------------------------------ nothing is lost by it
def test_an_open_castle_is_always_taken() -> None:
    s = position({"winterfell": "stark ff"}, orders={"winterfell": "march_0"})
    for _, moves, _ in answers(rules(s, "stark", one_march(E, s, "stark"))):
        assert {to for _, _, to in moves} == {"white_harbor", "moat_cailin"}


def test_the_seventh_castle_is_always_taken() -> None:
    tokens = dict.fromkeys(("white_harbor", "moat_cailin", "seagard", "riverrun", "harrenhal"), "stark")
    tokens |= {"crackclaw_point": "stark", "winterfell": "greyjoy"}
    s = position({"greywater_watch": "stark f"}, tokens=tokens, orders={"greywater_watch": "march_0"})
    for _, moves, _ in answers(rules(s, "stark", one_march(E, s, "stark"))):
        assert moves == (("footman", 1, "flints_finger"),)


def test_a_strong_card_is_not_thrown_away() -> None:
    s = position({"moat_cailin": "stark kf", "seagard": "greyjoy f"}, orders={"moat_cailin": "march_0"})
    s.hands["stark"] = ["eddard_stark", "robb_stark", "ser_rodrik_cassel"]
    s.hands["greyjoy"] = ["aeron_damphair"]
    moves = (("footman", 1, "seagard"), ("knight", 1, "seagard"))
    driven = march(s, "stark", ("march", ("moat_cailin", moves, False)))
    assert "eddard_stark" not in answers(asked(driven, "stark"))


def test_the_best_answer_draws_nothing() -> None:
    """The hint is made of it."""
    question = bidders(5)[0]
    assert len({Captain.best(question) for _ in range(5)}) == 1
    assert Captain.best(question)[0] in answers(question)
