"""Whatever is changed in a shuffle, its deck, key or place: it is refused, by GroupFault and nothing else."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest

from protocol.group import ORDER, GroupFault, context, plus, times, times_base
from protocol.shuffle import Deck, Masked, check_shuffle
from tests.protocol.shuffle import wikstrom
from tests.protocol.shuffle.cards import (
    DECK,
    GAME,
    IDENTITY,
    NOT_CANONICAL,
    ORDER_EIGHT,
    OTHER_GAME,
    OTHER_PREV,
    PREV,
    G,
    Seats,
    place,
)
from tests.protocol.shuffle.groups import EDWARDS, read_point

N = 3
FIELDS = {"a": N, "b": N, "c": N, "chain": N, "s_chain": N, "s_weight": N, "s": 4, "challenge": 1}
POINTS = ("a", "b", "c", "chain")


@dataclass(frozen=True)
class Turn:
    """All that a verifier is given."""

    ctx: bytes
    key: bytes
    deck: Deck
    body: bytes

    def word(self, field: str, number: int) -> bytes:
        at = offset(field, number)
        return self.body[at : at + 32]

    def put(self, field: str, number: int, word: bytes) -> "Turn":
        at = offset(field, number)
        return replace(self, body=self.body[:at] + word + self.body[at + 32 :])

    def scalar(self, field: str, number: int) -> int:
        return int.from_bytes(self.word(field, number), "little")

    def holds(self) -> bool:
        """By the shipped verifier; any exception but GroupFault is a failure of the test."""
        try:
            check_shuffle(self.ctx, self.key, self.deck, self.body)
        except GroupFault:
            return False
        return True

    def holds_in_integers(self) -> bool:
        """By the second verifier, for which no point is looked up in the subgroup."""
        try:
            claim, said = wikstrom.parse(self.key, self.deck, self.body)
        except (ValueError, AssertionError):
            return False
        return wikstrom.holds(claim, self.ctx, said)


def offset(field: str, number: int) -> int:
    """Where a word stands: f ‖ c ‖ ĉ ‖ ŝ ‖ s' ‖ s_1..4 ‖ c, from SPEC.md section 20."""
    if field in ("a", "b"):
        return 64 * number + 32 * (field == "b")
    starts = {"c": 2 * N, "chain": 3 * N, "s_chain": 4 * N, "s_weight": 5 * N, "s": 6 * N, "challenge": 6 * N + 4}
    return 32 * (starts[field] + number)


@cache
def honest() -> Turn:
    table = Seats(3, N)
    table.deck = check_shuffle(place(0), table.joint, table.deck, table.turn(0))
    return Turn(place(1), table.joint, table.deck, table.turn(1))


def test_unchanged_it_holds() -> None:
    assert honest().holds()
    assert honest().holds_in_integers()


# ---------------------------------------------------------------- every word of the body
def torsioned(point: bytes, twos: int) -> bytes:
    """The point plus one of order 2, 4 or 8."""
    return EDWARDS.data(EDWARDS.add(read_point(point), EDWARDS.times(8 // twos, read_point(ORDER_EIGHT))))


POINT_CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "plus G": lambda point: plus(point, G),
    "minus G": lambda point: plus(point, times_base(ORDER - 1)),
    "negated": lambda point: point[:31] + bytes([point[31] ^ 0x80]),
    "doubled": lambda point: times(2, point),
    "plus a point of order two": lambda point: torsioned(point, 2),
    "plus a point of order four": lambda point: torsioned(point, 4),
    "plus a point of order eight": lambda point: torsioned(point, 8),
    "of order eight": lambda _: ORDER_EIGHT,
    "the identity": lambda _: IDENTITY,
    "not canonical": lambda _: NOT_CANONICAL,
    "zeros": lambda _: bytes(32),
    "ones": lambda _: b"\xff" * 32,
    "G": lambda _: G,
}
SCALAR_CHANGES: dict[str, Callable[[int], int]] = {
    "plus one": lambda s: (s + 1) % ORDER,
    "minus one": lambda s: (s - 1) % ORDER,
    "plus q": lambda s: s + ORDER,
    "plus 2q": lambda s: s + 2 * ORDER,
    "q minus it": lambda s: ORDER - s,
    "doubled": lambda s: 2 * s % ORDER,
    "zero": lambda _: 0,
    "q": lambda _: ORDER,
    "the largest number": lambda _: 2**256 - 1,
    "top bit set": lambda s: s | 1 << 255,
}


def word_changes() -> Iterator[tuple[str, int, str]]:
    for field, count in FIELDS.items():
        for number in range(count):
            for change in POINT_CHANGES if field in POINTS else SCALAR_CHANGES:
                yield field, number, change


@pytest.mark.parametrize(("field", "number", "change"), list(word_changes()), ids=str)
def test_a_changed_word(field: str, number: int, change: str) -> None:
    turn = honest()
    if field in POINTS:
        word = POINT_CHANGES[change](turn.word(field, number))
    else:
        word = SCALAR_CHANGES[change](turn.scalar(field, number)).to_bytes(32, "little")
    assert word != turn.word(field, number)
    assert not turn.put(field, number, word).holds()


@pytest.mark.parametrize("field", [field for field, count in FIELDS.items() if count > 1])
def test_two_words_swapped(field: str) -> None:
    turn = honest()
    swapped = turn.put(field, 0, turn.word(field, 1)).put(field, 1, turn.word(field, 0))
    assert not swapped.holds()
    assert not swapped.holds_in_integers()


@pytest.mark.parametrize("bit", range(0, 32 * 8 * (6 * N + 5), 61))
def test_a_flipped_bit(bit: int) -> None:
    turn = honest()
    body = bytearray(turn.body)
    body[bit // 8] ^= 1 << bit % 8
    assert not replace(turn, body=bytes(body)).holds()


# ---------------------------------------------------------------- what is proven, and where
def with_card(turn: Turn, number: int, card: Masked) -> Turn:
    return replace(turn, deck=(*turn.deck[:number], card, *turn.deck[number + 1 :]))


def shifted(turn: Turn, half: str, *changes: tuple[int, int]) -> Turn:
    """The new deck with multiples of G added to one half of some cards."""
    for number, scalar in changes:
        turn = turn.put(half, number, plus(turn.word(half, number), times_base(scalar % ORDER)))
    return turn


def whole_card(turn: Turn, target: int, source: int) -> Turn:
    return turn.put("a", target, turn.word("a", source)).put("b", target, turn.word("b", source))


def elsewhere(game: bytes = GAME, slot: int = 2, phase: int = 0, seat: int = 1, prev: bytes = PREV, deck: int = DECK,
              epoch: int = 0) -> Callable[[Turn], Turn]:  # fmt: skip
    return lambda turn: replace(turn, ctx=context(game, slot, phase, seat, prev, deck, epoch))


TURN_CHANGES: dict[str, Callable[[Turn], Turn]] = {
    # the place
    "another game": elsewhere(game=OTHER_GAME),
    "another slot": elsewhere(slot=3),
    "another phase": elsewhere(phase=1),
    "another seat": elsewhere(seat=2),
    "another past, or branch": elsewhere(prev=OTHER_PREV),
    "another deck": elsewhere(deck=DECK + 1),
    "another key epoch": elsewhere(epoch=1),
    "no place": lambda turn: replace(turn, ctx=b""),
    # the key
    "another joint key": lambda turn: replace(turn, key=plus(turn.key, G)),
    "the key of one seat": lambda turn: replace(turn, key=Seats(3, N).keys[0].point),
    "the key negated": lambda turn: replace(turn, key=turn.key[:31] + bytes([turn.key[31] ^ 0x80])),
    # the deck that was shuffled
    "old deck in another order": lambda turn: replace(turn, deck=turn.deck[1:] + turn.deck[:1]),
    "old deck turned round": lambda turn: replace(turn, deck=turn.deck[::-1]),
    "old card doubled": lambda turn: with_card(turn, 0, turn.deck[1]),
    "old card of another face": lambda turn: with_card(turn, 2, Masked(turn.deck[2].a, plus(turn.deck[2].b, G))),
    "old card masked otherwise": lambda turn: with_card(
        turn, 2, Masked(plus(turn.deck[2].a, G), plus(turn.deck[2].b, turn.key))
    ),
    "halves of an old card swapped": lambda turn: with_card(turn, 1, Masked(turn.deck[1].b, turn.deck[1].a)),
    "old deck of the seat before": lambda turn: replace(turn, deck=Seats(3, N).deck),
    "old deck one card shorter": lambda turn: replace(turn, deck=turn.deck[1:]),
    "old deck one card longer": lambda turn: replace(turn, deck=(*turn.deck, turn.deck[0])),
    "old deck of one card": lambda turn: replace(turn, deck=turn.deck[:1]),
    "old deck empty": lambda turn: replace(turn, deck=()),
    # the deck that came out
    "new card doubled": lambda turn: whole_card(turn, 0, 1),
    "new cards swapped": lambda turn: whole_card(whole_card(turn, 0, 1), 1, 0).put(
        "a", 1, turn.word("a", 0)
    ).put("b", 1, turn.word("b", 0)),
    "halves of a new card swapped": lambda turn: turn.put("a", 0, turn.word("b", 0)).put("b", 0, turn.word("a", 0)),
    "own card put in": lambda turn: turn.put("a", 0, G).put("b", 0, plus(turn.key, next(iter(Seats(3, N).faces)))),
    "own card in the clear put in": lambda turn: turn.put("a", 0, G).put("b", 0, plus(turn.key, G)),
    "new card masked once more": lambda turn: shifted(turn, "a", (0, 1)).put("b", 0, plus(turn.word("b", 0), turn.key)),
    "new card marked": lambda turn: shifted(turn, "b", (2, 7)),
    "sum of the faces kept": lambda turn: shifted(turn, "b", (0, 1), (1, -1)),
    "sum of the masks kept": lambda turn: shifted(turn, "a", (0, 1), (1, -1)),
    "sum of the commitments kept": lambda turn: shifted(turn, "c", (0, 1), (1, -1)),
    "old deck handed back": lambda turn: replace(
        turn, body=b"".join(half for card in turn.deck for half in card) + turn.body[64 * N :]
    ),
    # the proof
    "proof of the seat before": lambda turn: replace(turn, body=turn.body[: 64 * N] + Seats(3, N).turn(0)[64 * N :]),
    "body of the seat before": lambda turn: replace(turn, body=Seats(3, N).turn(0)),
    "a proof of zeros": lambda turn: replace(turn, body=turn.body[: 64 * N] + bytes(len(turn.body) - 64 * N)),
    "nothing": lambda turn: replace(turn, body=b""),
    "no proof": lambda turn: replace(turn, body=turn.body[: 64 * N]),
    "cut by a byte": lambda turn: replace(turn, body=turn.body[:-1]),
    "cut by a word": lambda turn: replace(turn, body=turn.body[:-32]),
    "a byte behind": lambda turn: replace(turn, body=turn.body + b"\x00"),
    "a scalar behind": lambda turn: replace(turn, body=turn.body + turn.word("s", 0)),
    "twice": lambda turn: replace(turn, body=turn.body * 2),
    "columns and chain swapped": lambda turn: replace(
        turn, body=turn.body[: 64 * N] + turn.body[96 * N : 128 * N] + turn.body[64 * N : 96 * N] + turn.body[128 * N :]
    ),
    "responses swapped": lambda turn: replace(
        turn,
        body=turn.body[: 128 * N] + turn.body[160 * N : 192 * N] + turn.body[128 * N : 160 * N] + turn.body[192 * N :],
    ),
    "big-endian challenge": lambda turn: turn.put("challenge", 0, turn.word("challenge", 0)[::-1]),
}  # fmt: skip


@pytest.mark.parametrize("change", TURN_CHANGES)
def test_a_changed_turn(change: str) -> None:
    turn = TURN_CHANGES[change](honest())
    assert turn != honest()
    assert not turn.holds()


@pytest.mark.parametrize(
    "change", [name for name in TURN_CHANGES if not name.startswith(("old deck one", "old deck of"))]
)
def test_the_second_verifier_refuses_it_too(change: str) -> None:
    assert not TURN_CHANGES[change](honest()).holds_in_integers()
