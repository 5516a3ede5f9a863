"""`kingsmoot watch`: processes before a table of bots, and the setting that lets them."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.errors import UsageError
from client.seating import complete_settings, match_of, parse_settings, settings_of
from client.words.library import settings_words
from engine.core.plain import frozen
from tests.client.piped import client
from tests.protocol.table import make_form

CLIENT = [sys.executable, "-m", "client"]
LIMIT = 120.0


def test_who_may_watch_is_a_setting_of_the_table_and_not_of_the_game() -> None:
    chosen = complete_settings("agot", 3, parse_settings(["spectators=yes"]))
    assert chosen["spectators"] is True
    assert complete_settings("agot", 3, {})["spectators"] is False
    form = make_form(3, 0, frozen(chosen), "agot")
    assert form.spectators
    assert "spectators" not in settings_of(form)
    assert match_of(form).digest == match_of(make_form(3, 0, frozen(complete_settings("agot", 3, {})), "agot")).digest
    assert "may watch" in settings_words("agot", 3)["spectators"]
    with pytest.raises(UsageError, match="yes or no"):
        complete_settings("agot", 3, {"spectators": "some"})


def invitation(process: "subprocess.Popen[str]") -> str:
    """What a host prints first."""
    assert process.stdout is not None
    return next(line for line in process.stdout if line.startswith("kingsmoot join")).split()[-1]


def watching(home: Path, line: str, *more: str) -> "subprocess.Popen[str]":
    """A spectator's process."""
    command = [*CLIENT, "--home", str(home), "watch", line, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


HOST = ("host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--unlisted", "--as-bot", "random", "--yes")


@pytest.mark.slow
def test_a_game_is_watched_by_two_processes_whose_records_are_those_of_the_players(tmp_path: Path) -> None:
    with client(tmp_path / "host", *HOST, "--setting", "spectators=yes", "--out", str(tmp_path / "seat.moot")) as host:
        line = invitation(host)
        seen = tmp_path / "seen.moot"
        early = watching(tmp_path / "early", line, "--out", str(seen))
        assert early.stdout is not None
        lines = [next(early.stdout) for _ in range(2)]
        assert lines[1] == "The host has not begun the game yet; still trying.\n"
        bots = [
            subprocess.Popen([*CLIENT, "--home", str(tmp_path / f"bot{n}"), "bot", line, "--bots", "random", "--yes"])
            for n in range(2)
        ]
        said = lines + list(early.stdout)
        assert early.wait(LIMIT) == 0, said
        assert host.stdout is not None
        host.stdout.read()
        assert host.wait(LIMIT) == 0
        assert [bot.wait(LIMIT) for bot in bots] == [0, 0]
    early.stdout.close()
    text = "".join(said)
    assert "You see what all players see" in text
    assert "-- Round 1" in text
    assert "nobody cheated" in " ".join(text.split())
    assert seen.read_bytes() == (tmp_path / "seat.moot").read_bytes()
    done = subprocess.run([*CLIENT, "verify", str(seen)], capture_output=True, text=True, timeout=LIMIT)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_a_table_that_is_not_to_be_watched_says_so_and_a_player_does_not_watch_his_own(tmp_path: Path) -> None:
    with client(tmp_path / "host", "host", "agot", "--seats", "3", "--listen", "127.0.0.1:0", "--bots", "2") as host:
        line = invitation(host)
        assert host.stdout is not None
        assert any("Table words" in told for told in host.stdout)
        outside = watching(tmp_path / "outside", line)
        said, _ = outside.communicate(timeout=LIMIT)
        assert outside.returncode == 3
        assert "lets nobody watch" in said
        for own in (tmp_path / "host", tmp_path / "host" / "bots" / "1"):
            mine = watching(own, line)
            said, _ = mine.communicate(timeout=LIMIT)
            assert mine.returncode == 2, said
            assert "you have a seat at this table" in said
