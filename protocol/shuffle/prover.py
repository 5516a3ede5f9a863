"""A seat's turn in a shuffle: the mixed deck and the proof that it holds the same cards (SPEC.md section 20).

All nonces follow from the secret and from what is proven, so a proof made again after a crash is the same, and two
statements never share a nonce.
"""

from itertools import count

from protocol.encoding import u32
from protocol.group import ORDER, hash_scalar, plus, statement, times, times_base, weight
from protocol.secret import GameSecret
from protocol.shuffle.generators import generator, generators
from protocol.shuffle.layout import FEWEST, MOST, Proof, write
from protocol.shuffle.masking import Deck, Mixing, joined, mixed, mixing


def prove_shuffle(secret: GameSecret, ctx: bytes, key: bytes, deck: Deck) -> bytes:
    """The one shuffle of `deck` under the joint key `key` that a seat with this secret can give at this place.

    Returns:
        The body, `shuffle_size` bytes. Raises ValueError for a deck that is too small or too large to be shuffled.
    """
    if not FEWEST <= len(deck) <= MOST:
        raise ValueError(f"a deck of {len(deck)} cards is not shuffled")
    how = mixing(secret, ctx, deck)
    after = mixed(deck, key, how)
    return write(after, prove_mixing(secret, ctx, key, deck, after, how))


def prove_mixing(secret: GameSecret, ctx: bytes, key: bytes, deck: Deck, after: Deck, how: Mixing) -> Proof:
    """Proof that `after` is `deck` mixed in the way `how`; one that does not hold if it is not.

    GenShuffleProof of Haenni et al.; names of the paper in their order: r, c, u, ũ, r̂, ĉ, ω, t, and the responses.
    """
    n, order = len(deck), how.order
    h = generators(n)
    public = key + joined(deck) + joined(after)

    # c commits to the permutation: c_j = r_j·G + h_i where j = π(i). Its nonces hang on what is known before it.
    early = statement("tw-in", ctx, public)
    r = [secret.scalar("sigma", early, u32(j)) for j in range(n)]
    column = {j: plus(times_base(r[j]), h[i]) for i, j in enumerate(order)}
    c = [column[j] for j in range(n)]

    st = statement("tw", ctx, public, *c)
    u = [weight("u", st, j) for j in range(1, n + 1)]
    permuted = [u[j] for j in order]
    nonces = (secret.scalar("sigma", st, u32(i)) for i in count())
    omega = [next(nonces) for _ in range(4)]
    r_chain = [next(nonces) for _ in range(n)]
    omega_chain = [next(nonces) for _ in range(n)]
    omega_weight = [next(nonces) for _ in range(n)]

    chain = [generator(0)]
    for i in range(n):
        chain.append(plus(times_base(r_chain[i]), times(permuted[i], chain[i])))

    t = (
        times_base(omega[0]),
        times_base(omega[1]),
        plus(times_base(omega[2]), *map(times, omega_weight, h)),
        plus(times_base(ORDER - omega[3]), *(times(w, card.a) for w, card in zip(omega_weight, after, strict=True))),
        plus(times(ORDER - omega[3], key), *(times(w, card.b) for w, card in zip(omega_weight, after, strict=True))),
        *(plus(times_base(omega_chain[i]), times(omega_weight[i], chain[i])) for i in range(n)),
    )
    challenge = hash_scalar("tw", st, b"".join((*chain[1:], *t)))

    end = 0  # r̂: what stands before G when ĉ_n is written as a multiple of G and one of h
    for step, factor in zip(r_chain, permuted, strict=True):
        end = (end * factor + step) % ORDER
    known = (
        sum(r),
        end,
        sum(x * y for x, y in zip(r, u, strict=True)),
        sum(x * y for x, y in zip(how.masks, permuted, strict=True)),
    )

    def answers(nonces: list[int], secrets: list[int] | tuple[int, ...]) -> tuple[int, ...]:
        return tuple((w - challenge * x) % ORDER for w, x in zip(nonces, secrets, strict=True))

    return Proof(
        commitments=tuple(c),
        chain=tuple(chain[1:]),
        chain_responses=answers(omega_chain, r_chain),
        weight_responses=answers(omega_weight, permuted),
        responses=answers(omega, known),
        challenge=challenge,
    )
