"""W7 and W8: consolidate, end of round, both ways to win."""

import pytest

from engine.agot.game import STEPS
from engine.agot.victory import check_victory, final_count, ranking
from engine.core.errors import Over
from engine.westeros.control import castle_counts, controller
from engine.westeros.power import consolidate
from engine.westeros.state import Kings
from tests.agot.board import E, play, position


def test_WX46_consolidate_pays_one_and_the_crowns() -> None:
    s = position({"dragonstone": "baratheon f"}, orders={"dragonstone": "consolidate"})
    consolidate(E, s)
    assert s.power["baratheon"] == 7
    assert s.orders == {}


def test_W3_2_the_starred_consolidate_pays_no_more() -> None:
    s = position({"reach": "tyrell f"}, orders={"reach": "consolidate_star"})
    consolidate(E, s)
    assert s.power["tyrell"] == 6


def test_WX47_twenty_tokens_are_the_limit() -> None:
    s = position(
        {"dragonstone": "baratheon f"},
        orders={"dragonstone": "consolidate"},
        power={"baratheon": 18},
        tokens={"kingswood": "baratheon", "storms_end": "baratheon"},
    )
    consolidate(E, s)
    assert s.power["baratheon"] == 18
    s.power["baratheon"] = 17
    s.orders = {"dragonstone": "consolidate"}
    consolidate(E, s)
    assert s.power["baratheon"] == 18


def test_W7_2_a_fresh_round() -> None:
    s = position({"reach": "tyrell f"}, orders={"reach": "defense_plus_1"})
    s.blade_used = s.raven_used = True
    s.bans, s.idle_support, s.revealed = ["raid"], ["footman"], ["supply", "clash_of_kings", "sea_of_storms"]
    assert play(s, STEPS["end_of_round"](s)).question is None
    assert (s.orders, s.bans, s.idle_support, s.revealed) == ({}, [], [], [])
    assert (s.blade_used, s.raven_used, s.round, s.step) == (False, False, 2, "reveal")


def test_W0_4_control() -> None:
    s = position({"pyke": "stark f"}, tokens={"reach": "tyrell", "highgarden": "stark"}, garrisons={"eyrie": 6})
    wanted = {
        "pyke": "stark",
        "reach": "tyrell",
        "highgarden": "stark",
        "winterfell": "stark",
        "eyrie": "",
        "oldtown": "",
    }
    assert {area: controller(E, s, area) for area in wanted} == wanted


# ------------------------------------------------------------ at once
SEVEN = ("winterfell", "white_harbor", "moat_cailin", "seagard", "riverrun", "harrenhal", "crackclaw_point")


def over(s: Kings) -> Over:
    with pytest.raises(Over) as caught:
        check_victory(E, s)
    return caught.value


def test_W8_1_seven_castle_areas_win_however_they_are_held() -> None:
    s = position(dict.fromkeys(SEVEN[1:4], "stark f"), tokens=dict.fromkeys(SEVEN[4:], "stark"))
    assert castle_counts(E, s)["stark"] == 7
    assert over(s).ranking[0] == (s.seats["stark"],)


def test_W8_1_six_do_not() -> None:
    s = position(dict.fromkeys(SEVEN[:6], "stark f"))
    check_victory(E, s)


def test_W8_1_two_at_once_are_parted_by_turn_order() -> None:
    others = ("oldtown", "reach", "storms_end", "kings_landing", "dragonstone", "lannisport", "highgarden")
    both = dict.fromkeys(SEVEN, "stark f") | dict.fromkeys(others, "tyrell f")
    s = position(both, iron_throne=["tyrell"])
    assert over(s).ranking[0] == (s.seats["tyrell"],)
    s = position(both, iron_throne=["stark"])
    assert over(s).ranking[0] == (s.seats["stark"],)


def test_W8_1_the_others_are_ranked_by_the_count() -> None:
    s = position(dict.fromkeys(SEVEN, "stark f"), tokens={"oldtown": "tyrell"}, supply={"greyjoy": 4, "baratheon": 5})
    s.power["lannister"] = 6
    s.supply.update(lannister=4)
    seat = s.seats
    # tyrell holds two; the others one each: baratheon 5 supply, then lannister by power
    assert over(s).ranking == (
        (seat["stark"],),
        (seat["tyrell"],),
        (seat["baratheon"],),
        (seat["lannister"],),
        (seat["greyjoy"],),
    )


# ------------------------------------------------------------ after round 10
def test_WX49_A50_castles_then_supply_then_power_then_shared() -> None:
    s = position({}, supply=3, power=5)
    seat = s.seats
    assert ranking(E, s, list(seat)) == ((0, 1, 2, 3, 4),)
    s.power["tyrell"] = 6
    assert ranking(E, s, list(seat))[0] == (seat["tyrell"],)
    s.supply["greyjoy"] = 4
    assert ranking(E, s, list(seat))[:2] == ((seat["greyjoy"],), (seat["tyrell"],))
    s.tokens["oldtown"] = "lannister"
    groups = ranking(E, s, list(seat))
    assert groups == ((seat["lannister"],), (seat["greyjoy"],), (seat["tyrell"],), (seat["stark"], seat["baratheon"]))


def test_W8_2_after_round_ten() -> None:
    s = position({})
    s.round = 10
    with pytest.raises(Over) as caught:
        play(s, STEPS["end_of_round"](s))
    assert caught.value.clause == "W8.2"
    s.round = 9
    assert play(s, STEPS["end_of_round"](s)).question is None


def test_final_count_says_the_scores() -> None:
    s = position({}, supply=2, power=3)
    with pytest.raises(Over):
        final_count(E, s)
    assert s.events == [("GameCounted", tuple((house, 1, 2, 3) for house in s.turn_order))]
