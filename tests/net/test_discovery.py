"""Tables of the local network: what is announced, what is believed, each table once; once with real multicast."""

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
import trio

from net.address import Address
from net.discovery import NO_TOKEN, Advert, advert_of, announced, find, service_of
from net.interfaces import Interface, hears_itself, interfaces, multicast_interfaces
from net.invite import Invitation
from net.services import NoMulticast, Service
from protocol.identity import SigningKey

HOST = SigningKey(bytes([7]) * 32).public
INVITATION = Invitation(
    HOST,
    bytes(range(16)),
    b"t" * 16,
    (Address("192.168.1.7", 7777), Address("fd00::7", 7777), Address("127.0.0.1", 7777)),
)
ADVERT = Advert(INVITATION, "agot", "Settings: houses=drawn.", 3, 5, "Łucja 龍", private=False)
PRIVATE = replace(ADVERT, invitation=replace(INVITATION, token=NO_TOKEN), private=True)


class Network:
    """A network in memory. Responders on it hear each other, each from a thread of its own, as zeroconf does it."""

    def __init__(self) -> None:
        self.services: dict[str, Service] = {}
        self.ears: list[Callable[[Service], None]] = []
        self.log: list[str] = []
        self.threads: list[threading.Thread] = []

    def responder(self) -> "FakeResponder":
        return FakeResponder(self)


class FakeResponder:
    def __init__(self, network: Network) -> None:
        self.network = network
        self.mine: str | None = None

    def publish(self, service: Service) -> None:
        self.network.log.append(f"{service.text['free'].decode()} free")
        self.mine = service.name
        self.network.services[service.name] = service
        for ear in self.network.ears:
            ear(service)

    def browse(self, found: Callable[[Service], None]) -> None:
        self.network.ears.append(found)
        for service in list(self.network.services.values()):
            thread = threading.Thread(target=found, args=(service,))
            thread.start()
            thread.join()

    def close(self) -> None:
        self.network.log.append("closed")
        if self.mine is not None:
            self.network.services.pop(self.mine, None)


def test_an_open_table_is_announced_with_all_that_a_player_wants_to_know_and_the_way_in() -> None:
    service = service_of(ADVERT)
    assert service.port == 7777
    assert service.addresses == ("192.168.1.7", "fd00::7"), "nobody else can use the loopback address"
    found = advert_of(service)
    assert found == replace(ADVERT, invitation=replace(INVITATION, addresses=INVITATION.addresses[:2]))
    assert all(len(key) + len(value) < 255 for key, value in service.text.items())
    assert sum(len(key) + len(value) + 2 for key, value in service.text.items()) < 1000


def test_a_private_table_is_announced_without_its_token() -> None:
    service = service_of(PRIVATE)
    assert "join" not in service.text
    assert INVITATION.token.hex() not in repr(service)
    found = advert_of(service)
    assert found is not None
    assert found.private
    assert found.invitation.token == NO_TOKEN


def test_a_table_on_this_computer_alone_is_announced_there() -> None:
    here = replace(ADVERT, invitation=replace(INVITATION, addresses=(Address("127.0.0.1", 4000),)))
    assert service_of(here).addresses == ("127.0.0.1",)
    with pytest.raises(ValueError, match="cannot be announced"):
        service_of(replace(ADVERT, invitation=replace(INVITATION, addresses=(Address("play.example", 4000),))))


def test_a_relay_is_announced_too() -> None:
    relay = Address("relay.example", 7447)
    found = advert_of(service_of(replace(ADVERT, invitation=replace(INVITATION, relay=relay))))
    assert found is not None
    assert found.invitation.relay == relay


@pytest.mark.parametrize(
    "wrong",
    [
        {"v": b"2"},
        {"key": b"00" * 32},
        {"key": b"xyz"},
        {"id": b"00"},
        {"join": b"00"},
        {"free": b"6"},
        {"free": b"-1"},
        {"free": b"many"},
        {"seats": b"999"},
        {"relay": b"nonsense"},
        {"key": b"\xff"},
    ],
)
def test_what_makes_no_sense_is_passed_over(wrong: dict[str, bytes]) -> None:
    service = service_of(ADVERT)
    assert advert_of(replace(service, text={**service.text, **wrong})) is None


@pytest.mark.parametrize("missing", ["v", "key", "id", "free", "seats", "game", "host", "set"])
def test_what_lacks_a_part_is_passed_over(missing: str) -> None:
    service = service_of(ADVERT)
    assert advert_of(replace(service, text={key: v for key, v in service.text.items() if key != missing})) is None
    assert advert_of(replace(service, addresses=())) is None


def test_the_words_of_a_stranger_move_no_cursor() -> None:
    service = service_of(ADVERT)
    found = advert_of(replace(service, text={**service.text, "host": b"\x1b[2JEve\xff\r\n" + b"x" * 500}))
    assert found is not None
    assert found.host.startswith("[2JEve")
    assert found.host.isprintable() or "\ufffd" in found.host
    assert len(found.host) < 130


def test_a_long_name_is_cut_between_letters() -> None:
    found = advert_of(service_of(replace(ADVERT, host="龍" * 64)))
    assert found is not None
    assert found.host == "龍" * 40


async def test_a_table_is_found_updated_and_gone_when_the_game_begins() -> None:
    """Product 1: seats free and total as they change."""
    network = Network()
    async with announced(ADVERT, True, network.responder) as announcement:
        await heard(network, 1)
        (found,) = await find(0.01, network.responder)
        assert (found.game, found.host, found.free, found.seats) == ("agot", "Łucja 龍", 3, 5)
        assert found.invitation.line
        announcement.update(replace(ADVERT, free=2))
        announcement.update(replace(ADVERT, free=1))
        await heard(network, 3)
        assert [table.free for table in await find(0.01, network.responder)] == [1]
        announcement.withdraw()
        announcement.update(replace(ADVERT, free=0))
        while network.services:  # noqa: ASYNC110 -- in another thread
            await trio.sleep(0.01)
    assert network.log == ["3 free", "closed", "1 free", "closed", "closed"]


async def heard(network: Network, count: int) -> None:
    with trio.fail_after(5):
        while len(network.log) < count:  # noqa: ASYNC110 -- in another thread
            await trio.sleep(0.01)


async def test_a_table_heard_of_on_two_interfaces_is_one_table_with_all_its_addresses() -> None:
    """C01."""
    network = Network()
    for number, address in enumerate(("192.168.1.7", "10.8.0.7", "192.168.1.7")):
        service = service_of(ADVERT)
        network.services[f"{number}"] = replace(service, addresses=(address,))
    (found,) = await find(0.01, network.responder)
    assert {address.host for address in found.invitation.addresses} == {"192.168.1.7", "10.8.0.7"}


async def test_somebody_else_under_the_same_id_does_not_take_its_place() -> None:
    network = Network()
    eve = SigningKey(bytes([9]) * 32).public
    network.services["1"] = service_of(ADVERT)
    network.services["2"] = service_of(replace(ADVERT, invitation=replace(INVITATION, host=eve), host="Eve"))
    (found,) = await find(0.01, network.responder)
    assert found.host == "Łucja 龍"


async def test_tables_with_free_seats_come_first() -> None:
    network = Network()
    for number, free in enumerate((0, 2)):
        invitation = replace(INVITATION, table=bytes([number]) * 16)
        network.services[str(number)] = service_of(replace(ADVERT, invitation=invitation, free=free))
    assert [table.free for table in await find(0.01, network.responder)] == [2, 0]


async def test_no_multicast_is_said_to_who_looks_and_never_ends_a_table(caplog: pytest.LogCaptureFixture) -> None:
    """C06."""

    def none() -> FakeResponder:
        raise NoMulticast("no network of this computer carries multicast")

    with pytest.raises(NoMulticast):
        await find(0.01, none)
    async with announced(ADVERT, True, none) as announcement:
        announcement.update(replace(ADVERT, free=1))
        with trio.fail_after(5):
            while "not announced" not in caplog.text:  # noqa: ASYNC110 -- in another thread
                await trio.sleep(0.01)
    async with announced(ADVERT, False, none):
        pass


def test_private_addresses_come_before_public_ones_and_the_own_one_last() -> None:
    """C10."""
    found = [Interface("eth0", 2, a) for a in ("127.0.0.1", "fe80::1", "203.0.113.9", "8.8.8.8", "10.0.0.5")]
    ranked = sorted(found, key=lambda each: (each.ip.is_loopback, each.ip.is_link_local, not each.ip.is_private))
    assert ranked[-1].address == "127.0.0.1"
    assert [each.ip.is_loopback for each in interfaces()] == sorted(each.ip.is_loopback for each in interfaces())


def test_an_interface_that_fails_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    """C01, C03: each interface by itself; IPv6 groups once an interface."""
    caplog.set_level("INFO")
    gone = Interface("vpn0", 99, "192.0.2.77")
    assert hears_itself(gone)
    assert gone not in multicast_interfaces([gone])
    assert "no multicast on vpn0" in caplog.text


@pytest.mark.slow
async def test_two_programs_find_each_other_by_real_multicast() -> None:
    """The whole way through zeroconf, where this computer carries multicast at all."""
    if not multicast_interfaces(interfaces()):
        pytest.skip("no interface of this computer carries multicast")
    table = Invitation(HOST, SigningKey(bytes([8]) * 32).public[:16], b"t" * 16, (Address("127.0.0.1", 4000),))
    with trio.fail_after(20):
        async with announced(replace(ADVERT, invitation=table), True):
            found: list[Advert] = []
            while not found:
                found = [each for each in await find(1.0) if each.invitation.table == table.table]
    assert found[0].host == "Łucja 龍"
    assert found[0].invitation.token == table.token
