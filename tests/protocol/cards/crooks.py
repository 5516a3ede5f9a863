"""Seats that lie about closed cards, and what all others must find."""

from collections.abc import Callable
from typing import Any

from protocol.audit import verify_record
from protocol.deck.parts import RemaskPart
from protocol.encoding import pack
from protocol.entry import Place, Signed
from protocol.events import Fault
from protocol.faults import FaultKind, Verdict
from protocol.group import ORDER, hash_scalar, plus, scalar_bytes, times, times_base
from protocol.log import Log
from protocol.machines.base import Author, Machine
from protocol.report import Judgement
from protocol.sharing import _remask_statement
from protocol.shuffle import Masked
from tests.adversaries.rig import lie
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import NOT_NOW, Outgoing, Wire

When = Callable[[Machine, int], bool]
"""when(machine, phase): whether the crook lies here."""
Forge = Callable[[Any, int, Author], bytes]
"""forge(machine, phase, author): the body that it gives instead."""


def saying(name: str, asked: str | None = None) -> When:
    """Where a phase of this name begins, of a question of the topic `asked`."""

    def when(machine: Machine, phase: int) -> bool:
        question = machine.scene.match.question
        return machine.names[phase] == name and (asked is None or (question is not None and question.topic == asked))

    return when


class Crook:
    """A seat that lies once, where `when` holds for the first time. `place`: where that was, once it was.

    `inside`: its own log takes the lie, too; it must be one that an honest log takes.
    """

    def __init__(self, table: CardTable, seat: int, when: When, forge: Forge, inside: bool = False) -> None:
        self.table, self.seat, self.when, self.forge, self.inside = table, seat, when, forge, inside
        self.place: Place | None = None
        log = table.session(seat).log
        self._honest = log.compose
        log.compose = self._compose  # type: ignore[method-assign]  # the crook's own program
        table.cheats[seat] = _as_it_is

    def _compose(self, author: Author) -> Signed:
        log = self.table.session(self.seat).log
        signed = self._honest(author)
        if self.place is not None or not self.when(log.machine, log.place.phase):
            return signed
        body = self.forge(log.machine, log.place.phase, author)
        self.place = log.place
        assert body != signed.entry.body
        forged = self.table.forge(self.seat, signed.entry, body=body)
        if self.inside:
            return forged
        lie(self.table, self.seat, lambda to, own: [forged], log.place)
        return signed

    def assert_caught(self, kind: FaultKind = FaultKind.BADPROOF) -> Verdict:
        """All honest seats stop at the very place of the lie and name its author; so does whoever reads the record."""
        assert self.place is not None, "it never came to lie"
        self.table.run()
        return assert_named(self.table, self.place, self.seat, kind)


def _as_it_is(out: Outgoing) -> list[Outgoing]:
    return [out]


def assert_named(table: CardTable, place: Place, seat: int, kind: FaultKind) -> Verdict:
    """All honest seats hold this verdict and nothing else, and it verifies alone."""
    verdicts = [table.session(judge).verdict for judge in table.honest]
    for judge, verdict in zip(table.honest, verdicts, strict=True):
        assert verdict is not None, f"seat {judge} has found nothing"
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, seat, kind), verdict
        assert table.events(judge, Fault)[-1].verdict == verdict
        assert table.faults() == []
        report = verify_record(hoard.new_match, table.record(judge))
        assert report.judgement is Judgement.BAD
        assert {(f.slot, f.phase, f.seat, f.reason) for f in report.findings} == {(*place, seat, kind.name)}
        assert_proves_alone(table, verdict)
    (same,) = {verdict for verdict in verdicts if verdict is not None}
    return same


def assert_proves_alone(table: CardTable, verdict: Verdict) -> None:
    """The evidence, offered to a log that holds what came before and nothing else, gives the same verdict."""
    judge = table.session(table.honest[0]).log
    log = Log(table.agreement, hoard.new_match(table.form))
    for closed in judge.closed:
        if closed.place < Place(verdict.slot, verdict.phase):
            for signed in closed.entries:
                log.offer(signed)
            while log.advance() is not None:
                pass
    named = None
    for signed in verdict.evidence:
        try:
            log.offer(signed)
        except Exception as proven:
            named = getattr(proven, "verdict", None)
    assert named == verdict


def remasked_by(part: RemaskPart, scalar: int) -> bytes:
    """A re-masking by a scalar of one's own choice, with a right proof."""
    step = Masked(times_base(scalar), times(scalar, part.joint))
    after = Masked(plus(part.card.a, step.a), plus(part.card.b, step.b))
    st = _remask_statement(part.ctx, part.joint, part.card, step)
    c = hash_scalar("remask", st, times_base(9) + times(9, part.joint))
    return after.a + after.b + scalar_bytes(c) + scalar_bytes((9 - c * scalar) % ORDER)


ROUGH = Wire(1, 300, 0.2)


def caught(
    name: str, forge: Callable[[Any, int, Author], bytes], asked: str | None = None, seat: int = 1, **more: Any
) -> None:
    """A crook lies at the first such place, the table stops there."""
    kind = more.pop("kind", FaultKind.BADPROOF)
    table = CardTable(3, seed=more.pop("seed", 4), turns=3, wire=ROUGH, **more)
    crook = Crook(table, seat, saying(name, asked), forge)
    table.run()
    crook.assert_caught(kind)


def liar(table: CardTable, seat: int) -> list[int]:
    """The seat says to have no knife whenever it has one; gives the slots in which it did."""
    lied: list[int] = []

    def choose(session: Any, asked: Any) -> object:
        hand = session.match.state.hands[session.seat]
        if asked.question.topic != "parry" or all(session.known[card] != "knife" for card in hand):
            return table.sample(session, asked)
        lied.append(asked.slot)
        session._author.payloads[asked.slot] = pack(None)
        session._go_on()
        return NOT_NOW

    table.choosers[seat] = choose
    table.cheats[seat] = as_it_is
    return lied


def as_it_is(out: Outgoing) -> list[Outgoing]:
    return [out]


def insistent(table: CardTable, seat: int, word: object) -> None:
    """The seat says this wherever it is asked, whether or not it is so."""

    def choose(session: Any, asked: Any) -> object:
        session._author.payloads[asked.slot] = pack(word)  # type: ignore[arg-type]  # it is plain
        session._go_on()
        return NOT_NOW

    table.choosers[seat] = choose
    table.cheats[seat] = as_it_is


def longer(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return body + b"\x00"


def nothing(machine: Any, phase: int, author: Author) -> bytes:
    return b""
