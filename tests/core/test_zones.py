"""Where closed cards lie is read off the state alone (STYLE 3: zones hold handles)."""

from dataclasses import dataclass, field
from random import Random

import pytest

from engine.core.cards import Handle
from engine.core.match import Match, State
from engine.core.playout import Oracle
from engine.core.zones import Zone, zones
from tests.protocol.cards import hoard

SEATS = 3


@dataclass
class Clash:
    """What is fought just now."""

    played: dict[int, Handle] = field(default_factory=dict)
    stakes: tuple[Handle, int] | None = None


@dataclass
class Court(State):
    """A state in which cards lie in every way."""

    hands: list[list[Handle]] = field(default_factory=list)
    cells: dict[str, list[Handle]] = field(default_factory=dict)
    market: list[list[Handle]] = field(default_factory=list)
    clash: Clash | None = None
    top: Handle = ""
    marks: dict[Handle, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)


def court() -> Court:
    """Two decks were made."""
    return Court(
        serial=2,
        public={"red.1.0": "king"},
        hands=[["red.1.0"], [], ["red.1.2", "blue.2.1"]],
        cells={"stark": ["red.1.3"], "tully": []},
        market=[["blue.2.2"], ["blue.2.3"]],
        clash=Clash({2: "red.1.4"}, ("red.1.2", 1)),
        top="blue.2.4",
        marks={"red.1.5": 3, "red.1.3": 1},
        names=["red.3.0", "v1.2.x", "a.b.1", ""],
    )


def test_every_card_is_found_once_wherever_it_lies() -> None:
    assert zones(court(), SEATS) == (
        Zone("hands", 0, 0, ("red.1.0",)),
        Zone("hands", 2, 2, ("red.1.2", "blue.2.1")),
        Zone("cells", "stark", None, ("red.1.3",)),
        Zone("market", 0, None, ("blue.2.2",)),
        Zone("market", 1, None, ("blue.2.3",)),
        Zone("clash.played", 2, None, ("red.1.4",)),
        Zone("top", None, None, ("blue.2.4",)),
        Zone("marks", None, None, ("red.1.5",)),
    )


def test_places_that_are_named_are_there_when_they_are_empty() -> None:
    assert zones(court(), SEATS, ("cells", "hands")) == (
        Zone("cells", "stark", None, ("red.1.3",)),
        Zone("cells", "tully", None, ()),
        Zone("hands", 0, 0, ("red.1.0",)),
        Zone("hands", 1, 1, ()),
        Zone("hands", 2, 2, ("red.1.2", "blue.2.1")),
    )


def test_whose_place_it_is_depends_on_there_being_one_for_each_seat() -> None:
    """Two rows are two hands at a table of two."""
    assert [zone.seat for zone in zones(court(), 2) if zone.field == "market"] == [0, 1]


@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_game_no_card_lies_twice_and_all_that_lie_are_alive(seed: int) -> None:
    match = Match.start(hoard.GAME, SEATS, {"turns": 3})
    oracle, ended, looks = Oracle(SEATS, Random(seed).randrange), set[Handle](), 0
    while match.question is not None:
        ended.update(handle for _, old in getattr(match.question, "decks", {}).values() for handle in old)
        oracle.step(match)
        lying = [handle for zone in zones(match.state, SEATS) for handle in zone.handles]
        assert len(lying) == len(set(lying))
        assert set(lying) <= oracle.truth.keys() - ended
        held = [handle for hand in match.state.hands for handle in hand]
        assert set(held) <= set(lying)
        looks += 1
    assert looks > 20
