"""A guest's side of the lobby (SPEC.md section 8). No I/O: the host's messages in, frames for the host and news out."""

from collections.abc import Iterable, Sequence
from itertools import islice

from protocol.agreement import NAME_LIMIT, AgreementFault, Form
from protocol.encoding import Canon
from protocol.lobby.links import Tie
from protocol.lobby.messages import (
    ADDRESSES_LIMIT,
    STANDING,
    LobbyFault,
    LobbyKind,
    NoSeat,
    decode,
    encode,
    is_name,
    told,
)
from protocol.lobby.people import AttemptFailed, Changed, Essence, News, Person, Spoken, Start, View


class GuestLobby:
    """A guest's lobby. Drain `outgoing` (frames for the host) and `news` after every call.

    Attributes:
        view: how things stand, as the host tells it; None before its first word.
        start: there once the host has frozen a form that is just what this guest was ready for.
    """

    def __init__(
        self,
        identity: bytes,
        host: bytes,
        name: str,
        games: Iterable[tuple[str, int, bytes]],
        addresses: Sequence[str],
        bot: bool = False,
    ) -> None:
        if not is_name(name):
            raise LobbyFault(f"a name has 1 to {NAME_LIMIT} printable characters and no blanks around it")
        self.host = host
        self.view: View | None = None
        self.start: Start | None = None
        self._me = identity
        self._sit = encode(LobbyKind.SIT, name, bot, tuple(games), tuple(islice(addresses, ADDRESSES_LIMIT)))
        self._ready_for: tuple[int, Essence] | None = None
        self._ties: dict[bytes, Tie] = {}
        self._outgoing: list[bytes] = []
        self._news: list[News] = []

    # ------------------------------------------------------------ the host
    def connected(self) -> None:
        """A link to the host stands, perhaps again: ask for a seat, or for the one we had."""
        self._outgoing.append(self._sit)
        self._ready_for = None  # to the host we were away
        if self._ties:
            self._tell_ties()

    def receive(self, frame: bytes) -> None:
        """Take a message of the host.

        Raises NoSeat if the host gives none, LobbyFault for what no host sends. A form that is not what we were ready
        for is refused: the host is told, and it is no fault of the link.
        """
        kind, fields = decode(frame)
        if kind is LobbyKind.SORRY:
            raise NoSeat(fields[0])
        if kind is LobbyKind.LIST:
            self._take_list(View.of(fields))
        elif kind is LobbyKind.SAID and self.view is not None:
            self._news.append(Spoken(self.view.name(fields[0]), fields[1]))
        elif kind is LobbyKind.START:
            self._take_start(*fields)
        elif kind is LobbyKind.AGAIN:
            if self.start is not None and self.start.attempt == fields[0]:
                self.start = None
            self._ready_for = None
            self._news.append(AttemptFailed(fields[1]))
        elif kind not in (LobbyKind.SAID, LobbyKind.BEGIN):
            raise LobbyFault("the host sent a guest's message")

    def _take_list(self, view: View) -> None:
        before, self.view = self.view, view
        if not self.is_ready:
            self._ready_for = None  # for good: no going back to a list that was shown before
        self._news.append(Changed(before, view))

    def _take_start(self, attempt: int, form_bytes: bytes) -> None:
        view = self.view
        try:
            form = Form.parse(form_bytes)
            fits = view is not None and self.is_ready and view.form() == form
        except AgreementFault as error:
            raise LobbyFault(f"the host's form cannot be signed: {error}") from error
        if view is None or not fits:
            self.failed(attempt, "the form is not the table that was shown, or not all were ready for it")
            return
        self.start = Start(form, attempt, tuple(person.addresses for person in view.seated))

    def failed(self, attempt: int, why: str) -> None:
        """We could not come to the agreement: the host ends the attempt for all."""
        self._outgoing.append(encode(LobbyKind.FAILED, attempt, told(why)))

    # ------------------------------------------------------------ our wishes
    def take(self, seat: int | None) -> None:
        """Sit down on a free seat, or stand up. Raises LobbyFault."""
        view = self._known()
        if seat is not None and (why := view.why_not(seat)):
            raise LobbyFault(why)
        self._wish(LobbyKind.TAKE, STANDING if seat is None else seat)

    def swap(self, other: bytes) -> None:
        """Change seats with somebody who wishes it too. Raises LobbyFault."""
        if self._known().person(other) is None or other == self._me:
            raise LobbyFault("there is nobody of that name to change seats with")
        self._wish(LobbyKind.SWAP, other)

    def ready(self, ready: bool) -> None:
        """Be ready for the table as it is shown, or no longer. Raises LobbyFault."""
        view = self._known()
        if ready and self.me.seat is None:
            raise LobbyFault("who stands cannot be ready; take a seat first")
        self._ready_for = (view.revision, view.essence) if ready else None
        self._wish(LobbyKind.READY, view.revision, ready)

    def say(self, text: str) -> None:
        """Say something to all."""
        self._wish(LobbyKind.SAY, told(text))

    def tie(self, peer: bytes, linked: bool, why: str = "") -> None:
        """How it stands between us and another guest."""
        tie = Tie(linked, told(why))
        if self._ties.get(peer) != tie:
            self._ties[peer] = tie
            self._tell_ties()

    def untie(self, peer: bytes) -> None:
        """Another guest has left."""
        self._ties.pop(peer, None)

    def _tell_ties(self) -> None:
        self._wish(LobbyKind.LINKS, tuple((key, tie.linked, tie.why) for key, tie in sorted(self._ties.items())))

    # ------------------------------------------------------------ what goes out
    @property
    def is_ready(self) -> bool:
        """Whether we have said that we are ready for the table as it is shown; the host may not have heard it yet."""
        return self.view is not None and self._ready_for == (self.view.revision, self.view.essence)

    @property
    def me(self) -> Person:
        """We, as we are in the list. Raises LobbyFault before we are."""
        person = self._known().person(self._me)
        if person is None:
            raise LobbyFault("the host has no place for you in its list")
        return person

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """Addressed frames to send, drained."""
        queue, self._outgoing = self._outgoing, []
        return [(self.host, frame) for frame in queue]

    def news(self) -> list[News]:
        """What has happened, for people, drained."""
        queue, self._news = self._news, []
        return queue

    # ------------------------------------------------------------ inside
    def _known(self) -> View:
        if self.view is None:
            raise LobbyFault("the host has not shown the table yet; wait a moment")
        return self.view

    def _wish(self, kind: LobbyKind, *fields: Canon) -> None:
        self._outgoing.append(encode(kind, *fields))
