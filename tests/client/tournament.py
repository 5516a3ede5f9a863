"""How well the bots play: `python -m tests.client.tournament [GAMES]`; seat 0 steady, the others random."""

import sys
import time
from collections import Counter
from typing import Any

from client.bots.bot import Bot
from client.bots.bot import Question as Put
from client.bots.kinds import make_bot
from engine.core.match import Match
from engine.registry import game
from tests.client.local import LocalTable


class Timed:
    """A bot whose decisions are timed and judged."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: dict[str, list[float]] = {}

    def choose(self, question: Put) -> object:
        start = time.perf_counter()
        value = self.bot.choose(question)
        self.times.setdefault(question.topic, []).append(time.perf_counter() - start)
        question.options.admit(value)
        question.options.check(value, {})
        return value


def one_game(seed: int, kinds: list[str], option: str = "") -> tuple[Match[Any], list[Timed]]:
    """A seeded game; every answer is checked."""
    match = Match.start(game("agot"), len(kinds), {option: True} if option else {})
    bots = [Timed(make_bot(kind, "agot", seed * 100 + seat)) for seat, kind in enumerate(kinds)]
    table = LocalTable(match, len(kinds), -1, seed, dict(enumerate(bots)))
    while match.question is not None:
        table.step()
    return match, bots


def main() -> None:
    """Fifty games, or as many as are asked for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    won, rounds, clauses, times = 0.0, Counter[int](), Counter[str](), dict[str, list[float]]()
    places = Counter[int]()
    for seed in range(games):
        match, bots = one_game(seed, ["steady", "random", "random", "random", "random"])
        assert match.outcome is not None
        first = match.outcome.ranking[0]
        won += 1 / len(first) if 0 in first else 0
        places[next(i for i, group in enumerate(match.outcome.ranking, 1) if 0 in group)] += 1
        clauses[match.outcome.clause] += 1
        rounds[match.state.round] += 1
        for topic, seconds in bots[0].times.items():
            times.setdefault(topic, []).extend(seconds)
    print(
        f"steady won {won:g} of {games}; places {sorted(places.items())}; {dict(clauses)}; "
        f"rounds {sorted(rounds.items())}"
    )
    for topic, seconds in sorted(times.items(), key=lambda item: -max(item[1])):
        mean = 1000 * sum(seconds) / len(seconds)
        print(f"  {topic:<22} {len(seconds):>5} x  mean {mean:7.2f} ms  worst {1000 * max(seconds):7.2f} ms")


if __name__ == "__main__":
    main()
