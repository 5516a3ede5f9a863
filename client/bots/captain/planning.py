"""Placing orders: which areas march, and what the others do for them and against what may come."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from client.bots.captain import weights as w
from client.bots.captain.judge import Judge, power_worth
from client.bots.captain.layout import Layout
from client.bots.captain.lots import Lots
from client.bots.captain.sorties import Marshal, Sortie
from engine.westeros.edition import OrderToken
from engine.westeros.orders import Placed, stars
from engine.westeros.state import AreaId

MARCHERS = 6
"""Areas that are thought of for a march, the most promising ones."""
CHOICES = 8
"""Marches thought of for each of them."""
CAMPAIGNS = 5
"""Sets of marches for which the other orders are planned too."""


@dataclass(frozen=True)
class Campaign:
    """Marches with their tokens, and what they promise without any support."""

    sorties: tuple[tuple[Sortie, OrderToken], ...]
    gain: float

    @property
    def origins(self) -> frozenset[AreaId]:
        """The areas that march."""
        return frozenset(sortie.origin for sortie, _ in self.sorties)


class Planner:
    """Plans the orders of one round."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.p = judge.position
        self.marshal = Marshal(judge)
        self.start = replace(Layout.now(self.p), orders={})
        self.base = judge.score(self.start)
        self.stars = stars(self.p.e, self.p.s, self.p.me)

    def tokens(self, kind: str) -> list[OrderToken]:
        """The order tokens of a kind that may be placed this round, plain ones first, the better ones first."""
        found = [t for t in self.p.e.tokens.values() if t.type == kind and kind not in self.p.s.bans]
        return sorted(found, key=lambda t: (t.star, -t.modifier))

    # ------------------------------------------------------------ marches
    def plan(self, lots: Lots) -> Placed:
        """The orders to place: the best ones, or with chance others that promise nearly as much as a whole."""
        found = self._planned()
        _, campaign, orders = lots.among([(plan[0], plan) for plan in found], w.PLAN_CLOSE)
        if lots.draw is not None:
            gain, others = self._orders(self._otherwise(campaign, lots), lots)
            if gain > max(plan[0] for plan in found) - w.PLAN_CLOSE:
                orders = others
        return tuple(sorted(orders.items()))

    def aims(self) -> dict[AreaId, tuple[AreaId, ...]]:
        """Where the marches of these orders go, by the area they leave."""
        _, best, _ = max(self._planned(), key=lambda plan: plan[0])
        return {sortie.origin: tuple(sorted(sortie.goals)) for sortie, _ in best.sorties}

    def _planned(self) -> list[tuple[float, Campaign, dict[AreaId, str]]]:
        """The likeliest campaigns with what each promises together with the best orders around it, and these."""
        found = [(campaign, *self._orders(campaign, Lots())) for campaign in self._campaigns()]
        return [(gain, campaign, orders) for campaign, gain, orders in found]

    def _campaigns(self) -> list[Campaign]:
        marches: dict[AreaId, list[Sortie]] = {}
        for area in self.start.stacks:
            found = [s for s in self.marshal.sorties(self.start, area, 0, aided=True) if s.moves]
            found = [s for s in found if self.marshal.value(s, 1, s.hoped) > self.base + w.MARCH_MARGIN]
            found = list({s.goals: s for s in reversed(found)}.values())[::-1][:CHOICES]  # the best for each goal
            if found:
                marches[area] = found
        areas = sorted(marches, key=lambda area: -self.marshal.value(marches[area][0], 0, marches[area][0].hoped))
        tokens = self.tokens("march")
        most = min(len(tokens), 3)
        found_: list[Campaign] = [Campaign((), 0.0)]
        for count in range(1, most + 1):
            for chosen in combinations(areas[:MARCHERS], count):
                found_ += self._campaign([marches[area] for area in chosen])
        found_.sort(key=lambda campaign: -campaign.gain)
        return found_[:CAMPAIGNS]

    def _campaign(self, choices: list[list[Sortie]]) -> Iterator[Campaign]:
        """Marches of these areas that do not get in each other's way, with tokens where they help most."""
        seen: list[list[Sortie]] = []
        for turn in permutations(choices):
            chosen: list[Sortie] = []
            taken: set[AreaId] = set()
            for sorties in turn:
                free = [s for s in sorties if not s.goals & taken]
                if free:
                    chosen.append(free[0])
                    taken |= {goal for goal in free[0].goals if goal in self.p.e.board.land}
            chosen.sort(key=lambda s: s.origin)
            if len(chosen) == len(turn) and chosen not in seen:
                seen.append(chosen)
                yield from self._equipped(chosen)

    def _equipped(self, chosen: list[Sortie]) -> list[Campaign]:
        """These marches with the tokens that promise most; among equals those that leave stars to other orders."""
        order = sorted(chosen, key=lambda s: self.marshal.value(s, 1) - self.marshal.value(s, -1), reverse=True)
        found = []
        for tokens in self._token_sets(len(chosen)):
            pairs = tuple(zip(order, tokens, strict=True))
            gain = sum(self._promise(sortie, token) for sortie, token in pairs)
            found.append((round(gain, 3), -sum(token.star for token in tokens), Campaign(pairs, gain)))
        return [max(found, key=lambda pair: pair[:2])[2]] if found else []

    def _otherwise(self, campaign: Campaign, lots: Lots) -> Campaign:
        """The same marches, with the tokens dealt among them in another way if it does no harm."""
        found = [(round(campaign.gain, 3), campaign)]
        sorties = [sortie for sortie, _ in campaign.sorties]
        for chosen in self._token_sets(len(sorties)):
            for tokens in permutations(chosen):
                pairs = tuple(zip(sorties, tokens, strict=True))
                gain = sum(self._promise(sortie, token) for sortie, token in pairs)
                if pairs != campaign.sorties:
                    found.append((round(gain, 3), Campaign(pairs, gain)))
        return lots.among(found, w.ORDER_CLOSE)

    def _promise(self, sortie: Sortie, token: OrderToken) -> float:
        alone = self.marshal.value(sortie, token.modifier)
        aided = self.marshal.value(sortie, token.modifier, sortie.hoped)
        return max(alone, w.AID_GIVEN * aided + (1 - w.AID_GIVEN) * alone) - self.base

    def _token_sets(self, count: int) -> Iterator[tuple[OrderToken, ...]]:
        """March tokens, best modifier first: with a star only if there is one."""
        for chosen in combinations(sorted(self.tokens("march"), key=lambda t: -t.modifier), count):
            if sum(token.star for token in chosen) <= self.stars:
                yield chosen

    # ------------------------------------------------------------ the other orders
    def _orders(self, campaign: Campaign, lots: Lots) -> tuple[float, dict[AreaId, str]]:
        """The whole set of orders around some marches, and its worth: area by area, the most useful one first."""
        orders = {sortie.origin: token.id for sortie, token in campaign.sorties}
        layout, gain = self._after(campaign)
        free_stars = self.stars - sum(token.star for _, token in campaign.sorties)
        rest = [area for area in self.start.stacks if area not in campaign.origins]
        left = {kind: self.tokens(kind) for kind in ("defense", "support", "raid", "consolidate")}
        left = {kind: [t for t in tokens for _ in range(t.count)] for kind, tokens in left.items()}
        score = self.judge.score(layout)
        while rest:
            offers = [
                (self._use(layout, score, area, token, campaign), -token.star, area, token)
                for area in rest
                for tokens in left.values()
                for token in _distinct(tokens)
                if not token.star or free_stars
                if area in self.p.e.board.land or token.type not in self.p.e.land_only
            ]
            if not offers:
                break
            best = max(offers, key=lambda offer: offer[:3])
            area = best[2]
            there = [best, *(offer for offer in offers if offer[2] == area and offer is not best)]
            use, _, _, token = lots.among([(offer[0], offer) for offer in there], w.ORDER_CLOSE)
            orders[area] = token.id
            layout = replace(layout, orders={**layout.orders, area: token.id})
            score = self.judge.score(layout)
            left[token.type].remove(token)
            free_stars -= token.star
            rest.remove(area)
            gain += use
        return gain, orders

    def _after(self, campaign: Campaign) -> tuple[Layout, float]:
        """The layout when all marches are made, and what they gain together, without support."""
        layout = self.start
        gain = 0.0
        for sortie, token in campaign.sorties:
            before = self.judge.score(layout)
            layout = layout.moved(sortie.origin, sortie.moves, sortie.leave)
            if sortie.target:
                layout = replace(layout, beaten=layout.beaten | {sortie.target})
            after = self.judge.score(layout)
            chance = self.marshal.chance(sortie, token.modifier)
            gain += chance * (after - before) + (1 - chance) * (sortie.lost - self.base)
        return layout, gain

    def _use(self, layout: Layout, score: float, area: AreaId, token: OrderToken, campaign: Campaign) -> float:
        """What an order adds in an area that does not march."""
        p = self.p
        if token.type == "raid":
            return self._raid(area, token)
        with_it = self.judge.score(replace(layout, orders={**layout.orders, area: token.id}))
        use = with_it - score
        if token.type == "consolidate":
            gained = 1 + p.e.board.areas[area].crowns
            gained = min(gained, self._pool())
            use += (power_worth(layout.power + gained) - power_worth(layout.power)) * self._safe(area)
        elif token.type == "support":
            lent = p.strength(layout.stacks.get(area, {})) + token.modifier
            given = self.judge
            for sortie, march in campaign.sorties:
                if sortie.target and area in p.near(sortie.target):
                    already = given.support(layout, sortie.target, sortie.origin)
                    more = self.marshal.chance(sortie, march.modifier, already + w.OWN_SUPPORT * lent)
                    now = self.marshal.chance(sortie, march.modifier, already)
                    use += (more - now) * max(0.0, sortie.won - sortie.lost)
            use += 0.05 * lent
        return use

    def _pool(self) -> int:
        p = self.p
        return p.e.power_limit - p.s.power[p.me] - sum(house == p.me for house in p.s.tokens.values())

    def _neighbours(self, area: AreaId) -> list[AreaId]:
        armies = self.p.s.armies
        return [near for near in self.p.raidable_from(area) if near in armies and armies[near].house != self.p.me]

    def _safe(self, area: AreaId) -> float:
        """How likely a raidable order stays where it is."""
        armies = self.p.s.armies
        raiders = [near for near in self.p.near(area) if near in armies and armies[near].house != self.p.me]
        return float((1 - w.RAIDED) ** len(raiders))

    def _raid(self, area: AreaId, token: OrderToken) -> float:
        """What a raid may bring before orders are known; a raid that finds nothing is nothing."""
        p = self.p
        worth = sorted(
            (w.RAID_BASE + w.RAID_STRENGTH * p.strength(p.s.armies[near].standing) for near in self._neighbours(area)),
            reverse=True,
        )
        return sum(worth[: token.targets])


def _distinct(tokens: list[OrderToken]) -> list[OrderToken]:
    return list({token.id: token for token in tokens}.values())
