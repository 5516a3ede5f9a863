"""Provers who know all the scalars and follow the proof, for a shuffle that is none: the shipped verifier refuses them.

They are run over edwards25519 in plain integers. For each one the very equations that give it away are named: each of
the five equations and the chain is there for somebody.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

from protocol.group import GroupFault
from protocol.shuffle import check_shuffle
from tests.protocol.shuffle import wikstrom
from tests.protocol.shuffle.cards import Seats, place
from tests.protocol.shuffle.groups import EDWARDS, Point, Q, read_point
from tests.protocol.shuffle.wikstrom import Argument, Claim, Nonces, broken, columns, links, mix, respond

N = 3
ORDER, MASKS = (2, 0, 1), (11, 12, 13)
CTX = place(1)
Cards = list[tuple[Point, Point]]


@cache
def table() -> Seats:
    made = Seats(3, N)
    made.deck = check_shuffle(place(0), made.joint, made.deck, made.turn(0))
    return made


@cache
def nonces() -> Nonces:
    dice = Random(1)
    return Nonces.draw(N, lambda: dice.randrange(1, Q))


@cache
def honest() -> Claim[Point]:
    old = [(read_point(card.a), read_point(card.b)) for card in table().deck]
    after = mix(EDWARDS, read_point(table().joint), old, ORDER, MASKS)
    return wikstrom.claim_of(table().joint, table().deck, after)


def judged(claim: Claim[Point], said: Argument[Point]) -> bool:
    """Whether the shipped verifier takes it."""
    try:
        check_shuffle(CTX, table().joint, table().deck, wikstrom.body_of(claim, said))
    except GroupFault:
        return False
    return True


def test_the_honest_prover_of_the_second_route_convinces_the_shipped_verifier() -> None:
    claim = honest()
    said = wikstrom.prove(claim, CTX, ORDER, MASKS, nonces())
    assert wikstrom.holds(claim, CTX, said)
    assert judged(claim, said)


def test_the_shipped_prover_convinces_the_second_verifier() -> None:
    claim, said = wikstrom.parse(table().joint, table().deck, table().turn(1))
    assert wikstrom.holds(claim, CTX, said)


# ---------------------------------------------------------------- decks that are no shuffle, honest commitments
def remade(change: Callable[[Cards], Cards]) -> Claim[Point]:
    return wikstrom.with_after(honest(), change(list(honest().after)))


def masked(face: Point, scalar: int) -> tuple[Point, Point]:
    return EDWARDS.times(scalar, EDWARDS.base), EDWARDS.add(face, EDWARDS.times(scalar, honest().key))


def plus_g(point: Point, scalar: int) -> Point:
    return EDWARDS.add(point, EDWARDS.times(scalar, EDWARDS.base))


DECKS: dict[str, tuple[Callable[[Cards], Cards], set[str]]] = {
    "a card doubled": (lambda after: [after[1], *after[1:]], {"t4a", "t4b"}),
    "a card doubled and masked apart": (
        lambda after: [mix(EDWARDS, honest().key, after, (1,), (99,))[0], *after[1:]],
        {"t4a", "t4b"},
    ),
    "an own card put in": (lambda after: [masked(EDWARDS.times(5, EDWARDS.base), 7), *after[1:]], {"t4a", "t4b"}),
    "an own card in the mask of the old": (lambda after: [(after[0][0], plus_g(after[0][1], 1)), *after[1:]], {"t4b"}),
    "two faces changed, their sum kept": (
        lambda after: [(after[0][0], plus_g(after[0][1], 1)), (after[1][0], plus_g(after[1][1], -1)), after[2]],
        {"t4b"},
    ),
    "two masks changed, their sum kept": (
        lambda after: [(plus_g(after[0][0], 1), after[0][1]), (plus_g(after[1][0], -1), after[1][1]), after[2]],
        {"t4a"},
    ),
    "masked once more, unproven": (
        lambda after: [mix(EDWARDS, honest().key, after, (0,), (5,))[0], *after[1:]],
        {"t4a", "t4b"},
    ),
    "another permutation than committed to": (lambda after: [after[1], after[0], after[2]], {"t4a", "t4b"}),
}


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_that_is_no_shuffle(name: str) -> None:
    change, expected = DECKS[name]
    claim = remade(change)
    said = wikstrom.prove(claim, CTX, ORDER, MASKS, nonces())
    assert broken(claim, wikstrom.weights_of(claim, CTX, said.c), said, nonces()) == expected
    assert not wikstrom.holds(claim, CTX, said)
    assert not judged(claim, said)


# ---------------------------------------------------------------- commitments to no permutation
Weights = Callable[[Sequence[int]], list[int]]


def dishonest(
    after: Cards, c: Sequence[Point], weights: Weights, masks: Sequence[int], product_kept: bool = False
) -> tuple[set[str], bool, bool]:
    """A prover with columns `c` and with `weights` that fit the new deck: what is broken, and both verdicts.

    With `product_kept` the chain is made of other weights, so that its end is the right one.
    """
    claim = wikstrom.with_after(honest(), after)
    u = wikstrom.weights_of(claim, CTX, c)
    permuted = weights(u)
    chained = list(permuted)
    if product_kept:
        chained[0] = product(u) * pow(product(permuted[1:]), -1, Q) % Q
    chain = links(claim, chained, nonces().chain)
    challenge = wikstrom.challenge_of(claim, CTX, c, chain, wikstrom.announced(claim, chain, nonces()))
    secrets = (
        *wikstrom.known(Q, nonces(), u, chained, masks)[:3],
        sum(x * y for x, y in zip(masks, permuted, strict=True)),
    )
    said = Argument(
        tuple(c),
        chain,
        respond(Q, challenge, nonces().omega_chain, nonces().chain),
        respond(Q, challenge, nonces().omega_weight, permuted),
        respond(Q, challenge, nonces().omega, secrets),
        challenge,
    )
    return broken(claim, u, said, nonces()), wikstrom.holds(claim, CTX, said), judged(claim, said)


def product(numbers: Sequence[int]) -> int:
    whole = 1
    for number in numbers:
        whole = whole * number % Q
    return whole


DOUBLED = (0, 0, 1)


def doubled() -> Cards:
    return mix(EDWARDS, honest().key, honest().before, DOUBLED, MASKS)


def by_order(u: Sequence[int]) -> list[int]:
    return [u[j] for j in DOUBLED]


def test_a_doubled_card_with_commitments_to_the_doubling() -> None:
    """Columns (h_1 + h_2), h_3, nothing: they sum up, and what is missing is missing in deck and product."""
    c = columns(honest(), DOUBLED, nonces().r)
    assert dishonest(doubled(), c, by_order, MASKS) == ({"t2", "t4a", "t4b"}, False, False)
    assert dishonest(doubled(), c, by_order, MASKS, product_kept=True) == ({"chain", "t4a", "t4b"}, False, False)


def test_a_doubled_card_with_commitments_to_a_permutation() -> None:
    c = columns(honest(), ORDER, nonces().r)
    wrong, *verdicts = dishonest(doubled(), c, by_order, MASKS)
    assert (wrong, verdicts) == ({"t2", "t3", "t4a", "t4b"}, [False, False])


def blend() -> tuple[Cards, tuple[Point, ...]]:
    """Cards e_1/2 and e_2 + e_1/2 for e_1 and e_2, and columns that fit: all is linear, but it is no permutation.

    With ũ = (2·u_1 - u_2, u_2, u_3) the sums of both decks are equal, and each row of the matrix sums up to 1.
    """
    half = pow(2, -1, Q)
    first, second, third = honest().before
    halved = tuple(EDWARDS.times(half, point) for point in first)
    blended = tuple(EDWARDS.add(x, y) for x, y in zip(second, halved, strict=True))
    h, r = honest().hs, [EDWARDS.times(scalar, EDWARDS.base) for scalar in nonces().r]
    c = (
        EDWARDS.add(r[0], EDWARDS.times(2, h[0])),
        EDWARDS.add(r[1], EDWARDS.add(h[1], EDWARDS.times(-1, h[0]))),
        EDWARDS.add(r[2], h[2]),
    )
    return [(halved[0], halved[1]), (blended[0], blended[1]), third], c


def blended_weights(u: Sequence[int]) -> list[int]:
    return [2 * u[0] - u[1], u[1], u[2]]


def test_blended_cards_are_given_away_by_the_product_of_the_weights_alone() -> None:
    after, c = blend()
    assert dishonest(after, c, blended_weights, (0, 0, 0)) == ({"t2"}, False, False)


def test_blended_cards_with_the_right_product_are_given_away_by_the_chain_alone() -> None:
    after, c = blend()
    assert dishonest(after, c, blended_weights, (0, 0, 0), product_kept=True) == ({"chain"}, False, False)


def test_columns_that_do_not_sum_up() -> None:
    """A column doubled in the hope of weights that fit: the sum of all columns gives it away."""
    c = list(columns(honest(), ORDER, nonces().r))
    c[0] = EDWARDS.add(c[0], honest().hs[ORDER.index(0)])
    wrong, *verdicts = dishonest(list(honest().after), c, lambda u: [u[j] for j in ORDER], MASKS)
    assert (wrong, verdicts) == ({"t1", "t3"}, [False, False])


def test_challenge_and_responses_cannot_be_made_up_backwards() -> None:
    """Who may choose the challenge first can simulate any proof: so it is zero-knowledge. Hashing forbids that."""
    dice = Random(2)
    claim = remade(lambda after: [after[1], *after[1:]])
    s_chain, s_weight, s = (tuple(dice.randrange(1, Q) for _ in range(size)) for size in (N, N, 4))
    c, chain = columns(claim, ORDER, nonces().r), links(claim, [1, 1, 1], nonces().chain)
    said = Argument(c, chain, s_chain, s_weight, s, dice.randrange(1, Q))
    u = wikstrom.weights_of(claim, CTX, said.c)
    t = wikstrom.recomputed(claim, u, said)
    assert wikstrom.challenge_of(claim, CTX, said.c, said.chain, t) != said.challenge
    assert not judged(claim, said)
