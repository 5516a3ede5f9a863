"""W13: every option, and which contradict each other."""

from typing import Any

import pytest

from engine.agot.edition import edition, variants
from engine.agot.game import GAME, settings
from engine.agot.variants import variants_from
from engine.agot.westeros_cards import carry_out
from engine.core.errors import DataError, Refused
from engine.core.match import Match
from engine.westeros.auction import clash_of_kings
from engine.westeros.edition import Options
from engine.westeros.march import Plan as MarchPlan
from engine.westeros.march import marches
from engine.westeros.muster import mustering
from engine.westeros.orders import raven
from engine.westeros.tracks import holder
from tests.agot.board import finish, march, play, position, said, start, units

IDS = tuple(variants())


def seats_of(ident: str) -> int:
    return variants()[ident].players[0]


# ------------------------------------------------------------ W13.1
def test_W13_1_all_twenty_are_there() -> None:
    assert len(IDS) == 20
    assert {n: len([v for v in variants().values() if n in v.players]) for n in (3, 4, 5)} == {3: 3, 4: 8, 5: 11}


@pytest.mark.parametrize("ident", IDS)
def test_W13_1_each_is_offered_to_its_number_of_players_alone(ident: str) -> None:
    for seats in (3, 4, 5):
        if seats in variants()[ident].players:
            assert settings(seats, {ident: True})[ident] is True
            match = Match.start(GAME, seats, {ident: True, "houses": "agreed"})
            assert match.question is not None
            assert match.state.variants == (ident,)
        else:
            with pytest.raises(Refused) as refused:
                settings(seats, {ident: True})
            assert refused.value.code == "no_such_setting"


@pytest.mark.parametrize("ident", IDS)
def test_W13_1_each_changes_something(ident: str) -> None:
    seats = seats_of(ident)
    assert edition(seats, (ident,)) != edition(seats)


@pytest.mark.parametrize("without", ["no_greyjoy_no_pyke", "no_greyjoy_no_pyke_tyrell_ship"])
@pytest.mark.parametrize(
    "other", ["greyjoy_fights_with_cards", "greyjoy_one_more_unit", "pyke_neutral_5", "pyke_seagard_neutral_5"]
)
def test_W13_1_contradictions_are_refused_and_both_named(without: str, other: str) -> None:
    with pytest.raises(Refused) as refused:
        settings(4, {without: True, other: True})
    assert (refused.value.clause, refused.value.code) == ("W13.1", "contradicts_another")
    assert {refused.value.data["name"], refused.value.data["other"]} == {without, other}
    assert settings(4, {without: True, other: False})[without] is True


def test_W13_1_what_does_not_contradict_may_be_combined() -> None:
    e, s = start(4, "pyke_neutral_5", "pyke_seagard_neutral_5", "greyjoy_one_more_unit", "greyjoy_keeps_fiefdoms_1")
    absent = {"pyke": 5, "seagard": 5, "greywater_watch": 2, "ironmans_bay": 3}
    assert s.garrisons == {"kings_landing": 5, "eyrie": 6, "sunspear": 5} | absent
    assert s.tracks["fiefdoms"][0] == "greyjoy"
    five = [ident for ident in IDS if 5 in variants()[ident].players]
    e, s = start(5, *five)
    assert e.options == Options(("fiefdoms", "iron_throne", "kings_court"), True, 1, False, True)
    assert s.variants == tuple(sorted(five))


def test_W13_1_an_option_of_unknown_words_is_a_fault_of_the_data() -> None:
    with pytest.raises(DataError, match="wizards"):
        variants_from([{"id": "x", "players": [5], "title": "", "effect": "", "wizards": 3}], "here")
    with pytest.raises(DataError, match="array"):
        variants_from({}, "here")
    with pytest.raises(DataError, match="nothing_such"):
        variants_from([{"id": "x", "players": [5], "title": "", "effect": "", "excludes": ["nothing_such"]}], "here")


# ------------------------------------------------------------ the start
def test_greyjoy_no_knight() -> None:
    _e, s = start(5, "greyjoy_no_knight")
    assert units(s, "pyke") == "greyjoy ff"


def test_greyjoy_no_greywater() -> None:
    _e, s = start(5, "greyjoy_no_greywater", "greyjoy_no_knight")
    assert "greywater_watch" not in s.armies
    assert s.supply["greyjoy"] == 1
    assert units(s, "pyke") == "greyjoy ff"


def test_riverrun_no_coast() -> None:
    e, _s = start(5, "riverrun_no_coast")
    assert e.board.sea_borders["riverrun"] == ()
    assert "riverrun" not in (*e.board.borders["ironmans_bay"], *e.board.borders["golden_sound"])
    assert e.board.reach("pyke", ("ironmans_bay",)) == ("flints_finger", "greywater_watch", "seagard")
    assert edition(5).board.sea_borders["riverrun"] == ("golden_sound", "ironmans_bay")


def test_riverrun_seagard_cities() -> None:
    e, _s = start(5, "riverrun_seagard_cities")
    for area in ("riverrun", "seagard"):
        assert (e.board.areas[area].castle, e.board.areas[area].muster_points) == (1, 1)
    assert e.board.castles == edition(5).board.castles


def test_riverrun_neutral() -> None:
    _e, s = start(5, "riverrun_neutral")
    assert s.garrisons["riverrun"] == 5


def test_no_greyjoy_no_pyke() -> None:
    e, s = start(4, "no_greyjoy_no_pyke")
    assert s.garrisons == {"kings_landing": 5, "eyrie": 6, "sunspear": 5}
    assert "pyke" not in e.board.areas
    assert not any("pyke" in near for near in e.board.borders.values())
    assert len(e.board.castles) == 17


def test_no_greyjoy_no_pyke_tyrell_ship() -> None:
    e, s = start(4, "no_greyjoy_no_pyke_tyrell_ship")
    assert "pyke" not in e.board.areas
    assert units(s, "redwyne_straits") == "tyrell ss"


def test_greyjoy_one_more_unit() -> None:
    _e, s = start(4, "greyjoy_one_more_unit")
    assert (s.garrisons["pyke"], s.garrisons["greywater_watch"], s.garrisons["ironmans_bay"]) == (4, 2, 3)
    _e, s = start(4, "greyjoy_one_more_unit", "greyjoy_fights_with_cards")
    assert units(s, "pyke") == "greyjoy ffk"
    assert units(s, "ironmans_bay") == "greyjoy sss"


def test_W13_3_garrisons_of_five_stand_instead_of_absent_units() -> None:
    for ident, seats, areas in (
        ("pyke_neutral_5", 4, ("pyke",)),
        ("pyke_seagard_neutral_5", 4, ("pyke", "seagard")),
        ("pyke_seagard_highgarden_neutral_5", 3, ("pyke", "seagard", "highgarden")),
    ):
        _e, s = start(seats, ident)
        assert s.garrisons == start(seats)[1].garrisons | dict.fromkeys(areas, 5)
    _e, s = start(3, "pyke_seagard_highgarden_neutral_5", "absent_houses_fight_with_cards")
    assert s.garrisons["pyke"] == 5
    assert "pyke" not in s.armies
    assert units(s, "dornish_marches") == "tyrell f"


# ------------------------------------------------------------ prizes and ties
def test_greyjoy_keeps_fiefdoms_1_until_the_first_bid() -> None:
    e, s = start(4, "greyjoy_keeps_fiefdoms_1")
    assert s.tracks["fiefdoms"] == ["greyjoy", "tyrell", "stark", "baratheon", "lannister"]
    assert holder(e, s, "fiefdoms") == "tyrell"
    nothing = dict.fromkeys(s.power, 0)
    finish(s, clash_of_kings(e, s), *script_of_ties(nothing))
    assert sorted(s.tracks["fiefdoms"]) == sorted(s.power)


def script_of_ties(bids: dict[str, int]) -> list[tuple[str, Any]]:
    """Three bids in which all are tied and come to stand as they are named."""
    return [("bid", bids), ("bid_order", tuple(bids))] * 3


@pytest.mark.parametrize("option", ["no_blade_before_first_clash", "no_tokens_before_first_clash"])
def test_W13_4_no_blade_before_the_first_clash(option: str) -> None:
    e, _ = start(5, option)
    for clashed, topic in ((False, ""), (True, "blade")):
        s = position(
            {"reach": "tyrell kk", "blackwater": "lannister f"}, orders={"reach": "march_0"}, fiefdoms=["tyrell"]
        )
        s.clashed = clashed
        asked = march(s, "tyrell", *attack("tyrell", "lannister"), e=e)
        assert asked.topic == (topic or "retreat")


def attack(one: str, other: str) -> list[tuple[str, Any]]:
    return [
        ("march", ("reach", (("knight", 2, "blackwater"),), False)),
        ("house_card", {one: "margaery_tyrell", other: "vargo_hoat"}),
    ]


def test_W13_4_no_raven_before_the_first_clash() -> None:
    e, s = start(5, "no_tokens_before_first_clash")
    s.orders = {"lannisport": "march_0"}
    assert play(s, raven(e, s)).question is None
    assert not s.raven_used
    s.clashed = True
    assert play(s, raven(e, s)).topic == "raven"
    e, s = start(5, "no_blade_before_first_clash")
    s.orders = {"lannisport": "march_0"}
    assert play(s, raven(e, s)).topic == "raven"


def test_W13_4_place_1_of_the_track_decides_and_chooses() -> None:
    e, s = start(5, "no_tokens_before_first_clash")
    s.revealed = ["a_throne_of_blades", "dark_wings_dark_words", "last_days_of_summer_3"]
    assert play(s, carry_out(e, s, 0)).house == "baratheon"
    assert play(s, carry_out(e, s, 1)).house == "lannister"
    tied = play(s, clash_of_kings(e, s), ("bid", dict.fromkeys(s.power, 1)))
    assert (tied.topic, tied.house) == ("bid_order", "baratheon")


def test_W13_4_the_first_clash_ends_it() -> None:
    e, s = start(5, "no_tokens_before_first_clash")
    assert [holder(e, s, track) for track in s.tracks] == ["", "", ""]
    finish(s, clash_of_kings(e, s), *script_of_ties(dict.fromkeys(s.power, 1)))
    assert s.clashed
    assert [holder(e, s, track) for track in s.tracks] == ["stark"] * 3


def test_W13_4_the_view_tells_who_holds_the_prizes() -> None:
    for option, blade in (("", "greyjoy"), ("no_blade_before_first_clash", "")):
        match = Match.start(GAME, 5, {"houses": "agreed", **({option: True} if option else {})})
        holders = {"iron_throne": "baratheon", "fiefdoms": blade, "kings_court": "lannister"}
        assert match.view(-1)["holders"] == holders


def test_defender_wins_ties_before_first_clash() -> None:
    e, _ = start(5, "defender_wins_ties_before_first_clash")
    for clashed, defenders, winner in (
        (False, "kf", "tyrell"),  # 4 + 3 against 3 + 3
        (True, "kf", "tyrell"),
        (False, "kk", "lannister"),
        (True, "kk", "tyrell"),
    ):
        s = position(
            {"reach": "tyrell kk", "blackwater": f"lannister {defenders}"},
            orders={"reach": "march_0"},
            fiefdoms=["stark", "tyrell"],
        )
        s.clashed = clashed
        march(
            s,
            "tyrell",
            attack("tyrell", "lannister")[0],
            ("house_card", {"tyrell": "mace_tyrell", "lannister": "tywin_lannister"}),
            e=e,
        )
        assert said(s, "BattleWon")[0][0] == winner


def test_no_battles_in_round_1() -> None:
    e, _ = start(5, "no_battles_in_round_1")
    s = position(
        {"reach": "tyrell kk", "blackwater": "lannister f"}, orders={"reach": "march_0"}, garrisons={"kings_landing": 5}
    )
    asked = march(s, "tyrell", e=e)
    for to in ("blackwater", "kings_landing"):
        assert asked.refusal(("reach", (("knight", 1, to),), False)) == ("W13.1", "no_battle_yet")
    plan = MarchPlan(marches(e, s, "tyrell"), "reach")
    assert {to for _, _, to in plan.pieces()} == {
        area for area in e.board.borders["reach"] if area not in ("blackwater", "kings_landing")
    }
    assert asked.refusal(("reach", (("knight", 1, "highgarden"),), False)) == ("", "")
    s.round = 2
    assert march(s, "tyrell", e=e).refusal(("reach", (("knight", 1, "blackwater"),), False)) == ("", "")


# ------------------------------------------------------------ W13.5
def test_W13_5_one_figure_at_a_time_until_all_have_passed() -> None:
    e, s = start(5, "muster_one_at_a_time")
    asked = play(s, mustering(e, s))
    assert (asked.topic, asked.house) == ("muster", "baratheon")
    two = (("dragonstone", "footman", "dragonstone"), ("dragonstone", "ship", "shipbreaker_bay"))
    assert asked.refusal(two) == ("W13.5", "one_at_a_time")
    asked.answer("muster", ()).answer("muster", (("lannisport", "ship", "golden_sound"),))
    for house in ("stark", "tyrell", "greyjoy"):
        assert asked.house == house
        asked.answer("muster", ())
    assert asked.house == "baratheon"  # who has passed is asked again, for another has mustered
    asked.answer("muster", ())
    assert asked.house == "lannister"
    assert asked.refusal((("lannisport", "knight", "lannisport"),)) == ("W2.6a", "too_few_points")
    asked.answer("muster", (("lannisport", "upgrade", "lannisport"),))
    houses = []
    while asked.question is not None:
        houses.append(asked.house)
        asked.answer("muster", ())
    assert houses == ["stark", "tyrell", "greyjoy", "baratheon"]  # Lannister has no point left
    assert units(s, "lannisport") == "lannister kk"
    assert units(s, "golden_sound") == "lannister ss"
    assert s.mustered == {}


def test_W13_5_an_answer_is_complete_after_one_piece() -> None:
    e, s = start(5, "muster_one_at_a_time")
    asked = play(s, mustering(e, s))
    assert asked.question is not None
    options = asked.question.options(s.seats["baratheon"])
    first = options.complete(()).choices[0]
    assert options.complete((first,)).choices == ()
    assert options.complete((first,)).answers == ((first,),)
