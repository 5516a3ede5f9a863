"""What the three machines of CARDS share: bodies made of proofs, one behind the other (SPEC.md section 21)."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from typing_extensions import override

from protocol.deck.cards import AudienceFault, Card, Made, MaskedDeck
from protocol.deck.parts import Part, SharesPart
from protocol.machines.base import Author, Draft, Machine, Proofs, Scene
from protocol.shuffle import Masked


class Learnt(NamedTuple):
    """What a body teaches: its proofs, as they were said, and what each part of them gives."""

    proofs: Proofs
    results: tuple[Any, ...]


class CardsMachine(Machine):
    """CARDS. What a seat says in a phase follows from the log: a row of proofs, or nothing at all."""

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        self.cards = scene.known.cards
        self.seats = scene.agreement.seats
        self.parts = cache(self._parts)
        """The parts of which the body of a seat is made, by phase and seat; none if it does not speak there."""

    @abstractmethod
    def _parts(self, phase: int, seat: int) -> tuple[Part, ...]:
        """What `parts` gives for a phase that has begun."""

    @abstractmethod
    def learn(self, phase: int, seat: int, results: tuple[Any, ...]) -> None:
        """Notes what the parts of a seat have taught; called when all have spoken, by seats ascending."""

    @property
    @override
    def speakers(self) -> tuple[int, ...]:
        return self.speaking(0) if self.names else ()

    @override
    def speaking(self, phase: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if self.parts(phase, seat))

    @override
    def judge(self, phase: int, seat: int, body: bytes) -> Learnt:
        proofs = self.proofs(phase, seat, body)
        return Learnt(proofs, self.check(proofs))

    @override
    def take(self, phase: int, seat: int, learnt: Learnt) -> None:
        self.cards.made.append(Made(self.scene.slot, phase, seat, *learnt.proofs))
        self.learn(phase, seat, learnt.results)

    @override
    def needs(self, phase: int, seat: int) -> tuple[int, ...]:
        return ()

    @override
    def proofs(self, phase: int, seat: int, body: bytes) -> Proofs:
        return Proofs(self.parts(phase, seat), body)

    @override
    def draft(self, phase: int, author: Author) -> Draft:
        return Draft(b"", self.parts(phase, author.seat))

    @override
    def make(self, phase: int, author: Author) -> bytes:
        return self.finish(phase, author, self.draft(phase, author))


class Job(NamedTuple):
    """A card that shares are given in: which ciphertext of it, for which reader, by which seats, ascending."""

    card: Card
    masked: Masked
    reader: int
    givers: tuple[int, ...]


class Sharing:
    """One phase in which seats share: the jobs of a question, and what has come in.

    The body of a seat holds, for each deck in which it has shares to give, D_1..k ‖ c ‖ z; decks and cards in the order
    of the jobs.
    """

    def __init__(self, machine: CardsMachine, phase: int, jobs: Sequence[Job]) -> None:
        for job in jobs:
            if not machine.cards.may_share(job.masked.a, job.reader):
                raise AudienceFault(f"{job.card.handle} would be shared for two readers on one value")
        self.jobs = tuple(jobs)
        self.shares: list[dict[int, bytes]] = [{} for _ in jobs]
        self._machine, self._phase = machine, phase

    def parts(self, seat: int) -> tuple[SharesPart, ...]:
        """The parts that a seat gives."""
        where = self._machine.where(self._phase)
        return tuple(
            SharesPart(
                where.ctx(seat, deck.key_name),
                deck.key_name,
                deck.keys[seat],
                tuple(self.jobs[at].masked for at in numbers),
            )
            for deck, numbers in self._given(seat)
        )

    def learn(self, seat: int, results: Iterable[tuple[bytes, ...]]) -> None:
        """Notes the shares of a seat."""
        for (_, numbers), shares in zip(self._given(seat), results, strict=True):
            for at, share in zip(numbers, shares, strict=True):
                self.shares[at][seat] = share

    def _given(self, seat: int) -> list[tuple[MaskedDeck, list[int]]]:
        """The jobs in which a seat shares, by deck."""
        found: dict[int, tuple[MaskedDeck, list[int]]] = {}
        for at, job in enumerate(self.jobs):
            if seat in job.givers:
                found.setdefault(job.card.deck.number, (job.card.deck, []))[1].append(at)
        return list(found.values())
