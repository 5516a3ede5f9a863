"""The map of the full screen (product 6): where areas lie, what they show, how a cursor moves."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from itertools import combinations
from statistics import mean
from typing import Any

import pytest

from client.play.cells import width_of
from client.screen.agot.scene import layout, regions, scene, side
from client.screen.canvas import ASCII, UNICODE, Canvas, Glyphs
from client.screen.map import cells, lettering
from client.screen.map.chart import Chart, Style, Tier
from client.screen.map.layout import Grid, layout_from, load_layout
from client.screen.map.moving import DIRECTIONS
from client.screen.map.spot import HIDDEN, Scene, Spot
from client.screen.theme import side as side_style
from client.words.agot import AgotWords
from client.words.agot_board import CASTLES
from engine.agot.edition import edition, variants
from engine.core.errors import DataError
from engine.core.match import Match
from engine.registry import game
from tests.client.desk import Desk
from tests.client.screen.kept import picture

BOARD = edition(5).board
LAYOUT = load_layout("agot", BOARD.borders)
CHART = Chart(LAYOUT)
TIERS = (*CHART.tiers, Tier(Style.LIST, LAYOUT.tall))
STARK = 0


def raw() -> dict[str, Any]:
    file: dict[str, Any] = json.loads(resources.files("client.screen.map").joinpath("agot.json").read_bytes())
    return file


def desk(topic: str = "orders", seed: int = 1) -> Desk:
    desk = Desk(seed=seed)
    desk.to(topic)
    return desk


def words(desk: Desk) -> AgotWords:
    assert isinstance(desk.mode.words, AgotWords)
    return desk.mode.words


def seen(desk: Desk, *args: Any) -> Scene:
    return scene(words(desk), desk.mode.match, STARK, *args)


def draw(width: int, height: int, scene: Scene, cursor: str | None = None, tier: Tier | None = None) -> Canvas:
    canvas = Canvas(width, height)
    CHART.draw(canvas, scene, cursor, tier)
    return canvas


def cell(canvas: Canvas, tier: Tier, area: str) -> list[str]:
    """The lines of an area on a canvas of just the size that the tier needs; they begin with its sign."""
    if tier.style is Style.LIST:
        return [line for line in canvas.text.splitlines() if line[1:4] == LAYOUT.codes[area]]
    across, down = tier.style.value
    x, y = tier.grid.cells[area][0]
    end = x + 1
    while tier.style is Style.BLOCK and (end, y) in tier.grid.cells[area]:
        end += 1
    above = 1 if tier.style is Style.BLOCK else 0
    return ["".join(line[x * across : end * across]) for line in canvas.chars[y * down + above : (y + 1) * down]]


def whole(tier: Tier, scene: Scene, cursor: str | None = None) -> Canvas:
    width, height = tier.least if tier.style is not Style.LIST else (60, 60)
    return draw(width, height, scene, cursor, tier)


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


# ------------------------------------------------------------ what areas show
def test_the_scene_at_the_start() -> None:
    its = seen(desk())
    assert set(its) == set(BOARD.areas)
    win, pyke, eyrie = its["winterfell"], its["pyke"], its["eyrie"]
    assert (win.code, win.castle, win.supply, win.crowns, win.units, win.mine) == ("WIN", 2, 1, 1, "K1F1", True)
    assert (pyke.letter, pyke.units, pyke.mine) == ("G", "K1F1", False)
    assert (eyrie.garrison, eyrie.letter, eyrie.owner) == (6, "", None)
    assert its["sunset_sea"].kind == "sea"


def test_orders_of_others_are_hidden_while_they_are_written() -> None:
    its = seen(desk())
    assert its["pyke"].order == HIDDEN
    assert its["winterfell"].order == its["eyrie"].order == its["seagard"].order == ""
    later = desk("march")
    shown = {area: spot.order for area, spot in seen(later).items() if spot.order}
    assert set(shown) == set(later.mode.match.state.orders)
    assert HIDDEN not in shown.values()


def test_what_can_be_done_is_marked() -> None:
    its = seen(desk(), ["winterfell", "karhold"], ["white_harbor"], {"white_harbor": "-F"})
    assert [area for area, spot in its.items() if spot.legal] == ["karhold", "winterfell"]
    assert [area for area, spot in its.items() if spot.act] == ["winterfell"]
    assert [area for area, spot in its.items() if spot.chosen] == ["white_harbor"]
    assert its["white_harbor"].overlay == "-F"


def test_a_spectator_and_a_table_without_houses_see_the_map() -> None:
    match = Match.start(game("agot"), 5, {})
    its = scene(AgotWords(edition(5), [f"name {i}" for i in range(5)]), match, -1)
    assert set(its) == set(BOARD.areas)
    assert not any(spot.mine for spot in its.values())


def test_a_house_keeps_its_colour_however_many_play() -> None:
    assert len({side(edition(5), house) for house in edition(5).houses}) == len(edition(5).houses)
    for players in (3, 4, 5):
        e = edition(players)
        assert [side(e, house) for house in e.playing] == [side(edition(5), house) for house in e.playing]


def test_signs_of_castles_are_those_of_line_mode() -> None:
    assert dict(enumerate(lettering.CASTLES)) == CASTLES


def test_the_list_goes_by_regions() -> None:
    assert list(seen(desk())) == [area for areas in regions(edition(5)).values() for area in areas]


@pytest.mark.parametrize(
    ("name", "cells", "short"),
    [
        ("Winterfell", 10, "Winterfell"),
        ("Winterfell", 8, "Winterf~"),
        ("White Harbor", 11, "White H."),
        ("White Harbor", 7, "White"),
        ("Mountains of the Moon", 19, "Mountains of the M."),
        ("Mountains of the Moon", 12, "Mountains"),
        ("Sea of Dorne", 9, "Sea of D."),
        ("Sea of Dorne", 8, "Sea"),
        ("", 4, ""),
    ],
)
def test_names_become_short(name: str, cells: int, short: str) -> None:
    assert lettering.brief(name, cells) == short


def test_no_name_is_longer_than_its_room() -> None:
    for area in BOARD.areas.values():
        for name in filter(None, (area.name, area.name_hu)):
            assert all(width_of(lettering.brief(name, cells)) <= cells for cells in range(1, 30))


# ------------------------------------------------------------ drawing
@pytest.mark.parametrize(("width", "height"), [(80, 32), (80, 12), (40, 12), (120, 20), (80, 10)])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_pictures_of_the_start(width: int, height: int, glyphs: Glyphs) -> None:
    canvas = Canvas(width, height, glyphs)
    its = seen(desk(), ["winterfell", "karhold", "moat_cailin"], ["white_harbor"], {"white_harbor": "-F"})
    CHART.draw(canvas, its, "winterfell")
    if glyphs is ASCII:
        assert canvas.text.isascii()
    picture(f"map-{width}x{height}{'-ascii' if glyphs is ASCII else ''}", canvas.text)


def test_the_window_chooses_how_the_map_is_drawn() -> None:
    sizes = [(80, 32), (120, 20), (60, 21), (80, 12), (80, 10), (120, 6), (40, 12)]
    chosen = [CHART.tier(*size) for size in sizes]
    assert chosen == list(TIERS)
    assert CHART.lines(80, 35) == 31
    assert CHART.lines(80, 13) == 12
    assert CHART.lines(40, 12) == 12


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("topic", "seed"), [("orders", 1), ("march", 1), ("march", 5), ("retreat", 3)])
def test_owner_units_and_order_can_be_read_without_colour(tier: Tier, topic: str, seed: int) -> None:
    """Product 6: a grammar of cells that survives without colour."""
    its = seen(desk(topic, seed))
    assert any(spot.units for spot in its.values())
    canvas = whole(tier, its)
    for area, spot in its.items():
        text = "\n".join(cell(canvas, tier, area))
        assert spot.code in text or spot.name.split()[0][:9] in text
        who, force = lettering.holder(spot), lettering.force(spot)
        short = who + (spot.units.replace("1", "") or force)
        assert f"{who} {force}".strip() in " ".join(text.split()) or who + force in text or short in text
        assert lettering.yields(spot) in text or tier.style is not Style.TWO_LINES, "it stands in frames, or nowhere"
        assert spot.order in text
        assert lettering.castle(spot, UNICODE) in text


@pytest.mark.parametrize("tier", TIERS)
def test_marks_can_be_read_without_colour(tier: Tier) -> None:
    its = seen(desk("march"), ["winterfell", "karhold"], ["white_harbor"], {"white_harbor": "-F", "karhold": "+K1F1"})
    canvas = whole(tier, its, "winterfell")
    marks = {"winterfell": "!", "karhold": "»", "white_harbor": "@", "castle_black": "·"}
    assert {area: cell(canvas, tier, area)[0][0] for area in marks} == marks
    assert cell(canvas, tier, "reach")[0][0] in " │"
    assert "-F" in "".join(cell(canvas, tier, "white_harbor"))
    assert "+K1F1" in "".join(cell(canvas, tier, "karhold"))


@pytest.mark.parametrize("tier", TIERS)
def test_the_cursor_can_be_seen_without_colour(tier: Tier) -> None:
    its = seen(desk("march"))
    without = whole(tier, its)
    for area in its:
        canvas = whole(tier, its, area)
        beside = [cell(canvas, tier, other)[0][0] for other in BOARD.borders[area]]
        assert set(beside) == {"·"} or tier.style is Style.LIST
        assert any(sign in "".join(cell(canvas, tier, area)) for sign in "[<")
    assert not set(without.text) & set("[]<")


@pytest.mark.parametrize("tier", TIERS)
def test_a_battle_shows_its_place_and_who_has_come_from_where(tier: Tier) -> None:
    """The attackers stand nowhere on the map of the rules while a battle is fought (W6.1)."""
    fight = desk("house_card", 0)
    battle = fight.mode.match.state.battle
    battle.support = {"white_harbor": "stark", "moat_cailin": "", "widows_watch": "baratheon"}
    battle.refused = ["karhold"]
    its = seen(fight)
    where = [area for area, spot in its.items() if spot.battle]
    assert (where, battle.origin) == ([battle.area], "shivering_sea")
    canvas = whole(tier, its)
    shown = {area: "\n".join(cell(canvas, tier, area)) for area in its}
    assert shown[battle.area][0] == "X"
    assert its[battle.area].part == "SS1"
    assert "S1" in shown[battle.area].replace(its[battle.area].units, "", 1)
    assert ">" in shown["shivering_sea"]
    assert ">S" in shown["white_harbor"]
    assert ">B" in shown["widows_watch"]
    assert "x" in shown["karhold"]
    assert ">" not in shown["moat_cailin"]
    assert not any(spot.battle or spot.part for spot in seen(desk("march")).values())


def test_attackers_for_whom_there_is_no_room_are_counted() -> None:
    spot = Spot("PYK", "Pyke", "", part="LK1F2", part_side=3)
    assert [lettering.change(spot, cells).text for cells in (5, 4, 0)] == ["LK1F2", "L3", "L3"]
    assert lettering.change(replace(spot, part=">L"), 0).text == ">L"
    assert lettering.change(replace(spot, overlay="-F"), 5).text == "-F"
    small = Canvas(8, 2)
    cells.two_lines(small, 0, 0, 8, 2, replace(spot, units="K1F1", letter="G", order="D+1"), False)
    assert small.text.splitlines() == [" PYK D+1", " GKF  L3"]


def test_the_legend_of_a_kept_game_has_no_signs_of_questions() -> None:
    now, kept = (lettering.legend(UNICODE, kept) for kept in (False, True))
    assert "you may choose it" in now
    assert "yours to act" in now
    assert "you" not in kept
    assert "@ has just changed" in kept
    for sign in ("# ", "* ", "b ", "c ", "+ ", "(5) ", "?? ", "≈ ", "= ", "X ", "K F S "):
        assert f" {sign}" in now
        assert f" {sign}" in kept


@pytest.mark.parametrize("tier", TIERS)
def test_colours_say_who_owns_and_what_is_legal(tier: Tier) -> None:
    its = seen(desk("march"), ["winterfell"])
    styles = {style for line in whole(tier, its, "pyke").styles for style in line}
    for spot in its.values():
        if spot.owner is not None:
            assert any(side_style(spot.owner) in style.split() for style in styles)
    assert {"legal", "cursor", "sea"} <= {name for style in styles for name in style.split()}
    mine = side_style(side(edition(5), "stark"))
    assert f"{mine} strong" in styles
    assert mine not in styles


def test_the_line_between_two_areas_tells_whether_it_can_be_crossed() -> None:
    """Product 6: rivers and bridges are drawn."""
    tier = CHART.tiers[0]
    across, down = tier.style.value
    canvas = whole(tier, seen(desk()))
    at = {place: area for area, cells in tier.grid.cells.items() for place in cells}
    for (x, y), area in at.items():
        east, south = at.get((x + 1, y)), at.get((x, y + 1))
        if east is not None:
            crossed(area, east, "".join(canvas.chars[y * down + 1 + i][(x + 1) * across] for i in range(down - 1)))
        if south is not None:
            crossed(area, south, "".join(canvas.chars[(y + 1) * down][x * across + 1 : (x + 1) * across]))


def crossed(one: str, other: str, line: str) -> None:
    if one == other:
        assert not set(line) & set("─│=≈")
    elif (one, other) in LAYOUT.bridges:
        assert "=" in line
    elif other in BOARD.borders[one]:
        assert not set(line) & set("=≈")
        assert set(line) & set("─│·:")
    else:
        assert "≈" in line
        assert "=" not in line


def test_no_size_fails_and_nothing_leaves_the_canvas() -> None:
    its = seen(desk("march"), ["winterfell"], ["pyke"], {"pyke": "+K2F1"})
    for width in [*range(1, 20), *range(20, 201, 9)]:
        for height in [1, 2, 3, *range(5, 61, 5)]:
            canvas = draw(width, height, its, "sunspear")
            assert [len(line) for line in canvas.chars] == [width] * height
    for tier in TIERS:
        for size in [(1, 1), (5, 3), (30, 9), (200, 60)]:
            draw(*size, its, None, tier)


@pytest.mark.parametrize("tier", TIERS)
def test_the_largest_armies_stay_in_their_areas(tier: Tier) -> None:
    its = {
        area: replace(spot, units="K2F2k1f1", letter="S", owner=0, token=True, order="D+2")
        for area, spot in seen(desk()).items()
    }
    canvas = whole(tier, its)
    for area in its:
        lines = cell(canvas, tier, area)
        assert all(line[0] in " │≈=:" for line in lines)
        assert "D+2" in "".join(lines)
        assert re.search(r"S\+ ?(K2F2k1f1|K2F2kf|K2[^ ]*~)", "".join(lines))
    assert lettering.owner_and_force(its["pyke"], 8) == "S+K2F2kf"


def test_a_canvas_that_is_a_part_of_another_keeps_to_it() -> None:
    around = Canvas(100, 40)
    around.fill("", "x")
    its = seen(desk())
    for tier in TIERS:
        for cursor in ("castle_black", "sunspear"):
            CHART.draw(around.sub(10, 5, 60, 20), its, cursor, tier)
    for y, line in enumerate(around.chars):
        outside = line[:10] + line[70:] if 5 <= y < 25 else line
        assert set(outside) == {"x"}


@pytest.mark.parametrize("tier", TIERS)
def test_a_map_that_is_too_large_is_scrolled_to_the_cursor(tier: Tier) -> None:
    its = seen(desk())
    for area, spot in its.items():
        canvas = draw(30, 7, its, area, tier)
        seen_cells = [
            char
            for line, styles in zip(canvas.chars, canvas.styles, strict=True)
            for char, style in zip(line, styles, strict=True)
            if "cursor" in style.split()
        ]
        text = "".join(seen_cells)
        assert spot.code in text or spot.name.split()[0][:6] in text


def test_a_scene_with_hidden_orders_and_neutral_forces_in_any_language() -> None:
    desk = Desk(language="hu")
    desk.to("orders")
    its = seen(desk)
    assert its["lannisport"].name == "Lannister-rév"
    canvas = draw(80, 32, its)
    assert "Lannister" in canvas.text
    assert canvas.text.count(HIDDEN) == sum(spot.order == HIDDEN for spot in its.values())


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


@pytest.mark.parametrize("tier", [tier for tier in TIERS if tier.style is Style.BLOCK], ids=["tall", "wide"])
def test_a_map_drawn_before_is_drawn_as_a_new_one(tier: Tier) -> None:
    """What a chart keeps of its last drawings is not seen: other cursors, other scenes, other sizes between."""
    at = desk()
    scenes = [seen(at), seen(at, ("winterfell",), ("winterfell",), {"winterfell": "1"}), seen(desk("march"))]
    kept = Chart(LAYOUT)
    for cursor in (None, "winterfell", "the_narrow_sea", *list(LAYOUT.borders)[::7]):
        for one in scenes:
            for size in (tier.least, (tier.least[0] + 40, tier.least[1] + 15)):
                old, new = Canvas(*size), Canvas(*size)
                kept.draw(old, one, cursor, tier)
                Chart(LAYOUT).draw(new, one, cursor, tier)
                assert (old.chars, old.styles) == (new.chars, new.styles)
