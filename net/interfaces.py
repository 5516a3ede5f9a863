"""The interfaces of this computer, and on which of them multicast works."""

import ipaddress
import logging
import socket
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import ifaddr

log = logging.getLogger(__name__)

GROUP_4, GROUP_6 = "224.0.0.251", "ff02::fb"
"""The groups of multicast DNS."""
PATIENCE = 0.5
"""Seconds for a datagram of our own to come back."""


@dataclass(frozen=True)
class Interface:
    """One address of one interface. `index` is the system's number for the interface."""

    name: str
    index: int
    address: str

    @property
    def ip(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
        """The address as such."""
        return ipaddress.ip_address(self.address)


def interfaces() -> tuple[Interface, ...]:
    """All addresses of this computer: private ones first, then public ones, link-local ones, and itself last."""
    found = [
        Interface(adapter.nice_name, adapter.index or 0, ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]
    return tuple(sorted(found, key=_rank))


def _rank(interface: Interface) -> tuple[int, int]:
    ip = interface.ip
    kind = 3 if ip.is_loopback else 2 if ip.is_link_local else 0 if ip.is_private else 1
    return kind, ip.version


def hears_itself(interface: Interface) -> str:
    """Send a datagram to the group on this interface and wait for it; "" if it comes, else why not, for people.

    Blocks for up to half a second.
    """
    four = interface.ip.version == 4
    try:
        with socket.socket(socket.AF_INET if four else socket.AF_INET6, socket.SOCK_DGRAM) as ears:
            ears.settimeout(PATIENCE)
            ears.bind(("", 0))
            port = ears.getsockname()[1]
            if four:
                mine = socket.inet_aton(interface.address)
                ears.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP_4) + mine)
                ears.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, mine)
                ears.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
                ears.sendto(b"kingsmoot", (GROUP_4, port))
            else:
                number = struct.pack("@I", interface.index)
                group = socket.inet_pton(socket.AF_INET6, GROUP_6)
                ears.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + number)
                ears.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, number)
                ears.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_LOOP, 1)
                ears.sendto(b"kingsmoot", (GROUP_6, port, 0, interface.index))
            ears.recv(64)
    except TimeoutError:
        return "what is sent to the group does not come back"
    except OSError as error:
        return error.strerror or str(error)
    return ""


def multicast_interfaces(found: Sequence[Interface]) -> tuple[Interface, ...]:
    """Those on which multicast works; the others are logged. Blocks for up to half a second each."""
    working: list[Interface] = []
    joined: set[int] = set()
    for interface in found:
        six = interface.ip.version == 6
        if six and interface.index in joined:
            continue  # IPv6 groups are joined by interface, not by address
        trouble = hears_itself(interface)
        if trouble:
            log.info("no multicast on %s (%s): %s", interface.name, interface.address, trouble)
            continue
        working.append(interface)
        if six:
            joined.add(interface.index)
    return tuple(working)
