"""Every event, topic and refusal of the rules has its sentence, and no sentence is left over."""

import re

import pytest

from client.play.cells import table, width_of
from client.play.choosing import split
from client.screen.form import LABEL
from client.words import agot_asks, agot_board, agot_events, agot_phases, agot_refusals, agot_settings
from client.words.agot_board import HAND_WIDTH
from client.words.agot_names import Names
from client.words.general import CORE_REFUSALS, HELP
from client.words.library import (
    TABLE_SETTINGS,
    SettingWords,
    setting_title,
    setting_words,
    settings_words,
    usual_values,
)
from engine.agot.edition import edition
from engine.agot.events import EVENTS, REFUSALS, TOPICS
from engine.agot.game import GAME
from tests.client.desk import Desk

E = edition(5)


def test_every_event_has_a_sentence() -> None:
    assert set(agot_events.EVENTS) == set(EVENTS)


def test_every_topic_has_a_prompt() -> None:
    asked = {topic for topic, answer in TOPICS.items() if not answer.startswith("chance")}
    assert set(agot_asks.PROMPTS) == asked
    assert set(agot_asks.NAMINGS) <= asked


def test_the_table_of_houses_is_never_folded_in_a_window_of_80() -> None:
    """A box has 76 cells there; names of players have at most twelve."""
    s = Desk().mode.match.state
    rows = table(agot_board.house_rows(E, s, dict.fromkeys(E.playing, "A very long name")))
    assert len(rows) == 6
    assert max(map(width_of, rows)) <= 74


def test_stars_are_told_in_words_beside_places() -> None:
    s = Desk().mode.match.state
    line = "Starred orders at court: three at 1 and 2, two at 3, one at 4, none at 5."
    assert line in agot_board.track_lines(E, s)


def test_every_step_has_a_phase() -> None:
    assert set(agot_phases.STEPS) == set(GAME.steps)


def test_every_refusal_has_a_sentence_made_of_its_data() -> None:
    assert set(REFUSALS) <= set(agot_refusals.REFUSALS) | set(CORE_REFUSALS)
    assert set(agot_refusals.REFUSALS) <= set(REFUSALS)
    for code, template in agot_refusals.REFUSALS.items():
        assert set(re.findall(r"{(\w+)}", template)) <= set(REFUSALS[code]), code


def test_every_area_stands_in_one_region() -> None:
    placed = [area for region in agot_board.REGIONS.values() for area in region]
    assert sorted(placed) == sorted(E.board.land)


def test_every_order_has_a_code() -> None:
    assert set(agot_board.ORDER_CODES) == set(E.tokens)


@pytest.mark.parametrize("table", ["areas", "cards", "tokens"])
def test_names_can_be_typed_apart(table: str) -> None:
    n = Names(E, ())
    shown = {
        "areas": [area.name for area in E.board.areas.values()],
        "cards": [card.name for card in E.house_cards.values()],
        "tokens": [n.token(token) for token in E.tokens],
    }[table]
    assert not [name for name in shown if "," in name]
    assert len({tuple(split(name)) for name in shown}) == len(shown)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_setting_has_a_title_that_fits_into_its_column(seats: int) -> None:
    """People see words; the id stays for typing."""
    titles = {key: setting_title("agot", key) for key in settings_words("agot", seats)}
    assert all("_" not in title and title != key and len(title) < LABEL for key, title in titles.items())
    assert len(set(titles.values())) == len(titles)
    assert setting_words("agot", "houses", "drawn") == "Houses drawn by lot"
    assert setting_words("agot", "houses", "stark,lannister") == "Houses Stark, Lannister, in the order of the seats"
    assert setting_words("agot", "riverrun_no_coast", True) == "Riverrun without a coast"


def test_values_that_people_choose_are_told_in_words() -> None:
    own: SettingWords = agot_settings
    assert set(own.usual()) <= set(own.titles())
    assert all(own.told(key, value) not in ("", value) for key, values in own.usual().items() for value in values)


def test_a_game_that_says_nothing_of_its_settings_has_those_of_every_table() -> None:
    assert settings_words("hoard", 5) == TABLE_SETTINGS
    assert setting_title("hoard", "turns") == "turns"
    assert setting_words("hoard", "turns", 5) == "turns: 5"
    assert not usual_values("hoard")


def test_help_is_not_folded_in_a_box_of_a_window_of_80_cells() -> None:
    assert max(map(len, HELP.splitlines())) <= HAND_WIDTH
