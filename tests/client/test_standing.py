"""The line below the game: whom it waits for, and since when (product: the bottom line)."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import trio
from typing_extensions import override

from client.play.sitting import sit
from client.play.standing import Standing
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.returning import resume_table
from client.store.database import Store
from client.store.tables import all_tables
from net.telling import Away, Back
from tests.client.scripted import ScriptedTerminal
from tests.store.rows import free_ports, home_of, kept_journal, played


def standing(now: list[float]) -> Standing:
    """Seat 0 waits for seat 1."""
    table = SimpleNamespace(waiting_for=(1,), seat=0, mixed=None)
    words = SimpleNamespace(now=lambda match: "Round 1")
    past = SimpleNamespace(match=SimpleNamespace(outcome=None), away={1: "left"}, who=lambda seat: f"Seat {seat}")
    return Standing(cast("Any", table), cast("Any", words), cast("Any", past), lambda: now[0])


def test_who_left_before_his_turn_is_missed_since_he_left() -> None:
    now = [0.0]
    line = standing(now)
    line.link(Away(1, "closed the program"))
    now[0] = 130.0
    line.moved()
    assert line.status(None) == ["Round 1. Waiting for: Seat 1 (left) (since 2:10)"]
    line.link(Back(1))
    now[0] = 135.0
    assert line.status(None) == ["Round 1. Waiting for: Seat 1 (left) (since 0:05)"]


class Leaving(ScriptedTerminal):
    """Somebody who leaves as soon as the table is there."""

    @override
    async def line(self) -> str:
        if self._mode is None:
            await trio.sleep_forever()
        return "quit"


def test_a_screen_that_is_drawn_once_more_after_the_end_of_trio_tells_how_things_stand(tmp_path: Path) -> None:
    """The toolkit may draw when the loop of a table left has gone: no clock of that loop is asked then."""
    home = home_of(tmp_path, 0)
    kept_journal(home, played(slots=40), 0, ports=free_ports(3)).close()
    with Store(home) as store:
        (kept,) = all_tables(store)
    terminal = Leaving(lambda _: [])

    async def main() -> int:
        return await sit(
            WaitingRoom(terminal), resume_table(home, load_player(home), kept, lambda _: None), None
        )  # fmt: skip

    assert trio.run(main) == 0
    assert terminal._mode is not None
    assert terminal._mode.status()[0].startswith("Round ")
    assert terminal._mode.gone == []
