"""What a legal answer costs that cannot be undone: said before it is sent."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.words.agot_names import TRACKS, Names
from client.words.agot_previews_battle import fight, winnable
from client.words.agot_previews_plans import victory
from client.words.general import count, names
from engine.core.errors import Over
from engine.westeros.control import controller
from engine.westeros.forecast import after_losses, after_march, strengths
from engine.westeros.march import March
from engine.westeros.muster import Muster, cost_of, musters
from engine.westeros.power import can_gain, yields
from engine.westeros.raid import may_raid, targets
from engine.westeros.state import TRACKS as BIDDING
from engine.westeros.state import AreaId, House, Kings
from engine.westeros.support import sides_for, supporters

Caution: TypeAlias = Callable[[Names, Kings, House, Any], list[str]]
"""caution(names, position, house asked, answer): a sentence for each thing that is lost."""


def caution(n: Names, s: Kings, topic: str, house: House, value: Any) -> str:
    """The consequences in words; empty if there is none worth a question."""
    told = CAUTIONS.get(topic)
    return " ".join(told(n, s, house, value)) if told is not None else ""


# ------------------------------------------------------------ orders and raids
def _orders(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    ordered = {area for area, _ in value}
    idle = sorted(area for area, army in s.armies.items() if army.house == house and area not in ordered)
    found = [f"Without an order: {n.areas(idle)}."] if idle else []
    return found + [sentence for area, token in value for sentence in _vain(n, s, house, area, token)]


def _vain(n: Names, s: Kings, house: House, area: AreaId, token: str) -> list[str]:
    """An order that can do nothing, whatever the others order."""
    e, kind = n.e, n.e.tokens[token].type
    if kind == "raid" and not any(_foe(s, house, other) for other in may_raid(e, area)):
        return [f"The Raid in {n.area(area)} has no units of another house beside it."]
    if kind == "support" and area in e.board.land and not e.board.land_borders[area]:
        return [f"Support in {n.area(area)} can help nobody: no land borders on it."]
    if kind == "consolidate" and not can_gain(e, s, house, yields(e, area)):
        return [f"{n.token(token)} in {n.area(area)} brings nothing: your pool is empty."]
    return []


def _foe(s: Kings, house: House, area: AreaId) -> bool:
    army = s.armies.get(area)
    return army is not None and army.house in s.power and army.house != house


def _raven(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    if value is None:
        return []
    area, token = value
    if n.e.tokens[token].type == "raid" and not targets(n.e, s, house, area):
        return [f"A Raid in {n.area(area)} would find no order to remove now."]
    return _vain(n, s, house, area, token)


def _raid(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    area, chosen = value
    if not chosen and targets(n.e, s, house, area):
        return [f"The Raid in {n.area(area)} would be spent for nothing."]
    return []


# ------------------------------------------------------------ marches
def _march(n: Names, s: Kings, house: House, value: March) -> list[str]:
    origin, moves, _ = value
    if not moves:
        return [f"Nobody would move; the March order in {n.area(origin)} would be spent."]
    try:
        ahead = after_march(n.e, s, house, value)
    except Over as over:
        return [] if s.seats[house] in over.ranking[0] else [victory(n, s, house, over)]
    found = _left_behind(n, s, ahead, house, origin)
    return found + _hopeless(n, ahead, house) if ahead.battle is not None else found


def _left_behind(n: Names, s: Kings, ahead: Kings, house: House, origin: AreaId) -> list[str]:
    """An area worth having that falls to somebody else when the last unit goes."""
    area = n.e.board.areas[origin]
    heir = controller(n.e, ahead, origin)
    what = "a castle" if area.castle else "land with barrels or crowns" if area.supply or area.crowns else ""
    if heir == house or area.type != "land" or not (what or heir):
        return []
    why = "" if s.power[house] else " (you have no power token to leave)"
    whose = f"{n.house(heir)}'s again" if heir else "nobody's"
    return [f"{n.area(origin)}, {what or 'a home area'}, would be {whose}: no power token is left there{why}."]


def _hopeless(n: Names, ahead: Kings, house: House) -> list[str]:
    """An attack that fails whatever support, cards and Blade do for it."""
    e, b = n.e, fight(ahead)
    helpers = supporters(e, ahead, b)
    best = {area: house for area in helpers if house in sides_for(b, ahead.armies[area].house)}
    own, most = (strengths(e, ahead, support)[house] for support in ({}, best))
    strength = f"strength {own}" + (f" even with all support ({most})" if best else "")
    target = n.area(b.area)
    if not b.defender:
        if most >= ahead.garrisons[b.area]:
            return []
        return [
            f"The attack on {target} is hopeless: {strength} against {ahead.garrisons[b.area]}; "
            "your units would come back routed."
        ]
    if winnable(n, ahead, house, best, ahead.hands[house]):
        return []
    foe = strengths(e, ahead, best)[b.defender]
    return [
        f"The attack on {target} is hopeless: {strength} against {foe}, and no card of yours wins against any of "
        f"{n.house(b.defender)}."
    ]


# ------------------------------------------------------------ battles
def _support(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    b = fight(s)
    if value is None and house in b.sides:
        return [f"Your own units in the battle for {n.area(b.area)} would go without this support."]
    return []


def _house_card(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    support = fight(s).support
    if winnable(n, s, house, support, [value]):
        return []
    better = [card for card in s.hands[house] if winnable(n, s, house, support, [card])]
    if not better:
        return []
    return [f"{n.card(value)} loses against every card there; {names([n.card(card) for card in better])} may win."]


# ------------------------------------------------------------ power, musters, losses
def _bid(n: Names, s: Kings, house: House, value: int) -> list[str]:
    later = BIDDING[BIDDING.index(s.auction.track) + 1 :] if s.auction is not None else ()
    if not value or value < s.power[house] or not later:
        return []
    return [f"That is all your power; the bids for {names([TRACKS[track] for track in later])} are still to come."]


def _wildling_bid(n: Names, s: Kings, house: House, value: int) -> list[str]:
    need = s.attack.strength if s.attack is not None else 0
    most = value + sum(power for other, power in s.power.items() if other != house)
    if value and most < need:
        return [f"The Watch cannot hold: all bids together come to {most} at most, against {need}."]
    return []


def _muster(n: Names, s: Kings, house: House, value: Muster) -> list[str]:
    if n.e.options.muster_one_at_a_time and value:
        return []  # its turn comes again
    left = dict(musters(n.e, s, house).points)
    for castle, what, _ in value:
        left[castle] -= cost_of(n.e, what)
    unused = [f"{n.area(castle)} {count(points, 'point')}" for castle, points in left.items() if points]
    return [f"Unused points are lost: {names(unused)}."] if unused else []


def _lost(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    ahead = after_losses(s, value)
    gone = [area for area in n.e.board.castles if _controls(n, s, house, area) and not _controls(n, ahead, house, area)]
    return [f"You would lose control of {n.areas(gone)}."] if gone else []


def _controls(n: Names, s: Kings, house: House, area: AreaId) -> bool:
    return controller(n.e, s, area) == house


def _recover(n: Names, s: Kings, house: House, value: Any) -> list[str]:
    played = [n.card(card) for card in s.discards[house]]
    return [f"No card would come back, and you have played {names(played)}."] if value is None and played else []


CAUTIONS: Mapping[str, Caution] = {
    "orders": _orders,
    "raven": _raven,
    "raid": _raid,
    "march": _march,
    "support": _support,
    "house_card": _house_card,
    "bid": _bid,
    "wildling_bid": _wildling_bid,
    "muster": _muster,
    "wildling_reward": _recover,
    "wildling_losses": _lost,
    "recover_card": _recover,
}
"""Topics whose answers may cost more than they seem to."""
