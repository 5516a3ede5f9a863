"""CARDS, `Mask` by one seat: it alone mixes cards that it sees, such as its hand (SPEC.md section 21.3)."""

from collections.abc import Collection
from typing import Any

from typing_extensions import override

from engine.core.questions import Mask, Reply
from protocol.deck.cards import Card, CardsFault
from protocol.deck.parts import Part
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Scene
from protocol.machines.cards import Job, Learnt, Sharing
from protocol.machines.mask import Lot, MaskMachine
from protocol.shuffle.layout import FEWEST


class OwnMaskMachine(MaskMachine):
    """`Mask` with `by`. Where a deck has no keys yet, a phase of keys.

    Then, if any deck has two cards or more, that seat mixes all of these under the joint key: the new decks and their
    proofs. Last, all others share in the new cards for it, so that it has a view of each of them as after a deal.

    What is mixed is the newest ciphertext under the keys of all, not the view under its key alone: later readers mask
    that one anew, and the shares in it turn it into the view that hides which card is which from all who shared.
    """

    def __init__(self, scene: Scene) -> None:
        question = scene.match.question
        assert isinstance(question, Mask)
        assert question.by is not None
        self.by = question.by
        self.sharing: Sharing | None = None
        super().__init__(scene)
        if self.by not in self.seats:
            raise CardsFault(f"there is no seat {self.by} that could mix cards")
        for card in (self.cards.card(handle) for lot in self.lots for handle in lot.old):
            # Its masks are known to it: with them it would read what others come to see later.
            if card.number is None and card.view_of(self.by) is None:
                raise CardsFault(f"seat {self.by} is to mix {card.handle}, which it does not see")

    @override
    def _mixing(self) -> tuple[str, ...]:
        return ("own shuffle", "shares")

    @override
    def _turns(self, phase: int, seat: int) -> list[Lot]:
        return [lot for lot in self.lots if lot.size >= FEWEST] if seat == self.by else []

    @override
    def mixed(self, phase: int, spoken: Collection[int]) -> tuple[int, int]:
        decks = len(self._turns(phase, self.by))
        done = self.names[phase] == "shares" or (self.names[phase] == "own shuffle" and self.by in spoken)
        return decks * done, decks

    # ------------------------------------------------------------ what is said
    @override
    def _parts(self, phase: int, seat: int) -> tuple[Part, ...]:
        if self.names[phase] == "shares":
            assert self.sharing is not None
            return self.sharing.parts(seat)
        return super()._parts(phase, seat)

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Learnt:
        learnt = super().judge(phase, seat, body)
        if self.names[phase] == "own shuffle":  # nobody else mixes: a mask of nothing would come back to an old value
            values = [card.a for deck in learnt.results for card in deck]
            if any(map(self.cards.spent, values)) or len(set(values)) < len(values):
                raise Bad(FaultKind.BADPROOF, "it mixed a card to a value that stood in the log before")
        return learnt

    @override
    def learn(self, phase: int, seat: int, results: tuple[Any, ...]) -> None:
        if self.names[phase] == "shares":
            assert self.sharing is not None
            self.sharing.learn(seat, results)
            return
        super().learn(phase, seat, results)
        if self.names[phase] == "own shuffle":
            others = tuple(seat for seat in self.seats if seat != self.by)
            jobs = [
                Job(Card(handle, self.cards.decks[lot.name], masked), masked, self.by, others)
                for lot, cards in self.fresh()
                if lot.size >= FEWEST
                for handle, masked in cards
            ]
            self.sharing = Sharing(self, phase + 1, jobs)

    # ------------------------------------------------------------ what comes of it
    @override
    def reply(self) -> Reply:
        # A card that is mixed with no other stays what it was: who saw it goes on seeing it.
        alone = {
            cards[0][0]: self.cards.card(lot.old[0]).views for lot, cards in self.fresh() if lot.old and lot.size == 1
        }
        reply = super().reply()
        for handle, views in alone.items():
            self.cards.card(handle).views += views
        if self.sharing is not None:
            for job, shares in zip(self.sharing.jobs, self.sharing.shares, strict=True):
                card = self.cards.card(job.card.handle)
                self.cards.shown(card, self.by, job.masked, [shares[giver] for giver in job.givers])
        return reply
