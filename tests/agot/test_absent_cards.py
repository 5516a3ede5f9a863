"""W13.2: forces of absent houses that fight with cards."""

from typing import Any

from engine.agot.edition import edition
from engine.agot.game import GAME
from engine.core.match import Match
from engine.core.questions import Reply, Roll, Seal, Unseal
from tests.agot.board import Play, march, position, said, start, units

PYKE = {"seagard": "lannister kk", "ironmans_bay": "lannister s"}


def storm_pyke(force: str, *script: tuple[str, Any], card: str = "tywin_lannister", drawn: str = "") -> Play:
    """Lannister's knights land in Pyke against these of the absent Greyjoy, who draws that card."""
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position(PYKE | {"pyke": f"greyjoy {force}"}, orders={"seagard": "march_0"}, e=e)
    number = s.hands["greyjoy"].index(drawn)
    return march(
        s,
        "lannister",
        ("march", ("seagard", (("knight", 2, "pyke"),), False)),
        ("house_card", {"lannister": card}),
        ("absent_card", (number,)),
        *script,
        e=e,
    )


def test_W13_2_the_attacker_commits_before_the_card_is_drawn() -> None:
    match = Match.start(GAME, 4, {"greyjoy_fights_with_cards": True, "houses": "agreed"})
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position(PYKE | {"pyke": "greyjoy fk"}, orders={"seagard": "march_0"}, e=e)
    s.variants = match.state.variants
    match = Match(GAME, s)
    match.answer(Reply({1: ("seagard", (("knight", 2, "pyke"),), False)}))
    assert isinstance(match.question, Seal)
    assert match.question.seats == (1,)
    match.answer(Reply())
    assert isinstance(match.question, Roll)
    assert (match.question.clause, match.question.sizes) == ("W13.2", (7,))
    match.answer(Reply(rolled=(0,)))
    assert isinstance(match.question, Unseal)
    before = match.fork()
    match.answer(Reply({1: "tywin_lannister"}))
    assert ("CardsRevealed", (("lannister", "tywin_lannister"), ("greyjoy", "aeron_damphair"))) in match.events
    assert match.state.discards["greyjoy"] == ["aeron_damphair"]
    assert before.digest != match.digest


def test_W13_2_a_beaten_force_is_destroyed() -> None:
    done = storm_pyke("fk", drawn="balon_greyjoy", card="tyrion_lannister")  # 4 + 0 against 3 + 0
    assert done.question is None
    assert units(done.s, "pyke") == "lannister kk"
    assert said(done.s, "Destroyed") == [("greyjoy", "pyke", ("footman", "knight"), "no_retreat")]
    assert said(done.s, "Casualties") == []
    assert done.s.hands["greyjoy"] == [card for card in edition(4).hands["greyjoy"] if card != "balon_greyjoy"]


def test_W13_2_the_defender_wins_ties_and_his_swords_kill() -> None:
    done = storm_pyke("kf", drawn="theon_greyjoy")  # 4 + 3 against 3 + 2
    assert said(done.s, "BattleWon") == [("lannister", "pyke", (("lannister", 7), ("greyjoy", 5)))]
    done = storm_pyke("kk", drawn="euron_crows_eye")  # 7 : 7
    assert said(done.s, "BattleWon") == [("greyjoy", "pyke", (("lannister", 7), ("greyjoy", 7)))]
    assert said(done.s, "Casualties") == [("lannister", ("knight", "knight"))]
    assert units(done.s, "pyke") == "greyjoy kk"


def test_W13_2_a_beaten_attacker_goes_back_routed() -> None:
    done = storm_pyke("kkf", drawn="aeron_damphair", card="ser_kevan_lannister")  # 5 : 6, no swords
    assert units(done.s, "seagard") == "lannister /kk"


def test_W13_2_texts_on_a_win_of_the_absent_house_are_skipped() -> None:
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position(PYKE | {"pyke": "greyjoy kkk"}, orders={"seagard": "march_0", "ironmans_bay": "support_0"}, e=e)
    done = march(
        s,
        "lannister",
        ("march", ("seagard", (("knight", 2, "pyke"),), False)),
        ("support", None),
        ("house_card", {"lannister": "vargo_hoat"}),
        ("absent_card", (s.hands["greyjoy"].index("asha_greyjoy"),)),
        e=e,
    )
    assert done.question is None
    assert said(s, "AbilityUsed") == []
    assert s.orders == {"ironmans_bay": "support_0"}  # Asha would have taken it


def test_W13_2_the_attacker_may_use_the_blade() -> None:
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position(PYKE | {"pyke": "greyjoy kk"}, orders={"seagard": "march_0"}, e=e, fiefdoms=["lannister"])
    asked = march(
        s,
        "lannister",
        ("march", ("seagard", (("knight", 2, "pyke"),), False)),
        ("house_card", {"lannister": "tywin_lannister"}),
        ("absent_card", (s.hands["greyjoy"].index("euron_crows_eye"),)),
        ("blade", "yes"),
        e=e,
    )
    assert asked.question is None
    assert units(s, "pyke") == "lannister kk"


def test_W13_2_absent_loras_kills_and_his_queen_cancels() -> None:
    e, _ = start(3, "absent_houses_fight_with_cards")
    for drawn, left in (("ser_loras_tyrell", ""), ("queen_of_thorns", "lannister f")):
        s = position({"reach": "lannister f", "highgarden": "tyrell f"}, orders={"reach": "march_plus_1"}, e=e)
        done = march(
            s,
            "lannister",
            ("march", ("reach", (("footman", 1, "highgarden"),), False)),
            ("house_card", {"lannister": "vargo_hoat"}),
            ("absent_card", (s.hands["tyrell"].index(drawn),)),
            e=e,
        )
        assert done.question is None
        assert units(s, "highgarden") == (left or "tyrell f")
        assert units(s, "reach") == ""


def test_W13_2_without_a_place_on_the_track_its_text_comes_second() -> None:
    e, _ = start(3, "absent_houses_fight_with_cards")
    s = position({"reach": "lannister ff", "highgarden": "tyrell f"}, orders={"reach": "march_0"}, e=e)
    march(
        s,
        "lannister",
        ("march", ("reach", (("footman", 2, "highgarden"),), False)),
        ("house_card", {"lannister": "vargo_hoat"}),
        ("absent_card", (s.hands["tyrell"].index("ser_loras_tyrell"),)),
        e=e,
    )
    assert [house for house, _ in said(s, "AbilityUsed")] == ["lannister", "tyrell"]


def test_W13_2_with_a_place_kept_on_the_track_its_text_comes_first() -> None:
    for kept, order in ((("greyjoy_keeps_fiefdoms_1",), ["greyjoy", "tyrell"]), ((), ["tyrell", "greyjoy"])):
        e, _ = start(4, "greyjoy_fights_with_cards", *kept)
        s = position({"riverrun": "tyrell f", "seagard": "greyjoy kf"}, orders={"riverrun": "march_0"}, e=e)
        march(
            s,
            "tyrell",
            ("march", ("riverrun", (("footman", 1, "seagard"),), False)),
            ("house_card", {"tyrell": "ser_loras_tyrell"}),
            ("absent_card", (s.hands["greyjoy"].index("balon_greyjoy"),)),
            e=e,
        )
        assert [house for house, _ in said(s, "AbilityUsed")] == order


def test_W13_2_a_force_weakened_by_loras_stays_weakened() -> None:
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position({"riverrun": "tyrell f", "seagard": "greyjoy kkf"}, orders={"riverrun": "march_0"}, e=e)
    done = march(
        s,
        "tyrell",
        ("march", ("riverrun", (("footman", 1, "seagard"),), False)),
        ("house_card", {"tyrell": "ser_loras_tyrell"}),
        ("absent_card", (s.hands["greyjoy"].index("aeron_damphair"),)),
        ("blade", "no"),
        e=e,
    )
    assert done.question is None
    assert units(s, "seagard") == "greyjoy kk"
    assert units(s, "riverrun") == "tyrell /f"


def test_W13_2_all_seven_are_drawn_before_one_comes_again() -> None:
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position({}, e=e)
    seen = []
    for _ in range(7):
        s.armies.clear()
        fresh = position(PYKE | {"pyke": "greyjoy kkkk"}, orders={"seagard": "march_0"}, e=e)
        s.armies, s.orders = fresh.armies, fresh.orders
        s.hands["lannister"], s.discards["lannister"] = list(e.hands["lannister"]), []
        script: list[tuple[str, Any]] = [
            ("march", ("seagard", (("knight", 2, "pyke"),), False)),
            ("house_card", {"lannister": "ser_kevan_lannister"}),
        ]
        if len(s.hands["greyjoy"]) > 1:
            script.append(("absent_card", (0,)))
        assert march(s, "lannister", *script, e=e).question is None
        seen.append(said(s, "CardsRevealed")[-1][0][1][1])
    assert sorted(seen) == e.hands["greyjoy"]
    assert s.hands["greyjoy"] == e.hands["greyjoy"]
    assert s.discards["greyjoy"] == []
    assert said(s, "HandTakenBack") == [("greyjoy", tuple(e.hands["greyjoy"]))]


def test_W13_2_others_may_support_the_force_and_melisandre_finds_no_hand() -> None:
    e, _ = start(4, "greyjoy_fights_with_cards")
    s = position(
        {"shivering_sea": "stark s", "winterfell": "baratheon kkk", "white_harbor": "greyjoy f"},
        orders={"winterfell": "march_0", "shivering_sea": "support_0"},
        e=e,
    )
    asked = march(s, "baratheon", ("march", ("winterfell", (("knight", 3, "white_harbor"),), False)), e=e)
    assert (asked.topic, asked.items()) == ("support", (None, "baratheon", "greyjoy"))
    asked.answer("support", "greyjoy")
    asked.answer("house_card", {"baratheon": "melisandre"})
    assert said(s, "StrengthAnnounced") == [((("baratheon", 6), ("greyjoy", 2)),)]
    asked.answer("absent_card", (s.hands["greyjoy"].index("house_blacktyde_captain"),))
    assert asked.question is None
    assert said(s, "CardDiscarded") == []
    assert units(s, "white_harbor") == "baratheon kkk"


def test_W10_3_a_force_that_fights_controls_nothing() -> None:
    _e, s = start(3, "absent_houses_fight_with_cards")
    match = Match.start(GAME, 3, {"absent_houses_fight_with_cards": True, "houses": "agreed"})
    view = match.view(0)
    assert view["armies"]["pyke"]["house"] == "greyjoy"
    assert "pyke" not in view["control"]
    assert list(view["castles"]) == list(s.power)
