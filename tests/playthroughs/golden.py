"""A whole random game as text: every question, answer and event, with the digest after each."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from engine.core.match import Match
from engine.core.playout import Oracle
from tests.contract.games import TABLES

GAMES = {"duel": 11, "robbers": 12, "agot": 1}
"""Name of the game and seed of its golden playthrough."""


def path_of(name: str) -> Path:
    """Where the golden text of a game is kept."""
    return Path(__file__).parent / f"{name}.txt"


def told(name: str) -> str:
    """The golden game of that name, played now."""
    return "\n".join(_lines(name)) + "\n"


def _lines(name: str) -> Iterator[str]:
    game, seats, _ = TABLES[name]
    match: Match[Any] = Match.start(game, seats, {})
    oracle = Oracle(seats, Random(GAMES[name]).randrange)
    yield f"{name}, {seats} seats, rules version {game.version}, seed {GAMES[name]}"
    yield from _told(match)
    while (question := match.question) is not None:
        yield f"{match.index} {question.kind.value} {question.topic} ({question.clause}) to {list(question.seats)}"
        reply = oracle.step(match)
        for seat, value in sorted(reply.values.items()):
            yield f"  {seat}: {value!r}"
        if reply.rolled:
            yield f"  rolled {list(reply.rolled)}"
        for handle, face in sorted(reply.faces.items()):
            yield f"  {handle} shows {face}"
        yield from _told(match)
    assert match.outcome is not None
    yield f"over by {match.outcome.clause}: {match.outcome.ranking}"


def _told(match: Match[Any]) -> Iterator[str]:
    for event in match.events:
        yield f"    {event[0]} {' '.join(repr(x) for x in event[1:])}".rstrip()
    yield f"  = {match.digest.hex()[:16]}"
