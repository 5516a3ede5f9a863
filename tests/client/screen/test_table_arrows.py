"""Who has the arrows at a table: the map, or the form."""

import pytest

from tests.client.screen.kept import SIZES
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.tables import at, one_march


@pytest.mark.parametrize("way", ["escape", "f2"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_map_can_be_looked_at_while_a_card_is_chosen(width: int, height: int, way: str) -> None:
    keyboard = at("house_card", width, height, seed=0)
    assert "Esc map" in keyboard.look()
    keyboard.press("down" if width > 80 else "right")
    row, before = keyboard.form.picking.at, keyboard.view._map.cursor
    assert row == 1
    keyboard.press(way, "up", "up")
    assert keyboard.view._map.cursor != before
    assert keyboard.form.picking.at == row
    assert "Esc back" in keyboard.look()
    assert "Esc goes back to the question" in keyboard.press("enter")
    assert not keyboard.terminal.sent
    keyboard.press(way)
    here = keyboard.view._map.cursor
    keyboard.press("left" if width <= 80 else "up")
    assert (keyboard.form.picking.at, keyboard.view._map.cursor) == (0, here)


@pytest.mark.parametrize("topic", ["bid", "support", "westeros_choice", "wildling_bid"])
def test_escape_gives_the_arrows_to_the_map_in_every_question_without_a_place(topic: str) -> None:
    keyboard = at(topic)
    before = keyboard.view._map.cursor
    keyboard.press("escape", "up", "left", "down")
    assert keyboard.view._map.cursor != before
    assert keyboard.desk.mode.mine
    keyboard.press("tab", "escape", "escape")
    assert not keyboard.view._attention.roams


def test_a_question_about_one_area_leaves_the_map_free_too() -> None:
    keyboard = Keyboard(one_march())
    assert keyboard.form.picking.area == "winterfell"
    keyboard.press("escape", "down")
    assert keyboard.view._map.cursor != "winterfell"
    keyboard.press("tab")
    assert keyboard.view._map.cursor == "winterfell"
    keyboard.press("enter")
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("winterfell",)


def test_when_all_orders_are_placed_the_map_can_be_looked_at() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("0", "7", "8", "n")
    assert not keyboard.form.picking.areas
    before = keyboard.view._map.cursor
    keyboard.press("escape", "down")
    assert keyboard.view._map.cursor != before


@pytest.mark.parametrize(("topic", "seed"), [("house_card", 0), ("support", 1), ("blade", 0)])
def test_the_cursor_goes_to_the_battle_that_is_asked_about(topic: str, seed: int) -> None:
    keyboard = at(topic, seed=seed)
    battle = keyboard.desk.mode.match.state.battle
    assert keyboard.view._map.cursor == battle.area
    assert keyboard.desk.mode.words.area_name(battle.area).removeprefix("The ") in keyboard.look().partition("F7")[2]
    keyboard.press("escape", "up", "up", "escape")
    here = keyboard.view._map.cursor
    keyboard.press("up", "down")
    assert keyboard.view._map.cursor == here, "it is led there once"


def test_all_areas_that_need_an_order_are_marked_while_those_of_one_are_listed() -> None:
    keyboard = at("orders")
    assert keyboard.form.picking.area == "shivering_sea"
    acting = [area for area, spot in keyboard.view._map._scene.items() if spot.act]
    assert sorted(acting) == ["shivering_sea", "white_harbor", "winterfell"]
