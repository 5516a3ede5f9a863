"""Seats as people count them: from 1, as in the lobby. Engine, protocol, records and --json count from 0."""

import re

COUNTED = re.compile(r"\bseat (\d{1,3})\b")


def seat_number(seat: int) -> int:
    """The number of a seat for people."""
    return seat + 1


def for_people(text: str) -> str:
    """A text of the protocol, such as evidence, with its seats counted from 1."""
    return COUNTED.sub(lambda found: f"seat {seat_number(int(found[1]))}", text)
