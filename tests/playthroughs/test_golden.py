"""The golden games come out the same, to the last event and digest, on every machine and version (B20, B22)."""

import pytest

from tests.playthroughs.golden import GAMES, path_of, told


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_is_played_again_to_the_letter(name: str) -> None:
    """Rules changed on purpose: raise the game's version, run `python -m tests.playthroughs`, read the difference."""
    assert told(name) == path_of(name).read_text(encoding="utf-8")
