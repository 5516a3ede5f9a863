"""`kingsmoot relay`: a meeting point for players who cannot reach each other. No screen, nothing on disk."""

import argparse
import errno
import importlib
import logging
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from typing import Any

import trio

from client.addresses import own_addresses
from client.errors import OK, NetworkError, UsageError
from client.home import Home
from client.settings import log_level
from net.address import Address, AddressError, parse_address
from net.relay.figures import OPTIONS, Figures
from net.relay.relay import open_relay

PORT = 7447
LISTEN = (f"0.0.0.0:{PORT}", f"[::]:{PORT}")
ANYWHERE = ("0.0.0.0", "::")
"""What no host can type; a relay there guesses its address."""
BACKLOG = 1024
NO_SUCH_FAMILY = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)

log = logging.getLogger(__name__)


def run(args: argparse.Namespace, home: Home) -> int:
    """Relay until SIGTERM or Ctrl-C, then let the pairs finish. Raises ClientError."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(log_level(args, home).upper())
    try:
        return trio.run(_relay, args)
    finally:
        root.removeHandler(handler)


async def _relay(args: argparse.Namespace) -> int:
    try:
        figures = Figures(**{name: getattr(args, name) for name, _, _ in OPTIONS})
    except ValueError as error:
        raise UsageError(str(error)) from error
    _make_room(figures)
    listeners = await _listen(args.listen or LISTEN, optional=not args.listen)
    pages = await _listen([args.metrics]) if args.metrics else []
    async with open_relay(listeners, figures, pages) as relay:
        with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
            log.info("%s", _describe(listeners, args.announce, figures))
            for page in pages:
                log.info("metrics: http://%s/metrics", _address(page).text)
            await anext(signals)
            log.info("stopping: nobody new is let in; %d pairs have %g s to finish", relay.now["pairs"], args.drain)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_hurry, signals, nursery.cancel_scope)
                rest = await relay.drain(args.drain)
                log.info("stopped; %d pairs had not finished", rest)
                nursery.cancel_scope.cancel()
    return OK


async def _hurry(signals: AsyncIterator[int], stopping: trio.CancelScope) -> None:
    """A second signal does not wait for anybody."""
    await anext(signals)
    log.warning("stopped at once, by a second signal")
    stopping.cancel()


async def _listen(places: Sequence[str], optional: bool = False) -> list[trio.SocketListener]:
    """Listeners on all places; of `optional` ones those that this computer has. Raises ClientError."""
    listeners: list[trio.SocketListener] = []
    for place in places:
        host, port = _parse(place)
        try:
            listeners += await trio.open_tcp_listeners(port, host=host, backlog=BACKLOG)
        except OSError as error:
            if not (optional and listeners and error.errno in NO_SUCH_FAMILY):
                reason = error.strerror or error.__cause__ or error
                raise NetworkError(f"cannot listen on {place}: {reason}; choose another --listen") from error
    return listeners


def _parse(place: str) -> tuple[str, int]:
    """A place to listen on; port 0 picks a free one. Raises UsageError."""
    host, colon, port = place.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 2**16):
        raise UsageError(f"HOST:PORT is wanted, as in 0.0.0.0:{PORT} or [::]:{PORT}, not `{place}`")
    return host.strip("[]"), int(port)


def _address(listener: trio.SocketListener) -> Address:
    host, port = listener.socket.getsockname()[:2]
    return Address(host, port)


def _describe(listeners: Sequence[trio.SocketListener], announce: str | None, figures: Figures) -> str:
    """One line: what this is, where it listens, how much it takes, what hosts have to type. Raises UsageError."""
    first = _address(listeners[0])
    if announce is not None:
        try:
            first = parse_address(announce)
        except AddressError as error:
            raise UsageError(f"--announce: {error}") from error
    elif first.host in ANYWHERE:
        first = own_addresses(first.port)[0]
    where = ", ".join(_address(listener).text for listener in listeners)
    return (
        f"kingsmoot relay on {where}: joins up to {figures.pairs} pairs, {figures.pairs_each} and "
        f"{figures.rate // 1024} KiB/s an address, reads nothing, keeps nothing; hosts add: --relay {first.text}"
    )


def _make_room(figures: Figures) -> None:
    """Ask the system for as many open files as the limits may need, and say so if it grants fewer."""
    try:
        resource: Any = importlib.import_module("resource")
    except ImportError:
        return  # a system without such a limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    granted = figures.files if hard == resource.RLIM_INFINITY else min(figures.files, hard)
    if soft != resource.RLIM_INFINITY and soft < granted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard))
    if granted < figures.files:
        log.warning(
            "the limits allow for %d open files, the system for %d: lower --pairs and --pending, or raise it",
            figures.files,
            granted,
        )
