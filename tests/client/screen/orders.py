"""Somebody who places orders, or marches: for tests of forms."""

from client.play.choosing import Choice
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard

STARK, LANNISTER, BARATHEON = 0, 1, 2


def planning(seat: int = STARK, width: int = 120, height: int = 40) -> Keyboard:
    desk = Desk(seat)
    desk.to("orders")
    return Keyboard(desk, width, height)


def marching(moves_from: str, seat: int = STARK, seed: int = 5) -> Keyboard:
    """At a march out of one area, as the first question of that kind."""
    desk = Desk(seat, seed)
    desk.to("orders")
    desk.answer(((moves_from, "march_0"),))
    desk.to("march")
    return Keyboard(desk)


def chosen(keyboard: Keyboard) -> Choice:
    choice = keyboard.form.picking.choice
    assert choice is not None
    return choice
