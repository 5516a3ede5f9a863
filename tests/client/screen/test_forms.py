"""Every question answered by keys: whatever is legal can be entered, and arrives as it was meant."""

from random import Random

import pytest

from engine.agot.edition import clauses
from protocol.events import Asked
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard


def asked(desk: Desk) -> bool:
    """Play on until this seat is asked; whether it is before the game is over."""
    while (question := desk.table.match.question) is not None:
        if not desk.table.asks(question):
            desk.mode.happened(desk.table.step())
            continue
        desk.mode.happened(Asked(desk.table.slot, question, question.seats))
        spared = desk.mode.unasked()
        if spared is None:
            return True
        desk.answer(spared[1])
    return False


@pytest.mark.parametrize(("seed", "size"), [(1, (120, 40)), (2, (80, 24)), (3, (60, 20)), (4, (30, 8))])
def test_any_legal_answer_is_entered_by_keys_alone(seed: int, size: tuple[int, int]) -> None:
    draw = Random(seed).randrange
    desk = Desk(seed, seed)
    keyboard = Keyboard(desk, *size)
    while asked(desk):
        value = desk.question.options(desk.table.seat).sample(draw, desk.table.known)
        assert keyboard.answer(value) == (desk.table.slot, value)
        desk.answer(value)
    assert "The game is over" in keyboard.look()
