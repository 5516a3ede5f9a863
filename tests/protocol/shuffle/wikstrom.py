"""The proof of a shuffle over any group, after Haenni, Locher, Koenig and Dubuis, apart from the shipped code.

Honest and dishonest provers are made of the same parts: `order` need not be a permutation, `after` may be anything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from tests.protocol.shuffle.groups import EDWARDS, E, Group, Point, generator, read_point, sha, sha_scalar, short

NAMES = ("t1", "t2", "t3", "t4a", "t4b")


@dataclass(frozen=True)
class Claim(Generic[E]):
    """That `after` is `before`, mixed and re-masked under `key`; `h` is h, `hs` are h_1..n, cards are pairs (a, b)."""

    group: Group[E]
    key: E
    h: E
    hs: tuple[E, ...]
    before: tuple[tuple[E, E], ...]
    after: tuple[tuple[E, E], ...]


@dataclass(frozen=True)
class Argument(Generic[E]):
    """What a prover says: c, ĉ, then ŝ, s', s and the challenge."""

    c: tuple[E, ...]
    chain: tuple[E, ...]
    s_chain: tuple[int, ...]
    s_weight: tuple[int, ...]
    s: tuple[int, ...]
    challenge: int


@dataclass(frozen=True)
class Nonces:
    """What a prover draws: r, r̂, ω, ω̂, ω'."""

    r: tuple[int, ...]
    chain: tuple[int, ...]
    omega: tuple[int, ...]
    omega_chain: tuple[int, ...]
    omega_weight: tuple[int, ...]

    @classmethod
    def draw(cls, count: int, below: Callable[[], int]) -> "Nonces":
        n, four = range(count), range(4)
        return cls(*(tuple(below() for _ in numbers) for numbers in (n, n, four, n, n)))


def total(group: Group[E], *points: E) -> E:
    whole = group.zero
    for point in points:
        whole = group.add(whole, point)
    return whole


def combined(group: Group[E], scalars: Sequence[int], points: Sequence[E]) -> E:
    return total(group, *(group.times(s, p) for s, p in zip(scalars, points, strict=True)))


def mix(
    group: Group[E], key: E, deck: Sequence[tuple[E, E]], order: Sequence[int], masks: Sequence[int]
) -> list[tuple[E, E]]:
    return [
        (group.add(deck[j][0], group.times(r, group.base)), group.add(deck[j][1], group.times(r, key)))
        for j, r in zip(order, masks, strict=True)
    ]


# ---------------------------------------------------------------- prover
def columns(claim: Claim[E], order: Sequence[int], r: Sequence[int]) -> tuple[E, ...]:
    """c_j = r_j·G + the sum of all h_i with π(i) = j; for a permutation that is one of them."""
    group = claim.group
    return tuple(
        total(group, group.times(r[j], group.base), *(claim.hs[i] for i, column in enumerate(order) if column == j))
        for j in range(len(order))
    )


def links(claim: Claim[E], permuted: Sequence[int], r_chain: Sequence[int]) -> tuple[E, ...]:
    group, last, chain = claim.group, claim.h, []
    for r, u in zip(r_chain, permuted, strict=True):
        last = group.add(group.times(r, group.base), group.times(u, last))
        chain.append(last)
    return tuple(chain)


def announced(claim: Claim[E], chain: Sequence[E], nonces: Nonces) -> list[E]:
    group, base, weights = claim.group, claim.group.base, nonces.omega_weight
    w1, w2, w3, w4 = nonces.omega
    return [
        group.times(w1, base),
        group.times(w2, base),
        group.add(group.times(w3, base), combined(group, weights, claim.hs)),
        group.add(group.times(-w4, base), combined(group, weights, [a for a, _ in claim.after])),
        group.add(group.times(-w4, claim.key), combined(group, weights, [b for _, b in claim.after])),
        *(
            group.add(group.times(w, base), group.times(v, before))
            for w, v, before in zip(nonces.omega_chain, weights, (claim.h, *chain[:-1]), strict=True)
        ),
    ]


def known(
    order: int, nonces: Nonces, u: Sequence[int], permuted: Sequence[int], masks: Sequence[int]
) -> tuple[int, ...]:
    """The four secrets r̄, r̂, r, r̃."""
    behind, end = 1, 0
    for r, factor in zip(reversed(nonces.chain), reversed(permuted), strict=True):
        end += r * behind
        behind = behind * factor % order
    return (
        sum(nonces.r),
        end,
        sum(x * y for x, y in zip(nonces.r, u, strict=True)),
        sum(x * y for x, y in zip(masks, permuted, strict=True)),
    )


def respond(order: int, challenge: int, nonces: Sequence[int], secrets: Sequence[int]) -> tuple[int, ...]:
    return tuple((w - challenge * x) % order for w, x in zip(nonces, secrets, strict=True))


def prove(claim: Claim[E], ctx: bytes, order: Sequence[int], masks: Sequence[int], nonces: Nonces) -> Argument[E]:
    """A proof with hashed weights and challenge; it holds only if the claim does."""
    q = claim.group.order
    c = columns(claim, order, nonces.r)
    u = weights_of(claim, ctx, c)
    permuted = [u[j] for j in order]
    chain = links(claim, permuted, nonces.chain)
    challenge = challenge_of(claim, ctx, c, chain, announced(claim, chain, nonces))
    return Argument(
        c,
        chain,
        respond(q, challenge, nonces.omega_chain, nonces.chain),
        respond(q, challenge, nonces.omega_weight, permuted),
        respond(q, challenge, nonces.omega, known(q, nonces, u, permuted, masks)),
        challenge,
    )


# ---------------------------------------------------------------- verifier
def recomputed(claim: Claim[E], u: Sequence[int], said: Argument[E]) -> list[E]:
    """What was announced, if the claim is true: CheckShuffleProof with c̄, ĉ, c̃, ã, b̃ as the paper has them."""
    group, challenge, base = claim.group, said.challenge, claim.group.base
    s1, s2, s3, s4 = said.s
    product = 1
    for each in u:
        product = product * each % group.order
    c_bar = group.add(total(group, *said.c), group.times(-1, total(group, *claim.hs)))
    c_hat = group.add(said.chain[-1], group.times(-product, claim.h))
    c_tilde = combined(group, u, said.c)
    a_tilde, b_tilde = (combined(group, u, [card[half] for card in claim.before]) for half in (0, 1))
    after_a, after_b = (combined(group, said.s_weight, [card[half] for card in claim.after]) for half in (0, 1))
    return [
        group.add(group.times(challenge, c_bar), group.times(s1, base)),
        group.add(group.times(challenge, c_hat), group.times(s2, base)),
        total(group, group.times(challenge, c_tilde), group.times(s3, base), combined(group, said.s_weight, claim.hs)),
        total(group, group.times(challenge, a_tilde), group.times(-s4, base), after_a),
        total(group, group.times(challenge, b_tilde), group.times(-s4, claim.key), after_b),
        *(
            total(group, group.times(challenge, link), group.times(s, base), group.times(v, before))
            for link, s, v, before in zip(
                said.chain, said.s_chain, said.s_weight, (claim.h, *said.chain[:-1]), strict=True
            )
        ),
    ]


def holds(claim: Claim[E], ctx: bytes, said: Argument[E]) -> bool:
    if not all(0 < s < claim.group.order for s in (*said.s_chain, *said.s_weight, *said.s, said.challenge)):
        return False
    t = recomputed(claim, weights_of(claim, ctx, said.c), said)
    return challenge_of(claim, ctx, said.c, said.chain, t) == said.challenge


def broken(claim: Claim[E], u: Sequence[int], said: Argument[E], nonces: Nonces) -> set[str]:
    """The names of those equations that do not hold against what the nonces of a prover announced."""
    pairs = zip(announced(claim, said.chain, nonces), recomputed(claim, u, said), strict=True)
    wrong = [i for i, (left, right) in enumerate(pairs) if claim.group.data(left) != claim.group.data(right)]
    return {NAMES[i] if i < len(NAMES) else "chain" for i in wrong}


# ---------------------------------------------------------------- hashes (SPEC.md section 20)
def statement_of(claim: Claim[E], ctx: bytes, c: Sequence[E]) -> bytes:
    cards = [half for card in (*claim.before, *claim.after) for half in card]
    return sha("statement", b"tw", ctx, b"".join(map(claim.group.data, (claim.key, *cards, *c))))


def weights_of(claim: Claim[E], ctx: bytes, c: Sequence[E]) -> list[int]:
    st = statement_of(claim, ctx, c)
    return [short("u", st, number) for number in range(1, len(claim.before) + 1)]


def challenge_of(claim: Claim[E], ctx: bytes, c: Sequence[E], chain: Sequence[E], t: Sequence[E]) -> int:
    st = statement_of(claim, ctx, c)
    return sha_scalar(claim.group.order, "tw", st, b"".join(map(claim.group.data, (*chain, *t))))


# ---------------------------------------------------------------- bytes
def claim_of(key: bytes, before: Sequence[tuple[bytes, bytes]], after: Sequence[tuple[Point, Point]]) -> Claim[Point]:
    """A claim about real cards, in plain integers."""
    old = tuple((read_point(a), read_point(b)) for a, b in before)
    hs = tuple(generator(number) for number in range(1, len(before) + 1))
    return Claim(EDWARDS, read_point(key), generator(0), hs, old, tuple(after))


def parse(key: bytes, before: Sequence[tuple[bytes, bytes]], body: bytes) -> tuple[Claim[Point], Argument[Point]]:
    """The claim and the argument in the bytes of a shuffle."""
    n = len(before)
    words = [body[at : at + 32] for at in range(0, len(body), 32)]
    assert len(words) == 6 * n + 5
    points = [read_point(word) for word in words[: 4 * n]]
    scalars = [int.from_bytes(word, "little") for word in words[4 * n :]]
    claim = claim_of(key, before, [(points[2 * i], points[2 * i + 1]) for i in range(n)])
    return claim, Argument(
        tuple(points[2 * n : 3 * n]),
        tuple(points[3 * n :]),
        tuple(scalars[:n]),
        tuple(scalars[n : 2 * n]),
        tuple(scalars[2 * n : 2 * n + 4]),
        scalars[-1],
    )


def body_of(claim: Claim[Point], said: Argument[Point]) -> bytes:
    points = [half for card in claim.after for half in card] + [*said.c, *said.chain]
    scalars = (*said.s_chain, *said.s_weight, *said.s, said.challenge)
    return b"".join(map(EDWARDS.data, points)) + b"".join(s.to_bytes(32, "little") for s in scalars)


def with_after(claim: Claim[E], after: Sequence[tuple[E, E]]) -> Claim[E]:
    return replace(claim, after=tuple(after))
