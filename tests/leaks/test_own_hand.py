"""A hand that its owner mixed: whoever saw a card of it does not find it again, with all secrets but the owner's.

Stands for the issue "Hidden cards without a dealer", the line on an owner who mixes his own hand, and SPEC.md 21.3.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core.match import State
from engine.core.questions import Mask, Rules, Show, ask
from protocol.deck.audit import open_all
from protocol.dice import permutation
from protocol.group import minus
from protocol.log import Log
from protocol.machines.base import Author
from protocol.secret import SeatKeys
from protocol.sharing import view
from protocol.shuffle import Deck, masking
from tests.leaks.cards import CARDS, SEED, agreed, bits_apart, bytes_apart, critical, unevenness
from tests.protocol.cards.scripted import scripted
from tests.protocol.table import keys_of, make_form

RUNS = 150
FORM = make_form(2, SEED, (), "script")
OBSERVER, OWNER = 0, 1


class Hand(NamedTuple):
    """One game: all cards are dealt to the owner, the observer sees the first of them, then the owner mixes his hand.

    `order`: which card of the old hand stands at each place of the new one, read with all secrets. `bodies`: all that
    is said, in the order of the log. `old` and `new`: the cards under the owner's key alone, which everybody can
    compute.
    """

    order: tuple[int, ...]
    bodies: tuple[bytes, ...]
    old: Deck
    new: Deck


def rules(s: State) -> Rules[None]:
    made = yield from ask(Mask("make", "S1", {"road": (tuple("abc"), ())}))
    yield from ask(Show("deal", "S1", {OWNER: made["road"]}))
    yield from ask(Show("peek", "S1", {OBSERVER: made["road"][:1]}))
    yield from ask(Mask("mix", "S1", {"road": ((), made["road"])}, by=OWNER))


def mixed_hand(number: int) -> Hand:
    """The game in which the owner has its secret for this number, and the observer always the same keys."""
    keys = {
        OBSERVER: keys_of(OBSERVER, SEED),
        OWNER: SeatKeys.from_bytes(Random(f"owner {number}").randbytes(96)),
    }
    log = Log(agreed(FORM, keys), scripted(rules, 2)(FORM))
    authors = {seat: Author(seat, mine) for seat, mine in keys.items()}
    while log.place.slot < 5:
        for seat in log.waiting_for:
            log.offer(log.compose(authors[seat]))
        log.advance()
    cards = log.known.cards
    faces = open_all(cards, {seat: mine.secret for seat, mine in keys.items()})
    before, after = ([f"road.{serial}.{i}" for i in range(CARDS)] for serial in (1, 2))
    hand = [faces[handle] for handle in before]
    bodies = [signed.entry.body for closed in log.closed if closed.place.slot for signed in closed.entries]
    seen = [[cards.ever[handle].view_of(OWNER) for handle in row] for row in (before, after)]
    old, new = (tuple(view(each.card, each.shares) for each in row if each is not None) for row in seen)
    return Hand(tuple(hand.index(faces[handle]) for handle in after), tuple(bodies), old, new)


@cache
def games() -> tuple[Hand, ...]:
    """So many games, whose owners all have other secrets."""
    return tuple(map(mixed_hand, range(RUNS)))


def place(hand: Hand) -> int:
    """Where the card is now that the observer has seen."""
    return hand.order.index(0)


@pytest.mark.slow
def test_a_card_that_others_saw_may_be_at_any_place_afterwards() -> None:
    """The observer knows its face, all secrets but one and all that is said: every place is as likely."""
    assert unevenness([hand.order for hand in games()]) < 1
    counts = Counter(map(place, games()))
    even = RUNS / CARDS
    assert sum((counts[at] - even) ** 2 / even for at in range(CARDS)) < critical(CARDS - 1)


@pytest.mark.slow
@pytest.mark.parametrize("label", [place, lambda hand: hand.order], ids=["place", "order"])
def test_the_bytes_do_not_tell_where_it_went(label: Callable[[Hand], Any]) -> None:
    worlds: dict[Any, list[bytes]] = {}
    for hand in games():
        worlds.setdefault(label(hand), []).append(b"".join(hand.bodies))
    assert len(worlds) >= CARDS
    assert bytes_apart(worlds) < 1
    assert bits_apart(worlds) < 1
    assert len({tuple(map(len, hand.bodies)) for hand in games()}) == 1


def test_each_card_has_a_mask_of_its_own() -> None:
    """Two alike would tell which two cards they are on; none at all, which card it is."""
    for hand in map(mixed_hand, range(4)):
        assert len(hand.old) == len(hand.new) == CARDS
        assert not {point for card in hand.old for point in card} & {point for card in hand.new for point in card}
        for part in (0, 1):
            steps = {minus(new[part], old[part]) for new in hand.new for old in hand.old}
            assert len(steps) == CARDS * CARDS


def test_a_lazy_owner_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure has power: who leaves the hand as it is every other time does not pass."""

    def lazy(seed: bytes, count: int) -> tuple[int, ...]:
        return permutation(seed, count) if seed[0] % 2 else tuple(range(count))

    monkeypatch.setattr(masking, "permutation", lazy)
    assert unevenness([mixed_hand(number).order for number in range(80)]) > 1
