"""W6.6, W12.5: texts that act at once, and in which order."""

from engine.westeros.state import Kings
from tests.agot.board import HOUSES, said, units
from tests.agot.fights import FIELD, fight, totals


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
