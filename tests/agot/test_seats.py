"""W10: three and four players."""

from dataclasses import replace

import pytest

from engine.agot.edition import check_seats, edition
from engine.agot.game import GAME, new, settings
from engine.agot.setup import new_game
from engine.agot.victory import check_victory
from engine.core.data import read
from engine.core.errors import DataError, Over
from engine.core.match import Match
from engine.core.questions import Reply
from engine.westeros.control import castle_counts, controller
from engine.westeros.muster import Plan, musters
from engine.westeros.orders import stars
from engine.westeros.retreat import may_enter
from engine.westeros.state import Kings
from tests.agot.board import march, position, said, units

E3, E4 = edition(3), edition(4)


def start(seats: int) -> Kings:
    return new(seats, settings(seats, {"houses": "agreed"}))


def test_W1_1_who_plays() -> None:
    assert E3.playing == ("stark", "lannister", "baratheon")
    assert E4.playing == ("stark", "lannister", "baratheon", "tyrell")
    match = Match.start(GAME, 3, {})
    match.answer(Reply(rolled=(1, 1, 0)))
    assert match.state.seats == {"lannister": 0, "baratheon": 1, "stark": 2}


def test_WX03_A51_tracks_without_gaps_and_the_blade_goes_to_another() -> None:
    assert start(4).tracks == {
        "iron_throne": ["baratheon", "lannister", "stark", "tyrell"],
        "fiefdoms": ["tyrell", "stark", "baratheon", "lannister"],
        "kings_court": ["lannister", "stark", "baratheon", "tyrell"],
    }
    assert start(3).tracks["fiefdoms"] == ["stark", "baratheon", "lannister"]
    asked = march(
        position({"reach": "tyrell k", "blackwater": "lannister f"}, orders={"reach": "march_0"}, e=E4),
        "tyrell",
        ("march", ("reach", (("knight", 1, "blackwater"),), False)),
        ("house_card", {"tyrell": "margaery_tyrell", "lannister": "vargo_hoat"}),
        e=E4,
    )
    assert (asked.topic, asked.house) == ("blade", "tyrell")


def test_WX04_absent_houses_are_neutral_forces() -> None:
    printed = {"kings_landing": 5, "eyrie": 6, "sunspear": 5}
    greyjoy = {"pyke": 3, "greywater_watch": 1, "ironmans_bay": 2}
    assert start(4).garrisons == printed | greyjoy
    assert start(3).garrisons == printed | greyjoy | {"highgarden": 3, "dornish_marches": 1, "redwyne_straits": 1}
    assert sorted(start(3).power) == sorted(start(3).hands) == ["baratheon", "lannister", "stark"]


def test_W10_1_ships_attack_neutral_fleets_and_beaten_forces_leave_the_map() -> None:
    s = position(
        {"golden_sound": "lannister ss"}, orders={"golden_sound": "march_0"}, garrisons={"ironmans_bay": 2}, e=E4
    )
    done = march(s, "lannister", ("march", ("golden_sound", (("ship", 2, "ironmans_bay"),), False)), e=E4)
    assert done.question is None
    assert units(s, "ironmans_bay") == "lannister ss"
    assert s.garrisons == {}
    assert said(s, "GarrisonTaken") == [("lannister", "ironmans_bay")]


def test_W10_1_a_neutral_fleet_holds_against_less() -> None:
    s = position(
        {"golden_sound": "lannister ss"}, orders={"golden_sound": "march_0"}, garrisons={"ironmans_bay": 2}, e=E4
    )
    march(s, "lannister", ("march", ("golden_sound", (("ship", 1, "ironmans_bay"),), False)), e=E4)
    assert units(s, "golden_sound") == "lannister s/s"
    assert s.garrisons == {"ironmans_bay": 2}


def test_W2_6b_no_ship_is_placed_beside_a_neutral_fleet() -> None:
    s = position({"riverrun": "lannister f"}, garrisons={"ironmans_bay": 2}, e=E4)
    plan = Plan(musters(E4, s, "lannister"))
    fault = plan.fault(("riverrun", "ship", "ironmans_bay"))
    assert fault is not None
    assert (fault.clause, fault.code) == ("W2.6b", "sea_taken")
    assert ("riverrun", "ship", "golden_sound") in plan.pieces()


def test_W10_2_stars_by_the_new_place() -> None:
    assert [stars(E4, start(4), house) for house in start(4).tracks["kings_court"]] == [3, 3, 2, 1]
    assert [stars(E3, start(3), house) for house in start(3).tracks["kings_court"]] == [3, 3, 2]


def test_W10_3_homes_of_absent_houses_belong_to_nobody_until_taken() -> None:
    s = position({}, e=E3)
    assert (controller(E3, s, "pyke"), controller(E3, s, "highgarden")) == ("", "")
    assert controller(E3, s, "winterfell") == "stark"
    assert may_enter(E3, s, "lannister", "highgarden")
    s.tokens["highgarden"] = "lannister"
    assert controller(E3, s, "highgarden") == "lannister"
    assert castle_counts(E3, s) == {"stark": 1, "lannister": 2, "baratheon": 1}


def test_W10_3_a_token_may_be_left_in_an_absent_house_s_home() -> None:
    s = position({"highgarden": "lannister f"}, orders={"highgarden": "march_0"}, e=E3)
    march(s, "lannister", ("march", ("highgarden", (("footman", 1, "oldtown"),), True)), e=E3)
    assert s.tokens == {"highgarden": "lannister"}


EIGHT = (
    "winterfell",
    "white_harbor",
    "moat_cailin",
    "seagard",
    "riverrun",
    "harrenhal",
    "crackclaw_point",
    "pyke",
)


@pytest.mark.parametrize(("seats", "needed"), [(3, 8), (4, 7), (5, 7)])
def test_WX48_W10_4_castle_areas_to_win(seats: int, needed: int) -> None:
    e = edition(seats)
    check_victory(e, position(dict.fromkeys(EIGHT[: needed - 1], "stark f"), e=e))
    with pytest.raises(Over) as over:
        check_victory(e, position(dict.fromkeys(EIGHT[:needed], "stark f"), e=e))
    assert over.value.ranking[0] == (0,)
    assert sorted(seat for group in over.value.ranking for seat in group) == list(range(seats))


def test_the_data_of_fewer_seats_is_checked() -> None:
    tracks = read("engine.agot", "tracks.json")["influence_start"]
    forces = read("engine.agot", "neutrals.json")["absent_house_forces"]
    check_seats(E4, 4, tracks, forces)
    with pytest.raises(DataError, match="forces of 4"):
        check_seats(E4, 4, tracks, {"4": {"pyke": 3}})
    with pytest.raises(DataError, match="iron_throne of 4"):
        check_seats(replace(E4, start_tracks={**E4.start_tracks, "iron_throne": E4.playing}), 4, tracks, forces)


def test_W1_2_a_garrison_stands_instead_of_absent_units() -> None:
    s = new_game(replace(E4, garrisons={"pyke": 5}), (), ())
    assert s.garrisons == {"pyke": 5, "greywater_watch": 1, "ironmans_bay": 2}
