"""The check of a shuffle: CheckShuffleProof of Haenni et al., written from the paper (SPEC.md section 20).

It shares no equation with the prover: only the group, the generators, and which bytes are what.
"""

from collections.abc import Iterable

from protocol.group import ORDER, GroupFault, hash_scalar, minus, plus, statement, times, times_base, weight
from protocol.shuffle.generators import generator, generator_sum, generators
from protocol.shuffle.layout import FEWEST, MOST, read
from protocol.shuffle.masking import Deck, joined


def check_shuffle(ctx: bytes, key: bytes, deck: Deck, body: bytes) -> Deck:
    """The new deck, if `body` proves that it holds the cards of `deck`, each once, re-masked under `key`.

    `deck` and `key` are already judged: they are made of points of the group.

    Raises:
        GroupFault: `body` is anything else, or `deck` is of a size that is not shuffled.
    """
    size = len(deck)
    if not FEWEST <= size <= MOST:
        raise GroupFault(f"a deck of {size} cards is not shuffled")
    after, proof = read(body, size)
    st = statement("tw", ctx, key, joined(deck), joined(after), *proof.commitments)
    weights = [weight("u", st, number) for number in range(1, size + 1)]
    product = 1
    for each in weights:
        product = product * each % ORDER

    challenge = proof.challenge
    s_1, s_2, s_3, s_4 = proof.responses
    old = [challenge * each % ORDER for each in weights]  # c·u_i: one multiplication where the paper has two
    new = proof.weight_responses
    h, h_i = generator(0), generators(size)

    columns = minus(plus(*proof.commitments), generator_sum(size))
    last = plus(proof.chain[-1], times(-product % ORDER, h))
    before = (h, *proof.chain[:-1])
    announced = (
        plus(times(challenge, columns), times_base(s_1)),
        plus(times(challenge, last), times_base(s_2)),
        plus(times_base(s_3), *_multiples(old, proof.commitments), *_multiples(new, h_i)),
        plus(times_base(-s_4 % ORDER), *_multiples(old, (x.a for x in deck)), *_multiples(new, (x.a for x in after))),
        plus(times(-s_4 % ORDER, key), *_multiples(old, (x.b for x in deck)), *_multiples(new, (x.b for x in after))),
        *(
            plus(times(challenge, link), times_base(s_link), times(s_weight, link_before))
            for link, s_link, s_weight, link_before in zip(proof.chain, proof.chain_responses, new, before, strict=True)
        ),
    )
    if hash_scalar("tw", st, b"".join((*proof.chain, *announced))) != challenge:
        raise GroupFault("the proof of the shuffle does not hold")
    return after


def _multiples(scalars: Iterable[int], points: Iterable[bytes]) -> Iterable[bytes]:
    return (times(scalar, point) for scalar, point in zip(scalars, points, strict=True))
