"""What others may bid: partly anything, partly what we would bid in their place."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from client.bots.captain import weights as w
from client.bots.captain.lots import shares
from engine.westeros.state import House

Guess: TypeAlias = list[float]
"""How likely each bid of a house is, from 0 to the most it can give; sum 1."""
Guesses: TypeAlias = Mapping[House, Guess]
Balances: TypeAlias = Callable[[House, Guesses], list[float]]
"""What each bid is worth to a house, its cost taken off, if the others bid as guessed."""


def blind(power: Mapping[House, int], most: int | None = None) -> dict[House, Guess]:
    """Any bid alike up to what greed allows; nobody gives more than `most`."""
    found = {}
    for house, have in power.items():
        cap = have if most is None else min(have, most)
        greedy = min(round(w.BID_GREED * have), cap)
        found[house] = [1 / (greedy + 1) if amount <= greedy else 0.0 for amount in range(cap + 1)]
    return found


def learnt(start: Guesses, balances: Balances, margin: float) -> Guesses:
    """Guesses after all have learnt from each other (fictitious play); each draws from the bids within `margin`."""
    settled, guesses = dict(start), start
    for step in range(1, w.BID_STEPS + 1):
        for house, old in settled.items():
            now = shares(balances(house, guesses), margin)
            settled[house] = [before + (new - before) / step for before, new in zip(old, now, strict=True)]
        guesses = {
            house: [w.BLIND * a + (1 - w.BLIND) * b for a, b in zip(start[house], settled[house], strict=True)]
            for house in start
        }
    return guesses
