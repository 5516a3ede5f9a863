"""The lobby before the form: every order of arrival, full tables, versions, names, junk."""

from contextlib import suppress
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.encoding import pack
from protocol.identity import SigningKey
from protocol.lobby import GuestLobby, HostLobby, LobbyFault, LobbyKind, TableOffer, decode

KEYS = [SigningKey(bytes([i + 1]) * 32).public for i in range(5)]
DATA = bytes(range(32))


def host(seats: int = 3) -> HostLobby:
    return HostLobby(TableOffer("agot", (), 3, DATA, seats), KEYS[0], "Ann", ("10.0.0.1:7777",))


def guest(i: int) -> GuestLobby:
    return GuestLobby(KEYS[i], KEYS[0])


def sit(lobby: HostLobby, i: int, name: str, version: int = 3, data: bytes = DATA, game: str = "agot") -> bool:
    return lobby.receive(KEYS[i], guest(i).ask(name, game, version, data, (f"10.0.0.{i}:1",)))


def sorry(lobby: HostLobby) -> str:
    message = decode(lobby.outgoing()[-1][1])
    assert message is not None
    assert message[0] is LobbyKind.SORRY
    return str(message[1][0])


@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4))))
def test_every_order_of_arrival_gives_one_form_that_all_read_alike(order: tuple[int, ...]) -> None:
    """B23."""
    lobby = host(5)
    for i in order:
        assert not lobby.full
        assert sit(lobby, i, f"P{i}")
    assert lobby.full
    lobby.outgoing()
    start = lobby.freeze()
    assert [seat.identity for seat in start.form.seats] == [KEYS[0], *(KEYS[i] for i in order)]
    sent = dict(lobby.outgoing())
    for i in order:
        mine = guest(i)
        assert mine.receive(KEYS[0], sent[KEYS[i]])
        assert mine.start == start


def test_a_full_table_says_so_and_a_seat_that_is_left_is_free_again() -> None:
    lobby = host(2)
    assert sit(lobby, 1, "Bob")
    assert not sit(lobby, 2, "Cay")
    assert sorry(lobby) == "all seats are taken"
    assert lobby.left(KEYS[1])
    assert not lobby.left(KEYS[1])
    assert not lobby.left(KEYS[0])
    assert sit(lobby, 2, "Cay")
    assert lobby.names == ("Ann", "Cay")


def test_asking_twice_keeps_the_seat() -> None:
    lobby = host()
    assert sit(lobby, 1, "Bob")
    assert not sit(lobby, 1, "Bob")
    assert lobby.names == ("Ann", "Bob")


def test_equal_names_are_numbered_in_any_script() -> None:
    """B03."""
    lobby = host(4)
    for i in (1, 2, 3):
        sit(lobby, i, "Łucja 龍")
    assert lobby.names == ("Ann", "Łucja 龍", "Łucja 龍 2", "Łucja 龍 3")


@pytest.mark.parametrize("name", ["", " Ann", "A\x00n", "A\nn", "x" * 65])
def test_a_name_that_would_spoil_a_screen_is_refused(name: str) -> None:
    """B03: NUL and control characters."""
    with pytest.raises(LobbyFault):
        guest(1).ask(name, "agot", 3, DATA, ())
    with pytest.raises(LobbyFault):
        host().receive(KEYS[1], pack((8, name, "agot", 3, DATA, ())))


def test_versions_part_at_once_and_say_who_must_update() -> None:
    lobby = host()
    sit(lobby, 1, "Bob", version=2)
    assert "you must update" in sorry(lobby)
    sit(lobby, 1, "Bob", version=4)
    assert "the host must update" in sorry(lobby)
    sit(lobby, 1, "Bob", data=bytes(32))
    assert "data differ" in sorry(lobby)
    sit(lobby, 1, "Bob", game="risk")
    assert "plays agot" in sorry(lobby)
    assert lobby.names == ("Ann",)


def test_a_guest_learns_why_it_has_no_seat_and_trusts_only_its_host() -> None:
    mine = guest(1)
    with pytest.raises(LobbyFault, match="no seat: full"):
        mine.receive(KEYS[0], pack((11, "full")))
    assert not mine.receive(KEYS[2], pack((9, "agot", 3, ("Eve",))))
    assert mine.receive(KEYS[0], pack((9, "agot", 3, ("Ann",))))
    assert mine.names == ("Ann",)
    with pytest.raises(LobbyFault):
        mine.receive(KEYS[0], pack((8, "Bob", "agot", 3, DATA, ())))


def test_a_form_without_us_is_not_signed() -> None:
    lobby = host(2)
    sit(lobby, 1, "Bob")
    lobby.outgoing()
    lobby.freeze()
    (_, frame) = lobby.outgoing()[0]
    with pytest.raises(LobbyFault, match="no seat for you"):
        guest(2).receive(KEYS[0], frame)


def test_a_form_is_frozen_only_when_every_seat_is_taken() -> None:
    with pytest.raises(LobbyFault):
        host().freeze()


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_named_fault(data: bytes) -> None:
    for lobby in (host(), guest(1)):
        with suppress(LobbyFault):
            lobby.receive(KEYS[0], data)
        assert lobby.names in ((), ("Ann",))
