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
    _check_codes(file.codes, borders, where)
    return Layout(
        {area: file.codes[area] for area in borders},
        _grid(file.tall, file.codes, borders, f"{where}.tall"),
        _grid(file.wide, file.codes, borders, f"{where}.wide"),
        borders,
        frozenset(_bridges(file, where)),
    )


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
    """Rows of codes as a grid: in capitals the cell with the text, in small letters what else belongs to the area."""
    areas = {code: area for area, code in codes.items()}
    columns = len(rows[0].split()) if rows else 0
    heads: dict[str, Cell] = {}
    others: dict[str, list[Cell]] = {}
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
            if not word.isupper():
                others.setdefault(area, []).append((x, y))
            elif area in heads:
                raise DataError(f"{where}[{y}]: {word} stands twice in capital letters")
            else:
                heads[area] = (x, y)
    for area in (*borders, *others):
        if area not in heads:
            raise DataError(f"{where}: {area} is missing, in capital letters")
    cells = {area: (heads[area], *others.get(area, ())) for area in borders}
    for area, its in cells.items():
        if not _touch(its):
            raise DataError(f"{where}: the cells of {area} do not touch")
    return Grid(columns, len(rows), cells)


def _touch(cells: tuple[Cell, ...]) -> bool:
    """Whether one can walk from the first cell to all others."""
    reached = [cells[0]]
    for x, y in reached:
        around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        reached += [cell for cell in around if cell in cells and cell not in reached]
    return len(reached) == len(cells)
