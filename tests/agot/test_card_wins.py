"""W6.9, W12.6 to W12.9: texts that act on a win."""

from engine.westeros.state import Kings
from tests.agot.board import E, said, units
from tests.agot.fights import FIELD, fight


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
