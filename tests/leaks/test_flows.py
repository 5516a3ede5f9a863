"""Every flow of a closed card in one game: what one seat keeps to itself shows in no byte that is said.

Theft with re-masking, a proof of absence, an opening, a card laid open by all, a reshuffle of faces and of a card that
not all have seen, a hand dealt anew and proven. Stands for the issue "Hidden cards without a dealer", its statistical
tests; choices are fixed, all secrets but one too.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core.cards import Absent, Faces, Handle
from engine.core.match import State
from engine.core.options import Listed
from engine.core.questions import Expose, Mask, One, Rules, Show, ask
from protocol.agreement import NOW, PROOFS
from protocol.deck.audit import open_all
from protocol.deck.cards import Cards
from protocol.deck.parts import AbsencePart, Part, RemaskPart, SharePart, SharesPart, ShufflePart
from protocol.dice import permutation
from protocol.encoding import pack
from protocol.group import ORDER, minus, times
from protocol.log import Log
from protocol.machines.base import Author
from protocol.secret import SeatKeys
from protocol.shuffle import masking
from tests.leaks.cards import CARDS, SEED, agreed, bits_apart, bytes_apart, unevenness
from tests.protocol.cards.scripted import any_of, scripted
from tests.protocol.table import keys_of, make_form

RUNS = 110
FORM = make_form(3, SEED, ((PROOFS, NOW),), "script")
OWNER, HIDDEN = 0, 1
CLAIM, PLAY, CLAIM_AGAIN, LAST = 4, 5, 9, 10
FACES = tuple("abc")


class Flow(NamedTuple):
    """One game. `stolen`: the number of the card that the hidden seat stole; `order`: its hand as dealt anew.

    `mixed`: how it mixed what went back. They are read with all secrets. `bodies`: all that is said, in the order of
    the log; `kinds`: of what it is made.
    """

    stolen: int
    order: tuple[int, ...]
    mixed: tuple[int, ...]
    bodies: tuple[bytes, ...]
    kinds: frozenset[type[Part]]


def none_here(hand: tuple[Handle, ...]) -> Listed[bool]:
    """The claim that a hand has no zebra, which is true of every hand: which card it has must not show in the proof."""

    def claiming(value: bool, faces: Faces) -> tuple[Absent, ...]:
        return (Absent(HIDDEN, hand, ("zebra",), "S2"),)

    return Listed((True, False), "S2", claiming=claiming)


def rules(s: State) -> Rules[None]:
    made = yield from ask(Mask("make", "S1", {"road": (FACES, ())}))
    stolen, laid, unseen = made["road"]
    yield from ask(Show("deal", "S1", {OWNER: made["road"]}))
    yield from ask(Show("theft", "S1", {HIDDEN: (stolen,)}))
    yield from ask(One("claim", "S2", HIDDEN, none_here((stolen,))))
    played = yield from ask(One("play", "S2", HIDDEN, any_of((stolen,))))
    (face,) = yield from ask(Expose("torture", "S3", (laid,)))
    again = yield from ask(Mask("again", "S4", {"road": ((s.public[played], face), (unseen,))}))
    yield from ask(Show("redeal", "S4", {HIDDEN: again["road"]}))
    yield from ask(One("claim", "S2", HIDDEN, none_here(again["road"])))
    yield from ask(Show("peek", "S4", {OWNER: again["road"][:1]}))


def flow(number: int) -> Flow:
    """The game in which the hidden seat has its secret for this number, and the others always the same keys."""
    keys = {seat: keys_of(seat, SEED) for seat in FORM.numbers}
    keys[HIDDEN] = SeatKeys.from_bytes(Random(f"flow {number}").randbytes(96))
    payloads = {CLAIM: pack(True), PLAY: pack("road.1.0"), CLAIM_AGAIN: pack(True)}
    log = Log(agreed(FORM, keys), scripted(rules, 3)(FORM))
    authors = {seat: Author(seat, mine, payloads) for seat, mine in keys.items()}
    while log.place.slot <= LAST:
        for seat in log.waiting_for:
            log.offer(log.compose(authors[seat]))
        log.advance()
    cards = log.known.cards
    faces = open_all(cards, {seat: mine.secret for seat, mine in keys.items()})
    order = tuple(FACES.index(faces[f"road.2.{i}"]) for i in range(CARDS))
    bodies = tuple(signed.entry.body for closed in log.closed if closed.place.slot for signed in closed.entries)
    kinds = frozenset(type(part) for made in cards.made for part in made.parts)
    return Flow(FACES.index(faces["road.1.0"]), order, _mixed(cards, keys), bodies, kinds)


def _mixed(cards: Cards, keys: Mapping[int, SeatKeys]) -> tuple[int, ...]:
    """In which order the hidden seat left the cards that it found, the last time that it mixed."""
    deck = cards.decks["road"]
    joint = sum(deck.key_name.pair(mine.secret).scalar for mine in keys.values()) % ORDER
    turns = [made for made in cards.made if made.seat == HIDDEN and isinstance(made.parts[0], ShufflePart)]
    part, body = turns[-1].parts[0], turns[-1].body
    assert isinstance(part, ShufflePart)
    before, after = (
        [deck.faces.numbers[minus(card.b, times(joint, card.a))] for card in row]
        for row in (part.before, part.after(body))
    )
    return tuple(before.index(number) for number in after)


@cache
def flows() -> tuple[Flow, ...]:
    """So many games, whose hidden secrets are all different."""
    return tuple(map(flow, range(RUNS)))


def by(label: Callable[[Flow], Any]) -> dict[Any, list[bytes]]:
    """What is said in the games, by what is hidden in them."""
    worlds: dict[Any, list[bytes]] = {}
    for game in flows():
        worlds.setdefault(label(game), []).append(b"".join(game.bodies))
    return worlds


LABELS: list[Callable[[Flow], Any]] = [lambda game: game.stolen, lambda game: game.order[0], lambda game: game.order]


@pytest.mark.slow
def test_a_hand_dealt_anew_may_be_any_with_all_other_secrets() -> None:
    """The others know every face that went in, and all secrets but one, whose seat mixes between them."""
    assert {ShufflePart, SharesPart, SharePart, RemaskPart, AbsencePart} <= flows()[0].kinds, "all flows are there"
    assert unevenness([game.mixed for game in flows()]) < 1
    assert unevenness([game.order for game in flows()]) < 1
    assert {game.stolen for game in flows()} == set(range(CARDS))


@pytest.mark.slow
@pytest.mark.parametrize("label", LABELS, ids=["face stolen", "face dealt anew", "order"])
def test_no_flow_tells_two_faces_apart(label: Callable[[Flow], Any]) -> None:
    worlds = by(label)
    assert len(worlds) >= CARDS
    assert bytes_apart(worlds) < 1
    assert bits_apart(worlds) < 1
    assert len({tuple(map(len, game.bodies)) for game in flows()}) == 1, "and all is as long"


def test_a_lazy_seat_is_found_in_the_hand_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure has power: who leaves a deck as it is most of the time does not pass."""

    def lazy(seed: bytes, count: int) -> tuple[int, ...]:
        return permutation(seed, count) if seed[0] % 4 == 0 else tuple(range(count))

    monkeypatch.setattr(masking, "permutation", lazy)
    assert unevenness([flow(number).mixed for number in range(20)]) > 1


@pytest.mark.slow
def test_a_bit_of_a_proof_that_tells_is_found() -> None:
    """One bit in the proof of the hand that hangs on its first card is enough."""
    worlds: dict[int, list[bytes]] = {}
    for game in flows():
        told = bytearray(b"".join(game.bodies))
        told[-1] = (told[-1] & ~1) | (game.order[0] & 1)
        worlds.setdefault(game.order[0], []).append(bytes(told))
    assert bits_apart(worlds) > 1
