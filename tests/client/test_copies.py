"""A copy of the record that was wished at first is brought up to date after a resume, too."""

from dataclasses import dataclass
from pathlib import Path

import trio
from typing_extensions import override

from client.checking import check
from client.copies import copy_path, keep_copy_path, seated_with_copy
from client.flows import Sitter, resume
from client.home import Home
from client.play.sitting import sit
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.returning import resume_table
from client.store.database import Store
from client.store.tables import KeptTable, all_tables
from tests.client.scripted import ScriptedTerminal
from tests.store.rows import home_of, kept_journal, played

SLOTS = 10


class Leaver(ScriptedTerminal):
    """Somebody who leaves as soon as the table stands."""

    def __init__(self) -> None:
        super().__init__(lambda mode: [])
        self.scripted = True  # so that nothing is typed before there is a table

    @override
    async def line(self) -> str:
        return "quit"


@dataclass
class Left:
    """A table of a home that was left."""

    home: Home
    kept: KeptTable


def left_table(tmp_path: Path) -> Left:
    home = home_of(tmp_path, 0)
    kept_journal(home, played(slots=SLOTS), 0).close()
    with Store(home) as store:
        (kept,) = all_tables(store)
    return Left(home, kept)


async def test_resume_writes_the_copy_that_the_first_run_wished(tmp_path: Path) -> None:
    left, out = left_table(tmp_path), tmp_path / "eve.moot"
    player = load_player(left.home)
    with trio.fail_after(60):
        seating = resume_table(left.home, player, left.kept, lambda _: None)
        await sit(WaitingRoom(Leaver()), seated_with_copy(seating, str(out)), str(out))
        assert out.exists()
        out.unlink()
        terminal = Leaver()
        await resume(Sitter(left.home, player), left.kept)(terminal)
    assert check(out).code(partial=True) == 0
    assert f"The record is in {out}" in " ".join(" ".join(terminal.screen).split())


def test_a_copy_that_can_go_nowhere_is_told_and_is_no_reason_not_to_play(tmp_path: Path) -> None:
    home = Home.find(str(tmp_path / "home"), {})
    assert copy_path(home, "ab" * 32) == (None, "")
    keep_copy_path(home, "ab" * 32, str(tmp_path))
    out, told = copy_path(home, "ab" * 32)
    assert out is None
    assert "not brought up to date" in told
    assert "it is a folder" in told


def test_a_relative_path_is_kept_as_it_was_meant(tmp_path: Path) -> None:
    """The next start may be in another folder."""
    home = Home.find(str(tmp_path / "home"), {})
    keep_copy_path(home, "ab" * 32, "eve.moot")
    assert copy_path(home, "ab" * 32)[0] == str(Path("eve.moot").absolute())
