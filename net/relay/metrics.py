"""What a relay counts, as a text page for Prometheus. Nothing in it tells one player or table from another."""

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import trio

PREFIX = "kingsmoot_relay_"
REQUEST = 4096
"""Bytes of a request for the page: a browser's is below that."""
SECONDS = 5.0
READERS = 16
"""Requests at one time; more are closed unread."""


@dataclass
class Metrics:
    """Totals since the start. Words for `refused` and `ended` are listed in docs/relay.md."""

    connections: int = 0
    pairs: int = 0
    octets: int = 0
    throttled: float = 0.0
    refused: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)

    def page(self, now: dict[str, int]) -> str:
        """The page; `now` holds what is at this moment, by name."""
        lines: list[str] = []
        for name, value in now.items():
            lines += _family(name, "gauge", f"At this moment: {name.replace('_', ' ')}.", {"": value})
        lines += _family("connections_total", "counter", "Connections accepted.", {"": self.connections})
        lines += _family("pairs_total", "counter", "Pairs joined.", {"": self.pairs})
        lines += _family("bytes_total", "counter", "Bytes carried, both directions.", {"": self.octets})
        lines += _family("throttled_seconds_total", "counter", "Seconds senders were held back.", {"": self.throttled})
        lines += _family("refused_total", "counter", "Connections that were never joined.", _labels(self.refused))
        lines += _family("ended_total", "counter", "Pairs that ended.", _labels(self.ended))
        return "\n".join(lines) + "\n"


def _labels(counted: Counter[str]) -> dict[str, float]:
    return {f'{{reason="{reason}"}}': counted[reason] for reason in sorted(counted)}


def _family(name: str, kind: str, text: str, values: dict[str, float]) -> list[str]:
    name = PREFIX + name
    rows = [f"{name}{labels} {value:.15g}" for labels, value in values.items()]
    return [f"# HELP {name} {text}", f"# TYPE {name} {kind}", *rows]


class Pages:
    """Answers requests of HTTP: GET /metrics with what `page` gives."""

    def __init__(self, page: Callable[[], str]) -> None:
        self._page = page
        self._readers = 0

    async def show(self, stream: trio.abc.HalfCloseableStream) -> None:
        """Answer one request, then close."""
        if self._readers >= READERS:
            await trio.aclose_forcefully(stream)
            return
        self._readers += 1
        try:
            with trio.move_on_after(SECONDS), contextlib.suppress(trio.BrokenResourceError):
                async with stream:
                    await self._answer(stream)
        finally:
            self._readers -= 1

    async def _answer(self, stream: trio.abc.HalfCloseableStream) -> None:
        request = b""
        while b"\r\n\r\n" not in request and len(request) <= REQUEST:
            data = await stream.receive_some(REQUEST)
            if not data:
                return
            request += data
        await stream.send_all(_response(request, self._page()))
        await stream.send_eof()
        while await stream.receive_some(REQUEST):
            pass  # what is closed unread is reset, and may take the answer with it


def _response(request: bytes, page: str) -> bytes:
    method, _, rest = request.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    status, text = "200 OK", page
    if method != b"GET":
        status, text = "405 Method Not Allowed", "only GET\n"
    elif path != b"/metrics":
        status, text = "404 Not Found", "only /metrics\n"
    body = text.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
