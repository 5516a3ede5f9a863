"""W3: planning and the Raven."""

from typing import cast

from engine.westeros.orders import plan, raven
from tests.agot.board import E, Play, play, position

FOUR = {"lannisport": "lannister f", "golden_sound": "lannister s", "riverrun": "lannister f", "reach": "lannister f"}


def planned(court: list[str], units: dict[str, str] = FOUR, bans: tuple[str, ...] = ()) -> Play:
    s = position(units, kings_court=court)
    s.bans = list(bans)
    return play(s, plan(E, s))


def test_WX16_third_place_has_two_stars() -> None:
    asked = planned(["stark", "tyrell", "lannister"])
    two = (("lannisport", "raid_star"), ("reach", "march_plus_1"))
    assert asked.refusal(two) == ("", "")
    three = (("lannisport", "raid_star"), ("reach", "march_plus_1"), ("riverrun", "defense_plus_2"))
    assert asked.refusal(three) == ("W3.3", "too_many_stars")


def test_WX17_last_place_has_none_and_no_third_march() -> None:
    asked = planned(["stark", "tyrell", "baratheon", "greyjoy", "lannister"])
    assert asked.refusal((("reach", "march_plus_1"),)) == ("W3.3", "too_many_stars")
    marches = (("golden_sound", "march_0"), ("lannisport", "march_minus_1"), ("reach", "march_0"))
    assert asked.refusal(marches) == ("W3.2", "token_used_up")


def test_WX18_A43_areas_may_stay_without_orders() -> None:
    asked = planned(["lannister"])
    three = (("golden_sound", "raid"), ("lannisport", "march_0"), ("reach", "support_0"))
    assert asked.refusal(three) == ("", "")
    assert asked.refusal(()) == ("", "")
    asked.answer("orders", {"lannister": three})
    assert asked.s.orders == dict(three)


def test_W3_1_one_order_on_own_areas() -> None:
    asked = planned(["lannister"])
    assert asked.refusal((("pyke", "raid"),)) == ("W3.1", "no_unit_there")
    assert asked.refusal((("reach", "raid"), ("reach", "march_0"))) == ("W3.1", "two_orders_in_one_area")
    assert asked.refusal((("riverrun", "raid"), ("reach", "march_0"))) == ("W3.1", "not_sorted")
    assert asked.refusal((("reach", "sleep"),)) == ("W3.2", "no_such_token")
    assert asked.refusal("junk") == ("W3.1", "malformed")


def test_W3_4_consolidate_on_land_only() -> None:
    asked = planned(["lannister"])
    assert asked.refusal((("golden_sound", "consolidate"),)) == ("W3.4", "land_only")
    for token in ("march_0", "raid", "support_0", "defense_plus_1"):
        assert asked.refusal((("golden_sound", token),)) == ("", "")


def test_W3_2_ten_plain_and_five_starred_tokens() -> None:
    counts = {True: 0, False: 0}
    for token in E.tokens.values():
        counts[token.star] += token.count
    assert counts == {False: 10, True: 5}


def test_W2_10_banned_kinds_are_refused() -> None:
    asked = planned(["lannister"], bans=("defense",))
    assert asked.refusal((("reach", "defense_plus_1"),)) == ("W2.10", "banned")
    assert not any(token.startswith("defense") for _, token in asked.items())


def test_orders_grow_to_just_the_legal_ones() -> None:
    asked = planned(["stark", "tyrell", "baratheon", "greyjoy", "lannister"])
    assert asked.question is not None
    options = asked.question.options(asked.question.seats[0])
    some = options.complete((("reach", "march_0"), ("golden_sound", "march_minus_1")))
    assert some.answers == ((("golden_sound", "march_minus_1"), ("reach", "march_0")),)
    choices = cast("tuple[tuple[str, str], ...]", some.choices)
    assert {area for area, _ in choices} == {"lannisport", "riverrun"}
    assert all(not E.tokens[token].star and E.tokens[token].type != "march" for _, token in choices)


# ------------------------------------------------------------ raven
def test_WX19_A42_no_further_star_for_a_plain_token() -> None:
    s = position(FOUR, orders={"lannisport": "raid_star", "reach": "march_plus_1", "riverrun": "defense_plus_2"})
    s.orders["golden_sound"] = "raid"
    asked = play(s, raven(E, s))
    assert asked.house == "lannister"
    assert asked.refusal(("golden_sound", "support_plus_1")) == ("W3.6", "not_offered")
    # a star for a star is fine
    assert asked.refusal(("reach", "support_plus_1")) == ("", "")
    asked.answer("raven", ("golden_sound", "march_0"))
    assert s.orders["golden_sound"] == "march_0"
    assert s.raven_used


def test_A42_the_raven_fills_no_empty_area_and_swaps_no_two() -> None:
    s = position(FOUR, orders={"lannisport": "march_0", "reach": "march_minus_1"})
    asked = play(s, raven(E, s))
    areas = {item[0] for item in asked.items() if item is not None}
    assert areas == {"lannisport", "reach"}
    assert asked.refusal(("lannisport", "march_minus_1")) == ("W3.6", "not_offered")
    assert asked.refusal(("lannisport", "march_0")) == ("W3.6", "not_offered")


def test_A42_the_raven_respects_bans_and_land() -> None:
    s = position(FOUR, orders={"golden_sound": "march_0"})
    s.bans = ["raid"]
    asked = play(s, raven(E, s))
    tokens = {item[1] for item in asked.items() if item is not None}
    assert not tokens & {"raid", "raid_star", "consolidate", "consolidate_star"}


def test_W3_6_nothing_to_replace_is_not_asked() -> None:
    s = position(FOUR)
    assert play(s, raven(E, s)).question is None


def test_W3_6_declining() -> None:
    s = position(FOUR, orders={"reach": "march_0"})
    play(s, raven(E, s), ("raven", None))
    assert s.orders == {"reach": "march_0"}
    assert not s.raven_used
