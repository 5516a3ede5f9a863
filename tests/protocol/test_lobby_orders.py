"""Any order of everything in a lobby: arrivals, wishes, departures, failed attempts, frames that cross each other."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from protocol.lobby import LobbyFault, Start, View
from tests.protocol.lobbies import KEYS, OFFER, Hall

GUESTS = st.integers(1, 4)


class AnyLobby(RuleBasedStateMachine):
    """Whatever the order, nobody is made to sign another table than the one he was ready for.

    A start is frozen only when every seat is taken and everybody has said of that very table that he is ready; and
    whoever takes part in a start takes part in the one that the host froze.
    """

    @initialize(seats=st.integers(2, 4))
    def open(self, seats: int) -> None:
        self.hall = Hall(seats)
        self.started: Start | None = None
        self.gone: set[int] = set()
        # For each person the table that he has said he is ready for, as he saw it.
        self.said: dict[bytes, View | None] = {}
        self.joined: dict[int, int] = {}

    def wish(self, i: int, do: str, *values: object) -> None:
        guest = self.hall.guests.get(i)
        if guest is not None:
            try:
                getattr(guest, do)(*values)
            except LobbyFault:
                return
            if do == "ready":
                self.said[KEYS[i]] = guest.view if values[0] else None

    @rule(i=GUESTS, bot=st.booleans(), name=st.sampled_from(["", "Ann"]))
    def come(self, i: int, bot: bool, name: str) -> None:
        if i not in self.hall.guests and i not in self.gone:
            self.hall.knock(i, name, bot)

    @rule(i=GUESTS)
    def leave(self, i: int) -> None:
        if i in self.hall.guests:
            self.out(i)
            self.hall.host.left(KEYS[i])

    def out(self, i: int) -> None:
        del self.hall.guests[i], self.hall.up[i], self.hall.down[i]
        self.gone.add(i)

    @rule(i=GUESTS, upwards=st.booleans())
    def arrive(self, i: int, upwards: bool) -> None:
        if i in self.hall.guests:
            try:
                self.hall.step(i, upwards)
            except LobbyFault:  # no seat: it goes
                self.out(i)
                self.hall.host.left(KEYS[i])

    @rule(i=GUESTS)
    def link_breaks(self, i: int) -> None:
        if i in self.hall.guests:
            self.hall.collect()
            self.hall.up[i].clear()
            self.hall.down[i].clear()
            self.hall.host.away(KEYS[i])
            self.hall.guests[i].connected()

    @rule(i=GUESTS, ready=st.booleans())
    def ready(self, i: int, ready: bool) -> None:
        self.wish(i, "ready", ready)

    @rule(i=GUESTS, seat=st.one_of(st.none(), st.integers(0, 3)))
    def take(self, i: int, seat: int | None) -> None:
        self.wish(i, "take", seat)

    @rule(i=GUESTS, other=st.integers(0, 4))
    def swap(self, i: int, other: int) -> None:
        self.wish(i, "swap", KEYS[other])

    @rule(i=GUESTS, other=st.integers(1, 4), linked=st.booleans())
    def tie(self, i: int, other: int, linked: bool) -> None:
        if i != other:
            self.wish(i, "tie", KEYS[other], linked)

    @precondition(lambda self: not self.hall.host.starting)
    @rule(ready=st.booleans())
    def host_ready(self, ready: bool) -> None:
        try:
            self.hall.host.ready(ready)
        except LobbyFault:
            return
        self.said[KEYS[0]] = self.hall.host.view if ready else None

    @precondition(lambda self: not self.hall.host.starting)
    @rule(seats=st.integers(2, 4), houses=st.sampled_from(["drawn", "agreed"]))
    def change(self, seats: int, houses: str) -> None:
        self.hall.host.change(replace(OFFER, seats=seats, settings=(("houses", houses),)))

    @rule()
    def everybody_gets_ready(self) -> None:
        try:
            self.hall.deliver()
        except LobbyFault:
            return
        if not self.hall.host.starting:
            self.host_ready(True)
        for i in self.hall.guests:
            self.ready(i, True)

    @precondition(lambda self: self.hall.host.view.may_start and not self.hall.host.starting)
    @rule()
    def start(self) -> None:
        view = self.hall.host.view
        start = self.hall.host.freeze()
        assert not view.free
        for person in view.seated:
            said = self.said[person.identity]
            # None: it has taken its word back, and the host has not heard it yet; then it will not take part.
            assert said is None or said.form() == start.form
        self.started = start

    @precondition(lambda self: self.hall.host.starting)
    @rule()
    def fail(self) -> None:
        self.hall.host.again("somebody gone")

    @rule(i=GUESTS)
    def guest_fails(self, i: int) -> None:
        guest = self.hall.guests.get(i)
        if guest is not None and guest.start is not None:
            guest.failed(guest.start.attempt, "a wrong lock")

    @invariant()
    def seats_are_held_once_and_names_differ(self) -> None:
        view = self.hall.host.view
        seats = [person.seat for person in view.seated]
        assert len(set(seats)) == len(seats)
        assert all(seat is not None and seat < view.offer.seats for seat in seats)
        assert len({person.name for person in view.people}) == len(view.people)

    @invariant()
    def whoever_takes_part_takes_part_in_what_the_host_froze(self) -> None:
        for i, guest in self.hall.guests.items():
            if guest.start is not None:
                assert self.started is not None
                assert guest.start.attempt < self.started.attempt or guest.start.form == self.started.form
                if self.joined.get(i) != guest.start.attempt:
                    self.joined[i] = guest.start.attempt
                    assert self.said[KEYS[i]] is not None, "made to take part after it had taken its word back"


TestAnyLobby = AnyLobby.TestCase
TestAnyLobby.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
