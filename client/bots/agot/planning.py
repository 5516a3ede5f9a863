"""Planning: what each area's units should do, and the best tokens for it."""

from itertools import chain
from math import sqrt
from typing import Any

from client.bots.agot.sight import Sight
from engine.core.options import Options

POWER = 1.3
"""What a power token is worth when one has few."""
EXPOSED = 0.6
"""A Consolidate Power order beside the units of another house is worth this much of its power: it may be raided."""


def plan_orders(sight: Sight, options: Options[Any]) -> Any:
    """Orders for all areas: the best pair of area and token first, as long as any has a use."""
    placed: tuple[Any, ...] = ()
    completion = options.complete(placed)
    uses = {area: Uses(sight, area) for area in sight.mine}
    while completion.choices:
        choices: tuple[Any, ...] = completion.choices
        best = max(choices, key=lambda pair: uses[pair[0]].of(pair[1], placed))
        if uses[best[0]].of(best[1], placed) <= 0:
            break
        placed = (*placed, best)
        completion = options.complete(placed)
    return completion.answers[0]


class Uses:
    """What each kind of order would be worth in one area."""

    def __init__(self, sight: Sight, area: str) -> None:
        self.sight = sight
        self.area = area
        self.own = sight.standing(area)
        self.threat = sight.threat(area, revealed=False)
        land = area in sight.e.board.land
        near = sight.e.board.borders[area]
        self.foes = [other for other in near if sight.foe_at(other)]
        # whom an order here could support: land supports land only
        supported = [other for other in near if not land or other in sight.e.board.land]
        self.friends = [other for other in supported if other in sight.armies and not sight.foe_at(other)]
        self.march, self.fights = self._march()

    def of(self, token: str, placed: tuple[Any, ...]) -> float:
        """The worth of a token here, given the orders placed so far."""
        sight, order = self.sight, self.sight.e.tokens[token]
        star = -0.05 if order.star else 0.0  # stars are few: what does without is better
        if order.type == "march":
            edge = 0.6 * order.modifier if self.fights else 0.05 * order.modifier
            return self.march + edge + star
        if order.type == "consolidate":
            gain: float = (1 + sight.e.board.areas[self.area].crowns) * self._power()
            return gain * (EXPOSED if self.foes else 1.0) + star
        if order.type == "support":
            return self._support(placed) + 0.5 * order.modifier * bool(self.foes) + star
        if order.type == "defense":
            danger = self._danger()
            return danger * (0.25 + 0.15 * order.modifier) + star
        return self._raid() + star

    def _power(self) -> float:
        have: int = self.sight.view["power"][self.sight.me]
        return POWER if have < 6 else 1.0 if have < 10 else 0.5

    def _danger(self) -> float:
        """What may be lost here."""
        if not self.threat:
            return 0.0
        return self.sight.worth(self.area) * min(1.0, self.threat / (self.own + 1.5)) * 0.5

    def _raid(self) -> float:
        """Others' Support and Consolidate orders are likely where they stand; land cannot raid the sea."""
        land = self.area in self.sight.e.board.land
        hit = [foe for foe in self.foes if not land or foe in self.sight.e.board.land]
        return 0.5 + 0.5 * len(hit) if hit else 0.1

    def _support(self, placed: tuple[Any, ...]) -> float:
        """My neighbours that may be attacked, and areas beside me that my marches may attack."""
        sight, total = self.sight, 0.0
        for friend in self.friends:
            threat = sight.threat(friend, revealed=False)
            if threat:
                total += 0.2 * self.own * min(1.0, threat / (sight.standing(friend) + 1))
        marching = [area for area, token in placed if sight.e.tokens[token].type == "march"]
        targets = set(
            chain.from_iterable(
                (near for near in sight.e.board.borders[area] if sight.foe_at(near) or near in sight.garrisons)
                for area in marching
            )
        )
        beside = targets & set(sight.e.board.borders[self.area])
        return total + sum(0.12 * self.own * sqrt(sight.worth(area)) for area in beside)

    def _march(self) -> tuple[float, bool]:
        """The best a march from here could bring, and whether it would be a fight."""
        best, fights = 0.2, False
        for to in self.sight.reach(self.area, self.sight.me):
            value, fight = self._going(to)
            if value > best:
                best, fights = value, fight
        return best, fights

    def _going(self, to: str) -> tuple[float, bool]:
        sight = self.sight
        helped = self.own + sight.support(to, sight.me, False, self.area)
        if to in sight.garrisons:
            return (sight.worth(to) * 0.8, True) if helped >= sight.garrisons[to] else (0.0, True)
        foe = sight.foe_at(to)
        if foe:
            theirs = sight.standing(to) + 0.5 + sight.support(to, foe, False)
            odds = sight.odds(helped, foe, theirs)
            return odds * (sight.worth(to) + 1.5 * sight.standing(to)) - (1 - odds) * 3.0 - self._leaving(), True
        if sight.owner(to) == sight.me:
            return 0.3, False
        return sight.worth(to) * 0.9 - self._leaving(), False

    def _leaving(self) -> float:
        """What is given up by going: one figure can hold an area, and so can a token."""
        sight = self.sight
        size = sum(sight.armies[self.area]["standing"].values())
        area = sight.e.board.areas[self.area]
        if area.type == "sea":
            return 0.3
        if size > 1 or self.area in sight.tokens or area.home_of == sight.me:
            return self._danger() * 0.5
        return 0.8 if sight.view["power"][sight.me] else sight.worth(self.area)
