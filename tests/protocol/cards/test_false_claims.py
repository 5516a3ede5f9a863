"""One adversary for each kind of claim about a hand that no other test has (CRYPTO 8.4, 8.5)."""

from typing import Any

import pytest

from engine.core.cards import Absent, Faces, Handle
from engine.core.match import State
from engine.core.options import Listed
from engine.core.questions import Mask, One, Rules, Show, ask
from protocol.agreement import LATER
from protocol.audit import verify_record
from protocol.encoding import lp, pack
from protocol.events import Ended
from protocol.faults import FaultKind
from protocol.machines.base import Author
from tests.protocol.cards.crooks import Crook, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.cards.scripted import scripted
from tests.protocol.table import NOT_NOW


def test_a_handle_that_is_not_in_the_hand_is_not_played() -> None:
    """K-HAND: hands are public lists of handles, so all see on arrival that another's card is said."""
    table = CardTable(3, seed=6, turns=1)

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        return lp(pack((machine.scene.match.state.hands[1][0], "knife")))

    crook = Crook(table, 0, saying("answer", "play"), forge)
    table.run()
    crook.assert_caught(FaultKind.ILLEGAL)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_lower_card_played_as_the_highest(replaced: bool) -> None:
    """K-HIGHER: who plays a card claims to keep none above it; a hand that went back since is judged as it was."""

    def highest(hand: tuple[Handle, ...]) -> Listed[Handle]:
        def claiming(card: Handle, faces: Faces) -> tuple[Absent, ...]:
            kept = tuple(other for other in hand if other != card)
            return (Absent(1, kept, tuple(face for face in "abcd" if face > faces[card]), "S2"),)

        return Listed(hand, "S2", opening=lambda card: (card,), claiming=claiming)

    def rules(s: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (tuple("abcd"), ())}))
        hand = made["road"]
        yield from ask(Show("deal", "S1", {1: hand}))
        card = yield from ask(One("highest", "S2", 1, highest(hand)))
        if replaced:
            yield from ask(Mask("back", "S3", {"road": ((), tuple(h for h in hand if h != card))}))

    match = scripted(rules, 2, ((1,), (0,)))
    table = CardTable(2, 5, match=match, proofs=LATER)

    def lowest(session: Any, asked: Any) -> object:
        session._author.payloads[asked.slot] = pack(min(session.known, key=session.known.__getitem__))
        session._go_on()
        return NOT_NOW

    table.choosers[1] = lowest
    table.cheats[1] = lambda out: [out]
    table.run()
    (end,) = table.events(0, Ended)
    assert [(s.seat, s.reason) for s in end.slips] == [(1, "FALSECLAIM")]
    assert end.ranking == ((0,), (1,)) == verify_record(match, table.record(0)).ranking
