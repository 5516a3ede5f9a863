"""The Raven: one placed order may become another when all orders lie open."""

from dataclasses import replace
from typing import TypeAlias

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge, power_worth
from client.bots.captain.layout import Layout
from client.bots.captain.orders_seen import removal
from client.bots.captain.sorties import Marshal, Sortie
from engine.westeros.state import AreaId

Swap: TypeAlias = tuple[AreaId, str]
"""An area and the token that would lie there instead."""


class Raven:
    """Compares what an order does in its area with what another one would do there."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.p = judge.position
        self.marshal = Marshal(judge)
        self.layout = Layout.now(self.p)
        self._best: dict[AreaId, list[Sortie]] = {}

    def swaps(self, offers: tuple[Swap | None, ...]) -> list[Swap | None]:
        """The best swap first, or None if no swap is clearly better."""
        gains = {swap: self._gain(*swap) for swap in offers if swap is not None}
        best = max(gains, key=lambda swap: gains[swap], default=None)
        return [best] if best is not None and gains[best] > w.RAVEN_MARGIN else [None]

    def _gain(self, area: AreaId, token: str) -> float:
        return self._use(area, token) - self._use(area, self.p.s.orders[area])

    def _use(self, area: AreaId, token: str) -> float:
        """What an order adds in an area, the others as they lie."""
        p = self.p
        sheet = p.e.tokens[token]
        bare = replace(self.layout, orders={a: t for a, t in self.layout.orders.items() if a != area})
        base = self.judge.score(bare)
        if sheet.type == "march":
            if area not in self._best:
                self._best[area] = self.marshal.sorties(bare, area, sheet.modifier)
            return max([self.marshal.value(s, sheet.modifier) - base for s in self._best[area]], default=0.0)
        gain = self.judge.score(replace(bare, orders={**bare.orders, area: token})) - base
        if sheet.type == "consolidate":
            gained = 1 + p.e.board.areas[area].crowns
            gain += power_worth(self.layout.power + gained) - power_worth(self.layout.power)
        elif sheet.type == "raid":
            seen = [near for near in p.raidable_from(area) if p.order_kind(near) in p.e.raidable]
            worths = sorted((removal(self.judge, near) for near in seen), reverse=True)
            gain += sum(worth for worth in worths[: sheet.targets] if worth > 0)
        elif sheet.type == "support":
            gain += self._aid(bare, area, token)
        return gain

    def _aid(self, bare: Layout, area: AreaId, token: str) -> float:
        """What support brings to the attacks that own March orders could make beside it."""
        p, total = self.p, 0.0
        lent = p.strength(bare.stacks.get(area, {})) + p.e.tokens[token].modifier
        for origin, order in bare.orders.items():
            sheet = p.e.tokens[order]
            if sheet.type != "march":
                continue
            if origin not in self._best:
                self._best[origin] = self.marshal.sorties(bare, origin, sheet.modifier)
            near = [s for s in self._best[origin] if s.target and area in p.near(s.target)]
            alone = max([self.marshal.value(s, sheet.modifier) for s in self._best[origin]], default=0.0)
            helped = max([self.marshal.value(s, sheet.modifier, lent) for s in near], default=0.0)
            total += max(0.0, helped - alone)
        return total
