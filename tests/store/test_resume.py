"""Taking a table up again: where it stopped, with the same keys; and all the reasons why it cannot be."""

import json
import os
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from random import Random

import pytest
import trio

from client.bots.kinds import make_bot
from client.bots.sitting import sit_bot
from client.cli import main
from client.home import Home
from client.play.sitting import sit
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.returning import resume_table
from client.seating import Seated
from client.store.database import Store
from client.store.lock import TableLock
from client.store.people import meet
from client.store.tables import all_tables
from protocol.audit import verify_record
from protocol.record import entry_item
from protocol.report import Judgement
from tests.client.scripted import ScriptedTerminal, drawn_person
from tests.store.rows import day, free_ports, home_of, kept_journal, new_match, played

STOP = 40
"""The slot in which the table of these tests was left."""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with one unfinished table."""
    place = home_of(tmp_path, 0)
    kept_journal(place, played(slots=STOP), 0).close()
    return place


@pytest.fixture
def kingsmoot(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def run(home: Home, *argv: str) -> tuple[int, str]:
        code = main(["--home", str(home.data), *argv])
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


Run = Callable[..., tuple[int, str]]


# ---------------------------------------------------------------- playing on
async def test_three_seats_take_up_a_table_and_play_it_to_the_end(tmp_path: Path) -> None:
    """Two bots and a person, over real links, from where their journals end; nothing is asked or rolled twice."""
    before, ports = played(slots=STOP), free_ports(3)
    said: list[str] = []
    records = [tmp_path / f"{seat}.moot" for seat in range(3)]
    terminal = ScriptedTerminal(drawn_person(Random(1)))
    terminal.scripted = True
    with trio.fail_after(100):
        async with trio.open_nursery() as nursery:
            for seat in range(3):
                place = home_of(tmp_path, seat)
                kept_journal(place, before, seat, ports=ports).close()
                with Store(place) as store:
                    (kept,) = all_tables(store)
                if seat == 0:
                    room = WaitingRoom(terminal)
                    seating = resume_table(place, load_player(place), kept, room.tell)
                    nursery.start_soon(sit, room, seating, str(records[0]))
                else:
                    seating = resume_table(place, load_player(place), kept, said.append)
                    nursery.start_soon(
                        sit_bot, seating, make_bot("random", "agot", seat), str(records[seat]), said.append, False
                    )
    contents = {record.read_bytes() for record in records}
    assert len(contents) == 1
    assert verify_record(new_match, min(contents)).judgement is Judgement.GOOD
    first = b"".join(entry_item(signed) for closed in before.session(0).log.closed for signed in closed.entries)
    assert first in min(contents)
    told = [line for line in terminal.screen if not line.startswith("Reading what was played")]  # where that takes long
    assert told[0].startswith(f"Back at table {before.agreement.game_id.hex()[:8]}")
    assert re.match(r"You are \w+ \(name 0\)\. Round \d", told[1])
    assert "nobody cheated" in " ".join(terminal.screen)
    with Store(home_of(tmp_path, 0)) as store:
        (kept,) = all_tables(store)
    assert (kept.state, kept.ended is not None) == ("ended", True)


async def test_a_bot_that_is_stopped_names_its_record_and_the_way_back(home: Home) -> None:
    """docs/play.md: a bot goes on in your place; close it and `kingsmoot resume` to be back."""
    said: list[str] = []
    with Store(home) as store:
        (kept,) = all_tables(store)
    with trio.CancelScope() as stopped:

        @asynccontextmanager
        async def seating() -> AsyncIterator[Seated]:
            async with resume_table(home, load_player(home), kept, lambda _: None) as seated:
                stopped.cancel()  # as by Ctrl-C
                yield seated

        await sit_bot(seating(), make_bot("random", "agot", 1), None, said.append, False)
    file = home.records / f"{kept.id[:8]}.moot"
    assert file.exists()
    assert said == [f"The record is in {file}", f"{home.command(f'resume {kept.id[:8]}')} takes the game up again."]


async def test_a_long_journal_says_how_far_it_is(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.returning.SOON", 0.0)
    said: list[str] = []
    with Store(home) as store:
        (kept,) = all_tables(store)
    async with resume_table(home, load_player(home), kept, said.append) as seated:
        assert seated.table.session.slot >= STOP - 1
        assert seated.table.fresh.digest == seated.table.match.digest
    assert re.fullmatch(r"Reading what was played: \d+ of \d+ entries \.\.\.", said[0])


async def test_the_screen_lives_while_a_journal_is_read(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read in a thread: the loop comes round between two lines that tell how far it is, and quitting ends it."""
    monkeypatch.setattr("client.returning.SOON", 0.0)
    rounds, seen = 0, list[int]()
    with Store(home) as store:
        (kept,) = all_tables(store)

    async def screen() -> None:
        nonlocal rounds
        while True:
            await trio.lowlevel.checkpoint()
            rounds += 1

    async with trio.open_nursery() as nursery:
        nursery.start_soon(screen)

        def tell(line: str) -> None:
            seen.append(rounds)
            if len(seen) == 5:
                nursery.cancel_scope.cancel()  # as by quit

        async with resume_table(home, load_player(home), kept, tell):
            pytest.fail("it was left before the journal was read")
    assert len(seen) == 5, "nothing more is read"
    assert sorted(set(seen)) == seen, "the loop went round between any two of them"
    TableLock(home, kept.number).release()


# ---------------------------------------------------------------- why not
def test_nothing_to_resume(tmp_path: Path, kingsmoot: Run) -> None:
    code, said = kingsmoot(home_of(tmp_path, 0), "resume")
    assert code == 1
    assert "there is no unfinished table" in said


def test_a_table_that_died_before_all_had_signed(home: Home, kingsmoot: Run) -> None:
    with Store(home) as store, store.writing() as db:
        db.execute("UPDATE tables SET state = 'gathering', head = NULL, game_id = NULL")
    code, said = kingsmoot(home, "resume")
    assert code == 1
    assert "died before all had signed it, so there is nothing to take up again" in said
    assert "there is no unfinished table" in kingsmoot(home, "resume")[1], "it is told once"


def test_a_table_that_is_open_elsewhere(home: Home, kingsmoot: Run) -> None:
    lock = TableLock(home, 1)
    code, said = kingsmoot(home, "resume")
    assert code == 1
    assert "open in another window" in said
    assert " open " in kingsmoot(home, "games")[1]
    lock.release()


def test_a_table_that_a_fault_has_stopped(home: Home, kingsmoot: Run) -> None:
    with Store(home) as store, store.writing() as db:
        db.execute("UPDATE tables SET state = 'stopped', reason = 'seat 2 signed twice'")
    code, said = kingsmoot(home, "resume", played(slots=STOP).agreement.game_id.hex()[:6])
    assert code == 1
    assert "stopped by a proven fault: seat 3 signed twice" in said


def test_rules_that_have_changed_since(home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """B22: a game ends under the rules that it began with, and is not broken by new ones."""
    monkeypatch.setattr("protocol.agreement.Form.judge", _older)
    code, said = kingsmoot(home, "resume")
    assert code == 1
    assert "a game ends under the rules that it began with" in said


def _older(form: object, version: int, digest: bytes) -> None:
    from protocol.agreement import VersionFault

    raise VersionFault(None, version, version + 1)


def test_another_key_than_the_one_that_signed(home: Home, kingsmoot: Run) -> None:
    home.key_file.write_bytes(bytes(range(32)))
    code, said = kingsmoot(home, "resume")
    assert code == 1
    assert "belongs to another key; put the file identity.key back" in said


def test_a_damaged_journal(home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(home) as store, store.writing() as db:
        db.execute("UPDATE items SET item = x'c1' WHERE position = 5")
    with open(os.devnull, encoding="utf-8") as nothing:  # the terminal is listened to while the journal is read
        monkeypatch.setattr("sys.stdin", nothing)
        code, said = kingsmoot(home, "resume")
    assert code == 1
    assert "the journal of this table is damaged" in said
    assert "Traceback" not in said


# ---------------------------------------------------------------- tables by their ids
def test_games_lists_every_table(home: Home, tmp_path: Path, kingsmoot: Run) -> None:
    code, said = kingsmoot(home, "games")
    assert code == 0
    game_id = played(slots=STOP).agreement.game_id.hex()
    assert said.startswith(game_id[:8])
    assert "unfinished" in said
    assert "name 0, name 1, name 2" in said
    assert all(len(line) <= 80 for line in said.splitlines())
    (row,) = json.loads(kingsmoot(home, "games", "--json")[1])
    assert (row["id"], row["state"], row["open"], row["seat"]) == (game_id, "playing", False, 0)
    assert "no table yet" in kingsmoot(home_of(tmp_path, 1), "games")[1]


def typing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(text))


def test_a_table_is_given_up_for_good_and_its_record_stays(
    home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = played(slots=STOP).agreement.game_id.hex()
    typing(monkeypatch, f"{game_id[:8].upper()}\n")
    code, said = kingsmoot(home, "games", "--forget", game_id[:5])
    assert code == 0
    assert "name 0, name 1, name 2" in said
    assert "the others will wait for it" in said
    file = home.records / f"{game_id[:8]}.moot"
    assert str(file) in said
    assert all(len(line) <= 80 for line in said.splitlines()[:-1])
    assert verify_record(new_match, file.read_bytes()).judgement is Judgement.INCOMPLETE
    with Store(home) as store:
        assert [store.rows(f"SELECT * FROM {name}") for name in ("tables", "secrets", "items")] == [[], [], []]
    assert "no table yet" in kingsmoot(home, "games")[1]
    assert kingsmoot(home, "resume")[0] == 1
    assert kingsmoot(home, "verify", str(file), "--partial")[0] == 0


@pytest.mark.parametrize("typed", ["", "\n", "yes\n", "00000000\n"])
def test_a_table_is_not_forgotten_unless_its_id_is_typed(
    typed: str, home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    typing(monkeypatch, typed)
    code, said = kingsmoot(home, "games", "--forget", played(slots=STOP).agreement.game_id.hex()[:8])
    assert code == 1
    assert "the table stays as it is" in said
    with Store(home) as store:
        assert len(all_tables(store)) == 1


def test_a_table_is_not_forgotten_while_somebody_plays_there(
    home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = played(slots=STOP).agreement.game_id.hex()
    typing(monkeypatch, f"{game_id[:8]}\n")
    lock = TableLock(home, 1)
    code, said = kingsmoot(home, "games", "--forget", game_id)
    lock.release()
    assert code == 1
    assert "open in another window" in said
    assert kingsmoot(home, "games", "--forget", "0000000")[0] == 2
    with Store(home) as store:
        assert len(all_tables(store)) == 1


def test_an_ended_table_is_forgotten_without_a_word_of_others(
    home: Home, kingsmoot: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(home) as store, store.writing() as db:
        db.execute("UPDATE tables SET state = 'ended'")
    game_id = played(slots=STOP).agreement.game_id.hex()
    typing(monkeypatch, f"{game_id[:8]}\n")
    code, said = kingsmoot(home, "games", "--forget", game_id)
    assert code == 0
    assert "wait" not in said


def test_verify_and_replay_take_an_id(home: Home, kingsmoot: Run) -> None:
    with Store(home, lambda: day(2)) as store:
        meet(store, [played(slots=STOP).form.seats[1]])
    game_id = played(slots=STOP).agreement.game_id.hex()
    code, said = kingsmoot(home, "verify", game_id[:6], "--partial")
    assert code == 0
    assert re.search(r"name 0 +yourself", said)
    assert re.search(r"name 1 +known to you since 2026-11-02", said)
    assert re.search(r"name 2 +unknown key", said)
    assert all(len(line) <= 80 for line in said.splitlines()[:-1])
    known = json.loads(kingsmoot(home, "verify", game_id, "--json")[1])["seats"]
    assert [seat["known"] for seat in known] == ["yourself", "known to you since 2026-11-02", "unknown key"]
    assert kingsmoot(home, "replay", game_id[:8])[0] == 0
    code, said = kingsmoot(home, "verify", "0000000")
    assert code == 2
    assert "there is no table 0000000" in said
