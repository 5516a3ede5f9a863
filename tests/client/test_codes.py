"""The codes on the small map are names like any other: in answers, of areas to look up, and in what is offered."""

import pytest

from client.screen.map.layout import load_codes
from tests.client.desk import Desk

CODES = load_codes("agot")


@pytest.mark.parametrize("ident", sorted(CODES))
def test_a_code_finds_its_area(ident: str) -> None:
    """Small letters will do, also where another name begins with the same: SUN is Sunspear, no Sunset Sea."""
    desk = Desk()
    words, code = desk.mode.words, CODES[ident].lower()
    assert words.find_area(code) == ident
    assert desk.type(f"area {code}").startswith(words.area_name(ident))
    assert desk.mode.completions(f"area {code}")[0][0] == f"area {words.area_name(ident)}"


def test_orders_are_placed_by_codes() -> None:
    desk = Desk(1)
    desk.to("orders")
    offered = [line for line, _ in desk.mode.completions("gds s")]
    assert offered
    assert all(line.startswith("The Golden Sound ") for line in offered)
    desk.hear("gds s+1, sts d+1")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == (("golden_sound", "support_plus_1"), ("stoney_sept", "defense_plus_1"))


def test_what_a_rule_forbids_is_understood_by_code_too() -> None:
    desk = Desk(1)
    desk.to("orders")
    assert "W3.1" in desk.type("win s+1")


def test_a_march_goes_by_codes_in_every_language() -> None:
    desk = Desk(1, language="hu")
    desk.to("orders")
    desk.answer((("golden_sound", "march_0"), ("lannisport", "march_plus_1")))
    desk.to("march")
    desk.hear("gds, 1 ship sst")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ("golden_sound", ("ship", 1, "sunset_sea"))
