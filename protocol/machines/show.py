"""CARDS, `Show`: each named seat comes to see its handles: a deal, a theft, a release, a peek (SPEC.md section 21)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from typing_extensions import override

from engine.core.questions import Reply, Show
from protocol.deck.cards import Card, CardsFault
from protocol.deck.parts import Part, RemaskPart
from protocol.faults import Bad, FaultKind
from protocol.machines.base import Scene
from protocol.machines.cards import CardsMachine, Job, Learnt, Sharing
from protocol.shuffle import Masked


class Sight(NamedTuple):
    """One seat that is to see one card. `remasks`: its `a` has an audience already, so the reader gives a new one."""

    reader: int
    card: Card
    remasks: bool


class ShowMachine(CardsMachine):
    """`Show`. If any card has a reader already: the new readers: a' ‖ b' ‖ c ‖ z for each of their cards of this kind.

    Then all seats: shares in all cards that others come to see. A card that a seat sees already, or that all have seen,
    needs nothing.
    """

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        question = scene.match.question
        assert isinstance(question, Show)
        self.sights = tuple(self._sights(question))
        self.names = ("re-mask",) * any(sight.remasks for sight in self.sights) + ("shares",) * bool(self.sights)
        self.after: dict[tuple[int, str], Masked] = {}
        self.sharing: Sharing | None = None
        if "re-mask" not in self.names:
            self._begin_sharing()

    def _sights(self, question: Show) -> list[Sight]:
        found: list[Sight] = []
        audience: dict[bytes, int] = {}
        for reader in sorted(question.to):
            for handle in dict.fromkeys(question.to[reader]):
                card = self.cards.card(handle)
                if reader not in card.deck.keys:  # no share would be missing: whoever reads the log would see the card
                    raise CardsFault(f"{handle} cannot be shown to seat {reader}, which has no key of its deck")
                if card.number is not None or card.view_of(reader) is not None:
                    continue
                a = card.newest.a
                free = self.cards.may_share(a, reader) and audience.get(a, reader) == reader
                if free:
                    audience[a] = reader
                found.append(Sight(reader, card, not free))
        return found

    def _begin_sharing(self) -> None:
        jobs = [
            Job(
                sight.card,
                self.after.get((sight.reader, sight.card.handle), sight.card.newest),
                sight.reader,
                tuple(seat for seat in self.seats if seat != sight.reader),
            )
            for sight in self.sights
        ]
        self.sharing = Sharing(self, len(self.names) - 1, jobs)

    # ------------------------------------------------------------ what is said
    @override
    def _parts(self, phase: int, seat: int) -> tuple[Part, ...]:
        if self.names[phase] == "shares":
            assert self.sharing is not None
            return self.sharing.parts(seat)
        return tuple(self._remask(phase, sight) for sight in self._remasked_by(seat))

    def _remasked_by(self, seat: int) -> list[Sight]:
        return [sight for sight in self.sights if sight.remasks and sight.reader == seat]

    def _remask(self, phase: int, sight: Sight) -> RemaskPart:
        card, deck = sight.card, sight.card.deck
        ctx = self.where(phase).ctx(sight.reader, deck.key_name)
        return RemaskPart(ctx, deck.handle(card.handle), sight.reader, deck.joint, card.newest)

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Learnt:
        learnt = super().judge(phase, seat, body)
        if self.names[phase] == "re-mask":
            values = [masked.a for masked in learnt.results]
            if any(map(self.cards.spent, values)) or len(set(values)) < len(values):
                raise Bad(FaultKind.BADPROOF, "it re-masked a card to a value that stood in the log before")
        return learnt

    @override
    def clash(self, phase: int, seat: int, learnt: Learnt, others: Mapping[int, Learnt]) -> tuple[int, ...]:
        """Two seats that re-masked to one value: then the shares for both would open the card to all."""
        if self.names[phase] == "re-mask":
            values = {masked.a for masked in learnt.results}
            for other, theirs in sorted(others.items()):
                if any(masked.a in values for masked in theirs.results):
                    return tuple(sorted((seat, other)))
        return ()

    @override
    def learn(self, phase: int, seat: int, results: tuple[Any, ...]) -> None:
        if self.names[phase] == "shares":
            assert self.sharing is not None
            self.sharing.learn(seat, results)
            return
        for sight, masked in zip(self._remasked_by(seat), results, strict=True):
            self.after[seat, sight.card.handle] = masked
        if len(self.after) == sum(sight.remasks for sight in self.sights):
            self._begin_sharing()

    # ------------------------------------------------------------ what comes of it
    @override
    def reply(self) -> Reply:
        if self.sharing is not None:
            for sight, job, shares in zip(self.sights, self.sharing.jobs, self.sharing.shares, strict=True):
                if sight.remasks:
                    self.cards.remasked(job.card, job.masked)
                self.cards.shown(job.card, job.reader, job.masked, [shares[seat] for seat in job.givers])
        return Reply()
