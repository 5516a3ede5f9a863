"""Measures the relay: `python -m tests.relay.bench` prints the rows that `tests/bench.py` takes from `relay_rows`.

Throughput is taken against a plain stream proxy on this very machine, in turns, so that whatever slows one slows the
other; without such a proxy the row is told, not judged. All of it stays on the loopback address, and ends by itself.
"""

import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from net.relay.greeting import ANSWERS, CALLS, Answer, greeting
from tests.figures import Row
from tests.processes import within

HERE = "127.0.0.1"
TABLES, PAIRS_OF_FIVE = 500, 10
BULK = 512 << 20
PIECE = 256 << 10
ROUNDS = 5
ECHOES = 400


def relay_rows() -> Iterator[Row]:
    """Throughput against a proxy, delay, and memory of many idle tables."""
    with _relay("--rate", str(1 << 40)) as (_, port):
        yield from _speed(port)
    pairs = TABLES * PAIRS_OF_FIVE
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    many = str(pairs + 1)
    with _relay("--pairs-each", many, "--pairs", many, "--pending-each", many) as (process, port):
        yield from _crowd(process.pid, port, pairs)


def _speed(port: int) -> Iterator[Row]:
    ours, theirs = [], []
    with _proxy() as proxy:
        for _ in range(ROUNDS):
            ours.append(_bulk(*_met(port)))
            if proxy is not None:
                theirs.append(_bulk(*_proxied(*proxy[1:])))
    yield Row("relay: bulk through one pair, plain bytes", statistics.median(ours), "MB/s")
    if proxy is not None:
        ratio = statistics.median(one / other for one, other in zip(ours, theirs, strict=True))
        yield Row(f"relay: the same through {proxy[0]}", statistics.median(theirs), "MB/s")
        yield Row(f"relay: bulk against {proxy[0]}", ratio, "x", 0.5, at_least=True)
    else:
        yield Row("relay: no nginx stream or haproxy to compare with", 0, "x")
    one, other = _met(port)
    yield Row("relay: there and back through one pair", _echo(one, other) * 1_000, "ms")


def _crowd(pid: int, port: int, pairs: int) -> Iterator[Row]:
    before = _memory(pid)
    start = time.monotonic()
    open_pairs = [_met(port, n.to_bytes(32, "big")) for n in range(pairs)]
    yield Row("relay: pairs joined by one client in turn", pairs / (time.monotonic() - start), "pairs/s")
    yield Row(f"relay: memory with {pairs} idle pairs ({TABLES} tables)", _memory(pid), "MiB", 400)
    yield Row("relay: memory of one idle pair", (_memory(pid) - before) * 1024 / pairs, "KiB")
    used = _cpu(pid)
    for one, other in open_pairs:  # one heartbeat of every table
        one.sendall(b"ping")
        other.sendall(b"pong")
    for one, other in open_pairs:
        _take(one, 4)
        _take(other, 4)
    yield Row("relay: CPU of a heartbeat of all of them", _cpu(pid) - used, "s")
    for pair in open_pairs:
        for client in pair:
            client.close()


@contextmanager
def _relay(*flags: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "client", "relay", "--listen", f"{HERE}:0", *flags]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        with within(30, process):
            line = next((line for line in process.stderr if "--relay" in line), "")
        if not line:
            raise RuntimeError("the relay did not start")
        yield process, int(line.rsplit(":", 1)[1])
    finally:
        for _ in range(2):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        process.wait(20)
        process.stderr.close()


def _met(port: int, token: bytes = bytes(32)) -> tuple[socket.socket, socket.socket]:
    pair = []
    for side in (ANSWERS, CALLS):
        client = socket.create_connection((HERE, port), 20)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.sendall(greeting(token, side))
        pair.append(client)
    for client in pair:
        if client.recv(1) != bytes([Answer.PAIRED]):
            raise RuntimeError("the relay does not join")
    return pair[0], pair[1]


def _bulk(one: socket.socket, other: socket.socket) -> float:
    """MB/s from one end to the other."""

    def push() -> None:
        piece = bytes(PIECE)
        for _ in range(BULK // PIECE):
            one.sendall(piece)

    pushing = threading.Thread(target=push)
    start = time.perf_counter()
    pushing.start()
    _take(other, BULK)
    seconds = time.perf_counter() - start
    pushing.join()
    one.close()
    other.close()
    return BULK / seconds / 1e6


def _take(client: socket.socket, size: int) -> None:
    room = bytearray(PIECE)
    while size > 0:
        size -= (got := client.recv_into(room, min(size, PIECE)))
        if not got:
            raise RuntimeError("the connection ended too early")


def _echo(one: socket.socket, other: socket.socket) -> float:
    """Median seconds of a short message and its answer."""
    times = []
    for _ in range(ECHOES):
        start = time.perf_counter()
        one.sendall(bytes(100))
        _take(other, 100)
        other.sendall(bytes(100))
        _take(one, 100)
        times.append(time.perf_counter() - start)
    one.close()
    other.close()
    return statistics.median(times)


@contextmanager
def _proxy() -> Iterator[tuple[str, int, socket.socket] | None]:
    """A plain stream proxy: its name, its port, and the listener to which it leads; None if none is installed."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server((HERE, 0)) as target:
        target.settimeout(20)
        with socket.create_server((HERE, 0)) as free:
            port = free.getsockname()[1]
        found = _proxy_command(Path(folder), port, target.getsockname()[1])
        if found is None:
            yield None
            return
        name, command = found
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _await(port)
            target.accept()[0].close()  # that of the first try
            yield name, port, target
        finally:
            process.terminate()
            process.wait(20)


def _proxy_command(folder: Path, port: int, target: int) -> tuple[str, list[str]] | None:
    module = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
    if shutil.which("nginx") and module.exists():
        (folder / "conf").write_text(
            f"load_module {module}; worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/log;\n"
            f"events {{}}\nstream {{ server {{ listen {HERE}:{port}; proxy_pass {HERE}:{target}; }} }}\n"
        )
        return "nginx stream", ["nginx", "-c", str(folder / "conf")]
    if shutil.which("haproxy"):
        (folder / "conf").write_text(
            "global\n nbthread 1\ndefaults\n mode tcp\n timeout connect 5s\n timeout client 60s\n timeout server 60s\n"
            f"listen x\n bind {HERE}:{port}\n server s {HERE}:{target}\n"
        )
        return "haproxy", ["haproxy", "-f", str(folder / "conf")]
    return None


def _await(port: int) -> None:
    for _ in range(100):
        try:
            socket.create_connection((HERE, port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the proxy does not start")


def _proxied(port: int, target: socket.socket) -> tuple[socket.socket, socket.socket]:
    one = socket.create_connection((HERE, port), 20)
    other, _ = target.accept()
    return one, other


def _memory(pid: int) -> float:
    """MiB of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    for row in relay_rows():
        print(row.line(), flush=True)
