"""The ways to draw a map, from the one that shows most."""

from enum import Enum


class Style(Enum):
    """How an area is drawn: in a frame, in two lines, in one, or as a line of a list; with the least cells it needs."""

    BLOCK = (12, 3)
    TWO_LINES = (8, 2)
    ONE_LINE = (13, 1)
    LIST = (1, 1)
