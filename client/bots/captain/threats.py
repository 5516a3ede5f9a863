"""Who could come where, how strong, and how hard rivals are to beat where they stand."""

from dataclasses import dataclass

from client.bots.captain.position import Position
from client.bots.captain.weights import (
    ATTACK_AT_MOST,
    ATTACK_ORDERED,
    ATTACK_PLANNED,
    GUESSED_DEFENSE,
    GUESSED_SUPPORT,
    LURE_CASTLE,
    LURE_LAND,
    LURE_OWN,
)
from engine.westeros.state import AreaId, Army, House


@dataclass(frozen=True)
class Assault:
    """A march that a rival could make into an area: from where, how strong before cards, how likely."""

    house: House
    origin: AreaId
    strength: float
    chance: float


class Threats:
    """Assaults on every area, and the strength with which every army and neutral force of others defends itself."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.assaults: dict[AreaId, list[Assault]] = {}
        self.defence: dict[AreaId, float] = {}
        for area, army in position.s.armies.items():
            if army.house != position.me:
                self._defence(area, army)
                if army.house in position.s.power:  # forces of a house that nobody plays stay where they are
                    self._assaults(area, army)

    def _defence(self, area: AreaId, army: Army) -> None:
        p = self.position
        total = p.strength(army.standing) + self.support(army.house, area)
        if not p.ordered:
            total += GUESSED_DEFENSE * (army.house in p.s.seats)
        elif p.order_kind(area) == "defense":
            total += p.e.tokens[p.s.orders[area]].modifier
        self.defence[area] = total

    def _assaults(self, area: AreaId, army: Army) -> None:
        p = self.position
        own = p.strength(army.standing)
        if not own or (p.ordered and p.order_kind(area) != "march"):
            return
        modifier = p.e.tokens[p.s.orders[area]].modifier if p.ordered else 0
        likely = ATTACK_ORDERED if p.ordered else ATTACK_PLANNED
        lure = {to: self._lure(army.house, to) for to in p.ways[area]}
        total = sum(lure.values())
        for to, share in lure.items():
            strength = max(0.0, own + modifier + self.support(army.house, to, area))
            chance = min(ATTACK_AT_MOST, likely * share / total)
            self.assaults.setdefault(to, []).append(Assault(army.house, area, strength, chance))

    def _lure(self, house: House, area: AreaId) -> float:
        """How much an area draws the units of a rival, against the other places where they could go."""
        p = self.position
        if p.control.get(area) == house:
            return LURE_OWN
        return LURE_CASTLE if p.e.board.areas[area].castle else LURE_LAND

    def support(self, house: House, area: AreaId, leaving: AreaId = "") -> float:
        """What the support of a rival's own neighbours may add in an area; `leaving` is the area he marches from."""
        p = self.position
        total = 0.0
        for near in p.near(area):
            army = p.s.armies.get(near)
            if army is None or army.house != house or near == leaving:
                continue
            if not p.ordered:
                total += GUESSED_SUPPORT * p.strength(army.standing)
            elif p.order_kind(near) == "support":
                units = {unit: n for unit, n in army.standing.items() if unit not in p.s.idle_support}
                total += p.strength(units) + p.e.tokens[p.s.orders[near]].modifier
        return total
