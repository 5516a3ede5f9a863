"""W6.11 retreat: where to, over ships, for supply; routed units; what a beaten attacker comes back to."""

import pytest

from engine.westeros.retreat import retreat_costs
from engine.westeros.state import Army, Battle, Kings, Side
from tests.agot.battles import duel, go, short_of_supply
from tests.agot.board import E, Play, cards, march, position, said, units


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
    s = short_of_supply()
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
