"""Random whole games of three to five players with random options, every position checked."""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

from engine.agot.edition import edition, variants
from engine.agot.events import EVENTS, TOPICS
from engine.agot.game import GAME, edition_of, settings
from engine.agot.variants import check_together
from engine.core.errors import Refused
from engine.core.match import Match, Settings
from engine.core.playout import Oracle
from engine.westeros.control import castle_counts
from engine.westeros.edition import Edition
from engine.westeros.power import pool
from engine.westeros.state import House, Kings, figures
from engine.westeros.supply import fits, limits, sizes

LIMIT = 4_000
"""More questions than a game of ten rounds can ask, mustering piece by piece included."""

CARDS = 7


def random_settings(seats: int, rng: Random) -> Settings:
    """Options switched on one time in three, as far as they do not contradict those before; houses drawn or agreed."""
    offered = {ident: variant for ident, variant in variants().items() if seats in variant.players}
    chosen: list[str] = []
    for ident in rng.sample(sorted(offered), len(offered)):
        if rng.randrange(3):
            continue
        try:
            check_together(offered, [*chosen, ident])
        except Refused:
            continue
        chosen.append(ident)
    playing = edition(seats).playing
    houses = rng.choice(("drawn", "agreed", ",".join(rng.sample(playing, seats))))
    return settings(seats, {"houses": houses, **dict.fromkeys(chosen, True)})


def random_games(count: int, seed: int) -> Counter[str]:
    """Play that many games from that seed on; returns how often each topic, event, number of players and end came."""
    met: Counter[str] = Counter()
    for number in range(seed, seed + count):
        met += random_game(number)
    return met


def random_game(seed: int) -> Counter[str]:
    """One game to its end; raises AssertionError, naming the game, where an invariant fails."""
    rng = Random(seed)
    seats = rng.choice(GAME.seats)
    chosen = random_settings(seats, rng)
    match = Match.start(GAME, seats, chosen)
    try:
        return _play(match, seats, rng)
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, question {match.index}, {seats} seats, {dict(chosen)}: {error}") from error


def _play(match: Match[Kings], seats: int, rng: Random) -> Counter[str]:
    oracle, met = Oracle(seats, rng.randrange), Counter([f"{seats} players"])
    while match.question is not None:
        topic = match.question.topic
        met[topic] += 1
        assert topic in TOPICS, topic
        assert match.index < LIMIT
        check_position(match.state, topic)
        oracle.step(match)
        check_events(match.state, match.events, met)
    check_position(match.state, "")
    assert match.outcome is not None
    assert sorted(chain.from_iterable(match.outcome.ranking)) == list(range(seats))
    met[match.outcome.clause] += 1
    return met


def check_events(s: Kings, events: list[Any], met: Counter[str]) -> None:
    """Every event is listed, and none tells of what an option forbids."""
    for event in events:
        met[str(event[0])] += 1
        assert len(event) == len(EVENTS[str(event[0])]) + 1, event
        if event[0] in ("BattleBegan", "GarrisonAttacked"):
            assert s.round > edition_of(s).options.peaceful_rounds


def check_position(s: Kings, topic: str) -> None:
    """What holds whenever something is asked (`topic`), and at the end (no topic)."""
    e = edition_of(s)
    _check_armies(e, s)
    for house in s.power:
        _check_house(e, s, house, topic)
    for house in s.hands:
        lying = 1 if s.battle is not None and house in s.battle.sides and s.battle.sides[house].card else 0
        assert len(s.hands[house]) + len(s.discards[house]) + lying == CARDS, house
        assert not set(s.hands[house]) & set(s.discards[house])
    _check_areas(e, s)
    for places in s.tracks.values():
        assert sorted(set(places) & set(s.power)) == sorted(s.power)
        assert len(set(places)) == len(places)
        assert not s.clashed or len(places) == len(s.power)
    assert 1 <= s.round <= e.rounds
    assert s.wildlings in e.wildling_track
    if topic and topic != "houses" and s.battle is None:
        assert max(castle_counts(e, s).values()) < e.victory_areas


def _check_armies(e: Edition, s: Kings) -> None:
    armies = list(s.armies.items())
    if s.battle is not None and s.battle.winner == "":
        armies.append((s.battle.area, s.battle.force))
    for area, army in armies:
        assert area in e.board.areas
        assert all(n > 0 for stack in (army.standing, army.routed) for n in stack.values())
        for unit in (*army.standing, *army.routed):
            assert (e.units[unit].domain == "sea") == (area not in e.board.land), (area, unit)
        assert army.house in s.power or e.options.forces_play_cards
    if s.battle is None:
        assert all(army.size() for army in s.armies.values())
        assert all(area in s.armies for area in s.orders)
        assert all(s.armies[area].house in s.power for area in s.orders)


def _check_house(e: Edition, s: Kings, house: House, topic: str) -> None:
    assert all(figures(s, house, kind.id) <= kind.per_house for kind in e.units.values()), house
    assert 0 <= s.power[house] <= e.power_limit
    assert pool(e, s, house) >= 0
    if topic != "supply_losses":
        own = sizes(s, house)
        if s.battle is not None and s.battle.attacker == house and s.battle.area not in own:
            own[s.battle.area] = s.battle.force.size()
        assert fits(limits(e, s, house), own.values()), (house, topic)


def _check_areas(e: Edition, s: Kings) -> None:
    for area, owner in s.tokens.items():
        assert area in e.board.land
        assert owner in s.power
        assert area not in s.armies or s.armies[area].house == owner or s.battle is not None
    for area, strength in s.garrisons.items():
        assert area in e.board.areas
        assert area not in s.armies
        assert area not in s.tokens
        assert strength > 0
