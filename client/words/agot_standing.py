"""How a house stands, and what has changed of that."""

from client.words.agot_names import Names
from client.words.general import count
from engine.westeros.control import castle_counts
from engine.westeros.state import House, Kings


def standing(n: Names, before: Kings, now: Kings, mine: House) -> list[str]:
    """Where a house stands now and what has changed of that; then the castles of all, if those changed."""
    old, new = castle_counts(n.e, before), castle_counts(n.e, now)
    lines = []
    if mine:
        castles = f"{count(new[mine], 'castle')}{_change(old[mine], new[mine])}"
        supply = f"supply {now.supply[mine]}{_change(before.supply[mine], now.supply[mine])}"
        power = f"{now.power[mine]} power{_change(before.power[mine], now.power[mine])}"
        lines.append(f"You have {castles}, {supply} and {power}.")
    if any(old[house] != new[house] for house in new):
        told = ", ".join(f"{n.house(house)} {new[house]}{_change(old[house], new[house])}" for house in now.turn_order)
        lines.append(f"Castles: {told}.")
    return lines


def _change(old: int, new: int) -> str:
    return f" ({new - old:+})" if new != old else ""
