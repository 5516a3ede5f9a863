"""Where the captain's own units would stand: what plans are made of. Rivals stay as they are, unless beaten."""

from dataclasses import dataclass, field, replace

from client.bots.captain.position import Position
from engine.westeros.march import Piece
from engine.westeros.state import AreaId, Stack, put, take
from engine.westeros.supply import fits


@dataclass
class Layout:
    """A picture of the own side.

    `stacks`: standing units by area, never empty ones; `idle`: how many routed ones lie there. `tokens`: areas with an
    own power token. `beaten`: areas whose defenders would be gone. `orders`: own orders that lie there.
    """

    stacks: dict[AreaId, Stack]
    idle: dict[AreaId, int]
    tokens: frozenset[AreaId]
    power: int
    beaten: frozenset[AreaId] = frozenset()
    orders: dict[AreaId, str] = field(default_factory=dict)

    @classmethod
    def now(cls, p: Position) -> "Layout":
        """The own side as it stands; attackers in a running battle count where they came from."""
        armies = {area: p.s.armies[area] for area in p.mine}
        stacks = {area: dict(army.standing) for area, army in armies.items() if army.standing}
        idle = {area: sum(army.routed.values()) for area, army in armies.items() if army.routed}
        tokens = frozenset(area for area, house in p.s.tokens.items() if house == p.me)
        orders = {area: token for area, token in p.s.orders.items() if area in armies}
        return cls(stacks, idle, tokens, p.s.power[p.me], frozenset(), orders)

    def sizes(self) -> dict[AreaId, int]:
        """Figures by area, routed ones included."""
        found = {area: sum(stack.values()) for area, stack in self.stacks.items()}
        for area, count in self.idle.items():
            found[area] = found.get(area, 0) + count
        return found

    def holds(self, area: AreaId) -> bool:
        """Whether own units are there."""
        return area in self.stacks or area in self.idle

    def moved(self, origin: AreaId, moves: tuple[Piece, ...], leave: bool = False) -> "Layout":
        """After these units have gone from `origin`, and left a power token if asked to."""
        stacks = {**self.stacks, origin: dict(self.stacks[origin])}
        for unit, count, to in moves:
            take(stacks[origin], unit, count)
            stacks[to] = dict(stacks.get(to, {}))
            put(stacks[to], unit, count)
        if not stacks[origin]:
            del stacks[origin]
        tokens = self.tokens | {origin} if leave else self.tokens
        orders = {area: token for area, token in self.orders.items() if area != origin}
        return replace(self, stacks=stacks, tokens=tokens, power=self.power - leave, orders=orders)

    def without(self, area: AreaId, units: tuple[str, ...]) -> "Layout":
        """After single units in an area are lost."""
        stack = dict(self.stacks[area])
        for unit in units:
            take(stack, unit)
        stacks = {**self.stacks, area: stack}
        if not stack:
            del stacks[area]
        return replace(self, stacks=stacks)

    def with_unit(self, area: AreaId, unit: str) -> "Layout":
        """After a new figure is put into an area."""
        stack = dict(self.stacks.get(area, {}))
        put(stack, unit)
        return replace(self, stacks={**self.stacks, area: stack})

    def fits(self, row: tuple[int, ...]) -> bool:
        """Whether the armies are within supply limits."""
        return fits(row, self.sizes().values())
