"""Kill -9 at writes and sends: same seat, same state, nothing signed or rolled twice, secrets still openable."""

import shutil
from pathlib import Path

import pytest

from tests.relay.test_processes import relay
from tests.store.deaths import Seat, game_with_deaths, gaps


@pytest.mark.slow
def test_a_host_dies_again_and_again_and_comes_back(tmp_path: Path) -> None:
    """B10, product 8: at the first moments of a table, and later."""
    said = game_with_deaths(tmp_path, {0: [1, 2, 3, *gaps(0, 2, 60)]})
    assert said[0].count("Back at table") == 5


@pytest.mark.slow
def test_all_seats_die_and_come_back(tmp_path: Path) -> None:
    """B11: whoever vanishes, the host included, the others wait and the game goes on."""
    said = game_with_deaths(tmp_path, {seat: gaps(seat + 10, 2, 80) for seat in range(3)})
    assert [text.count("Back at table") for text in said] == [2, 2, 2]


@pytest.mark.slow
def test_seats_die_while_all_say_their_last_words(tmp_path: Path) -> None:
    """Whoever dies behind the last move still opens its secret, and serves those who lack it."""
    said = game_with_deaths(tmp_path, {0: [-1, -5, -9], 2: [-3, -12]})
    assert [text.count("Back at table") for text in said] == [3, 0, 2]


@pytest.mark.slow
def test_yesterdays_copy_is_known_and_waits_for_all(tmp_path: Path) -> None:
    """CRYPTO 9.2: the run of a restored file is behind what the others have seen."""

    def restore(seat: Seat) -> None:
        store, copy = seat.home / "kingsmoot.db", seat.home / "copy"
        if seat.deaths == 1:
            copy.mkdir()
            for file in seat.home.glob("kingsmoot.db*"):
                shutil.copy(file, copy)
        elif seat.deaths == 2:
            for file in seat.home.glob("kingsmoot.db*"):
                file.unlink()
            for file in copy.iterdir():
                shutil.copy(file, store.parent)

    said = game_with_deaths(tmp_path, {1: [90, 40]}, between=restore)
    assert "What is kept here is an old copy" in said[1]
    assert "old copy" not in said[0] + said[2]


@pytest.mark.slow
def test_seats_that_meet_at_a_relay_alone_come_back_to_it(tmp_path: Path) -> None:
    with relay(home=tmp_path) as running:
        ways = ("--listen", "none", "--relay", f"127.0.0.1:{running.port}")
        said = game_with_deaths(tmp_path, {0: [30, 70], 1: [55]}, ways=ways)
    assert [text.count("Back at table") for text in said] == [2, 1, 0]
