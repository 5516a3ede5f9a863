"""What this computer and its network let through, in sentences for people (`kingsmoot doctor`)."""

import platform
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

import trio

from net.address import Address
from net.faults import LinkFault
from net.interfaces import Interface, hears_itself, interfaces
from net.limits import Limits
from net.relay.greeting import ANSWERS, CALLS
from net.rendezvous import Rendezvous, meet
from net.sockets import connect_tcp, listen_tcp, port_of

DIAL = 3.0
"""Seconds for a connection to an address of our own."""
RELAY = Limits(connect=5.0, meet=8.0)

FIREWALLS = {
    "Windows": (
        "Windows asks once whether Python may be reached: allow private networks. If it was refused, open Windows "
        "Security, Firewall, Allow an app, and tick Python; the network must be set to private, not public."
    ),
    "Darwin": (
        "macOS asks whether Python may accept connections: allow it. Later: System Settings, Network, Firewall."
    ),
    "Linux": (
        "With ufw: sudo ufw allow {port}/tcp. With firewalld: sudo firewall-cmd --add-port={port}/tcp. To find tables "
        "also allow mdns (5353/udp)."
    ),
}


@dataclass(frozen=True)
class Finding:
    """One thing that was tried: whether it works, and a sentence; `hint` says what to do where it does not."""

    good: bool
    text: str
    hint: str = ""


@dataclass(frozen=True)
class Ways:
    """What the doctor touches, so that a test can stand in for it."""

    interfaces: Callable[[], Sequence[Interface]] = interfaces
    hears_itself: Callable[[Interface], str] = hears_itself
    connect: Callable[[Address], Awaitable[trio.abc.Stream]] = connect_tcp
    system: Callable[[], str] = platform.system


async def examine(port: int, relay: Address | None, ways: Ways | None = None) -> list[Finding]:
    """Try everything a host needs. `port` is the one to listen on; a relay is tried if one is named."""
    ways = ways or Ways()
    found = ways.interfaces()
    findings = [_addresses(found), *await _port(port, found, ways)]
    findings.append(await _multicast(found, ways))
    hint = FIREWALLS.get(ways.system(), FIREWALLS["Linux"]).format(port=port)
    findings.append(Finding(True, f"A firewall can only be seen from outside. {hint}"))
    if relay is not None:
        findings.append(await _relay(relay, ways))
    return findings


def _outside(found: Sequence[Interface]) -> list[Interface]:
    return [each for each in found if not each.ip.is_loopback and not each.ip.is_link_local]


def _addresses(found: Sequence[Interface]) -> Finding:
    outside = _outside(found)
    if not outside:
        hint = "Connect to a network; until then only tables on this computer work."
        return Finding(False, "This computer has no address that others could reach.", hint)
    told = ", ".join(f"{each.address} ({each.name})" for each in outside)
    if all(each.ip.is_private for each in outside):
        return Finding(
            True, f"Addresses of this computer: {told}. All are private: friends elsewhere need a router or a relay."
        )
    return Finding(True, f"Addresses of this computer: {told}.")


async def _port(port: int, found: Sequence[Interface], ways: Ways) -> list[Finding]:
    try:
        listeners = await listen_tcp(port)
    except OSError as error:
        reason = error.strerror or str(error)
        return [
            Finding(
                False,
                f"Port {port} cannot be listened on: {reason}.",
                "Another table may be open there; kingsmoot host takes the next free one, or name one with --listen.",
            )
        ]
    findings = [Finding(True, f"Port {port_of(listeners[0])} can be listened on.")]
    async with trio.open_nursery() as nursery:
        for listener in listeners:
            nursery.start_soon(trio.serve_listeners, _hang_up, [listener])
        heard = port_of(listeners[0])
        findings += [await _dial(Address(each.address, heard), each, ways) for each in _outside(found)]
        nursery.cancel_scope.cancel()
    return findings


async def _hang_up(stream: trio.SocketStream) -> None:
    await stream.aclose()


async def _dial(address: Address, interface: Interface, ways: Ways) -> Finding:
    try:
        with trio.fail_after(DIAL):
            stream = await ways.connect(address)
    except (LinkFault, trio.TooSlowError) as error:
        why = error.cause if isinstance(error, LinkFault) else "no answer"
        hint = "A firewall on this computer blocks even itself."
        return Finding(False, f"This computer does not reach itself at {address.text} ({interface.name}): {why}.", hint)
    await trio.aclose_forcefully(stream)
    return Finding(True, f"This computer reaches itself at {address.text} ({interface.name}).")


async def _multicast(found: Sequence[Interface], ways: Ways) -> Finding:
    good: list[str] = []
    bad: list[str] = []
    for interface in found:
        if interface.ip.is_loopback:
            continue
        trouble = await trio.to_thread.run_sync(ways.hears_itself, interface)
        if trouble:
            bad.append(f"{interface.name} ({interface.address}): {trouble}")
        else:
            good.append(f"{interface.name} ({interface.address})")
    if good:
        also = f" Not on {'; '.join(bad)}." if bad else ""
        return Finding(
            True,
            f"Multicast works on {', '.join(good)}: tables can be found here, unless the access point keeps its "
            f"guests apart.{also}",
        )
    return Finding(
        False,
        f"Multicast works nowhere{': ' + '; '.join(bad) if bad else ''}.",
        "kingsmoot find will see nothing. A typed invitation works all the same.",
    )


async def _relay(relay: Address, ways: Ways) -> Finding:
    """Meet ourselves there: both sides of one meeting point."""
    rendezvous = Rendezvous(relay, secrets.token_bytes(16))
    point, _ = rendezvous.door(bytes(32))
    troubles: list[str] = []

    async def side(number: int) -> None:
        try:
            stream = await meet(rendezvous, (point, number), ways.connect, RELAY)
        except LinkFault as fault:
            troubles.append(fault.cause)
        else:
            await trio.aclose_forcefully(stream)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(partial(side, ANSWERS))
        nursery.start_soon(partial(side, CALLS))
    if troubles:
        return Finding(False, f"The relay {relay.text} does not serve: {troubles[0]}.", "Ask whoever runs it.")
    return Finding(True, f"The relay {relay.text} joins two ends.")
