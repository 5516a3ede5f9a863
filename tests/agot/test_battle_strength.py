"""W6.2 to W6.3 before any card: support and strength; W9 garrisons."""

from engine.westeros.battle import strength
from engine.westeros.state import Army, Battle, Kings, Side
from tests.agot.battles import go
from tests.agot.board import E, march, position, said, units

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
