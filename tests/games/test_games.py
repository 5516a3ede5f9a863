"""Each kept game comes to its very end again: the same ranking, by the same clause, with the same digest."""

import pytest

from engine.agot.game import edition_of
from engine.agot.victory import score
from tests.games.kept import NAMES, played, read

BATTLE = {"BattleWon", "GarrisonTaken"}


def test_one_for_each_way_to_end() -> None:
    assert set(NAMES) == {"march", "battle", "supply", "power", "shared"}


@pytest.mark.parametrize("name", NAMES)
def test_a_kept_game_ends_as_it_did(name: str) -> None:
    """Rules changed on purpose: run `python -m tests.games`; a reply that is refused now tells what has changed."""
    kept = read(name)
    match, _ = played(kept)
    assert match.outcome is not None
    assert (match.outcome.clause, match.outcome.ranking) == (kept.clause, kept.ranking)
    assert match.digest.hex() == kept.digest


def test_W8_1_by_a_quiet_march() -> None:
    kept = read("march")
    _, last = played(kept)
    assert kept.clause == "W8.1"
    assert kept.replies[-1][0] == "march"
    assert not set(last) & BATTLE


def test_W8_1_by_a_battle() -> None:
    kept = read("battle")
    _, last = played(kept)
    assert kept.clause == "W8.1"
    assert kept.replies[-1][0] != "march"
    assert "BattleWon" in last


@pytest.mark.parametrize(("name", "place"), [("supply", 1), ("power", 2)])
def test_W8_2_the_tie_break_decides(name: str, place: int) -> None:
    kept = read(name)
    match, _ = played(kept)
    assert kept.clause == "W8.2"
    e, s = edition_of(match.state), match.state
    houses = {seat: house for house, seat in s.seats.items()}
    (first,), second = kept.ranking[:2]
    one, other = score(e, s, houses[first]), score(e, s, houses[second[0]])
    assert one[:place] == other[:place]
    assert one[place] > other[place]


def test_W8_2_a_first_place_may_be_shared() -> None:
    kept = read("shared")
    assert kept.clause == "W8.2"
    assert len(kept.ranking[0]) == 2
