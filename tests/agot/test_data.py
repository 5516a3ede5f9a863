"""The data files and the tables for clients."""

import json
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

import engine.agot
import engine.westeros
from engine.agot.edition import FILES, PACKAGE, check_edition, clauses, edition
from engine.agot.events import EVENTS, REFUSALS, TOPICS
from engine.agot.game import GAME
from engine.agot.westeros_cards import EFFECTS as CARD_EFFECTS
from engine.core.data import read
from engine.core.errors import DataError
from engine.registry import game, names
from engine.westeros.board import board_from
from tests.agot.board import E

SOURCES = [
    path
    for package in (engine.agot, engine.westeros)
    for path in sorted(Path(next(iter(package.__path__))).glob("*.py"))
]


def test_the_map_has_its_counts() -> None:
    areas = E.board.areas.values()
    assert len(E.board.land) == 34
    assert len(areas) - len(E.board.land) == 11
    assert [area.castle for area in areas].count(2) == 8
    assert [area.castle for area in areas].count(1) == 10
    assert sum(len(near) for near in E.board.borders.values()) == 2 * 110


def test_W11_4_five_home_areas() -> None:
    homes = {house: sheet.home for house, sheet in E.houses.items()}
    assert {home: house for house, home in homes.items()} == dict(E.board.homes)


def test_W11_3_islands_have_no_land_neighbour() -> None:
    islands = [ident for ident, area in E.board.areas.items() if area.island]
    assert sorted(islands) == ["arbor", "dragonstone", "pyke"]
    assert all(not E.board.land_borders[island] for island in islands)


def test_W11_2_the_bridges_are_borders() -> None:
    for one, other in read(PACKAGE, "areas.json")["bridges"]:
        assert other in E.board.borders[one]


def broken(change: str) -> object:
    raw = json.loads(json.dumps(read(PACKAGE, "areas.json")))
    first = raw["areas"][0]
    if change == "asymmetric":
        first["adjacent"].pop()
    elif change == "unknown":
        first["adjacent"].append("valyria")
    elif change == "count":
        raw["counts"]["land"] = 35
    elif change == "twice":
        raw["areas"].append(first)
    elif change == "type":
        first["supply"] = "1"
    else:
        raw = []
    return raw


@pytest.mark.parametrize("change", ["asymmetric", "unknown", "count", "twice", "type", "no object"])
def test_a_broken_map_is_refused(change: str) -> None:
    with pytest.raises(DataError):
        board_from(broken(change), "areas.json")


def test_garrisons_agree_with_the_map() -> None:
    with pytest.raises(DataError, match="another garrison"):
        check_edition(replace(E, garrisons={}), 15, 35)


def test_every_card_text_has_a_function() -> None:
    with pytest.raises(DataError, match="does not exist"):
        check_edition(replace(E, effects={}), 15, 35)


def test_every_westeros_word_has_one_function_and_each_function_a_card() -> None:
    words = {card.effect for card in E.westeros_cards.values()}
    assert words - set(CARD_EFFECTS) == {"reshuffle_redraw"}
    assert set(CARD_EFFECTS) <= words
    options = {option for card in E.westeros_cards.values() for option in card.options}
    assert options - set(E.westeros_cards) == {"none"}


def test_all_data_files_are_covered_by_the_digest() -> None:
    there = sorted(file.name for file in resources.files("engine.agot").joinpath("data").iterdir())
    assert there == sorted(FILES)
    assert len(GAME.data_digest()) == 32


def test_the_edition_is_made_once() -> None:
    assert edition(5) is edition(5)


def test_registry() -> None:
    assert "agot" in names()
    assert game("agot") is GAME
    with pytest.raises(KeyError):
        game("chess")


# ------------------------------------------------------------ clauses
def test_every_cited_clause_has_a_text() -> None:
    cited = {clause for path in SOURCES for clause in re.findall(r'"(W\d+\.\d+[a-f]?)"', path.read_text("utf-8"))}
    assert len(cited) > 30
    assert cited <= set(clauses())
    assert all(text.endswith((".", ")")) and len(text) > 20 for text in clauses().values())


def test_clauses_are_numbered_through() -> None:
    for chapter, last in enumerate((10, 7, 10, 7, 5, 10, 13, 2, 2, 4, 4, 5, 9, 5, 1, 1)):
        assert {f"W{chapter}.{n}" for n in range(1, last + 1)} <= set(clauses())


# ------------------------------------------------------------ tables for clients
def test_every_event_and_topic_in_the_rules_is_listed() -> None:
    text = "\n".join(path.read_text("utf-8") for path in SOURCES)
    events = set(re.findall(r's\.say\(\s*"(\w+)"', text)) | set(re.findall(r'"(\w+Named)"', text))
    assert events == set(EVENTS) - {"Forced"}
    asked = set(re.findall(r'(?:One|Together|Roll)\(\s*"(\w+)"', text))
    assert asked <= set(TOPICS)
    codes = set(re.findall(r'Refused\(\s*[\w.()"]+, "(\w+)"', text))
    assert codes <= set(REFUSALS), codes - set(REFUSALS)


def test_shared_rules_name_no_edition() -> None:
    for path in SOURCES:
        if path.parent.name == "westeros":
            assert not re.search(r'\bW\d+\.\d|agot|first edition|"(stark|tyrell)"', path.read_text("utf-8")), path
