"""What a mouse does, and what of a screen answers to it. What lies where is told by the canvas that was drawn."""

from enum import Enum
from typing import Protocol, runtime_checkable

from client.screen.canvas import Name

KEY = "key"
"""A spot that stands for a key: a click on it presses that."""
ROW = "row"
"""A spot that is one of the things to choose from, counted from 0."""
LINES = 3
"""Lines of a text that one step of the wheel scrolls."""


class Mouse(Enum):
    """What was done with it."""

    CLICK = "click"
    UP = "up"
    """The wheel, away from the hand."""
    DOWN = "down"

    @property
    def step(self) -> int:
        """Which way the wheel leads in a list: -1 up, 1 down, 0 for a click."""
        return {Mouse.CLICK: 0, Mouse.UP: -1, Mouse.DOWN: 1}[self]


@runtime_checkable
class Pointed(Protocol):
    """A view or an overlay with spots of its own."""

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """Do what the mouse says at the spot of that name, None if it is at none; whether that meant anything."""
