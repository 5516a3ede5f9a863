"""Product 6: where areas lie on the map, which files are refused, and how arrows go from area to area."""

import json
from collections.abc import Callable
from importlib import resources
from itertools import combinations
from statistics import mean
from typing import Any

import pytest

from client.screen.agot.scene import layout
from client.screen.canvas import Canvas
from client.screen.map.chart import Chart, Tier
from client.screen.map.layout import Grid, layout_from, load_layout
from client.screen.map.moving import DIRECTIONS
from client.screen.map.spot import Scene, Spot
from client.words.agot import AgotWords
from engine.agot.edition import edition, variants
from engine.core.errors import DataError
from tests.client.screen.maps import BOARD, CHART, LAYOUT


def raw() -> dict[str, Any]:
    file: dict[str, Any] = json.loads(resources.files("client.screen.map").joinpath("agot.json").read_bytes())
    return file


# ------------------------------------------------------------ where areas lie
@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_area_has_its_place_and_its_code_in_every_edition(players: int) -> None:
    for variant in ["", *(name for name, v in variants().items() if players in v.players)]:
        board = edition(players, (variant,) if variant else ()).board
        its = load_layout("agot", board.borders)
        assert set(its.codes) == set(its.tall.cells) == set(its.wide.cells) == set(board.areas)
        assert len(set(its.codes.values())) == len(board.areas)
        assert set(its.bridges) <= {(a, b) for a, near in board.borders.items() for b in near}


@pytest.mark.parametrize(("grid", "columns", "rows"), [(LAYOUT.tall, 6, 10), (LAYOUT.wide, 9, 6)])
def test_no_two_areas_share_a_cell(grid: Grid, columns: int, rows: int) -> None:
    assert (grid.columns, grid.rows) == (columns, rows)
    taken = [cell for cells in grid.cells.values() for cell in cells]
    assert len(set(taken)) == len(taken)
    assert all(0 <= x < columns and 0 <= y < rows for x, y in taken)


def distance(grid: Grid, a: str, b: str) -> float:
    """Steps from the nearest cell of one to the nearest of the other."""
    return min(max(abs(x - p), abs(y - q)) for x, y in grid.cells[a] for p, q in grid.cells[b])


@pytest.mark.parametrize("grid", [LAYOUT.tall, LAYOUT.wide])
def test_neighbours_lie_near_each_other(grid: Grid) -> None:
    pairs = list(combinations(sorted(BOARD.areas), 2))
    near = [distance(grid, a, b) for a, b in pairs if b in BOARD.borders[a]]
    assert mean(near) < 0.5 * mean(distance(grid, a, b) for a, b in pairs)
    assert near.count(1) >= 0.7 * len(near)


@pytest.mark.parametrize("grid", [LAYOUT.tall, LAYOUT.wide])
def test_north_is_above_and_west_is_left(grid: Grid) -> None:
    at = {area: cells[0] for area, cells in grid.cells.items()}
    down = ["castle_black", "moat_cailin", "riverrun", "stoney_sept", "highgarden"]
    assert [at[area][1] for area in down] == sorted(at[area][1] for area in down)
    right = [("pyke", "seagard"), ("seagard", "twins"), ("lannisport", "kings_landing"), ("riverrun", "eyrie")]
    assert all(at[west][0] < at[east][0] for west, east in right)
    assert at["sunspear"][1] == grid.rows - 1
    assert at["castle_black"][1] == 0


def test_the_bridges_are_those_of_the_board() -> None:
    board = json.loads(resources.files("engine.agot").joinpath("data/areas.json").read_bytes())
    pairs = {tuple(pair) for pair in board["bridges"]}
    assert set(LAYOUT.bridges) == pairs | {(b, a) for a, b in pairs}


def broken(change: Callable[[dict[str, Any]], None]) -> str:
    file = raw()
    change(file)
    with pytest.raises(DataError) as caught:
        layout_from(file, "map.json", BOARD.borders)
    return str(caught.value)


def row(name: str, number: int, old: str, new: str) -> Callable[[dict[str, Any]], None]:
    def change(file: dict[str, Any]) -> None:
        assert old in file[name][number]
        file[name][number] = file[name][number].replace(old, new)

    return change


def test_a_wrong_file_names_the_place() -> None:
    assert broken(lambda file: file["codes"].pop("pyke")) == "map.json.codes: pyke is missing"
    assert "'pyk'" in broken(lambda file: file["codes"].update(pyke="pyk"))
    assert broken(lambda file: file["codes"].update(pyke="WIN")) == "map.json.codes: WIN stands for more than one area"
    assert broken(row("tall", 3, "PYK", "...")) == "map.json.tall: pyke is missing, in capital letters"
    assert broken(row("tall", 3, "PYK", "QQQ")) == "map.json.tall[3]: no area has the code QQQ"
    assert broken(row("tall", 3, "PYK ", "")) == "map.json.tall[3]: 5 cells where the first row has 6"
    assert broken(row("wide", 2, "PYK", "WIN")) == "map.json.wide[2]: WIN stands twice in capital letters"
    assert broken(row("wide", 5, "ARB", "shv")) == "map.json.wide: arbor is missing, in capital letters"
    assert broken(row("wide", 5, "SUM", "pyk")) == "map.json.wide: summer_sea is missing, in capital letters"
    assert "no pair" in broken(lambda file: file["bridges"].append(["pyke"]))
    assert "wide is missing" in broken(lambda file: file.pop("wide"))
    with pytest.raises(DataError, match=r"nowhere\.json"):
        load_layout("nowhere", BOARD.borders)


def test_the_cells_of_an_area_touch() -> None:
    def apart(file: dict[str, Any]) -> None:
        file["tall"][9] = file["tall"][9].replace("sun", "shv")

    assert broken(apart) == "map.json.tall: the cells of shivering_sea do not touch"


# ------------------------------------------------------------ moving
@pytest.mark.parametrize("tier", [CHART.tiers[0], CHART.tiers[1], None])
def test_every_area_is_reached_from_every_other_by_arrows(tier: Tier | None) -> None:
    for start in BOARD.areas:
        reached = [start]
        for area in reached:
            reached += [to for way in DIRECTIONS if (to := CHART.step(area, way, tier)) not in reached]
        assert set(reached) == set(BOARD.areas)


@pytest.mark.parametrize("tier", CHART.tiers[:2])
def test_an_arrow_goes_that_way(tier: Tier) -> None:
    cells = tier.grid.cells
    for area in BOARD.areas:
        for way, (dx, dy) in DIRECTIONS.items():
            to = CHART.step(area, way, tier)
            if to != area:
                assert any((bx - ax) * dx + (by - ay) * dy > 0 for ax, ay in cells[area] for bx, by in cells[to])
            else:
                edge = [(x * dx + y * dy) for x, y in cells[area]]
                assert max(edge) == max(x * dx + y * dy for its in cells.values() for x, y in its)


def test_arrows_follow_borders_where_they_can() -> None:
    steps = {
        ("winterfell", "up"): "castle_black",
        ("winterfell", "right"): "white_harbor",
        ("seagard", "right"): "twins",
        ("mountains_of_the_moon", "down"): "crackclaw_point",
        ("lannisport", "left"): "golden_sound",
        ("widows_watch", "down"): "narrow_sea",
        ("kings_landing", "right"): "blackwater_bay",
        ("sunspear", "left"): "summer_sea",
        ("castle_black", "up"): "castle_black",
    }
    assert {step: CHART.step(*step) for step in steps} == steps
    with pytest.raises(KeyError):
        CHART.step("pyke", "north")


def test_tab_goes_through_areas_as_one_reads() -> None:
    areas = ["sunspear", "pyke", "winterfell", "karhold"]
    order = ["karhold", "winterfell", "pyke", "sunspear"]
    here: str | None = None
    forth = [here := CHART.next_of(areas, here) for _ in range(5)]
    assert forth == [*order, "karhold"]
    back = [here := CHART.next_of(areas, here, back=True) for _ in range(4)]
    assert back == order[::-1]
    assert CHART.next_of(areas, "moat_cailin") == "pyke"
    assert CHART.next_of(areas, "moat_cailin", back=True) == "winterfell"
    assert CHART.next_of([], "pyke") is None
    assert CHART.next_of(["pyke"], "pyke") == "pyke"


def test_a_layout_follows_the_variant_that_is_played() -> None:
    board = edition(4, ("no_greyjoy_no_pyke",)).board
    chart = Chart(layout(AgotWords(edition(4, ("no_greyjoy_no_pyke",)), ["a", "b", "c", "d"])))
    assert "pyke" not in chart.layout.tall.cells
    its: Scene = {area: Spot(chart.layout.codes[area], a.name, "") for area, a in board.areas.items()}
    canvas = Canvas(80, 32)
    chart.draw(canvas, its, "ironmans_bay")
    assert "Ironman's" in canvas.text
    assert "Pyke" not in canvas.text
