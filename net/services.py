"""What is announced on a local network and found there, whatever does it."""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol


class NoMulticast(OSError):
    """Nothing can be announced or found on any network of this computer."""


@dataclass(frozen=True)
class Service:
    """A service of the local network: where it is, and its text record."""

    name: str
    port: int
    addresses: tuple[str, ...]
    text: Mapping[str, bytes]


class Responder(Protocol):
    """What announces and finds; every method blocks. `net.mdns.Zeroconfs` is the real one."""

    def publish(self, service: Service) -> None:
        """Announce a service, or what has changed of it."""

    def browse(self, found: Callable[[Service], None]) -> None:
        """Call `found`, in any thread, for what is there or comes."""

    def close(self) -> None:
        """End it."""


def usable(address: str) -> bool:
    """Whether `address` can stand in an announcement: a number, not a name."""
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return False
    return True
