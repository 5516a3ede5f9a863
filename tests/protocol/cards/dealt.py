"""A simulated table at which the hoard is played, and what must be true of the knowledge of each seat."""

from collections.abc import Callable
from random import Random
from typing import Any

from typing_extensions import override

from engine.core.cards import Face, Handle
from engine.core.cards import handles as handles_of
from engine.core.match import Match
from engine.core.questions import Mask, Show
from protocol.agreement import NOW, PROOFS, Form
from protocol.audit import verify_record
from protocol.deck.audit import open_all
from protocol.events import Answered, Asked, Ended, Fault, LinkFault, Lost
from protocol.report import Judgement, Report
from protocol.session import Session
from protocol.work import Work
from tests.protocol.cards import hoard
from tests.protocol.table import MatchMaker, Table, Wire, make_form
from tests.simulation.world import World


def card_form(seats: int, seed: int, turns: int = 4, proofs: str = NOW) -> Form:
    """The form of a table of the hoard."""
    return make_form(seats, seed, ((PROOFS, proofs), ("turns", turns)), "hoard")


class CardTable(World):
    """A table of the hoard. Bots play from what they see themselves, and never claim what is not so."""

    def __init__(
        self,
        seats: int = 3,
        seed: int = 0,
        *,
        turns: int = 4,
        proofs: str = NOW,
        wire: Wire | None = None,
        match: MatchMaker = hoard.new_match,
        beside: bool = False,
        **more: Any,
    ) -> None:
        """`beside`: proofs are handed out, and done some random time later, as by the threads of a real driver."""
        self.beside = beside
        self.todo: list[tuple[Session, Work]] = []
        super().__init__(form=card_form(seats, seed, turns, proofs), seed=seed, match=match, wire=wire, **more)

    @override
    def _session(self, seat: int) -> Session:
        session = super()._session(seat)
        session.hands_out = self.beside
        return session

    @override
    def _work(self, seat: int) -> None:
        super()._work(seat)
        session = self.session(seat)
        self.todo += [(session, work) for work in session.work()]

    @override
    def work(self) -> None:
        super().work()
        for row in self.todo[:]:
            if self.random.random() < 0.4:
                self.todo.remove(row)
                session, work = row
                if self.states[session.seat].session is session:
                    session.done(work, work.run())
                    self._work(session.seat)

    @override
    def run(self, until: Callable[[], bool] | None = None, limit_ms: int = 600_000) -> None:
        super().run(until, limit_ms)
        while until is None and self.todo:  # the wire is at rest, but not all proofs are done
            while self.todo:
                self.work()
            super().run(until, limit_ms)

    @override
    def sample(self, session: Session, asked: Asked) -> object:
        draw = Random(f"choice {self.seed} {session.seat} {asked.slot}")
        return asked.question.options(session.seat).sample(lambda n: draw.randrange(n), session.known)

    # ------------------------------------------------------------ judging
    def truth(self, seat: int = 0) -> dict[Handle, Face]:
        """The face of every handle there ever was, opened with all secrets."""
        secrets = {number: keys.secret for number, keys in self.keys.items()}
        return open_all(self.session(seat).log.known.cards, secrets)

    def may_know(self, seat: int) -> dict[int, set[Handle]]:
        """Which handles each seat may see now, by the questions that `seat` was told the answers of."""
        known: dict[int, set[Handle]] = {number: set() for number in self.numbers}
        serial = 0
        for event in self.events(seat, Answered):
            question = event.question
            if isinstance(question, Mask):
                for deck, (faces, old) in question.decks.items():
                    serial += 1
                    fresh = handles_of(deck, serial, len(faces) + len(old))
                    for number, handles in known.items():
                        knew = not handles.isdisjoint(old)
                        handles.difference_update(old)
                        if question.by is not None and (number == question.by or (len(fresh) == 1 and knew)):
                            handles.update(fresh)
            elif isinstance(question, Show):
                for reader, shown in question.to.items():
                    known[reader].update(shown)
            for handles in known.values():
                handles.update(event.reply.faces)
        living = self.session(seat).log.known.cards.living  # a card that went back by its face is seen no more
        return {number: handles & living.keys() for number, handles in known.items()}

    def assert_knowledge(self) -> None:
        """Every seat knows exactly what it may, and it is the truth."""
        for seat in self.numbers:
            truth = self.truth(seat)
            may = self.may_know(seat)[seat]
            assert dict(self.session(seat).known) == {handle: truth[handle] for handle in may}, f"seat {seat}"

    def assert_fair(self) -> Report:
        """All have come to one good end."""
        for seat in self.numbers:
            for kind in (Fault, LinkFault, Lost):
                assert self.events(seat, kind) == [], f"seat {seat}"
            (end,) = self.events(seat, Ended)
            assert end.slips == ()
        assert len(self.digests()) == 1
        (record,) = {self.record(seat) for seat in self.numbers}
        report = verify_record(hoard.new_match, record)
        assert report.judgement is Judgement.GOOD, report.findings
        return report


def robbed(match: Match[Any]) -> hoard.Hoard:
    """The state of the hoard."""
    assert isinstance(match.state, hoard.Hoard)
    return match.state


__all__ = ["CardTable", "Table", "Wire", "card_form", "robbed"]
