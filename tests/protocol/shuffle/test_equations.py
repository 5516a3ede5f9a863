"""The algebra of the shuffle over a small group of integers: each equation alone, for any weights and challenge."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.protocol.shuffle import wikstrom
from tests.protocol.shuffle.groups import SCHNORR, Modular
from tests.protocol.shuffle.wikstrom import NAMES, Argument, Claim, Nonces, broken, columns, links, mix, respond

Q = SCHNORR.order
steady = settings(derandomize=True, database=None, deadline=None, max_examples=80)


class Case:
    """A claim with everything its prover knows, the weights and the challenge as free as the nonces."""

    def __init__(self, seed: int, count: int) -> None:
        dice = Random(seed)

        def below() -> int:
            return dice.randrange(1, Q)

        def point() -> int:
            return SCHNORR.times(below(), SCHNORR.base)

        self.order = list(range(count))
        dice.shuffle(self.order)
        self.masks = [below() for _ in self.order]
        self.nonces = Nonces.draw(count, below)
        self.u = [dice.randrange(1, 2**128) for _ in self.order]
        self.challenge = below()
        key, before = point(), tuple((point(), point()) for _ in self.order)
        after = tuple(mix(SCHNORR, key, before, self.order, self.masks))
        self.claim = Claim(SCHNORR, key, point(), tuple(point() for _ in self.order), before, after)

    def argument(self, order: list[int] | None = None) -> Argument[int]:
        order = order or self.order
        permuted = [self.u[j] for j in order]
        secrets = wikstrom.known(Q, self.nonces, self.u, permuted, self.masks)
        return Argument(
            columns(self.claim, order, self.nonces.r),
            links(self.claim, permuted, self.nonces.chain),
            respond(Q, self.challenge, self.nonces.omega_chain, self.nonces.chain),
            respond(Q, self.challenge, self.nonces.omega_weight, permuted),
            respond(Q, self.challenge, self.nonces.omega, secrets),
            self.challenge,
        )

    def broken(self, said: Argument[int], claim: Claim[int] | None = None) -> set[str]:
        return broken(claim or self.claim, self.u, said, self.nonces)


cases = st.builds(Case, st.integers(0, 2**32), st.integers(2, 9))


@steady
@given(cases)
def test_every_equation_holds_for_a_true_shuffle(case: Case) -> None:
    assert case.broken(case.argument()) == set()


@steady
@given(cases)
def test_the_end_of_the_chain_is_a_multiple_of_each_generator(case: Case) -> None:
    """ĉ_n = r̂·G + (product of all weights)·h, in whatever order the weights were chained."""
    end = wikstrom.known(Q, case.nonces, case.u, [case.u[j] for j in case.order], case.masks)[1]
    product = 1
    for each in case.u:
        product = product * each % Q
    expected = SCHNORR.add(SCHNORR.times(end, SCHNORR.base), SCHNORR.times(product, case.claim.h))
    assert case.argument().chain[-1] == expected


@steady
@given(cases)
def test_columns_combine_to_the_permuted_weights(case: Case) -> None:
    """The sum of u_j·c_j is r·G + the sum of ũ_i·h_i."""
    group, said = SCHNORR, case.argument()
    left = wikstrom.combined(group, case.u, said.c)
    r = sum(x * y for x, y in zip(case.nonces.r, case.u, strict=True))
    right = wikstrom.combined(group, [case.u[j] for j in case.order], case.claim.hs)
    assert left == group.add(group.times(r, group.base), right)


@steady
@given(cases)
def test_both_decks_combine_to_one_sum_but_for_the_masks(case: Case) -> None:
    """The sum of ũ_i·e'_i is the sum of u_i·e_i, re-masked by r̃."""
    permuted = [case.u[j] for j in case.order]
    mask = sum(x * y for x, y in zip(case.masks, permuted, strict=True))
    for half, base in ((0, SCHNORR.base), (1, case.claim.key)):
        old = wikstrom.combined(SCHNORR, case.u, [card[half] for card in case.claim.before])
        new = wikstrom.combined(SCHNORR, permuted, [card[half] for card in case.claim.after])
        assert new == SCHNORR.add(old, SCHNORR.times(mask, base))


@steady
@given(cases, st.integers(0, 3), st.integers(1, Q - 1))
def test_each_of_the_four_responses_answers_for_its_own_equation(case: Case, number: int, shift: int) -> None:
    said = case.argument()
    s = [(value + shift) % Q if i == number else value for i, value in enumerate(said.s)]
    expected = [{"t1"}, {"t2"}, {"t3"}, {"t4a", "t4b"}][number]
    assert case.broken(replace(said, s=tuple(s))) == expected


@steady
@given(cases, st.data(), st.integers(1, Q - 1))
def test_each_response_of_the_chain_and_the_weights(case: Case, data: st.DataObject, shift: int) -> None:
    said = case.argument()
    at = data.draw(st.integers(0, len(case.order) - 1))

    def moved(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((value + shift) % Q if i == at else value for i, value in enumerate(values))

    assert case.broken(replace(said, s_chain=moved(said.s_chain))) == {"chain"}
    assert case.broken(replace(said, s_weight=moved(said.s_weight))) == {"t3", "t4a", "t4b", "chain"}


@steady
@given(cases, st.integers(1, Q - 1))
def test_another_challenge_breaks_every_equation(case: Case, shift: int) -> None:
    said = case.argument()
    assert case.broken(replace(said, challenge=(said.challenge + shift) % Q)) == {*NAMES, "chain"}


@steady
@given(cases, st.data())
def test_no_order_with_a_card_doubled_passes(case: Case, data: st.DataObject) -> None:
    """Its columns sum up and combine to its weights; it lacks a card, and with it a factor."""
    n = len(case.order)
    order = data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n).filter(lambda some: len(set(some)) < n))
    after = tuple(mix(SCHNORR, case.claim.key, case.claim.before, order, case.masks))
    assert case.broken(case.argument(order), replace(case.claim, after=after)) == {"t2", "t4a", "t4b"}


@steady
@given(cases, st.data(), st.integers(1, Q - 1))
def test_any_change_of_the_new_deck_breaks_its_equation(case: Case, data: st.DataObject, scalar: int) -> None:
    at, half = data.draw(st.integers(0, len(case.order) - 1)), data.draw(st.integers(0, 1))
    after = [list(card) for card in case.claim.after]
    after[at][half] = SCHNORR.add(after[at][half], SCHNORR.times(scalar, SCHNORR.base))
    claim = replace(case.claim, after=tuple((a, b) for a, b in after))
    # The prover announces with the changed deck, so what is left is what the old deck does not have.
    assert case.broken(case.argument(), claim) == {("t4a", "t4b")[half]}


@steady
@given(cases)
def test_hashed_it_holds_for_its_own_place_only(case: Case) -> None:
    said = wikstrom.prove(case.claim, b"here", case.order, case.masks, case.nonces)
    assert wikstrom.holds(case.claim, b"here", said)
    assert not wikstrom.holds(case.claim, b"there", said)
    assert not wikstrom.holds(replace(case.claim, before=case.claim.before[::-1]), b"here", said)
    assert not wikstrom.holds(replace(case.claim, key=SCHNORR.base), b"here", said)


FIELDS = ("c", "chain", "s_chain", "s_weight", "s", "challenge")


@steady
@given(cases, st.sampled_from(FIELDS), st.data(), st.integers(1, Q - 1))
def test_hashed_every_field_counts(case: Case, field: str, data: st.DataObject, shift: int) -> None:
    said = wikstrom.prove(case.claim, b"", case.order, case.masks, case.nonces)
    values = [said.challenge] if field == "challenge" else list(getattr(said, field))
    at = data.draw(st.integers(0, len(values) - 1))
    if field in ("c", "chain"):
        values[at] = SCHNORR.add(values[at], SCHNORR.times(shift, SCHNORR.base))
    else:
        values[at] = data.draw(st.sampled_from([(values[at] + shift) % Q, values[at] + Q, values[at] - Q, 0, Q]))
    wrong = replace(said, **{field: values[0] if field == "challenge" else tuple(values)})  # type: ignore[arg-type]  # by name
    assert not wikstrom.holds(case.claim, b"", wrong)


@pytest.mark.parametrize("step", ["announced", "known", "respond", "recomputed"])
def test_the_worked_example_of_the_chvote_proof_of_concept(step: str) -> None:
    """Numbers of `MixingAuthorityTests.md` in republique-et-canton-de-geneve/chvote-protocol-poc: p = 11, q = 5.

    It was made before that specification turned round the sign of responses (s = ω + c·x with its challenge 4 is
    s = ω - c·x with 1), numbers masks by the old deck, and writes a ciphertext the other way round.
    """
    group = Modular(11, 5, 3)
    before, after = ((1, 5), (4, 3), (9, 5)), ((5, 1), (3, 4), (4, 1))
    claim = Claim(group, 3, 4, (4, 3, 5), before, after)
    order, masks, u, challenge = (1, 0, 2), (4, 1, 2), (2, 4, 3), 1
    nonces = Nonces(r=(1, 2, 3), chain=(4, 0, 1), omega=(1, 2, 3, 4), omega_chain=(2, 4, 1), omega_weight=(3, 0, 1))
    permuted = [u[j] for j in order]
    assert tuple(mix(group, 3, before, order, masks)) == after
    c, chain = columns(claim, order, nonces.r), links(claim, permuted, nonces.chain)
    assert (c, chain) == ((9, 3, 3), (1, 1, 3))
    t = [3, 9, 5, 4, 3, 4, 4, 3]
    if step == "announced":
        assert wikstrom.announced(claim, chain, nonces) == t
    secrets = tuple(value % 5 for value in wikstrom.known(5, nonces, u, permuted, masks))
    if step == "known":
        assert secrets == (1, 0, 4, 4)
    s = respond(5, challenge, nonces.omega, secrets)
    s_chain = respond(5, challenge, nonces.omega_chain, nonces.chain)
    s_weight = respond(5, challenge, nonces.omega_weight, permuted)
    if step == "respond":
        assert (s, s_chain, s_weight) == ((0, 2, 4, 0), (3, 4, 0), (4, 3, 3))
    if step == "recomputed":
        said = Argument(c, chain, s_chain, s_weight, s, challenge)
        assert wikstrom.recomputed(claim, u, said) == t
