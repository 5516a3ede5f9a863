"""How far captains differ from themselves, and what it costs: `python -m tests.bots.variety`."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from statistics import mean, stdev
from typing import Any

from client.bots.bot import Bot, Question
from client.bots.captain.captain import Captain
from client.bots.kinds import make_bot
from engine.core.match import Match
from engine.registry import game
from tests.bots.tournament import GAME, HOUSES, Result, play

PAIRS = tuple(combinations(range(len(HOUSES)), 2))


class Foreseen:
    """A captain without chance: always its best answer."""

    def choose(self, question: Question) -> Any:
        """The best answer. Raises IndexError if the captain would answer at random."""
        return Captain.best(question)[0]


class Noted:
    """A bot whose bids are written down: the track, the round, the bid."""

    def __init__(self, bot: Bot, notes: list[tuple[str, int, int]]) -> None:
        self.bot = bot
        self.notes = notes

    def choose(self, question: Question) -> Any:
        """What the bot answers."""
        answer = self.bot.choose(question)
        if question.topic == "bid":
            self.notes.append((question.view["auction"]["track"], question.view["round"], answer))
        return answer


def captain(seed: int, seat: int) -> Bot:
    """The captain of one seat in one game."""
    return make_bot("captain", GAME, 1_000 * seed + seat)


def openings(seat: int, seeds: Sequence[int]) -> Counter[Any]:
    """The first orders of as many captains in a seat."""
    match: Match[Any] = Match.start(game(GAME), len(HOUSES), {"houses": "agreed"})
    question = Question.of(match, seat, {})
    return Counter(captain(seed, seat).choose(question) for seed in seeds)


def bids(seed: int) -> dict[tuple[str, int], list[int]]:
    """The bids of a game of captains, by track and round."""
    notes: list[tuple[str, int, int]] = []
    play([Noted(captain(seed, seat), notes) for seat in range(len(HOUSES))], seed)
    found: dict[tuple[str, int], list[int]] = {}
    for track, number, amount in notes:
        found.setdefault((track, number), []).append(amount)
    return found


def duel(seed: int) -> float:
    """What the captain wins more than the foreseen one in two games with the seats exchanged, -2 to 2."""
    ahead = 0.0
    for swapped in (False, True):
        drawing = [(seat in PAIRS[seed % len(PAIRS)]) != swapped for seat in range(len(HOUSES))]
        result: Result = play(
            [captain(seed, seat) if drawing[seat] else Foreseen() for seat in range(len(HOUSES))], seed
        )
        ahead += sum((1 if drawing[seat] else -1) / len(result.winners) for seat in result.winners)
    return ahead


def lines(games: int) -> Iterator[str]:
    """The chapter: openings, bids, and so many games against a captain without chance."""
    few = range(games // 10)
    yield "## Variety"
    yield ""
    yield f"First orders of {len(few)} captains as each house, at five seats:"
    yield ""
    yield "| House | different sets | the most common one | different sets of marching areas |"
    yield "| --- | --- | --- | --- |"
    for seat, house in enumerate(HOUSES):
        found = openings(seat, few)
        marching = {frozenset(area for area, token in orders if token.startswith("march")) for orders in found}
        yield f"| {house.title()} | {len(found)} | {max(found.values())} times | {len(marching)} |"
    yield ""
    yield f"Bids of five captains in {len(few)} games:"
    yield ""
    yield "| Track | auctions | nobody bid | bids: how often |"
    yield "| --- | --- | --- | --- |"
    auctions: dict[str, list[list[int]]] = {}
    for seed in few:
        for (track, _), amounts in bids(seed).items():
            auctions.setdefault(track, []).append(amounts)
    for track, held in sorted(auctions.items()):
        counts = sorted(Counter(amount for amounts in held for amount in amounts).items())
        told = ", ".join(f"{amount}: {often}" for amount, often in counts)
        nobody = sum(not any(amounts) for amounts in held)
        yield f"| {track.replace('_', ' ').title()} | {len(held)} | {nobody} | {told} |"
    yield ""
    ahead = [duel(seed) for seed in range(games // 2)]
    share, error = 50 + 25 * mean(ahead), 25 * stdev(ahead) / sqrt(len(ahead))
    yield "The captain against one without chance, which always gives its best answer, two against three and the seats"
    yield f"exchanged: {share:.1f} % of {games} games won, standard error {error:.1f}."
    yield ""


def main(arguments: Sequence[str]) -> int:
    """Print the chapter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    print("\n".join(lines(parser.parse_args(arguments).games)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
