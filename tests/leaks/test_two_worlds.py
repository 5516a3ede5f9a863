"""Two worlds that differ only in what one seat cannot know: all that this seat sees must be the same."""

from random import Random
from typing import Any

import pytest

from engine.core.match import Match
from engine.core.options import Listed
from engine.core.plain import Seat, packed
from engine.core.playout import Oracle
from engine.core.questions import Show
from tests.contract.games import TABLES, start
from tests.core import robbers

TRUTH: dict[str, str] = {}
"""What only a leaky rule would look into."""


def seen(match: Match[Any], seat: Seat, known: dict[str, str]) -> Any:
    """Everything that reaches a seat: the question, who is asked, its own options, the state, its view."""
    question = match.question
    if question is None:
        return ("over", packed(match.state))
    options: Any = None
    if seat in question.seats:
        choice = question.options(seat)
        options = choice.legal(known) if isinstance(choice, Listed) else choice.complete((), known)
    return (question.kind, question.topic, question.seats, options, packed(match.state), match.view(seat, known))


def differences(name: str, seeds: range) -> tuple[int, int]:
    """How often two worlds were compared, and how often the seat could tell them apart."""
    compared = apart = 0
    for seed in seeds:
        match, oracle = start(name, seed)
        draw = Random(seed).randrange
        while match.question is not None:
            TRUTH.clear()
            TRUTH.update(oracle.truth)
            if draw(3):
                oracle.step(match)
                continue
            seat = draw(TABLES[name][1])
            question, twin = match.question, match.fork()
            reply = oracle.reply(match)
            public = {**match.state.public, **reply.faces}
            if isinstance(question, Show):  # what is being shown to the seat is as good as seen
                public.update((h, oracle.truth[h]) for h in question.to.get(seat, ()))
            other: Oracle = oracle.another_world(seat, public, draw)
            match.answer(reply)
            here = seen(match, seat, oracle.known[seat])
            TRUTH.clear()
            TRUTH.update(other.truth)
            twin.answer(reply)
            there = seen(twin, seat, oracle.known[seat])
            compared += 1
            apart += here != there
            for known in oracle.known:
                known.update(reply.faces)
    return compared, apart


@pytest.mark.parametrize("name", TABLES)
def test_a_seat_cannot_tell_two_worlds_apart(name: str) -> None:
    compared, apart = differences(name, range(6 if name != "agot" else 1))
    assert compared > 20
    assert apart == 0


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind rule that spares a seat the question when it holds no knife tells everybody so."""
    honest = robbers.answers

    def leaky(s: robbers.Robbers, seat: Seat) -> Any:
        if any(TRUTH.get(h) == "knife" for h in s.hands[seat]):
            return honest(s, seat)
        return Listed((None,), "R3")  # one public answer: not asked

    monkeypatch.setattr(robbers, "answers", leaky)
    _, apart = differences("robbers", range(6))
    assert apart > 0
