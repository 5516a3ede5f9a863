"""What the audit says of closed cards, whoever keeps his secret: SPEC.md 21.6, one test for each sentence."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from typing_extensions import override

from engine.core.cards import Absent, Handle
from engine.core.match import State
from engine.core.options import Listed
from engine.core.questions import Expose, Mask, One, Rules, Show, ask
from protocol.agreement import LATER, NOW
from protocol.audit import verify_record
from protocol.deck.cards import Cards
from protocol.deck.counting import NOBODY
from protocol.deck.parts import ShufflePart
from protocol.events import Answered, Ended
from protocol.group import POINT, plus, times, times_base
from protocol.machines.base import Author
from protocol.report import Report
from protocol.secret import GameSecret, SeatKeys
from protocol.shuffle import Masked
from tests.protocol.cards.crooks import Crook, as_it_is, insistent, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.cards.scripted import Script, claims, scripted
from tests.protocol.table import MatchMaker

Ranking = tuple[tuple[int, ...], ...]
Told = list[tuple[int, str]]


# ---------------------------------------------------------------- who keeps his secret
class OtherKeys(GameSecret):
    """A secret whose deck keys come from elsewhere."""

    @override
    def scalar(self, label: str, *parts: bytes) -> int:
        return GameSecret(b"x" * 32).scalar(label, *parts) if label == "deck" else super().scalar(label, *parts)


def wrong_secret(table: CardTable, seat: int) -> None:
    """The seat opens another secret than its own."""
    Crook(table, seat, saying("secret"), lambda machine, phase, author: bytes(32), inside=True)


def other_keys(table: CardTable, seat: int) -> None:
    """The seat plays with keys that its secret does not give."""
    session = table.session(seat)
    keys = session._author.keys
    strange = OtherKeys(keys.secret.value)
    object.__setattr__(session._author, "keys", SeatKeys(keys.game, strange, keys.talk))
    session._knowledge._secret = strange
    table.cheats[seat] = as_it_is


Hide = Callable[[CardTable, int], None]
HIDES = pytest.mark.parametrize("hide", [wrong_secret, other_keys])


def dealt(state: State) -> Rules[tuple[Handle, ...]]:
    """Six cards, two for each of three seats; nobody knows them all."""
    made = yield from ask(Mask("make", "S1", {"road": (tuple("abcdef"), ())}))
    cards = made["road"]
    yield from ask(Show("deal", "S1", {seat: cards[2 * seat : 2 * seat + 2] for seat in range(3)}))
    return cards


def both_claim(state: State) -> Rules[None]:
    """Seats 1 and 2 claim what is true of cards that they see."""
    cards = yield from dealt(state)
    for seat in (1, 2):
        yield from claims(seat, cards[2 * seat : 2 * seat + 2], "zebra")


class Played(NamedTuple):
    """What a table has come to, as its honest seats and the verifier have it alike."""

    told: Told
    ranking: Ranking
    report: Report
    table: CardTable


def played(rules: Script, ranking: Ranking, hide: Hide | None = None, seat: int = 0, proofs: str = LATER) -> Played:
    match: MatchMaker = scripted(rules, 3, ranking)
    table = CardTable(3, 5, match=match, proofs=proofs)
    if hide is not None:
        hide(table, seat)
    table.run()
    assert table.ended()
    found = set()
    for honest in table.honest:
        (end,) = table.events(honest, Ended)
        found.add((tuple((slip.seat, slip.reason) for slip in end.slips), end.ranking))
    ((told, judged),) = found
    report = verify_record(match, table.record(table.honest[0]))
    assert tuple((row.seat, row.reason) for row in report.findings) == told
    assert report.ranking == judged
    return Played(sorted(set(told)), judged, report, table)


@HIDES
@pytest.mark.parametrize("proofs", [LATER, NOW])
def test_the_claims_of_others_are_judged_without_a_secret_that_is_wrong(hide: Hide, proofs: str) -> None:
    """CRYPTO 8.5: seats that were honest keep their places, whatever the last one hides."""
    result = played(both_claim, ((1,), (2,), (0,)), hide, proofs=proofs)
    assert {seat for seat, _ in result.told} == {0}
    assert "UNAUDITED" not in {reason for _, reason in result.told}
    assert result.ranking == ((1,), (2,), (0,))


@HIDES
def test_a_claimant_that_hides_its_cards_is_the_one_that_is_named(hide: Hide) -> None:
    result = played(both_claim, ((1,), (2,), (0,)), hide, seat=1)
    assert (1, "UNAUDITED") in result.told
    assert {seat for seat, _ in result.told} == {1}
    assert result.ranking == ((2,), (0,), (1,))


@HIDES
def test_who_claims_nothing_and_hides_nothing_that_a_claim_is_about_keeps_its_place(hide: Hide) -> None:
    """Nothing that it hides could have changed a judgement, so it gains nothing and loses nothing."""
    result = played(both_claim, ((0,), (1,), (2,)), hide)
    assert result.ranking == ((0,), (1,), (2,))


@HIDES
def test_cards_that_the_claimant_never_saw_are_hidden_by_who_withholds(hide: Hide) -> None:
    """SPEC 21.6: a card that seat 0 holds, and one that nobody has seen: seat 0 is named, not the claimant."""

    def about_a_card_of_seat_0(state: State) -> Rules[None]:
        cards = yield from dealt(state)
        yield from claims(1, (cards[0], cards[2]), "zebra")

    def about_a_card_that_nobody_saw(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (tuple("abc"), ())}))
        yield from claims(1, made["road"][:1], "zebra")

    for rules in (about_a_card_of_seat_0, about_a_card_that_nobody_saw):
        result = played(rules, ((0,), (1,), (2,)), hide)
        assert {seat for seat, _ in result.told} == {0}
        assert (0, "UNAUDITED") in result.told
        assert result.ranking == ((1,), (2,), (0,))


@HIDES
def test_a_card_that_another_holds_is_nothing_that_one_hides(hide: Hide) -> None:
    """Seat 2 holds it and shows it: seat 0, whose share lies in the log, hides nothing."""

    def rules(state: State) -> Rules[None]:
        cards = yield from dealt(state)
        yield from claims(1, cards[4:5], "zebra")

    result = played(rules, ((1,), (2,), (0,)), hide)
    assert "UNAUDITED" not in {reason for _, reason in result.told}


@HIDES
def test_a_false_claim_is_found_whoever_else_hides(hide: Hide) -> None:
    """A liar is named by its own secret alone."""

    def rules(state: State) -> Rules[None]:
        cards = yield from dealt(state)
        yield from claims(1, cards[2:4], *"abcdef")

    match: MatchMaker = scripted(rules, 3, ((1,), (2,), (0,)))
    table = CardTable(3, 5, match=match, proofs=LATER)
    hide(table, 0)
    insistent(table, 1, "none")
    table.run()
    for seat in table.honest:
        (end,) = table.events(seat, Ended)
        assert (1, "FALSECLAIM") in {(slip.seat, slip.reason) for slip in end.slips}
        assert end.ranking == ((2,), (0,), (1,))


def test_a_claim_about_cards_of_another_seat_is_the_claim_of_who_makes_it() -> None:
    """SPEC 21.5: it waits for the audit, and its author is named if it is false."""

    def rules(state: State) -> Rules[None]:
        cards = yield from dealt(state)
        options = Listed(("none",), "S2", claiming=lambda v, f: (Absent(2, cards[4:], tuple("abcdef"), "S2"),))
        yield from ask(One("claim", "S2", 1, Listed(("none", "pass"), "S2", claiming=options.claiming)))

    result = played(rules, ((1,), (2,), (0,)), proofs=NOW)
    assert result.told == [(1, "FALSECLAIM")]


# ---------------------------------------------------------------- what was left to the audit is told
def test_a_claim_that_is_left_to_the_audit_is_told_with_its_answer() -> None:
    """SPEC 21.5: with proofs on the spot, too, a claim can wait; all are told which one, and when."""

    def rules(state: State) -> Rules[None]:
        cards = yield from dealt(state)
        yield from claims(1, cards[2:4], "zebra")
        yield from claims(1, cards[4:5], "zebra")

    result = played(rules, ((1,), (2,), (0,)), proofs=NOW)
    told = [event.claims for event in result.table.events(0, Answered) if event.claims]
    assert [[(claim.seat, claim.proven) for claim in row] for row in told] == [[(1, True)], [(1, False)]]
    assert (result.report.counts.claims, result.report.counts.proven) == (2, 1)


# ---------------------------------------------------------------- each card once
def back_by_face(state: State) -> Rules[None]:
    """One card is laid open and goes back by its face; its old handle is asked for again."""
    made = yield from ask(Mask("make", "S1", {"road": (tuple("abc"), ())}))
    first, *rest = made["road"]
    faces = yield from ask(Expose("open", "S1", (first,)))
    yield from ask(Mask("back", "S1", {"road": (faces, tuple(rest))}))


def test_a_face_that_goes_back_ends_the_handle_that_showed_it() -> None:
    """SPEC 21.1: else one physical card could be in the deck twice."""
    cards = played(back_by_face, ((0,), (1,), (2,))).table.session(0).log.known.cards
    assert sorted(cards.living) == ["road.2.0", "road.2.1", "road.2.2"]


def test_faces_that_go_round_leave_no_list_that_grows() -> None:
    def rules(state: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (tuple("abb"), ())}))
        for _ in range(6):
            faces = yield from ask(Expose("open", "S1", made["road"]))
            made = yield from ask(Mask("again", "S1", {"road": (faces, ())}))

    table = played(rules, ((0,), (1,), (2,))).table
    assert len(table.session(0).log.known.cards.living) == 3
    assert len(table.session(0).known) == 0


def doubled(machine: Any, phase: int, author: Author) -> bytes:
    """A turn in which the first card is put in for the second one, too, masked anew: every equation of it is bent."""
    (part,) = machine.parts(phase, author.seat)
    body: bytes = part.make(author.keys.secret)
    step = Masked(times_base(3), times(3, part.joint))
    copy = plus(body[:POINT], step.a) + plus(body[POINT : 2 * POINT], step.b)
    return body[: 2 * POINT] + copy + body[4 * POINT :]


def test_who_doubles_a_card_is_found_by_counting_even_if_no_proof_were_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC 21.6, K-DECK: the second leg. All programs take any shuffle here; the audit names who did it, and where."""
    monkeypatch.setattr(ShufflePart, "check", ShufflePart.after)

    def rules(state: State) -> Rules[None]:
        yield from ask(Mask("make", "S1", {"road": (tuple("abc"), ())}))

    match = scripted(rules, 3, ((1,), (0,), (2,)))
    table = CardTable(3, 5, match=match)
    crook = Crook(table, 1, saying("shuffle"), doubled, inside=True)
    table.run()
    assert crook.place is not None
    (end,) = table.events(0, Ended)
    assert (*crook.place, 1, "MISCOUNTED") in {slip[:4] for slip in end.slips}
    assert {slip.seat for slip in end.slips} == {1}
    assert end.ranking == ((0,), (2,), (1,))
    report = verify_record(match, table.record(0))
    assert {(row.slot, row.phase, row.seat) for row in report.findings} == {(*crook.place, 1)}


def test_a_card_that_is_in_a_deck_twice_is_found_whoever_put_it_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """SPEC 21.6, K-DECK: as it was when a face that went back did not end its old handle. Nobody is guilty of that."""
    replace = Cards.replace

    def forgetful(self: Cards, *args: Any) -> None:
        before = dict(self.living)
        replace(self, *args)
        kept = {handle: card for handle, card in before.items() if handle not in args[2]}
        self.living.update(kept)
        self.masks[-1] = self.masks[-1]._replace(ended=tuple(args[2]))

    monkeypatch.setattr(Cards, "replace", forgetful)
    match = scripted(back_by_face, 3)
    table = CardTable(3, 5, match=match)
    table.run()
    (end,) = table.events(0, Ended)
    assert [slip[:4] for slip in end.slips] == [(3, 0, NOBODY, "RULES")]
    report = verify_record(match, table.record(0))
    assert [(row.slot, row.seat, row.reason) for row in report.findings] == [(3, NOBODY, "RULES")]
    assert report.ranking == end.outcome.ranking
