"""The relay as a program: its first line, real sockets, limits by flags, signals, and a game of bots through it."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from client.home import Home
from client.store.database import Store
from client.store.tables import all_tables
from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from tests.processes import PATIENCE, end, within

CLIENT = [sys.executable, "-m", "client"]
TOKEN = bytes(range(32))


class Running:
    """A relay in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stderr is not None
        self.first = process.stderr.readline()
        found = re.search(r"--relay 127\.0\.0\.1:(\d+)", self.first)
        assert found, self.first
        self.port = int(found[1])

    def line(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def come(self, side: int, token: bytes = TOKEN) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), 10)
        client.sendall(greeting(token, side))
        return client

    def shut(self) -> bool:
        """Whether nobody can come any more, a moment from now at the latest."""
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), 10).close()
            except OSError:
                return True
            time.sleep(0.02)
        return False

    def pair(self, token: bytes = TOKEN) -> tuple[socket.socket, socket.socket]:
        one, other = self.come(ANSWERS, token), self.come(CALLS, token)
        for client in (one, other):
            assert client.recv(1) == bytes([Answer.PAIRED])
        return one, other


@contextmanager
def relay(*flags: str, home: Path) -> Iterator[Running]:
    command = [*CLIENT, "relay", "--listen", "127.0.0.1:0", *flags]
    environment = {**os.environ, "KINGSMOOT_HOME": str(home / "none"), "HOME": str(home / "none")}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        with within(PATIENCE, process):
            yield Running(process)
    finally:
        end(process)


@pytest.mark.slow
def test_it_joins_drains_and_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    with relay("--drain", "30", "--metrics", "127.0.0.1:0", home=tmp_path) as running:
        assert "joins up to 5000 pairs" in running.first
        page = running.line().split()[-1]
        one, other = running.pair()
        waiting = running.come(ANSWERS, bytes(32))
        one.sendall(b"hello")
        assert other.recv(100) == b"hello"
        with urlopen(page) as answer:
            assert b"kingsmoot_relay_pairs 1\n" in answer.read()
        running.process.send_signal(signal.SIGTERM)
        assert "1 pairs have 30 s to finish" in running.line()
        assert waiting.recv(1) == bytes([Answer.CLOSING])
        assert running.shut()
        other.sendall(b"goodbye")
        assert one.recv(100) == b"goodbye"
        one.close()
        assert other.recv(100) == b""
        other.close()
        assert "0 pairs had not finished" in running.line()
        assert running.process.wait(10) == 0
        waiting.close()
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_second_signal_does_not_wait(tmp_path: Path) -> None:
    with relay("--drain", "600", home=tmp_path) as running:
        one, other = running.pair()
        for _ in range(2):
            running.process.send_signal(signal.SIGINT)
            assert "stop" in running.line()
        assert running.process.wait(10) == 0
        assert other.recv(1) == b""
        one.close()
        other.close()


@pytest.mark.slow
def test_a_slow_reader_fills_no_memory_and_a_reset_ends_the_pair(tmp_path: Path) -> None:
    with relay("--rate", "1000000000", home=tmp_path) as running:
        one, other = running.pair()
        before = memory(running.process.pid)
        one.settimeout(0.5)
        sent = push(one)
        assert sent < 32 << 20
        assert memory(running.process.pid) - before < 4 << 20
        # The other direction is open all the time, and so is the relay for others.
        other.sendall(b"still here")
        assert one.recv(100) == b"still here"
        third = running.pair(bytes(32))
        other.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        other.close()  # by a reset
        one.settimeout(10)
        with contextlib.suppress(ConnectionResetError):
            assert one.recv(100) == b""
        for client in (one, *third):
            client.close()


def push(client: socket.socket) -> int:
    """Send until nothing more is taken; gives how many bytes were."""
    sent = 0
    with contextlib.suppress(TimeoutError):
        while True:
            sent += client.send(bytes(1 << 20))
    return sent


def memory(pid: int) -> int:
    """Bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    ("flags", "code", "said"),
    [
        (["--pairs", "0"], 2, "--pairs takes a number above 0"),
        (["--idle", "soon"], 2, "--idle"),
        (["--listen", "nowhere"], 2, "HOST:PORT is wanted"),
        (["--listen", "192.0.2.1:7447"], 3, "cannot listen on 192.0.2.1:7447"),
        (["--listen", "127.0.0.1:0", "--announce", "here"], 2, "--announce"),
    ],
)
def test_what_cannot_be_is_said(flags: list[str], code: int, said: str) -> None:
    done = subprocess.run([*CLIENT, "relay", *flags], capture_output=True, text=True, timeout=20)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_it_needs_no_game_no_key_and_no_screen() -> None:
    code = (
        "import sys, client.cli, client.commands.relay\n"
        "heavy = {'nacl', 'cryptography', 'msgpack', 'prompt_toolkit', 'engine', 'protocol', 'mnemonic'}\n"
        "print(sorted(heavy & {name.split('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_bots_who_show_no_addresses_play_a_whole_game_through_it(tmp_path: Path) -> None:
    with relay(home=tmp_path) as running:
        host = [*CLIENT, "--home", str(tmp_path / "host"), "host", "agot", "--seats", "3", "--as-bot", "random"]
        host += ["--listen", "none", "--relay", f"127.0.0.1:{running.port}", "--out", str(tmp_path / "0.moot")]
        players = [subprocess.Popen(host, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)]
        said = players[0].stdout
        assert said is not None
        with within(60, players[0]):
            invitation = next(line.split()[-1] for line in said if "km1:" in line)
        for seat in ("1", "2"):
            bot = [*CLIENT, "--home", str(tmp_path / seat), "bot", invitation, "--bots", "random"]
            bot += ["--out", str(tmp_path / f"{seat}.moot")]
            players.append(subprocess.Popen(bot, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, text=True))
        deadline = time.monotonic() + 120
        with within(120, players[0]):
            told = said.read()
        codes = [player.wait(deadline - time.monotonic()) for player in players]
        said.close()
        assert codes == [0, 0, 0], told
        assert "nobody cheated" in told
        records = {(tmp_path / f"{seat}.moot").read_bytes() for seat in range(3)}
        assert len(records) == 1
        for place in ("host", "1", "2"):
            with Store(Home.find(str(tmp_path / place))) as store:
                (kept,) = all_tables(store)
            assert sorted((kept.seat, *kept.relayed)) == [0, 1, 2], "where to look for the others after a crash"
