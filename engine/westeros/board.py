"""The map: areas and borders, typed and frozen, checked when it is loaded."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from engine.core.data import build, build_all, by_id, check_count, check_links, check_symmetric
from engine.core.errors import DataError


@dataclass(frozen=True)
class Area:
    """One area of the map.

    `type` is land or sea. `castle`: 0 none, 1 city, 2 stronghold; `muster_points` are what it musters with.
    `home_of` names the house whose home area it is. `adjacent` is net of rivers: who is not listed is no neighbour.
    """

    id: str
    name: str
    name_hu: str | None
    type: str
    supply: int
    crowns: int
    castle: int
    castle_kind: str | None
    muster_points: int
    home_of: str | None
    island: bool
    neutral_garrison: int | None
    adjacent: tuple[str, ...]


@dataclass(frozen=True)
class AreaCounts:
    """How many areas of each sort the data states."""

    land: int
    sea: int
    strongholds: int
    cities: int


@dataclass(frozen=True)
class Board:
    """The whole map. All tuples of areas are sorted by id."""

    areas: dict[str, Area]

    @cached_property
    def borders(self) -> dict[str, tuple[str, ...]]:
        """All neighbours of each area."""
        return {ident: tuple(sorted(area.adjacent)) for ident, area in self.areas.items()}

    @cached_property
    def land(self) -> dict[str, Area]:
        """The land areas."""
        return {ident: area for ident, area in self.areas.items() if area.type == "land"}

    @cached_property
    def land_borders(self) -> dict[str, tuple[str, ...]]:
        """The land neighbours of each area."""
        return {ident: tuple(b for b in near if b in self.land) for ident, near in self.borders.items()}

    @cached_property
    def sea_borders(self) -> dict[str, tuple[str, ...]]:
        """The sea neighbours of each area."""
        return {ident: tuple(b for b in near if b not in self.land) for ident, near in self.borders.items()}

    @cached_property
    def castles(self) -> tuple[str, ...]:
        """The areas with a city or a stronghold."""
        return tuple(sorted(ident for ident, area in self.areas.items() if area.castle))

    @cached_property
    def homes(self) -> dict[str, str]:
        """The house at home in an area, by area."""
        return {ident: area.home_of for ident, area in self.areas.items() if area.home_of is not None}

    def reach(self, origin: str, ships: Collection[str]) -> tuple[str, ...]:
        """Where units may march or retreat from `origin`, sorted; `ships`: the seas that hold a ship of their house.

        Ships go to neighbouring seas. Land units go to neighbouring land and, over a chain of seas with own ships
        (sea transport), to every land area on its coasts.
        """
        if origin not in self.land:
            return self.sea_borders[origin]
        found = dict.fromkeys(self.land_borders[origin])
        ahead = [sea for sea in self.sea_borders[origin] if sea in ships]
        if not ahead:
            return self.land_borders[origin]
        passed = dict.fromkeys(ahead)
        while ahead:
            sea = ahead.pop()
            found.update(dict.fromkeys(self.land_borders[sea]))
            for onward in self.sea_borders[sea]:
                if onward in ships and onward not in passed:
                    passed[onward] = None
                    ahead.append(onward)
        found.pop(origin, None)
        return tuple(sorted(found))


def board_from(raw: object, where: str) -> Board:
    """The board of a map file with `areas` and their `counts`. Raises DataError if it contradicts itself."""
    if not isinstance(raw, dict):
        raise DataError(f"{where}: an object is wanted")
    areas = by_id(build_all(Area, raw.get("areas"), where), where)
    counts = build(AreaCounts, raw.get("counts"), f"{where}.counts")
    links = {ident: area.adjacent for ident, area in areas.items()}
    check_links(links, areas, where)
    check_symmetric(links, where)
    kinds = [area.type for area in areas.values()]
    check_count(kinds.count("land"), counts.land, f"{where}: land areas")
    check_count(kinds.count("sea"), counts.sea, f"{where}: sea areas")
    castles = [area.castle for area in areas.values()]
    check_count(castles.count(2), counts.strongholds, f"{where}: strongholds")
    check_count(castles.count(1), counts.cities, f"{where}: cities")
    return Board(areas)
