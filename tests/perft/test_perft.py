"""The counts of named positions stay what they are, and counting is right."""

import pytest

from engine.core.match import Match
from engine.core.perft import perft, replies, width
from engine.core.questions import Expose, Mask
from engine.westeros.state import Kings
from tests.contract.games import start
from tests.perft.positions import FIGURES, POSITIONS, line, match_of


@pytest.mark.parametrize("name", POSITIONS)
def test_as_many_lines_as_before(name: str) -> None:
    """Rules changed on purpose: run `python -m tests.perft` and read the difference."""
    assert line(name) in FIGURES.read_text(encoding="utf-8").splitlines()


def test_every_count_belongs_to_a_position() -> None:
    named = [text.split(":")[0] for text in FIGURES.read_text(encoding="utf-8").splitlines()]
    assert named == list(POSITIONS)


@pytest.mark.parametrize("name", ["raids", "battle", "absent house"])
def test_the_last_step_is_counted_as_if_it_were_played(name: str) -> None:
    def played(match: Match[Kings], depth: int) -> int:
        if depth == 0 or match.question is None:
            return int(depth == 0)
        total = 0
        for reply in replies(match.question):
            twin = match.fork()
            twin.answer(reply)
            total += played(twin, depth - 1)
        return total

    match = match_of(name)
    for depth in range(4):
        assert perft(match, depth) == played(match, depth)


def test_every_answer_stands_once_and_is_legal() -> None:
    match = match_of("landing")
    assert match.question is not None
    (seat,) = match.question.seats
    found = [reply.values[seat] for reply in replies(match.question)]
    assert len(set(found)) == len(found) == width(match.question)
    for value in found:
        match.check(seat, value)


def test_closed_cards_are_not_counted() -> None:
    with pytest.raises(ValueError, match="closed cards"):
        width(Expose("open_card", "R1", ("road.1.0",)))


def test_what_nobody_chooses_has_one_reply() -> None:
    match, _ = start("robbers", 1)
    assert isinstance(match.question, Mask)
    assert perft(match, 1) == 1
