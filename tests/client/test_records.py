"""`verify` and `replay` on good, bad and incomplete records."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from client.cli import main
from client.home import Home
from client.replaying import Place
from client.store.database import Store
from client.timeline import Timeline
from engine.core.match import Match
from engine.registry import game
from protocol.agreement import Form, Seat
from protocol.record import MAGIC, Item, read
from tests.protocol.table import Table, Wire, identity_of

SEATS = 5
SEED = 11


@pytest.fixture(scope="module")
def record() -> bytes:
    """A whole game of five, played by the protocol on a fake wire."""
    agot = game("agot")
    settings = tuple(sorted(agot.settings(SEATS, {}).items()))
    rows = tuple(Seat(seat, f"name {seat}", identity_of(seat, SEED).public) for seat in range(SEATS))
    form = Form("agot", settings, agot.version, agot.data_digest(), 0, 0, rows)
    table = Table(SEATS, SEED, form=form, match=lambda form: Match.start(agot, SEATS, dict(settings)), wire=Wire(1, 1))
    table.run(limit_ms=100_000_000)
    assert table.ended()
    return table.record(0)


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[bytes], str]:
    """Put bytes into a file."""

    def save(data: bytes) -> str:
        file = tmp_path / "game.moot"
        file.write_bytes(data)
        return str(file)

    return save


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    """The exit code and all that was printed."""
    code = main(argv)
    said = capsys.readouterr()
    return code, said.out + said.err


def test_good(record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "verify", saved(record))
    assert code == 0
    assert said.splitlines()[-1] == "verified: the record is complete and everything in it is right"
    for word in ("entries", "signatures", "commitments", "dice", "moves replayed", "secrets", "castles"):
        assert word in said
    assert "These keys played this game." in said
    assert "one person may" in said
    assert "name 4" in said
    assert all(len(line) <= 80 for line in said.splitlines())


def test_json(record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "verify", "--json", saved(record))
    found = json.loads(said)
    assert code == 0
    assert found["verdict"] == "good"
    assert len(found["seats"]) == SEATS
    assert found["counts"]["secrets"] == SEATS
    assert found["findings"] == []


def test_a_changed_byte_names_slot_seat_and_reason(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in read(record) if row.kind is Item.ENTRY]
    middle = rows[len(rows) // 2]
    at = middle.offset + 30 + Random(3).randrange(40)
    bad = record[:at] + bytes([record[at] ^ 1]) + record[at + 1 :]
    code, said = run(capsys, "verify", saved(bad))
    assert code == 1
    last = " ".join(said.split("bad: ")[-1].split())
    assert last.startswith("slot ")
    assert last.count("byte") == 1
    assert said.count(last[: last.index("(")].strip()) <= 1
    assert "fault: " not in said, "the only one is the verdict"
    assert all(len(line) <= 80 for line in said.splitlines())


def test_what_is_wrong_and_its_place_are_said_once(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The fault is named once, and so is its place."""
    code, said = run(capsys, "verify", saved(record[: len(record) // 2]))
    assert code == 1
    assert said.count("the file is damaged") == 1
    assert " ".join(said.split()).count("; byte ") == 1
    assert ": byte " not in said


def test_incomplete(record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(read(record))
    cut = record[: rows[len(rows) // 2].offset]
    code, said = run(capsys, "verify", saved(cut))
    assert "waits: that keys, nonces, dice shares and orders of decks come from the secrets" in " ".join(said.split())
    assert code == 1
    assert "incomplete: all is right up to slot" in said
    assert run(capsys, "verify", "--partial", saved(cut))[0] == 0


@pytest.mark.parametrize("data", [b"", b"not a record", MAGIC[:-1]])
def test_a_file_that_is_no_record_is_told_so(
    data: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("verify", "replay"):
        code, said = run(capsys, command, saved(data))
        assert code == 2
        assert "is no record of a game" in said


@pytest.mark.parametrize("data", [MAGIC, MAGIC + b"\x93\x00\xc0\xc0"])
def test_what_is_no_record_behind_its_first_bytes_is_bad(
    data: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "verify", saved(data))
    assert code == 1
    assert "FILE" in said or "TABLE" in said
    assert run(capsys, "replay", saved(data))[0] == 1


def test_an_unreadable_file_is_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "verify", str(tmp_path / "none.moot"))
    assert code == 2
    assert "cannot read" in said


def test_replay_tells_the_game(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "replay", saved(record))
    assert code == 0
    assert "The houses: " in said
    assert "Round 1 is over." in said
    assert said.rstrip().splitlines()[-6].startswith("place")
    assert all(len(line) <= 80 for line in said.splitlines())


@pytest.mark.parametrize("how", [[], ["--at", "1.planning"], ["--export"]])
def test_replay_of_a_bad_record_tells_the_verdict_first_and_fails(
    how: list[str], record: bytes, saved: Callable[[bytes], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody takes a false game for a true one, though its moves can be read to the end (commands.md, exit codes)."""
    rows = [row for row in read(record) if row.kind is Item.ENTRY]
    at = rows[len(rows) // 2 + 1].offset - 5  # within a signature, which a replay does not need
    words = [*how, str(tmp_path / "game.txt")] if how == ["--export"] else how
    file = saved(record[:at] + bytes([record[at] ^ 1]) + record[at + 1 :])
    assert main(["replay", file, *words]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"{file}: bad: slot ")
    assert ("Round 1 is over." in said.out) == (not how), "the game is told all the same"
    assert (tmp_path / "game.txt").exists() == (how == ["--export"])


@pytest.mark.parametrize("how", [[], ["--at", "1.planning"]])
def test_replay_of_an_incomplete_record_tells_so_first_and_is_no_failure(
    how: list[str], record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(read(record))
    file = saved(record[: rows[len(rows) // 3].offset])
    assert main(["replay", file, *how]) == 0
    assert capsys.readouterr().err.startswith(f"{file}: incomplete: all is right up to slot ")


def test_replay_of_a_good_record_says_no_word_about_it(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", saved(record)]) == 0
    assert capsys.readouterr().err == ""


def test_replay_stops_where_it_is_told(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "replay", saved(record), "--at", "2.planning")
    assert code == 0
    assert said.startswith("Round 2, planning")
    assert "The North" in said
    lines = said.splitlines()
    assert sum(line.startswith("house ") for line in lines) == 1, "each table once"
    assert any(line.startswith("Iron Throne: ") for line in lines)


@pytest.mark.parametrize(
    ("at", "code", "words"),
    [
        ("2.marches.2", 0, "Round 2, marches"),
        ("2.MARCHES", 0, "Round 2, marches"),
        ("2", 0, "Round 2, westeros"),
        ("99.marches", 1, "The game does not come to 99.marches"),
        ("soon", 2, "ROUND.PHASE.STEP"),
        ("2.marches.x", 2, "ROUND.PHASE.STEP"),
        ("2..1", 2, "ROUND.PHASE.STEP"),
        ("2.foo", 2, "round 2 has no phase `foo`; it has westeros, "),
        ("2.marches.0", 2, "2.marches has the steps 1 to "),
        ("2.marches.999", 2, ", no 999"),
        ("0", 2, "there is no round 0"),
    ],
)
def test_a_place_is_found_or_told_as_none(
    at: str, code: int, words: str, record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    """E04: replay FILE --at round.phase.step; a slip of the finger is not answered by another position."""
    got, said = run(capsys, "replay", saved(record), "--at", at)
    assert got == code
    assert words in said


def test_a_place_after_the_end_of_an_incomplete_record_is_not_reached(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = list(read(record))
    code, said = run(capsys, "replay", saved(record[: rows[len(rows) // 3].offset]), "--at", "90")
    assert code == 1
    assert "The game does not come to 90" in said


def test_the_steps_of_a_phase_are_all_its_positions(record: bytes) -> None:
    timeline = Timeline(record)
    stages = [moment.stage for moment in timeline.moments]
    for number, phase in set(stages):
        steps = [n for n, stage in enumerate(stages) if stage == (number, phase)]
        assert [timeline.find(Place(number, phase, step)) for step in range(1, len(steps) + 1)] == steps


# ------------------------------------------------------------ a home that cannot be used
def later(folder: Path) -> None:
    """A data base of a version that is not written yet."""
    with Store(Home.find(str(folder))) as store, store.writing() as db:
        db.execute("INSERT INTO migrations VALUES (999, 'some day')")


def damaged(folder: Path) -> None:
    """A data base that is none."""
    folder.mkdir(mode=0o700)
    (folder / "kingsmoot.db").write_bytes(b"no data base" * 100)
    (folder / "kingsmoot.db").chmod(0o600)


@pytest.mark.parametrize("spoil", [later, damaged])
def test_a_file_needs_no_home_of_ones_own(
    spoil: Callable[[Path], None], record: bytes, saved: Callable[[bytes], str], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """Issue 12: a stranger checks a file; only an id is looked up at home."""
    home, file = tmp_path / "home", saved(record)
    spoil(home)
    there = sorted(home.iterdir())
    assert main(["--home", str(home), "verify", file]) == 0
    said = capsys.readouterr()
    assert " ".join(said.err.split()).startswith("No key is marked as known to you, as your own tables cannot be read:")
    assert said.out.count("unknown key") == SEATS
    assert main(["--home", str(home), "verify", "--json", file]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "good"
    assert run(capsys, "--home", str(home), "replay", file)[0] == 0
    assert run(capsys, "--home", str(home), "verify", "2d21e049")[0] == 2
    assert sorted(home.iterdir()) == there


def test_a_home_that_is_no_folder_is_not_asked(
    record: bytes, saved: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    file = saved(record)
    assert run(capsys, "--home", file, "verify", file)[0] == 0
    assert run(capsys, "--home", file, "replay", file)[0] == 0


def test_a_check_makes_no_key(record: bytes, saved: Callable[[bytes], str], tmp_path: Path) -> None:
    home = Home.find(str(tmp_path / "home"))
    Store(home).close()
    assert main(["--home", str(home.data), "verify", saved(record)]) == 0
    assert not home.key_file.exists()
