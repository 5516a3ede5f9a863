"""E08: at any time a hint tells what a bot would do in one's place, and why; it sends nothing and knows no more."""

from collections import Counter
from random import Random

import pytest

from client.bots.captain.captain import ADVISERS
from client.play.answering import empty
from client.play.hinting import LAST, hint_lines
from client.play.line import LineMode
from client.words.agot import AgotWords
from client.words.agot_hints import WAYS, spelled
from client.words.hints import HintWords
from engine.core.match import Match
from engine.core.questions import Question
from engine.registry import game
from tests.client.desk import Desk
from tests.client.hoard_words import HoardWords
from tests.client.screen.questions import NOT_SEEN, RARE, asked, duelling, retreating

OFTEN = 2


def hinted(mode: LineMode, question: Question[object], seat: int) -> object:
    """The answer that the hint leads to."""
    assert isinstance(mode.words, AgotWords)
    hint = mode.words.hint(mode.match, question, seat, mode.table.known)
    assert hint is not None
    building = empty(mode.table, mode.words, mode.match, question)
    for piece in hint.pieces:
        building.take(next(choice for choice in building.choices if choice.piece == piece))
    (answer,) = building.answers
    assert spelled(question.topic, answer) == hint.pieces
    return answer


def test_what_the_bot_goes_by_is_told_for_every_topic() -> None:
    assert set(WAYS) == set(ADVISERS)


def test_every_question_has_a_legal_hint() -> None:
    seen: Counter[str] = Counter()
    for seed in RARE:
        desk, draw = Desk(seed % 5, seed), Random(seed).randrange
        while asked(desk):
            question, seat = desk.question, desk.table.seat
            if seen[question.topic] < OFTEN:
                seen[question.topic] += 1
                digest = desk.mode.match.digest
                told = desk.type("hint")
                assert told.startswith("A bot in your place would answer: ")
                assert WAYS[question.topic][:20] in told
                assert desk.mode.mine
                assert desk.mode.match.digest == digest
                answer = hinted(desk.mode, question, seat)
                question.options(seat).admit(answer)
                question.options(seat).check(answer, desk.table.known)
            desk.answer(question.options(seat).sample(draw, desk.table.known))
    assert set(WAYS) - set(seen) == NOT_SEEN
    for desk in (retreating(), duelling()):
        assert desk.type("hint").startswith("A bot in your place would answer: ")


def test_a_hint_can_be_typed_as_it_stands() -> None:
    desk = Desk(0)
    desk.to("orders")
    told = desk.hear("hint").lines
    answer = " ".join(line.strip() for line in told[: next(n for n, line in enumerate(told) if line.endswith(".")) + 1])
    heard = desk.hear(answer.partition(": ")[2].removesuffix("."))
    assert "can't be changed" in "\n".join(heard.lines)


def test_a_hint_leaves_the_answer_as_it_is() -> None:
    desk = Desk(0)
    desk.to("orders")
    desk.hear("winterfell p")
    desk.hear("hint")
    assert desk.mode.ask is not None
    assert len(desk.mode.ask.building.pieces) == 1


def test_orders_tell_what_their_marches_are_for() -> None:
    desk = Desk(0)
    desk.to("orders")
    told = desk.type("hint")
    assert told.count(" March ") == told.count("it means to march to ")
    assert told.count(" March ") > 0


def test_before_the_first_question_there_is_nothing_to_hint_at() -> None:
    desk = Desk(0, match=Match.start(game("agot"), 5, {}))  # the houses are drawn first
    assert "You have not been asked anything yet" in desk.type("hint")


def test_out_of_turn_it_tells_what_the_last_question_could_have_been_answered() -> None:
    """E08: also after the game has gone on; it is what it was while the question stood."""
    desk = Desk(0)
    desk.to("orders")
    told = desk.type("hint")
    assert told.startswith("A bot in your place")
    desk.answer(desk.question.options(0).sample(desk.table.oracle.draw, {}))
    assert not desk.table.asks(desk.question)
    assert desk.type("hint") == f"{LAST}\n{told}"


def test_a_game_without_a_thinking_bot_has_no_hint() -> None:
    desk = Desk(0)
    desk.to("orders")
    words = HoardWords(("Ann", "Bob"))
    assert not isinstance(words, HintWords)
    building = empty(desk.table, desk.mode.words, desk.mode.match, desk.question)
    (line,) = hint_lines(words, desk.mode.match, desk.question, 0, {}, building)
    assert "There is no hint" in line
    assert building.pieces == ()


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_question_has_the_same_hint(seed: int) -> None:
    desk = Desk(seed, seed)
    desk.to("orders")
    assert desk.type("hint") == desk.type("hint")
