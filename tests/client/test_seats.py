"""Seats are counted one way wherever people read of them."""

import pytest

from client.seats import for_people, seat_number


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("signature of seat 0 does not hold", "signature of seat 1 does not hold"),
        ("slot 3, phase 1, seat 2: EQUIV, the claim of seat 9", "slot 3, phase 1, seat 3: EQUIV, the claim of seat 10"),
        ("two seats, no number; seat 12x", "two seats, no number; seat 12x"),
        ("", ""),
    ],
)
def test_what_the_protocol_says_of_seats_counts_from_1(text: str, said: str) -> None:
    assert for_people(text) == said
    assert seat_number(0) == 1
