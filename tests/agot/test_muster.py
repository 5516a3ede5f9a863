"""W2.6 mustering."""

from engine.westeros.muster import Plan, mustering, musters
from engine.westeros.supply import sizes
from tests.agot.board import E, Play, finish, play, position, units

WX07 = {
    "lannisport": "lannister f",
    "harrenhal": "lannister ff",
    "riverrun": "lannister kkk",
    "stoney_sept": "lannister f",
    "sunset_sea": "lannister s",
}


def wx07() -> Play:
    s = position(WX07, supply={"lannister": 3}, iron_throne=["lannister"])
    return play(s, mustering(E, s))


def test_WX07_the_stated_muster_is_legal() -> None:
    asked = wx07()
    assert (asked.topic, asked.house) == ("muster", "lannister")
    muster = (
        ("lannisport", "footman", "lannisport"),
        ("lannisport", "ship", "golden_sound"),
        ("harrenhal", "upgrade", "harrenhal"),
        ("riverrun", "ship", "golden_sound"),
    )
    asked.answer("muster", muster)
    s = asked.s
    assert units(s, "harrenhal") == "lannister fk"
    assert {area: n for area, n in sizes(s, "lannister").items() if n > 1} == {
        "lannisport": 2,
        "harrenhal": 2,
        "riverrun": 3,
        "golden_sound": 2,
    }


def test_WX07_a_third_footman_in_harrenhal_is_illegal() -> None:
    assert wx07().refusal((("harrenhal", "footman", "harrenhal"),)) == ("W2.6d", "supply")


def test_WX07_no_unit_in_riverrun() -> None:
    assert wx07().refusal((("riverrun", "footman", "riverrun"),)) == ("W2.6d", "supply")


def test_WX07_no_points_from_areas_without_a_castle() -> None:
    for castle, what, where in (("stoney_sept", "footman", "stoney_sept"), ("sunset_sea", "ship", "sunset_sea")):
        assert wx07().refusal(((castle, what, where),)) == ("W2.6", "not_your_castle")


def test_WX08_no_ship_beside_a_foreign_ship() -> None:
    s = position({"lannisport": "lannister f", "golden_sound": "greyjoy s"}, iron_throne=["lannister"])
    asked = play(s, mustering(E, s))
    assert asked.refusal((("lannisport", "ship", "golden_sound"),)) == ("W2.6b", "sea_taken")
    assert asked.refusal((("lannisport", "ship", "ironmans_bay"),)) == ("W2.6b", "no_sea_beside_it")
    assert all(piece[1] != "ship" for piece in asked.items())


def test_W2_6b_no_ship_beside_a_neutral_fleet() -> None:
    s = position({"lannisport": "lannister f"}, garrisons={"golden_sound": 2}, iron_throne=["lannister"])
    asked = play(s, mustering(E, s))
    assert asked.refusal((("lannisport", "ship", "golden_sound"),)) == ("W2.6b", "sea_taken")


def test_WX09_a_fifth_knight_does_not_exist() -> None:
    s = position({"riverrun": "lannister kkf", "harrenhal": "lannister kk"}, iron_throne=["lannister"])
    asked = play(s, mustering(E, s))
    assert asked.refusal((("lannisport", "knight", "lannisport"),)) == ("W2.6d", "no_figure_left")
    assert asked.refusal((("riverrun", "upgrade", "riverrun"),)) == ("W2.6d", "no_figure_left")
    assert {piece[1] for piece in asked.items()} == {"footman", "ship"}


def test_A15_figures_are_counted_over_the_whole_muster() -> None:
    nine = {
        "lannisport": "lannister f",
        "karhold": "lannister ffff",
        "reach": "lannister fff",
        "oldtown": "lannister f",
    }
    s = position(nine, iron_throne=["lannister"])
    asked = play(s, mustering(E, s))
    one = (("lannisport", "footman", "lannisport"),)
    assert asked.refusal(one) == ("", "")
    assert asked.refusal((*one, ("oldtown", "footman", "oldtown"))) == ("W2.6d", "no_figure_left")
    # an upgrade frees a footman that may be mustered again
    freed = (("reach", "upgrade", "reach"), *one, ("oldtown", "footman", "oldtown"))
    assert asked.refusal(freed) == ("", "")


def test_A16_a_fresh_footman_may_be_upgraded() -> None:
    s = position({}, iron_throne=["lannister"])
    asked = play(s, mustering(E, s))
    asked.answer("muster", (("lannisport", "footman", "lannisport"), ("lannisport", "upgrade", "lannisport")))
    assert units(s, "lannisport") == "lannister k"


def test_W2_6a_points_belong_to_their_area() -> None:
    asked = wx07()
    three = (("lannisport", "knight", "lannisport"), ("lannisport", "ship", "golden_sound"))
    assert asked.refusal(three) == ("W2.6a", "too_few_points")
    assert asked.refusal((("lannisport", "giant", "lannisport"),)) == ("W2.6a", "no_such_unit")
    assert asked.refusal((("lannisport", "footman", "golden_sound"),)) == ("W2.6b", "not_in_that_area")
    assert asked.refusal((("lannisport", "ship", "lannisport"),)) == ("W2.6b", "no_sea_beside_it")


def test_W2_6c_an_upgrade_needs_a_footman_there() -> None:
    assert wx07().refusal((("riverrun", "upgrade", "riverrun"),)) == ("W2.6c", "no_footman_there")


def test_W2_6e_tokens_and_empty_homes_muster() -> None:
    s = position({}, tokens={"seagard": "stark"})
    assert musters(E, s, "stark").points == {"seagard": 2, "winterfell": 2}


def test_W2_6_houses_follow_in_turn_order_and_see_what_was_mustered() -> None:
    s = position({}, iron_throne=["tyrell", "stark"])
    asked = play(s, mustering(E, s), ("muster", (("highgarden", "knight", "highgarden"),)))
    assert asked.house == "stark"
    assert s.mustered == {"tyrell": [("highgarden", "knight", "highgarden")]}
    for _ in range(4):
        asked.answer("muster", ())
    assert asked.question is None
    assert s.mustered == {}


def test_a_house_that_can_muster_nothing_is_not_asked() -> None:
    s = position({"lannisport": "tyrell f", "highgarden": "stark f"}, tokens={"winterfell": "greyjoy"})
    asked = play(s, mustering(E, s))
    order = []
    while asked.question is not None:
        order.append(asked.house)
        asked.answer("muster", ())
    assert order == ["baratheon", "stark", "tyrell", "greyjoy"]


def test_every_muster_can_be_built_piece_by_piece() -> None:
    s = position(WX07, supply={"lannister": 3}, iron_throne=["lannister"])
    plan = Plan(musters(E, s, "lannister"))
    for piece in plan.candidates():
        legal = piece in plan.pieces()
        assert legal == (wx07().refusal((piece,)) == ("", "")), piece


def test_finish_says_what_was_mustered() -> None:
    s = position({"winterfell": "tyrell f", "lannisport": "tyrell f", "dragonstone": "tyrell f", "pyke": "tyrell f"})
    events = finish(s, mustering(E, s), ("muster", (("highgarden", "footman", "highgarden"),)))
    assert events == [("Mustered", "tyrell", (("highgarden", "footman", "highgarden"),))]
