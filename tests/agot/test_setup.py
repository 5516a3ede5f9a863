"""W1: houses, start positions, settings."""

import pytest

from engine.agot.edition import edition, variants
from engine.agot.game import GAME, new, settings
from engine.agot.setup import draw_houses, new_game
from engine.core.errors import Refused
from engine.core.match import Match
from engine.core.questions import Reply
from engine.westeros.control import controller, icons
from engine.westeros.orders import stars
from engine.westeros.power import pool
from tests.agot.board import E, finish, units


def agreed() -> Match:  # type: ignore[type-arg]  # the state type is of no use here
    return Match.start(GAME, 5, {"houses": "agreed"})


def test_WX01_lannister_starts_as_stated() -> None:
    s = agreed().state
    places = {track: s.tracks[track].index("lannister") + 1 for track in s.tracks}
    assert places == {"iron_throne": 2, "fiefdoms": 5, "kings_court": 1}
    assert s.supply["lannister"] == 2
    assert units(s, "lannisport") == "lannister fk"
    assert units(s, "stoney_sept") == "lannister f"
    assert units(s, "golden_sound") == "lannister s"
    assert [area for area, army in s.armies.items() if army.house == "lannister"] == [
        "lannisport",
        "stoney_sept",
        "golden_sound",
    ]
    assert s.power["lannister"] == 5
    assert len(s.hands["lannister"]) == 7
    assert stars(E, s, "lannister") == 3


def test_WX02_start_supply_is_the_icons_of_the_start_areas() -> None:
    s = agreed().state
    wanted = {"stark": 1, "lannister": 2, "baratheon": 1, "greyjoy": 2, "tyrell": 3}
    assert s.supply == wanted
    assert {house: icons(E, s, house)[0] for house in s.seats} == wanted


def test_W1_1_each_seat_draws_one_of_the_houses_left() -> None:
    match = Match.start(GAME, 5, {})
    assert match.question is not None
    assert match.question.topic == "houses"
    assert match.state.seats == {}
    match.answer(Reply(rolled=(4, 0, 1, 0, 0)))
    assert match.state.seats == {"tyrell": 0, "stark": 1, "baratheon": 2, "lannister": 3, "greyjoy": 4}


def test_W1_1_agreed_houses_are_not_drawn() -> None:
    s = new(5, settings(5, {"houses": "agreed"}))
    events = finish(s, draw_houses(E, s))
    assert events == [("HousesTaken", ("stark", "lannister", "baratheon", "greyjoy", "tyrell"))]
    assert s.step == "planning"


def test_W1_2_garrisons_wildlings_round() -> None:
    s = agreed().state
    assert s.garrisons == {"kings_landing": 5, "eyrie": 6, "sunspear": 5}
    assert (s.wildlings, s.round) == (0, 1)
    assert all(controller(E, s, area) == "" for area in s.garrisons)


def test_W1_4_three_decks_of_ten() -> None:
    s = agreed().state
    assert list(s.unseen) == ["I", "II", "III"]
    assert all(len(cards) == 10 for cards in s.unseen.values())


def test_W1_6_court_swap() -> None:
    chosen = settings(5, {"houses": "agreed", "court_swap_greyjoy_tyrell": True})
    s = new(5, chosen)
    assert s.tracks["kings_court"] == ["lannister", "stark", "baratheon", "tyrell", "greyjoy"]
    assert edition(5).start_tracks["kings_court"][3:] == ("greyjoy", "tyrell")


def test_W1_7_round_1_has_no_westeros_phase() -> None:
    match = agreed()
    assert match.question is not None
    assert match.question.topic == "orders"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"houses": "mine"}, "bad_setting"),
        ({"wizards": True}, "no_such_setting"),
        ({"court_swap_greyjoy_tyrell": 1}, "bad_setting"),
    ],
)
def test_settings_are_judged(wanted: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as refused:
        settings(5, wanted)  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.code == code


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_settings_are_completed(seats: int) -> None:
    offered = {ident for ident, variant in variants().items() if seats in variant.players}
    assert settings(seats, {}) == {"houses": "drawn"} | dict.fromkeys(offered, False)


def test_W1_1_houses_agreed_seat_by_seat() -> None:
    chosen = settings(3, {"houses": "baratheon,stark,lannister"})
    s = new(3, chosen)
    assert s.seats == {"baratheon": 0, "stark": 1, "lannister": 2}
    assert finish(s, draw_houses(edition(3), s)) == [("HousesTaken", ("baratheon", "stark", "lannister"))]


@pytest.mark.parametrize(
    "houses", ["baratheon,stark", "stark,lannister,greyjoy", "stark,stark,baratheon", "stark, lannister, baratheon", 3]
)
def test_W1_1_agreed_houses_are_those_of_the_table(houses: object) -> None:
    with pytest.raises(Refused) as refused:
        settings(3, {"houses": houses})  # type: ignore[dict-item]  # wrong on purpose
    assert (refused.value.clause, refused.value.code) == ("W1.1", "bad_setting")
    assert refused.value.data["allowed"] == ("drawn", "agreed", "stark,lannister,baratheon")


@pytest.mark.parametrize("seats", [2, 6])
def test_W1_1_three_to_five_play(seats: int) -> None:
    with pytest.raises(Refused) as refused:
        Match.start(GAME, seats, {})
    assert refused.value.code == "seats"


def test_W0_6_the_pool_is_what_is_left_of_twenty() -> None:
    s = new_game(E, (), E.playing)
    s.tokens["moat_cailin"] = "stark"
    assert pool(E, s, "stark") == 14
