"""What `host` and `join` tell before anybody is asked to come: a home, an address or a choice that cannot be used."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from client.cli import main
from client.codes import read_code
from client.errors import NETWORK, USAGE
from client.home import Home
from client.lobby.front import CODE
from client.store.database import Store
from net.address import Address
from net.invite import Invitation
from tests.processes import within

INVITATION = Invitation(bytes(range(32)), bytes(16), bytes(range(16)), (Address("127.0.0.1", 9),)).line


@pytest.mark.parametrize(
    "argv", [["host", "agot", "--plain", "--unlisted"], ["join", INVITATION, "--plain"], ["play", "agot"]]
)
def test_a_home_of_a_later_version_is_told_before_a_lobby_opens(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(Home.find(str(tmp_path), {})) as store, store.writing() as db:
        db.execute("INSERT INTO migrations VALUES (99, '2030-01-01')")
    assert main(["--home", str(tmp_path), *argv]) == USAGE
    said = capsys.readouterr()
    assert "later version" in said.err
    assert "km1:" not in said.out
    assert "Looking" not in said.out or argv[0] == "join"


@pytest.mark.parametrize(
    ("listen", "code", "said"),
    [
        ("0.0.0.0", USAGE, "HOST:PORT"),
        ("0.0.0.0:99999", USAGE, "a port is at most 65535"),
        ("192.0.2.1:4000", NETWORK, "this computer has no such address"),
        ("127.0.0.1:{taken}", NETWORK, "choose another port"),
    ],
)
def test_an_address_that_cannot_be_used_is_told_before_the_invitation(
    listen: str, code: int, said: str, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = listen.format(taken=server.getsockname()[1])
        options = ["--home", str(tmp_path), "host", "agot", "--plain", "--unlisted", "--listen", where]
        done = subprocess.run(
            [sys.executable, "-m", "client", *options],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == code
    assert said in done.stderr
    assert done.stdout == ""


def test_a_game_that_there_is_none_of_names_those_that_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(tmp_path), "host", "chess"]) == USAGE
    assert "there is no game `chess`; there is agot" in capsys.readouterr().err


@pytest.mark.parametrize("how", [["--code", "ab c-d"], ["--private"]])
def test_a_code_that_is_soon_guessed_is_refused(
    how: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given on the command line or by the environment."""
    monkeypatch.setenv(CODE, "abcde")
    assert main(["--home", str(tmp_path), "host", "agot", *how]) == USAGE
    assert "at least 6 letters" in " ".join(capsys.readouterr().err.split())
    assert read_code("龍 abcde") == "龍 abcde"


def test_bots_come_to_a_host_that_is_a_bot(tmp_path: Path) -> None:
    """With --as-bot all three play by themselves; enough is seen when the table is signed."""
    command = [
        sys.executable, "-m", "client", "--home", str(tmp_path), "host", "agot", "--seats", "3", "--bots", "2",
        "--bot-kind", "random", "--as-bot", "random", "--listen", "127.0.0.1:0", "--yes",
    ]  # fmt: skip
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    )
    assert process.stdout is not None
    try:
        with within(120, process):
            assert any("Table words" in line for line in process.stdout)
    finally:
        process.terminate()
        process.communicate(timeout=60)
