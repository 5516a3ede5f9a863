"""Data files are judged when they are loaded: a wrong id, link or figure never reaches a rule."""

from dataclasses import dataclass

import pytest

from engine.core.data import build, build_all, by_id, check_count, check_links, check_symmetric, digest
from engine.core.errors import DataError


@dataclass(frozen=True)
class Ability:
    effect: str
    optional: bool = False


@dataclass(frozen=True)
class Card:
    id: str
    strength: int
    ability: Ability | None
    names: tuple[str, ...] = ()


GOOD = {"id": "a", "strength": 2, "ability": {"effect": "e"}, "names": ["x", "y"], "note": "passed over"}


def test_a_record_is_typed_all_through() -> None:
    assert build(Card, GOOD, "cards") == Card("a", 2, Ability("e"), ("x", "y"))
    assert build(Card, {**GOOD, "ability": None}, "cards").ability is None


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"strength": "2"}, "cards.strength"),
        ({"strength": True}, "cards.strength"),
        ({"ability": {"effect": 1}}, "cards.ability.effect"),
        ({"ability": {}}, "cards.ability"),
        ({"names": "x"}, "cards.names"),
        ({"names": [1]}, r"cards.names\[0\]"),
    ],
)
def test_a_wrong_field_is_named_with_its_place(change: dict[str, object], place: str) -> None:
    with pytest.raises(DataError, match=place):
        build(Card, {**GOOD, **change}, "cards")


def test_missing_fields_and_wrong_forms_are_named() -> None:
    with pytest.raises(DataError, match="strength is missing"):
        build(Card, {"id": "a"}, "cards")
    with pytest.raises(DataError, match="an object is wanted"):
        build(Card, [], "cards")
    with pytest.raises(DataError, match="an array is wanted"):
        build_all(Card, {}, "cards")


def test_ids_links_symmetry_and_counts() -> None:
    card = build(Card, GOOD, "cards")
    with pytest.raises(DataError, match="a stands twice"):
        by_id([card, card], "cards")
    with pytest.raises(DataError, match="names c"):
        check_links({"a": ["c"]}, ["a", "b"], "map")
    with pytest.raises(DataError, match="not the other way round"):
        check_symmetric({"a": ["b"], "b": []}, "map")
    with pytest.raises(DataError, match="borders on a"):
        check_symmetric({"a": ["a"]}, "map")
    with pytest.raises(DataError, match="3 found where 4"):
        check_count(3, 4, "cards")
    check_symmetric({"a": ["b"], "b": ["a"]}, "map")


def test_the_digest_covers_names_and_contents_in_any_order_of_asking() -> None:
    files = ["orders.json", "units.json"]
    assert digest("engine.agot", files) == digest("engine.agot", reversed(files))
    assert digest("engine.agot", files) != digest("engine.agot", files[:1])
    with pytest.raises(DataError):
        digest("engine.agot", ["missing.json"])
