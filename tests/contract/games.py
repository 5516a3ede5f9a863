"""The games that keep the contract, and how long a random game of each may be."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from engine.core.match import Game, Match, Settings
from engine.core.plain import Plain
from engine.core.playout import Oracle
from engine.registry import game as registered
from tests.core import duel, robbers


def with_settings(name: str, label: str, fixed: Mapping[str, Plain]) -> Game[Any]:
    """A registered game under another name, always played with these settings."""
    game = registered(name)

    def settings(seats: int, wanted: Settings) -> Settings:
        return game.settings(seats, {**fixed, **wanted})

    return replace(game, name=label, settings=settings)


TABLES: dict[str, tuple[Game[Any], int, int]] = {
    "duel": (duel.GAME, 3, 200),
    "robbers": (robbers.GAME, 3, 400),
    "agot": (registered("agot"), 5, 5_000),
    "agot of 3": (with_settings("agot", "agot of 3", {}), 3, 5_000),
    "agot of 4": (with_settings("agot", "agot of 4", {}), 4, 5_000),
    "agot of 3, varied": (
        with_settings(
            "agot",
            "agot of 3, varied",
            {
                "absent_houses_fight_with_cards": True,
                "muster_one_at_a_time": True,
                "houses": "baratheon,lannister,stark",
            },
        ),
        3,
        5_000,
    ),
    "agot of 4, varied": (
        with_settings(
            "agot",
            "agot of 4, varied",
            {"greyjoy_fights_with_cards": True, "greyjoy_keeps_fiefdoms_1": True, "greyjoy_one_more_unit": True},
        ),
        4,
        5_000,
    ),
    "agot of 5, varied": (
        with_settings(
            "agot",
            "agot of 5, varied",
            {
                "no_tokens_before_first_clash": True,
                "no_battles_in_round_1": True,
                "riverrun_neutral": True,
                "muster_one_at_a_time": True,
            },
        ),
        5,
        5_000,
    ),
}


def start(name: str, seed: int) -> tuple[Match[Any], Oracle]:
    """A fresh match of that game at its usual table, and an oracle drawing from `seed`."""
    game, seats, _ = TABLES[name]
    return Match.start(game, seats, {}), Oracle(seats, Random(seed).randrange)
