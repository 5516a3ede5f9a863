"""Each exit code by a real command."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import main
from client.errors import FAILED, INTERRUPTED, NETWORK, OK, USAGE
from client.home import try_out
from tests.processes import within

CLIENT = [sys.executable, "-m", "client"]
HOST = ["host", "agot", "--seats", "3", "--unlisted", "--name", "Ann"]


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (["rules", "agot"], OK, "Contents"),
        (["rules", "agot", "W5.3"], OK, "neutral force"),
        (["rules", "agot", "W99.9"], FAILED, "near it"),
        (["settings", "theme", "pink"], USAGE, "kingsmoot: theme takes"),
        ([*HOST, "--listen", "192.0.2.1:4000"], NETWORK, "kingsmoot: cannot listen on 192.0.2.1:4000"),
    ],
)
def test_codes(argv: list[str], code: int, said: str, tmp_path: Path) -> None:
    command = [*CLIENT, "--home", str(tmp_path / "home"), *argv]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_is_130(tmp_path: Path) -> None:
    arguments = ["--home", str(tmp_path / "home"), *HOST, "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(
        [*CLIENT, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout is not None
    with within(60, process):
        assert any("kingsmoot join km1:" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert err == "kingsmoot: you left the table\n"


@pytest.mark.parametrize(
    "command", [["play", "agot"], ["host", "agot"], ["join", "km1:x"], ["resume"], ["bot", "km1:x"]]
)
@pytest.mark.parametrize("out", ["/proc/none/game.moot", ".", "f/game.moot"])
def test_a_record_that_could_not_be_left_is_told_before_the_game(
    command: list[str], out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f").touch()
    assert main(["--home", str(tmp_path / "home"), *command, "--out", out]) == USAGE
    assert ("it is a folder" if out == "." else "choose another file with --out") in capsys.readouterr().err


def test_trying_a_record_leaves_nothing_and_spoils_nothing(tmp_path: Path) -> None:
    old = tmp_path / "game.moot"
    old.write_bytes(b"an earlier game")
    try_out(old)
    try_out(tmp_path / "new.moot")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("game.moot", b"an earlier game")]
