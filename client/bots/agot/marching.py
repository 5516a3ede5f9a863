"""Marches: every sensible way to move out of an area, scored by what is held afterwards."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from client.bots.agot.sight import Sight, stacks
from engine.core.errors import Refused
from engine.core.options import Options

Moves: TypeAlias = tuple[tuple[str, int, str], ...]

TARGETS = 5
"""Destinations that are looked at for the rest of the units when some go elsewhere."""
TOKEN = 0.8
"""What a power token left behind costs."""
ROUT = 2.5
"""What a lost attack costs, beside the chance of casualties."""


def choose_march(sight: Sight, options: Options[Any]) -> Any:
    """The best legal march of all March orders."""
    ways: list[tuple[float, Any]] = []
    for origin in options.complete(()).choices:
        if isinstance(origin, str):
            ways += [(score, value) for score, value in Marching(sight, origin).ways()]
    ways.sort(key=lambda way: -way[0])
    for _, value in ways:
        try:
            options.check(value, {})
        except Refused:
            continue
        return value
    return options.default()


class Marching:
    """The marches out of one area."""

    def __init__(self, sight: Sight, origin: str) -> None:
        self.sight = sight
        self.origin = origin
        self.standing: Mapping[str, int] = sight.armies[origin]["standing"]
        self.modifier = sight.modifier(origin)
        self.area = sight.e.board.areas[origin]
        self.routed = bool(sight.armies[origin]["routed"])
        self.ways_out = sight.reach(origin, sight.me)

    def ways(self) -> Iterator[tuple[float, Any]]:
        """Scored answers, in no order; staying is one of them."""
        yield 0.0, (self.origin, (), False)
        ranked = sorted(self.ways_out, key=lambda to: -self._hope(to))
        for first in stacks(self.standing):
            rest = {unit: n - first.get(unit, 0) for unit, n in self.standing.items() if n > first.get(unit, 0)}
            for to in ranked:
                yield from self._scored(((first, to),), rest)
                if rest and not self._fight(to):
                    for other in ranked[:TARGETS]:
                        if other != to:
                            for second in stacks(rest):
                                left = {u: n - second.get(u, 0) for u, n in rest.items() if n > second.get(u, 0)}
                                yield from self._scored(((first, to), (second, other)), left)

    def _fight(self, to: str) -> bool:
        return to in self.sight.garrisons or bool(self.sight.foe_at(to))

    def _hope(self, to: str) -> float:
        sight = self.sight
        if to in sight.garrisons:
            return sight.worth(to) if self._strength(dict(self.standing), to) >= sight.garrisons[to] else -5.0
        return sight.worth(to) * (0.1 if sight.owner(to) == sight.me else 0.6 if sight.foe_at(to) else 1.0)

    def _strength(self, stack: Mapping[str, int], to: str) -> float:
        return self.sight.strength(stack) + self.modifier + self.sight.support(to, self.sight.me, True, self.origin)

    def _scored(
        self, parts: tuple[tuple[Mapping[str, int], str], ...], left: Mapping[str, int]
    ) -> Iterator[tuple[float, Any]]:
        moves: Moves = tuple((unit, number, to) for stack, to in parts for unit, number in sorted(stack.items()))
        total = sum(self._arriving(stack, to) for stack, to in parts)
        stays = bool(left) or self.routed
        if stays:
            yield total + self._holding(self.origin, self.sight.strength(left)), (self.origin, moves, False)
            return
        free = self.area.type == "sea" or self.origin in self.sight.tokens or self.area.home_of == self.sight.me
        if free:
            kept = self._holding(self.origin, 0) * 0.7 if self.area.type == "land" else 0.0
            yield total + kept, (self.origin, moves, False)
            return
        kept = self._holding(self.origin, 0) * 0.7 - TOKEN
        if self.sight.view["power"][self.sight.me]:
            yield total + kept, (self.origin, moves, True)
        yield total, (self.origin, moves, False)

    def _holding(self, area: str, strength: float) -> float:
        """What keeping an area with this strength in it is worth, the danger taken off; against staying as it is."""
        sight = self.sight
        threat = sight.threat(area, revealed=True)
        before = self._safe(threat, sight.standing(area))
        return sight.worth(area) * (self._safe(threat, strength) - before)

    @staticmethod
    def _safe(threat: int, strength: float) -> float:
        return 1.0 if not threat else 0.45 if not strength else max(0.3, min(1.0, 0.75 + 0.15 * (strength - threat)))

    def _arriving(self, stack: Mapping[str, int], to: str) -> float:
        sight = self.sight
        strength = self._strength(stack, to)
        if to in sight.garrisons:
            return sight.worth(to) if strength >= sight.garrisons[to] else -ROUT
        foe = sight.foe_at(to)
        if foe:
            theirs = sight.standing(to) + (sight.modifier(to) if sight.kind(to) == "defense" else 0)
            odds = sight.odds(strength, foe, theirs + sight.support(to, foe, True, to))
            prize = sight.worth(to) + 1.2 * sight.standing(to)
            return odds * prize - (1 - odds) * (ROUT + 0.5 * sight.strength(stack))
        if sight.owner(to) == sight.me:
            danger = sight.threat(to, revealed=True)
            return 0.1 * sight.strength(stack) + (0.08 * sight.worth(to) * min(danger, 4) if danger else 0.0)
        threat = sight.threat(to, revealed=True)
        token = 0.4 if to in sight.tokens else 0.0
        return sight.worth(to) * self._safe(threat, sight.strength(stack)) + token
