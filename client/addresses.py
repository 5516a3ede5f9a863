"""Which addresses of this computer others may try."""

import contextlib
import ipaddress
import socket

from net.address import Address

PROBES = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))
"""Documentation addresses: a datagram socket aimed there sends nothing, but shows which address of ours would."""
MOST = 6
LOOPBACK = "127.0.0.1"


def own_addresses(port: int) -> tuple[Address, ...]:
    """Addresses of this computer for `port`, those of the local network first, itself last."""
    found: list[str] = []
    for target, family in PROBES:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)]
    usable = [ip for ip in map(ipaddress.ip_address, dict.fromkeys(found)) if not (ip.is_loopback or ip.is_link_local)]
    usable.sort(key=lambda ip: not ip.is_private)
    return (*(Address(str(ip), port) for ip in usable[:MOST]), Address(LOOPBACK, port))
