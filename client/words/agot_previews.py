"""What stands with the pieces of an answer so far, and what would stand with one more: open figures only."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.words import agot_previews_after as after
from client.words import agot_previews_battle as battle
from client.words import agot_previews_plans as plans
from client.words import agot_previews_power as power
from client.words.agot_names import Names
from engine.core.plain import Plain
from engine.westeros.state import House, Kings

Preview: TypeAlias = Callable[[Names, Kings, House, tuple[Any, ...]], list[str]]
"""preview(names, position, house asked, pieces with the one looked at): lines, the one that matters most first."""

PREVIEWS: Mapping[str, Preview] = {
    "westeros_choice": power.westeros_choice,
    "supply_losses": plans.supply_losses,
    "muster": plans.muster,
    "bid": power.bid,
    "bid_order": power.bid_order,
    "wildling_bid": power.wildling_bid,
    "wildling_highest": power.wildling_named,
    "wildling_lowest": power.wildling_named,
    "wildling_reward": after.recover_card,
    "wildling_losses": plans.wildling_losses_so_far,
    "orders": plans.place_orders,
    "raven": plans.raven,
    "raid": plans.raid,
    "march": plans.march,
    "support": battle.support,
    "refuse_support": battle.refuse_support,
    "house_card": battle.house_card,
    "footman_lost": after.footman_lost,
    "blade": battle.blade,
    "recover_card": after.recover_card,
    "remove_order": after.order_taken,
    "remove_adjacent_order": after.order_taken,
    "discard_card": after.discard_card,
    "upgrade_footman": after.upgrade_footman,
    "casualties": after.casualties,
    "retreat": after.retreat,
    "retreat_losses": after.retreat_losses,
}
"""By topic; a test asks that every topic of the rules stands here."""


def preview(n: Names, s: Kings, topic: str, house: House, pieces: tuple[Plain, ...], piece: Plain) -> list[str]:
    """The lines for the pieces, and the piece looked at after them unless it is None."""
    return PREVIEWS[topic](n, s, house, tuple(each for each in (*pieces, piece) if each is not None))


def gist(n: Names, s: Kings, topic: str, house: House, pieces: tuple[Plain, ...]) -> str:
    """The first line, whole; empty where the pieces say as much themselves."""
    if topic not in GISTS or (topic == "march" and len(pieces) < 2):
        return ""
    return next(iter(preview(n, s, topic, house, pieces, None)), "")


GISTS = ("orders", "march", "muster", "supply_losses", "wildling_losses", "bid", "wildling_bid", "house_card", "raid")
"""Topics whose first line tells more than the pieces."""


def needless(n: Names, s: Kings, topic: str) -> tuple[Any, str] | None:
    """What is answered without asking, and the sentence for it."""
    if topic == "blade" and not battle.blade_matters(n, s):
        area = n.area(battle.fight(s).area)
        return "no", f"The Valyrian Steel Blade would not turn the battle for {area}; you keep it."
    return None
