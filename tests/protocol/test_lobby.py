"""The lobby before the form: who sits where, what ends readiness, who may start; junk; attempts that fail."""

from contextlib import suppress
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.agreeing import EARLY_FRAMES
from protocol.encoding import EncodingFault, pack
from protocol.lobby import (
    AttemptFailed,
    Attempts,
    Changed,
    GuestLobby,
    HostLobby,
    LobbyFault,
    LobbyKind,
    Spoken,
    decode,
    encode,
)
from tests.protocol.lobbies import DATA, KEYS, OFFER, Hall


@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4))))
def test_every_order_of_arrival_gives_one_form_that_all_read_alike(order: tuple[int, ...]) -> None:
    """B23."""
    hall = Hall(5)
    for i in order:
        hall.come(i)
    hall.all_ready()
    assert hall.host.view.may_start
    start = hall.host.freeze()
    hall.deliver()
    assert [seat.identity for seat in start.form.seats] == [KEYS[0], *(KEYS[i] for i in order)]
    assert all(guest.start == start for guest in hall.guests.values())


def test_nobody_starts_before_every_seat_is_taken_linked_and_ready() -> None:
    hall = Hall(3)
    hall.come(1)
    with pytest.raises(LobbyFault):
        hall.host.freeze()
    hall.come(2)
    hall.host.ready(True)
    hall.guests[1].ready(True)
    hall.deliver()
    assert not hall.host.view.may_start
    hall.guests[2].ready(True)
    hall.deliver()
    assert hall.host.view.may_start
    hall.linked = False
    hall.guests[1].tie(KEYS[2], False, "nobody listens there")
    hall.deliver()
    assert not hall.host.view.may_start


def test_who_cannot_reach_whom_is_told_to_all() -> None:
    """B02: no link in the lobby, no start, and both names and the reason are shown."""
    hall = Hall(3, linked=False)
    hall.come(1)
    hall.come(2)
    (gap,) = hall.host.view.gaps
    assert gap.why == ""
    hall.guests[2].tie(KEYS[1], False, "cannot be reached at 10.0.0.1:7: nobody listens there")
    hall.deliver()
    view = hall.guests[1].view
    assert view is not None
    assert [(view.name(g.one), view.name(g.other), g.why) for g in view.gaps] == [
        ("P2", "P1", "cannot be reached at 10.0.0.1:7: nobody listens there")
    ]
    hall.guests[1].tie(KEYS[2], True)
    hall.guests[2].tie(KEYS[1], True)  # the other direction was enough
    hall.deliver()
    assert not hall.host.view.gaps


@pytest.mark.parametrize("change", ["settings", "seats", "take", "swap", "arrival", "departure", "kick"])
def test_any_change_of_settings_or_seats_ends_all_readiness(change: str) -> None:
    hall = Hall(4)
    for i in (1, 2):
        hall.come(i)
    hall.all_ready()
    revision = hall.host.view.revision
    if change == "settings":
        hall.host.change(replace(OFFER, seats=4, settings=(("houses", "agreed"),)))
    elif change == "seats":
        hall.host.change(replace(OFFER, seats=3))
    elif change == "take":
        hall.guests[2].take(3)
    elif change == "swap":
        hall.guests[2].swap(KEYS[0])
        hall.deliver()
        assert all(person.ready for person in hall.host.view.people), "a wish alone changes nothing"
        hall.host.swap(KEYS[2])
    elif change == "arrival":
        hall.come(3)
    elif change == "departure":
        hall.host.left(KEYS[1])
    else:
        hall.host.kick(KEYS[1])
    with suppress(LobbyFault):
        hall.deliver()
    assert hall.host.view.revision > revision
    assert not any(person.ready for person in hall.host.view.people)


def test_ready_for_the_list_before_is_not_ready_for_this_one() -> None:
    """A guest's word and a change by the host cross each other."""
    hall = Hall(2)
    hall.come(1)
    hall.guests[1].ready(True)
    hall.host.change(replace(OFFER, seats=2, settings=(("houses", "agreed"),)))
    hall.deliver()
    assert not any(person.ready for person in hall.host.view.people)
    assert not hall.guests[1].is_ready


def test_chat_and_links_leave_readiness_alone() -> None:
    hall = Hall(2)
    hall.come(1)
    hall.all_ready()
    hall.guests[1].say("Gru\u0308\x1b[2Jße 龍")
    hall.deliver()
    assert hall.host.view.may_start
    assert Spoken("P1", "Gr\u00fc[2Jße 龍") in hall.host.news()
    assert Spoken("P1", "Gr\u00fc[2Jße 龍") in hall.guests[1].news()


def test_seats_are_taken_left_and_swapped() -> None:
    hall = Hall(4)
    for i in (1, 2):
        hall.come(i)
    hall.guests[2].take(3)
    hall.guests[1].take(None)
    hall.deliver()
    assert [person.seat for person in hall.host.view.people] == [0, None, 3]
    with pytest.raises(LobbyFault, match="seat 4 is taken; swap"):
        hall.guests[1].take(3)
    with pytest.raises(LobbyFault, match="seats 1 to 4"):
        hall.host.take(4)
    with pytest.raises(LobbyFault, match="stands"):
        hall.guests[1].ready(True)
    hall.guests[1].take(1)
    hall.deliver()
    hall.guests[1].swap(KEYS[2])
    hall.guests[2].swap(KEYS[1])
    hall.deliver()
    assert [person.seat for person in hall.host.view.people] == [0, 3, 1]
    assert not any(person.swap for person in hall.host.view.people)


def test_a_bot_changes_seats_when_the_host_says_so() -> None:
    hall = Hall(3)
    hall.come(1, bot=True)
    hall.host.swap(KEYS[1])
    hall.deliver()
    assert [person.seat for person in hall.host.view.people] == [1, 0]


def test_fewer_seats_move_people_together_and_leave_the_last_ones_standing() -> None:
    hall = Hall(4)
    for i in (1, 2):
        hall.come(i)
    hall.guests[2].take(3)
    hall.deliver()
    hall.host.change(replace(OFFER, seats=2))
    assert [person.seat for person in hall.host.view.people] == [0, 1, None]


def test_who_stands_is_told_that_the_game_begins_without_him() -> None:
    hall = Hall(3)
    for i in (1, 2):
        hall.come(i)
    hall.guests[2].take(None)
    hall.host.change(replace(OFFER, seats=2))
    hall.deliver()
    hall.all_ready()
    hall.host.freeze()
    with pytest.raises(LobbyFault, match="the game begins, and you had no seat"):
        hall.deliver()


def test_a_full_table_says_so_and_a_seat_that_is_left_is_free_again() -> None:
    hall = Hall(2)
    hall.come(1)
    with pytest.raises(LobbyFault, match="all seats are taken"):
        hall.come(2)
    hall.host.left(KEYS[1])
    hall.come(3)
    assert [person.name for person in hall.host.view.people] == ["P0", "P3"]
    hall.host.left(KEYS[0])  # never itself
    assert len(hall.host.view.people) == 2


def test_a_link_that_breaks_keeps_the_seat_but_not_the_readiness() -> None:
    """B04: the seat is tied to the key."""
    hall = Hall(2)
    hall.come(1)
    hall.all_ready()
    hall.host.away(KEYS[1])
    assert not hall.host.view.may_start
    hall.guests[1].connected()
    hall.deliver()
    assert [(p.seat, p.here, p.ready) for p in hall.host.view.people] == [(0, True, True), (1, True, False)]
    assert not hall.guests[1].is_ready
    hall.guests[1].ready(True)
    hall.deliver()
    assert hall.host.view.may_start


def test_a_bot_whose_link_breaks_has_left() -> None:
    hall = Hall(2)
    hall.come(1, bot=True)
    hall.host.away(KEYS[1])
    assert len(hall.host.view.people) == 1


def test_who_was_kicked_does_not_come_back() -> None:
    hall = Hall(3)
    hall.come(1)
    hall.host.kick(KEYS[1])
    with pytest.raises(LobbyFault, match="taken you from this table"):
        hall.deliver()
    with pytest.raises(LobbyFault, match="taken you from this table"):
        hall.come(1)


@pytest.mark.parametrize("names", [("Łucja 龍", "Łucja 龍"), ("ann", "ANN"), ("ﬁne", "fine")])
def test_names_that_look_equal_are_told_apart_in_any_script(names: tuple[str, str]) -> None:
    """B03, and case and forms of letters do not count."""
    hall = Hall(4)
    for i, name in enumerate((*names, names[0]), 1):
        hall.come(i, name)
    told = [person.name for person in hall.host.view.people[1:]]
    assert told == [names[0], f"{names[1]} 2", f"{names[0]} 3"]


@pytest.mark.parametrize("name", ['O"Hara', "$HOME", "back\\slash", "שלום", "🐉 龍"])
def test_any_name_that_can_be_shown_arrives_as_it_is(name: str) -> None:
    """B03."""
    hall = Hall(2)
    hall.come(1, name)
    assert hall.host.view.people[1].name == name


@pytest.mark.parametrize("name", ["", " Ann", "A\x00n", "A\nn", "x" * 65, "a\u202eb", "e\u0301"])
def test_a_name_that_would_spoil_a_screen_is_refused(name: str) -> None:
    """B03: NUL, control characters, turned direction."""
    with pytest.raises(LobbyFault):
        GuestLobby(KEYS[1], KEYS[0], name, [("agot", 3, DATA)], ())
    with pytest.raises(LobbyFault):
        HostLobby(OFFER, KEYS[0], name, ())
    with pytest.raises((LobbyFault, EncodingFault)):  # what has no canonical form cannot even be sent
        Hall(2).host.receive(KEYS[1], pack((1, name, False, (("agot", 3, DATA),), ())))


def test_versions_part_at_once_and_say_who_must_update_for_the_game_of_this_table() -> None:
    """Product 11: both numbers are told."""
    for games, words in (
        ([("agot", 2, DATA)], "version 2 against the host's 3: you must update"),
        ([("agot", 4, DATA)], "version 4 against the host's 3: the host must update"),
        ([("agot", 3, bytes(32))], "data differ"),
        ([("risk", 3, DATA)], "plays agot, which your program does not know"),
    ):
        with pytest.raises(LobbyFault, match=words):
            Hall(2).come(1, games=games)
    hall = Hall(2)
    hall.come(1, games=[("risk", 9, bytes(32)), ("agot", 3, DATA)])
    assert len(hall.host.view.people) == 2


def test_a_host_that_shows_one_table_and_freezes_another_gets_no_signature() -> None:
    """A guest signs what it was ready for, whatever numbers the host puts on it."""
    hall = Hall(2)
    hall.come(1)
    hall.all_ready()
    guest, view = hall.guests[1], hall.host.view
    other = replace(view, offer=replace(OFFER, seats=2, settings=(("houses", "mine"),)))
    guest.receive(encode(LobbyKind.START, 1, other.form().encoded))
    assert guest.start is None
    assert [decode(frame)[0] for _, frame in guest.outgoing()] == [LobbyKind.FAILED]
    guest.receive(other.encode())  # the same revision, another table
    assert not guest.is_ready
    guest.receive(view.encode())
    assert not guest.is_ready, "and there is no way back"
    guest.receive(encode(LobbyKind.START, 1, view.form().encoded))
    assert guest.start is None


def test_a_failed_attempt_leads_back_to_the_lobby_where_nobody_is_ready() -> None:
    hall = Hall(3)
    for i in (1, 2):
        hall.come(i)
    hall.all_ready()
    hall.host.freeze()
    hall.deliver()
    hall.guests[2].failed(1, "P1 opened its lock wrongly")
    hall.deliver()
    assert AttemptFailed("P2 could not sign: P1 opened its lock wrongly") in hall.guests[1].news()
    assert not hall.host.starting
    assert not any(person.ready for person in hall.host.view.people)
    assert not any(guest.is_ready or guest.start for guest in hall.guests.values())
    hall.all_ready()
    assert hall.host.freeze().attempt == 2


def test_a_seat_that_leaves_while_the_table_is_agreed_ends_the_attempt() -> None:
    hall = Hall(3)
    for i in (1, 2):
        hall.come(i)
    hall.all_ready()
    hall.host.freeze()
    hall.deliver()
    hall.host.left(KEYS[2])
    hall.deliver()
    assert AttemptFailed("P2 has left") in hall.host.news()
    assert [person.name for person in hall.host.view.people] == ["P0", "P1"]


def test_words_of_an_old_attempt_are_no_words_of_the_next_one() -> None:
    lock, late = pack((16, 1)), pack((17, 1))
    attempts = Attempts()
    assert attempts.take(KEYS[1], Attempts.opening(1))
    assert attempts.take(KEYS[1], lock)
    assert attempts.take(KEYS[2], Attempts.opening(2))
    assert attempts.take(KEYS[2], late)  # a faster seat
    assert attempts.due(1) == [(KEYS[1], lock)]
    attempts.take(KEYS[1], late)
    assert attempts.due(2) == [(KEYS[2], late)], "what seat 1 said of attempt 1 is forgotten"
    assert not attempts.take(KEYS[1], encode(LobbyKind.SAY, "hello"))
    for _ in range(EARLY_FRAMES - 1):
        attempts.take(KEYS[2], lock)
    attempts.take(KEYS[2], lock)
    with pytest.raises(LobbyFault, match="too much"):
        attempts.take(KEYS[2], lock)


def test_a_guests_message_to_a_guest_and_a_hosts_to_a_host_are_faults() -> None:
    hall = Hall(2)
    hall.come(1)
    with pytest.raises(LobbyFault, match="which is the host's to send"):
        hall.host.receive(KEYS[1], hall.host.view.encode())
    with pytest.raises(LobbyFault, match="a guest's message"):
        hall.guests[1].receive(encode(LobbyKind.SAY, "hello"))


def test_changes_are_told_with_what_was_before() -> None:
    hall = Hall(2)
    before = hall.host.view
    hall.come(1)
    assert Changed(before, hall.host.view) in hall.host.news()


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_named_fault(data: bytes) -> None:
    hall = Hall(3)
    hall.come(1)
    with suppress(LobbyFault):
        hall.host.receive(KEYS[1], data)
    with suppress(LobbyFault):
        hall.guests[1].receive(data)
    assert [person.name for person in hall.host.view.people] == ["P0", "P1"]


@given(st.sampled_from(LobbyKind), st.lists(st.one_of(st.integers(), st.binary(), st.text(), st.booleans())))
def test_any_fields_are_a_message_or_a_named_fault(kind: LobbyKind, fields: list[int | bytes | str | bool]) -> None:
    hall = Hall(3)
    hall.come(1)
    try:
        frame = pack((int(kind), *fields))
    except Exception:  # no canonical form: nobody can send it
        return
    with suppress(LobbyFault):
        hall.host.receive(KEYS[1], frame)
    with suppress(LobbyFault):
        hall.guests[1].receive(frame)
