"""Each exit code by a real command."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.errors import FAILED, INTERRUPTED, NETWORK, OK, USAGE
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
