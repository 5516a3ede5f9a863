"""The machine by which the seats of a table come to one signed agreement (SPEC.md section 9). No I/O.

    LOCKING --all locks in, ours sent--> OPENING --all locks opened and right--> SIGNING --all signed--> DONE

What a faster seat sends early waits until our own state has caught up. A fault ends the attempt: the lobby starts over
with fresh keys and nonces, so that the table words change.
"""

from collections.abc import Collection
from enum import Enum
from typing import Any

from protocol.agreement import (
    Agreement,
    DataFault,
    Form,
    FormFault,
    LockFault,
    Opened,
    VersionFault,
    judge_signatures,
    sign_table,
)
from protocol.encoding import EncodingFault
from protocol.identity import SigningKey
from protocol.secret import SeatKeys
from protocol.wire import Kind, Message, decode, encode

EARLY_FRAMES = 256
"""Frames of the game itself that one peer may send before we have agreed; it may be one phase ahead of us."""


class FrameFault(Exception):
    """A frame that no honest peer sends: its link is to be dropped, the attempt goes on. `peer` is the PeerId."""

    def __init__(self, peer: bytes, text: str) -> None:
        super().__init__(text)
        self.peer = peer


class Stage(Enum):
    """How far the agreement has come."""

    LOCKING = "locking"
    OPENING = "opening"
    SIGNING = "signing"
    DONE = "done"


class Agreeing:
    """One seat's side of the agreement on `form`.

    The driver writes `keys` and `nonce` (32 random bytes) to disk before it sends anything that `outgoing` gives.
    Each seat must have a link of its own to us: what a seat says here is believed from its own link alone.
    """

    def __init__(self, form: Form, seat: int, identity: SigningKey, keys: SeatKeys, nonce: bytes) -> None:
        if form.seat_of(identity.public) != seat:
            raise FormFault(seat, "the form gives this seat to another identity")
        if len(nonce) != 32:
            raise ValueError("a lock's nonce has 32 bytes")
        self.form = form
        self.seat = seat
        self.stage = Stage.LOCKING
        self.leftover: list[tuple[bytes, bytes]] = []
        """(peer, frame) of the game itself that came early, in order: to be given to the Session after its start."""
        self._identity = identity
        self._keys = keys
        self._mine = Opened(keys.game.public, keys.talk.public, nonce)
        self._locks: dict[int, bytes] = {}
        self._opened: dict[int, Opened] = {}
        self._signatures: dict[int, tuple[bytes, bytes]] = {}
        self._said: list[bytes] = []
        self._out: list[tuple[bytes, bytes]] = []
        self._peers: set[bytes] = set()
        self._sent: dict[int, dict[Kind, tuple[Any, ...]]] = {number: {} for number in form.numbers}
        lock = self._mine.lock(form, seat)
        self._locks[seat] = lock
        self._say(encode(Kind.LOCK, seat, form.rules_version, form.data_digest, form.hash, lock))

    def connected(self, peer: bytes) -> None:
        """A link to `peer` stands, perhaps again: all that we have said so far is queued for it."""
        if self.form.seat_of(peer) not in (None, self.seat):
            self._peers.add(peer)
            self._out += [(peer, frame) for frame in self._said]

    def receive(self, peer: bytes, frame: bytes) -> None:
        """Judges one frame; empty bytes mean that the link closed.

        Raises:
            FrameFault: `peer` sent what no honest peer sends; drop its link, the attempt goes on.
            AgreementFault: the attempt has failed, `seat` is the one to name; start over.
        """
        if not frame:
            self._peers.discard(peer)
            return
        seat = self.form.seat_of(peer)
        if seat is None or seat == self.seat:
            raise FrameFault(peer, "no seat of this table")
        try:
            message = decode(frame)
        except EncodingFault as error:
            raise FrameFault(peer, str(error)) from error
        if message is None:
            return
        if message.kind >= Kind.ENTRY:
            self._keep(peer, frame)
            return
        self._hear(peer, seat, message)
        self._advance()

    def outgoing(self) -> list[tuple[bytes, bytes]]:
        """(peer, frame) to be sent now, in this order; each is given once."""
        out, self._out = self._out, []
        return out

    def result(self) -> Agreement | None:
        """The agreement once every seat has signed, else None."""
        if self.stage is not Stage.DONE:
            return None
        return Agreement(self.form, dict(self._opened), dict(self._signatures))

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose word the present stage lacks, ascending."""
        said: dict[Stage, Collection[int]] = {
            Stage.LOCKING: self._locks,
            Stage.OPENING: self._opened,
            Stage.SIGNING: self._signatures,
            Stage.DONE: self.form.numbers,
        }
        return tuple(seat for seat in self.form.numbers if seat not in said[self.stage])

    def _keep(self, peer: bytes, frame: bytes) -> None:
        if sum(who == peer for who, _ in self.leftover) >= EARLY_FRAMES:
            raise FrameFault(peer, "too much sent before the table was agreed")
        self.leftover.append((peer, frame))

    def _hear(self, peer: bytes, seat: int, message: Message) -> None:
        kind, fields = message
        if fields[0] != seat:
            raise FrameFault(peer, f"speaks for seat {fields[0]}")
        before = self._sent[seat].setdefault(kind, fields)
        if before != fields:
            raise LockFault(seat, f"sent two different messages of kind {kind.name}")
        if kind is Kind.LOCK:
            self._hear_lock(seat, *fields[1:])

    def _hear_lock(self, seat: int, version: int, data: bytes, form_hash: bytes, lock: bytes) -> None:
        if version != self.form.rules_version:
            raise VersionFault(seat, version, self.form.rules_version)
        if data != self.form.data_digest:
            raise DataFault(seat, "its game data differ from ours under the same version")
        if form_hash != self.form.hash:
            raise FormFault(seat, "it locked another form")
        self._locks[seat] = lock

    def _advance(self) -> None:
        everyone = len(self.form.numbers)
        if self.stage is Stage.LOCKING and len(self._locks) == everyone:
            self.stage = Stage.OPENING
            self._opened[self.seat] = self._mine
            self._say(encode(Kind.OPEN_LOCK, self.seat, self._mine.game, self._mine.talk, self._mine.nonce))
        if self.stage is Stage.OPENING:
            self._open_locks()
            if len(self._opened) == everyone:
                self.stage = Stage.SIGNING
                mine = sign_table(self.form, self._opened, self.seat, self._identity, self._keys)
                judge_signatures(self.form, self._opened, self.seat, mine)
                self._signatures[self.seat] = mine
                self._say(encode(Kind.SIGN, self.seat, *mine))
        if self.stage is Stage.SIGNING:
            self._take_signatures()
            if len(self._signatures) == everyone:
                self.stage = Stage.DONE

    def _open_locks(self) -> None:
        for seat, sent in self._sent.items():
            if Kind.OPEN_LOCK in sent and seat not in self._opened:
                _, game, talk, nonce = sent[Kind.OPEN_LOCK]
                opened = Opened(game, talk, nonce)
                if opened.lock(self.form, seat) != self._locks[seat]:
                    raise LockFault(seat, "its keys and nonce are not those it had locked")
                self._opened[seat] = opened

    def _take_signatures(self) -> None:
        for seat, sent in self._sent.items():
            if Kind.SIGN in sent and seat not in self._signatures:
                _, by_identity, by_game = sent[Kind.SIGN]
                judge_signatures(self.form, self._opened, seat, (by_identity, by_game))
                self._signatures[seat] = (by_identity, by_game)

    def _say(self, frame: bytes) -> None:
        self._said.append(frame)
        self._out += [(peer, frame) for peer in sorted(self._peers)]


def said(agreement: Agreement, seat: int) -> tuple[bytes, ...]:
    """All that `seat` said while the table was agreed, for a peer that has not heard it to the end: its link broke."""
    form, mine = agreement.form, agreement.opened[seat]
    return (
        encode(Kind.LOCK, seat, form.rules_version, form.data_digest, form.hash, mine.lock(form, seat)),
        encode(Kind.OPEN_LOCK, seat, mine.game, mine.talk, mine.nonce),
        encode(Kind.SIGN, seat, *agreement.signatures[seat]),
    )
