"""TCP: the one place that knows sockets. The mesh takes its streams and listeners from outside."""

import contextlib
import errno
import socket
from collections.abc import Iterable

import trio

from net.address import Address
from net.faults import Unreachable

ANYWHERE = ("0.0.0.0", "::")
TRIES = 8
NO_SUCH_FAMILY = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


async def connect_tcp(address: Address) -> trio.abc.Stream:
    """A TCP connection to `address`. Raises Unreachable with words for a player."""
    try:
        return await trio.open_tcp_stream(address.host, address.port)
    except OSError as error:
        raise Unreachable(None, f"cannot be reached at {address.text}: {_why(error)}") from error


def _why(error: OSError) -> str:
    # A connection is tried to each address of a name; what went wrong stands in a group behind the error.
    group = error.__cause__
    errors = [x for x in group.exceptions if isinstance(x, OSError)] if isinstance(group, ExceptionGroup) else [error]
    words = []
    for each in errors:
        if isinstance(each, ConnectionRefusedError):
            words.append("nobody listens there (connection refused)")
        elif isinstance(each, socket.gaierror):
            words.append("there is no computer of that name")
        else:
            words.append(each.strerror or str(each))
    return "; ".join(dict.fromkeys(words))


async def listen_tcp(port: int, hosts: Iterable[str] = ANYWHERE) -> list[trio.SocketListener]:
    """Listeners on one port of each of `hosts`; by default of every IPv4 and IPv6 address of this computer.

    Args:
        port: 0 picks a free one, the same for all hosts. So several clients run on one computer.
        hosts: numeric addresses; those of a family that this computer lacks are left out.

    Raises:
        OSError: the port is taken, or none of the hosts can be listened on.
    """
    hosts = tuple(hosts)
    if port:
        return await _listen(port, hosts)
    for _ in range(TRIES):
        # The port that is free for the first host may be taken for the next one.
        with contextlib.suppress(OSError):
            return await _listen(0, hosts)
    return await _listen(0, hosts)


async def _listen(port: int, hosts: tuple[str, ...]) -> list[trio.SocketListener]:
    listeners: list[trio.SocketListener] = []
    lacking: OSError | None = None
    try:
        for host in hosts:
            try:
                opened = await trio.open_tcp_listeners(port, host=host)
            except OSError as error:
                if error.errno not in NO_SUCH_FAMILY:
                    raise
                lacking = error
            else:
                listeners += opened
                port = port_of(opened[0])
        if not listeners and lacking is not None:
            raise lacking
    except BaseException:
        for listener in listeners:
            listener.socket.close()
        raise
    return listeners


def port_of(listener: trio.SocketListener) -> int:
    """The port on which `listener` listens."""
    port: int = listener.socket.getsockname()[1]
    return port


def remote_name(stream: trio.abc.Stream) -> str:
    """Where the other end of `stream` sits, for people: `host:port`, or "" for a stream that is no socket."""
    if not isinstance(stream, trio.SocketStream):
        return ""
    try:
        host, port = stream.socket.getpeername()[:2]
    except OSError:
        return ""  # it has gone already
    return Address(host, port).text
