"""Each cheat with closed cards is caught where it happens: the seat is named, the evidence verifies alone."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from engine.core.cards import Absent
from protocol.absence import prove_absence
from protocol.agreement import LATER
from protocol.audit import Judgement, verify_record
from protocol.deck.cards import EVERYBODY, AudienceFault, Cards
from protocol.deck.claims import absence_parts
from protocol.deck.parts import AbsencePart, RemaskPart, SharePart, SharesPart, ShufflePart, make_parts
from protocol.encoding import digest, lp, pack, u8, unpack
from protocol.events import Ended
from protocol.faults import FaultKind, IllegalFault
from protocol.group import ORDER, POINT, plus, times, times_base
from protocol.machines.base import Author
from protocol.secret import GameSecret
from protocol.sharing import prove_share, prove_shares
from protocol.shuffle import Masked, prove_shuffle
from protocol.shuffle.layout import write
from protocol.shuffle.masking import BASE, Mixing, mixed, mixing
from protocol.shuffle.prover import prove_mixing
from tests.protocol.cards import hoard
from tests.protocol.cards.crooks import Crook, remasked_by, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import NOT_NOW, Wire

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


# ---------------------------------------------------------------- keys
def swapped_keys(machine: Any, phase: int, author: Author) -> bytes:
    """The proof for one deck, used for the other."""
    body: bytes = machine.make(phase, author)
    return body[96:] + body[:96]


def another_key(machine: Any, phase: int, author: Author) -> bytes:
    """A key whose secret nobody has shown to know."""
    body: bytes = machine.make(phase, author)
    return times_base(7) + body[POINT:]


def key_of_another_branch(machine: Any, phase: int, author: Author) -> bytes:
    """The seat's own keys, with their proofs as it gave them on another past of the same game."""
    parts = [replace(part, ctx=part.ctx[:-32] + bytes(32)) for part in machine.parts(phase, author.seat)]
    return make_parts(parts, author.keys.secret)


@pytest.mark.parametrize("forge", [swapped_keys, another_key, key_of_another_branch])
def test_a_key_without_its_own_proof(forge: Callable[[Any, int, Author], bytes]) -> None:
    caught("key", forge)


def test_the_key_and_proof_of_another_seat() -> None:
    """SPEC 6: the seat is in the proof, so a copied one is worth nothing."""
    table = CardTable(3, seed=4, wire=ROUGH)
    stolen = table.keys[0].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        return b"".join(part.make(stolen) for part in machine.parts(phase, 0))

    crook = Crook(table, 1, saying("key"), forge)
    table.run()
    crook.assert_caught()


@pytest.mark.parametrize("seed", range(4))
def test_two_seats_with_one_key(seed: int) -> None:
    """Both can prove it: the higher one is named by all, whoever was heard first."""
    table = CardTable(4, seed=seed, wire=ROUGH)
    shared = table.keys[1].secret

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        return b"".join(part.make(shared) for part in machine.parts(phase, 3))

    crook = Crook(table, 3, saying("key"), forge)
    table.cheats[1] = lambda out: [out]
    table.run()
    verdict = crook.assert_caught()
    assert [signed.entry.seat for signed in verdict.evidence] == [1, 3]


# ---------------------------------------------------------------- shuffles
def first(machine: Any, phase: int, author: Author) -> tuple[ShufflePart, bytes]:
    """The first shuffle of the crook's turn and what stands behind it in the honest body."""
    part = machine.parts(phase, author.seat)[0]
    assert isinstance(part, ShufflePart)
    return part, machine.make(phase, author)[part.size :]


def _cards(part: ShufflePart, body: bytes) -> list[bytes]:
    return [body[at : at + 2 * POINT] for at in range(0, 2 * POINT * len(part.before), 2 * POINT)]


def swapped_cards(machine: Any, phase: int, author: Author) -> bytes:
    """Another order than the one that is proven."""
    part, rest = first(machine, phase, author)
    body = part.make(author.keys.secret)
    cards = _cards(part, body)
    cards[0], cards[1] = cards[1], cards[0]
    return b"".join(cards) + body[2 * POINT * len(cards) :] + rest


def marked_card(machine: Any, phase: int, author: Author) -> bytes:
    """One card under a mask that its author could find again."""
    part, rest = first(machine, phase, author)
    body = part.make(author.keys.secret)
    return plus(body[:POINT], BASE) + body[POINT:] + rest


def own_card(machine: Any, phase: int, author: Author) -> bytes:
    """A known face in the place of a card, under a right mask."""
    part, rest = first(machine, phase, author)
    body = part.make(author.keys.secret)
    face = machine.cards.decks["road"].faces.point(0)
    return times_base(5) + plus(face, times(5, part.joint)) + body[2 * POINT :] + rest


def doubled_card(machine: Any, phase: int, author: Author) -> bytes:
    """One card twice and another not at all, with a proof made as if that were a permutation."""
    part, rest = first(machine, phase, author)
    secret = author.keys.secret
    honest = mixing(secret, part.ctx, part.before)
    how = Mixing((honest.order[1], *honest.order[1:]), honest.masks)
    after = mixed(part.before, part.joint, how)
    proof = prove_mixing(secret, part.ctx, part.joint, part.before, after, honest)
    return write(after, proof) + rest


def another_past(machine: Any, phase: int, author: Author) -> bytes:
    """A right shuffle, proven for another place: what a replay from another slot or game comes to."""
    part, rest = first(machine, phase, author)
    ctx = part.ctx[:-32] + bytes(32)
    return prove_shuffle(author.keys.secret, ctx, part.joint, part.before) + rest


def longer(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return body + b"\x00"


def nothing(machine: Any, phase: int, author: Author) -> bytes:
    return b""


@pytest.mark.parametrize("forge", [swapped_cards, marked_card, own_card, doubled_card, another_past, longer, nothing])
def test_a_shuffle_that_is_none(forge: Callable[[Any, int, Author], bytes]) -> None:
    caught("shuffle", forge)


@pytest.mark.parametrize("forge", [swapped_cards, doubled_card])
def test_a_shuffle_that_is_none_checked_beside(forge: Callable[[Any, int, Author], bytes]) -> None:
    """The same verdict where the checks are handed out."""
    caught("shuffle", forge, beside=True)


def test_two_shuffles_while_the_first_is_being_checked() -> None:
    """Two stories are two stories, whatever is in them."""
    table = CardTable(3, seed=4, wire=Wire(1, 1), beside=True)
    crook = Crook(table, 1, saying("shuffle"), swapped_cards)
    table.run(lambda: crook.place is not None)
    assert crook.place is not None
    honest = next(s for s in table.session(1).log.entries_at(crook.place) if s.entry.seat == 1)
    table.say(1, honest)
    table.run()
    for judge in table.honest:
        verdict = table.session(judge).verdict
        assert verdict is not None
        assert (verdict.seat, verdict.kind) == (1, FaultKind.EQUIV)


def test_an_order_that_does_not_come_from_the_secret() -> None:
    """Nothing is wrong while the game goes on, and the audit names the seat (SPEC 21.6)."""
    table = CardTable(3, seed=4, turns=1)

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        part, rest = first(machine, phase, author)
        return prove_shuffle(GameSecret(bytes(32)), part.ctx, part.joint, part.before) + rest

    crook = Crook(table, 1, saying("shuffle"), forge, inside=True)
    table.run()
    assert crook.place is not None
    for seat in table.honest:
        (end,) = table.events(seat, Ended)
        assert [(s.slot, s.phase, s.seat, s.reason) for s in end.slips] == [(*crook.place, 1, "NOTDERIVED")]


# ---------------------------------------------------------------- replays
@pytest.mark.parametrize("name", ["key", "shuffle", "shares"])
def test_a_body_replayed_from_another_game(name: str) -> None:
    """The same seat with the same secret in another game: its words there are worth nothing here."""
    table, other = CardTable(3, seed=4, turns=3, wire=ROUGH), CardTable(3, seed=4, turns=2)
    there: list[bytes] = []

    def note(machine: Any, phase: int, author: Author) -> bytes:
        there.append(machine.make(phase, author))
        return b""

    Crook(other, 1, saying(name), note)
    other.run(lambda: there != [])
    crook = Crook(table, 1, saying(name), lambda machine, phase, author: there[0])
    table.run()
    crook.assert_caught()


@pytest.mark.parametrize(("name", "size"), [("re-mask", 128), ("shares", 96)])
def test_a_body_replayed_from_an_earlier_slot(name: str, size: int) -> None:
    """What the seat itself has rightly said before, of the very same size."""
    table = CardTable(3, seed=8, turns=3, wire=ROUGH)

    def before(machine: Any) -> list[bytes]:
        log = table.session(1).log
        mine = [s for closed in log.closed for s in closed.entries if s.entry.seat == 1]
        cards = {made.slot for made in machine.scene.known.cards.made if made.seat == 1}
        return [s.entry.body for s in mine if len(s.entry.body) == size and s.entry.slot in cards]

    def when(machine: Any, phase: int) -> bool:
        return saying(name)(machine, phase) and len(before(machine)) > 0 and _size(machine, phase) == size

    crook = Crook(table, 1, when, lambda machine, phase, author: before(machine)[-1])
    table.run()
    crook.assert_caught()


def _size(machine: Any, phase: int) -> int:
    return sum(part.size for part in machine.parts(phase, 1))


# ---------------------------------------------------------------- shares
def shares_of(machine: Any, phase: int, author: Author) -> SharesPart:
    part = machine.parts(phase, author.seat)[0]
    assert isinstance(part, SharesPart)
    return part


def false_share(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return plus(body[:POINT], BASE) + body[POINT:]


def swapped_shares(machine: Any, phase: int, author: Author) -> bytes:
    """Right shares in wrong order: each reader would see the other's card."""
    body: bytes = machine.make(phase, author)
    return body[POINT : 2 * POINT] + body[:POINT] + body[2 * POINT :]


def share_in_another_card(machine: Any, phase: int, author: Author) -> bytes:
    """A right share with its proof, in a card of the crook's own hand, which others would come to see."""
    part = shares_of(machine, phase, author)
    own = machine.cards.card(machine.scene.match.state.hands[author.seat][0]).newest
    return prove_shares(author.keys.secret, part.name.pair(author.keys.secret), part.ctx, (own, *part.cards[1:]))


def share_of_another_place(machine: Any, phase: int, author: Author) -> bytes:
    part = shares_of(machine, phase, author)
    ctx = part.ctx[:-32] + bytes(32)
    return prove_shares(author.keys.secret, part.name.pair(author.keys.secret), ctx, part.cards)


def share_of_another_deck(machine: Any, phase: int, author: Author) -> bytes:
    part = shares_of(machine, phase, author)
    other = machine.cards.decks["relics"].key_name.pair(author.keys.secret)
    return prove_shares(author.keys.secret, other, part.ctx, part.cards)


@pytest.mark.parametrize(
    "forge",
    [
        false_share,
        swapped_shares,
        share_in_another_card,
        share_of_another_place,
        share_of_another_deck,
        longer,
        nothing,
    ],
)
def test_a_share_that_is_none(forge: Callable[[Any, int, Author], bytes]) -> None:
    caught("shares", forge, asked="deal")


def test_a_reader_that_gives_its_own_share_to_nobody_asked() -> None:
    """Who is not asked in a phase cannot speak there: the card stays closed for the others."""
    table = CardTable(3, seed=4, turns=2)
    table.run(lambda: _asks(table, "draw"))
    reader = next(seat for seat in table.numbers if seat not in table.session(0).log.speakers)
    session = table.session(reader)
    top = session.log.known.cards.card(session.match.state.hands[reader][-1])
    where = session.log.machine.where(0)
    body = prove_share(
        table.keys[reader].secret,
        top.deck.key_name.pair(table.keys[reader].secret),
        where.ctx(reader, top.deck.key_name),
        top.newest,
    )
    table.cheats[reader] = lambda out: [out]
    table.say(reader, table.forge(reader, body=body))
    place = session.log.place
    table.run()
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, reader, FaultKind.ILLEGAL)


def _asks(table: CardTable, topic: str) -> bool:
    question = table.session(0).match.question
    return question is not None and question.topic == topic


# ---------------------------------------------------------------- new readers
def remask_of(machine: Any, phase: int, author: Author) -> RemaskPart:
    part = machine.parts(phase, author.seat)[0]
    assert isinstance(part, RemaskPart)
    return part


def not_at_all(machine: Any, phase: int, author: Author) -> bytes:
    """R = 0: the shares to come would open the card to all."""
    part = remask_of(machine, phase, author)
    body: bytes = machine.make(phase, author)
    return part.card.a + part.card.b + body[2 * POINT :] if len(body) == part.size else body[: len(body) - 1]


def another_face(machine: Any, phase: int, author: Author) -> bytes:
    """The card turned into another one while it is re-masked."""
    body: bytes = machine.make(phase, author)
    return body[:POINT] + plus(body[POINT : 2 * POINT], BASE) + body[2 * POINT :]


@pytest.mark.parametrize("forge", [not_at_all, another_face, longer, nothing])
@pytest.mark.parametrize("asked", ["theft", "peek"])
def test_a_re_masking_that_is_none(forge: Callable[[Any, int, Author], bytes], asked: str) -> None:
    caught("re-mask", forge, asked=asked, seat=0, seed=8)


def test_a_re_masking_back_to_a_value_in_the_log() -> None:
    """Who knows the scalars of earlier readers could come back to the first value, in which the owner never shared.

    Its proof holds. The owner would now share in it for the new reader, and the log would hold all shares.
    """
    table = CardTable(3, seed=8, turns=3, wire=ROUGH)

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        part = remask_of(machine, phase, author)
        scalar = 0
        for made in machine.cards.made:
            for earlier in made.parts:
                if isinstance(earlier, RemaskPart) and earlier.handle == part.handle:
                    ct = digest("ct", earlier.card.a + earlier.card.b)
                    secret = table.keys[earlier.reader].secret
                    scalar += secret.scalar("remask", earlier.ctx, earlier.handle, ct, u8(earlier.reader))
        body = remasked_by(part, -scalar % ORDER)
        assert part.check(body)
        assert machine.cards.spent(body[:POINT])
        return body

    crook = Crook(table, 2, saying("re-mask", "witness"), forge)
    table.run()
    crook.assert_caught()


# ---------------------------------------------------------------- choices
def test_a_face_that_is_not_the_handles() -> None:
    """SPEC 21.5: the face that is said must be the one that the share opens."""

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        body: bytes = machine.make(phase, author)
        size = int.from_bytes(body[:4], "big")
        handle, face = _play(author, machine)
        return lp(pack((handle, "fool" if face != "fool" else "knife"))) + body[4 + size :]

    caught("answer", forge, asked="play", seat=0, kind=FaultKind.ILLEGAL)


def _play(author: Author, machine: Any) -> tuple[str, str]:
    handle, face = unpack(author.payloads[machine.scene.slot])  # type: ignore[misc,str-unpack]  # was judged
    return str(handle), str(face)


def cut_off(machine: Any, phase: int, author: Author) -> bytes:
    """The choice without the share that opens it."""
    return machine.make(phase, author)[:-96]  # type: ignore[no-any-return]


def false_opening(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return body[:-96] + plus(body[-96:-64], BASE) + body[-64:]


@pytest.mark.parametrize("forge", [cut_off, false_opening])
@pytest.mark.parametrize(("name", "asked"), [("answer", "play"), ("opening", "duel"), ("opening", "ambush")])
def test_a_card_that_is_played_and_not_opened(
    forge: Callable[[Any, int, Author], bytes], name: str, asked: str
) -> None:
    caught(name, forge, asked=asked, seat=0, seed=6)


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
    table.cheats[seat] = lambda out: [out]
    return lied


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


# ---------------------------------------------------------------- the single audience
def test_shares_in_one_value_are_given_for_one_reader() -> None:
    """SPEC 20.3: the deck refuses to give them for another, whatever the rules ask; for all it may."""
    cards = Cards()
    a = times_base(3)
    masked = Masked(a, times_base(4))
    deck = cards.found("road", bytes(32), {0: times_base(5), 1: times_base(6)})
    cards.replace(1, deck, (), (), [("road.1.0", masked)], None)
    card = cards.card("road.1.0")
    cards.shown(card, 0, masked, [])
    assert not cards.may_share(a, 1)
    assert cards.may_share(a, 0)
    assert cards.may_share(a, EVERYBODY)
    with pytest.raises(AudienceFault):
        cards.shown(card, 1, masked, [])


@pytest.mark.parametrize("seed", range(3))
def test_the_log_holds_all_shares_of_no_closed_card(seed: int) -> None:
    """An observer of all entries finds all shares in a value of those cards only that lie open."""
    table = CardTable(3, seed, turns=3)
    table.run(lambda: table.session(0).log.machine.names == ("outcome", "secret"))
    cards = table.session(0).log.known.cards
    given: dict[tuple[int, bytes], set[int]] = {}
    for made in cards.made:
        for part in made.parts:
            if isinstance(part, SharesPart | SharePart):
                for masked in part.cards if isinstance(part, SharesPart) else (part.card,):
                    given.setdefault((part.name.deck, masked.a), set()).add(made.seat)
    seen = {(card.deck.number, each.card.a) for card in cards.ever.values() for each in card.views}
    opened = {
        (card.deck.number, a)
        for card in cards.ever.values()
        if card.number is not None
        for a in (card.newest.a, *(each.card.a for each in card.views))
    }
    assert seen - opened
    for value in seen - opened:
        assert len(given[value]) == len(table.numbers) - 1
    assert {value for value, seats in given.items() if len(seats) == len(table.numbers)} <= opened
