"""E08: at any time a hint tells what a bot would do in one's place, and why; it sends nothing and knows no more."""

import re
from collections import Counter
from random import Random

import pytest

from client.bots.captain.captain import ADVISERS
from client.play.answering import empty
from client.play.asking import NOTHING, Meaning
from client.play.hinting import LAST, hint_lines
from client.play.line import LineMode
from client.words.agot import AgotWords
from client.words.agot_hints import STAYS, WAYS, spelled
from client.words.hints import HintWords
from engine.core.match import Match
from engine.core.questions import Question
from engine.registry import game
from tests.agot.board import position
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


def retyped(told: str) -> str:
    """The answer of a hint as it would be copied from the lines."""
    answer = next(line for line in re.sub(r"\n    ", " ", told).splitlines() if line.startswith("A bot in your place"))
    return answer.partition(": ")[2].removesuffix(".")


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
                assert WAYS[question.topic][:20] in told or (STAYS[:20] in told and ": nobody moves." in told)
                assert desk.mode.mine
                assert desk.mode.match.digest == digest
                answer = hinted(desk.mode, question, seat)
                question.options(seat).admit(answer)
                question.options(seat).check(answer, desk.table.known)
                typed(desk, retyped(told), answer)
            desk.answer(question.options(seat).sample(draw, desk.table.known))
    assert set(WAYS) - set(seen) == NOT_SEEN
    for desk in (retreating(), duelling()):
        assert desk.type("hint").startswith("A bot in your place would answer: ")


def typed(desk: Desk, text: str, answer: object) -> None:
    """What the hint prints is that very answer when it is typed on an empty one, to be sent or confirmed."""
    mode = desk.mode
    assert mode.ask is not None
    assert mode.ask.building.pieces == ()
    heard = mode.typed(text)
    if heard.choice is not None:
        assert heard.choice[1] == answer
    else:
        assert heard.meaning in (Meaning.STANDS, Meaning.COST), (text, heard.lines)
        assert mode.ask.building.answers == (answer,)


def test_a_hint_for_an_answer_without_a_piece_can_be_typed() -> None:
    desk = Desk(0)
    desk.to("orders")
    heard = desk.hear(NOTHING)
    assert heard.meaning is Meaning.COST
    assert desk.hear("seal").choice is not None


def test_a_march_that_moves_nobody_is_told_as_a_whole() -> None:
    units = {"greywater_watch": "stark f", "flints_finger": "greyjoy kkk", "seagard": "greyjoy kkk"}
    s = position({**units, "moat_cailin": "greyjoy kk"}, orders={"greywater_watch": "march_minus_1"})
    desk = Desk(s.seats["stark"], match=Match(game("agot"), s))
    assert asked(desk)
    told = desk.type("hint")
    assert retyped(told) == "Greywater Watch: nobody moves"
    assert "No move from there is worth" in told
    typed(desk, retyped(told), ("greywater_watch", (), False))
    assert "it is all" in desk.type("hint").splitlines()[0]


def test_the_hint_goes_on_from_what_is_chosen() -> None:
    """What agrees is not told again; the rest completes the same answer, in whatever order it was begun."""
    desk = Desk(0)
    desk.to("orders")
    orders = retyped(desk.type("hint")).split(", ")
    assert len(orders) == 3
    desk.hear(orders[1])
    told = desk.type("hint")
    assert told.startswith("A bot in your place would go on: ")
    assert retyped(told) == f"{orders[0]}, {orders[2]}"
    desk.hear(retyped(told))
    assert "it is all" in desk.type("hint").splitlines()[0]


def test_who_has_chosen_otherwise_is_told_to_clear() -> None:
    desk = Desk(0)
    desk.to("orders")
    orders = retyped(desk.type("hint"))
    desk.hear("winterfell p")
    assert "winterfell consolidate power" not in orders.lower()
    assert retyped(desk.type("hint")) == f"clear, then {orders}"


def test_a_whole_answer_after_a_piece_says_what_is_in_the_way() -> None:
    desk = Desk(1)
    desk.to("orders")
    desk.answer((("golden_sound", "march_0"), ("lannisport", "march_plus_1")))
    desk.to("march")
    desk.hear("lannisport")
    told = desk.type("The Golden Sound, 1 ship to Sunset Sea")
    assert told.startswith("You have chosen Lannisport; clear begins again, then `The Golden Sound` can be")
    desk.hear("clear")
    desk.hear("The Golden Sound, 1 ship to Sunset Sea")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.answers == (("golden_sound", (("ship", 1, "sunset_sea"),), False),)


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
