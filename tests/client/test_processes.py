"""Whole tables of processes: the demo, a game played by a script through a pipe, bots that are let go."""

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.client.piped import answer, client
from tests.processes import end

CLIENT = [sys.executable, "-m", "client"]
LIMIT = 120.0


def run(*argv: str, code: int) -> str:
    """Run a command to its end and give what it said."""
    done = subprocess.run([*CLIENT, *argv], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "steady"])
def test_five_processes_play_a_whole_game_and_their_records_agree(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "demo"
    said = run("--home", str(tmp_path), "demo", "agot", "--bots", kind, "--out", str(out), "--seed", "5", code=0)
    assert said.rstrip().splitlines()[-1] == "verified: 5 records agree, 0 faults"
    assert "round  1" in said
    assert "place" in said
    records = sorted(out.glob("*.moot"))
    assert len(records) == 5
    assert run("verify", str(records[0]), code=0).rstrip().endswith("everything in it is right")
    files = list(out.glob("homes/*/kingsmoot.db"))
    assert len(files) == 5
    for file in files:
        assert file.stat().st_mode & 0o777 == 0o600
        with sqlite3.connect(file) as db:
            ((content,),) = db.execute("SELECT entropy FROM secrets").fetchall()
        db.close()
        for log in [*out.glob("logs/*"), *out.glob("homes/*/state/*")]:
            text = log.read_text()
            assert not any(content[at : at + 32].hex() in text for at in (0, 32, 64, 96))


@pytest.mark.slow
def test_the_demo_never_hangs(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    said = run("--home", str(tmp_path), "demo", "agot", "--out", str(out), "--limit", "0.2", code=1)
    assert "stopped after" in said
    assert "logs" in said


@pytest.mark.slow
def test_a_whole_game_is_played_by_a_script(tmp_path: Path) -> None:
    """The script reads the screen and types what it is told may be typed; leaving the record and a good verdict."""
    out = tmp_path / "game.moot"
    with client(tmp_path, "play", "agot", "--bots", "random", "--out", str(out)) as process:
        said = answer(process)
        assert process.wait(LIMIT) == 0, said[-10:]
    assert "nobody cheated" in " ".join(said)
    assert run("verify", str(out), code=0)


def test_a_client_that_hangs_is_ended_in_time() -> None:
    """Or one such client would hold up all tests after it."""
    process = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert answer(process, "never said", limit=0.2) == []
        assert process.wait(LIMIT) == -signal.SIGKILL
    finally:
        end(process)


@pytest.mark.slow
def test_bots_end_with_their_host(tmp_path: Path) -> None:
    with client(tmp_path, "play", "agot", "--bots", "random") as process:
        assert process.stdout is not None
        assert any("Table words" in line for line in process.stdout)
    for log in tmp_path.glob("bots/*/output.log"):
        wait_for(log, "whoever started this bot has gone")


def wait_for(log: Path, text: str) -> None:
    """Until a log says something."""
    for _ in range(200):
        if text in log.read_text():
            return
        time.sleep(0.1)
    raise AssertionError(log.read_text())
