"""The captain: legal and quick over whole games, the same for a seed, and sensible where the answer is plain."""

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import client.bots.captain
from client.bots.bot import Question
from client.bots.captain.captain import ADVISERS, Captain
from client.bots.kinds import make_bot
from engine.agot.events import TOPICS
from engine.core.match import Match
from engine.core.options import Listed
from engine.core.playout import Oracle
from engine.core.questions import Reply, Roll
from engine.registry import game
from engine.westeros.march import one_march
from engine.westeros.state import Auction, Kings
from tests.agot.board import E, march, position
from tests.bots.asked import alone, asked, planning, rules
from tests.bots.tournament import HOUSES, play, score, table

BOUND = 0.2
"""Seconds of processor time for any answer."""


class Unused:
    """A source of chance that must not be needed: the captain's own answers are all legal."""

    def __call__(self, sides: int) -> int:
        raise AssertionError("the captain fell back on chance")


def captain(seed: int) -> Captain:
    """One that has chance to settle between good answers, and none to answer at random."""
    found = Captain(Random(seed).randrange)
    found.draw = Unused()
    return found


def best(question: Question) -> Any:
    """The captain's best answer, without chance."""
    (answer,) = Captain.best(question)
    return answer


def questions(seed: int, seats: int = 5) -> Iterator[tuple[Question, Any]]:
    """Every question that captains in all seats meet in one game, with their answers: the nth is that of seed n."""
    match: Match[Any] = Match.start(game("agot"), seats, {"houses": "agreed"})
    oracle = Oracle(seats, Random(seed).randrange)
    numbers = count()
    while match.question is not None:
        if isinstance(match.question, Roll):
            oracle.step(match)
            continue
        reply = Reply()
        for seat in match.question.seats:
            question = Question.of(match, seat, {})
            reply.values[seat] = captain(next(numbers)).choose(question)
            yield question, reply.values[seat]
        match.answer(reply)


# ------------------------------------------------------------ whole games
@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_all_answers_of_whole_games_are_its_own_and_legal(seats: int) -> None:
    topics = {question.topic for question, _ in questions(seats, seats)}  # the match refuses what is not legal
    assert {"orders", "march", "house_card", "muster", "bid"} <= topics


def test_every_topic_has_an_adviser() -> None:
    chance = {topic for topic, text in TOPICS.items() if text.startswith("chance")}
    assert set(ADVISERS) == set(TOPICS) - chance


@pytest.mark.slow
def test_the_view_is_enough() -> None:
    """A copy of the view through text, and nothing else of the game, gives the same answer."""
    for place, (question, answer) in enumerate(questions(6)):
        if place % 5 == 0:
            view = json.loads(json.dumps(question.view))
            twin = Question(question.topic, question.seat, view, question.options, {})
            assert captain(place).choose(twin) == answer, question.topic


def test_it_knows_no_match() -> None:
    folder = Path(client.bots.captain.__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    assert len(sources) > 5
    assert not any("engine.core.match" in source or "import Match" in source for source in sources)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_game_against_steady_and_random_is_quick_and_repeatable(house: str) -> None:
    mine = HOUSES.index(house)
    others = {(mine + 1) % len(HOUSES): "steady"}
    first, second = (play(table(house, 8, others), 8) for _ in range(2))
    assert (first.winners, first.round, first.castles) == (second.winners, second.round, second.castles)
    assert first.slowest[mine] < BOUND, first.topics[mine]


@pytest.mark.slow
def test_a_short_tournament() -> None:
    results = [score(house, range(300, 306), steady=True) for house in HOUSES]
    assert sum(result.wins for result in results) >= 0.7 * sum(result.games for result in results)


def test_make_bot_gives_the_captain() -> None:
    assert isinstance(make_bot("captain", "agot", 1), Captain)


# ------------------------------------------------------------ positions
def test_it_takes_an_open_castle() -> None:
    s = position({"winterfell": "stark fk"}, orders={"winterfell": "march_0"})
    _, moves, _ = best(rules(s, "stark", one_march(E, s, "stark")))
    assert any(E.board.areas[to].castle for _, _, to in moves)


def test_two_units_take_two_open_castles() -> None:
    s = position({"winterfell": "stark ff"}, orders={"winterfell": "march_0"})
    _, moves, _ = best(rules(s, "stark", one_march(E, s, "stark")))
    assert {to for _, _, to in moves} == {"white_harbor", "moat_cailin"}


def test_it_supports_a_battle_that_would_be_lost_alone() -> None:
    near = ("winterfell", "white_harbor", "flints_finger", "greywater_watch", "fingers", "mountains_of_the_moon")
    s = position(
        {"moat_cailin": "stark fk", "twins": "stark fk", "seagard": "greyjoy kf"},
        tokens=dict.fromkeys(near, "stark"),
    )
    placed = dict(best(planning(s, "stark")))
    kinds = sorted(E.tokens[token].type for token in placed.values())
    assert kinds == ["march", "support"]


def test_it_defends_a_castle_that_will_be_attacked() -> None:
    tokens = dict.fromkeys(("harrenhal", "stoney_sept"), "lannister")
    tokens |= dict.fromkeys(("greywater_watch", "moat_cailin", "twins"), "greyjoy")
    s = position({"riverrun": "lannister fk", "seagard": "greyjoy kk"}, tokens=tokens)
    s.round = E.rounds  # nothing to march for any more
    placed = dict(best(planning(s, "lannister")))
    assert E.tokens[placed["riverrun"]].type == "defense"


def test_it_takes_the_seventh_castle_at_once() -> None:
    tokens = dict.fromkeys(("white_harbor", "moat_cailin", "seagard", "riverrun", "harrenhal"), "stark")
    tokens |= {"crackclaw_point": "stark", "winterfell": "greyjoy"}
    s = position({"greywater_watch": "stark f"}, tokens=tokens, orders={"greywater_watch": "march_0"})
    _, moves, _ = best(rules(s, "stark", one_march(E, s, "stark")))
    assert moves == (("footman", 1, "flints_finger"),)


def test_it_takes_a_garrison_when_strong_enough() -> None:
    s = position({"kingswood": "baratheon kkf"}, orders={"kingswood": "march_0"}, garrisons={"kings_landing": 5})
    s.tokens = dict.fromkeys(("storms_end", "reach"), "baratheon")
    _, moves, _ = best(rules(s, "baratheon", one_march(E, s, "baratheon")))
    assert {to for _, _, to in moves} == {"kings_landing"}


def test_it_does_not_bid_all_against_empty_purses() -> None:
    s = position({"winterfell": "stark f"}, power={"stark": 12, **dict.fromkeys(("lannister", "tyrell"), 0)})
    s.power = {house: 12 if house == "stark" else 0 for house in s.power}
    s.auction = Auction("kings_court")
    assert best(alone(s, "stark", "bid", Listed(tuple(range(13)), "W2.7a"))) <= 1


def test_it_puts_itself_first_among_equals() -> None:
    s = position({"winterfell": "stark f"}, tokens={"seagard": "greyjoy", "riverrun": "greyjoy"})
    s.auction = Auction("fiefdoms", dict.fromkeys(("greyjoy", "stark", "tyrell"), 2))
    orders = (("greyjoy", "stark", "tyrell"), ("stark", "greyjoy", "tyrell"), ("stark", "tyrell", "greyjoy"))
    assert best(alone(s, "stark", "bid_order", Listed(orders, "W2.7b"))) == orders[2]


def battle(own: str, foe: str, mine: str, theirs: str) -> tuple[Kings, Any]:
    """Greyjoy, who holds the Blade, attacks Stark; driven up to the question for the Blade."""
    s = position({"seagard": f"greyjoy {own}", "moat_cailin": f"stark {foe}"}, orders={"seagard": "march_0"})
    s.hands["greyjoy"], s.hands["stark"] = [mine, "asha_greyjoy"], [theirs, "robb_stark"]
    count = {unit: own.count(letter) for letter, unit in (("f", "footman"), ("k", "knight")) if letter in own}
    moves = tuple((unit, n, "moat_cailin") for unit, n in count.items())
    driven = march(s, "greyjoy", ("march", ("seagard", moves, False)))
    return s, driven.answer("house_card", {"greyjoy": mine, "stark": theirs})


@pytest.mark.parametrize(
    ("own", "foe", "mine", "theirs", "use"),
    [
        ("kf", "k", "theon_greyjoy", "eddard_stark", "no"),  # 5 to 5: the tie is won already
        ("k", "k", "theon_greyjoy", "eddard_stark", "yes"),  # 4 to 5: the blade makes it a tie
        ("kk", "f", "theon_greyjoy", "eddard_stark", "no"),  # 6 to 4: won without
        ("f", "kk", "theon_greyjoy", "eddard_stark", "no"),  # 3 to 7: lost with it
    ],
)
def test_the_blade_is_used_where_it_changes_the_result(own: str, foe: str, mine: str, theirs: str, use: str) -> None:
    _, driven = battle(own, foe, mine, theirs)
    assert best(asked(driven, "greyjoy")) == use


def test_it_plays_the_smallest_card_that_wins() -> None:
    s = position({"moat_cailin": "stark kf", "seagard": "greyjoy f"}, orders={"moat_cailin": "march_0"})
    s.hands["stark"] = ["eddard_stark", "robb_stark", "ser_rodrik_cassel"]
    s.hands["greyjoy"] = ["aeron_damphair"]
    moves = (("footman", 1, "seagard"), ("knight", 1, "seagard"))
    driven = march(s, "stark", ("march", ("moat_cailin", moves, False)))
    assert best(asked(driven, "stark")) == "ser_rodrik_cassel"
