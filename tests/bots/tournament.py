"""Bots against each other, through the rules alone: `python -m tests.bots.tournament --games 20 --house stark`."""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.bot import Bot, Question
from client.bots.kinds import make_bot
from engine.core.match import Match
from engine.core.playout import Oracle
from engine.core.questions import Reply, Roll
from engine.registry import game

GAME = "agot"
HOUSES = ("stark", "lannister", "baratheon", "greyjoy", "tyrell")
"""The seats at a table where the houses are agreed."""
LIMIT = 9_000
"""More questions than any game of bots has."""


@dataclass
class Result:
    """How one game went: winning seats, last round, castle areas, each seat's slowest answer and its topic."""

    winners: tuple[int, ...]
    round: int
    castles: dict[str, int]
    slowest: dict[int, float]
    topics: dict[int, str]


@dataclass
class Score:
    """What one house came to over many games."""

    house: str
    games: int = 0
    wins: int = 0
    rounds: list[int] = field(default_factory=list)
    slowest: float = 0.0
    topic: str = ""

    def add(self, result: Result, seat: int) -> None:
        """Count one game; a first place that is shared is no win."""
        self.games += 1
        if result.winners == (seat,):
            self.wins += 1
            self.rounds.append(result.round)
        if result.slowest[seat] > self.slowest:
            self.slowest, self.topic = result.slowest[seat], result.topics[seat]

    def line(self) -> str:
        """The score for people."""
        mean = sum(self.rounds) / len(self.rounds) if self.rounds else 0.0
        slow = f"{self.slowest * 1000:7.0f} ms  {self.topic}"
        return f"{self.house:<10} {self.wins:>4} {self.games:>6} {mean:>10.1f} {slow}"


def play(bots: Sequence[Bot], seed: int) -> Result:
    """One whole game with agreed houses: chance comes from `seed`, each answer from the bot in that seat."""
    match: Match[Any] = Match.start(game(GAME), len(bots), {"houses": "agreed"})
    oracle = Oracle(len(bots), Random(seed).randrange)
    slowest, topics = dict.fromkeys(range(len(bots)), 0.0), dict.fromkeys(range(len(bots)), "")
    for _ in range(LIMIT):
        if match.question is None:
            break
        if isinstance(match.question, Roll):
            oracle.step(match)
            continue
        reply = Reply()
        for seat in match.question.seats:
            question = Question.of(match, seat, {})
            start = time.thread_time()  # other work on the machine is not the bot's
            reply.values[seat] = bots[seat].choose(question)
            taken = time.thread_time() - start
            if taken > slowest[seat]:
                slowest[seat], topics[seat] = taken, question.topic
        match.answer(reply)
    if match.outcome is None:
        raise ValueError(f"seed {seed}: no end after {LIMIT} questions")
    return Result(match.outcome.ranking[0], match.state.round, match.view(-1)["castles"], slowest, topics)


def table(house: str, seed: int, kinds: Mapping[int, str]) -> list[Bot]:
    """The captain as `house`; in the other seats bots of `kinds`, else random ones. Each draws from its own seed."""
    mine = HOUSES.index(house)
    return [
        make_bot("captain" if seat == mine else kinds.get(seat, "random"), GAME, 1000 * seed + seat)
        for seat in range(len(HOUSES))
    ]


def tournament(house: str, seeds: Sequence[int], steady: bool) -> Iterator[Result]:
    """One game for each seed. With `steady` one other seat plays steadily, another one each time."""
    others = [seat for seat in range(len(HOUSES)) if HOUSES[seat] != house]
    for seed in seeds:
        kinds = {others[seed % len(others)]: "steady"} if steady else {}
        yield play(table(house, seed, kinds), seed)


def score(house: str, seeds: Sequence[int], steady: bool) -> Score:
    """The captain's score as one house."""
    total = Score(house)
    for result in tournament(house, seeds, steady):
        total.add(result, HOUSES.index(house))
    return total


HEAD = f"{'house':<10} {'wins':>4} {'games':>6} {'mean round':>10} {'slowest':>10}"


def main(arguments: Sequence[str]) -> int:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--house", choices=(*HOUSES, "all"), default="all")
    parser.add_argument("--steady", action="store_true", help="one of the others plays steadily")
    asked = parser.parse_args(arguments)
    print(HEAD)
    for house in HOUSES if asked.house == "all" else (asked.house,):
        seeds = range(asked.first_seed, asked.first_seed + asked.games)
        print(score(house, seeds, asked.steady).line(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
