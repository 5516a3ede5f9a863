"""How games of equal bots go: `python -m tests.bots.statistics` plays them and writes docs/statistics.md."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

from client.bots.bot import Question
from client.bots.kinds import make_bot
from engine.core.match import Match
from engine.core.playout import Oracle
from engine.core.questions import Reply, Roll
from engine.registry import game
from tests.bots import variety

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"
SEATS = (5, 4, 3)


@dataclass(frozen=True)
class Game:
    """One game: the houses that won (several share it), the clause that ended it, its last round, its questions."""

    winners: tuple[str, ...]
    clause: str
    round: int
    questions: int


def play(seats: int, seed: int) -> Game:
    """A whole game of captains; chance, houses included, comes from `seed`."""
    match: Match[Any] = Match.start(game("agot"), seats, {})
    oracle = Oracle(seats, Random(seed).randrange)
    bots = [make_bot("captain", "agot", 1_000 * seed + seat) for seat in range(seats)]
    while match.question is not None:
        if isinstance(match.question, Roll):
            oracle.step(match)
            continue
        asked = {seat: Question.of(match, seat, {}) for seat in match.question.seats}
        match.answer(Reply({seat: bots[seat].choose(question) for seat, question in asked.items()}))
    if match.outcome is None:
        raise ValueError(f"seed {seed}: no end")
    houses = {seat: house for house, seat in match.state.seats.items()}
    winners = tuple(sorted(houses[seat] for seat in match.outcome.ranking[0]))
    return Game(winners, match.outcome.clause, match.state.round, match.index)


def lines(seats: int, games: Sequence[Game]) -> Iterator[str]:
    """The chapter of one table size."""
    yield f"## {seats} players, {len(games)} games"
    yield ""
    yield "| House | wins | shared wins |"
    yield "| --- | --- | --- |"
    alone = Counter(g.winners[0] for g in games if len(g.winners) == 1)
    shared = Counter(house for g in games if len(g.winners) > 1 for house in g.winners)
    for house in sorted({*alone, *shared}, key=lambda house: (-alone[house], house)):
        yield f"| {house.title()} | {alone[house]} | {shared[house]} |"
    yield ""
    ends = Counter(g.clause for g in games)
    told = ", ".join(f"{ends[clause]} by {clause}" for clause in sorted(ends))
    rounds = [g.round for g in games]
    yield f"Ended: {told}. Last round: median {median(rounds):g}, mean {mean(rounds):.1f}."
    asked = sorted(g.questions for g in games)
    yield f"Questions asked: {asked[0]} to {asked[-1]}, median {median(asked):g}."
    yield ""


def page(games: int) -> str:
    """The whole page, from so many games of each size."""
    text = [
        "# Games of equal bots",
        "",
        "A Game of Thrones (2003) with a `captain` in every seat and houses drawn by chance; seeds 0, 1, 2 ... so that",
        "anybody gets the same figures from `python -m tests.bots.statistics`. W8.1 is the seventh castle area (the",
        "eighth with three players), W8.2 the count after the last round. What bots do says little about people.",
        "",
    ]
    for seats in SEATS:
        text += lines(seats, [play(seats, seed) for seed in range(games)])
    text += variety.lines(games)
    return "\n".join(text)


def main(arguments: Sequence[str]) -> int:
    """Play, write the page, print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    text = page(parser.parse_args(arguments).games)
    PAGE.write_text(text, encoding="utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
