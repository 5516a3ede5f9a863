"""What a seat did not derive from its secret, and who refuses to open it (CRYPTO 8.5, SPEC.md sections 14 and 21.6)."""

from dataclasses import replace
from typing import Any

import pytest
from typing_extensions import override

from protocol.agreement import LATER
from protocol.audit import verify_record
from protocol.encoding import unpack
from protocol.entry import Place
from protocol.events import Ended, Fault
from protocol.machines.base import Author
from protocol.report import Judgement
from protocol.secret import GameSecret, SeatKeys
from tests.adversaries.rig import lie, silent
from tests.protocol.cards import hoard
from tests.protocol.cards.crooks import Crook, When, liar, saying
from tests.protocol.cards.dealt import CardTable


class OtherNonces(GameSecret):
    """A secret that gives the right keys, and nonces and masks that come from elsewhere."""

    @override
    def scalar(self, label: str, *parts: bytes) -> int:
        return super().scalar(label, *parts) if label == "deck" else GameSecret(b"x" * 32).scalar(label, *parts)


def elsewhere(machine: Any, phase: int, author: Author) -> bytes:
    """The body that the rules allow, with proofs that hold, and nothing in them drawn as agreed."""
    keys = author.keys
    strange = SeatKeys(keys.game, OtherNonces(keys.secret.value), keys.talk)
    body: bytes = machine.make(phase, replace(author, keys=strange))
    return body


PLACES: list[tuple[str, When, int, int]] = [
    ("shares", saying("shares", "deal"), 1, 4),
    ("re-mask", saying("re-mask", "theft"), 0, 8),
    ("opened", saying("opening", "duel"), 0, 6),
]


@pytest.mark.parametrize(("when", "seat", "seed"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_nonces_from_elsewhere_are_named_by_the_audit_and_cost_no_rank(when: When, seat: int, seed: int) -> None:
    assert_named_and_not_moved(CardTable(3, seed=seed, turns=2), seat, when)


def assert_named_and_not_moved(table: CardTable, seat: int, when: When) -> None:
    """The game goes on to its end; there all name this place and no other."""
    crook = Crook(table, seat, when, elsewhere, inside=True)
    table.run()
    assert crook.place is not None, "it never came to lie"
    for honest in table.honest:
        (end,) = table.events(honest, Ended)
        assert [(s.slot, s.phase, s.seat, s.reason) for s in end.slips] == [(*crook.place, seat, "NOTDERIVED")]
    report = verify_record(hoard.new_match, table.record(table.honest[0]))
    assert report.outcome is not None
    assert report.ranking == report.outcome.ranking


def test_a_proof_of_absence_with_nonces_from_elsewhere() -> None:
    """Seat 1 has no knife, and proves it with them."""
    table = CardTable(3, seed=8, turns=3)

    def when(machine: Any, phase: int) -> bool:
        asked = saying("answer", "parry")(machine, phase)
        return asked and unpack(table.session(1)._author.payloads[machine.scene.slot]) is None

    assert_named_and_not_moved(table, 1, when)


def test_who_refuses_to_open_his_secret_last_gets_no_end() -> None:
    """CRYPTO 8.5, "refuse last": all others open theirs, and the claim of the one that does not is left waiting.

    Nobody is blamed while it may still come, no ranking is given out, and if it comes it is judged.
    """
    table = CardTable(3, seed=6, turns=3, proofs=LATER)
    lied = liar(table, 1)
    table.run(lambda: table.session(0).log.machine.names == ("outcome", "secret"))
    end = Place(table.session(0).slot, 1)
    honest = table.cheats[1]
    lie(table, 1, silent, end)
    table.run()
    for seat in (0, 2):
        assert table.session(seat).log.waiting_for == (1,)
        assert table.events(seat, Ended) == table.events(seat, Fault) == []
        report = verify_record(hoard.new_match, table.record(seat))
        assert report.judgement is Judgement.INCOMPLETE
        assert report.findings == ()
        assert {(each.slot, each.seat) for each in report.waiting} >= {(slot, 1) for slot in lied}
    table.cheats[1] = honest
    (own,) = (s for s in table.session(1).log.entries_at(end) if s.entry.seat == 1)
    table.say(1, own)
    table.run()
    for seat in (0, 2):
        (over,) = table.events(seat, Ended)
        assert {(s.slot, s.seat, s.reason) for s in over.slips} == {(slot, 1, "FALSECLAIM") for slot in lied}
        assert over.ranking[-1] == (1,)
