"""Previews, marks and places to pick for battles, by worked examples: what would come of each choice."""

from typing import Any

import pytest

from client.words import agot_asks, agot_cautions, agot_places, agot_previews
from engine.westeros.state import Army, Kings
from tests.agot.board import E, cards, march, position
from tests.client.previews import N, shown, text


def blackwater() -> Kings:
    """The field of WX28."""
    return position(
        {
            "reach": "tyrell kk",
            "blackwater": "lannister f",
            "kings_landing": "tyrell k",
            "stoney_sept": "lannister fk",
            "harrenhal": "baratheon k",
        },
        orders={
            "reach": "march_plus_1",
            "blackwater": "march_minus_1",
            "kings_landing": "support_0",
            "stoney_sept": "support_0",
            "harrenhal": "support_0",
        },
    )


def test_WX28_an_attack_with_and_without_each_support() -> None:
    s = blackwater()
    lines = shown(s, "march", "tyrell", ("reach",), ("knight", 2, "blackwater"))
    assert lines[0] == "Blackwater: alone 5 to 1"
    assert {
        "  K2 M+1 against Lannister F1",
        "  King's Landing S, you: +2",
        "  Stoney Sept S, Lannister: +3",
        "  Harrenhal S, Baratheon?: +2",
        "own support in: 7 to 4",
        "with all support: 9 to 4",
        "all others against: 7 to 6",
    } <= set(lines)
    driven = march(
        s,
        "tyrell",
        ("march", ("reach", (("knight", 2, "blackwater"),), False)),
    )
    while driven.topic == "support":
        driven.answer("support", {"tyrell": "tyrell"}.get(driven.house, "lannister"))
    if driven.topic == "refuse_support":
        driven.answer("refuse_support", ())
    assert s.battle is not None
    assert [side.announced for side in s.battle.sides.values()] == [7, 6]


@pytest.mark.parametrize(("ships", "most"), [("s", 5), ("", 4)])
def test_WX44_WX45_an_attack_on_a_garrison(ships: str, most: int) -> None:
    units = {"yronwood": "tyrell fk", **({"summer_sea": f"tyrell {ships}"} if ships else {})}
    orders = {"yronwood": "march_plus_1", **({"summer_sea": "support_0"} if ships else {})}
    s = position(units, orders=orders, garrisons={"sunspear": 5})
    pieces = ("yronwood", ("footman", 1, "sunspear"))
    lines = shown(s, "march", "tyrell", pieces, ("knight", 1, "sunspear"))
    assert lines[0] == "Sunspear: alone 4 to 5"
    assert ("own support in: 5 to 5" in lines) == bool(ships)
    value = ("yronwood", (("footman", 1, "sunspear"), ("knight", 1, "sunspear")), False)
    warned = "hopeless" in agot_cautions.caution(N, s, "march", "tyrell", value)
    assert warned == (most < 5)


def test_WX35_a_tie_and_the_blade_are_told_before_an_attack() -> None:
    s = position(
        {"reach": "tyrell k", "blackwater": "lannister k"}, orders={"reach": "march_0"}, fiefdoms=["lannister"]
    )
    told = text(s, "march", "tyrell", ("reach",), ("knight", 1, "blackwater"))
    assert "A tie is Lannister's (W6.8). The Blade is Lannister's: +1." in told
    s.blade_used = True
    assert "The Blade" not in text(s, "march", "tyrell", ("reach",), ("knight", 1, "blackwater"))


def fought(units: dict[str, str], attacker: str, origin: str, target: str, **more: Any) -> Kings:
    """The position when a march of all units out of `origin` has led to the choice of cards."""
    s = position(units, **more)
    s.blade_used = True
    moves = tuple((unit, number, target) for unit, number in sorted(s.armies[origin].standing.items()))
    driven = march(s, attacker, ("march", (origin, moves, False)))
    while driven.topic == "support":
        mine = driven.items()
        driven.answer("support", mine[-1] if len(mine) == 2 else None)
    assert driven.topic == "house_card"
    return s


@pytest.mark.parametrize(
    ("house", "units", "card", "total"),
    [
        ("stark", "kk", "robb_stark", 6),
        ("lannister", "fff", "vargo_hoat", 6),
    ],
)
def test_WX38_cards_that_make_attackers_stronger(house: str, units: str, card: str, total: int) -> None:
    s = fought({"harrenhal": f"{house} {units}", "riverrun": "greyjoy k"}, house, "harrenhal", "riverrun",
               orders={"harrenhal": "march_0"})  # fmt: skip
    printed = E.house_cards[card].strength
    lines = shown(s, "house_card", house, (), card)
    others = [line for line in lines if "Balon" not in line and line.startswith("  ")]
    assert others
    assert all(line.startswith(f"  {total + printed} to ") for line in others)


@pytest.mark.parametrize(("order", "shield"), [("defense_plus_1", 2), ("defense_plus_2", 4)])
def test_WX37_catelyn_counts_the_defense_order_twice(order: str, shield: int) -> None:
    s = fought({"harrenhal": "lannister k", "riverrun": "stark k"}, "lannister", "harrenhal", "riverrun",
               orders={"harrenhal": "march_0", "riverrun": order})  # fmt: skip
    printed = E.house_cards["catelyn_stark"].strength
    lines = shown(s, "house_card", "stark", (), "catelyn_stark")
    assert f"  {2 + shield + printed} to {2 + 3} " in " ".join(line for line in lines if "Tywin" in line)


def test_WX30_loras_against_a_lone_footman() -> None:
    s = fought({"reach": "tyrell k", "blackwater": "lannister f"}, "tyrell", "reach", "blackwater",
               orders={"reach": "march_0"})  # fmt: skip
    lines = shown(s, "house_card", "tyrell", (), "ser_loras_tyrell")
    assert lines[0] == "Ser Loras Tyrell: wins 7 of 7"
    assert "  no unit left: won, Tywin Lannister" in lines


def test_WX40_balon_takes_the_number_of_the_other_card() -> None:
    s = fought({"seagard": "greyjoy k", "riverrun": "lannister k"}, "greyjoy", "seagard", "riverrun",
               orders={"seagard": "march_0"})  # fmt: skip
    printed = E.house_cards["balon_greyjoy"].strength
    lines = shown(s, "house_card", "greyjoy", (), "balon_greyjoy")
    assert f"  {2 + printed} to 2 won, Tywin Lannister" in lines


def test_WX36_salladhor_takes_ships_that_support_but_not_the_plus_one_of_their_token() -> None:
    s = fought(
        {
            "dragonstone": "baratheon k",
            "shipbreaker_bay": "baratheon s",
            "crackclaw_point": "lannister k",
            "blackwater_bay": "lannister ss",
        },
        "baratheon",
        "dragonstone",
        "crackclaw_point",
        orders={"dragonstone": "march_0", "blackwater_bay": "support_plus_1"},
    )
    assert s.battle is not None
    assert s.battle.sides["lannister"].announced == 2 + 2 + 1
    printed = E.house_cards["salladhor_saan"].strength
    lines = shown(s, "house_card", "baratheon", (), "salladhor_saan")
    assert any(f"{2 + printed} to {2 + 1 + 3} lost, Tywin Lannister" in line for line in lines)


def test_E06_the_blade_is_asked_for_only_where_it_turns_the_battle() -> None:
    """4 to 4 is lost by the track, so the Blade turns it; 2 to 5 it does not."""
    for attack, turned in (("kk", True), ("f", False)):
        s = position(
            {"seagard": f"greyjoy {attack}", "riverrun": "stark kk"},
            orders={"seagard": "march_0"},
            fiefdoms=["greyjoy", "stark"],
        )
        s.tracks["fiefdoms"] = ["greyjoy", *[h for h in s.tracks["fiefdoms"] if h != "greyjoy"]]
        moves = tuple((unit, number, "riverrun") for unit, number in s.armies["seagard"].standing.items())
        driven = march(s, "greyjoy", ("march", ("seagard", moves, False)))
        driven.answer(*cards("greyjoy", "stark", "theon_greyjoy", "eddard_stark"))
        assert driven.topic == "blade"
        answer = agot_previews.needless(N, s, "blade")
        gap = E.house_cards["eddard_stark"].strength - E.house_cards["theon_greyjoy"].strength
        assert gap == 1, "chosen for 1: 4 to 5, and a tie is Greyjoy's"
        assert (answer is None) == turned
        lines = shown(s, "blade", "greyjoy", (), "yes")
        assert lines[0].endswith("won" if turned else "lost")
        assert lines[1].endswith("lost")


def lost(foe: str, supply: int) -> Kings:
    """Stark's force in Riverrun has lost against a knight and Tywin's two swords; who dies is asked."""
    s = position(
        {"harrenhal": "lannister kkk", "riverrun": f"stark {foe}", "seagard": "stark kk", "stoney_sept": "lannister f"},
        orders={"harrenhal": "march_plus_1"},
        supply={"stark": supply},
    )
    s.blade_used = True
    driven = march(s, "lannister", ("march", ("harrenhal", (("knight", 3, "riverrun"),), False)))
    driven.answer(*cards("lannister", "stark", "tywin_lannister", "robb_stark"))
    assert driven.topic == "casualties"
    return s


def test_WX32_casualties_tell_who_is_left_and_what_the_ways_out_cost() -> None:
    """An army of three is fed: two knights that find two more in Seagard would lose one."""
    s = lost("ffkk", 1)
    left = text(s, "casualties", "stark", (), ("footman", "footman"))
    assert left.startswith("Left: K2.")
    assert left == text(s, "casualties", "stark", (("footman", "footman"),), None)
    assert left.startswith("Left: K2. They may retreat to Seagard: costs 1 unit.")
    assert "Not to Harrenhal (the attack came from there), Lannisport (Lannister's)" in left
    assert shown(s, "casualties", "stark", (), ("footman", "footman", "knight", "knight")) == ["Left: nobody."]
    assert agot_places.overlay(E, s, "casualties", (("footman", "footman"),)) == {"riverrun": "-F2"}


def test_W6_11_a_retreat_tells_who_goes_and_why_other_areas_are_closed() -> None:
    """W6.11b: not where the attack came from, nor to what is another house's, nor to a neutral force."""
    s = lost("ffkk", 4)
    s.garrisons["seagard"] = 3
    del s.armies["seagard"]
    s.armies["lannisport"] = Army("stark", {"knight": 1})
    assert agot_asks.PROMPTS["retreat"](N, s, "stark") == (
        "choose where to retreat from Riverrun with 2 footmen and 2 knights."
    )
    told = text(s, "retreat", "stark", (), "lannisport")
    assert "Lannisport has K1." in told
    assert told.endswith(
        "Not to Harrenhal (the attack came from there), Seagard (neutral), Stoney Sept (Lannister's)."
    ), told


def test_a_footman_that_dies_and_units_that_get_away() -> None:
    """The two topics that random games hardly ever come to."""
    s = lost("ffkk", 1)
    assert s.battle is not None
    s.armies["riverrun"].routed = {"footman": 1}
    told = shown(s, "footman_lost", "lannister", (), "standing")
    assert told == ["Stark fights with K2F2f1.", "One that lies counts nothing."]
    assert agot_places.overlay(E, s, "footman_lost", ("standing",)) == {"riverrun": "-F"}
    assert shown(s, "retreat_losses", "stark", (), ("footman",)) == ["Left: K2F1."]
    assert agot_places.overlay(E, s, "retreat_losses", (("footman",),)) == {"riverrun": "-F"}
