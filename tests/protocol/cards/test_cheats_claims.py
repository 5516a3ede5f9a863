"""Claims about closed cards that are not so: no proof can be made, or the audit names who made them."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from engine.core.cards import Absent
from protocol.absence import prove_absence
from protocol.agreement import LATER
from protocol.audit import verify_record
from protocol.deck.claims import absence_parts
from protocol.deck.parts import AbsencePart
from protocol.encoding import lp, pack
from protocol.events import Ended
from protocol.faults import IllegalFault
from protocol.group import plus, times
from protocol.machines.base import Author
from protocol.report import Judgement
from protocol.shuffle import Masked
from tests.protocol.cards import hoard
from tests.protocol.cards.crooks import ROUGH, Crook, liar, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import NOT_NOW


# ---------------------------------------------------------------- claims
def holds_a_knife(table: CardTable, seat: int) -> Callable[[Any, int], bool]:
    """Where a seat is asked for a knife and has one."""

    def when(machine: Any, phase: int) -> bool:
        state = machine.scene.match.state
        asked = saying("answer", "parry")(machine, phase)
        return asked and any(table.session(seat).known[card] == "knife" for card in state.hands[seat])

    return when


def no_knife(machine: Any, author: Author) -> tuple[AbsencePart, ...]:
    """The parts that prove that the hand of a seat has no knife."""
    state = machine.scene.match.state
    absent = Absent(author.seat, tuple(state.hands[author.seat]), ("knife",), "C3")
    parts = absence_parts(machine.scene.known.cards, machine.where(0), author.seat, absent)
    assert parts is not None
    return parts


def one_branch_bent(machine: Any, phase: int, author: Author) -> bytes:
    """The proof as it would be if the knife were the first of the allowed faces."""
    (part,) = no_knife(machine, author)
    secret, pair = author.keys.secret, part.name.pair(author.keys.secret)
    proof = b""
    for card in part.views:
        try:
            proof += prove_absence(secret, pair, part.ctx, (card,), part.allowed)
        except ValueError:
            bent = Masked(card.a, plus(part.allowed[0], times(pair.scalar, card.a)))
            proof += prove_absence(secret, pair, part.ctx, (bent,), part.allowed)
    return lp(pack(None)) + proof


def no_proof(machine: Any, phase: int, author: Author) -> bytes:
    return lp(pack(None))


def proof_of_fewer_cards(machine: Any, phase: int, author: Author) -> bytes:
    """The knife left out of the hand."""
    (part,) = no_knife(machine, author)
    secret, pair = author.keys.secret, part.name.pair(author.keys.secret)
    proofs = []
    for card in part.views:
        with suppress(ValueError):
            proofs.append(prove_absence(secret, pair, part.ctx, (card,), part.allowed))
    return lp(pack(None)) + b"".join(proofs)


@pytest.mark.parametrize("forge", [one_branch_bent, no_proof, proof_of_fewer_cards])
@pytest.mark.parametrize("beside", [False, True])
def test_a_false_claim_cannot_be_proven(forge: Callable[[Any, int, Author], bytes], beside: bool) -> None:
    """SPEC 20.5: whoever holds a knife cannot make the proof."""
    table = CardTable(3, seed=6, turns=3, wire=ROUGH, beside=beside)
    crook = Crook(table, 1, holds_a_knife(table, 1), forge)
    table.run()
    crook.assert_caught()


def test_a_false_claim_is_found_by_the_audit() -> None:
    """SPEC 13, 21.6: the game goes on, the seat is named and stands last, the others keep their order."""
    table = CardTable(3, seed=6, turns=3, proofs=LATER, wire=ROUGH)
    lied = liar(table, 1)
    table.run()
    assert lied
    for seat in table.honest:
        (end,) = table.events(seat, Ended)
        assert [(s.slot, s.seat, s.reason) for s in end.slips] == [(slot, 1, "FALSECLAIM") for slot in lied]
        assert end.ranking[-1] == (1,)
    report = verify_record(hoard.new_match, table.record(0))
    assert [(f.slot, f.seat, f.reason) for f in report.findings] == [(slot, 1, "FALSECLAIM") for slot in lied]
    assert report.outcome is not None
    assert report.ranking is not None
    assert report.ranking[-1] == (1,)
    rest = tuple(seat for group in report.outcome.ranking for seat in group if seat != 1)
    assert tuple(seat for group in report.ranking[:-1] for seat in group) == rest


def test_a_claim_whose_secret_stays_closed() -> None:
    """SPEC 21.6: who opens another secret than its own, and has made a claim that waits for it, stands last."""
    table = CardTable(3, seed=6, turns=3, proofs=LATER)
    lied = liar(table, 1)
    crook = Crook(table, 1, saying("secret"), lambda machine, phase, author: bytes(32), inside=True)
    table.run()
    assert lied
    assert crook.place is not None
    for seat in table.honest:
        (end,) = table.events(seat, Ended)
        assert {s.seat for s in end.slips} == {1}
        assert {s.reason for s in end.slips} > {"BADROOT"}
        assert {s.reason for s in end.slips} <= {"BADROOT", "UNAUDITED", "FALSECLAIM"}  # false: it was seen later
    report = verify_record(hoard.new_match, table.record(0))
    assert report.ranking is not None
    assert report.ranking[-1] == (1,)


def test_before_the_audit_a_record_says_what_waits() -> None:
    """`verify` of a game that is not over: proven as far as it goes, with the claims that wait."""
    table = CardTable(3, seed=6, turns=3, proofs=LATER)
    liar(table, 1)
    table.run(lambda: table.session(0).log.machine.names == ("outcome", "secret"))
    report = verify_record(hoard.new_match, table.record(0))
    assert report.judgement is Judgement.INCOMPLETE
    assert report.counts.claims == len(report.waiting) > 0
    assert report.counts.shuffles > 0


def test_our_own_program_does_not_claim_what_is_not_so() -> None:
    """A player cannot say it by mistake."""
    table = CardTable(3, seed=6, turns=3)
    when = holds_a_knife(table, 1)
    table.choosers[1] = lambda session, asked: NOT_NOW if when(session.log.machine, 0) else table.sample(session, asked)
    table.run(lambda: when(table.session(1).log.machine, 0), limit_ms=60_000)
    session = table.session(1)
    with pytest.raises(IllegalFault) as refused:
        session.choose(session.slot, None)
    assert refused.value.code == "not_true"
