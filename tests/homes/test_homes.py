"""Real networks between namespaces: what the wire lets through, and a whole evening on it."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from net.address import Address
from net.sockets import connect_tcp, listen_tcp, port_of
from tests.homes.acceptance import play_evening
from tests.homes.network import Homes, address, homes, lacking
from tests.homes.switch import CLOSED, ISLAND, OPEN, Plan
from tests.processes import within

LACKING = lacking()
real = pytest.mark.skipif(bool(LACKING), reason=LACKING)
PORT = 7000
DELAY = 0.05

ECHO = f"""
import socket, threading
server = socket.create_server(("0.0.0.0", {PORT}))
print("ready", flush=True)
def echo(client):
    while data := client.recv(100):
        client.sendall(data)
while True:
    threading.Thread(target=echo, args=server.accept()[:1], daemon=True).start()
"""
CALL = f"""
import socket, sys, time
try:
    client = socket.create_connection((sys.argv[1], {PORT}), 1)
except OSError:
    sys.exit("silence")
start = time.monotonic()
client.sendall(b"x")
client.recv(1)
print(time.monotonic() - start)
"""


def call(net: Homes, caller: int, called: int) -> float | None:
    """Seconds that a byte takes there and back; None if the call is not answered."""
    process = net.start(caller, [sys.executable, "-c", CALL, address(called)], stdout=subprocess.PIPE, stderr=-3)
    said, _ = process.communicate(timeout=10)
    return float(said) if process.returncode == 0 else None


@real
@pytest.mark.slow
def test_the_wire_delays_and_doors_hold() -> None:
    with homes(Plan((OPEN, OPEN, CLOSED, ISLAND), delay=DELAY, relay=0)) as net:
        for home in range(4):
            listening = net.start(home, [sys.executable, "-c", ECHO], stdout=subprocess.PIPE)
            assert listening.stdout is not None
            with within(10, listening):
                assert listening.stdout.readline() == "ready\n"
        for caller, called in ((0, 1), (2, 1), (3, 0), (0, 3)):
            took = call(net, caller, called)
            assert took is not None, (caller, called)
            assert 2 * DELAY <= took < 4 * DELAY
        for caller, called in ((1, 2), (1, 3), (3, 1)):
            assert call(net, caller, called) is None, (caller, called)
        net.cut(1)
        assert call(net, 0, 1) is None
        net.mend(1)
        assert call(net, 0, 1) is not None
        net.unplug(1)
        assert call(net, 1, 0) is None
        net.plug(1)
        assert call(net, 1, 0) is not None


@real
@pytest.mark.slow
def test_an_evening_with_a_relay_a_death_and_a_cut(tmp_path: Path) -> None:
    timeline: list[str] = []
    play_evening(tmp_path, "random", 8, 150, timeline.append)
    assert "everything in it is right" in timeline[-2]


async def test_small_messages_are_not_held_back_at_either_end() -> None:
    """Nagle's algorithm would hold each second message back until the first one is acknowledged."""
    (listener,) = await listen_tcp(0, ("127.0.0.1",))
    async with listener:
        calling = await connect_tcp(Address("127.0.0.1", port_of(listener)))
        accepted = await listener.accept()
        async with calling, accepted:
            for stream in (calling, accepted):
                assert isinstance(stream, trio.SocketStream)
                assert stream.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
