"""What hidden cards cost: rows for `make bench`.

A shuffle is judged against its floor: the operations of libsodium that the construction cannot do without, bare, one
after the other, in this same run and in turns with what they are compared with. Their numbers are derived here from the
equations, and the shipped code is held to them: a multiplication or an addition more is a failure, not a slower row.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import nacl.bindings as sodium
import pytest

from protocol.absence import check_absence, prove_absence
from protocol.group import ORDER, times, times_base
from protocol.sharing import (
    check_remask,
    check_share,
    check_shares,
    face_of,
    prove_remask,
    prove_share,
    prove_shares,
)
from protocol.shuffle import check_shuffle
from tests.figures import Row
from tests.protocol.shuffle.cards import Seats, place

CARDS = 25
"""A deck of The Iron Throne has 25 cards."""
SIZES = (10, 52, 82)
"""Small, usual, and the largest of all games."""
TURNS = 9
SAMPLES = 40
ABOVE_FLOOR = 1.8


class Operations(NamedTuple):
    """How often libsodium is asked for what."""

    any_base: int
    fixed_base: int
    additions: int


def proving(n: int) -> Operations:
    """Mixing and proof of n cards.

    Any base: r_i·Y; ũ_i·ĉ_(i-1); ω'_i times h_i, a'_i, b'_i and ĉ_(i-1): 6 n, and ω_4·Y. Fixed base: masks, columns,
    chain, its announcements: 4 n, and ω_1 to ω_4. Additions: two a card in the deck, one in columns, chain, t_3, t_4a,
    t_4b and the announcements of the chain.
    """
    return Operations(6 * n + 1, 4 * n + 4, 8 * n)


def checking(n: int) -> Operations:
    """The check of n cards.

    Any base: c·u_i times c_i, a_i, b_i; s'_i times h_i, a'_i, b'_i, ĉ_(i-1); c·ĉ_i: 8 n, and c·c̄, u·h, c·ĉ, s_4·Y.
    Fixed base: ŝ_i·G: n, and s_1 to s_4. Additions: two a card in t_3, t_4a, t_4b and the chain, one in c̄; one each
    for ĉ, t_1, t_2.
    """
    return Operations(8 * n + 4, n + 4, 9 * n + 3)


CALLS = {
    "crypto_scalarmult_ed25519_noclamp": "any_base",
    "crypto_scalarmult_ed25519_base_noclamp": "fixed_base",
    "crypto_core_ed25519_add": "additions",
    "crypto_core_ed25519_sub": "additions",
}


def counted(work: Callable[[], object]) -> Operations:
    """What `work` asks of libsodium."""
    counts = dict.fromkeys(CALLS.values(), 0)

    def counting(kind: str, function: Callable[..., bytes]) -> Callable[..., bytes]:
        def call(*args: bytes) -> bytes:
            counts[kind] += 1
            return function(*args)

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name, kind in CALLS.items():
            patch.setattr(sodium, name, counting(kind, getattr(sodium, name)))
        work()
    return Operations(**counts)


def floor(operations: Operations) -> float:
    """Seconds of process time of so many bare operations."""
    scalar, point, other = (ORDER // 3).to_bytes(32, "little"), times_base(7), times_base(11)
    start = time.process_time()
    for _ in range(operations.any_base):
        sodium.crypto_scalarmult_ed25519_noclamp(scalar, point)
    for _ in range(operations.fixed_base):
        sodium.crypto_scalarmult_ed25519_base_noclamp(scalar)
    for _ in range(operations.additions):
        sodium.crypto_core_ed25519_add(point, other)
    return time.process_time() - start


def timed(work: Callable[[], object]) -> float:
    """Seconds of process time that `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


class Turn:
    """One seat's turn with a deck that another has shuffled before, and its check."""

    def __init__(self, seats: int, count: int) -> None:
        self.table = Seats(seats, count)
        self.table.deck = check_shuffle(place(0), self.table.joint, self.table.deck, self.table.turn(0))
        self.body = self.prove()

    def prove(self) -> bytes:
        """Mixing and proof."""
        return self.table.turn(1)

    def check(self) -> object:
        """What every other seat does."""
        return check_shuffle(place(1), self.table.joint, self.table.deck, self.body)


def card_rows() -> Iterator[Row]:
    """Shuffles against their floor, how they grow, and what single cards cost."""
    yield from against_floor()
    yield from growth()
    yield from single_cards()


def against_floor() -> Iterator[Row]:
    """A turn of 25 cards against its bare operations."""
    turn = Turn(5, CARDS)
    for name, work, needed in (("prove", turn.prove, proving(CARDS)), ("verify", turn.check, checking(CARDS))):
        if (found := counted(work)) != needed:
            raise RuntimeError(f"{name}: {found} where the construction needs {needed}")
        for kind, number in needed._asdict().items():
            yield Row(f"shuffle: {name} {CARDS} cards, {kind.replace('_', ' ')}", number, "calls")
        floors, whole, ratios = [], [], []
        for _ in range(TURNS):
            floors.append(floor(needed))
            whole.append(timed(work))
            ratios.append(whole[-1] / floors[-1])
        yield Row(f"shuffle: {name} {CARDS} cards, bare operations", statistics.median(floors) * 1_000, "ms of CPU")
        yield Row(f"shuffle: {name} {CARDS} cards", statistics.median(whole) * 1_000, "ms of CPU")
        yield Row(f"shuffle: {name} against bare operations", statistics.median(ratios), "x", ABOVE_FLOOR)
    yield Row(f"shuffle: deck and proof of {CARDS} cards", exactly(len(turn.body), 192 * CARDS + 160), "bytes")


def growth() -> Iterator[Row]:
    """The cost of a card in decks of 10, 52 and 82: proof and check, all sizes in turns."""
    turns = {count: Turn(5, count) for count in SIZES}
    costs: dict[int, list[float]] = {count: [] for count in SIZES}
    for _ in range(TURNS):
        for count, turn in turns.items():
            costs[count].append((timed(turn.prove) + timed(turn.check)) / count)
    least = min(SIZES)
    for count in SIZES:
        yield Row(f"shuffle: prove and verify a card of {count}", statistics.median(costs[count]) * 1_000, "ms of CPU")
    for count in SIZES[1:]:
        ratios = [cost / first for cost, first in zip(costs[count], costs[least], strict=True)]
        yield Row(f"shuffle: a card of {count} against one of {least}", statistics.median(ratios), "x", 1.15)


def single_cards() -> Iterator[Row]:
    """Dealing to one seat of five; single shares, batches, re-masking, claims."""
    table, reader = Seats(5, 10).shuffled(), 4
    card = table.deck[0]
    bodies = [prove_share(table.secrets[s], table.keys[s], place(s), card) for s in range(5)]
    allowed, views = list(table.faces), [table.seen_by(reader, card)]

    def check(seats: Iterable[int]) -> list[bytes]:
        return [check_share(place(s), table.keys[s].point, card, bodies[s]) for s in seats]

    def share() -> bytes:
        return prove_share(table.secrets[0], table.keys[0], place(0), card)

    def shares() -> bytes:
        return prove_shares(table.secrets[0], table.keys[0], place(0), table.deck)

    def remask() -> bytes:
        return prove_remask(table.secrets[0], place(0), bytes(8), 0, table.joint, card)

    def absence() -> bytes:
        return prove_absence(table.secrets[reader], table.keys[reader], place(reader), views, allowed)

    def give() -> None:
        share()
        check((1, 2, 3))

    def read() -> None:
        face_of(card, [*check(range(4)), times(table.keys[reader].scalar, card.a)], table.faces)

    yield Row("deal: a card to one of five, a seat that shares", middle(give), "ms of CPU", 5)
    yield Row("deal: a card to one of five, the reader", middle(read), "ms of CPU", 5)
    works: list[tuple[str, Callable[[], bytes], Callable[[bytes], object], int]] = [
        ("a share", share, lambda body: check_share(place(0), table.keys[0].point, card, body), 96),
        (
            "shares in 10 cards",
            shares,
            lambda body: check_shares(place(0), table.keys[0].point, table.deck, body),
            32 * 10 + 64,
        ),
        ("re-masking", remask, lambda body: check_remask(place(0), table.joint, card, body), 128),
        (
            "one of 10 faces",
            absence,
            lambda body: check_absence(place(reader), table.keys[reader].point, views, allowed, body),
            480,
        ),
    ]
    for name, make, judge, size in works:
        body = make()
        yield Row(f"cards: {name}, make", middle(make), "ms of CPU")
        yield Row(f"cards: {name}, check", middle(partial(judge, body)), "ms of CPU")
        yield Row(f"cards: {name}", exactly(len(body), size), "bytes")


def middle(work: Callable[[], object]) -> float:
    """Median milliseconds of process time."""
    return statistics.median(timed(work) for _ in range(SAMPLES)) * 1_000


def exactly(size: int, stated: int) -> int:
    """The size, if it is the one that SPEC.md states."""
    if size != stated:
        raise RuntimeError(f"{size} bytes where {stated} are stated")
    return size


if __name__ == "__main__":
    for row in card_rows():
        print(row.line(), flush=True)
