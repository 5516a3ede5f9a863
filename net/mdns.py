"""Multicast DNS by the `zeroconf` package: the one place that knows it. It runs in threads of its own.

Every method blocks and is called from a worker thread; callbacks come in another thread.
"""

import logging
from collections.abc import Callable, Sequence

from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from net.interfaces import interfaces, multicast_interfaces
from net.services import NoMulticast, Service

log = logging.getLogger(__name__)

SERVICE = "_kingsmoot._tcp.local."
ASK_MS = 1500
"""Milliseconds for a service that was seen to say the rest of itself."""


class Zeroconfs:
    """Announces one service and finds others, on every interface where multicast works.

    Raises NoMulticast if there is none.
    """

    def __init__(self) -> None:
        working = multicast_interfaces(interfaces())
        if not working:
            raise NoMulticast("no network of this computer carries multicast")
        four: list[str | int] = [each.address for each in working if each.ip.version == 4]
        six: list[str | int] = [each.index for each in working if each.ip.version == 6]
        self._zeroconf = _open(four, six)
        self._mine: ServiceInfo | None = None

    def publish(self, service: Service) -> None:
        """Announce a service, or what has changed of it."""
        info = ServiceInfo(
            SERVICE,
            f"{service.name}.{SERVICE}",
            port=service.port,
            properties=dict(service.text),
            server=f"{service.name}.local.",
            parsed_addresses=list(service.addresses),
        )
        try:
            if self._mine is None:
                self._zeroconf.register_service(info, cooperating_responders=True)
            else:
                self._zeroconf.update_service(info)
        except (ZeroconfError, OSError) as error:
            log.warning("the table cannot be announced on the local network: %s", f"{type(error).__name__} {error}")
        else:
            self._mine = info

    def browse(self, found: Callable[[Service], None]) -> None:
        """Call `found` in a thread of its own for every service that is there or comes, and for its changes."""

        def look(zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
            if state_change is ServiceStateChange.Removed:
                return
            info = zeroconf.get_service_info(service_type, name, ASK_MS)
            if info is None or info.port is None:
                log.info("%s was seen and did not say where it is", name)
                return
            text = {
                key.decode("ascii", "replace"): value for key, value in info.properties.items() if value is not None
            }
            addresses = tuple(info.parsed_scoped_addresses(IPVersion.All))
            found(Service(name.removesuffix(f".{SERVICE}"), info.port, addresses, text))

        ServiceBrowser(self._zeroconf, SERVICE, handlers=[look])

    def close(self) -> None:
        """Say goodbye for the service, and end all threads."""
        self._zeroconf.close()


def _open(four: Sequence[str | int], six: Sequence[str | int]) -> Zeroconf:
    """Both kinds of address, or the one that works. Raises NoMulticast."""
    tries = [(list(four) + list(six), IPVersion.All)] if four and six else []
    tries += [(list(four), IPVersion.V4Only)] if four else []
    tries += [(list(six), IPVersion.V6Only)] if six else []
    for places, version in tries:
        try:
            return Zeroconf(interfaces=places, ip_version=version)
        except (OSError, ZeroconfError) as error:
            log.info("no multicast DNS on %s: %s", places, f"{type(error).__name__} {error}")
    raise NoMulticast("the port of multicast DNS cannot be used")
