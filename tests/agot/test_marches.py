"""W5: marches, sea transport, supply on the way, tokens left."""

import random

import pytest

from engine.core.errors import Over
from engine.westeros.control import controller
from engine.westeros.march import marches, stand_up
from engine.westeros.raid import next_house
from engine.westeros.state import Army
from tests.agot.board import E, Play, march, position, said, units


# ------------------------------------------------------------ moves
def test_WX22_a_march_splits_and_one_stays() -> None:
    s = position(
        {"lannisport": "lannister fff", "searoad_marches": "lannister f"}, orders={"lannisport": "march_minus_1"}
    )
    moves = (("footman", 1, "stoney_sept"), ("footman", 1, "searoad_marches"))
    done = march(s, "lannister", ("march", ("lannisport", moves, False)))
    assert done.question is None
    assert units(s, "searoad_marches") == "lannister ff"
    assert units(s, "stoney_sept") == "lannister f"
    assert units(s, "lannisport") == "lannister f"
    assert s.orders == {}
    assert not said(s, "BattleBegan")


def test_WX23_what_is_reached_from_pyke() -> None:
    assert E.board.reach("pyke", ("ironmans_bay",)) == ("flints_finger", "greywater_watch", "riverrun", "seagard")
    further = E.board.reach("pyke", ("ironmans_bay", "sunset_sea"))
    assert set(further) - set(E.board.reach("pyke", ("ironmans_bay",))) == {"highgarden", "searoad_marches"}
    assert E.board.reach("pyke", ()) == ()


def test_WX24_any_number_travels_from_highgarden_to_sunspear() -> None:
    s = position(
        {"highgarden": "tyrell ffkk", "redwyne_straits": "tyrell s", "summer_sea": "tyrell s"},
        orders={"highgarden": "march_0"},
    )
    moves = (("footman", 2, "sunspear"), ("knight", 2, "sunspear"))
    assert march(s, "tyrell", ("march", ("highgarden", moves, False))).question is None
    assert units(s, "sunspear") == "tyrell ffkk"


def test_WX25_five_seas_from_flints_finger_to_widows_watch() -> None:
    chain = ("sunset_sea", "redwyne_straits", "summer_sea", "shipbreaker_bay", "narrow_sea")
    assert "widows_watch" in E.board.reach("flints_finger", chain)
    seas = [sea for sea in E.board.areas if sea not in E.board.land]
    for missing in chain:
        assert "widows_watch" not in E.board.reach("flints_finger", [sea for sea in chain if sea != missing])
    # and no chain of four does it: breadth first from one coast to the other
    steps, ahead = 1, set(E.board.sea_borders["flints_finger"])
    while not any("widows_watch" in E.board.borders[sea] for sea in ahead):
        ahead |= {other for sea in sorted(ahead) for other in E.board.sea_borders[sea] if other in seas}
        steps += 1
    assert steps == 5


def test_WX26_ships_of_another_house_never_carry() -> None:
    s = position({"pyke": "greyjoy f", "ironmans_bay": "lannister s"}, orders={"pyke": "march_0"})
    asked = march(s, "greyjoy")
    assert asked.refusal(("pyke", (("footman", 1, "seagard"),), False)) == ("W5.4", "out_of_reach")


def test_W5_4_routed_ships_carry() -> None:
    s = position({"pyke": "greyjoy f", "ironmans_bay": "greyjoy /s"}, orders={"pyke": "march_0"})
    assert march(s, "greyjoy").refusal(("pyke", (("footman", 1, "seagard"),), False)) == ("", "")


def test_WX27_one_march_enters_one_embattled_area() -> None:
    s = position(
        {"reach": "tyrell kk", "blackwater": "lannister f", "searoad_marches": "lannister f"},
        orders={"reach": "march_0"},
        garrisons={"kings_landing": 5},
    )
    asked = march(s, "tyrell")
    for other in ("searoad_marches", "kings_landing"):
        both = (("knight", 1, "blackwater"), ("knight", 1, other))
        assert asked.refusal(("reach", both, False)) == ("W5.3", "two_battles")
    assert asked.refusal(("reach", (("knight", 1, "blackwater"), ("knight", 1, "blackwater")), False)) == ("", "")


def test_W5_3_quiet_moves_come_first() -> None:
    s = position({"reach": "tyrell kk", "blackwater": "lannister f"}, orders={"reach": "march_0"})
    asked = march(s, "tyrell")
    late = (("knight", 1, "blackwater"), ("knight", 1, "highgarden"))
    assert asked.refusal(("reach", late, False)) == ("W5.3", "battle_comes_last")
    assert asked.refusal(("reach", (late[1], late[0]), False)) == ("", "")


def test_W5_2_only_units_that_are_there_and_stand() -> None:
    s = position({"reach": "tyrell k/f", "golden_sound": "lannister s"}, orders={"reach": "march_0"})
    asked = march(s, "tyrell")
    assert asked.refusal(("reach", (("footman", 1, "highgarden"),), False)) == ("W5.2", "no_such_units")
    assert asked.refusal(("reach", (("knight", 2, "highgarden"),), False)) == ("W5.2", "no_such_units")
    assert asked.refusal(("reach", (("knight", 0, "highgarden"),), False)) == ("W5.2", "no_such_units")
    assert asked.refusal(("pyke", (), False)) == ("W5.1", "no_march_there")
    assert asked.refusal(("reach", (("knight", 1, "oldtown"),), False)) == ("W5.4", "out_of_reach")
    assert asked.refusal(("reach", (("knight", True, "highgarden"),), False)) == ("W5.1", "malformed")


def test_W5_2_ships_go_to_sea_areas_only() -> None:
    s = position({"golden_sound": "lannister s"}, orders={"golden_sound": "march_0"})
    asked = march(s, "lannister")
    assert asked.refusal(("golden_sound", (("ship", 1, "lannisport"),), False)) == ("W5.4", "out_of_reach")
    assert asked.refusal(("golden_sound", (("ship", 1, "sunset_sea"),), False)) == ("", "")


def test_W5_1_nothing_need_move_and_turns_go_round() -> None:
    s = position(
        {"reach": "tyrell f", "highgarden": "tyrell f", "pyke": "greyjoy f", "ironmans_bay": "greyjoy s"},
        orders={"reach": "march_0", "highgarden": "march_minus_1", "pyke": "march_0"},
    )
    turns = []
    for area in ("highgarden", "pyke", "reach"):
        s.last = next_house(E, s, "march")
        turns.append(s.last)
        march(s, s.last, ("march", (area, (), False)))
    assert turns == ["tyrell", "greyjoy", "tyrell"]
    assert next_house(E, s, "march") == ""


def test_W5_8_units_may_march_on_with_an_unresolved_order() -> None:
    s = position(
        {"reach": "tyrell f", "highgarden": "tyrell f"}, orders={"reach": "march_0", "highgarden": "march_minus_1"}
    )
    march(s, "tyrell", ("march", ("highgarden", (("footman", 1, "reach"),), False)))
    assert s.orders == {"reach": "march_0"}
    march(s, "tyrell", ("march", ("reach", (("footman", 2, "kings_landing"),), False)))
    assert units(s, "kings_landing") == "tyrell ff"


def test_W5_7_a_foreign_token_or_empty_home_is_no_battle() -> None:
    s = position({"reach": "tyrell ff"}, tokens={"searoad_marches": "lannister"}, orders={"reach": "march_0"})
    march(s, "tyrell", ("march", ("reach", (("footman", 1, "searoad_marches"),), False)))
    assert s.tokens == {}
    assert said(s, "TokenRemoved") == [("lannister", "searoad_marches")]
    s = position({"searoad_marches": "tyrell f"}, orders={"searoad_marches": "march_0"})
    march(s, "tyrell", ("march", ("searoad_marches", (("footman", 1, "lannisport"),), False)))
    assert units(s, "lannisport") == "tyrell f"
    assert not said(s, "BattleBegan")


def test_W5_10_routed_units_stand_up() -> None:
    s = position({"reach": "tyrell k/fk"})
    stand_up(s)
    assert units(s, "reach") == "tyrell fkk"
    assert s.events == [("StoodUp", ("reach",))]


def test_a_march_of_routed_units_alone_is_not_asked() -> None:
    s = position({"reach": "tyrell /fk"}, orders={"reach": "march_0"})
    assert march(s, "tyrell").question is None
    assert s.orders == {}


# ------------------------------------------------------------ supply
def test_A01_supply_holds_after_every_group() -> None:
    # limits 3, 2, 2; the armies are 3, 2 and 2 with the origin
    s = position(
        {"reach": "tyrell fff", "highgarden": "tyrell f", "kingswood": "tyrell f", "oldtown": "tyrell ff"},
        orders={"reach": "march_0"},
        supply=2,
    )
    asked = march(s, "tyrell")
    x, y = "highgarden", "kingswood"
    in_turns = (("footman", 1, x), ("footman", 1, y), ("footman", 1, x))
    # after two moves: highgarden 2, kingswood 2, oldtown 2, reach 1: fits; after the third highgarden 3
    assert asked.refusal(("reach", in_turns, False)) == ("", "")
    s.supply["tyrell"] = 1  # limits 3, 2: no third army, not even for a moment
    s.armies["oldtown"].standing = {"footman": 1}
    asked = march(s, "tyrell")
    assert asked.refusal(("reach", (("footman", 1, x),), False)) == ("", "")
    assert asked.refusal(("reach", in_turns, False)) == ("", "")
    s.armies["oldtown"].standing = {"footman": 2}
    asked = march(s, "tyrell")
    assert asked.refusal(("reach", in_turns, False)) == ("W5.5", "supply")
    # all at once the end position is the same as by turns: 3 in highgarden, 2 in oldtown
    assert asked.refusal(("reach", (("footman", 2, x),), False)) == ("", "")


def test_A01_the_order_of_moves_decides() -> None:
    # limits 3, 2, 2 with armies 3 (reach), 2 (oldtown), 2 (riverrun)
    s = position(
        {
            "reach": "tyrell fff",
            "highgarden": "tyrell f",
            "kingswood": "tyrell f",
            "oldtown": "tyrell ff",
            "riverrun": "tyrell ff",
        },
        orders={"reach": "march_0"},
        supply=2,
    )
    asked = march(s, "tyrell")
    x, y = "highgarden", "blackwater"
    assert asked.refusal(("reach", (("footman", 1, x), ("footman", 1, y), ("footman", 1, x)), False)) == (
        "W5.5",
        "supply",
    )
    assert asked.refusal(("reach", (("footman", 1, y), ("footman", 1, x), ("footman", 1, x)), False)) == ("", "")
    assert asked.refusal(("reach", (("footman", 2, x), ("footman", 1, y)), False)) == ("", "")


def test_A02_A03_attackers_free_no_supply_until_they_arrive() -> None:
    s = position(
        {
            "oldtown": "tyrell ffff",
            "riverrun": "tyrell kk",
            "golden_sound": "tyrell ss",
            "sunset_sea": "tyrell ss",
            "reach": "tyrell fff",
            "highgarden": "tyrell f",
            "blackwater": "lannister f",
        },
        orders={"reach": "march_0"},
        supply=6,
    )
    # armies 4, 2, 2, 2, 3: one attacks, one joins highgarden, one stays: the join makes a sixth army for a moment
    asked = march(s, "tyrell")
    join, attack = ("footman", 1, "highgarden"), ("footman", 1, "blackwater")
    assert asked.refusal(("reach", (join, attack), False)) == ("W5.5", "supply")
    # two joining at once leave one behind: reach 1, highgarden 3
    assert asked.refusal(("reach", (("footman", 2, "highgarden"), attack), False)) == ("", "")
    # whether the battle may be won changes nothing
    s.armies["blackwater"].standing = {"footman": 4, "knight": 4}
    assert march(s, "tyrell").refusal(("reach", (join, attack), False)) == ("W5.5", "supply")


def test_W5_5_attackers_count_as_an_army_where_they_fight() -> None:
    s = position(
        {"reach": "tyrell ffff", "riverrun": "tyrell ff", "oldtown": "tyrell ff", "blackwater": "lannister f"},
        orders={"reach": "march_0"},
        supply=5,
    )
    s.armies["golden_sound"] = Army("tyrell", {"ship": 3})
    asked = march(s, "tyrell")  # limits 4, 3, 2, 2
    assert asked.refusal(("reach", (("footman", 2, "blackwater"),), False)) == ("W5.5", "supply")  # 3, 2, 2, 2, 2
    for count in (1, 3, 4):
        assert asked.refusal(("reach", (("footman", count, "blackwater"),), False)) == ("", "")
    # piece by piece, two attackers are offered because a third may follow
    assert asked.question is not None
    options = asked.question.options(asked.question.seats[0])
    assert ("footman", 2, "blackwater") in options.complete(("reach",)).choices
    begun = options.complete(("reach", ("footman", 2, "blackwater")))
    assert not begun.answers
    assert ("footman", 1, "blackwater") in begun.choices
    # and a random player never breaks supply
    form = marches(E, s, "tyrell").form()
    draw = random.Random(5).randrange
    attacks = set()
    for _ in range(3000):
        value = form.sampler(draw)
        form.judge(value, {})
        attacks.add(sum(count for _, count, to in value[1] if to == "blackwater"))
    assert {1, 3} <= attacks


# ------------------------------------------------------------ tokens
def test_WX50_an_area_left_without_a_token() -> None:
    s = position(
        {"stoney_sept": "lannister f", "lannisport": "lannister f"},
        orders={"stoney_sept": "march_0", "lannisport": "march_minus_1"},
    )
    march(s, "lannister", ("march", ("stoney_sept", (("footman", 1, "blackwater"),), False)))
    assert controller(E, s, "stoney_sept") == ""
    march(s, "lannister", ("march", ("lannisport", (("footman", 1, "riverrun"),), False)))
    assert controller(E, s, "lannisport") == "lannister"


def test_W5_6_a_token_is_left() -> None:
    s = position({"stoney_sept": "lannister f"}, orders={"stoney_sept": "march_0"})
    march(s, "lannister", ("march", ("stoney_sept", (("footman", 1, "blackwater"),), True)))
    assert s.tokens == {"stoney_sept": "lannister"}
    assert s.power["lannister"] == 4


def test_A20_a_token_only_when_the_last_unit_leaves_and_power_is_there() -> None:
    def asked(power: int = 5, tokens: dict[str, str] | None = None, routed: str = "") -> Play:
        s = position(
            {"stoney_sept": f"lannister ff{routed}", "lannisport": "lannister f", "golden_sound": "lannister s"},
            orders={"stoney_sept": "march_0", "lannisport": "march_minus_1", "golden_sound": "march_plus_1"},
            power=power,
            tokens=tokens,
        )
        return march(s, "lannister")

    def refusal(play: Play, area: str, moves: object) -> tuple[str, str]:
        return play.refusal((area, moves, True))

    both = (("footman", 2, "blackwater"),)
    assert refusal(asked(), "stoney_sept", both) == ("", "")
    assert refusal(asked(), "stoney_sept", (("footman", 1, "blackwater"),)) == ("W5.6", "units_stay")
    assert refusal(asked(routed="/f"), "stoney_sept", both) == ("W5.6", "units_stay")
    assert refusal(asked(), "stoney_sept", ()) == ("W5.6", "units_stay")
    assert refusal(asked(power=0), "stoney_sept", both) == ("W5.6", "no_token_there")
    assert refusal(asked(tokens={"stoney_sept": "lannister"}), "stoney_sept", both) == ("W5.6", "no_token_there")
    assert refusal(asked(), "lannisport", (("footman", 1, "riverrun"),)) == ("W5.6", "no_token_there")
    assert refusal(asked(), "golden_sound", (("ship", 1, "sunset_sea"),)) == ("W5.6", "no_token_there")


def test_A20_the_piece_leave_token_comes_only_when_it_may() -> None:
    s = position({"stoney_sept": "lannister ff"}, orders={"stoney_sept": "march_0"})
    asked = march(s, "lannister")
    assert asked.question is not None
    options = asked.question.options(asked.question.seats[0])
    assert options.complete(()).choices == ("stoney_sept",)
    leave = ("leave_token",)
    assert leave not in options.complete(("stoney_sept",)).choices
    assert leave not in options.complete(("stoney_sept", ("footman", 1, "blackwater"))).choices
    gone = ("stoney_sept", ("footman", 2, "blackwater"))
    assert options.complete(gone).choices == (leave,)
    assert options.complete(gone).answers == (("stoney_sept", (("footman", 2, "blackwater"),), False),)
    assert options.complete((*gone, leave)).answers == (("stoney_sept", (("footman", 2, "blackwater"),), True),)


def test_W15_1_an_absent_seat_moves_nothing() -> None:
    s = position(
        {"reach": "tyrell f", "highgarden": "tyrell f"}, orders={"reach": "march_0", "highgarden": "march_minus_1"}
    )
    asked = march(s, "tyrell")
    assert asked.question is not None
    assert asked.question.options(asked.question.seats[0]).default() == ("highgarden", (), False)


# ------------------------------------------------------------ victory on the march
SIX = {
    "winterfell": "stark f",
    "white_harbor": "stark f",
    "moat_cailin": "stark f",
    "seagard": "stark f",
    "riverrun": "stark f",
    "harrenhal": "stark f",
}


def test_WX48_A50_the_seventh_castle_area_wins_at_once() -> None:
    s = position({**SIX, "blackwater": "stark f"}, orders={"blackwater": "march_0"})
    with pytest.raises(Over) as over:
        march(s, "stark", ("march", ("blackwater", (("footman", 1, "reach"),), False)))
    assert over.value.clause == "W8.1"
    assert over.value.ranking[0] == (s.seats["stark"],)
    assert sorted(seat for group in over.value.ranking for seat in group) == [0, 1, 2, 3, 4]


def test_W8_1_quiet_moves_win_before_the_battle() -> None:
    s = position({**SIX, "blackwater": "stark ff", "searoad_marches": "tyrell f"}, orders={"blackwater": "march_0"})
    with pytest.raises(Over):
        march(
            s,
            "stark",
            ("march", ("blackwater", (("footman", 1, "reach"), ("footman", 1, "searoad_marches")), False)),
        )
    assert not said(s, "BattleBegan")


def test_W8_1_quiet_moves_are_looked_at_together() -> None:
    # one castle area is given up while another is entered: never seven at the end of the march
    units = dict(SIX)
    units["harrenhal"] = "stark ff"
    s = position(units, orders={"harrenhal": "march_0"})
    moves = (("footman", 1, "crackclaw_point"), ("footman", 1, "blackwater"))
    assert march(s, "stark", ("march", ("harrenhal", moves, False))).question is None
    s = position(units, orders={"harrenhal": "march_0"})
    with pytest.raises(Over):
        march(s, "stark", ("march", ("harrenhal", moves, True)))
