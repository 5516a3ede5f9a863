"""Every event, topic and refusal of the rules has its sentence, and no sentence is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from client.words import agot_asks, agot_board, agot_events, agot_refusals
from client.words.general import CORE_REFUSALS
from engine.agot.edition import edition

ROOT = Path(next(iter(engine.__path__)))
RULES = [*(ROOT / "westeros").glob("*.py"), *(ROOT / "agot").glob("*.py")]
ASKING = {"One": 0, "Together": 0, "Seal": 0, "window": 1, "secret_bids": 1, "_named": 3, "_may_remove_order": 3}
"""Calls that ask a person, and which of their arguments is the topic."""
BY_MATCH = {"Forced"}
"""Events that the core makes."""


def calls(files: list[Path]) -> Iterator[tuple[str, ast.Call]]:
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
                yield name, node


def word(call: ast.Call, place: int) -> str | None:
    if len(call.args) <= place:
        return None
    argument = call.args[place]
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def test_every_event_has_a_sentence() -> None:
    said = {word(call, 0) for name, call in calls(RULES) if name == "say"}
    assert None not in said
    assert set(agot_events.EVENTS) == said | BY_MATCH


def test_every_topic_has_a_prompt() -> None:
    asked = {word(call, ASKING[name]) for name, call in calls(RULES) if name in ASKING}
    assert set(agot_asks.PROMPTS) == asked - {None}
    assert set(agot_asks.NAMINGS) <= set(agot_asks.PROMPTS)


def test_every_refusal_has_a_sentence() -> None:
    refused = {word(call, 1) for name, call in calls(RULES) if name == "Refused"}
    assert None not in refused
    assert set(agot_refusals.REFUSALS) == refused - set(CORE_REFUSALS)
    core = {word(call, 1) for name, call in calls(list((ROOT / "core").glob("*.py"))) if name == "Refused"}
    assert core <= set(CORE_REFUSALS)


def test_refusal_sentences_use_data_that_are_there() -> None:
    given: dict[str, list[set[str]]] = {}
    for name, call in calls(RULES):
        code = word(call, 1)
        if name == "Refused" and code is not None:
            given.setdefault(code, []).append({keyword.arg or "" for keyword in call.keywords})
    for code, templates in agot_refusals.REFUSALS.items():
        wanted = [set(re.findall(r"{(\w+)}", template)) for template in templates]
        for keys in given[code]:
            assert any(fields <= keys for fields in wanted), code


def test_every_area_stands_in_one_region() -> None:
    board = edition(5).board
    placed = [area for region in agot_board.REGIONS.values() for area in region]
    assert sorted(placed) == sorted(board.land)


@pytest.mark.parametrize("table", ["tokens"])
def test_every_order_has_a_code(table: str) -> None:
    assert set(agot_board.ORDER_CODES) == set(getattr(edition(5), table))


def test_labels_hold_no_comma() -> None:
    e = edition(5)
    names = [area.name for area in e.board.areas.values()] + [card.name for card in e.house_cards.values()]
    names += [token.name for token in e.tokens.values()] + [house.name for house in e.houses.values()]
    assert not [name for name in names if "," in name]
