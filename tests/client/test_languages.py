"""Names in the language of the rulebook: each is shown, each can be typed, and so can the English one."""

import pytest

from client.play.cells import WIDTH, width_of
from client.play.choosing import Choice, split, take
from client.settings import LANGUAGES
from client.words import agot_asks
from client.words.agot import AgotWords
from client.words.agot_board import short_name
from client.words.agot_names import Names
from client.words.languages import known_names
from engine.agot.edition import edition
from engine.core.plain import Plain
from engine.westeros.state import Kings
from tests.client.desk import Desk

ENGLISH = edition(5)
PLAYERS = [f"player {seat}" for seat in range(5)]
HU = Names.of(ENGLISH, PLAYERS, "hu")
DESK = Desk(language="hu")
DESK.to("orders")


def local_names(table: str) -> dict[str, tuple[str, str]]:
    """By id: the English and the Hungarian name of what has both in the data."""
    things = ENGLISH.board.areas if table == "areas" else getattr(ENGLISH, table)
    return {ident: (thing.name, thing.name_hu) for ident, thing in things.items() if thing.name_hu}


AREAS, CARDS = local_names("areas"), local_names("house_cards") | local_names("westeros_cards")


def test_the_data_has_such_names() -> None:
    assert AREAS["dragonstone"] == ("Dragonstone", "Sárkánykő")
    assert CARDS["queen_of_thorns"] == ("Queen of Thorns", "Töviskirálynő")
    assert set(local_names("units")) == set(ENGLISH.units)


def test_the_setting_says_how_much_is_known_in_each_language() -> None:
    """Half of the names stay English, and which half is no secret."""
    cards = len(ENGLISH.house_cards) + len(ENGLISH.westeros_cards)
    known = f"hu {len(AREAS)} of {len(ENGLISH.board.areas)} areas, all {len(ENGLISH.units)} units"
    assert known_names(LANGUAGES) == f"{known} and {len(CARDS)} of {cards} cards; ro, es and ca none yet"
    assert known_names(("en",)) == ""


def test_english_is_the_edition_itself() -> None:
    names = Names.of(ENGLISH, (), "en")
    assert names.e is ENGLISH
    assert names.english is names


@pytest.mark.parametrize("ident", AREAS)
def test_every_area_is_shown_by_its_name_and_found_by_both(ident: str) -> None:
    english, local = AREAS[ident]
    words, match = AgotWords(ENGLISH, PLAYERS, "hu"), DESK.mode.match
    shown = words.area(match, local)
    assert shown[0].startswith(f"{local}: ")
    assert words.area(match, english) == shown
    board = words.board(match, 0)
    assert any(f" {short_name(words.n.e.board.areas[ident])} " in f"{line} " for line in board)  # not cut
    assert any(line.startswith((f"  {local}, ", f"  {local}: ")) for line in words.survey(match))
    assert all(width_of(line) <= WIDTH for line in board)


def test_the_map_keeps_its_columns() -> None:
    here, there = AgotWords(ENGLISH, PLAYERS, "hu"), AgotWords(ENGLISH, PLAYERS)
    lefts = [1 + max(width_of(short_name(area)) for area in words.n.e.board.areas.values()) for words in (here, there)]
    rows = list(zip(here.board(DESK.mode.match, 0), there.board(DESK.mode.match, 0), strict=True))
    assert len(rows) > len(ENGLISH.board.areas)
    assert all(one[lefts[0] :] == other[lefts[1] :] for one, other in rows if one.startswith(" "))


@pytest.mark.parametrize("ident", CARDS)
def test_every_card_is_shown_by_its_name_and_found_by_both(ident: str) -> None:
    english, local = CARDS[ident]
    words = AgotWords(ENGLISH, (), "hu")
    shown = words.card(local)
    assert shown[0].startswith(f"{local}: ")
    assert words.card(english) == shown


def test_units_have_their_one_form() -> None:
    assert HU.units(1, "footman") == "1 gyalogos"
    assert HU.units(2, "footman") == "2 gyalogos"
    assert HU.group(["knight", "ship", "ship"]) == "1 lovag and 2 hajó"
    assert HU.english.units(2, "footman") == "2 footmen"


def test_a_name_that_is_not_known_stays_english() -> None:
    assert HU.area("winterfell") == "Winterfell"
    assert Names.of(ENGLISH, (), "ro").area("dragonstone") == "Dragonstone"


@pytest.mark.parametrize("table", ["areas", "house_cards", "westeros_cards"])
def test_names_of_both_languages_can_be_typed_apart(table: str) -> None:
    here = HU.e.board.areas if table == "areas" else getattr(HU.e, table)
    english = ENGLISH.board.areas if table == "areas" else getattr(ENGLISH, table)
    owner: dict[tuple[str, ...], str] = {}
    for ident, thing in here.items():
        title = english[ident].name  # the copies of a Westeros card share it
        for name in (thing.name, english[ident].name):
            assert "," not in name or name == title  # a comma ends what is typed
            assert owner.setdefault(tuple(split(name)), title) == title


# ------------------------------------------------------------ typing
def typed(topic: str, before: tuple[Plain, ...], pieces: list[Plain], text: str) -> Plain:
    """The piece that is meant by a text, among all these."""
    state: Kings = DESK.mode.match.state
    choices = [
        Choice(number, piece, agot_asks.label(HU, state, topic, before, piece))
        for number, piece in enumerate(pieces, 1)
    ]
    choice, rest = take(text, choices)
    assert not rest
    return choice.piece


@pytest.mark.parametrize("ident", AREAS)
def test_an_area_can_be_typed_by_both_names(ident: str) -> None:
    every: list[Plain] = [(area, token) for area in ENGLISH.board.areas for token in ENGLISH.tokens]
    for name in AREAS[ident]:
        assert typed("orders", (), every, f"{name} march +1") == (ident, "march_plus_1")
        assert typed("orders", (), every, f"{name.lower()} m+1") == (ident, "march_plus_1")


@pytest.mark.parametrize("ident", local_names("house_cards"))
def test_a_card_can_be_typed_by_both_names(ident: str) -> None:
    for name in CARDS[ident]:
        assert typed("house_card", (), list(ENGLISH.house_cards), name) == ident


@pytest.mark.parametrize("ident", local_names("westeros_cards"))
def test_a_westeros_card_can_be_typed_by_both_names(ident: str) -> None:
    options: list[Plain] = ["supply", "mustering", "clash_of_kings", "wildlings_attack"]
    for name in CARDS[ident]:
        assert typed("westeros_choice", (), options, name) == ident


@pytest.mark.parametrize("unit", ENGLISH.units)
def test_a_unit_can_be_typed_by_both_names(unit: str) -> None:
    english, local = local_names("units")[unit]
    every: list[Plain] = [(kind, n, "dragonstone") for kind in ENGLISH.units for n in (1, 2)]
    assert typed("march", ("winterfell",), every, f"2 {local} Sárkánykő") == (unit, 2, "dragonstone")
    assert typed("march", ("winterfell",), every, f"2 {english} Dragonstone") == (unit, 2, "dragonstone")


def test_a_game_is_asked_and_answered_in_both() -> None:
    """Lannister: the castle of its home has a Hungarian name; what is typed in English is shown in Hungarian."""
    desk = Desk(1, language="hu")
    listed = "\n".join(desk.to("orders"))
    assert "Lannister-rév" in listed
    assert "So far: Lannister-rév March +1." in desk.type("lannisport m+1")
    assert "Taken back: Lannister-rév March +1." in desk.type("undo")
    assert "So far: Lannister-rév March +1." in desk.type("lannister-rev m+1")
    offered = [line for line, _ in desk.mode.completions("golden")]
    assert "Arany-szoros March 0" in offered
    assert offered == [line for line, _ in desk.mode.completions("arany")]
    assert "Lannister-rév" in desk.type("area lannisport")
    assert "strength" in desk.type("card tywin")
