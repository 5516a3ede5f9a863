"""The talk of the lobby outlives the program with the table (docs/play.md, "the same log and talk")."""

from collections.abc import Sequence
from pathlib import Path

import pytest
import trio
from typing_extensions import override

from client.home import Home
from client.play.sitting import sit
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.returning import resume_table
from client.store.database import Store
from client.store.journal import TableJournal
from client.store.lobbies import talk_of
from client.store.tables import Crew, all_tables
from tests.client.test_standing import Leaving
from tests.protocol.table import make_form
from tests.store.rows import DOOR, free_ports, home_of, kept_journal, played

SAID = ["1: hello all", "2: Üdv, \x1b[31mhi"]


class Lobby(WaitingRoom):
    """One in which something was said."""

    @property
    @override
    def talk(self) -> Sequence[str]:
        return SAID


def evening(home: Home, kind: type[WaitingRoom]) -> list[str]:
    """What stands in the talk of somebody who comes to a kept table out of such a room, and leaves."""
    terminal = Leaving(lambda _: [])
    with Store(home) as store:
        (kept,) = all_tables(store)

    async def main() -> int:
        return await sit(kind(terminal), resume_table(home, load_player(home), kept, lambda _: None), None)

    assert trio.run(main) == 0
    assert terminal._mode is not None
    return [told.text for told in terminal._mode.story if told.kind == "chat"]


def test_it_stands_before_the_game_again_when_the_table_is_resumed(tmp_path: Path) -> None:
    home = home_of(tmp_path, 0)
    kept_journal(home, played(slots=40), 0, ports=free_ports(3)).close()
    assert evening(home, WaitingRoom) == []
    lines = [f"In the lobby {line}" for line in SAID]
    assert evening(home, Lobby) == lines
    assert evening(home, WaitingRoom) == lines


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "[1]", "[" * 100_000, b"\xff"])
def test_what_cannot_be_read_can_be_spared(tmp_path: Path, text: object) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    with Store(journal.home) as store:
        with store.writing() as db:
            db.execute("INSERT INTO lobbies VALUES (?, ?)", (journal.number, text))
        assert talk_of(store, journal.number) == []
    journal.close()


def test_a_full_disk_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    journal._store._db.execute("PRAGMA query_only = ON")
    journal.keep_lobby(SAID)
    assert "the talk of the lobby is not kept" in caplog.text
    journal.close()


def test_a_table_that_is_given_up_takes_it_along(tmp_path: Path) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    journal.keep_lobby(SAID)
    assert journal.lobby() == SAID
    journal.forget()
    with Store(journal.home) as store:
        assert store.rows("SELECT * FROM lobbies") == []
    journal.close()
