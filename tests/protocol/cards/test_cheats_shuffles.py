"""Each cheat with a shuffle is caught where it happens: the seat is named, the evidence verifies alone."""

from collections.abc import Callable
from typing import Any

import pytest

from protocol.deck.parts import ShufflePart
from protocol.events import Ended
from protocol.faults import FaultKind
from protocol.group import POINT, plus, times, times_base
from protocol.machines.base import Author
from protocol.secret import GameSecret
from protocol.shuffle import prove_shuffle
from protocol.shuffle.layout import write
from protocol.shuffle.masking import BASE, Mixing, mixed, mixing
from protocol.shuffle.prover import prove_mixing
from tests.protocol.cards.crooks import Crook, caught, longer, nothing, saying
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import Wire


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
