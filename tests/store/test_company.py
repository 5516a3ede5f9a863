"""A host who dies with bots on its machine, and comes back with them."""

from pathlib import Path

import pytest

from client.checking import check
from tests.client.piped import answer, client


@pytest.mark.slow
def test_a_host_who_is_killed_comes_back_with_its_bots(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "game.moot"
    with client(home, "play", "agot", "--seats", "3", "--bots", "random") as process:
        assert "Round 2" in answer(process, "Round 2")[-1]
    with client(home, "resume", "--out", str(out)) as process:
        said = answer(process)
        assert process.wait(60) == 0, said[-10:]
    assert said[0].startswith("Back at table")
    assert "nobody cheated" in " ".join(said)
    assert check(out).code(partial=False) == 0
