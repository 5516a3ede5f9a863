"""The file: who may read it, how it grows from older versions, what happens when the disk is full."""

import sqlite3
from pathlib import Path
from subprocess import run
from sys import executable

import pytest

from client.errors import ClientError, UsageError
from client.home import Home
from client.past import how_far, past_tables
from client.store.database import Store
from client.store.journal import Standing, TableJournal, copy_record
from client.store.lock import TableLock, is_open
from client.store.schema import MIGRATIONS, version
from client.store.tables import (
    ENDED,
    GATHERING,
    PLAYING,
    STOPPED,
    Crew,
    Door,
    Result,
    all_tables,
    find_table,
    last_unfinished,
)
from protocol.record import assemble, choice_item, evidence_item
from protocol.secret import SeatKeys
from tests.protocol.table import make_agreement, make_form
from tests.store.rows import DOOR, day, home_of

FORM = make_form(3, 1)
AGREEMENT = make_agreement(FORM, 1)
RESULT = Result(((2,), (0, 1)), ("Ann", "Bob", "Cid"))
WAYS = (("127.0.0.1:1", "192.0.2.1:1"), (), ("[::1]:2",))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return home_of(tmp_path, 0)


def gathered(home: Home) -> TableJournal:
    return TableJournal.gather(home, FORM, 1, WAYS, DOOR, Crew("", 2, "steady"))


def fill(journal: TableJournal) -> None:
    for turn in range(1000):
        journal.write([choice_item(turn, bytes(4000))])
        journal.sync()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_only_the_owner_can_read_it(home: Home) -> None:
    journal = gathered(home)
    journal.draw_keys()
    files = list(home.data.glob("kingsmoot.db*"))
    assert len(files) == 3  # the file and its two companions
    assert {mode(file) for file in [*files, *home.locks.iterdir()]} == {0o600}
    assert {mode(folder) for folder in (home.data, home.locks)} == {0o700}
    journal.close()
    home.store_file.chmod(0o640)
    with pytest.raises(UsageError, match="chmod 600"):
        Store(home)


def test_every_commit_of_secrets_waits_for_the_disk(home: Home) -> None:
    with Store(home) as store:
        assert store.rows("PRAGMA journal_mode") == [("wal",)]
        with store.writing(durable=False):
            assert store.rows("PRAGMA synchronous") == [(1,)]
        with store.writing():
            assert store.rows("PRAGMA synchronous") == [(2,)]


def test_each_sync_writes_something_for_which_the_disk_is_waited(home: Home) -> None:
    """An update that changes nothing is none: SQLite would return without a word to the disk."""
    journal = gathered(home)
    wal = home.data / "kingsmoot.db-wal"
    for turn in range(3):
        journal.write([choice_item(turn, b"same place")])
        before = wal.stat().st_size
        journal.sync()
        assert wal.stat().st_size > before
        after = wal.stat().st_size
        journal.sync()
        assert wal.stat().st_size == after, "what is on the disk needs no second time"
    journal.close()


def test_keys_are_kept_and_given_back(home: Home) -> None:
    journal = gathered(home)
    keys, nonce = journal.draw_keys()
    assert len(nonce) == 32
    assert journal.keys().to_bytes() == SeatKeys.from_bytes(keys.to_bytes()).to_bytes()
    journal.close()


def test_a_table_is_given_back_as_it_was_left(home: Home) -> None:
    items = [choice_item(1, b"secret"), evidence_item(())]
    journal = gathered(home)
    assert journal.kept.state == GATHERING
    journal.begin(AGREEMENT)
    journal.follow(lambda: Standing(5, 1, 2, "Round 2, marches", (0, 2)))
    journal.write(items[:1])
    journal.write(items[1:])
    journal.sync()
    journal.close()
    again = TableJournal(home, journal.number)
    kept = again.kept
    assert (kept.state, kept.ways, kept.door, kept.crew) == (PLAYING, WAYS, DOOR, Crew("", 2, "steady"))
    assert (kept.slot, kept.phase, kept.round, kept.stage, kept.relayed) == (5, 1, 2, "Round 2, marches", (0, 2))
    assert kept.agreement == AGREEMENT
    assert again.items() == items
    again.write([choice_item(2, b"more")])
    assert again.items() == [*items, choice_item(2, b"more")]
    again.rest(ended=False, fault="", result=RESULT)
    assert again.kept.result is None, "a game that goes on has no result"
    again.rest(ended=True, fault="", result=RESULT)
    again.rest(ended=True, fault="")
    left = again.kept
    assert (left.state, left.result) == (ENDED, RESULT)
    again.close()


def test_the_record_holds_no_secret(home: Home, tmp_path: Path) -> None:
    items = [choice_item(1, b"secret"), evidence_item(())]
    journal = gathered(home)
    journal.begin(AGREEMENT)
    journal.write(items)
    out = tmp_path / "deep" / "game.moot"
    assert journal.finish(str(out)) == out
    assert journal.finish(None).read_bytes() == out.read_bytes() == assemble(AGREEMENT, items)
    assert b"secret" not in out.read_bytes()
    assert mode(journal.finish(None)) == 0o600
    journal.close()


def test_a_record_that_cannot_be_copied_is_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "record.moot"
    file.write_bytes(b"x")
    (tmp_path / "flat").write_bytes(b"")
    with pytest.raises(UsageError, match="the record is kept in"):
        copy_record(file, tmp_path / "flat" / "out.moot")


# ---------------------------------------------------------------- which table is meant
def test_a_table_is_found_by_the_beginning_of_its_id(home: Home) -> None:
    journal = gathered(home)
    journal.begin(AGREEMENT)
    journal.close()
    with Store(home) as store:
        game_id = AGREEMENT.game_id.hex()
        assert find_table(store, game_id[:4].upper()).id == find_table(store, game_id).id == game_id
        for text in ("", "abc", "nothex", "0000000000"):
            with pytest.raises(UsageError, match="kingsmoot games"):
                find_table(store, text)


def test_the_last_unfinished_table_is_taken_up_first(home: Home) -> None:
    with Store(home) as store:
        with pytest.raises(ClientError, match="no unfinished table"):
            last_unfinished(store)
        first, second, third = (gathered(home) for _ in range(3))
        third.rest(ended=False, fault="seat 2 has cheated")
        assert all_tables(store)[0].state == STOPPED
        first.close()
        assert last_unfinished(store).number == first.number  # the second is open, the third was stopped
        second.close()
        assert last_unfinished(store).number == second.number
    third.close()


def test_what_never_began_is_forgotten(home: Home) -> None:
    journal = gathered(home)
    journal.draw_keys()
    journal.abandon()
    journal.close()
    with Store(home) as store:
        assert all_tables(store) == []
        assert store.rows("SELECT * FROM secrets") == []


# ---------------------------------------------------------------- one process a table
def test_a_second_client_on_a_table_is_refused_in_words(home: Home) -> None:
    """B12, and CRYPTO 9.2: one process a table."""
    journal = gathered(home)
    assert is_open(home, journal.number)
    code = "import sys; from client.home import Home; from client.store.lock import TableLock; "
    code += "TableLock(Home.find(sys.argv[1]), int(sys.argv[2]))"
    arguments = [executable, "-c", code, str(home.data), str(journal.number)]
    other = run(arguments, capture_output=True, text=True, check=False, timeout=60)
    assert other.returncode
    assert "this table is open in another window (process" in other.stderr
    journal.close()
    assert not is_open(home, journal.number)
    TableLock(home, journal.number).release()


def test_several_tables_and_clients_share_the_file(home: Home) -> None:
    journals = [gathered(home) for _ in range(3)]
    for turn in range(5):
        for journal in journals:
            journal.write([choice_item(turn, bytes([journal.number]))])
            journal.sync()
    for journal in journals:
        assert journal.items() == [choice_item(turn, bytes([journal.number])) for turn in range(5)]
        journal.close()


# ---------------------------------------------------------------- other versions
def test_an_older_file_is_brought_up_to_date(home: Home) -> None:
    with sqlite3.connect(home.store_file) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, applied TEXT NOT NULL)")
        for statement in MIGRATIONS[0]:
            db.execute(statement)
        db.execute("INSERT INTO migrations VALUES (1, '2026-11-01T12:00:00Z')")
        db.execute(
            "INSERT INTO tables (form, state, seat, ways, port, relay, token, bot, bots, bot_kind, started)"
            " VALUES (?, 'playing', 2, '[[],[],[]]', 0, '', x'', '', 0, '', '2026-11-01T12:00:00Z')",
            (FORM.encoded,),
        )
    db.close()
    home.store_file.chmod(0o600)
    with Store(home, lambda: day(3)) as store:
        assert [table.seat for table in all_tables(store)] == [2]
        assert store.rows("SELECT * FROM people") == []
        (table,) = all_tables(store)
        assert (table.door, table.relayed) == (Door(None, 0), ())  # nobody knows any more who hosted it
        assert table.result is None
        applied = [applied for (applied,) in store.rows("SELECT applied FROM migrations ORDER BY number")]
        assert applied == ["2026-11-01T12:00:00Z", *["2026-11-03T12:00:00Z"] * (len(MIGRATIONS) - 1)]
    with Store(home) as store:
        assert len(store.rows("SELECT * FROM migrations")) == len(MIGRATIONS)


def test_a_game_that_ended_before_results_were_kept_is_listed_and_can_be_read(home: Home) -> None:
    with sqlite3.connect(home.store_file) as db:
        db.execute("CREATE TABLE migrations (number INTEGER PRIMARY KEY, applied TEXT NOT NULL)")
        for number, statements in enumerate(MIGRATIONS[:4], 1):
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO migrations VALUES (?, '2026-11-01T12:00:00Z')", (number,))
        db.execute(
            "INSERT INTO tables"
            " (form, state, seat, ways, port, relay, token, bot, bots, bot_kind, stage, started, ended) VALUES"
            " (?, 'ended', 2, '[[],[],[]]', 0, '', x'', '', 0, '', 'Round 8, marches', '2026-11-01', '2026-11-02')",
            (FORM.encoded,),
        )
    db.close()
    home.store_file.chmod(0o600)
    (before,) = past_tables(home)
    assert before.kept.result is None
    assert how_far(before.kept) == "round 8, marches"
    journal = TableJournal(home, before.kept.number)
    journal.rest(ended=True, fault="", result=RESULT)
    journal.close()
    assert past_tables(home)[0].kept.result == RESULT


BROKEN = ("{", "[]", "{}", '{"ranking": 3, "called": []}', '{"ranking": [["x"]], "called": []}', Result((), ()).encoded)


def test_a_result_that_cannot_be_read_is_told(home: Home) -> None:
    journal = gathered(home)
    for damaged in BROKEN:
        with Store(home) as store, store.writing() as db:
            db.execute("UPDATE tables SET result = ?", (damaged,))
        with pytest.raises(UsageError, match="table 1 cannot be read"):
            past_tables(home)
    journal.close()


@pytest.mark.parametrize(
    ("ranking", "said"),
    [
        (((0,), (2,), (1,)), "won by Stark (Ann), you 3rd of 3"),
        (((0,), (1, 2)), "won by Stark (Ann), you 2nd of 3"),
        (((1,), (0, 2)), "you won as Tully"),
        (((0, 2), (1,)), "won together by Stark (Ann) and Greyjoy (Bob), you 3rd of 3"),
        (((1, 2), (0,)), "won together by Tully and Greyjoy (Bob): you are one of them"),
    ],
)
def test_how_a_game_ended_in_words(home: Home, ranking: tuple[tuple[int, ...], ...], said: str) -> None:
    journal = gathered(home)
    journal.rest(ended=True, fault="", result=Result(ranking, ("Stark (Ann)", "Tully", "Greyjoy (Bob)")))
    assert how_far(journal.kept) == said
    journal.close()


def test_a_step_that_fails_leaves_the_file_as_it_was(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(home).close()
    monkeypatch.setattr("client.store.schema.MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE more (x)", "CREATE nonsense")))
    with pytest.raises(UsageError, match="syntax error"):
        Store(home)
    with sqlite3.connect(home.store_file) as db:
        assert version(db) == len(MIGRATIONS)
        assert db.execute("SELECT 1 FROM sqlite_master WHERE name = 'more'").fetchone() is None
    db.close()


def test_a_file_of_a_later_version_is_left_alone(home: Home) -> None:
    with Store(home) as store, store.writing() as db:
        db.execute("INSERT INTO migrations VALUES (99, '2030-01-01T00:00:00Z')")
    with pytest.raises(UsageError, match="later version of kingsmoot; update"):
        Store(home)


def test_a_file_that_is_none_is_told_so(home: Home) -> None:
    home.store_file.write_bytes(b"no database, but long enough to look at" * 100)
    home.store_file.chmod(0o600)
    with pytest.raises(UsageError, match="move it away"):
        Store(home)


# ---------------------------------------------------------------- the disk is full
def test_a_full_disk_stops_us_before_anything_is_sent(home: Home) -> None:
    journal = gathered(home)
    journal.begin(AGREEMENT)
    journal.write([choice_item(1, b"kept")])
    journal.sync()
    ((pages,),) = journal._store.rows("PRAGMA page_count")
    journal._store.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(ClientError, match=r"full; make room, nothing was sent"):
        fill(journal)
    kept = journal.items()
    journal._store.rows("PRAGMA max_page_count = 100000")
    journal.write([choice_item(7, b"again")])
    journal.sync()
    assert journal.items() == [*kept, choice_item(7, b"again")]
    assert kept[0] == choice_item(1, b"kept")
    journal.close()


def test_what_was_written_is_there_for_another_process_before_it_is_synced(home: Home) -> None:
    journal = gathered(home)
    journal.write([choice_item(1, b"typed")])
    with Store(home) as store:
        assert store.rows("SELECT count(*) FROM items") == [(1,)]
    journal.close()


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (sqlite3.SQLITE_READONLY, "choose another --home"),
        (sqlite3.SQLITE_CANTOPEN, "choose another --home"),
        (sqlite3.SQLITE_IOERR | 10 << 8, "choose another --home"),
        (sqlite3.SQLITE_FULL, "choose another --home"),
        (sqlite3.SQLITE_NOTADB, "put a copy back"),
        (sqlite3.SQLITE_CORRUPT, "put a copy back"),
    ],
)
def test_a_disk_that_fails_is_no_reason_to_move_a_whole_file_away(
    code: int, advice: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(db: sqlite3.Connection, now: str) -> None:
        error = sqlite3.OperationalError("it fails")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr("client.store.database.migrate", fails)
    with pytest.raises(UsageError) as caught:
        Store(Home.find(str(tmp_path / "home")))
    assert advice in str(caught.value)
    assert ("move it away" in str(caught.value)) == (advice == "put a copy back")
