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


def short_of_supply() -> Kings:
    """Lannister can retreat from Blackwater to Stoney Sept alone, and has no supply for an army of two there."""
    return position(
        {
            "reach": "tyrell kkkk",
            "blackwater": "lannister fk",
            "stoney_sept": "lannister f",
            "harrenhal": "stark f",
            "searoad_marches": "stark f",
            "crackclaw_point": "stark f",
        },
        orders={"reach": "march_0"},
        supply={"lannister": 0},
        garrisons={"kings_landing": 5},
    )
