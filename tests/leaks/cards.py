"""Games of cards in which only one seat's secret differs: what the others see of them, and what they may not guess.

Whoever holds the secrets of all other seats knows how these have mixed. What hides the cards is the one order that is
left, and it must be as good as any; nothing that is said may hang on it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import factorial
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from protocol.agreement import Agreement, Form, Opened, sign_table
from protocol.encoding import digest
from protocol.group import ORDER, POINT, minus, times
from protocol.log import Log
from protocol.machines.base import Author
from protocol.secret import SeatKeys
from tests.protocol.cards import decks
from tests.protocol.table import identity_of, keys_of, make_form

SEED = 3
CARDS = 3
ALPHA = 1e-4
"""How often a test of these may fail though all is well, if its runs were others than those that it always has."""
FORM: Form = make_form(2, SEED, (("decks", 1), ("size", CARDS), ("dealt", 1)), "decks")


class Seen(NamedTuple):
    """One game of two seats: a deck of three is mixed, its first card dealt to seat 1.

    `order`: how the seat with the hidden secret has mixed, read from the bytes with all secrets. `dealt`: the number of
    the card that was dealt. `bodies`: all that is said of it, in the order of the log.
    """

    order: tuple[int, ...]
    dealt: int
    bodies: tuple[bytes, ...]


def hidden_game(number: int, hidden: int) -> Seen:
    """The game in which the seat `hidden` has its secret for this number, and the other one always the same keys."""
    keys = {seat: keys_of(seat, SEED) for seat in FORM.numbers}
    keys[hidden] = SeatKeys.from_bytes(Random(f"hidden {number}").randbytes(96))
    log = Log(agreed(FORM, keys), decks.new_match(FORM))
    authors = {seat: Author(seat, mine) for seat, mine in keys.items()}
    while log.place.slot < 3:
        for seat in log.waiting_for:
            log.offer(log.compose(authors[seat]))
        log.advance()
    bodies = [signed.entry.body for closed in log.closed if closed.place.slot for signed in closed.entries]
    deck = log.known.cards.decks[decks.DECKS[0]]
    joint = sum(deck.key_name.pair(mine.secret).scalar for mine in keys.values()) % ORDER
    stages = [list(range(CARDS)), *(_opened(body, joint, deck.faces.numbers) for body in bodies[2:4])]
    before, after = stages[hidden : hidden + 2]  # in phase p, seat p has its turn with the one deck
    return Seen(tuple(before.index(number) for number in after), stages[-1][0], tuple(bodies))


def agreed(form: Form, keys: Mapping[int, SeatKeys]) -> Agreement:
    """The agreement of seats that have these keys."""
    opened = {
        seat: Opened(mine.game.public, mine.talk.public, digest("test", bytes([seat]))) for seat, mine in keys.items()
    }
    signed = {seat: sign_table(form, opened, seat, identity_of(seat, SEED), keys[seat]) for seat in keys}
    return Agreement(form, opened, signed)


def _opened(body: bytes, joint: int, numbers: Mapping[bytes, int]) -> list[int]:
    """The cards in the deck at the front of a shuffle."""
    pairs = [body[at : at + 2 * POINT] for at in range(0, 2 * POINT * CARDS, 2 * POINT)]
    return [numbers[minus(pair[POINT:], times(joint, pair[:POINT]))] for pair in pairs]


# ------------------------------------------------------------ statistics
def critical(freedom: int, alpha: float = ALPHA) -> float:
    """What a chi-square of so many degrees of freedom exceeds with the probability `alpha` (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NormalDist().inv_cdf(1 - alpha) * spread**0.5) ** 3)


def unevenness(orders: Sequence[tuple[int, ...]]) -> float:
    """Chi-square of how often each order came, divided by what it may be: above 1 they are not equally likely."""
    kinds, counts = factorial(CARDS), Counter(orders)
    even = len(orders) / kinds
    square = sum((count - even) ** 2 / even for count in counts.values()) + even * (kinds - len(counts))
    return square / critical(kinds - 1)


def bytes_apart(worlds: Mapping[Any, Collection[bytes]]) -> float:
    """Chi-square of the bytes in several worlds against one and the same frequency, divided by what it may be."""
    rows = [Counter(byte for text in texts for byte in text) for texts in worlds.values()]
    whole: Counter[int] = sum(rows, Counter())
    total = whole.total()
    square = 0.0
    for row in rows:
        share = row.total() / total
        square += sum((row[byte] - count * share) ** 2 / (count * share) for byte, count in whole.items())
    return square / critical((len(rows) - 1) * (len(whole) - 1))


def bits_apart(worlds: Mapping[Any, Sequence[bytes]]) -> float:
    """The bit at one place that differs most between one world and all others, divided by how much that may be."""
    everything = [text for texts in worlds.values() for text in texts]
    ones, count = _ones(everything), len(everything)
    tried = len(ones) * len(worlds)
    worst = 0.0
    for texts in worlds.values():
        here, size = _ones(texts), len(texts)
        for mine, both in zip(here, ones, strict=True):
            share = both / count
            spread = share * (1 - share) * size * (count - size) / count
            if spread:
                worst = max(worst, abs(mine - size * share) / spread**0.5)
    return worst / NormalDist().inv_cdf(1 - ALPHA / (2 * tried))


def _ones(texts: Iterable[bytes]) -> list[int]:
    """How often each bit is set."""
    rows = [f"{int.from_bytes(text, 'big'):0{8 * len(text)}b}" for text in texts]
    return [column.count("1") for column in zip(*rows, strict=True)]
