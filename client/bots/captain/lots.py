"""Chance among answers that are about as good: a captain that can be foreseen can be beaten by heart."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from engine.core.plain import Draw

T = TypeVar("T")
Valued: TypeAlias = Sequence[tuple[float, T]]
"""Answers with what each is worth, in any order; of equals the first stands for all where no chance is wanted."""

GRAIN = 1 << 20
"""Parts into which a draw divides all shares."""


def shares(worths: Sequence[float], margin: float) -> list[float]:
    """How likely each of so much worth is drawn: the nearer to the best, and not at all from `margin` below it on."""
    best = max(worths)
    near = [max(0.0, margin - (best - worth)) for worth in worths]
    total = sum(near)
    return [share / total for share in near]


class Lots:
    """Settles between answers by chance if it has any; without, the best one stands."""

    def __init__(self, draw: Draw | None = None) -> None:
        self.draw = draw

    def among(self, found: Valued[T], margin: float) -> T:
        """One of the answers less than `margin` (above 0) below the best. Raises ValueError if there are none."""
        if self.draw is None:
            return max(found, key=lambda pair: pair[0])[1]
        likely = shares([worth for worth, _ in found], margin)
        drawn = [(share, answer) for share, (_, answer) in zip(likely, found, strict=True) if share]
        if len(drawn) > 1:  # what is plain needs no chance
            point = self.draw(GRAIN) / GRAIN
            for share, answer in drawn:
                point -= share
                if point < 0:
                    return answer
        return drawn[-1][1]

    def ranked(self, found: Valued[T], margin: float) -> list[T]:
        """All answers, best first; the drawn one before them."""
        if not found:
            return []
        best_first = [answer for _, answer in sorted(found, key=lambda pair: -pair[0])]
        return best_first if self.draw is None else [self.among(found, margin), *best_first]
