"""Where the closed cards of a game lie, read off its public state."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from engine.core.cards import Handle
from engine.core.match import State
from engine.core.plain import Plain, Seat

_NO_PLACES = frozenset(("step", "serial", "public", "events"))
"""Fields of every state that tell of cards without being a place where they lie."""


@dataclass(frozen=True)
class Zone:
    """Closed cards that lie together, in the order in which the state holds them: of a pile from the top.

    `field` is where in the state that is: `hands`, or `battle.cards` inside another dataclass. `key` tells apart what
    the field holds several of (a seat, a house, a place in a row), None where there is one. `seat` is set where there
    is just one for each seat.
    """

    field: str
    key: Plain
    seat: Seat | None
    handles: tuple[Handle, ...]


def zones(state: State, seats: int, fields: Collection[str] = ()) -> tuple[Zone, ...]:
    """The zones of a game with so many seats, each handle in one: where a state names it twice, the first one counts.

    Only those of `fields`, in that order and also if they are empty; without `fields` all that hold a closed card, in
    the order of the state.
    """
    found = list(_of(state, vars(state), "", seats))
    if fields:
        found = [zone for field in fields for zone in found if zone.field == field]
    taken: set[Handle] = set()
    kept: list[Zone] = []
    for zone in found:
        left = tuple(handle for handle in zone.handles if handle not in taken)
        taken.update(left)
        if left or fields:
            kept.append(Zone(zone.field, zone.key, zone.seat, left))
    return tuple(kept)


def _of(state: State, parts: dict[str, Any], within: str, seats: int) -> Iterator[Zone]:
    """The zones in the fields of a dataclass, the empty ones as well."""
    for name, value in parts.items():
        if within or name not in _NO_PLACES:
            yield from _in(state, value, Zone(within + name, None, None, ()), seats)


def _in(state: State, value: Any, zone: Zone, seats: int) -> Iterator[Zone]:
    """The zones in a value that stands where `zone` says."""
    if is_dataclass(value):
        yield from _of(state, vars(value), f"{zone.field}.", seats)
    elif isinstance(value, str):
        if _is_handle(state, value):
            yield replace(zone, handles=(value,))
    elif isinstance(value, dict | list | tuple):
        rows = list(value.items() if isinstance(value, dict) else enumerate(value))
        lying = tuple(name for name in value if _is_handle(state, name))
        if lying or not value:
            yield replace(zone, handles=lying)
        everybody = [key for key, _ in rows] == list(range(seats))
        for key, part in rows:
            if part not in lying:
                seat = key if everybody and zone.key is None else zone.seat
                name = key if zone.key is None else (zone.key, key)
                yield from _in(state, part, replace(zone, key=name, seat=seat), seats)


def _is_handle(state: State, name: object) -> bool:
    """Whether a word of the state is the handle of a deck that was made: ids of the data hold no points."""
    parts = name.split(".") if isinstance(name, str) else ()
    return len(parts) == 3 and parts[1].isdecimal() and parts[2].isdecimal() and 0 < int(parts[1]) <= state.serial
