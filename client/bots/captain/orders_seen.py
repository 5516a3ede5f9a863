"""Orders that lie open: raids, the Raven, support, and texts that take an order away."""

from client.bots.captain import weights as w
from client.bots.captain.bids import danger
from client.bots.captain.judge import Judge
from client.bots.captain.lots import Lots
from engine.westeros.raid import Raid
from engine.westeros.state import AreaId, House


def removal(judge: Judge, area: AreaId) -> float:
    """What it is worth that the order in an area goes; below 0 for our own."""
    p = judge.position
    army = p.s.armies[area]
    kind, token = p.order_kind(area), p.e.tokens[p.s.orders[area]]
    strength = p.strength(army.standing)
    ours = [near for near in p.near(area) if near in p.s.armies and p.s.armies[near].house == p.me]
    if kind == "support":
        worth = w.RAID_SUPPORT * (strength + token.modifier) * (1.0 if ours else w.ORDER_AFAR)
    elif kind == "raid":
        worth = w.RAID_RAID * (1.0 if ours else w.ORDER_AFAR)
    elif kind == "consolidate":
        worth = w.RAID_POWER * (1 + p.e.board.areas[area].crowns) / 2
    elif kind == "march":
        worth = w.MARCH_STRENGTH * strength * (1.0 if ours else w.ORDER_AFAR)
    else:
        worth = w.DEFENSE_STRENGTH * strength
    if army.house == p.me:
        return -worth - 1.0
    mean = sum(p.castles[house] for house in p.s.seats) / len(p.s.seats)
    return worth + w.RAID_LEADER * max(0.0, p.castles[army.house] - mean)


def raids(judge: Judge, offers: tuple[Raid, ...], lots: Lots) -> list[Raid]:
    """Ways to raid, the one to carry out first; the fuller raid among equals."""
    p = judge.position

    def worth(offer: Raid) -> float:
        area, targets = offer
        gained = sum(removal(judge, target) for target in targets)
        gained += sum(p.order_kind(target) == "consolidate" for target in targets)
        return gained - 0.01 * p.strength(p.s.armies[area].standing)

    return lots.ranked([(worth(offer), offer) for offer in sorted(offers)], w.RAID_CLOSE)


def take_order(judge: Judge, areas: tuple[AreaId | None, ...]) -> list[AreaId | None]:
    """An order to remove by a card, or None where all are our own."""
    worth = {area: removal(judge, area) if area is not None else 0.0 for area in areas}
    return sorted(areas, key=lambda area: -worth[area])


def supported(judge: Judge, sides: tuple[House | None, ...]) -> list[House | None]:
    """Whom to support: ourselves; between rivals the less dangerous one, when one of them is dangerous."""
    p = judge.position
    if p.me in sides:
        return [p.me]
    houses = sorted((house for house in sides if house is not None), key=lambda house: danger(p, house))
    if len(houses) < 2 or p.castles[houses[0]] == p.castles[houses[-1]]:
        return [None]
    return [houses[0]]
