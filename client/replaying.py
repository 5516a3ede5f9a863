"""Reading a record forward: the game it holds, slot by slot."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from client.errors import ClientError, UsageError
from client.matches import match_of
from engine.core.errors import MatchDead
from engine.core.match import Event, Match
from engine.core.questions import Question, Reply
from protocol.agreement import Agreement, AgreementFault
from protocol.encoding import EncodingFault
from protocol.entry import Signed
from protocol.log import Log, Proven, Taken, UnansweredKind
from protocol.record import Item, RecordFault, read
from protocol.talk import Line, Spoken


@dataclass(frozen=True)
class Told:
    """What the answer to one question led to; `match` of the replay stands just after it."""

    slot: int
    question: Question[Any]
    reply: Reply
    events: tuple[Event, ...]


class Replay:
    """A record being read. `match` stands where the reading has come to; `names` are the players' by seat.

    `log` is the protocol's side of it, to be looked at; `talk` is what was said, by author, after the reading has come
    to the end: it stands behind the game. It judges moves but no signatures: `kingsmoot verify` does that. Raises
    ClientError where the record breaks.
    """

    def __init__(self, data: bytes) -> None:
        self._rows = read(data)
        try:
            first = next(self._rows, None)
            if first is None or first.kind is not Item.TABLE:
                raise ClientError("the record does not begin with a table; kingsmoot verify says more")
            agreement = Agreement.parse(first.fields[0], {})
        except (RecordFault, AgreementFault) as error:
            raise ClientError(f"the record cannot be read: {error}; kingsmoot verify says more") from error
        self.names = [seat.name for seat in agreement.form.seats]
        self.match: Match[Any] = match_of(agreement.form)
        self.log = Log(agreement, self.match)
        self.talk: list[Line] = []

    def __iter__(self) -> Iterator[Told]:
        """Slot after slot, to the end of the record."""
        try:
            for row in self._rows:
                if row.kind is Item.ENTRY:
                    if self.log.offer(Signed.parse(*row.fields)) is not Taken.ADMITTED:
                        raise RecordFault(row.offset, "an entry that does not belong there")
                    while (step := self.log.advance()) is not None:
                        if step.question is not None and step.reply is not None:
                            yield Told(step.closed.place.slot, step.question, step.reply, step.events)
                elif row.kind is Item.TALK:
                    self.talk.append(Spoken.parse(*row.fields).line)
        except (RecordFault, EncodingFault, MatchDead, Proven, UnansweredKind) as error:
            raise ClientError(f"the record breaks here: {error}; kingsmoot verify says more") from error


class Place(NamedTuple):
    """A place in a game as people type it.

    `phase` is how its word begins, "" for the beginning of the round; `step` counts the positions in that phase from 1.
    """

    round: int
    phase: str = ""
    step: int = 1


def place_of(at: str) -> Place:
    """ROUND, ROUND.PHASE or ROUND.PHASE.STEP as typed: `3`, `3.marches`, `3.marches.2`. Raises UsageError."""
    number, _, rest = at.strip().casefold().partition(".")
    phase, point, step = rest.partition(".")
    if not number.isdecimal() or (point and not (phase and step.isdecimal())):
        raise UsageError(f"a place is ROUND.PHASE, as in 3.marches, or ROUND.PHASE.STEP, as in 3.marches.2, not `{at}`")
    return Place(int(number), phase, int(step) if point else 1)
