"""The host's side of the lobby (SPEC.md section 8). No I/O: messages and wishes in, addressed frames and news out.

OPEN --everybody sits, is linked and is ready; freeze()--> STARTING --again(why)--> OPEN
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from protocol.agreement import MOST_SEATS, NAME_LIMIT
from protocol.lobby.links import Tie, gaps
from protocol.lobby.messages import STANDING, TAKEN, LobbyFault, LobbyKind, decode, encode, is_name, told
from protocol.lobby.people import (
    AttemptFailed,
    Changed,
    News,
    Person,
    Spoken,
    Start,
    TableOffer,
    View,
    told_apart,
)


class HostLobby:
    """The host's lobby. Drain `outgoing` and `news` after every call.

    A method named like a wish (`take`, `swap`, `ready`, `say`) is the host's own; what guests wish comes by `receive`.

    Attributes:
        view: how things stand.
        attempt: the number of the present or last attempt to agree.
        starting: an attempt is under way; guests' wishes are passed over.
    """

    def __init__(self, offer: TableOffer, identity: bytes, name: str, addresses: tuple[str, ...]) -> None:
        if not is_name(name):
            raise LobbyFault(f"a name has 1 to {NAME_LIMIT} printable characters and no blanks around it")
        _judge(offer)
        self.view = View(0, offer, (Person(identity, name, 0, addresses=addresses),))
        self.attempt = 0
        self.starting = False
        self._me = identity
        self._ties: dict[bytes, Mapping[bytes, Tie]] = {}
        self._banned: set[bytes] = set()
        self._outgoing: list[tuple[bytes, bytes]] = []
        self._news: list[News] = []

    # ------------------------------------------------------------ guests
    def receive(self, peer: bytes, frame: bytes) -> None:
        """Take a message. Raises LobbyFault for what no guest sends: drop its link."""
        kind, fields = decode(frame)
        if kind is LobbyKind.SIT:
            self._sit(peer, *fields)
            return
        person = self.view.person(peer)
        if kind is LobbyKind.FAILED:
            if person is not None and self.starting and fields[0] == self.attempt:
                self.again(f"{person.name} could not sign: {fields[1]}")
            return
        if kind not in (LobbyKind.TAKE, LobbyKind.SWAP, LobbyKind.READY, LobbyKind.LINKS, LobbyKind.SAY):
            raise LobbyFault(f"sent a {kind.name} message, which is the host's to send")
        if person is None or self.starting:
            return  # sent before it knew
        self._wish(person, kind, fields)

    def _wish(self, person: Person, kind: LobbyKind, fields: tuple[Any, ...]) -> None:
        if kind is LobbyKind.LINKS:
            self._ties[person.identity] = {key: Tie(linked, why) for key, linked, why in fields[0]}
            self._update(self.view)
        elif kind is LobbyKind.READY:
            revision, ready = fields
            if revision == self.view.revision:  # else it was ready for another table than this
                self._ready(person, ready)
        elif kind is LobbyKind.SAY:
            self._say(person, fields[0])
        elif kind is LobbyKind.TAKE:
            seat = None if fields[0] == STANDING else fields[0]
            if seat is None or seat in self.view.free:
                self._take(person, seat)
        else:
            other = self.view.person(fields[0])
            if other is not None:
                self._swap(person, other)

    def _sit(self, peer: bytes, name: str, bot: bool, games: tuple[Any, ...], addresses: tuple[str, ...]) -> None:
        known = self.view.person(peer)
        reason = self._refusal(peer, known, {game: (version, data) for game, version, data in games})
        if reason:
            self._outgoing.append((peer, encode(LobbyKind.SORRY, reason)))
            return
        if known is not None:  # it is back, or asked twice: the seat is kept
            self._update(self._with(replace(known, here=True, ready=False, addresses=addresses)))
            self._outgoing.append((peer, self.view.encode()))
            return
        seat = min(self.view.free, default=None)
        shown = told_apart(name, [person.name for person in self.view.people])
        person = Person(peer, shown, seat, bot, addresses=addresses)
        self._update(replace(self.view, people=(*self.view.people, person)))

    def _refusal(self, peer: bytes, known: Person | None, games: Mapping[str, tuple[int, bytes]]) -> str:
        offer = self.view.offer
        if peer in self._banned:
            return TAKEN
        if self.starting:
            return "the game is about to begin"
        if offer.game not in games:
            return f"this table plays {offer.game}, which your program does not know: update it"
        version, data = games[offer.game]
        if version != offer.rules_version:
            older = "you" if version < offer.rules_version else "the host"
            return f"rules version {version} against the host's {offer.rules_version}: {older} must update"
        if data != offer.data_digest:
            return "your game data differ from the host's under the same version: install one of them afresh"
        if known is None and not self.view.free:
            return "all seats are taken"
        return ""

    def away(self, peer: bytes) -> None:
        """The link to a guest has broken: it may come back. A bot does not."""
        person = self.view.person(peer)
        if person is None or person.identity == self._me:
            return
        if person.bot and not self.starting:
            self.left(peer)
        else:
            self._ties.pop(peer, None)
            self._update(self._with(replace(person, here=False, ready=False)))

    def left(self, peer: bytes) -> None:
        """A guest has gone for good: its seat is free."""
        person = self.view.person(peer)
        if person is None or person.identity == self._me:
            return
        if self.starting:
            self.again(f"{person.name} has left")
        self._ties.pop(peer, None)
        people = tuple(
            replace(other, swap=b"") if other.swap == peer else other
            for other in self.view.people
            if other.identity != peer
        )
        self._update(replace(self.view, people=people))

    # ------------------------------------------------------------ the host's own wishes
    def take(self, seat: int | None) -> None:
        """Sit down on a free seat, or stand up. Raises LobbyFault."""
        self._open()
        if seat is not None and (why := self.view.why_not(seat)):
            raise LobbyFault(why)
        self._take(self.me, seat)

    def swap(self, other: bytes) -> None:
        """Change seats with somebody who wishes it too; a bot does not mind. Raises LobbyFault."""
        self._open()
        person = self.view.person(other)
        if person is None or person.identity == self._me:
            raise LobbyFault("there is nobody of that name to change seats with")
        self._swap(self.me, person)

    def ready(self, ready: bool) -> None:
        """Be ready for the table as it is, or no longer. Raises LobbyFault."""
        self._open()
        if ready and self.me.seat is None:
            raise LobbyFault("who stands cannot be ready; take a seat first")
        self._ready(self.me, ready)

    def say(self, text: str) -> None:
        """Say something to all."""
        self._say(self.me, told(text))

    def change(self, offer: TableOffer) -> None:
        """Play another game, with other settings or another number of seats. Raises LobbyFault."""
        self._open()
        _judge(offer)
        people = []
        free = [seat for seat in self.view.free if seat < offer.seats]
        for person in self.view.people:
            if person.seat is not None and person.seat >= offer.seats:
                people.append(replace(person, seat=free.pop(0) if free else None))
            else:
                people.append(person)
        self._update(replace(self.view, offer=offer, people=tuple(people)))

    def kick(self, peer: bytes) -> None:
        """Take somebody from the table for good. Raises LobbyFault."""
        self._open()
        person = self.view.person(peer)
        if person is None or person.identity == self._me:
            raise LobbyFault("there is nobody of that name to be taken from the table")
        self._banned.add(peer)
        self._outgoing.append((peer, encode(LobbyKind.SORRY, TAKEN)))
        self.left(peer)

    # ------------------------------------------------------------ the start
    def freeze(self) -> Start:
        """The form, sent to every guest: nothing in it changes any more. Raises LobbyFault if it is too early.

        Who stands is told that the game begins without him.
        """
        self._open()
        if not self.view.may_start:
            raise LobbyFault("not everybody sits, is linked and is ready")
        form = self.view.form()
        for person in self.view.people:
            if person.seat is None:
                sorry = encode(LobbyKind.SORRY, "the game begins, and you had no seat")
                self._outgoing.append((person.identity, sorry))
        self.view = replace(self.view, people=tuple(p for p in self.view.people if p.seat is not None))
        self.starting = True
        self.attempt += 1
        start = Start(form, self.attempt, tuple(person.addresses for person in self.view.seated))
        self._to_all(encode(LobbyKind.START, self.attempt, form.encoded))
        return start

    def again(self, why: str) -> None:
        """The attempt has failed: all are in the lobby again, and nobody is ready."""
        if not self.starting:
            return
        self.starting = False
        why = told(why)
        self._to_all(encode(LobbyKind.AGAIN, self.attempt, why))
        self._news.append(AttemptFailed(why))
        self._update(replace(self.view.unready(), revision=self.view.revision + 1))

    # ------------------------------------------------------------ what goes out
    @property
    def is_ready(self) -> bool:
        """Whether the host is ready for the table as it is."""
        return self.me.ready

    @property
    def me(self) -> Person:
        """The host, as it is in the list."""
        return next(person for person in self.view.people if person.identity == self._me)

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """Addressed frames to send, drained."""
        queue, self._outgoing = self._outgoing, []
        return queue

    def news(self) -> list[News]:
        """What has happened, for people, drained."""
        queue, self._news = self._news, []
        return queue

    # ------------------------------------------------------------ inside
    def _open(self) -> None:
        if self.starting:
            raise LobbyFault("the table is being agreed; wait a moment")

    def _with(self, person: Person) -> View:
        people = tuple(person if each.identity == person.identity else each for each in self.view.people)
        return replace(self.view, people=people)

    def _take(self, person: Person, seat: int | None) -> None:
        self._update(self._with(replace(person, seat=seat, swap=b"")))

    def _swap(self, person: Person, other: Person) -> None:
        """Both must wish it; a second wish of one takes the place of its first, and oneself is no wish at all."""
        if other.identity == person.identity:
            self._update(self._with(replace(person, swap=b"")))
        elif other.swap == person.identity or (other.bot and person.identity == self._me):
            changed = {
                person.identity: replace(person, seat=other.seat, swap=b""),
                other.identity: replace(other, seat=person.seat, swap=b""),
            }
            people = tuple(changed.get(each.identity, each) for each in self.view.people)
            self._update(replace(self.view, people=people))
        else:
            self._update(self._with(replace(person, swap=other.identity)))

    def _ready(self, person: Person, ready: bool) -> None:
        if person.seat is not None:
            self._update(self._with(replace(person, ready=ready)))

    def _say(self, person: Person, text: str) -> None:
        if text:
            self._to_all(encode(LobbyKind.SAID, person.identity, text))
            self._news.append(Spoken(person.name, text))

    def _update(self, view: View) -> None:
        """From now on things stand so; any change of what would be signed ends all readiness."""
        before = self.view
        if view.essence != before.essence:
            view = replace(view.unready(), revision=before.revision + 1)
        view = replace(view, gaps=gaps(view, self._me, self._ties))
        if view == before:
            return
        self.view = view
        if not self.starting:
            self._to_all(view.encode())
            self._news.append(Changed(before, view))

    def _to_all(self, frame: bytes) -> None:
        self._outgoing += [(p.identity, frame) for p in self.view.people if p.identity != self._me and p.here]


def _judge(offer: TableOffer) -> None:
    if not 2 <= offer.seats <= MOST_SEATS:
        raise LobbyFault(f"a table has 2 to {MOST_SEATS} seats")
