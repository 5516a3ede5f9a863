"""Product 6: the map drawn at every size: readable without colour, and never outside its canvas."""

import re
from dataclasses import replace

import pytest

from client.play.cells import width_of
from client.screen.agot.scene import side
from client.screen.canvas import ASCII, UNICODE, Canvas, Glyphs
from client.screen.map import cells, lettering
from client.screen.map.chart import Chart, Tier
from client.screen.map.spot import HIDDEN, Spot
from client.screen.map.style import Style
from client.screen.theme import side as side_style
from engine.agot.edition import edition
from tests.client.desk import Desk
from tests.client.screen.kept import picture
from tests.client.screen.maps import BOARD, CHART, LAYOUT, TIERS, cell, desk, draw, seen, whole


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
    here = [line for line in shown[battle.area].splitlines() if "SS" in line]
    assert here, "the attackers' letter and their ship"
    assert "->" in shown["shivering_sea"]
    assert "^S" in shown["white_harbor"]
    assert "^B" in shown["widows_watch"]
    assert "x" in shown["karhold"]
    assert not set("->^") & set(shown["moat_cailin"])
    assert not any(spot.battle or spot.part for spot in seen(desk("march")).values())


def test_attackers_for_whom_there_is_no_room_are_counted() -> None:
    spot = Spot("PYK", "Pyke", "", part="LK1F2", part_side=3)
    assert [lettering.change(spot, cells, False).text for cells in (5, 4, 0)] == ["LK1F2", "L3", "L3"]
    assert [lettering.change(spot, cells, True).text for cells in (4, 3)] == ["LKF2", "L3"]
    assert lettering.change(replace(spot, part="^L"), 0, True).text == "^L"
    assert lettering.change(replace(spot, overlay="-F"), 5, True).text == "-F"
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


@pytest.mark.parametrize("tier", [tier for tier in TIERS if tier.style is Style.TWO_LINES], ids=["tall", "wide"])
@pytest.mark.parametrize("more", [0, 1, 2])
def test_water_between_areas_is_drawn_without_frames_too(tier: Tier, more: int) -> None:
    """Beside each other always; one below the other where a third line is there for it."""
    across, down = tier.style.value
    canvas = draw(tier.least[0], tier.least[1] + more * tier.grid.rows, seen(desk()), None, tier)
    down += more
    at = {place: area for area, cells in tier.grid.cells.items() for place in cells}
    for (x, y), area in at.items():
        west, north = at.get((x - 1, y), area), at.get((x, y - 1), area)
        wanted = {"": " ", "bridge": "=", "river": "≈"}
        beside = canvas.chars[y * down + 1][x * across]
        assert beside == wanted[parts(west, area)], (west, area)
        above = canvas.chars[y * down - 1][x * across + across - 1]
        if y and more:
            assert (above in "=≈") == bool(parts(north, area)), (north, area)


def parts(one: str, other: str) -> str:
    if (one, other) in LAYOUT.bridges:
        return "bridge"
    return "" if one == other or other in BOARD.borders[one] else "river"


def test_what_touches_on_the_map_though_no_way_leads_there_is_named() -> None:
    tall = CHART.tiers[2]
    assert "mountains_of_the_moon" in CHART.parted("harrenhal", tall)
    for area in BOARD.areas:
        assert not set(CHART.parted(area, tall)) & set(BOARD.borders[area])
    assert CHART.parted("harrenhal", TIERS[-1]) == []


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("kept", [False, True])
def test_no_two_signs_of_a_legend_look_alike(glyphs: Glyphs, style: Style, kept: bool) -> None:
    """Nor does one look like the pointer of a list that stands beside the map, where signs are of ASCII."""
    signs = [sign for sign, _ in lettering.signs(glyphs, kept, style)]
    assert len(set(signs)) == len(signs)
    alone = [sign for sign in signs if width_of(sign) == 1]
    longer = [sign for sign in signs if width_of(sign) > 1]
    assert not [sign for sign in longer if sign[0] in alone and sign[0] not in REPEATED]
    if glyphs is ASCII:
        assert not [sign for sign in signs if sign.startswith(glyphs.pointer)]


REPEATED = "+"
"""Of a power token; that it comes is told by it, too."""


def test_the_legend_lists_what_that_map_can_show() -> None:
    by_style = {style: dict(lettering.signs(UNICODE, style=style)) for style in Style}
    assert {style for style, signs in by_style.items() if "≈" in signs} == {Style.BLOCK, Style.TWO_LINES}
    assert "side by side" in by_style[Style.TWO_LINES]["≈"]
    assert {style for style, signs in by_style.items() if "[]" in signs} == {Style.BLOCK, Style.TWO_LINES}
    assert {style for style, signs in by_style.items() if "<" in signs} == {Style.ONE_LINE, Style.LIST}


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
    assert lettering.owner_and_force(its["pyke"], 8, True) == "S+K2F2kf"


@pytest.mark.parametrize("tier", TIERS)
def test_one_map_has_one_way_to_write_an_army(tier: Tier) -> None:
    """A lone footman is F or F1 in every area alike, whatever stands beside him; the signs tell which."""
    for its in (seen(desk()), seen(desk("march", 5)), seen(desk("muster", 1))):
        canvas = Canvas(*(tier.least if tier.style is not Style.LIST else (60, 60)))
        CHART.draw(canvas, its, None, tier)
        for area, spot in its.items():
            if spot.units:
                text = "\n".join(cell(canvas, tier, area))
                written = spot.units.replace("1", "") if CHART.short else spot.units
                assert re.search(rf"{written}(?![0-9])", text), (area, spot.units, text)
        army = "LKF2" if CHART.short else "L K1F2"
        assert f" {army} a knight" in lettering.legend(UNICODE, style=tier.style, short=CHART.short)


def test_a_crowded_area_makes_all_of_a_large_map_short() -> None:
    its = seen(desk())
    whole(CHART.tiers[0], its)
    assert not CHART.short
    crowded = replace(its["pyke"], units="K1F2k1f1", order="D+2")
    canvas = whole(CHART.tiers[0], {**its, "pyke": crowded})
    assert CHART.short
    assert "SKF" in canvas.text
    assert "K1F1" not in canvas.text


def test_an_order_stands_in_one_place_and_hides_nothing_that_has_room() -> None:
    """While I give it, while others do and when all see it: in the first of two lines, beside what the area yields."""
    spot = Spot("WIN", "Winterfell", "", supply=2, units="K1F1", letter="S", mine=True)
    for its in (replace(spot, order="M+1"), replace(spot, order="M+1", chosen=True), replace(spot, overlay="+F")):
        small = Canvas(8, 2)
        cells.two_lines(small, 0, 0, 8, 2, its, False)
        mark = "@" if its.chosen else " "
        assert small.text.splitlines() == [f"{mark}WIN {its.order or ' +F'}", " SKF  bb"]
    moving = replace(spot, order="M+1", overlay="-F")
    small = Canvas(8, 2)
    cells.two_lines(small, 0, 0, 8, 2, moving, False)
    assert small.text.splitlines() == [" WIN M+1", " SKF  -F"]


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
