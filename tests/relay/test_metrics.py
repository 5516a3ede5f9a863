"""The page for Prometheus: its form, its figures, and that a request for it is no way in."""

import re

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from net.relay.greeting import ANSWERS
from net.relay.metrics import READERS, Pages
from tests.relay.hall import Hall, ended, hall

LINE = re.compile(r'kingsmoot_relay_[a-z_]+(\{reason="[a-z]+"\})? [0-9.e+]+\Z')


def pages(room: Hall) -> Pages:
    return Pages(lambda: room.relay.metrics.page(room.relay.now))


async def request(room: Hall, said: bytes) -> bytes:
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pages(room).show, theirs)
        await ours.send_all(said)
        got = bytearray()
        while data := await ours.receive_some():
            got += data
        await ours.aclose()
    return bytes(got)


async def test_the_page_counts_what_happened_and_names_nobody(autojump_clock: MockClock) -> None:
    async with hall() as room:
        one, other = await room.pair()
        await one.send_all(b"12345")
        await other.receive_some()
        await room.come(ANSWERS, bytes(32))
        await room.connect().send_all(b"junk")
        await trio.testing.wait_all_tasks_blocked()
        head, _, page = (
            (await request(room, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")).decode().partition("\r\n\r\n")
        )
        assert head.startswith("HTTP/1.1 200 OK\r\n")
        assert f"Content-Length: {len(page)}" in head
        assert "text/plain; version=0.0.4" in head
        rows = [line for line in page.splitlines() if not line.startswith("#")]
        assert all(LINE.match(row) for row in rows)
        told = dict(row.rsplit(" ", 1) for row in rows)
        assert told["kingsmoot_relay_pairs"] == "1"
        assert told["kingsmoot_relay_waiting"] == "1"
        assert told["kingsmoot_relay_connections_total"] == "4"
        assert told["kingsmoot_relay_bytes_total"] == "5"
        assert told['kingsmoot_relay_refused_total{reason="garbage"}'] == "1"
        families = [line.split()[2] for line in page.splitlines() if line.startswith("# TYPE")]
        assert {row.split("{")[0].split(" ")[0] for row in rows} <= set(families)
        assert len(families) == len(set(families))
        assert "192.0.2" not in page


@pytest.mark.parametrize(
    ("said", "status"),
    [(b"GET / HTTP/1.1\r\n\r\n", b"404"), (b"POST /metrics HTTP/1.1\r\n\r\n", b"405"), (b"\xff" * 9000, b"405")],
)
async def test_other_requests_are_refused(said: bytes, status: bytes, autojump_clock: MockClock) -> None:
    async with hall() as room:
        assert (await request(room, said)).startswith(b"HTTP/1.1 " + status)
        await room.works()


async def test_readers_who_ask_nothing_are_closed_and_cannot_pile_up(autojump_clock: MockClock) -> None:
    async with hall() as room, trio.open_nursery() as nursery:
        readers, shown = [], pages(room)
        for _ in range(READERS + 3):
            ours, theirs = memory_stream_pair()
            nursery.start_soon(shown.show, theirs)
            readers.append(ours)
            await trio.testing.wait_all_tasks_blocked()
        for reader in readers[READERS:]:
            assert await ended(reader)
        assert trio.current_time() < 1
        for reader in readers:
            assert await ended(reader)
        assert trio.current_time() == pytest.approx(5)
