"""A table in one process: the oracle deals and rolls, bots sit in the other seats, one seat is left to the test."""

from collections.abc import AsyncIterator, Mapping, Sequence
from random import Random
from typing import Any

import trio

from client.bots.bot import Bot, RandomBot
from client.bots.bot import Question as Put
from engine.core.cards import Faces
from engine.core.match import Match
from engine.core.playout import Oracle
from engine.core.questions import One, Question, Reply, Seal, Together, Unseal
from net.telling import TableClosed, TableEvent
from protocol.events import Answered, Asked, Committed, Ended


class LocalTable:
    """Seat `seat` of a match; the seats without a bot in `bots` play at random."""

    def __init__(
        self, match: Match[Any], seats: int, seat: int, seed: int, bots: Mapping[int, Bot] | None = None
    ) -> None:
        draw = Random(seed).randrange
        self.match = match
        self.seat = seat
        self.names: Sequence[str] = [f"player {i}" for i in range(seats)]
        self.oracle = Oracle(seats, draw)
        self.bots: dict[int, Bot] = {i: (bots or {}).get(i) or RandomBot(draw) for i in range(seats)}
        self.replies: list[Reply] = []
        self.lines: list[str] = []
        self._sealed: dict[tuple[int, int], Any] = {}
        self._chosen: dict[int, Any] = {}
        self._choice = trio.Event()

    @property
    def slot(self) -> int:
        return self.match.index + 1

    @property
    def known(self) -> Faces:
        return self.oracle.known[self.seat] if self.seat >= 0 else {}

    mixed = None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return self.match.question.seats if self.match.question is not None else ()

    async def choose(self, slot: int, value: Any) -> None:
        assert slot == self.slot
        self.take(value)

    def stay(self) -> None:
        """Nobody else would talk."""

    async def say(self, text: str) -> None:
        """Note what is said."""
        self.lines.append(text)

    def take(self, value: Any) -> None:
        """Note the answer of the seat left to the test, judged first."""
        self.match.check(self.seat, value, dict(self.oracle.truth))
        self._chosen[self.slot] = value
        self._choice.set()

    async def __aiter__(self) -> AsyncIterator[TableEvent]:
        while self.match.question is not None:
            question = self.match.question
            if self.asks(question):
                yield Asked(self.slot, question, question.seats)
                if len(question.seats) > 1:
                    yield Committed(self.slot, next(seat for seat in question.seats if seat != self.seat))
                while self.slot not in self._chosen:
                    self._choice = trio.Event()
                    await self._choice.wait()
            yield self.step()
        assert self.match.outcome is not None
        yield Ended(self.match.outcome, tuple(range(len(self.names))), ())
        yield TableClosed()

    def asks(self, question: Question[Any]) -> bool:
        """Whether the seat left to the test is asked."""
        return self.seat in question.seats and not isinstance(question, Unseal)

    def step(self) -> Answered:
        """Answer the open question for everybody; my own answer must be there."""
        question, slot = self.match.question, self.slot
        assert question is not None
        if isinstance(question, One | Together | Seal):
            values = {seat: self._value(seat) for seat in question.seats}
            if isinstance(question, Seal):
                self._sealed.update({(slot - 1, seat): value for seat, value in values.items()})
                reply = Reply()
            else:
                reply = self._opened(question, values)
        elif isinstance(question, Unseal):
            reply = self._opened(
                question, {seat: self._sealed.pop((token.question, seat)) for seat, token in question.tokens.items()}
            )
        else:
            reply = self.oracle.reply(self.match)
        events = tuple(self.match.answer(reply))
        self.replies.append(reply)
        for known in self.oracle.known:
            known.update(reply.faces)
        return Answered(slot, question, reply, events)

    def _value(self, seat: int) -> Any:
        if seat == self.seat:
            return self._chosen[self.slot]
        return self.bots[seat].choose(Put.of(self.match, seat, self.oracle.known[seat]))

    def _opened(self, question: Question[Any], values: dict[int, Any]) -> Reply:
        shown = [h for seat, value in values.items() for h in question.options(seat).opens(value)]
        return Reply(values, {h: self.oracle.truth[h] for h in shown})
