"""What the doctor says in plain words, and when it is content."""

import trio

from net.address import Address
from net.doctor import Finding, Ways, examine
from net.faults import Unreachable
from net.interfaces import Interface
from net.relay.figures import Figures
from net.relay.relay import open_relay
from net.sockets import connect_tcp, listen_tcp, port_of

LAN = Interface("wlan0", 3, "127.0.0.1")
HOME = Interface("wlan0", 3, "192.168.1.7")
VPN = Interface("tun0", 4, "10.8.0.2")


async def reaches(address: Address) -> trio.abc.Stream:
    return await connect_tcp(Address("127.0.0.1", address.port))


async def blocked(address: Address) -> trio.abc.Stream:
    raise Unreachable(None, f"cannot be reached at {address.text}: no answer")


def text(findings: list[Finding]) -> str:
    return "\n".join(f"{finding.text} {finding.hint}" for finding in findings)


async def test_all_is_well() -> None:
    ways = Ways(lambda: (HOME, VPN), lambda _: "", reaches, lambda: "Linux")
    findings = await examine(0, None, ways)
    assert all(finding.good for finding in findings)
    assert "192.168.1.7 (wlan0), 10.8.0.2 (tun0)" in text(findings), "C10: private addresses with their interfaces"
    assert "need a router or a relay" in text(findings)
    assert "Multicast works on wlan0 (192.168.1.7), tun0 (10.8.0.2)" in text(findings)


async def test_multicast_on_one_interface_is_enough_and_the_other_is_named() -> None:
    """C01."""
    ways = Ways(lambda: (HOME, VPN), lambda i: "dropped" if i is VPN else "", reaches, lambda: "Linux")
    findings = await examine(0, None, ways)
    assert all(finding.good for finding in findings)
    assert "Not on tun0 (10.8.0.2): dropped" in text(findings)


async def test_no_multicast_says_what_works_all_the_same() -> None:
    """C06, C09."""
    findings = await examine(0, None, Ways(lambda: (HOME,), lambda _: "dropped", reaches, lambda: "Linux"))
    assert [finding.good for finding in findings].count(False) == 1
    assert "A typed invitation works all the same" in text(findings)


async def test_a_firewall_that_blocks_even_ourselves_and_what_to_do_about_one() -> None:
    """C07: explained for each system, never touched."""
    for system, words in (("Windows", "private networks"), ("Darwin", "macOS"), ("Linux", "ufw allow"), ("BSD", "ufw")):
        findings = await examine(0, None, Ways(lambda: (HOME,), lambda _: "", blocked, lambda s=system: s))  # type: ignore[misc]  # bound now
        assert "does not reach itself at 192.168.1.7" in text(findings)
        assert words in text(findings)
        assert not all(finding.good for finding in findings)


async def test_a_port_that_is_taken_is_said() -> None:
    listeners = await listen_tcp(0)
    findings = await examine(port_of(listeners[0]), None, Ways(lambda: (HOME,), lambda _: "", reaches, lambda: "Linux"))
    for listener in listeners:
        await listener.aclose()
    assert "cannot be listened on" in text(findings)
    assert "takes the next free one" in text(findings)


async def test_no_network_at_all() -> None:
    findings = await examine(0, None, Ways(lambda: (LAN,), lambda _: "", reaches, lambda: "Linux"))
    assert "no address that others could reach" in text(findings)
    assert not findings[0].good


async def test_a_relay_is_tried_from_end_to_end() -> None:
    """C08."""
    listeners = await listen_tcp(0, ("127.0.0.1",))
    address = Address("127.0.0.1", port_of(listeners[0]))
    ways = Ways(lambda: (HOME,), lambda _: "", reaches, lambda: "Linux")
    async with open_relay(listeners, Figures()):
        assert "joins two ends" in text(await examine(0, address, ways))
    assert "does not serve" in text(await examine(0, Address("127.0.0.1", 1), ways))
