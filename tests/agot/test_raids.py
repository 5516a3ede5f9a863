"""W4: raids."""

from engine.agot.game import STEPS
from engine.westeros.raid import next_house, raids
from tests.agot.board import E, play, position, raid

WX20_UNITS = {
    "blackwater": "lannister f",
    "golden_sound": "lannister s",
    "sunset_sea": "greyjoy s",
    "reach": "tyrell f",
    "harrenhal": "baratheon f",
    "highgarden": "tyrell f",
    "searoad_marches": "lannister f",
    "riverrun": "lannister f",
}
WX20_ORDERS = {
    "blackwater": "raid",
    "golden_sound": "raid",
    "sunset_sea": "raid",
    "reach": "raid",
    "harrenhal": "raid",
    "highgarden": "consolidate",
    "searoad_marches": "support_0",
    "riverrun": "support_0",
}


def test_WX20_raids_go_round() -> None:
    s = position(WX20_UNITS, orders=WX20_ORDERS, iron_throne=["greyjoy", "stark", "lannister", "baratheon", "tyrell"])
    turns = []
    for answer in (
        ("sunset_sea", ("highgarden",)),
        ("blackwater", ("reach",)),
        ("harrenhal", ("riverrun",)),
        None,
    ):
        house = next_house(E, s, "raid")
        turns.append(house)
        done = raid(s, house, *([("raid", answer)] if answer else []))
        assert done.question is None  # the last raid finds no target and is taken off unasked
        s.last = house
    assert turns == ["greyjoy", "lannister", "baratheon", "lannister"]
    assert next_house(E, s, "raid") == ""
    assert s.orders == {"searoad_marches": "support_0"}
    assert s.power["greyjoy"] == 6
    assert s.power["tyrell"] == 5


def test_WX21_A41_land_never_raids_the_sea() -> None:
    both = {"lannisport": "lannister f", "golden_sound": "greyjoy s"}
    s = position(both, orders={"lannisport": "raid", "golden_sound": "support_0"})
    assert raids(E, s, "lannister") == [("lannisport", ())]
    s = position(both, orders={"golden_sound": "raid", "lannisport": "support_0"})
    assert raids(E, s, "greyjoy") == [("golden_sound", ()), ("golden_sound", ("lannisport",))]


def test_W4_2_a_starred_raid_takes_two() -> None:
    s = position(
        {
            "reach": "tyrell f",
            "blackwater": "lannister f",
            "searoad_marches": "lannister f",
            "kingswood": "baratheon f",
        },
        orders={
            "reach": "raid_star",
            "blackwater": "consolidate",
            "searoad_marches": "consolidate_star",
            "kingswood": "raid",
        },
    )
    asked = raid(s, "tyrell")
    assert ("reach", ("blackwater", "kingswood", "searoad_marches")) not in asked.items()
    asked.answer("raid", ("reach", ("blackwater", "searoad_marches")))
    assert s.orders == {"kingswood": "raid"}
    assert s.power["tyrell"] == 7


def test_W4_3_marches_and_defenses_stay() -> None:
    s = position(
        {"reach": "tyrell f", "blackwater": "lannister f", "searoad_marches": "lannister f"},
        orders={"reach": "raid", "blackwater": "march_0", "searoad_marches": "defense_plus_1"},
    )
    assert raids(E, s, "tyrell") == [("reach", ())]


def test_A40_the_victim_of_pillage_pays_nothing() -> None:
    s = position(
        {"reach": "tyrell f", "blackwater": "lannister f"},
        orders={"reach": "raid", "blackwater": "consolidate"},
        power={"lannister": 0},
    )
    raid(s, "tyrell", ("raid", ("reach", ("blackwater",))))
    assert (s.power["tyrell"], s.power["lannister"]) == (6, 0)


def test_W0_6_no_pillage_from_an_empty_pool() -> None:
    s = position(
        {"reach": "tyrell f", "blackwater": "lannister f"},
        orders={"reach": "raid", "blackwater": "consolidate"},
        power={"tyrell": 20},
    )
    raid(s, "tyrell", ("raid", ("reach", ("blackwater",))))
    assert s.power["tyrell"] == 20
    assert ("PowerGained", "tyrell", 0, "pillage") in s.events


def test_W4_4_sea_transport_brings_nothing_nearer() -> None:
    s = position(
        {"pyke": "greyjoy f", "ironmans_bay": "greyjoy s", "seagard": "stark f"},
        orders={"pyke": "raid", "seagard": "support_0"},
    )
    assert raids(E, s, "greyjoy") == [("pyke", ())]  # W11.3: a raid on an island does nothing


def test_own_orders_are_no_targets() -> None:
    s = position({"reach": "tyrell f", "highgarden": "tyrell f"}, orders={"reach": "raid", "highgarden": "support_0"})
    assert raids(E, s, "tyrell") == [("reach", ())]


def test_W15_1_an_absent_seat_takes_its_first_token_off() -> None:
    s = position(
        {"reach": "tyrell f", "highgarden": "tyrell f", "searoad_marches": "lannister f"},
        orders={"reach": "raid", "highgarden": "raid", "searoad_marches": "support_0"},
    )
    asked = raid(s, "tyrell")
    assert asked.question is not None
    assert asked.question.options(asked.question.seats[0]).default() == ("highgarden", ())


def test_the_step_repeats_until_no_raid_is_left() -> None:
    s = position({"reach": "tyrell f"}, orders={"reach": "raid"})
    s.step = "raid"
    assert play(s, STEPS["raid"](s)).question is None  # a raid without target is answered by nobody
    assert (s.step, s.last) == ("raid", "tyrell")
    assert play(s, STEPS["raid"](s)).question is None
    assert (s.step, s.last) == ("march", "")
