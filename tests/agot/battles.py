"""Marches that start battles: for tests of W6 and W9."""

from engine.westeros.state import Kings
from tests.agot.board import Step, position


def go(origin: str, to: str, figures: dict[str, int], leave: bool = False) -> Step:
    """A march with one battle."""
    return ("march", (origin, tuple((unit, n, to) for unit, n in figures.items()), leave))


def duel(attackers: str = "kk", defenders: str = "f", **more: object) -> Kings:
    s = position({"reach": f"tyrell {attackers}", "blackwater": f"lannister {defenders}"}, orders={"reach": "march_0"})
    for name, value in more.items():
        setattr(s, name, value)
    return s
