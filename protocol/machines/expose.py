"""CARDS, `Expose`: the faces of handles become public (SPEC.md section 21)."""

from typing import Any

from typing_extensions import override

from engine.core.questions import Expose, Reply
from protocol.deck.cards import EVERYBODY, Card, CardsFault
from protocol.deck.parts import Part
from protocol.machines.base import Scene
from protocol.machines.cards import CardsMachine, Job, Sharing


class ExposeMachine(CardsMachine):
    """`Expose`. Phase 0: whoever still lacks: shares.

    Of a card that somebody sees, the one that came to see it last shares in its view; of a card that nobody sees, all
    share. A card that all have seen needs nothing.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        question = scene.match.question
        assert isinstance(question, Expose)
        if len(set(question.handles)) < len(question.handles):
            raise CardsFault("a card is opened twice in one question")
        self.opened = tuple(map(self.cards.card, question.handles))
        jobs = [self._job(card) for card in self.opened if card.number is None]
        self.names = ("shares",) * bool(jobs)
        self.sharing = Sharing(self, 0, jobs)

    def _job(self, card: Card) -> Job:
        if card.views:
            return Job(card, card.views[-1].card, EVERYBODY, (card.views[-1].reader,))
        return Job(card, card.newest, EVERYBODY, self.seats)

    @override
    def _parts(self, phase: int, seat: int) -> tuple[Part, ...]:
        return self.sharing.parts(seat)

    @override
    def learn(self, phase: int, seat: int, results: tuple[Any, ...]) -> None:
        self.sharing.learn(seat, results)

    @override
    def reply(self) -> Reply:
        for job, given in zip(self.sharing.jobs, self.sharing.shares, strict=True):
            before = job.card.views[-1].shares if job.card.views else ()
            shares = (*before, *(given[seat] for seat in job.givers))
            self.cards.opened(job.card, job.masked, shares, given=len(given))
        return Reply(faces={card.handle: face for card in self.opened if (face := card.face) is not None})
