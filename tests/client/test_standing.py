"""The line below the game: whom it waits for, and since when (product: the bottom line)."""

from types import SimpleNamespace
from typing import Any, cast

from client.play.standing import Standing
from net.telling import Away, Back


def standing(now: list[float]) -> Standing:
    """Seat 0 waits for seat 1."""
    table = SimpleNamespace(waiting_for=(1,), seat=0, mixed=None)
    words = SimpleNamespace(now=lambda match: "Round 1")
    past = SimpleNamespace(match=SimpleNamespace(outcome=None), away={1: "left"}, who=lambda seat: f"Seat {seat}")
    return Standing(cast("Any", table), cast("Any", words), cast("Any", past), lambda: now[0])


def test_who_left_before_his_turn_is_missed_since_he_left() -> None:
    now = [0.0]
    line = standing(now)
    line.link(Away(1, "closed the program"))
    now[0] = 130.0
    line.moved()
    assert line.status(None) == ["Round 1. Waiting for: Seat 1 (left) (since 2:10)"]
    line.link(Back(1))
    now[0] = 135.0
    assert line.status(None) == ["Round 1. Waiting for: Seat 1 (left) (since 0:05)"]
