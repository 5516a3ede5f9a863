"""Somebody at a table at a question, or while others are waited for."""

from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard

STARK = 0


def at(topic: str, width: int = 120, height: int = 40, seat: int = STARK, seed: int = 1) -> Keyboard:
    desk = Desk(seat, seed)
    desk.to(topic)
    return Keyboard(desk, width, height)


def at_rest(width: int = 120, height: int = 40) -> Keyboard:
    """While others are waited for."""
    keyboard = at("orders", width, height)
    keyboard.press("s", "y")
    return keyboard


def one_march() -> Desk:
    desk = Desk(STARK, 5)
    desk.to("orders")
    desk.answer((("winterfell", "march_0"),))
    desk.to("march")
    return desk
