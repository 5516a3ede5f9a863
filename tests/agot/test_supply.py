"""W2.5 supply: the count, the losses, the limits."""

import pytest

from engine.core.errors import Refused
from engine.westeros.supply import count_supply, fits, sizes, surplus
from tests.agot.board import E, finish, play, position, said, units

WX05 = {
    "harrenhal": "lannister ffkk",
    "golden_sound": "lannister sss",
    "searoad_marches": "lannister kk",
    "stoney_sept": "lannister ff",
    "oldtown": "lannister f",
    "reach": "lannister f",
    "riverrun": "greyjoy f",
    "seagard": "greyjoy f",
}
"""Lannister has 3 icons left: lannisport (home) 2 and searoad_marches 1."""


def test_WX05_supply_falls_to_three_and_two_units_go() -> None:
    s = position(WX05, supply={"lannister": 5})
    asked = play(s, count_supply(E, s))
    assert s.supply["lannister"] == 3
    assert (asked.topic, asked.house) == ("supply_losses", "lannister")
    assert E.supply_limits[3] == (3, 2, 2, 2)
    asked.answer("supply_losses", (("golden_sound", "ship"), ("harrenhal", "footman")))
    assert sorted(n for n in sizes(s, "lannister").values() if n > 1) == [2, 2, 2, 3]
    assert units(s, "oldtown") == "lannister f"


def test_WX05_other_losses_are_refused() -> None:
    s = position(WX05, supply={"lannister": 5})
    asked = play(s, count_supply(E, s))
    lone = (("harrenhal", "footman"), ("oldtown", "footman"))
    assert asked.refusal(lone) == ("W2.5", "wrong_losses")
    assert asked.refusal((("harrenhal", "footman"),)) == ("W2.5", "wrong_losses")
    assert asked.refusal((("harrenhal", "knight"), ("golden_sound", "ship"))) == ("W2.5", "not_sorted")
    assert asked.refusal((("golden_sound", "knight"), ("harrenhal", "knight"))) == ("W2.5", "no_such_units")


def test_A18_no_more_units_may_be_given_up_than_needed() -> None:
    s = position(WX05, supply={"lannister": 5})
    asked = play(s, count_supply(E, s))
    three = (("golden_sound", "ship"), ("harrenhal", "footman"), ("harrenhal", "footman"))
    assert asked.refusal(three) == ("W2.5", "wrong_losses")
    # taking two from harrenhal leaves 3, 2, 2, 2 as well
    assert asked.refusal((("harrenhal", "footman"), ("harrenhal", "knight"))) == ("", "")
    # and two ships leave an army of four
    assert asked.refusal((("golden_sound", "ship"), ("golden_sound", "ship"))) == ("W2.5", "wrong_losses")


def test_A18_piece_by_piece_only_useful_units_are_offered() -> None:
    s = position(WX05, supply={"lannister": 5})
    asked = play(s, count_supply(E, s))
    assert asked.question is not None
    options = asked.question.options(s.seats["lannister"])
    first = options.complete(())
    assert ("oldtown", "footman") not in first.choices
    assert not first.answers
    for useless in ((("oldtown", "footman"),), (("golden_sound", "ship"), ("golden_sound", "ship"))):
        with pytest.raises(Refused) as refused:
            options.complete(useless)
        assert refused.value.code == "wrong_losses"
    done = options.complete((("harrenhal", "footman"), ("golden_sound", "ship")))
    assert done.answers == ((("golden_sound", "ship"), ("harrenhal", "footman")),)
    assert not done.choices


def test_WX06_lost_areas_change_nothing_until_the_card() -> None:
    s = position(WX05, supply={"lannister": 5})
    assert s.supply["lannister"] == 5
    assert fits(E.supply_limits[5], sizes(s, "lannister").values())


def test_W2_5_more_than_six_icons_count_as_six() -> None:
    everywhere = dict.fromkeys(("highgarden", "dornish_marches", "blackwater", "lannisport", "pyke"), "tyrell f")
    s = position(everywhere)
    finish(s, count_supply(E, s))
    assert s.supply["tyrell"] == 6


def test_W2_5_counts_in_turn_order_before_any_losses() -> None:
    s = position({"karhold": "stark ffff", "kingswood": "baratheon ffff"}, iron_throne=["baratheon", "stark"])
    asked = play(s, count_supply(E, s))
    # baratheon: footmen only, all in one place; both houses lose without being asked
    assert asked.topic == ""
    assert [event[0] for event in s.events if event[0] != "SupplyCounted"] == ["UnitsLost", "UnitsLost"]
    assert [house for house, _, _ in said(s, "UnitsLost")] == ["baratheon", "stark"]
    assert [event[0] for event in s.events][:5] == ["SupplyCounted"] * 5


def test_W2_5_control_by_token_and_home_count() -> None:
    s = position({"lannisport": "stark f"}, tokens={"blackwater": "stark", "seagard": "greyjoy"})
    finish(s, count_supply(E, s))
    assert s.supply["stark"] == 5  # winterfell 1 (home), lannisport 2, blackwater 2
    assert s.supply["lannister"] == 0
    assert s.supply["greyjoy"] == 2  # pyke 1, seagard 1


@pytest.mark.parametrize(
    ("row", "armies", "needed"),
    [
        ((3, 2), (4, 2), 1),
        ((3, 2), (2, 2, 2), 1),
        ((3, 2, 2, 2), (4, 3, 2, 2), 2),
        ((2, 2), (1, 1, 1, 1), 0),
        ((2, 2), (3, 3, 2), 3),
    ],
)
def test_surplus(row: tuple[int, ...], armies: tuple[int, ...], needed: int) -> None:
    assert surplus(row, armies) == needed
    assert fits(row, armies) == (needed == 0)


def test_W15_1_losses_of_an_absent_seat() -> None:
    s = position(WX05, supply={"lannister": 5})
    asked = play(s, count_supply(E, s))
    assert asked.question is not None
    options = asked.question.options(s.seats["lannister"])
    assert options.default() == (("harrenhal", "footman"), ("harrenhal", "footman"))
    assert asked.refusal(options.default()) == ("", "")
