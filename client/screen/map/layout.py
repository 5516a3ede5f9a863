"""Where the areas of a game lie on a screen: two grids, one taller than wide and one wider than tall.

An area takes one cell of a grid or several that touch: seas are large. The first cell holds its text.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TypeAlias

from engine.core.data import build
from engine.core.errors import DataError

PACKAGE = "client.screen.map"
CODE_CELLS = 3
VOID = "..."
"""A cell of a grid that belongs to no area."""

Cell: TypeAlias = tuple[int, int]
"""Column and row in a grid, from 0 at the north-west."""
Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Grid:
    """Areas on `columns` x `rows` cells. `cells`: those of each area, the one with its text first."""

    columns: int
    rows: int
    cells: Mapping[str, tuple[Cell, ...]]

    def middle(self, area: str) -> tuple[float, float]:
        """The middle of an area, in cells."""
        cells = self.cells[area]
        return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)


@dataclass(frozen=True)
class Layout:
    """A map as it is drawn.

    Attributes:
        codes: the code of each area.
        tall: the grid for windows that are high enough.
        wide: the grid for low ones.
        borders: the neighbours of each area by the rules.
        bridges: pairs of neighbours over a river, both ways round.
    """

    codes: Mapping[str, str]
    tall: Grid
    wide: Grid
    borders: Mapping[str, Collection[str]]
    bridges: Collection[Pair]


@dataclass(frozen=True)
class _File:
    codes: Mapping[str, str]
    bridges: tuple[tuple[str, ...], ...]
    tall: tuple[str, ...]
    wide: tuple[str, ...]


def load_layout(game: str, borders: Mapping[str, Collection[str]]) -> Layout:
    """The layout of `game` for the areas that `borders` has, which are those of the edition that is played.

    Areas of the file that are not played with are left out. Raises DataError, naming the place, if an area is missing,
    a code is not its area's alone, a row has another length than the first, or the cells of an area do not touch.
    """
    return layout_from(_read(f"{game}.json"), f"{game}.json", borders)


@cache
def load_codes(game: str) -> Mapping[str, str]:
    """The codes of all areas of `game`. Raises DataError."""
    return build(_File, _read(f"{game}.json"), f"{game}.json").codes


def _read(file: str) -> object:
    try:
        return json.loads(resources.files(PACKAGE).joinpath(file).read_bytes())
    except (OSError, ValueError) as error:
        raise DataError(f"{file}: {error}") from error


def layout_from(raw: object, where: str, borders: Mapping[str, Collection[str]]) -> Layout:
    """The layout of a file's content; see `load_layout`. Raises DataError."""
    file = build(_File, raw, where)
    codes = {area: code for area, code in file.codes.items() if area in borders}
    _check_codes(file.codes, borders, where)
    bridges = _bridges(file, where)
    grids = [
        _grid(rows, file.codes, borders, f"{where}.{name}") for name, rows in (("tall", file.tall), ("wide", file.wide))
    ]
    return Layout(codes, grids[0], grids[1], borders, frozenset(bridges))


def _check_codes(codes: Mapping[str, str], borders: Iterable[str], where: str) -> None:
    for area in borders:
        if area not in codes:
            raise DataError(f"{where}.codes: {area} is missing")
    for area, code in codes.items():
        if len(code) != CODE_CELLS or not (code.isascii() and code.isalpha() and code.isupper()):
            raise DataError(f"{where}.codes: {area}: three capital letters are wanted, not {code!r}")
    twice = [code for code, times in Counter(codes.values()).items() if times > 1]
    if twice:
        raise DataError(f"{where}.codes: {', '.join(twice)} stands for more than one area")


def _bridges(file: _File, where: str) -> list[Pair]:
    pairs: list[Pair] = []
    for pair in file.bridges:
        if len(pair) != 2 or not all(area in file.codes for area in pair):
            raise DataError(f"{where}.bridges: {pair} is no pair of areas")
        pairs += [(pair[0], pair[1]), (pair[1], pair[0])]
    return pairs


def _grid(rows: tuple[str, ...], codes: Mapping[str, str], borders: Collection[str], where: str) -> Grid:
    areas = {code: area for area, code in codes.items()}
    columns = len(rows[0].split()) if rows else 0
    cells: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        words = row.split()
        if len(words) != columns:
            raise DataError(f"{where}[{y}]: {len(words)} cells where the first row has {columns}")
        for x, word in enumerate(words):
            if word == VOID:
                continue
            area = areas.get(word.upper())
            if area is None:
                raise DataError(f"{where}[{y}]: no area has the code {word}")
            if area in borders:
                # Capital letters mark the cell with the text.
                cells.setdefault(area, []).insert(0 if word.isupper() else CELLS, (x, y))
    for area in borders:
        _check_cells(area, cells.get(area, []), rows, where)
    return Grid(columns, len(rows), {area: tuple(cells[area]) for area in borders})


CELLS = 10**6


def _check_cells(area: str, cells: list[Cell], rows: tuple[str, ...], where: str) -> None:
    if not cells:
        raise DataError(f"{where}: {area} is missing")
    heads = [(x, y) for x, y in cells if rows[y].split()[x].isupper()]
    if len(heads) != 1:
        raise DataError(f"{where}: {area} wants one cell in capital letters, not {len(heads)}")
    reached = [cells[0]]
    for x, y in reached:
        reached += [
            near for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if near in cells and near not in reached
        ]
    if len(reached) != len(cells):
        raise DataError(f"{where}: the cells of {area} do not touch")
