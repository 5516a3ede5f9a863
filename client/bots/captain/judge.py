"""What a layout of the own side is worth: land held, what threatens it, and what can be reached from there."""

from functools import cached_property

from client.bots.captain import weights as w
from client.bots.captain.layout import Layout
from client.bots.captain.odds import Odds
from client.bots.captain.position import Position
from client.bots.captain.threats import Threats
from engine.westeros.state import AreaId, Stack, ships

NO_STACK: Stack = {}


class Judge:
    """Scores layouts in one position; what does not depend on the layout is counted once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.odds = Odds(position)
        self.threats = Threats(position)
        self._offered: dict[tuple[AreaId, int], list[tuple[float, AreaId, AreaId]]] = {}
        self._home = position.e.houses[position.me].home

    # ------------------------------------------------------------ worth of places
    @cached_property
    def worth(self) -> dict[AreaId, float]:
        """What holding a land area is worth beside its castle and its supply."""
        p, found = self.position, {}
        for ident, area in p.e.board.land.items():
            total = w.CROWN * area.crowns
            if p.rounds_left:
                total += w.MUSTER_POINT * area.muster_points
            owner = p.control[ident]
            if area.castle and owner not in ("", p.me):
                total += w.DENY[min(p.castles[owner], len(w.DENY) - 1)]
            found[ident] = total + (w.HOME if ident == self._home else 0.0)
        return found

    @cached_property
    def stake(self) -> dict[AreaId, float]:
        """What a land area is worth as one more, castle and supply included."""
        p, areas = self.position, self.position.e.board.areas
        missing = p.e.victory_areas - p.castles[p.me]
        gained, lost = (w.CASTLE_GAINED[max(0, min(n, len(w.CASTLE_GAINED) - 1))] for n in (missing, missing + 1))
        return {
            ident: worth
            + w.SUPPLY_STEP * areas[ident].supply
            + (0.0 if not areas[ident].castle else lost if p.control[ident] == p.me else gained)
            for ident, worth in self.worth.items()
        }

    @cached_property
    def sea_worth(self) -> dict[AreaId, float]:
        """What ships in each sea are good for: the coasts they join and cover."""
        p = self.position
        return {
            sea: w.SEA * sum(self.stake[coast] for coast in p.e.board.land_borders[sea])
            for sea, area in p.e.board.areas.items()
            if area.type == "sea"
        }

    @cached_property
    def goals(self) -> dict[AreaId, dict[AreaId, float]]:
        """For each land area that is not ours: what it is worth from each area from where it could be reached."""
        p = self.position
        fleet = ships(p.s, p.me)
        found: dict[AreaId, dict[AreaId, float]] = {}
        for goal in p.e.board.land:
            if p.control[goal] == p.me:
                continue
            value, reached, ahead = w.FIRST_STEP * self.stake[goal], {goal}, [goal]
            found[goal] = {}
            while ahead and value > w.LEAST_GOAL:
                steps = [near for area in ahead for near in p.e.board.reach(area, fleet) if near not in reached]
                ahead = list(dict.fromkeys(steps))
                reached.update(ahead)
                found[goal].update(dict.fromkeys(ahead, value))
                value *= w.FAR
        return found

    @cached_property
    def chances(self) -> dict[AreaId, list[tuple[AreaId, float]]]:
        """For each area, the goals that units there look at, with what each is worth from there."""
        found: dict[AreaId, list[tuple[AreaId, float]]] = {}
        for goal, values in self.goals.items():
            for area, value in values.items():
                found.setdefault(area, []).append((goal, value))
        return found

    @cached_property
    def _guarded(self) -> frozenset[AreaId]:
        """Where others defend themselves."""
        return frozenset({*self.threats.defence, *self.position.s.garrisons})

    # ------------------------------------------------------------ scoring
    def score(self, layout: Layout) -> float:
        """The worth of a layout."""
        held = self.held(layout)
        return self._wealth(layout, held) - self._risks(layout, held) + self._prospects(layout, held)

    def held(self, layout: Layout) -> list[AreaId]:
        """The land areas the layout controls."""
        land = self.position.e.board.land
        held = {area: None for area in (*layout.stacks, *layout.idle, *layout.tokens) if area in land}
        owner = self.position.control[self._home]
        if owner == self.position.me or self._home in layout.beaten:
            held[self._home] = None
        return list(held)

    def _wealth(self, layout: Layout, held: list[AreaId]) -> float:
        p = self.position
        areas = p.e.board.areas
        castles = sum([1 for area in held if areas[area].castle])
        if castles >= p.e.victory_areas:
            return w.VICTORY + castles
        supply = sum([areas[area].supply for area in held])
        missing = p.e.victory_areas - castles
        total = w.CASTLE * castles + (w.NEARLY[missing] if missing < len(w.NEARLY) else 0.0)
        total += w.SUPPLY[min(supply, len(w.SUPPLY) - 1)]
        total += sum([self.worth[area] for area in held]) + power_worth(layout.power)
        seas = []
        for area, stack in layout.stacks.items():
            number = stack.get("ship", 0)
            if number:
                seas.append(area)
                total += self.sea_worth[area] + w.CROWDED_SHIP * (number - 1) + w.SHIP * number
            else:
                total += w.UNIT * p.strength(stack)
        for sea in seas:
            total += w.CHAIN * sum([1 for near in p.e.board.sea_borders[sea] if near in layout.stacks])
        total += w.UNIT * sum(layout.idle.values())
        return total + sum([self.beating(area) for area in layout.beaten])

    def beating(self, area: AreaId) -> float:
        """What it is worth that the army in an area is beaten."""
        army = self.position.s.armies.get(area)
        return w.HURT * w.UNIT * self.position.strength(army.standing) if army is not None else 0.0

    def defence(self, layout: Layout, area: AreaId) -> float:
        """The strength with which the own units in an area defend themselves, before cards."""
        p = self.position
        total: float = p.strength(layout.stacks.get(area, NO_STACK))
        token = layout.orders.get(area)
        if token is not None and p.e.tokens[token].type == "defense":
            total += p.e.tokens[token].modifier
        return total + self.support(layout, area)

    def support(self, layout: Layout, area: AreaId, leaving: AreaId = "") -> float:
        """What own Support orders add in an area."""
        p = self.position
        total = 0.0
        for near in p.near(area):
            token = layout.orders.get(near)
            if token is not None and near != leaving and p.e.tokens[token].type == "support":
                total += p.e.tokens[token].modifier + self._lent(layout, near)
        return total if p.ordered else w.OWN_SUPPORT * total

    def _lent(self, layout: Layout, area: AreaId) -> int:
        stack = layout.stacks.get(area, NO_STACK)
        return self.position.strength(
            {unit: n for unit, n in stack.items() if unit not in self.position.s.idle_support}
        )

    def _risks(self, layout: Layout, held: list[AreaId]) -> float:
        p = self.position
        areas = p.e.board.areas
        total = 0.0
        for area in dict.fromkeys((*held, *layout.stacks)):
            assaults = self.threats.assaults.get(area)
            if not assaults:
                continue
            safe = 1.0
            units = layout.holds(area)
            own = self.defence(layout, area) if units else 0.0
            for assault in assaults:
                if assault.origin not in layout.beaten:
                    won = self.odds.win(assault.house, p.me, assault.strength - own) if units else 1.0
                    safe *= 1 - assault.chance * won
            if safe < 1:
                place = areas[area]
                stake = self.stake[area] if place.type == "land" else self.sea_worth[area]
                army = w.UNIT * p.strength(layout.stacks.get(area, NO_STACK))
                total += (1 - safe) * (stake + w.EXPOSED_SHARE * army)
        return total

    def _prospects(self, layout: Layout, held: list[AreaId]) -> float:
        """Goals in reach: each counts once, and each unit has one goal in mind."""
        p = self.position
        if not p.rounds_left:
            return 0.0
        taken = set(held)
        offers: list[tuple[float, AreaId, AreaId]] = []
        free: dict[AreaId, int] = {}
        for area, stack in layout.stacks.items():
            if "ship" not in stack:
                free[area] = sum(stack.values())
                offers += self._offers(area, p.strength(stack))
        offers.sort(reverse=True)
        total = 0.0
        for value, area, goal in offers:
            left = free[area]
            if left and goal not in taken:
                if goal not in self._guarded:
                    free[area] = left - 1
                elif left == sum(layout.stacks[area].values()):
                    free[area] = 0  # a fight takes the whole stack
                else:
                    continue
                taken.add(goal)
                total += value
        return total * min(1.0, p.rounds_left / 2)

    def _offers(self, area: AreaId, strength: int) -> list[tuple[float, AreaId, AreaId]]:
        """What each goal is worth to a stack of that strength in an area, best first."""
        found = self._offered.get((area, strength))
        if found is None:
            found = [(value * self._hope(goal, strength), area, goal) for goal, value in self.chances.get(area, ())]
            found = self._offered[area, strength] = sorted(found, reverse=True)
        return found

    def _hope(self, goal: AreaId, strength: int) -> float:
        """How likely a stack of that strength takes a goal one day."""
        p = self.position
        if goal in p.s.garrisons:
            return max(w.GARRISON_LEAST, min(1.0, 1 - (p.s.garrisons[goal] - strength - 1) / w.GARRISON_RANGE))
        army = p.s.armies.get(goal)
        if army is None or army.house not in p.s.seats:
            return 1.0
        return self.odds.win(p.me, army.house, strength - self.threats.defence[goal])


def power_worth(power: int) -> float:
    """What available power is worth."""
    last = len(w.POWER) - 1
    return w.POWER[power] if power <= last else w.POWER[last] + w.POWER_MORE * (power - last)
