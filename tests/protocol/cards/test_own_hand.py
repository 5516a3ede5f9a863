"""An owner mixes his own hand: he alone knows which card is which, and all flows go on from there (SPEC.md 21.3)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.cards import Absent, Faces, Handle, handles
from engine.core.match import State
from engine.core.options import Listed
from engine.core.playout import Oracle
from engine.core.questions import Expose, Mask, One, Rules, Show, ask
from protocol.audit import verify_record
from protocol.deck.parts import SharesPart, ShufflePart
from protocol.events import Ended
from protocol.faults import FaultKind
from protocol.group import POINT, plus
from protocol.log import UnansweredKind
from protocol.machines.base import Author
from protocol.machines.own import OwnMaskMachine
from protocol.report import Judgement
from protocol.secret import GameSecret
from protocol.sharing import prove_shares
from protocol.shuffle import prove_shuffle
from protocol.shuffle.layout import write
from protocol.shuffle.masking import BASE, Mixing, mixed, mixing
from protocol.shuffle.prover import prove_mixing
from tests.protocol.cards.crooks import Crook, saying
from tests.protocol.cards.dealt import CardTable, card_form
from tests.protocol.cards.scripted import scripted, table_of
from tests.protocol.table import Outgoing, Wire

OWNER, OTHER = 0, 1


# ---------------------------------------------------------------- completeness
class Flows:
    """All that may come after: `cards` in the hand of the owner, one of them stolen later."""

    def __init__(self, cards: int) -> None:
        self.faces = tuple(f"face {number}" for number in range(cards + 1))
        self.cards = cards

    def __call__(self, s: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (self.faces, ())}))
        hand, rest = made["road"][: self.cards], made["road"][self.cards :]
        yield from ask(Show("deal", "S1", {OWNER: hand}))
        yield from ask(Show("peek", "S1", {OTHER: hand[:1]}))
        hand = yield from self.mix("mix", hand)
        hand = yield from self.mix("again", hand)
        stolen, kept = hand[:1], hand[1:]
        yield from ask(Show("theft", "S1", {OTHER: stolen}))
        if kept:
            yield from ask(One("claim", "S1", OWNER, none_of(kept)))
            opened = yield from ask(One("play", "S1", OWNER, one_of(kept)))
            kept = yield from self.mix("the open one, too", kept)
            assert s.public[opened] in self.faces
        yield from ask(Expose("torture", "S1", kept[:1]))
        made = yield from ask(Mask("back", "S1", {"road": ((), (*kept, *rest))}))
        faces = yield from ask(Expose("all", "S1", (*made["road"], *stolen)))
        assert sorted(faces) == sorted(self.faces)

    def mix(self, topic: str, hand: tuple[Handle, ...]) -> Rules[tuple[Handle, ...]]:
        made = yield from ask(Mask(topic, "S1", {"road": ((), hand)}, by=OWNER))
        return made["road"]


def one_of(hand: tuple[Handle, ...]) -> Listed[Handle]:
    """Any card, opened with the answer."""
    return Listed(tuple(sorted(hand)), "S1", opening=lambda handle: (handle,))


def none_of(hand: tuple[Handle, ...]) -> Listed[bool]:
    """The claim that the hand holds no joker."""

    def claiming(value: bool, faces: Faces) -> tuple[Absent, ...]:
        return (Absent(OWNER, hand, ("joker",), "S1"),)

    return Listed((False, True), "S1", claiming=claiming)


def whole(cards: int, seats: int) -> None:
    """A game in which each seat knows what it may at each moment, and which all verify."""
    flows = Flows(cards)
    table = table_of(flows, seats)
    while not table.ended():
        before = table.session(0).slot
        table.run(lambda before=before: table.session(0).slot > before or table.ended())  # type: ignore[misc]  # bound now
        table.assert_knowledge()
    table.run()
    for seat in table.numbers:
        (end,) = table.events(seat, Ended)
        assert end.slips == ()
    report = verify_record(scripted(flows, seats), table.record(0))
    assert report.judgement is Judgement.GOOD, report.findings
    assert report.counts.proven == report.counts.claims == (cards > 1)


@pytest.mark.parametrize(("cards", "seats"), [(1, 3), (2, 2), (3, 4), (12, 2), (4, 7)])
def test_all_flows_go_on_from_the_new_handles(cards: int, seats: int) -> None:
    """Theft, proof of absence, opening, torture and mixing back; the same for any number of cards and seats."""
    whole(cards, seats)


def any_hand(number: int) -> None:
    """Each of the 72 pairs of 1 to 12 cards and 2 to 7 seats, for the soak."""
    whole(number % 12 + 1, number // 12 % 6 + 2)


def test_faces_that_all_know_are_mixed_in_by_one_seat() -> None:
    """A deck of its own, whose order is known to one seat: keys of all, one shuffle, shares; and one of one card."""

    def rules(s: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (("a", "b", "c"), ()), "one": (("d",), ())}, by=OTHER))
        yield from ask(Show("give", "S1", {2: made["road"][:1]}))
        faces = yield from ask(Expose("open", "S1", made["road"]))
        assert sorted(faces) == ["a", "b", "c"]

    table = table_of(rules, 3)
    table.run(lambda: table.session(0).slot == 2)
    assert [len(table.session(seat).known) for seat in range(3)] == [1, 4, 1], "the lone card lies open"
    slots = [closed.place.slot for closed in table.session(0).log.closed]
    assert slots.count(1) == 3
    table.run()
    (end,) = table.events(0, Ended)
    assert end.slips == ()


@pytest.mark.parametrize("cards", [1, 2, 5])
def test_the_oracle_of_the_engine_forgets_what_the_seats_forget(cards: int) -> None:
    """Random games and bots that look ahead treat it as the protocol does."""
    match, oracle = scripted(Flows(cards), 3)(card_form(3, 0)), Oracle(3, Random(cards).randrange)
    mixings = 0
    while match.question is not None:
        question = match.question
        before = [dict(known) for known in oracle.known]
        oracle.step(match)
        if isinstance(question, Mask) and question.by is not None:
            mixings += 1
            ((_, old),) = question.decks.values()
            fresh = handles("road", match.state.serial, len(old))
            assert sorted(oracle.truth[card] for card in fresh) == sorted(oracle.truth[card] for card in old)
            for seat, known in enumerate(oracle.known):
                sees = seat == OWNER or (len(old) == 1 and old[0] in before[seat])
                assert known.keys() & {*old, *fresh} == (set(fresh) if sees else set())
    assert mixings == (3 if cards > 1 else 2)


# ---------------------------------------------------------------- what is refused
def mixing_table(seed: int = 4, **more: Any) -> CardTable:
    """The hoard, in which every seat that may mix its hand does so; seat 1 is the first."""
    table = CardTable(3, seed, turns=3, **more)

    def choose(session: Any, asked: Any) -> object:
        return True if asked.question.topic == "mix" else table.sample(session, asked)

    table.choosers.update(dict.fromkeys(table.numbers, choose))
    return table


def late(table: CardTable) -> Callable[[Outgoing], list[Outgoing]]:
    """Each mixing of a hand is for a while on its way, so that the others stand before it."""

    def later(out: Outgoing) -> list[Outgoing]:
        machine, entry = table.session(OTHER).log.machine, table.entry_of(out.frame)
        turn = isinstance(machine, OwnMaskMachine) and entry is not None and entry.slot == machine.scene.slot
        return [replace(out, delay=500) if turn else out]

    return later


Forge = Callable[[Any, int, Author], bytes]


def own(machine: Any, phase: int) -> ShufflePart:
    """The shuffle of the hand."""
    (part,) = machine.parts(phase, machine.by)
    assert isinstance(part, ShufflePart)
    assert len(part.before) > 1
    return part


def shuffled(part: ShufflePart, secret: GameSecret, how: Mixing, shown: Mixing) -> bytes:
    """The cards in this way, with a proof made as if they were mixed in the way `shown`."""
    after = mixed(part.before, part.joint, how)
    return write(after, prove_mixing(secret, part.ctx, part.joint, part.before, after, shown))


def another_order(machine: Any, phase: int, author: Author) -> bytes:
    """Another order than the one that is proven."""
    part, secret = own(machine, phase), author.keys.secret
    how = mixing(secret, part.ctx, part.before)
    return shuffled(part, secret, Mixing(how.order[::-1], how.masks), how)


def doubled_card(machine: Any, phase: int, author: Author) -> bytes:
    """One card twice and another not at all."""
    part, secret = own(machine, phase), author.keys.secret
    how = mixing(secret, part.ctx, part.before)
    return shuffled(part, secret, Mixing((how.order[1], *how.order[1:]), how.masks), how)


def dropped_card(machine: Any, phase: int, author: Author) -> bytes:
    """A right shuffle of all cards but one."""
    part = own(machine, phase)
    return prove_shuffle(author.keys.secret, part.ctx, part.joint, part.before[1:])


def card_of_another_hand(machine: Any, phase: int, author: Author) -> bytes:
    """A right shuffle in which one card is that of another seat, which would come to be seen by two."""
    part = own(machine, phase)
    other = machine.scene.match.state.hands[2][0]
    before = (machine.cards.card(other).newest, *part.before[1:])
    return prove_shuffle(author.keys.secret, part.ctx, part.joint, before)


def another_hand(machine: Any, phase: int, author: Author) -> bytes:
    """A right shuffle of the hand of another seat, and of as many cards."""
    part = own(machine, phase)
    hands = machine.scene.match.state.hands
    others = [card for seat, hand in enumerate(hands) if seat != author.seat for card in hand]
    before = tuple(machine.cards.card(card).newest for card in others[: len(part.before)])
    assert len(before) == len(part.before)
    return prove_shuffle(author.keys.secret, part.ctx, part.joint, before)


def another_branch(machine: Any, phase: int, author: Author) -> bytes:
    """A right shuffle, proven for another past."""
    part = own(machine, phase)
    return prove_shuffle(author.keys.secret, part.ctx[:-32] + bytes(32), part.joint, part.before)


def under_its_own_key(machine: Any, phase: int, author: Author) -> bytes:
    """Masked under the key of the owner alone: all flows of others would end there."""
    part = own(machine, phase)
    key = machine.cards.decks["road"].keys[author.seat]
    return prove_shuffle(author.keys.secret, part.ctx, key, part.before)


def longer(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return body + bytes(1)


def nothing(machine: Any, phase: int, author: Author) -> bytes:
    return b""


FORGERIES = [
    another_order, doubled_card, dropped_card, card_of_another_hand, another_hand, another_branch, under_its_own_key,
    longer, nothing,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_mixing_that_is_none(forge: Forge) -> None:
    """Each is found by all others at once, and the evidence verifies alone."""
    table = mixing_table(wire=Wire(1, 300, 0.2))
    crook = Crook(table, OTHER, saying("own shuffle"), forge)
    table.run()
    crook.assert_caught()


@pytest.mark.parametrize("forge", [another_order, doubled_card])
def test_a_mixing_that_is_none_checked_beside(forge: Forge) -> None:
    table = mixing_table(wire=Wire(1, 300, 0.2), beside=True)
    crook = Crook(table, OTHER, saying("own shuffle"), forge)
    table.run()
    crook.assert_caught()


def test_a_mixing_by_somebody_else() -> None:
    """It is nobody else's word, even if it is a right shuffle of that very hand."""
    table = mixing_table()
    table.cheats[OTHER] = late(table)
    table.run(lambda: table.session(0).log.machine.names[:1] == ("own shuffle",))
    log = table.session(0).log
    part = own(log.machine, log.place.phase)
    ctx = log.machine.where(log.place.phase).ctx(2, log.known.cards.decks["road"].key_name)
    body = prove_shuffle(table.keys[2].secret, ctx, part.joint, part.before)
    table.cheats[2] = lambda out: [out]
    place = log.place
    table.say(2, table.forge(2, body=body))
    table.run()
    for seat in (0, OTHER):
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, 2, FaultKind.ILLEGAL)


def test_a_mixing_replayed_from_an_earlier_slot() -> None:
    """What the seat itself has rightly said of as many cards of its hand before."""
    table = table_of(Flows(3), 3, wire=Wire(1, 300, 0.2))
    said: list[bytes] = []

    def when(machine: Any, phase: int) -> bool:
        if machine.names[phase] != "own shuffle":
            return False
        said.append(own(machine, phase).make(table.keys[OWNER].secret))
        return len(said) > 1

    crook = Crook(table, OWNER, when, lambda machine, phase, author: said[0])
    table.run()
    assert crook.place is not None
    assert len(said) == 2
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*crook.place, OWNER, FaultKind.BADPROOF)


def test_a_mixing_back_to_a_value_in_the_log() -> None:
    """A mask of nothing, with a proof that holds: shares in that value were given for another reader, perhaps."""

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        part, secret = own(machine, phase), author.keys.secret
        how = mixing(secret, part.ctx, part.before)
        as_it_was = part.before[how.order[0]]
        after = (as_it_was, *mixed(part.before, part.joint, how)[1:])
        how = Mixing(how.order, (0, *how.masks[1:]))
        return write(after, prove_mixing(secret, part.ctx, part.joint, part.before, after, how))

    table = mixing_table(wire=Wire(1, 300, 0.2))
    crook = Crook(table, OTHER, saying("own shuffle"), forge)
    table.run()
    assert "stood in the log before" in crook.assert_caught().text


def test_an_order_that_does_not_come_from_the_secret() -> None:
    """Nobody else is harmed by it while the game goes on, and the audit names the seat (SPEC 21.6)."""
    table = mixing_table()

    def forge(machine: Any, phase: int, author: Author) -> bytes:
        part = own(machine, phase)
        return prove_shuffle(GameSecret(bytes(32)), part.ctx, part.joint, part.before)

    crook = Crook(table, OTHER, saying("own shuffle"), forge, inside=True)
    table.run()
    assert crook.place is not None
    for seat in table.honest:
        (end,) = table.events(seat, Ended)
        assert [(s.slot, s.phase, s.seat, s.reason) for s in end.slips] == [(*crook.place, OTHER, "NOTDERIVED")]


def false_share(machine: Any, phase: int, author: Author) -> bytes:
    body: bytes = machine.make(phase, author)
    return plus(body[:POINT], BASE) + body[POINT:]


def shares_in_the_old_cards(machine: Any, phase: int, author: Author) -> bytes:
    """Right shares, in the cards as they were: the owner could not use them."""
    (part,) = machine.parts(phase, author.seat)
    assert isinstance(part, SharesPart)
    old = tuple(machine.cards.card(handle).newest for handle in machine.lots[0].old)
    return prove_shares(author.keys.secret, part.name.pair(author.keys.secret), part.ctx, old)


@pytest.mark.parametrize("forge", [false_share, shares_in_the_old_cards, longer, nothing])
def test_a_share_that_is_none(forge: Forge) -> None:
    table = mixing_table(wire=Wire(1, 300, 0.2))
    crook = Crook(table, 2, saying("shares", "hand"), forge)
    table.run()
    crook.assert_caught()


# ---------------------------------------------------------------- what is shown, and what rules may ask
def test_how_far_it_is() -> None:
    """One turn of one seat, then the shares of all others."""
    table = mixing_table()
    table.cheats[OTHER] = late(table)
    seen: list[tuple[str, tuple[int, ...], tuple[int, int] | None]] = []

    def look() -> bool:
        now = table.session(0).progress
        row = (now.name, tuple(sorted(now.spoken + now.missing)), now.mixed)
        if isinstance(table.session(0).log.machine, OwnMaskMachine) and row not in seen:
            seen.append(row)
        return len(seen) > 1

    table.run(look)
    assert seen == [("own shuffle", (1,), (0, 1)), ("shares", (0, 2), (1, 1))]


@pytest.mark.parametrize("what", ["not seen", "seen by another", "nobody", "too many"])
def test_rules_that_ask_what_cannot_be_done(what: str) -> None:
    """A fault of the game: who mixed a card that it does not see would read it with its masks later."""

    def rules(s: State) -> Rules[None]:
        made = yield from ask(Mask("make", "S1", {"road": (tuple("abc"), ()), "all": (tuple("abcd"), ())}))
        yield from ask(Show("deal", "S1", {0: made["road"][:2], 1: made["road"][2:]}))
        if what == "not seen":
            yield from ask(Mask("mix", "S1", {"all": ((), made["all"])}, by=0))
        elif what == "seen by another":
            yield from ask(Mask("mix", "S1", {"road": ((), made["road"])}, by=0))
        elif what == "nobody":
            yield from ask(Mask("mix", "S1", {"road": ((), made["road"][:2])}, by=2))
        else:
            decks = {name: (tuple("a" * 90), ()) for name in ("one", "two", "three", "four")}
            yield from ask(Mask("mix", "S1", decks, by=0))

    with pytest.raises(UnansweredKind):
        table_of(rules).run()
