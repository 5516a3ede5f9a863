"""What a house leaves out is told as well: no answer goes by without a sentence."""

from collections import Counter
from random import Random

import pytest

from client.play.chronicle import Told
from client.words.agot import AgotWords
from client.words.agot_passing import PASSINGS
from client.words.passing import PASSED, passings
from engine.agot.events import TOPICS
from engine.agot.game import GAME, edition_of
from engine.core.match import Match
from engine.core.playout import Oracle
from engine.core.questions import One, Reply
from tests.agot.soak_games import random_settings
from tests.client.desk import Desk


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_open_answer_leaves_a_sentence(seed: int) -> None:
    """Either an event of the rules speaks, and that first, or the sentence for what was left out."""
    rng = Random(seed)
    seats = rng.choice(GAME.seats)
    match = Match.start(GAME, seats, random_settings(seats, rng))
    words = AgotWords(edition_of(match.state), ["Anna", "Bela", "Cili", "Dora", "Emil"])
    oracle = Oracle(seats, rng.randrange)
    met: Counter[bool] = Counter()
    while match.question is not None:
        question, told = match.question, passings(words, match)
        reply = oracle.reply(match)
        passed, events = told(reply), match.answer(reply)
        if not isinstance(question, One):
            assert not passed
            continue
        met[bool(passed)] += 1
        if passed:
            assert passed[0].endswith(f"({question.clause}).")
        else:
            assert words.event(match, events[0]), question.topic
    assert set(PASSINGS) <= set(TOPICS)
    assert met[True]


def test_a_raven_left_alone_is_told() -> None:
    desk = Desk(seat=1)
    desk.to("raven")
    passed = passings(desk.mode.words, desk.mode.match)
    assert passed(Reply({1: None})) == ["Lannister keeps its orders; the Raven is not used (W3.6)."]
    assert passed(Reply({1: None}, withheld=(1,))) == []


def test_it_stands_in_log_and_story() -> None:
    desk = Desk()
    desk.to("orders")
    while not any(told.name == PASSED for told in desk.mode.story):
        if desk.table.asks(desk.question):
            desk.to()
            desk.answer(desk.question.options(0).sample(desk.table.oracle.draw, {}))
        else:
            desk.mode.happened(desk.table.step())
    told = next(told for told in desk.mode.story if told.name == PASSED)
    assert isinstance(told, Told)
    assert told.kind == "event"
    assert told.text in desk.type("log 500").replace("\n  ", " ")
