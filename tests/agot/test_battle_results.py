"""W6.8 to W6.10, W6.12: who wins a battle, blade and ties, casualties, what the loser gives up; W8.1 the end."""

import pytest

from engine.core.errors import Over
from engine.westeros.state import Army
from tests.agot.battles import duel, go
from tests.agot.board import E, cards, march, position, said, units


# ------------------------------------------------------------ result
def test_WX29_swords_less_fortifications() -> None:
    s = duel("kkf", "ff")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2, "footman": 1}),
        cards("tyrell", "lannister", "margaery_tyrell", "tywin_lannister"),
    )
    # tyrell 5 + 1 beats lannister 2 + 3: nobody of lannister dies
    assert said(s, "BattleWon") == [("tyrell", "blackwater", (("tyrell", 6), ("lannister", 5)))]
    assert not said(s, "Casualties")
    assert asked.topic == "retreat"
    s = duel("kk", "ffff")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        cards("tyrell", "lannister", "margaery_tyrell", "tywin_lannister"),
    )
    assert said(s, "BattleWon")[0][0] == "lannister"
    assert said(s, "Casualties") == [("tyrell", ("knight",))]
    assert units(s, "reach") == "tyrell /k"


def test_W6_10_the_loser_chooses_and_routed_units_cannot_be_chosen() -> None:
    s = duel("kkkk", "ffk/k")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 4}),
        cards("tyrell", "lannister", "mace_tyrell", "vargo_hoat"),
    )
    assert (asked.topic, asked.house) == ("casualties", "lannister")
    assert asked.items() == (("footman", "footman"), ("footman", "knight"))
    assert asked.question is not None
    assert asked.question.options(asked.question.seats[0]).default() == ("footman", "footman")
    asked.answer("casualties", ("footman", "knight"))
    assert said(s, "Destroyed") == [("lannister", "blackwater", ("knight",), "routed")]


def test_W6_10_with_too_few_units_all_of_them_die() -> None:
    s = duel("kkkk", "f")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 4}),
        cards("tyrell", "lannister", "mace_tyrell", "vargo_hoat"),
    )
    assert asked.question is None
    assert said(s, "Casualties") == [("lannister", ("footman",))]
    assert units(s, "blackwater") == "tyrell kkkk"


def test_WX35_A33_a_tie_goes_to_the_higher_place_on_the_fiefdoms() -> None:
    for first, winner in (("tyrell", "tyrell"), ("lannister", "lannister")):
        s = duel("k", "k", blade_used=True)
        s.tracks["fiefdoms"] = ["greyjoy", first, *(h for h in s.seats if h not in ("greyjoy", first))]
        march(
            s,
            "tyrell",
            go("reach", "blackwater", {"knight": 1}),
            cards("tyrell", "lannister", "margaery_tyrell", "ser_kevan_lannister"),
        )
        assert said(s, "BattleWon") == [(winner, "blackwater", (("tyrell", 3), ("lannister", 3)))]


def test_WX43_A32_the_blade_is_used_once_a_round() -> None:
    s = position(
        {"reach": "greyjoy k", "blackwater": "lannister k", "harrenhal": "greyjoy kk"},
        orders={"reach": "march_0", "harrenhal": "march_minus_1"},
    )
    asked = march(
        s,
        "greyjoy",
        go("reach", "blackwater", {"knight": 1}),
        cards("greyjoy", "lannister", "aeron_damphair", "ser_kevan_lannister"),
    )
    assert (asked.topic, asked.house) == ("blade", "greyjoy")
    asked.answer("blade", "yes")
    assert said(s, "BattleWon") == [("greyjoy", "blackwater", (("greyjoy", 4), ("lannister", 3)))]
    assert s.blade_used
    while asked.question is not None:
        asked.answer("retreat", asked.items()[0])
    s.armies["stoney_sept"] = Army("lannister", {"footman": 1})
    asked = march(
        s,
        "greyjoy",
        go("harrenhal", "stoney_sept", {"knight": 2}),
        cards("greyjoy", "lannister", "euron_crows_eye", "tyrion_lannister"),
    )
    assert asked.topic != "blade"


def test_A32_the_blade_as_defender_but_not_as_supporter() -> None:
    s = position({"reach": "tyrell k", "blackwater": "greyjoy f"}, orders={"reach": "march_0"})
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 1}),
        cards("tyrell", "greyjoy", "margaery_tyrell", "aeron_damphair"),
    )
    assert (asked.topic, asked.house) == ("blade", "greyjoy")
    s = position(
        {"reach": "tyrell k", "blackwater": "lannister f", "harrenhal": "greyjoy k"},
        orders={"reach": "march_0", "harrenhal": "support_0"},
    )
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 1}),
        ("support", "tyrell"),
        ("refuse_support", ()),
        cards("tyrell", "lannister", "margaery_tyrell", "ser_kevan_lannister"),
    )
    assert asked.topic != "blade"


def test_W6_12_A13_the_beaten_defender_loses_order_and_token() -> None:
    s = duel("kk", "f")
    s.orders["blackwater"] = "march_plus_1"
    s.tokens["blackwater"] = "lannister"
    march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        cards("tyrell", "lannister", "mace_tyrell", "vargo_hoat"),
    )
    assert s.orders == {}
    assert s.tokens == {}
    assert units(s, "blackwater") == "tyrell kk"
    assert s.battle is None


def test_A13_a_defender_who_wins_keeps_his_order() -> None:
    s = duel("f", "ff")
    s.orders["blackwater"] = "march_plus_1"
    march(
        s,
        "tyrell",
        go("reach", "blackwater", {"footman": 1}),
        cards("tyrell", "lannister", "margaery_tyrell", "tyrion_lannister"),
    )
    assert s.orders == {"blackwater": "march_plus_1"}
    assert units(s, "reach") == "tyrell /f"


def test_A13_orders_of_the_loser_go_in_a_retaken_home_area_too() -> None:
    s = position(
        {"searoad_marches": "lannister kk", "lannisport": "tyrell f"},
        orders={"searoad_marches": "march_0", "lannisport": "consolidate"},
    )
    march(
        s,
        "lannister",
        go("searoad_marches", "lannisport", {"knight": 2}),
        cards("lannister", "tyrell", "tywin_lannister", "margaery_tyrell"),
    )
    assert s.orders == {}


def test_WX41_the_seventh_card_brings_six_back() -> None:
    s = duel("kk", "f")
    s.hands["tyrell"] = ["mace_tyrell"]
    s.discards["tyrell"] = [card for card in E.hands["tyrell"] if card != "mace_tyrell"]
    march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        cards("tyrell", "lannister", "mace_tyrell", "vargo_hoat"),
    )
    assert s.discards["tyrell"] == ["mace_tyrell"]
    assert s.hands["tyrell"] == sorted(card for card in E.hands["tyrell"] if card != "mace_tyrell")
    assert s.discards["lannister"] == ["vargo_hoat"]


# ------------------------------------------------------------ retreat
def test_W8_1_a_won_battle_may_end_the_game() -> None:
    castles = ("winterfell", "white_harbor", "moat_cailin", "seagard", "harrenhal", "crackclaw_point")
    s = position(dict.fromkeys(castles, "stark k"), orders={"harrenhal": "march_0", "seagard": "march_minus_1"})
    s.armies["stoney_sept"] = Army("stark", {"knight": 2})
    s.armies["riverrun"] = Army("lannister", {"footman": 1})
    s.orders = {"stoney_sept": "march_0"}
    asked = march(s, "stark", go("stoney_sept", "riverrun", {"knight": 2}))
    with pytest.raises(Over) as over:
        asked.answer(*cards("stark", "lannister", "greatjon_umber", "vargo_hoat"))
    assert over.value.ranking[0] == (s.seats["stark"],)
