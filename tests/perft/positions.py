"""The named positions, and the text of their counts."""

from collections.abc import Callable
from pathlib import Path

from engine.agot.game import GAME, edition_of
from engine.core.match import Match
from engine.core.perft import perft
from engine.westeros.state import Kings
from tests.agot.board import position, start

FIGURES = Path(__file__).parent / "figures.txt"


def raids() -> Kings:
    """Three houses with Raid orders, one of them starred, and targets on land and sea."""
    s = position(
        {
            "golden_sound": "lannister ss",
            "searoad_marches": "lannister f",
            "sunset_sea": "greyjoy s",
            "highgarden": "tyrell k",
            "reach": "tyrell f",
            "blackwater": "lannister f",
            "harrenhal": "baratheon f",
            "riverrun": "lannister k",
        },
        orders={
            "golden_sound": "raid",
            "searoad_marches": "support_0",
            "sunset_sea": "raid_star",
            "highgarden": "consolidate",
            "reach": "raid",
            "blackwater": "raid",
            "harrenhal": "raid_star",
            "riverrun": "support_plus_1",
        },
    )
    s.step = "raid"
    return s


def landing() -> Kings:
    """A mixed army with ships, tight supply, a token to leave, an enemy beside it and a garrison; then his answer."""
    return position(
        {
            "winterfell": "stark kff",
            "white_harbor": "stark f/f",
            "shivering_sea": "stark s",
            "narrow_sea": "stark s",
            "castle_black": "greyjoy f",
            "flints_finger": "greyjoy kf",
        },
        orders={"winterfell": "march_0", "flints_finger": "march_plus_1"},
        garrisons={"eyrie": 6},
        supply=2,
        iron_throne=["stark", "greyjoy"],
    )


def battle() -> Kings:
    """One attack with helpers on both sides, short hands, the Blade, and two ways to retreat."""
    s = position(
        {
            "reach": "tyrell k",
            "blackwater": "lannister f",
            "stoney_sept": "lannister f",
            "harrenhal": "baratheon k",
            "kings_landing": "tyrell f",
        },
        orders={"reach": "march_plus_1", "harrenhal": "support_0", "kings_landing": "support_plus_1"},
        fiefdoms=["tyrell"],
    )
    s.hands["tyrell"], s.discards["tyrell"] = ["mace_tyrell", "ser_loras_tyrell"], []
    s.hands["lannister"], s.discards["lannister"] = ["cersei_lannister", "tywin_lannister"], []
    return s


def mustering() -> Kings:
    """Three players who muster piece by piece."""
    _, s = start(3, "muster_one_at_a_time")
    s.revealed, s.step = ["mustering", "last_days_of_summer_2", "last_days_of_summer_3"], "card_1"
    return s


def absent_house() -> Kings:
    """Greyjoy's force of a table of four, which fights with cards: commit, draw, open."""
    e, old = start(4, "greyjoy_fights_with_cards")
    s = position({"riverrun": "lannister k", "seagard": "greyjoy f"}, orders={"riverrun": "march_0"}, e=e)
    s.variants = old.variants
    return s


POSITIONS: dict[str, tuple[Callable[[], Kings], int]] = {
    "raids": (raids, 4),
    "landing": (landing, 2),
    "battle": (battle, 6),
    "mustering": (mustering, 3),
    "absent house": (absent_house, 4),
}
"""Each with the depth to which it is counted."""


def match_of(name: str) -> Match[Kings]:
    """A match at the first question of a position, in the last round: what ends the round ends the game."""
    s = POSITIONS[name][0]()
    s.round = edition_of(s).rounds
    return Match(GAME, s)


def line(name: str) -> str:
    """The counts of one position, by depth from 1."""
    counts = [perft(match_of(name), depth) for depth in range(1, POSITIONS[name][1] + 1)]
    return f"{name}: {' '.join(map(str, counts))}"
