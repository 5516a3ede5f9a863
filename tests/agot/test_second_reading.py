"""The rules read a second time, plainly and slowly: what they allow here is what the game allows, and nothing else."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.agot.game import GAME, edition_of
from engine.core.match import Match
from engine.core.options import Form, Listed
from engine.core.playout import Oracle
from engine.westeros.edition import Edition
from engine.westeros.state import Army, Kings
from engine.westeros.supply import supply_losses, surplus
from tests.agot.board import E, position
from tests.agot.soak_games import random_settings
from tests.agot.test_grow import legal, sayings

MOST = 4_000
ENOUGH = 40


# ------------------------------------------------------------ plain readings
def feeds(e: Edition, s: Kings, house: str, groups: Iterable[int]) -> bool:
    """W2.5: no more armies than numbers, the n-th largest not above the n-th number."""
    armies = sorted((n for n in groups if n >= 2), reverse=True)
    row = e.supply_limits[s.supply[house]]
    return len(armies) <= len(row) and all(army <= number for army, number in zip(armies, row, strict=False))


def total(stack: dict[str, int]) -> int:
    return sum(stack.values())


def own_sizes(s: Kings, house: str) -> dict[str, int]:
    return {a: total(army.standing) + total(army.routed) for a, army in s.armies.items() if army.house == house}


def way(e: Edition, s: Kings, house: str, origin: str, to: str) -> bool:
    """W5.4: by a border of the same kind, or over a chain of seas with own ships."""
    kind = e.board.areas[origin].type
    if e.board.areas[to].type != kind or origin == to:
        return False
    if to in e.board.areas[origin].adjacent:
        return True
    carried = {a for a, army in s.armies.items() if army.house == house and e.board.areas[a].type == "sea"}
    seen, ahead = {origin}, [origin]
    while kind == "land" and ahead:
        here = ahead.pop()
        for near in e.board.areas[here].adjacent:
            if near == to and here != origin:
                return True
            if near in carried and near not in seen:
                seen.add(near)
                ahead.append(near)
    return False


def owner(e: Edition, s: Kings, area: str) -> str:
    """W0.4, W10.3: units, else a token, else the house at home; nobody where a neutral force stands."""
    if area in s.garrisons:
        return ""
    if area in s.armies:
        return s.armies[area].house if s.armies[area].house in s.power else ""
    home = e.board.areas[area].home_of or ""
    return s.tokens.get(area, home if home in s.power else "")


def march_allowed(e: Edition, s: Kings, house: str, value: Any) -> bool:
    """W5.1 to W5.6 and the option of a peaceful first round."""
    origin, moves, leave = value
    if origin not in s.orders or s.armies[origin].house != house or not s.orders[origin].startswith("march"):
        return False
    left, sizes = dict(s.armies[origin].standing), own_sizes(s, house)
    target, attackers = "", 0
    for unit, count, to in moves:
        if left.get(unit, 0) < count or not way(e, s, house, origin, to):
            return False
        left[unit] -= count
        if to in s.garrisons or (to in s.armies and s.armies[to].house != house):
            if s.round <= e.options.peaceful_rounds or target not in ("", to):
                return False
            target, attackers = to, attackers + count
            continue
        if target:
            return False
        sizes[origin] -= count
        sizes[to] = sizes.get(to, 0) + count
        if not feeds(e, s, house, sizes.values()):
            return False
    sizes[origin] -= attackers
    if target and not feeds(e, s, house, [*sizes.values(), attackers]):
        return False
    if not leave:
        return True
    area = e.board.areas[origin]
    return (
        sizes[origin] == 0
        and area.type == "land"
        and area.home_of != house
        and origin not in s.tokens
        and s.power[house] > 0
    )


def orders_allowed(e: Edition, s: Kings, house: str, value: Any) -> bool:
    """W3.1 to W3.4, W2.10."""
    tokens = [e.tokens[token] for _, token in value]
    place = s.tracks["kings_court"].index(house)
    return (
        sum(token.star for token in tokens) <= e.stars[place]
        and all(tokens.count(token) <= token.count for token in tokens)
        and not any(token.type in s.bans for token in tokens)
        and all(e.board.areas[a].type == "land" for a, t in value if e.tokens[t].type == "consolidate")
    )


def wildlings_allowed(e: Edition, s: Kings, house: str, said: list[Any]) -> set[Any]:
    """W2.8c: the least that is worth as much as is owed, or all there is."""
    assert s.attack is not None
    owed = 4 if house == s.attack.lowest else 2
    worth = {value: sum(2 if unit == "knight" else 1 for _, unit in value) for value in said}
    enough = [n for n in worth.values() if n >= owed] or [max(worth.values())]
    return {value for value, n in worth.items() if n == min(enough)}


def supply_allowed(e: Edition, s: Kings, house: str, said: list[Any]) -> set[Any]:
    """W2.5: as few units as will do."""

    def fed(value: Any) -> bool:
        sizes = own_sizes(s, house)
        for area, _ in value:
            sizes[area] -= 1
        return feeds(e, s, house, sizes.values())

    good = [value for value in said if fed(value)]
    return {value for value in good if len(value) == min(map(len, good))}


def retreats_allowed(e: Edition, s: Kings, house: str) -> list[str]:
    """W6.11b and c: where fewest must die, and not all."""
    battle = s.battle
    assert battle is not None
    group = total(s.armies[battle.area].standing)
    deaths: dict[str, int] = {}
    for to in e.board.areas:
        if to == battle.origin or to in s.garrisons or not way(e, s, house, battle.area, to):
            continue
        if (to in s.armies and s.armies[to].house != house) or owner(e, s, to) not in ("", house):
            continue
        others = {area: n for area, n in own_sizes(s, house).items() if area != battle.area}
        fit = [n for n in range(group + 1) if feeds(e, s, house, {**others, to: others.get(to, 0) + n}.values())]
        deaths[to] = group - max(fit)
    return sorted(to for to, n in deaths.items() if n == min(deaths.values()) < group)


# ------------------------------------------------------------ compared
def agree(e: Edition, s: Kings, topic: str, house: str, options: Any) -> bool:
    """Compare one question; says if it was small enough."""
    if topic == "retreat":
        assert isinstance(options, Listed)
        assert list(options.items) == retreats_allowed(e, s, house), (topic, house)
        return True
    if not isinstance(options, Form) or topic == "muster":
        return False
    said = []
    for value in sayings(e, s, topic, house):
        said.append(value)
        if len(said) > MOST:
            return False
    if topic == "march":
        wanted = {value for value in said if march_allowed(e, s, house, value)}
    elif topic == "orders":
        wanted = {value for value in said if orders_allowed(e, s, house, value)}
    else:
        wanted = (wildlings_allowed if topic == "wildling_losses" else supply_allowed)(e, s, house, said)
    found = {value for value in said if legal(options, value)}
    assert found == wanted, (topic, house, found ^ wanted)
    return True


@pytest.mark.slow
def test_the_rules_read_twice_allow_the_same() -> None:
    compared: dict[str, int] = {}
    for seed in range(100, 140):
        rng = Random(seed)
        seats = (3, 4, 5)[seed % 3]
        match, oracle = Match.start(GAME, seats, random_settings(seats, rng)), Oracle(seats, rng.randrange)
        while match.question is not None:
            topic, s = match.question.topic, match.state
            for seat in match.question.seats:
                house = next((house for house, its in s.seats.items() if its == seat), "")
                if compared.get(topic, 0) < ENOUGH:
                    options = match.question.options(seat)
                    compared[topic] = compared.get(topic, 0) + agree(edition_of(s), s, topic, house, options)
            oracle.step(match)
    assert all(compared[topic] >= 20 for topic in ("march", "orders", "wildling_losses", "retreat")), compared


def test_W2_5_supply_losses_read_twice() -> None:
    """Random games seldom starve anybody: here one house does, in every way."""
    rng = Random(7)
    areas = ("reach", "oldtown", "highgarden", "blackwater", "kingswood")
    asked = 0
    for _ in range(60):
        chosen = rng.sample(areas, rng.randrange(2, 5))
        s = position({area: f"tyrell {'f' * rng.randrange(4)}{'k' * rng.randrange(1, 3)}" for area in chosen})
        s.supply["tyrell"] = rng.randrange(7)
        owed = surplus(E.supply_limits[s.supply["tyrell"]], own_sizes(s, "tyrell").values())
        if owed:
            asked += 1
            options = supply_losses(E, s, "tyrell", owed).form()
            said = list(sayings(E, s, "supply_losses", "tyrell"))
            assert {value for value in said if legal(options, value)} == supply_allowed(E, s, "tyrell", said)
    assert asked > 10


def test_W5_4_the_plain_reading_of_reach_is_that_of_the_board() -> None:
    rng = Random(3)
    seas = [area for area in E.board.areas if area not in E.board.land]
    for _ in range(40):
        s = position({})
        ships = rng.sample(seas, rng.randrange(6))
        s.armies = {sea: Army("stark", {"ship": 1}) for sea in ships}
        for origin in E.board.land:
            plainly = tuple(sorted(to for to in E.board.areas if way(E, s, "stark", origin, to)))
            assert E.board.reach(origin, ships) == plainly
