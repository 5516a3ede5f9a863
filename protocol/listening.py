"""How a seat and a spectator hear talk: each line is judged alone, and nothing of the game hangs on it (SPEC.md 19)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from typing_extensions import override

from engine.core.match import Match
from protocol.agreement import Agreement
from protocol.encoding import EncodingFault
from protocol.events import Said, TwoStories
from protocol.hearing import Hearing
from protocol.pace import Pace
from protocol.record import talk_item, twice_item
from protocol.talk import Spoken, Twice
from protocol.talkbook import TalkBook, Took
from protocol.wire import Kind, Message

FLOOD = 100
"""Lines that one author may have told us over its own link at once."""
FLOOD_PER_S = 2
"""How many more each second: twice what an honest seat says, so a link that stood still may bring all of it at once."""


class Listening(Hearing):
    """The side of a peer's reading that has to do with what the seats say to each other."""

    def __init__(self, agreement: Agreement, match: Match[Any], trace: Callable[[str], None] | None = None) -> None:
        super().__init__(agreement, match, trace)
        self._book = TalkBook(agreement)
        self._paces = {agreement.identity(seat): Pace(FLOOD, FLOOD_PER_S) for seat in agreement.seats}
        self._asked: dict[bytes, tuple[int, ...]] = {}

    @property
    def talk(self) -> TalkBook:
        """All that was said so far, to be looked at."""
        return self._book

    @override
    def connected(self, peer: bytes) -> None:
        super().connected(peer)
        self._asked.pop(peer, None)

    @override
    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        for pace in self._paces.values():
            pace.tick(now_ms)

    @override
    def _stand(self) -> list[bytes]:
        return [self._book.heard(), *super()._stand()]  # in this order: who stands at the end has told all it heard

    # ------------------------------------------------------------ hearing
    @override
    def _hear(self, peer: bytes, message: Message) -> None:
        kind, fields = message
        if kind is Kind.TALK:
            self._hear_line(peer, fields[0], fields[1])
        elif kind is Kind.TALKS:
            self._hear_lines(peer, fields[0], more=fields[1])
        elif kind is Kind.TWICE:
            self._hear_twice(peer, fields[0])
        else:
            super()._hear(peer, message)

    def _hear_line(self, peer: bytes, data: bytes, signature: bytes) -> None:
        """A line as it is said: from its author, or passed on."""
        spoken = self._parse_line(peer, data, signature)
        if spoken is None or self._book.holds(spoken):
            return
        if peer == self.agreement.identity(spoken.line.seat) and not self._paces[peer].take():
            self._blame(peer, "flood", f"talks too fast: {FLOOD_PER_S} lines a second for a while are the most")
        elif self._take_line(peer, spoken):
            self._pass_on(peer, spoken)

    def _hear_lines(self, peer: bytes, pairs: tuple[tuple[bytes, bytes], ...], *, more: bool) -> None:
        """What we lacked, or a part of it."""
        authors: set[int] = set()
        self._steps += [partial(self._hear_one, peer, *pair, authors) for pair in pairs]
        self._steps.append(partial(self._heard_lines, peer, authors, more=more))

    def _hear_one(self, peer: bytes, data: bytes, signature: bytes, authors: set[int]) -> None:
        if peer in self._faulty:
            return
        spoken = self._parse_line(peer, data, signature)
        if spoken is not None and self._take_line(peer, spoken):
            authors.add(spoken.line.seat)

    def _heard_lines(self, peer: bytes, authors: set[int], *, more: bool) -> None:
        if authors:
            self._caught_up(peer, authors)
        if authors and more:
            self._ask_talk(peer)

    def _hear_twice(self, peer: bytes, pairs: tuple[tuple[bytes, bytes], ...]) -> None:
        try:
            proof = Twice.parse(pairs)
        except EncodingFault as error:
            self._blame(peer, "garbage", str(error))
            return
        if not self._ours(peer, proof.first) or not self._book.matters(proof):
            return
        if proof.by(self.agreement.game_keys[proof.seat]):
            self._convict(proof)
        else:
            self._blame(peer, "signature", f"lines of talk that seat {proof.seat} has not signed")

    # ------------------------------------------------------------ judging
    def _parse_line(self, peer: bytes, data: bytes, signature: bytes) -> Spoken | None:
        """The line, if it can be one of this table; its signature is unjudged."""
        try:
            spoken = Spoken.parse(data, signature)
        except EncodingFault as error:
            self._blame(peer, "garbage", str(error))
            return None
        return spoken if self._ours(peer, spoken) else None

    def _ours(self, peer: bytes, spoken: Spoken) -> bool:
        if spoken.line.game_id != self.agreement.game_id:
            self._blame(peer, "other_game", "talk of another game")
        elif spoken.line.seat not in self.agreement.game_keys:
            self._blame(peer, "no_seat", f"talk of seat {spoken.line.seat}, which nobody holds")
        else:
            return True
        return False

    def _take_line(self, peer: bytes, spoken: Spoken) -> bool:
        """Judges a line of this table, which came from `peer`; returns whether it was admitted."""
        line = spoken.line
        if self._book.holds(spoken):
            return False  # seen before, byte for byte
        if not spoken.by(self.agreement.game_keys[line.seat]):
            self._blame(peer, "signature", f"a line of talk that seat {line.seat} has not signed")
            return False
        took = self._book.offer(spoken)
        if isinstance(took, Twice):
            self._convict(took)
        elif took is Took.AHEAD:
            self._ask_talk(peer)
        elif took is Took.BACKWARDS:
            self._blame(peer, "garbage", f"a line of talk of seat {line.seat} from before its last one")
        elif took is Took.FULL:
            self._blame(peer, "flood", f"more talk of seat {line.seat} than a game has room for")
        if took is not Took.ADMITTED:
            return False
        self._said(spoken)
        return True

    def _said(self, spoken: Spoken) -> None:
        """The book has taken a line."""
        self._unsaved.append(talk_item(spoken))
        self._events.append(Said(spoken.line.seat, spoken.line.text, spoken.line.slot))

    def _convict(self, proof: Twice) -> None:
        """A seat has told two stories. The game goes on; of that seat's talk only what came before counts."""
        if self._book.convict(proof):
            self._unsaved.append(twice_item(proof))
            self._events.append(TwoStories(proof.seat, proof.number))
            self._prove_twice(proof)

    # ------------------------------------------------------------ for those who speak
    def _ask_talk(self, peer: bytes) -> None:
        """Tells `peer` what we hold, so that it sends what we lack; once for as long as we hold the same."""
        if self._asked.get(peer) != self._book.counts:
            self._asked[peer] = self._book.counts
            self._send(peer, self._book.heard())

    def _pass_on(self, peer: bytes, spoken: Spoken) -> None:
        """A line that was just said came from `peer`: others may not have it."""

    def _caught_up(self, peer: bytes, authors: set[int]) -> None:
        """Lines of these seats that we lacked came from `peer`: others may lack them, too."""

    def _prove_twice(self, proof: Twice) -> None:
        """Tell whom it concerns who has told two stories."""
