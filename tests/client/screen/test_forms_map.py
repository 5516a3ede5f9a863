"""Areas and orders picked on the map: its cursor, and what the rules forbid there."""

import pytest

from client.screen.table.forms.picking import NOWHERE
from engine.agot.edition import clauses
from tests.client.screen.orders import marching, planning


# ------------------------------------------------------------ the map and its cursor
def test_an_area_is_picked_on_the_map_and_its_choices_are_listed() -> None:
    keyboard = marching("white_harbor")
    keyboard.press("enter")
    assert keyboard.form.picking.on_map
    keyboard.view._map.cursor = "white_harbor"
    keyboard.press("left")
    assert keyboard.view._map.cursor == "winterfell"
    keyboard.press("enter")
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "winterfell"))  # the only way to go there


def test_an_area_with_several_ways_lists_them() -> None:
    keyboard = marching("winterfell")
    keyboard.press("enter")
    keyboard.view._map.cursor = "moat_cailin"
    keyboard.form.picking.point("moat_cailin")
    seen = keyboard.press("enter")
    assert keyboard.form.picking.area == "moat_cailin"
    assert "1 footman to Moat Cailin" in seen
    assert "1 knight to Moat Cailin" in seen


def test_tab_goes_round_the_areas_that_can_be_picked() -> None:
    keyboard = planning()
    keyboard.press("escape")
    areas = keyboard.form.picking.areas
    seen = []
    for _ in areas:
        seen.append(keyboard.view._map.cursor)
        keyboard.press("tab")
    assert sorted(seen) == sorted(areas)
    keyboard.press("tab")
    assert keyboard.view._map.cursor == seen[0]


def test_escape_leads_from_the_list_back_to_the_map() -> None:
    keyboard = planning()
    assert keyboard.form.picking.area
    keyboard.press("escape")
    assert keyboard.form.picking.on_map
    assert "q leaves the table" in keyboard.press("escape")


@pytest.mark.parametrize(
    ("keys", "clause", "said"),
    [
        (("escape",), "W3.1", "you have no unit in Pyke"),
        (("5", "5"), "W3.2", "no March 0 left"),
    ],
)
def test_what_the_rules_forbid_is_told_with_its_clause(keys: tuple[str, ...], clause: str, said: str) -> None:
    keyboard = planning()
    keyboard.press(*keys)
    if keys == ("escape",):
        keyboard.view._map.cursor = "pyke"
        keyboard.form.picking.point("pyke")
        keyboard.press("enter")
    seen = keyboard.look()
    assert "The rules forbid it" in seen
    assert said in seen
    assert f"{clause}: {clauses()[clause].split()[0]}" in seen
    keyboard.press("escape")
    assert keyboard.shell.overlay is None
    assert said in keyboard.press("W")


def test_a_sea_where_only_land_may_be_ordered_tells_why() -> None:
    keyboard = planning()
    while keyboard.form.picking.area != "shivering_sea":
        keyboard.press("tab")
    seen = keyboard.press("1")
    assert "can only lie on land" in seen
    assert "W3.4" in seen


def test_an_area_out_of_reach_tells_why() -> None:
    keyboard = marching("white_harbor")
    keyboard.press("enter")
    keyboard.view._map.cursor = "sunspear"
    keyboard.form.picking.point("sunspear")
    assert keyboard.form.picking.at == NOWHERE
    assert "Sunspear cannot be reached from White Harbor" in keyboard.press("enter")


# ------------------------------------------------------------ orders
def test_orders_go_from_area_to_area() -> None:
    keyboard = planning()
    areas = list(keyboard.form.picking.areas)
    assert keyboard.form.picking.area == areas[0]
    keyboard.press("0")
    assert keyboard.form.picking.area == areas[1]
    seen = keyboard.press("7")
    assert "M+1 " in seen
    assert keyboard.form.picking.area == areas[2]


def test_tokens_keep_their_digits() -> None:
    keyboard = planning()
    assert "7 M+1 March*" in keyboard.look()
    keyboard.press("0", "7")
    seen = keyboard.look()
    assert "7-M+1 March*" in seen  # used; its digit still tells why it may not be laid
    assert "8 R   Raid" in seen


def test_undo_takes_back_the_last_order_and_goes_there() -> None:
    keyboard = planning()
    first = keyboard.form.picking.area
    keyboard.press("0", "u")
    assert keyboard.desk.mode.ask is not None
    assert keyboard.desk.mode.ask.building.pieces == ()
    assert keyboard.form.picking.area == first
    keyboard.press("0", "5", "c")
    assert keyboard.desk.mode.ask.building.pieces == ()
    assert "nothing is chosen yet" in keyboard.press("u")


def test_an_area_that_has_its_order_is_opened_again_by_enter() -> None:
    """Before all are placed, and after: then the map is looked round first."""
    keyboard = planning()
    first, second, third = keyboard.form.picking.areas
    keyboard.press("0", "7")
    keyboard.press("escape")
    keyboard.view._map.cursor = first
    keyboard.form.picking.point(first)
    seen = keyboard.press("enter")
    assert "Taken back: The Shivering Sea Support" in seen
    assert keyboard.form.picking.area == first
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ((second, "march_plus_1"),)
    keyboard.press("0", "5", "n")
    assert {area for area, _ in ask.building.pieces} == {first, second, third}
    keyboard.press("escape")
    keyboard.view._map.cursor = second
    assert "Enter changes this, Esc back" in keyboard.look()
    keyboard.press("enter")
    assert keyboard.shell.overlay is None
    assert keyboard.form.picking.area == second
    assert {area for area, _ in ask.building.pieces} == {first, third}


def test_the_figures_of_orders_say_with_which_token_and_the_token_has_a_sign() -> None:
    keyboard = planning(width=80, height=24)
    seen = keyboard.press("right")
    assert "4»D+2 Defense*" in seen
    assert "With D+2 here:" in seen
    assert "Stars: 1 of 3 used" in seen
    assert " here:" not in keyboard.press("escape"), "as things stand"
