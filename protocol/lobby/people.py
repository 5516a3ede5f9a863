"""Who is in a lobby and how things stand there, as the host tells it to all (SPEC.md section 8)."""

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from protocol.agreement import NAME_LIMIT, Form, Seat
from protocol.encoding import Canon
from protocol.lobby.messages import STANDING, LobbyKind, encode


@dataclass(frozen=True)
class TableOffer:
    """What the host opens: everything of the form but the people."""

    game: str
    settings: Canon
    rules_version: int
    data_digest: bytes
    seats: int


@dataclass(frozen=True)
class Person:
    """Somebody in the lobby.

    Attributes:
        identity: the key that its link has proven, 32 bytes.
        name: its own word for itself, with a number behind it if another one had that name first.
        seat: counted from 0, None for who stands.
        bot: whether it says that it is a program.
        ready: for the list as it is.
        here: whether the host has a link to it.
        swap: the key of whom it would change seats with, else empty.
        addresses: where it says that it can be reached.
    """

    identity: bytes
    name: str
    seat: int | None
    bot: bool = False
    ready: bool = False
    here: bool = True
    swap: bytes = b""
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gap:
    """Two who sit and have no link: `one` cannot reach `other`, for `why`; empty while it is being tried."""

    one: bytes
    other: bytes
    why: str


Essence: TypeAlias = tuple[TableOffer, tuple[tuple[int, bytes, str], ...]]


@dataclass(frozen=True)
class View:
    """The lobby at one moment. `revision` counts the changes that end all readiness."""

    revision: int
    offer: TableOffer
    people: tuple[Person, ...]
    gaps: tuple[Gap, ...] = ()

    @property
    def seated(self) -> tuple[Person, ...]:
        """Those who sit, in the order of their seats."""
        return tuple(sorted((p for p in self.people if p.seat is not None), key=lambda p: p.seat or 0))

    @property
    def free(self) -> tuple[int, ...]:
        """The free seats, ascending."""
        taken = {person.seat for person in self.people}
        return tuple(seat for seat in range(self.offer.seats) if seat not in taken)

    @property
    def may_start(self) -> bool:
        """Whether nobody and nothing is waited for."""
        seated = self.seated
        return not self.free and not self.gaps and all(p.ready and p.here for p in seated)

    @property
    def essence(self) -> Essence:
        """What everybody is ready for: whatever of it changes ends all readiness."""
        return self.offer, tuple((person.seat or 0, person.identity, person.name) for person in self.seated)

    def why_not(self, seat: int) -> str:
        """Why that seat cannot be taken, for people; "" if it can."""
        if not 0 <= seat < self.offer.seats:
            return f"this table has seats 1 to {self.offer.seats}"
        return "" if seat in self.free else f"seat {seat + 1} is taken; swap NAME asks to change seats"

    def unready(self) -> "View":
        """The same with nobody ready."""
        return replace(self, people=tuple(replace(person, ready=False) for person in self.people))

    def person(self, identity: bytes) -> Person | None:
        """Who holds that key."""
        return next((person for person in self.people if person.identity == identity), None)

    def name(self, identity: bytes) -> str:
        """The name of who holds that key, for sentences."""
        person = self.person(identity)
        return "somebody who has left" if person is None else person.name

    def form(self) -> Form:
        """The form of a full table. Raises FormFault if it cannot be signed."""
        offer = self.offer
        seats = tuple(Seat(person.seat or 0, person.name, person.identity) for person in self.seated)
        return Form(offer.game, offer.settings, offer.rules_version, offer.data_digest, 0, 0, seats)

    def encode(self) -> bytes:
        """The host's message."""
        offer = self.offer
        return encode(
            LobbyKind.LIST,
            self.revision,
            (offer.game, offer.settings, offer.rules_version, offer.data_digest, offer.seats),
            tuple(
                (
                    p.identity,
                    p.name,
                    STANDING if p.seat is None else p.seat,
                    p.bot,
                    p.ready,
                    p.here,
                    p.swap,
                    p.addresses,
                )
                for p in self.people
            ),
            tuple((gap.one, gap.other, gap.why) for gap in self.gaps),
        )

    @classmethod
    def of(cls, fields: Sequence[Any]) -> "View":
        """The view in the fields of a LIST message, judged by its layout already."""
        revision, offer, people, gaps = fields
        return cls(
            revision,
            TableOffer(*offer),
            tuple(
                Person(key, name, None if seat == STANDING else seat, bot, ready, here, swap, addresses)
                for key, name, seat, bot, ready, here, swap, addresses in people
            ),
            tuple(Gap(*gap) for gap in gaps),
        )


def told_apart(name: str, others: Collection[str]) -> str:
    """`name`, with a number behind it if it looks like one of `others`: case and forms of letters do not count."""
    taken = {_looks(other) for other in others}
    shown, number = name, 2
    while _looks(shown) in taken:
        shown, number = f"{name[: NAME_LIMIT - 4].rstrip()} {number}", number + 1
    return shown


def _looks(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


# ------------------------------------------------------------ what is told


@dataclass(frozen=True)
class Changed:
    """The list has changed."""

    before: View | None
    after: View


@dataclass(frozen=True)
class Spoken:
    """A line of chat."""

    name: str
    text: str


@dataclass(frozen=True)
class AttemptFailed:
    """The table was not agreed, for this reason; all are in the lobby again, with new keys next time."""

    why: str


News: TypeAlias = Changed | Spoken | AttemptFailed


@dataclass(frozen=True)
class Start:
    """The form to sign, the number of the attempt, and at which addresses each seat says it can be reached."""

    form: Form
    attempt: int
    addresses: tuple[tuple[str, ...], ...]
