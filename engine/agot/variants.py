"""The options of the game: what each changes in the data of an edition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import combinations

from engine.core.data import build_all, by_id, check_links
from engine.core.errors import DataError, Refused
from engine.westeros.board import Area, Board
from engine.westeros.edition import Edition, HouseSheet, Options, StartUnits

CITY = 1
"""The size of a city; also its muster points."""


@dataclass(frozen=True)
class Swap:
    """Two houses that change places on a track at the start."""

    track: str
    houses: tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """Figures that a house has more, or with a negative `count` fewer, in an area at the start."""

    house: str
    area: str
    unit: str
    count: int


@dataclass(frozen=True)
class Variant:
    """An option of the game, for tables of the sizes `players`; it contradicts those it `excludes`.

    `first`: an absent house that keeps place 1 of a track. `no_figures_of`: houses without start units. `off_map`:
    areas that are not played with. `no_border`: pairs of areas that are no neighbours. `cities`: areas whose stronghold
    is a city. `garrisons`: neutral forces. The last five are those of `Options`.
    """

    id: str
    players: tuple[int, ...]
    title: str
    effect: str
    excludes: tuple[str, ...] = ()
    swap: Swap | None = None
    first: Mapping[str, str] = field(default_factory=dict)
    units: tuple[Change, ...] = ()
    start_supply: Mapping[str, int] = field(default_factory=dict)
    no_figures_of: tuple[str, ...] = ()
    off_map: tuple[str, ...] = ()
    no_border: tuple[tuple[str, ...], ...] = ()
    cities: tuple[str, ...] = ()
    garrisons: Mapping[str, int] = field(default_factory=dict)
    late_prizes: tuple[str, ...] = ()
    early_ties_to_defender: bool = False
    peaceful_rounds: int = 0
    forces_play_cards: bool = False
    muster_one_at_a_time: bool = False


def variants_from(raw: object, where: str) -> dict[str, Variant]:
    """The options of a data file. Raises DataError for a word that changes nothing, or an option unknown."""
    if not isinstance(raw, list):
        raise DataError(f"{where}: an array is wanted")
    known = [spec.name for spec in fields(Variant)]
    for item in raw:
        if unknown := [key for key in item if key not in known]:
            raise DataError(f"{where}: {item.get('id')} has {unknown[0]}, which is nothing")
    table = by_id(build_all(Variant, raw, where), where)
    check_links({variant.id: variant.excludes for variant in table.values()}, table, where)
    return table


def check_together(table: Mapping[str, Variant], chosen: Iterable[str]) -> None:
    """Raises Refused, naming both, if two of the options chosen contradict each other (W13.1)."""
    for one, other in combinations(sorted(chosen), 2):
        if other in table[one].excludes or one in table[other].excludes:
            raise Refused("W13.1", "contradicts_another", name=one, other=other)


def varied(e: Edition, v: Variant) -> Edition:
    """The edition with an option switched on."""
    return replace(
        e,
        board=_board(e.board, v),
        houses={house: _sheet(sheet, v) for house, sheet in e.houses.items()},
        start_tracks={track: _places(track, places, v) for track, places in e.start_tracks.items()},
        garrisons={**e.garrisons, **v.garrisons},
        options=_options(e.options, v),
    )


def _board(board: Board, v: Variant) -> Board:
    return Board({ident: _area(area, v) for ident, area in board.areas.items() if ident not in v.off_map})


def _area(area: Area, v: Variant) -> Area:
    gone = [*v.off_map, *(b for pair in v.no_border if area.id in pair for b in pair)]
    area = replace(area, adjacent=tuple(b for b in area.adjacent if b not in gone))
    if area.id in v.cities:
        area = replace(area, castle=CITY, castle_kind="city", muster_points=CITY)
    return area


def _sheet(sheet: HouseSheet, v: Variant) -> HouseSheet:
    there = {(units.area, units.unit): units.count for units in sheet.start_units if sheet.id not in v.no_figures_of}
    for change in v.units:
        if change.house == sheet.id:
            there[change.area, change.unit] = there.get((change.area, change.unit), 0) + change.count
    units = tuple(StartUnits(area, unit, count) for (area, unit), count in there.items() if count)
    return replace(sheet, start_units=units, start_supply=v.start_supply.get(sheet.id, sheet.start_supply))


def _places(track: str, places: tuple[str, ...], v: Variant) -> tuple[str, ...]:
    if v.swap is not None and v.swap.track == track:
        one, other = v.swap.houses
        places = tuple({one: other, other: one}.get(house, house) for house in places)
    return (v.first[track], *places) if track in v.first else places


def _options(o: Options, v: Variant) -> Options:
    return Options(
        late_prizes=tuple(dict.fromkeys(o.late_prizes + v.late_prizes)),
        early_ties_to_defender=o.early_ties_to_defender or v.early_ties_to_defender,
        peaceful_rounds=max(o.peaceful_rounds, v.peaceful_rounds),
        forces_play_cards=o.forces_play_cards or v.forces_play_cards,
        muster_one_at_a_time=o.muster_one_at_a_time or v.muster_one_at_a_time,
    )
