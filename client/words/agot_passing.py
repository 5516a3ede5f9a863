"""Steps that a house may leave out: the rules say nothing of it then, so that a sentence of our own does."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from client.words.agot_names import Names
from client.words.agot_previews_battle import fight
from engine.westeros.state import House, Kings

Telling: TypeAlias = Callable[[Names, Kings, House], str]
"""telling(names, position, house asked): what it leaves, without clause and full stop."""


def _support(n: Names, s: Kings, house: House) -> str:
    return f"{n.house(house)}'s {n.area(fight(s).asked)} supports nobody"


def _text(n: Names, s: Kings, house: House) -> str:
    return f"{n.house(house)} does not use the text of {n.card(fight(s).sides[house].card)}"


PASSINGS: Mapping[str, tuple[Any, Telling]] = {
    "raven": (None, lambda n, s, house: f"{n.house(house)} keeps its orders; the Raven is not used"),
    "support": (None, _support),
    "refuse_support": ((), lambda n, s, house: f"{n.house(house)} declines no support"),
    "blade": ("no", lambda n, s, house: f"{n.house(house)} does not use the Valyrian Steel Blade"),
    "wildling_reward": (None, lambda n, s, house: f"{n.house(house)} takes no card back into its hand"),
    "recover_card": (None, _text),
    "remove_order": (None, _text),
    "remove_adjacent_order": (None, _text),
    "discard_card": (None, _text),
    "upgrade_footman": (None, _text),
}
"""By topic the answer of which no event comes, and what is told; a test asks that every other answer has its event."""


def passing(n: Names, s: Kings, topic: str, clause: str, house: House) -> tuple[Any, str] | None:
    """The answer that leaves all as it is, and the sentence for it; None for a step that always shows."""
    if topic not in PASSINGS:
        return None
    value, telling = PASSINGS[topic]
    return value, f"{telling(n, s, house)} ({clause})."
