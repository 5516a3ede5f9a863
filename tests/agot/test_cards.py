"""W12: the fifteen card texts, their order, and what cancels them."""

from engine.agot.effects import EFFECTS
from engine.westeros.state import Army, Kings
from tests.agot.board import HOUSES, E, Play, Step, cards, march, position, said, stack, units

FIELD = "blackwater"


def fight(
    attacker: tuple[str, str, str],
    defender: tuple[str, str, str],
    *answers: Step,
    orders: dict[str, str] | None = None,
    more: dict[str, str] | None = None,
    blade_used: bool = True,
    setup: object = None,
) -> Play:
    """(house, figures, card) marches from reach into blackwater against (house, figures, card)."""
    (one, force, first), (other, there, second) = attacker, defender
    s = position(
        {"reach": f"{one} {force}", FIELD: f"{other} {there}", **(more or {})},
        orders={"reach": "march_0", **(orders or {})},
    )
    s.blade_used = blade_used
    if callable(setup):
        setup(s)
    moves = tuple((unit, n, FIELD) for unit, n in stack(force.split("/")[0]).items())
    support = [answer for answer in answers if answer[0] in ("support", "refuse_support")]
    rest = [answer for answer in answers if answer not in support]
    return march(s, one, ("march", ("reach", moves, False)), *support, cards(one, other, first, second), *rest)


def totals(s: Kings) -> dict[str, int]:
    ((_, _, sums),) = said(s, "BattleWon")
    return dict(sums)


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


# ------------------------------------------------------------ immediate
def test_WX30_A22_loras_kills_the_last_unit_and_the_battle_ends() -> None:
    done = fight(
        ("tyrell", "f", "ser_loras_tyrell"),
        ("lannister", "f", "tywin_lannister"),
        ("support", "lannister"),
        more={"harrenhal": "lannister kkk"},
        orders={"harrenhal": "support_0"},
        blade_used=False,
    )
    s = done.s
    assert done.question is None
    assert said(s, "BattleWon") == [("tyrell", FIELD, ())]
    assert units(s, FIELD) == "tyrell f"
    assert not said(s, "Casualties")
    assert s.discards["tyrell"] == ["ser_loras_tyrell"]
    assert s.discards["lannister"] == ["tywin_lannister"]


def test_W6_6_loras_defending_ends_the_attack() -> None:
    done = fight(("lannister", "f", "tywin_lannister"), ("tyrell", "f", "ser_loras_tyrell"), orders={FIELD: "raid"})
    s = done.s
    assert done.question is None
    assert units(s, FIELD) == "tyrell f"
    assert units(s, "reach") == ""
    assert s.orders == {FIELD: "raid"}


def test_W12_5_loras_picks_among_routed_and_standing() -> None:
    done = fight(("tyrell", "kk", "ser_loras_tyrell"), ("lannister", "fk/f", "tywin_lannister"))
    assert (done.topic, done.house) == ("footman_lost", "tyrell")
    assert done.items() == ("routed", "standing")
    done.answer("footman_lost", "standing")
    assert totals(done.s) == {"tyrell": 4 + 2, "lannister": 2 + 3}


def test_W12_5_loras_finds_no_footman() -> None:
    s = fight(("tyrell", "kk", "ser_loras_tyrell"), ("lannister", "k", "tywin_lannister")).s
    assert said(s, "AbilityUsed") == []
    assert totals(s) == {"tyrell": 6, "lannister": 5}


def test_W12_5_A24_brienne_removes_the_defense_order() -> None:
    s = fight(
        ("tyrell", "k", "brienne_of_tarth"), ("lannister", "k", "ser_kevan_lannister"), orders={FIELD: "defense_plus_2"}
    ).s
    assert totals(s) == {"tyrell": 2, "lannister": 2 + 1}
    assert said(s, "OrderRemoved") == [("lannister", FIELD, "defense_plus_2")]
    s = fight(("tyrell", "k", "brienne_of_tarth"), ("lannister", "k", "ser_kevan_lannister"), orders={FIELD: "raid"}).s
    assert s.orders == {FIELD: "raid"}
    s = fight(("lannister", "k", "vargo_hoat"), ("tyrell", "f", "brienne_of_tarth"), orders={FIELD: "defense_plus_1"}).s
    assert totals(s) == {"lannister": 2, "tyrell": 1 + 1}


def test_WX42_A21_the_higher_on_the_fiefdoms_acts_first_and_completely() -> None:
    # Brienne removes the Defense order before or after Catelyn could double it
    for order, used in ((["tyrell", "stark"], ["tyrell"]), (["stark", "tyrell"], ["stark", "tyrell"])):

        def first(s: Kings, order: list[str] = order) -> None:
            s.tracks["fiefdoms"] = [*order, *(house for house in HOUSES if house not in order)]

        s = fight(
            ("tyrell", "k", "brienne_of_tarth"),
            ("stark", "f", "catelyn_stark"),
            orders={FIELD: "defense_plus_2"},
            setup=first,
        ).s
        assert [house for house, _ in said(s, "AbilityUsed")] == used
        assert totals(s) == {"tyrell": 2, "stark": 1}


def test_A21_the_order_of_a_whole_battle() -> None:
    done = fight(
        ("lannister", "kkk", "cersei_lannister"),
        ("tyrell", "ff", "ser_loras_tyrell"),
        orders={FIELD: "support_0"},
        blade_used=False,
    )
    # tyrell's text, then the blade is no one's here (greyjoy), the result, cersei, casualties, retreat
    assert done.topic == "remove_order"
    done.answer("remove_order", None)
    assert done.topic == "retreat"
    done.answer("retreat", "harrenhal")
    names = [event[0] for event in done.s.events]
    wanted = ["CardsRevealed", "BattleWon", "Retreated", "OrderRemoved", "BattleEnded"]
    assert [name for name in names if name in wanted] == wanted


# ------------------------------------------------------------ on a win
def test_A30_luwin_takes_back_any_earlier_card_on_a_win_only() -> None:
    def spent(s: Kings) -> None:
        s.hands["stark"] = ["maester_luwin", "ser_rodrik_cassel"]
        s.discards["stark"] = ["robb_stark", "eddard_stark"]

    done = fight(("stark", "kkk", "maester_luwin"), ("lannister", "f", "vargo_hoat"), setup=spent)
    assert (done.topic, done.house) == ("recover_card", "stark")
    assert done.items() == (None, "eddard_stark", "robb_stark")
    done.answer("recover_card", "eddard_stark")
    assert done.s.hands["stark"] == ["eddard_stark", "ser_rodrik_cassel"]
    lost = fight(("stark", "f", "maester_luwin"), ("lannister", "kk", "vargo_hoat"), setup=spent)
    assert lost.question is None
    assert lost.s.discards["stark"] == ["robb_stark", "eddard_stark", "maester_luwin"]


def test_W6_13_luwin_as_the_last_card_does_not_keep_the_others_out() -> None:
    def spent(s: Kings) -> None:
        s.hands["stark"] = ["maester_luwin"]
        s.discards["stark"] = [card for card in E.hands["stark"] if card != "maester_luwin"]

    done = fight(("stark", "kkk", "maester_luwin"), ("lannister", "f", "vargo_hoat"), setup=spent)
    done.answer("recover_card", "robb_stark").answer("retreat", "harrenhal")
    assert done.s.hands["stark"] == [card for card in E.hands["stark"] if card != "maester_luwin"]
    assert done.s.discards["stark"] == ["maester_luwin"]
    ((house, back),) = said(done.s, "HandTakenBack")
    assert house == "stark"
    assert len(back) == 5


def test_jaime_gains_two_power_as_far_as_the_pool_goes() -> None:
    s = fight(("lannister", "kk", "ser_jaime_lannister"), ("tyrell", "f", "margaery_tyrell")).s
    assert s.power["lannister"] == 7

    def rich(s: Kings) -> None:
        s.power["lannister"] = 19

    s = fight(("lannister", "kk", "ser_jaime_lannister"), ("tyrell", "f", "margaery_tyrell"), setup=rich).s
    assert s.power["lannister"] == 20
    s = fight(("lannister", "f", "ser_jaime_lannister"), ("tyrell", "kk", "margaery_tyrell")).s
    assert s.power["lannister"] == 5


def test_W12_9_cersei_removes_any_order_of_the_loser() -> None:
    done = fight(
        ("lannister", "kk", "cersei_lannister"),
        ("tyrell", "f", "queen_of_thorns"),
        more={"highgarden": "tyrell f", "pyke": "greyjoy f"},
        orders={"highgarden": "march_plus_1", "pyke": "raid"},
    )
    assert done.topic != "remove_order"  # cancelled
    done = fight(
        ("lannister", "kk", "cersei_lannister"),
        ("tyrell", "f", "margaery_tyrell"),
        more={"highgarden": "tyrell f", "pyke": "greyjoy f"},
        orders={"highgarden": "march_plus_1", "pyke": "raid"},
    )
    assert done.items() == (None, "highgarden")
    done.answer("remove_order", "highgarden")
    assert done.s.orders == {"pyke": "raid"}


def test_W12_9_asha_removes_a_neighbouring_support_or_consolidate_of_any_house() -> None:
    done = fight(
        ("greyjoy", "kk", "asha_greyjoy"),
        ("tyrell", "f", "margaery_tyrell"),
        ("support", None),
        more={
            "harrenhal": "stark f",
            "stoney_sept": "greyjoy f",
            "crackclaw_point": "tyrell f",
            "kings_landing": "tyrell f",
            "highgarden": "tyrell f",
        },
        orders={
            "harrenhal": "consolidate",
            "stoney_sept": "support_0",
            "crackclaw_point": "raid",
            "kings_landing": "march_0",
            "highgarden": "consolidate",
        },
    )
    assert (done.topic, done.house) == ("remove_adjacent_order", "greyjoy")
    assert done.items() == (None, "harrenhal", "stoney_sept")
    done.answer("remove_adjacent_order", "harrenhal")
    assert "harrenhal" not in done.s.orders


def test_A29_melisandre_pays_for_a_card_of_the_loser() -> None:
    done = fight(("baratheon", "kk", "melisandre"), ("tyrell", "f", "mace_tyrell"), setup=None)
    assert said(done.s, "BattleWon")[0][0] == "tyrell"  # 4 against 1 + 3, tyrell higher: no text on a loss
    assert done.s.power["baratheon"] == 5
    done = fight(("baratheon", "kk", "melisandre"), ("tyrell", "f", "margaery_tyrell"))
    assert (done.topic, done.house) == ("discard_card", "baratheon")
    assert "margaery_tyrell" not in done.items()
    done.answer("discard_card", "mace_tyrell")
    s = done.s
    assert s.power["baratheon"] == 4
    assert "mace_tyrell" in s.discards["tyrell"]
    done.answer("retreat", "harrenhal")
    assert s.discards["tyrell"] == ["mace_tyrell", "margaery_tyrell"]


def test_A29_melisandre_needs_power() -> None:
    def poor(s: Kings) -> None:
        s.power["baratheon"] = 0

    assert fight(("baratheon", "kk", "melisandre"), ("tyrell", "f", "margaery_tyrell"), setup=poor).topic == "retreat"


def test_WX39_melisandre_cannot_touch_a_last_card() -> None:
    def last(s: Kings) -> None:
        s.hands["tyrell"] = ["margaery_tyrell"]
        s.discards["tyrell"] = [card for card in E.hands["tyrell"] if card != "margaery_tyrell"]

    done = fight(("baratheon", "kk", "melisandre"), ("tyrell", "f", "margaery_tyrell"), setup=last)
    assert done.topic == "retreat"
    done.answer("retreat", "harrenhal")
    assert done.s.power["baratheon"] == 5
    assert done.s.discards["tyrell"] == ["margaery_tyrell"]
    assert len(done.s.hands["tyrell"]) == 6


def test_A31_a_hand_emptied_by_melisandre_comes_back() -> None:
    def two(s: Kings) -> None:
        s.hands["tyrell"] = ["mace_tyrell", "margaery_tyrell"]
        s.discards["tyrell"] = [c for c in E.hands["tyrell"] if c not in s.hands["tyrell"]]

    done = fight(("baratheon", "kk", "melisandre"), ("tyrell", "f", "margaery_tyrell"), setup=two)
    done.answer("discard_card", "mace_tyrell").answer("retreat", "harrenhal")
    s = done.s
    assert s.discards["tyrell"] == ["margaery_tyrell"]
    assert s.hands["tyrell"] == [card for card in E.hands["tyrell"] if card != "margaery_tyrell"]


def test_A25_renly_turns_a_fighting_footman_into_a_knight() -> None:
    done = fight(
        ("baratheon", "ff", "renly_baratheon"),
        ("tyrell", "f", "margaery_tyrell"),
        ("support", "baratheon"),
        more={"harrenhal": "baratheon f"},
        orders={"harrenhal": "support_0"},
    )
    assert (done.topic, done.house) == ("upgrade_footman", "baratheon")
    assert done.items() == (None, "standing")
    done.answer("upgrade_footman", "standing")
    assert done.topic == "retreat"
    done.answer("retreat", "stoney_sept")
    assert units(done.s, FIELD) == "baratheon fk"
    assert units(done.s, "harrenhal") == "baratheon f"


def test_A25_renly_keeps_a_routed_unit_routed_and_needs_a_knight_figure() -> None:
    done = fight(("tyrell", "f", "margaery_tyrell"), ("baratheon", "k/f", "renly_baratheon"))
    assert done.items() == (None, "routed")
    done.answer("upgrade_footman", "routed")
    assert units(done.s, FIELD) == "baratheon k/k"
    done = fight(
        ("baratheon", "kkf", "renly_baratheon"),
        ("tyrell", "f", "margaery_tyrell"),
        more={"harrenhal": "baratheon kk"},
    )
    assert done.topic == "retreat"
    done = fight(("baratheon", "f", "renly_baratheon"), ("tyrell", "kkk", "margaery_tyrell"))
    assert done.question is None  # a loss


def test_renly_without_a_footman_is_not_asked() -> None:
    done = fight(("baratheon", "kk", "renly_baratheon"), ("tyrell", "f", "margaery_tyrell"))
    assert done.topic == "retreat"


# ------------------------------------------------------------ the table of texts
def test_every_word_has_one_function_and_every_function_a_card() -> None:
    words = [card.ability.effect for card in E.house_cards.values() if card.ability is not None]
    assert len(words) == 15
    assert sorted(dict.fromkeys(words)) == sorted(EFFECTS)


def test_W12_1_five_decks_of_the_same_strengths() -> None:
    for house in HOUSES:
        mine = [card for card in E.house_cards.values() if card.house == house]
        assert sorted(card.strength for card in mine) == [0, 0, 1, 1, 2, 2, 3]
        assert all(card.ability is None or not card.swords + card.fortifications for card in mine)


def test_W15_1_an_absent_seat_uses_no_text_it_need_not_use() -> None:
    def spent(s: Kings) -> None:
        s.discards["stark"] = [s.hands["stark"].pop()]

    beaten = ("tyrell", "f", "margaery_tyrell")
    near = {"harrenhal": "tyrell f"}
    for house, figures, card, topic in (
        ("stark", "kk", "maester_luwin", "recover_card"),
        ("lannister", "kk", "cersei_lannister", "remove_order"),
        ("baratheon", "kf", "renly_baratheon", "upgrade_footman"),
        ("baratheon", "kk", "melisandre", "discard_card"),
        ("greyjoy", "kk", "asha_greyjoy", "remove_adjacent_order"),
    ):
        done = fight((house, figures, card), beaten, more=near, orders={"harrenhal": "consolidate"}, setup=spent)
        assert done.topic == topic
        assert done.question is not None
        assert done.question.options(done.question.seats[0]).default() is None
        done.answer(topic, None)
        assert said(done.s, "AbilityUsed") == []


def test_W15_1_compulsory_texts_take_the_first_choice() -> None:
    done = fight(("tyrell", "kk", "ser_loras_tyrell"), ("lannister", "fk/f", "tywin_lannister"))
    assert done.question is not None
    assert done.question.options(done.question.seats[0]).default() == "routed"


def test_W15_1_the_card_of_an_absent_seat() -> None:
    s = position({"reach": "tyrell k", FIELD: "lannister f"}, orders={"reach": "march_0"})
    s.armies["oldtown"] = Army("tyrell", {"footman": 1})
    done = march(s, "tyrell", ("march", ("reach", (("knight", 1, FIELD),), False)))
    assert done.question is not None
    defaults = {seat: done.question.options(seat).default() for seat in done.question.seats}
    assert defaults == {s.seats["tyrell"]: "brienne_of_tarth", s.seats["lannister"]: "cersei_lannister"}
