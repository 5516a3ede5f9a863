"""W6 battle without card texts: support, strength, blade, ties, casualties, retreat, clean-up; W9 garrisons."""

import pytest

from engine.core.errors import Over
from engine.westeros.battle import strength
from engine.westeros.retreat import retreat_costs
from engine.westeros.state import Army, Battle, Kings, Side
from tests.agot.board import E, Play, Step, cards, march, position, said, units


def go(origin: str, to: str, figures: dict[str, int], leave: bool = False) -> Step:
    """A march with one battle."""
    return ("march", (origin, tuple((unit, n, to) for unit, n in figures.items()), leave))


WX28_UNITS = {
    "reach": "tyrell kk",
    "blackwater": "lannister f",
    "kings_landing": "tyrell k",
    "stoney_sept": "lannister fk",
    "harrenhal": "baratheon k",
}
WX28_ORDERS = {
    "reach": "march_plus_1",
    "blackwater": "march_minus_1",
    "kings_landing": "support_0",
    "stoney_sept": "support_0",
    "harrenhal": "support_0",
}


def wx28() -> Kings:
    return position(WX28_UNITS, orders=WX28_ORDERS)


# ------------------------------------------------------------ support and strength
def test_WX28_strength_before_cards() -> None:
    s = wx28()
    asked = march(s, "tyrell", go("reach", "blackwater", {"knight": 2}))
    # declarations in turn order: baratheon, lannister, tyrell
    assert (asked.topic, asked.house) == ("support", "baratheon")
    assert s.battle is not None
    assert s.battle.asked == "harrenhal"
    asked.answer("support", "lannister")
    assert (asked.house, s.battle.asked) == ("lannister", "stoney_sept")
    asked.answer("support", "lannister")
    assert (asked.house, s.battle.asked) == ("tyrell", "kings_landing")
    asked.answer("support", "tyrell")
    assert (asked.topic, asked.house) == ("refuse_support", "lannister")
    assert asked.items() == ((), ("harrenhal",))
    asked.answer("refuse_support", ())
    assert said(s, "StrengthAnnounced") == [((("tyrell", 7), ("lannister", 6)),)]


def test_A36_each_support_order_is_its_own_choice_and_may_be_refused() -> None:
    s = position(
        {**WX28_UNITS, "crackclaw_point": "baratheon k"}, orders={**WX28_ORDERS, "crackclaw_point": "support_plus_1"}
    )
    asked = march(s, "tyrell", go("reach", "blackwater", {"knight": 2}))
    assert s.battle is not None
    assert (asked.house, s.battle.asked) == ("baratheon", "crackclaw_point")
    assert asked.items() == (None, "lannister", "tyrell")
    asked.answer("support", "tyrell")
    asked.answer("support", "lannister")
    assert asked.items() == (None, "lannister")  # nobody supports against himself
    asked.answer("support", None)
    asked.answer("support", None)
    assert (asked.topic, asked.house) == ("refuse_support", "tyrell")
    asked.answer("refuse_support", ("crackclaw_point",))
    assert (asked.topic, asked.house) == ("refuse_support", "lannister")
    asked.answer("refuse_support", ())
    assert s.battle.refused == ["crackclaw_point"]
    assert said(s, "StrengthAnnounced") == [((("tyrell", 5), ("lannister", 3)),)]


def test_W6_2_own_support_is_not_refused() -> None:
    s = position(
        {"reach": "tyrell k", "blackwater": "lannister f", "kings_landing": "tyrell k"},
        orders={"reach": "march_0", "kings_landing": "support_0"},
    )
    asked = march(s, "tyrell", go("reach", "blackwater", {"knight": 1}), ("support", "tyrell"))
    assert asked.topic == "house_card"


def test_A35_land_units_never_support_a_sea_battle() -> None:
    s = position(
        {
            "sunset_sea": "greyjoy s",
            "golden_sound": "lannister s",
            "lannisport": "lannister k",
            "ironmans_bay": "greyjoy s",
        },
        orders={"sunset_sea": "march_0", "lannisport": "support_0", "ironmans_bay": "support_0"},
    )
    asked = march(s, "greyjoy", go("sunset_sea", "golden_sound", {"ship": 1}))
    assert (asked.topic, asked.house) == ("support", "greyjoy")
    asked.answer("support", "greyjoy")
    assert said(s, "StrengthAnnounced") == [((("greyjoy", 2), ("lannister", 1)),)]


def test_A35_no_support_over_ships_or_into_the_own_area() -> None:
    s = position(
        {
            "stoney_sept": "lannister k",
            "riverrun": "greyjoy f",
            "pyke": "greyjoy k",
            "ironmans_bay": "greyjoy s",
        },
        orders={"stoney_sept": "march_0", "riverrun": "support_0", "pyke": "support_0", "ironmans_bay": "support_0"},
    )
    asked = march(s, "lannister", go("stoney_sept", "riverrun", {"knight": 1}))
    assert s.battle is not None
    assert s.battle.asked == "ironmans_bay"  # neither pyke (no border) nor riverrun itself (W11.5)
    asked.answer("support", "greyjoy")
    assert asked.topic == "house_card"


def test_W6_3_modifiers_and_routed_supporters() -> None:
    s = position(
        {"reach": "tyrell k", "blackwater": "lannister f", "kings_landing": "tyrell /k", "harrenhal": "lannister k"},
        orders={
            "reach": "march_minus_1",
            "blackwater": "defense_plus_2",
            "kings_landing": "support_plus_1",
            "harrenhal": "support_0",
        },
    )
    march(s, "tyrell", go("reach", "blackwater", {"knight": 1}), ("support", "lannister"), ("support", "tyrell"))
    assert said(s, "StrengthAnnounced") == [((("tyrell", 2 - 1 + 0 + 1), ("lannister", 1 + 2 + 2)),)]


def test_A34_strength_is_never_below_zero() -> None:
    s = position({"reach": "tyrell f", "blackwater": "lannister /k"}, orders={"reach": "march_minus_1"})
    march(s, "tyrell", go("reach", "blackwater", {"footman": 1}))
    assert said(s, "StrengthAnnounced") == [((("tyrell", 0), ("lannister", 0)),)]
    s = position({"reach": "tyrell f", "blackwater": "lannister f"}, orders={"reach": "march_minus_1"})
    s.battle = Battle("blackwater", "reach", "tyrell", "lannister", Army("tyrell"), "march_minus_1", {"tyrell": Side()})
    assert strength(E, s, s.battle, "tyrell") == 0


def test_W2_10_rains_of_autumn_silence_supporting_footmen() -> None:
    s = wx28()
    s.idle_support = ["footman"]
    march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        ("support", "lannister"),
        ("support", "lannister"),
        ("support", "tyrell"),
        ("refuse_support", ()),
    )
    assert said(s, "StrengthAnnounced") == [((("tyrell", 7), ("lannister", 1 + 2 + 2)),)]


# ------------------------------------------------------------ result
def duel(attackers: str = "kk", defenders: str = "f", **more: object) -> Kings:
    s = position({"reach": f"tyrell {attackers}", "blackwater": f"lannister {defenders}"}, orders={"reach": "march_0"})
    for name, value in more.items():
        setattr(s, name, value)
    return s


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
def lost(s: Kings, area: str, origin: str, defender: str, attacker: str) -> Kings:
    """The defender of `area` has lost to an attack from `origin`."""
    s.battle = Battle(
        area, origin, attacker, defender, Army(attacker, {"knight": 1}), "march_0", {attacker: Side(), defender: Side()}
    )
    s.battle.winner = attacker
    return s


def costs(s: Kings) -> dict[str, int]:
    assert s.battle is not None
    return retreat_costs(E, s, s.battle, s.armies[s.battle.area])


def test_WX34_A12_never_to_where_the_attack_came_from() -> None:
    s = lost(position({"blackwater": "lannister f"}), "blackwater", "reach", "lannister", "tyrell")
    assert "reach" not in costs(s)
    assert "harrenhal" in costs(s)


def test_W6_11b_own_or_empty_areas_only() -> None:
    s = position(
        {
            "blackwater": "lannister f",
            "stoney_sept": "lannister f",
            "harrenhal": "baratheon f",
            "highgarden": "lannister f",
        },
        tokens={"crackclaw_point": "baratheon", "searoad_marches": "lannister"},
        garrisons={"kings_landing": 5},
    )
    assert set(costs(lost(s, "blackwater", "reach", "lannister", "tyrell"))) == {"searoad_marches", "stoney_sept"}
    s = lost(position({"searoad_marches": "lannister f"}), "searoad_marches", "reach", "lannister", "tyrell")
    assert "highgarden" not in costs(s)  # tyrell is at home there
    assert "lannisport" in costs(s)


def test_W6_11b_over_own_ships() -> None:
    s = position({"blackwater": "lannister f", "riverrun": "lannister f", "ironmans_bay": "lannister s"})
    reached = costs(lost(s, "riverrun", "harrenhal", "lannister", "stark"))
    assert {"flints_finger", "greywater_watch"} <= set(reached)
    assert "pyke" not in reached


def test_W6_11b_ships_go_to_free_seas() -> None:
    s = position({"golden_sound": "lannister s", "sunset_sea": "tyrell s"})
    assert set(costs(lost(s, "golden_sound", "sunset_sea", "lannister", "tyrell"))) == {"ironmans_bay"}


def test_WX32_A14_no_victim_is_swapped() -> None:
    # one army slot short: stoney_sept holds a routed footman, no army may be added
    s = position(
        {
            "blackwater": "lannister fk",
            "stoney_sept": "lannister /f",
            "harrenhal": "stark f",
            "crackclaw_point": "stark f",
            "searoad_marches": "stark f",
            "oldtown": "lannister ff",
            "riverrun": "lannister ff",
        },
        orders={"blackwater": "defense_plus_1"},
        garrisons={"kings_landing": 5},
        supply=0,  # two armies of two
    )
    s.armies["blackwater"].standing = {"knight": 1}
    s.armies["reach"] = Army("tyrell", {"knight": 2})
    s.orders["reach"] = "march_0"
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        cards("tyrell", "lannister", "ser_loras_tyrell", "vargo_hoat"),
    )
    assert asked.question is None
    assert units(s, "stoney_sept") == "lannister /f"
    assert said(s, "Destroyed") == [("lannister", "blackwater", ("knight",), "no_retreat")]


def test_WX33_A04_a_free_area_must_be_taken_else_the_cheapest() -> None:
    units_there = {
        "blackwater": "lannister ff",
        "stoney_sept": "lannister f",
        "harrenhal": "lannister ff",
        "searoad_marches": "stark f",
        "crackclaw_point": "stark f",
    }
    s = position(units_there, supply=1, garrisons={"kings_landing": 5})  # limits 3, 2
    s = lost(s, "blackwater", "reach", "lannister", "tyrell")
    assert costs(s) == {"harrenhal": 1, "stoney_sept": 0}
    s.armies["oldtown"] = Army("lannister", {"footman": 2})
    # armies 2, 2 with a third forbidden: stoney_sept costs two, harrenhal one
    assert costs(s) == {"harrenhal": 1, "stoney_sept": 2}


def beaten_in_blackwater(card: str) -> Play:
    """Two Lannister footmen lose; supply 1 allows armies of 3 and 2."""
    s = position(
        {
            "reach": "tyrell kkk",
            "blackwater": "lannister ff",
            "stoney_sept": "lannister f",
            "harrenhal": "lannister ff",
            "searoad_marches": "stark f",
            "crackclaw_point": "stark f",
        },
        orders={"reach": "march_0"},
        supply=1,
        garrisons={"kings_landing": 5},
    )
    move = go("reach", "blackwater", {"knight": 3})
    return march(s, "tyrell", move, cards("tyrell", "lannister", card, "vargo_hoat"))


def test_A04_areas_that_cost_nothing_are_all_offered() -> None:
    asked = beaten_in_blackwater("ser_loras_tyrell")  # one footman left: it fits into both
    assert asked.topic == "retreat"
    assert asked.items() == ("harrenhal", "stoney_sept")
    assert not said(asked.s, "RetreatsCostly")


def test_A05_one_legal_area_is_taken_unasked_and_the_log_says_why() -> None:
    asked = beaten_in_blackwater("margaery_tyrell")
    s = asked.s
    assert asked.question is None
    assert said(s, "RetreatsCostly") == [("lannister", ("harrenhal",))]
    assert units(s, "stoney_sept") == "lannister f/ff"


def test_W6_11c_the_owner_chooses_who_dies_for_supply() -> None:
    s = position(
        {
            "reach": "tyrell kkkk",
            "blackwater": "lannister fk",
            "stoney_sept": "lannister f",
            "harrenhal": "stark f",
            "searoad_marches": "stark f",
            "crackclaw_point": "stark f",
        },
        orders={"reach": "march_0"},
        supply={"lannister": 0},
        garrisons={"kings_landing": 5},
    )
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 4}),
        cards("tyrell", "lannister", "margaery_tyrell", "vargo_hoat"),
    )
    assert (asked.topic, asked.house) == ("retreat_losses", "lannister")
    assert asked.items() == (("footman",), ("knight",))
    asked.answer("retreat_losses", ("footman",))
    assert units(s, "stoney_sept") == "lannister f/k"


def test_WX31_A09_A11_routed_units_fight_with_nothing_and_die_when_beaten() -> None:
    s = position(
        {
            "kingswood": "tyrell k",
            "storms_end": "tyrell f",
            "dragonstone": "baratheon kk",
            "shipbreaker_bay": "baratheon s",
            "reach": "baratheon kk",
            "dornish_marches": "baratheon f",
            "kings_landing": "baratheon f",
        },
        orders={"reach": "march_0", "dragonstone": "march_minus_1"},
    )
    asked = march(
        s,
        "baratheon",
        go("reach", "kingswood", {"knight": 2}),
        cards("baratheon", "tyrell", "ser_davos_seaworth", "queen_of_thorns"),
    )
    assert asked.question is None  # storms_end is the only way
    assert units(s, "storms_end") == "tyrell f/k"
    asked = march(
        s,
        "baratheon",
        go("dragonstone", "storms_end", {"knight": 2}),
        cards("baratheon", "tyrell", "ser_axell_florent", "house_tyrell_captain"),
    )
    assert said(s, "StrengthAnnounced")[1] == ((("baratheon", 3), ("tyrell", 1)),)
    assert said(s, "Destroyed") == [("tyrell", "storms_end", ("knight",), "routed")]


def test_A09_unrouted_comrades_retreat() -> None:
    s = duel("kkk", "f/k")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 3}),
        cards("tyrell", "lannister", "margaery_tyrell", "vargo_hoat"),
    )
    assert asked.topic == "retreat"
    asked.answer("retreat", "harrenhal")
    assert units(s, "harrenhal") == "lannister /f"
    assert said(s, "Destroyed") == [("lannister", "blackwater", ("knight",), "routed")]


def test_W6_11e_routed_units_alone_may_win_by_their_card() -> None:
    s = duel("f", "/k")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"footman": 1}),
        cards("tyrell", "lannister", "queen_of_thorns", "tywin_lannister"),
    )
    assert asked.question is None
    assert said(s, "BattleWon") == [("lannister", "blackwater", (("tyrell", 1), ("lannister", 3)))]
    assert units(s, "blackwater") == "lannister /k"


def test_A07_a_beaten_attacker_returns_without_loss_by_supply() -> None:
    s = position({"reach": "tyrell ff", "blackwater": "lannister kk"}, orders={"reach": "march_0"}, supply=0)
    s.armies["oldtown"], s.armies["highgarden"] = Army("tyrell", {"footman": 2}), Army("tyrell", {"footman": 1})
    march(
        s,
        "tyrell",
        go("reach", "blackwater", {"footman": 2}),
        cards("tyrell", "lannister", "margaery_tyrell", "tyrion_lannister"),
    )
    assert units(s, "reach") == "tyrell /ff"


@pytest.mark.parametrize("leave", [False, True])
def test_A08_a_beaten_attacker_and_the_enemy_home_he_left(leave: bool) -> None:
    s = position({"lannisport": "tyrell ff", "stoney_sept": "lannister kk"}, orders={"lannisport": "march_0"})
    march(
        s,
        "tyrell",
        go("lannisport", "stoney_sept", {"footman": 2}, leave),
        cards("tyrell", "lannister", "margaery_tyrell", "tyrion_lannister"),
    )
    if leave:
        assert units(s, "lannisport") == "tyrell /ff"
        assert s.tokens == {"lannisport": "tyrell"}
    else:
        assert units(s, "lannisport") == ""
        assert said(s, "Destroyed") == [("tyrell", "stoney_sept", ("footman", "footman"), "no_way_back")]


def test_A12_the_origin_emptied_by_the_attack_is_still_closed() -> None:
    s = duel("kk", "f")
    asked = march(
        s,
        "tyrell",
        go("reach", "blackwater", {"knight": 2}),
        cards("tyrell", "lannister", "margaery_tyrell", "vargo_hoat"),
    )
    assert units(s, "reach") == ""
    assert "reach" not in asked.items()
    assert asked.refusal("reach") == ("W6.11b", "not_offered")


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


# ------------------------------------------------------------ garrisons
WX44_UNITS = {"yronwood": "tyrell kf", "summer_sea": "tyrell s"}


def test_WX44_A38_equal_strength_takes_a_garrison() -> None:
    s = position(WX44_UNITS, orders={"yronwood": "march_plus_1", "summer_sea": "support_0"}, garrisons={"sunspear": 5})
    asked = march(s, "tyrell", go("yronwood", "sunspear", {"knight": 1, "footman": 1}))
    assert (asked.topic, asked.house) == ("support", "tyrell")
    assert asked.items() == (None, "tyrell")
    asked.answer("support", "tyrell")
    assert asked.question is None
    assert said(s, "StrengthAnnounced") == [((("tyrell", 5),),)]
    assert s.garrisons == {}
    assert units(s, "sunspear") == "tyrell fk"
    assert len(s.hands["tyrell"]) == 7


def test_WX45_too_weak_an_attack_goes_home_routed() -> None:
    s = position({"yronwood": "tyrell kf"}, orders={"yronwood": "march_plus_1"}, garrisons={"sunspear": 5})
    asked = march(s, "tyrell", go("yronwood", "sunspear", {"knight": 1, "footman": 1}))
    assert asked.question is None
    assert said(s, "StrengthAnnounced") == [((("tyrell", 4),),)]
    assert s.garrisons == {"sunspear": 5}
    assert units(s, "yronwood") == "tyrell /fk"


def test_W9_2_any_house_may_support_the_attacker_and_nobody_the_garrison() -> None:
    s = position(
        {"yronwood": "tyrell k", "summer_sea": "stark sss"},
        orders={"yronwood": "march_0", "summer_sea": "support_0"},
        garrisons={"sunspear": 5},
    )
    asked = march(s, "tyrell", go("yronwood", "sunspear", {"knight": 1}))
    assert (asked.house, asked.items()) == ("stark", (None, "tyrell"))
    asked.answer("support", "tyrell").answer("refuse_support", ())
    assert s.garrisons == {}
