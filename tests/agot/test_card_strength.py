"""W6.4, W6.5, W12.2 to W12.4: texts that change strength, and those that cancel texts."""

from engine.westeros.state import Kings
from tests.agot.board import HOUSES, E, cards, march, position, said
from tests.agot.fights import FIELD, fight, totals


# ------------------------------------------------------------ strength
def test_WX38_robb_vargo_victarion() -> None:
    s = fight(("stark", "kk", "robb_stark"), ("lannister", "f", "tywin_lannister")).s
    assert totals(s) == {"stark": 6 + 2, "lannister": 1 + 3}
    s = fight(("lannister", "fff", "vargo_hoat"), ("tyrell", "f", "mace_tyrell")).s
    assert totals(s) == {"lannister": 6 + 0, "tyrell": 1 + 3}
    s = position({"sunset_sea": "greyjoy ss", "golden_sound": "lannister s"}, orders={"sunset_sea": "march_0"})
    s.blade_used = True
    march(
        s,
        "greyjoy",
        ("march", ("sunset_sea", (("ship", 2, "golden_sound"),), False)),
        cards("greyjoy", "lannister", "victarion_greyjoy", "tywin_lannister"),
    )
    assert totals(s) == {"greyjoy": 4, "lannister": 4}


def test_W12_2_strength_texts_touch_only_own_attacking_units() -> None:
    s = fight(("lannister", "k", "tywin_lannister"), ("stark", "kk", "robb_stark")).s
    assert totals(s)["stark"] == 4 + 2  # defending
    s = fight(
        ("stark", "f", "robb_stark"),
        ("lannister", "f", "tywin_lannister"),
        ("support", "stark"),
        more={"harrenhal": "stark kk"},
        orders={"harrenhal": "support_0"},
    ).s
    assert totals(s)["stark"] == 1 + 4 + 2  # supporting


def test_A11_routed_units_count_nothing_whatever_the_card_says() -> None:
    s = fight(("tyrell", "k", "margaery_tyrell"), ("lannister", "/fff", "tywin_lannister")).s
    assert totals(s)["lannister"] == 3


def test_WX37_catelyn_doubles_a_defense() -> None:
    for token, worth in (("defense_plus_1", 2), ("defense_plus_2", 4)):
        s = fight(("tyrell", "k", "margaery_tyrell"), ("stark", "f", "catelyn_stark"), orders={FIELD: token}).s
        assert totals(s)["stark"] == 1 + worth
    s = fight(("stark", "k", "catelyn_stark"), ("tyrell", "f", "margaery_tyrell"), orders={FIELD: "defense_plus_1"}).s
    assert totals(s) == {"stark": 2, "tyrell": 1 + 1 + 1}


def test_WX36_A28_salladhor_silences_ships_that_support_the_opponent() -> None:
    s = position(
        {
            "kingswood": "baratheon k",
            "storms_end": "tyrell f",
            "shipbreaker_bay": "tyrell ss",
            "sea_of_dorne": "baratheon s",
        },
        orders={"kingswood": "march_0", "shipbreaker_bay": "support_plus_1", "sea_of_dorne": "support_0"},
    )
    s.blade_used = True
    march(
        s,
        "baratheon",
        ("march", ("kingswood", (("knight", 1, "storms_end"),), False)),
        ("support", "baratheon"),
        ("support", "tyrell"),
        cards("baratheon", "tyrell", "salladhor_saan", "margaery_tyrell"),
    )
    assert said(s, "StrengthAnnounced") == [((("baratheon", 3), ("tyrell", 4)),)]
    assert totals(s) == {"baratheon": 2 + 1 + 0, "tyrell": 1 + 0 + 1 + 1}


def test_W12_3_salladhor_leaves_ships_that_fight() -> None:
    s = position(
        {"shipbreaker_bay": "baratheon s", "blackwater_bay": "tyrell ss"}, orders={"shipbreaker_bay": "march_0"}
    )
    s.blade_used = True
    march(
        s,
        "baratheon",
        ("march", ("shipbreaker_bay", (("ship", 1, "blackwater_bay"),), False)),
        cards("baratheon", "tyrell", "salladhor_saan", "margaery_tyrell"),
    )
    assert totals(s) == {"baratheon": 1, "tyrell": 3}


def test_WX40_A27_queen_of_thorns_and_balon_leave_the_icons() -> None:
    s = fight(("tyrell", "f", "queen_of_thorns"), ("lannister", "kk", "tywin_lannister")).s
    assert totals(s) == {"tyrell": 1, "lannister": 4 + 3}
    assert said(s, "Casualties") == [("tyrell", ("footman",))]
    s = fight(("greyjoy", "f", "balon_greyjoy"), ("lannister", "kk", "tywin_lannister")).s
    assert totals(s) == {"greyjoy": 1, "lannister": 4}
    assert said(s, "Casualties") == [("greyjoy", ("footman",))]


def test_A26_balon_zeroes_the_number_and_the_other_text_still_counts() -> None:
    for fiefdoms in (["greyjoy", "stark"], ["stark", "greyjoy"]):

        def first(s: Kings, order: list[str] = fiefdoms) -> None:
            s.tracks["fiefdoms"] = [*order, *(house for house in HOUSES if house not in order)]

        s = fight(("stark", "kk", "robb_stark"), ("greyjoy", "f", "balon_greyjoy"), setup=first).s
        assert totals(s) == {"stark": 6 + 0, "greyjoy": 1}
        assert [house for house, _ in said(s, "AbilityUsed")] == fiefdoms


# ------------------------------------------------------------ cancel
def test_W6_5_a_cancelled_text_does_nothing_even_on_a_win() -> None:
    done = fight(("lannister", "kk", "ser_jaime_lannister"), ("tyrell", "f", "queen_of_thorns"))
    assert done.s.power["lannister"] == 5
    assert said(done.s, "AbilityCancelled") == [("lannister", "ser_jaime_lannister")]
    s = fight(("stark", "kk", "robb_stark"), ("tyrell", "f", "queen_of_thorns")).s
    assert totals(s) == {"stark": 4 + 2, "tyrell": 1}
    s = fight(("tyrell", "k", "queen_of_thorns"), ("stark", "f", "catelyn_stark"), orders={FIELD: "defense_plus_1"}).s
    assert totals(s) == {"tyrell": 2, "stark": 1 + 1}


def test_W6_5_cancelling_comes_before_the_place_on_the_fiefdoms() -> None:
    def last(s: Kings) -> None:
        s.tracks["fiefdoms"] = ["stark", "greyjoy", "lannister", "baratheon", "tyrell"]

    s = fight(("stark", "kk", "robb_stark"), ("tyrell", "f", "queen_of_thorns"), setup=last).s
    assert totals(s)["stark"] == 6
    assert said(s, "AbilityUsed") == [("tyrell", "queen_of_thorns")]


def test_every_text_can_be_cancelled() -> None:
    for card in E.house_cards.values():
        if card.ability is None or card.house == "tyrell":
            continue
        done = fight((card.house, "kkff", card.id), ("tyrell", "f", "queen_of_thorns"), orders={FIELD: "support_0"})
        assert [used for _, used in said(done.s, "AbilityUsed")] == ["queen_of_thorns"]
        assert done.topic in ("", "retreat")
