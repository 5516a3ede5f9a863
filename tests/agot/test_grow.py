"""Building piece by piece reaches every legal answer and no other: compared with trying out all that could be said."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from engine.agot.game import GAME, edition_of
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.options import Form, Options
from engine.core.perft import answers
from engine.core.playout import Oracle
from engine.westeros.edition import Edition
from engine.westeros.state import House, Kings, orders_of
from tests.agot.soak_games import random_settings

MOST = 6_000
"""Sayings to be tried for one question; larger questions are left to the sampler's test."""


def sayings(e: Edition, s: Kings, topic: str, house: House) -> Iterator[Any]:
    """Everything of the right shape that this house might say, and more than the rules allow."""
    if topic == "march":
        yield from _marches(e, s, house)
    elif topic == "muster":
        yield from _musters(e, s, house, 3)
    elif topic == "orders":
        areas = sorted(area for area, army in s.armies.items() if army.house == house)
        for count in range(len(areas) + 1):
            for chosen in combinations(areas, count):
                for tokens in product(e.tokens, repeat=count):
                    yield tuple(zip(chosen, tokens, strict=True))
    else:
        units = [
            (area, unit)
            for area, army in sorted(s.armies.items())
            if army.house == house
            for unit, count in sorted(army.standing.items())
            for _ in range(count)
        ]
        for count in range(len(units) + 1):
            yield from dict.fromkeys(combinations(units, count))


def _marches(e: Edition, s: Kings, house: House) -> Iterator[Any]:
    for origin in orders_of(s, house):
        ships = [a for a, army in s.armies.items() if army.house == house and a not in e.board.land]
        for moves in _moves(dict(s.armies[origin].standing), e.board.reach(origin, ships)):
            yield from ((origin, moves, leave) for leave in (False, True))


def _moves(left: dict[str, int], ways: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    yield ()
    for unit, there in left.items():
        for count, to in product(range(1, there + 1), ways):
            for rest in _moves({**left, unit: there - count}, ways):
                yield ((unit, count, to), *rest)


def _musters(e: Edition, s: Kings, house: House, most: int) -> Iterator[Any]:
    pieces = [
        (castle, what, where)
        for castle in e.board.castles
        if house in (getattr(s.armies.get(castle), "house", ""), s.tokens.get(castle), e.board.homes.get(castle))
        for what, where in (
            *product(("footman", "knight", "upgrade"), (castle,)),
            *product(("ship",), e.board.sea_borders[castle]),
        )
    ]
    for count in range(most + 1):
        yield from product(pieces, repeat=count)


def legal(options: Options[Any], value: Any) -> bool:
    try:
        options.check(value, {})
    except Refused:
        return False
    return True


@pytest.mark.slow
def test_building_reaches_every_legal_answer_and_no_other() -> None:
    tried: dict[str, int] = {}
    for seed in range(24):
        rng = Random(seed)
        seats = (3, 4, 5)[seed % 3]
        match, oracle = Match.start(GAME, seats, random_settings(seats, rng)), Oracle(seats, rng.randrange)
        while match.question is not None:
            for seat in match.question.seats:
                options = match.question.options(seat)
                if isinstance(options, Form) and tried.get(match.question.topic, 0) < 25:
                    tried[match.question.topic] = tried.get(match.question.topic, 0) + compare(match, seat, options)
            oracle.step(match)
    assert all(tried[topic] >= 12 for topic in ("march", "muster", "wildling_losses")), tried


def compare(match: Match[Kings], seat: int, options: Form[Any]) -> int:
    """Whether the question was small enough to be compared."""
    e, s = edition_of(match.state), match.state
    assert match.question is not None
    topic = match.question.topic
    house = next(house for house, its in s.seats.items() if its == seat)
    said = []
    for value in sayings(e, s, topic, house):
        said.append(value)
        if len(said) > MOST:
            return 0
    wanted = {value for value in said if legal(options, value)}
    built = set(answers(options))
    if topic == "muster":
        built = {value for value in built if len(value) <= 3}
    assert built == wanted, (topic, house)
    return 1
