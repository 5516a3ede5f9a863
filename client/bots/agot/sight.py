"""What a seat sees, as a player thinks of it: who stands where, what is worth having, who can come."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import exp
from typing import Any

from engine.agot.edition import edition
from engine.westeros.edition import Edition

CASTLE, STRONGHOLD, BARREL, CROWN, LAND, SEA = 10.0, 2.0, 1.5, 1.2, 0.4, 0.6
"""What an area is worth beyond each other, in the bot's own coin; a footman is worth 1."""
LATE = 6.0
"""More for each castle once victory is near, for the one who takes it and for the one who denies it."""
NEAR = 3
"""Castles short of victory from which on `LATE` counts."""
SPREAD = 1.3
"""How uncertain a battle is, in points of strength: a lead of this much wins about three times in four."""


class Sight:
    """A view with the questions a player asks of it. `me` is the house played."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.me: str = view["house"]
        self.e: Edition = edition(len(view["power"]), tuple(view["variants"]))
        self.armies: Mapping[str, Mapping[str, Any]] = view["armies"]
        self.orders: Mapping[str, str] = view["orders"]
        self.tokens: Mapping[str, str] = view["tokens"]
        self.garrisons: Mapping[str, int] = view["garrisons"]
        self.control: Mapping[str, str] = view["control"]
        self.castles: Mapping[str, int] = view["castles"]

    # ------------------------------------------------------------ who stands where
    @cached_property
    def mine(self) -> list[str]:
        """The areas with my units, sorted."""
        return sorted(area for area, army in self.armies.items() if army["house"] == self.me)

    def owner(self, area: str) -> str:
        """Whose units stand there, else who controls it; "" for nobody."""
        army = self.armies.get(area)
        return army["house"] if army is not None else self.control.get(area, "")

    def foe_at(self, area: str) -> str:
        """The other house whose units stand there, or ""."""
        army = self.armies.get(area)
        return army["house"] if army is not None and army["house"] != self.me else ""

    def standing(self, area: str) -> int:
        """The strength of the units that stand there."""
        army = self.armies.get(area)
        return self.strength(army["standing"]) if army is not None else 0

    def strength(self, stack: Mapping[str, int]) -> int:
        """The strength of figures."""
        return sum(self.e.strength[unit] * number for unit, number in stack.items())

    def kind(self, area: str) -> str:
        """The kind of order that lies there; "" for none."""
        token = self.orders.get(area)
        return self.e.tokens[token].type if token is not None else ""

    def modifier(self, area: str) -> int:
        """What the order there adds."""
        token = self.orders.get(area)
        return self.e.tokens[token].modifier if token is not None else 0

    def ships(self, house: str) -> list[str]:
        """The seas that hold ships of a house."""
        return [a for a, army in self.armies.items() if army["house"] == house and a not in self.e.board.land]

    def reach(self, area: str, house: str) -> tuple[str, ...]:
        """Where units of a house may march from an area."""
        return self.e.board.reach(area, self.ships(house))

    # ------------------------------------------------------------ what is worth having
    def worth(self, ident: str) -> float:
        """What holding an area is worth to me."""
        area = self.e.board.areas[ident]
        if area.type == "sea":
            coast = sum(1 for near in self.e.board.land_borders[ident] if self.control.get(near) == self.me)
            return SEA + 0.2 * coast
        value = LAND + BARREL * area.supply + CROWN * area.crowns
        if area.castle:
            value += CASTLE + STRONGHOLD * (area.castle - 1) + self.late(self.me) + self.late(self.owner(ident))
        return value

    def late(self, house: str) -> float:
        """How much more a castle counts because this house is near victory."""
        if house not in self.castles:  # nobody, or a house that nobody plays
            return 0.0
        short = self.e.victory_areas - self.castles[house]
        return LATE * max(0, NEAR + 1 - short)

    @property
    def leader(self) -> str:
        """The other house with the most castles."""
        others = [house for house in self.castles if house != self.me]
        return max(others, key=lambda house: (self.castles[house], house))

    # ------------------------------------------------------------ who can come
    def threat(self, area: str, revealed: bool) -> int:
        """The strongest attack another house could make on an area; with `revealed` orders, only by what may march."""
        worst = 0
        for near in self.e.board.borders[area]:
            foe = self.foe_at(near)
            if foe and self.same_domain(near, area) and (not revealed or self.kind(near) == "march"):
                strength = self.standing(near) + (self.modifier(near) if revealed else 0)
                worst = max(worst, strength + self.support(area, foe, revealed, near))
        return worst

    def same_domain(self, origin: str, area: str) -> bool:
        """Whether what stands in one area could enter the other."""
        return (origin in self.e.board.land) == (area in self.e.board.land)

    def support(self, area: str, house: str, revealed: bool, without: str = "") -> int:
        """What a house's own Support orders beside an area lend; before the reveal, a guess at half its units there."""
        total = 0
        for near in self.e.board.borders[area]:
            if near == without or near not in self.armies or self.armies[near]["house"] != house:
                continue
            if area not in self.e.board.land and near in self.e.board.land:
                continue
            if not revealed:
                total += self.standing(near) // 2
            elif self.kind(near) == "support":
                total += self.standing(near) + self.modifier(near)
        return total

    def cards(self, house: str) -> float:
        """What a house can be expected to add by its card: the mean of its two best."""
        best = sorted((self.e.house_cards[card].strength for card in self.view["hands"][house]), reverse=True)[:2]
        return sum(best) / len(best) if best else 0.0

    def blade(self, house: str) -> float:
        """What the Blade adds for its holder."""
        fresh = not self.view["blade_used"] and self.view["tracks"]["fiefdoms"][0] == house
        return 0.7 if fresh else 0.0

    def odds(self, mine: float, foe: str, theirs: float) -> float:
        """The chance that I win a battle with these strengths before cards."""
        lead = mine + self.cards(self.me) + self.blade(self.me) - theirs - self.cards(foe) - self.blade(foe)
        return chance(lead)


def chance(lead: float) -> float:
    """The chance to win with a lead in strength."""
    return 1 / (1 + exp(-lead / SPREAD))


def stacks(standing: Mapping[str, int]) -> Iterable[dict[str, int]]:
    """Every choice of at least one figure from a stack."""
    found: list[dict[str, int]] = [{}]
    for unit, number in standing.items():
        found = [{**stack, unit: n} if n else stack for stack in found for n in range(number + 1)]
    return [stack for stack in found if stack]
