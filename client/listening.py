"""Where this client listens, and where it finds the others."""

import contextlib
import errno
import socket
from collections.abc import Sequence

import trio

from client.addresses import own_addresses
from client.errors import NetworkError, UsageError
from client.store.tables import Door
from net.address import Address, AddressError, parse_address
from net.invite import Invitation
from net.sockets import listen_tcp, port_of
from protocol.agreement import Form

NOWHERE = "none"
"""What --listen takes for a table whose players show each other no addresses: all meet at the relay."""
PORTS = range(7777, 7787)
"""Tried in this order where no port is named, so that a firewall or a router has to be told once; then any free one."""
Listeners = list[trio.SocketListener]


def where_to_listen(invitation: Invitation) -> str | None:
    """As the host does: nowhere at a table that shows no addresses, on this machine at one that is on it."""
    if not invitation.addresses:
        return NOWHERE
    if all(address.host in ("127.0.0.1", "::1") for address in invitation.addresses):
        return "127.0.0.1:0"
    return None


async def listen_at(listen: str | None) -> tuple[Listeners, tuple[Address, ...]]:
    """Listeners, and the addresses to tell others. Raises UsageError or NetworkError."""
    try:
        if listen is None:
            listeners = await _listen_anywhere()
            return listeners, own_addresses(port_of(listeners[0]))
        if listen == NOWHERE:
            return [], ()
        host, colon, port = listen.rpartition(":")
        if not colon or not port.isdecimal():
            raise UsageError(f"--listen takes HOST:PORT, as in 0.0.0.0:4000, not `{listen}`")
        if int(port) > 65535:
            raise UsageError(f"--listen: a port is at most 65535, not {port}; 0 takes any free one")
        listeners = await listen_tcp(int(port), (host.strip("[]"),))
    except OSError as error:
        raise NetworkError(f"cannot listen on {listen or 'any address'}: {_advice(error)}") from error
    found = port_of(listeners[0])
    anywhere = host.strip("[]") in ("0.0.0.0", "::")
    return listeners, own_addresses(found) if anywhere else (Address(host.strip("[]"), found),)


def _advice(error: OSError) -> str:
    """What is wrong with an address, and what to do."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(getattr(cause, "errno", None), int):
        cause = cause.__cause__
    number = getattr(cause, "errno", None)
    if isinstance(error, socket.gaierror):
        return "there is no such address; name one of this computer, as kingsmoot doctor lists them"
    if number == errno.EADDRNOTAVAIL:
        return "this computer has no such address; kingsmoot doctor lists those it has, and 0.0.0.0 means all"
    if number == errno.EACCES:
        return "that port needs more rights than you have; choose one from 1024 on"
    reason = error.strerror or error.__cause__ or error
    return f"{reason}; choose another port"


async def _listen_anywhere() -> Listeners:
    for port in PORTS:
        with contextlib.suppress(OSError):
            return await listen_tcp(port)
    return await listen_tcp(0)


async def listen_again(door: Door) -> Listeners:
    """Listen where the others know us to be; at another port if that one is taken. Raises NetworkError."""
    if door.listen == NOWHERE:
        return []
    host = door.listen.rpartition(":")[0].strip("[]") if door.listen is not None else None
    for port in (door.port, 0):
        with contextlib.suppress(OSError):
            return await (listen_tcp(port) if host is None else listen_tcp(port, (host,)))
    raise NetworkError(f"cannot listen on {door.listen or 'any address'}: this computer no longer has that address")


def port_heard(listeners: Sequence[trio.SocketListener]) -> int:
    """The port of the listeners, 0 if there are none."""
    return port_of(listeners[0]) if listeners else 0


def ways_of(form: Form, addresses: Sequence[Sequence[str]]) -> dict[bytes, tuple[Address, ...]]:
    """Where each seat says that it can be reached, by identity key."""
    return {seat.identity: _ways(texts) for seat, texts in zip(form.seats, addresses, strict=True)}


def _ways(texts: Sequence[str]) -> tuple[Address, ...]:
    found = []
    for text in texts:
        with contextlib.suppress(AddressError):  # what a seat says of itself; it may still call us
            found.append(parse_address(text))
    return tuple(found)
