"""Product 6: what areas show: owners, units, orders, marks, names that become short."""

import pytest

from client.play.cells import width_of
from client.screen.agot.scene import regions, scene, side
from client.screen.map import lettering
from client.screen.map.spot import HIDDEN
from client.words.agot import AgotWords
from client.words.agot_board import CASTLES
from engine.agot.edition import edition
from engine.core.match import Match
from engine.registry import game
from tests.client.screen.maps import BOARD, desk, seen
from tests.client.screen.orders import marching, planning


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


def test_an_order_that_is_given_is_shown_as_one_that_is_there() -> None:
    its = seen(desk(), ["winterfell"], ["winterfell"], {"winterfell": "M+1", "pyke": "S+1"})
    assert (its["winterfell"].order, its["winterfell"].overlay, its["winterfell"].chosen) == ("M+1", "", True)
    assert its["pyke"].order == "S+1"


def test_where_a_march_may_go_is_marked_alike_whoever_holds_it() -> None:
    """`!` is for what acts, as the area that a march begins in."""
    keyboard = marching("winterfell")
    keyboard.pick("winterfell")
    its = keyboard.view._map._scene
    assert its["white_harbor"].mine
    assert its["white_harbor"].units
    legal = {area for area, spot in its.items() if spot.legal}
    assert {"white_harbor", "karhold"} <= legal
    assert not any(spot.act for spot in its.values())
    planned = planning().view._map._scene
    assert {area for area, spot in planned.items() if spot.act} == {"winterfell", "white_harbor", "shivering_sea"}


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
