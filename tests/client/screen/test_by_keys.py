"""Whole games by keys alone on the real host, in a terminal in memory."""

from random import Random

import pytest

from client.screen.audit import open_audit
from client.screen.shell import Shell
from tests.client.screen.kept import record, source
from tests.client.screen.live import attended, live
from tests.client.screen.player import Player, Sitting


def played(seed: int, width: int, height: int) -> tuple[Sitting, Player]:
    """A whole game, on a window of that size."""
    with live(width, height) as at:
        sitting = Sitting(at.shell, seed, seed % 5)
        player = Player(sitting, Random(seed))
        assert at.run(attended(sitting.flow, player.until_over, at)) == 0
        assert at.screen.fault is None
        return sitting, player


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "width", "height"), [(2, 120, 40), (3, 80, 24), (5, 200, 60), (6, 30, 8)])
def test_a_whole_game_is_played_by_keys(seed: int, width: int, height: int) -> None:
    sitting, player = played(seed, width, height)
    table, mode = sitting.table, sitting.mode
    assert table.match.outcome is not None
    assert mode.match.outcome is not None
    assert mode.match.outcome.ranking == table.match.outcome.ranking
    assert mode.closed
    assert not mode.failed
    asked = sum(seat == table.seat for reply in table.replies for seat in reply.values)
    assert asked > 20
    assert len(player.pressed) > asked


@pytest.mark.slow
def test_the_same_game_is_played_by_the_same_keys() -> None:
    first, again = played(1, 120, 40), played(1, 120, 40)
    assert first[1].pressed == again[1].pressed
    assert first[0].table.replies == again[0].table.replies


@pytest.mark.slow
def test_the_audit_of_a_game_is_read_by_keys() -> None:
    data = record()

    async def flow(shell: Shell) -> int:
        view = open_audit(shell, source(data))
        await at.until(lambda: "VERIFIED" in at.text)
        await at.press("end", "home", "r")
        assert shell.view is not view
        await at.until(lambda: "reading" not in at.text.lower())
        await at.press("right", "right", "escape")
        assert shell.view is view
        return 0

    with live() as at:
        assert at.run(flow) == 0
        assert at.screen.fault is None
