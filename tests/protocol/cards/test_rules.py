"""Rules that ask of closed cards what cannot be done: the game stops as faulty, and no seat is blamed for it."""

import pytest

from engine.core.cards import Absent
from engine.core.errors import MatchDead, Refused
from engine.core.match import State
from engine.core.options import Listed
from engine.core.questions import Expose, Mask, One, Reply, Rules, Seal, Show, Unseal, ask
from protocol.audit import verify_record
from protocol.deck.cards import AudienceFault
from protocol.events import Ended, Fault
from protocol.log import UnansweredKind
from protocol.machines.expose import ExposeMachine
from protocol.record import assemble
from protocol.report import Judgement
from tests.protocol.cards.scripted import Script, any_of, hands, scripted, table_of


def assert_rules_fault(rules: Script, text: str, seats: int = 2) -> None:
    """A seat that comes there stops, and whoever reads what it holds says that the rules failed."""
    table = table_of(rules, seats)
    with pytest.raises((UnansweredKind, MatchDead), match=text):
        table.run()
    for seat in table.numbers:
        assert table.events(seat, Fault) == table.events(seat, Ended) == []
    held: list[list[bytes]] = [table.states[seat].journal + table.session(seat).unsaved() for seat in table.numbers]
    items = max(held, key=lambda seat: len(seat))
    report = verify_record(scripted(rules, seats), assemble(table.agreement, items))
    assert report.judgement is Judgement.BAD
    assert [(finding.seat, finding.reason) for finding in report.findings] == [(-1, "RULES")]


def test_a_card_shown_to_a_seat_without_a_key() -> None:
    """SPEC 21.4: where no share would be missing, all would see the card."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b"), ())}))
        yield from ask(Show("deal", "S1", {7: made["road"]}))

    assert_rules_fault(rules, "seat 7")


def test_a_card_mixed_twice() -> None:
    """One handle is one card."""

    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b", "c"), ())}))
        one, two, _ = made["road"]
        yield from ask(Mask("again", "S1", {"road": ((), (one, one, two))}))

    assert_rules_fault(rules, "twice")


def test_a_deck_with_a_dot_in_its_name() -> None:
    """SPEC 21.1: a handle is deck.serial.index."""

    def rules(state: State) -> Rules[None]:
        yield from hands(("a", "b"), 2)
        yield from ask(Mask("make", "S1", {"road.side": (("a", "b"), ())}))

    assert_rules_fault(rules, "road.side")


def test_a_sealed_card_is_mixed_away() -> None:
    """SPEC 21.3: an honest seat could not open its choice, and would be named for it."""

    def rules(state: State) -> Rules[None]:
        dealt = yield from hands(tuple("abcd"), 2)
        kept = yield from ask(Seal("hide", "S2", {seat: any_of(hand) for seat, hand in dealt.items()}))
        yield from ask(Mask("again", "S1", {"road": ((), dealt[0])}))
        yield from ask(Unseal("hide", "S2", kept))

    assert_rules_fault(rules, "mixed away")


def test_other_cards_may_be_mixed_while_a_choice_is_sealed() -> None:
    """Whom it does not concern, it does not stop; and a token that was burned holds nothing."""

    def rules(state: State) -> Rules[None]:
        dealt = yield from hands(tuple("abcdef"), 2)
        kept = yield from ask(Seal("hide", "S2", {seat: any_of(hand[:2]) for seat, hand in dealt.items()}))
        yield from ask(Mask("again", "S1", {"road": ((), (dealt[0][2], dealt[1][2]))}))
        opened = yield from ask(Unseal("hide", "S2", kept))
        yield from ask(Mask("again", "S1", {"road": ((), tuple(h for h in dealt[0][:2] if h not in opened.values()))}))

    table = table_of(rules)
    table.run()
    assert table.ended()
    report = verify_record(scripted(rules, 2), table.record(0))
    assert report.judgement is Judgement.GOOD, report.findings


def test_a_sealed_card_that_all_have_seen_may_go_back() -> None:
    """What everybody knows needs no share when it is unsealed, wherever the card is by then."""

    def rules(state: State) -> Rules[None]:
        dealt = yield from hands(("a", "b"), 2)
        kept = yield from ask(Seal("hide", "S2", {seat: any_of(hand) for seat, hand in dealt.items()}))
        yield from ask(Expose("open", "S1", dealt[0]))
        yield from ask(Mask("again", "S1", {"road": ((), dealt[0])}))
        opened = yield from ask(Unseal("hide", "S2", kept))
        state.say("Opened", tuple(opened.values()))

    table = table_of(rules)
    table.run()
    assert table.ended()
    report = verify_record(scripted(rules, 2), table.record(0))
    assert report.judgement is Judgement.GOOD, report.findings


def test_a_claim_about_a_card_that_never_was() -> None:
    """Its seat could not prove it, and the audit would rank it last."""

    def rules(state: State) -> Rules[None]:
        yield from hands(tuple("abcd"), 2)
        claim = Absent(0, ("road.77.0",), ("a",), "S2")
        yield from ask(One("say", "S2", 0, Listed(("x", "y"), "S2", claiming=lambda value, faces: (claim,))))
        yield from ask(One("say", "S2", 1, Listed(("x", "y"), "S2")))

    assert_rules_fault(rules, "road.77.0")


@pytest.mark.parametrize("fault", [AudienceFault("two readers"), Refused("S1", "two readers")])
def test_what_nobody_is_guilty_of_is_a_fault_of_the_game(fault: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC 10: whatever cannot be done when all have spoken rightly stops the log in one way."""

    def fails(machine: ExposeMachine) -> Reply:
        raise fault

    def rules(state: State) -> Rules[None]:
        dealt = yield from hands(("a", "b"), 2)
        yield from ask(Expose("open", "S1", dealt[0]))

    monkeypatch.setattr(ExposeMachine, "reply", fails)
    assert_rules_fault(rules, "two readers")
