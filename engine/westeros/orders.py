"""Planning: order tokens on areas with own units, and the Raven that swaps one."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, cast

from engine.core.cards import Faces
from engine.core.errors import Refused
from engine.core.options import Completion, Form, Listed
from engine.core.plain import Draw, Plain, fits
from engine.core.questions import One, Rules, Together, ask
from engine.westeros.edition import Edition
from engine.westeros.state import COURT, NOBODY, AreaId, House, Kings, orders_of
from engine.westeros.tracks import holder

Placed: TypeAlias = tuple[tuple[AreaId, str], ...]
"""Areas with their order tokens, sorted by area."""

SHAPE = [(str, str)]


@dataclass(frozen=True)
class Orders:
    """The orders a house may place: its areas (sorted), its starred orders at most, the kinds banned this round."""

    e: Edition
    areas: tuple[AreaId, ...]
    stars: int
    bans: tuple[str, ...]

    def form(self) -> Form[Placed]:
        """The options to ask with; a seat held absent places none."""
        return Form(self.e.clauses.orders, SHAPE, self.judge, self.sampler, self.grow, ())

    def judge(self, value: Placed, _faces: Faces) -> None:
        """Raises Refused unless every token may lie where it does and the house has it."""
        if any(a > b for (a, _), (b, _) in pairwise(value)):
            raise Refused(self.e.clauses.orders, "not_sorted")
        self._judge(value)

    def _judge(self, value: Placed) -> None:
        cl = self.e.clauses
        used: dict[str, int] = {}
        for at, (area, ident) in enumerate(value):
            token = self.e.tokens.get(ident)
            if token is None:
                raise Refused(cl.orders_tokens, "no_such_token", token=ident)
            if area not in self.areas:
                raise Refused(cl.orders_area, "no_unit_there", area=area)
            if any(area == other for other, _ in value[:at]):
                raise Refused(cl.orders_area, "two_orders_in_one_area", area=area)
            if token.type in self.bans:
                raise Refused(cl.orders_banned, "banned", token=ident)
            if token.type in self.e.land_only and area not in self.e.board.land:
                raise Refused(cl.orders_land, "land_only", area=area, token=ident)
            used[ident] = used.get(ident, 0) + 1
            if used[ident] > token.count:
                raise Refused(cl.orders_tokens, "token_used_up", token=ident, limit=token.count)
        if self.starred(used) > self.stars:
            raise Refused(cl.orders_stars, "too_many_stars", limit=self.stars)

    def starred(self, used: dict[str, int]) -> int:
        """How many of the tokens used are starred."""
        return sum(count for ident, count in used.items() if self.e.tokens[ident].star)

    def free(self, used: dict[str, int], area: AreaId) -> list[str]:
        """The tokens that may still go to an area beside those used, sorted."""
        land = area in self.e.board.land
        stars = self.starred(used) < self.stars
        return [
            token.id
            for token in self.e.tokens.values()
            if used.get(token.id, 0) < token.count
            and (stars or not token.star)
            and token.type not in self.bans
            and (land or token.type not in self.e.land_only)
        ]

    def sampler(self, draw: Draw) -> Placed:
        """A token drawn evenly for each area, from a random one on; one area in ten stays without."""
        placed: list[tuple[AreaId, str]] = []
        used: dict[str, int] = {}
        first = draw(len(self.areas)) if self.areas else 0
        for area in self.areas[first:] + self.areas[:first]:
            tokens = self.free(used, area)
            if tokens and draw(10):
                token = tokens[draw(len(tokens))]
                used[token] = used.get(token, 0) + 1
                placed.append((area, token))
        return tuple(sorted(placed))

    def grow(self, partial: tuple[Plain, ...]) -> Completion[Placed]:
        """Order by order, in any sequence of areas; it may end after each."""
        if not fits(SHAPE, partial):
            raise Refused(self.e.clauses.orders, "malformed")
        placed = cast("Placed", partial)
        self._judge(placed)
        used: dict[str, int] = {}
        for _, token in placed:
            used[token] = used.get(token, 0) + 1
        taken = [area for area, _ in placed]
        choices = [(a, token) for a in self.areas if a not in taken for token in sorted(self.free(used, a))]
        return Completion(tuple(choices), (tuple(sorted(placed)),))


def stars(e: Edition, s: Kings, house: House) -> int:
    """How many starred orders the house may place."""
    return e.stars[s.tracks[COURT].index(house)]


def orders(e: Edition, s: Kings, house: House) -> Orders:
    """What the house may order now."""
    areas = tuple(sorted(area for area, army in s.armies.items() if army.house == house))
    return Orders(e, areas, stars(e, s, house), tuple(s.bans))


def plan(e: Edition, s: Kings) -> Rules[None]:
    """All houses place their orders in secret; all are revealed together."""
    offers = {s.seats[house]: orders(e, s, house) for house in s.seats}
    forms = {seat: offer.form() for seat, offer in offers.items() if offer.areas}
    placed = yield from ask(Together("orders", e.clauses.orders, forms))
    s.orders = {area: token for value in placed.values() for area, token in value}
    s.say("OrdersRevealed", tuple(sorted(s.orders.items())))


def raven(e: Edition, s: Kings) -> Rules[None]:
    """The holder of the Raven may swap one order he placed for one he did not use."""
    house = holder(e, s, COURT)
    if house == NOBODY:
        return
    swaps: list[tuple[AreaId, str] | None] = [None, *raven_swaps(e, s, house)]
    swap = yield from ask(One("raven", e.clauses.raven, s.seats[house], Listed.of(e.clauses.raven, swaps)))
    if swap is not None:
        area, token = swap
        s.say("RavenUsed", house, area, s.orders[area], token)
        s.orders[area] = token
        s.raven_used = True


def raven_swaps(e: Edition, s: Kings, house: House) -> list[tuple[AreaId, str]]:
    """Each area of the house with an order, and each unused token that may replace it."""
    offer = orders(e, s, house)
    used: dict[str, int] = {}
    mine = orders_of(s, house)
    for area in mine:
        used[s.orders[area]] = used.get(s.orders[area], 0) + 1
    found: list[tuple[AreaId, str]] = []
    for area in mine:
        old = s.orders[area]
        kept = {**used, old: used[old] - 1}  # its star is free again
        found += [(area, token) for token in offer.free(kept, area) if token != old]
    return found
