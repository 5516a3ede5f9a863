"""Supply: what armies a house may have, and what it loses when the count falls."""

from collections.abc import Iterable
from operator import le

from engine.core.questions import One, Rules, ask
from engine.westeros.control import icons
from engine.westeros.edition import Edition
from engine.westeros.losses import Losses, Lost, standing
from engine.westeros.state import AreaId, House, Kings, remove


def limits(e: Edition, s: Kings, house: House) -> tuple[int, ...]:
    """The largest armies the house may have now, largest first."""
    return e.supply_limits[s.supply[house]]


def sizes(s: Kings, house: House) -> dict[AreaId, int]:
    """Figures per area with units of the house; a lone unit counts as 1."""
    return {area: army.size() for area, army in s.armies.items() if army.house == house}


def armies_of(groups: Iterable[int]) -> tuple[int, ...]:
    """The groups of two or more, largest first."""
    return tuple(sorted([n for n in groups if n > 1], reverse=True))


def fits(row: tuple[int, ...], groups: Iterable[int]) -> bool:
    """Whether the groups of two or more are no more and no larger than the row allows."""
    armies = armies_of(groups)
    return len(armies) <= len(row) and all(map(le, armies, row))


def surplus(row: tuple[int, ...], groups: Iterable[int]) -> int:
    """The fewest units that must go until the groups fit."""
    armies = armies_of(groups)
    room = (*row, *[1] * len(armies))
    return sum([n - limit for n, limit in zip(armies, room, strict=False) if n > limit])


def count_supply(e: Edition, s: Kings) -> Rules[None]:
    """Every house counts its supply icons; then those with too large armies lose units.

    A lone unit needs no supply, so no area is emptied and none changes hands.
    """
    for house in s.turn_order:
        s.supply[house] = min(icons(e, s, house)[0], len(e.supply_limits) - 1)
        s.say("SupplyCounted", house, s.supply[house])
    for house in s.turn_order:
        owed = surplus(limits(e, s, house), sizes(s, house).values())
        if owed:
            form = supply_losses(e, s, house, owed).form()
            lost = yield from ask(One("supply_losses", e.clauses.supply_losses, s.seats[house], form))
            lose(s, house, lost, "supply")


def supply_losses(e: Edition, s: Kings, house: House, owed: int) -> Losses:
    """What a house may give up for its armies to fit: any `owed` units that make them fit."""
    row = limits(e, s, house)
    before = sizes(s, house)

    def left(lost: Lost) -> int:
        after = dict(before)
        for area, _ in lost:
            after[area] -= 1
        return surplus(row, after.values())

    return Losses(
        e.clauses.supply_losses,
        owed,
        standing(s, house),
        e.loss_order,
        leads=lambda lost: left(lost) == owed - len(lost),
        enough=lambda lost: len(lost) == owed and left(lost) == 0,
    )


def lose(s: Kings, house: House, lost: Lost, cause: str) -> None:
    """Take the named units off the map."""
    for area, unit in lost:
        remove(s, area, unit)
    s.say("UnitsLost", house, lost, cause)
