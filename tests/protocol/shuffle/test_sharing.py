"""Shares, batches of shares, re-masking: they open what they should to whom they should, and hold nowhere else."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import sharing
from protocol.encoding import digest
from protocol.group import ORDER, GroupFault, context, hash_point, minus, plus, times, times_base
from protocol.secret import GameSecret
from protocol.sharing import (
    batch_size,
    check_remask,
    check_share,
    check_shares,
    face_of,
    prove_remask,
    prove_share,
    prove_shares,
    view,
)
from protocol.shuffle import KeyPair, Masked
from tests.protocol.shuffle import logarithms
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

HANDLE = bytes([0, 3, 0, 0, 0, 1, 0, 0])
steady = settings(derandomize=True, database=None, deadline=None, max_examples=40)
scalars = st.integers(1, ORDER - 1)
CTX = place(0, slot=5)
ELSEWHERE = {
    "another seat": place(1, slot=5),
    "another slot": place(0, slot=6),
    "another phase": place(0, slot=5, phase=1),
    "another deck": place(0, slot=5, deck=4),
    "another key epoch": place(0, slot=5, epoch=1),
    "another game": context(OTHER_GAME, 5, 0, 0, PREV, DECK),
    "another branch": context(GAME, 5, 0, 0, OTHER_PREV, DECK),
}
WORDS = {
    "the identity": IDENTITY,
    "of order eight": ORDER_EIGHT,
    "not canonical": NOT_CANONICAL,
    "zero": bytes(32),
    "q": ORDER.to_bytes(32, "little"),
    "ones": b"\xff" * 32,
    "G": G,
    "one": (1).to_bytes(32, "little"),
}


@cache
def table() -> Seats:
    return Seats(4, 5).shuffled()


def points(seed: int) -> Masked:
    """A ciphertext of which nobody knows anything."""
    return Masked(*(hash_point("gen", bytes([half]) + seed.to_bytes(8, "big")) for half in (0, 1)))


def shares_of(x: int, cards: list[Masked]) -> tuple[KeyPair, bytes]:
    key = KeyPair(x)
    return key, prove_shares(GameSecret(b"s" * 32), key, CTX, cards)


def swapped_in(body: bytes, number: int, word: bytes) -> bytes:
    return body[: 32 * number] + word + body[32 * (number + 1) :]


# ---------------------------------------------------------------- one share
@steady
@given(scalars, st.integers(0, 2**32))
def test_a_share_is_the_multiple_of_the_key_and_proves_it(x: int, seed: int) -> None:
    key, card = KeyPair(x), points(seed)
    body = prove_share(GameSecret(b"s" * 32), key, CTX, card)
    assert len(body) == 96
    assert check_share(CTX, key.point, card, body) == times(x, card.a) == body[:32]
    assert body == prove_share(GameSecret(b"s" * 32), key, CTX, card)  # after a crash


def test_the_second_verifier_agrees() -> None:
    key, card = table().keys[0], table().deck[0]
    body = prove_share(table().secrets[0], key, CTX, card)
    assert logarithms.share_holds(CTX, key.point, card, body)
    assert not logarithms.share_holds(place(1, slot=5), key.point, card, body)


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_share_holds_at_its_own_place_only(where: str) -> None:
    key, card = table().keys[0], table().deck[0]
    body = prove_share(table().secrets[0], key, CTX, card)
    with pytest.raises(GroupFault):
        check_share(ELSEWHERE[where], key.point, card, body)


@cache
def share_changes() -> dict[str, tuple[bytes, Masked, bytes]]:
    """Key, card and body handed to the verifier in place of the right ones."""
    key, card, other = table().keys[0].point, table().deck[0], table().deck[1]
    body = prove_share(table().secrets[0], table().keys[0], CTX, card)
    made = {
        "another card": (key, other, body),
        "another key": (table().keys[1].point, card, body),
        "the joint key": (table().joint, card, body),
        "share of another key": (key, card, prove_share(table().secrets[1], table().keys[1], CTX, card)),
        "share of another card": (key, card, prove_share(table().secrets[0], table().keys[0], CTX, other)),
        "share plus G": (key, card, plus(body[:32], G) + body[32:]),
        "share negated": (key, card, body[:31] + bytes([body[31] ^ 0x80]) + body[32:]),
        "share doubled": (key, card, times(2, body[:32]) + body[32:]),
        "share plus a point of order eight": (key, card, torsion(body[:32]) + body[32:]),
        "proof swapped": (key, card, body[:32] + body[64:] + body[32:64]),
        "challenge plus q": (key, card, body[:32] + grown(body[32:64]) + body[64:]),
        "response plus q": (key, card, body[:64] + grown(body[64:])),
        "response plus one": (key, card, body[:64] + grown(body[64:], 1)),
        "a batch of one": (key, card, prove_shares(table().secrets[0], table().keys[0], CTX, [card])),
        "cut": (key, card, body[:-1]),
        "a byte behind": (key, card, body + b"\x00"),
        "nothing": (key, card, b""),
    }
    made |= {
        f"{name} as word {number}": (key, card, swapped_in(body, number, word))
        for name, word in WORDS.items()
        for number in range(3)
    }
    return made


def torsion(point: bytes) -> bytes:
    return EDWARDS.data(EDWARDS.add(read_point(point), read_point(ORDER_EIGHT)))


def grown(scalar: bytes, by: int = ORDER) -> bytes:
    return (int.from_bytes(scalar, "little") + by).to_bytes(32, "little")


@pytest.mark.parametrize("change", share_changes())
def test_a_changed_share(change: str) -> None:
    key, card, body = share_changes()[change]
    with pytest.raises(GroupFault):
        check_share(CTX, key, card, body)


# ---------------------------------------------------------------- many shares, one proof
@steady
@given(scalars, st.lists(st.integers(0, 2**32), min_size=1, max_size=7))
def test_a_batch_holds_the_shares_in_order(x: int, seeds: list[int]) -> None:
    cards = [points(seed) for seed in seeds]
    key, body = shares_of(x, cards)
    assert len(body) == batch_size(len(cards)) == 32 * len(cards) + 64
    assert check_shares(CTX, key.point, cards, body) == tuple(times(x, card.a) for card in cards)


def test_the_second_verifier_agrees_on_a_batch() -> None:
    key, cards = table().keys[0], table().deck
    body = prove_shares(table().secrets[0], key, CTX, cards)
    assert logarithms.batch_holds(CTX, key.point, cards, body)
    assert not logarithms.batch_holds(CTX, key.point, cards[::-1], body)


@cache
def batch_changes() -> dict[str, tuple[bytes, tuple[Masked, ...], bytes]]:
    key, cards = table().keys[0].point, table().deck[:4]
    body = prove_shares(table().secrets[0], table().keys[0], CTX, cards)
    words = [body[at : at + 32] for at in range(0, len(body), 32)]
    joined = b"".join
    made = {
        "two shares swapped": (key, cards, joined([words[1], words[0], *words[2:]])),
        "two shares plus and minus G": (key, cards, joined([plus(words[0], G), minus(words[1], G), *words[2:]])),
        "two later ones plus and minus G": (
            key, cards, joined([*words[:2], plus(words[2], G), minus(words[3], G), *words[4:]])
        ),
        "one share plus G": (key, cards, joined([plus(words[0], G), *words[1:]])),
        "last share plus G": (key, cards, joined([*words[:3], plus(words[3], G), *words[4:]])),
        "one share doubled": (key, cards, joined([words[0], words[0], *words[2:]])),
        "shares turned round": (key, cards, joined([*words[3::-1], *words[4:]])),
        "cards in another order": (key, cards[::-1], body),
        "another card": (key, (*cards[:3], table().deck[4]), body),
        "a card less": (key, cards[:3], body),
        "a card more": (key, table().deck, body),
        "no cards": (key, (), body),
        "no cards and no shares": (key, (), joined(words[4:])),
        "another key": (table().keys[1].point, cards, body),
        "batch of another key": (key, cards, prove_shares(table().secrets[1], table().keys[1], CTX, cards)),
        "cut": (key, cards, body[:-1]),
        "a byte behind": (key, cards, body + b"\x00"),
        "nothing": (key, cards, b""),
        "challenge plus q": (key, cards, joined([*words[:4], grown(words[4]), words[5]])),
        "response plus q": (key, cards, joined([*words[:5], grown(words[5])])),
    }  # fmt: skip
    made |= {
        f"{name} as word {number}": (key, cards, swapped_in(body, number, word))
        for name, word in WORDS.items()
        for number in range(6)
    }
    return made


@pytest.mark.parametrize("change", batch_changes())
def test_a_changed_batch(change: str) -> None:
    key, cards, body = batch_changes()[change]
    with pytest.raises(GroupFault):
        check_shares(CTX, key, cards, body)


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_batch_holds_at_its_own_place_only(where: str) -> None:
    body = prove_shares(table().secrets[0], table().keys[0], CTX, table().deck)
    with pytest.raises(GroupFault):
        check_shares(ELSEWHERE[where], table().keys[0].point, table().deck, body)


def test_shares_whose_faults_cancel_with_equal_weights_are_refused() -> None:
    """Without weights this proof would hold: the sums over cards and shares are the right ones."""
    key, cards = table().keys[0], table().deck[:2]
    false = [plus(times(key.scalar, cards[0].a), G), minus(times(key.scalar, cards[1].a), G)]
    assert plus(*false) == times(key.scalar, plus(*(card.a for card in cards)))
    statement = sharing._batch_statement(CTX, key.point, cards, false)
    base = sharing._weighted(statement, [card.a for card in cards])
    proof = sharing._prove_equal(table().secrets[0], "batch", statement, key.scalar, base)
    with pytest.raises(GroupFault):
        check_shares(CTX, key.point, cards, b"".join(false) + proof)


# ---------------------------------------------------------------- a new reader
@steady
@given(scalars, st.integers(0, 2**32), st.integers(0, 254))
def test_a_remasked_card_has_the_same_face(x: int, seed: int, reader: int) -> None:
    key, card = KeyPair(x), points(seed)
    body = prove_remask(GameSecret(b"s" * 32), CTX, HANDLE, reader, key.point, card)
    after = check_remask(CTX, key.point, card, body)
    assert len(body) == 128
    assert minus(after.b, times(x, after.a)) == minus(card.b, times(x, card.a))
    assert after.a != card.a


def test_the_second_verifier_agrees_on_a_remasking() -> None:
    card = table().deck[0]
    body = prove_remask(table().secrets[0], CTX, HANDLE, 0, table().joint, card)
    assert logarithms.remask_holds(CTX, table().joint, card, body)
    assert not logarithms.remask_holds(CTX, table().joint, table().deck[1], body)


def test_each_reader_handle_card_and_place_has_its_own_mask() -> None:
    secret, key, cards = GameSecret(b"s" * 32), table().joint, table().deck
    bodies = [
        prove_remask(secret, CTX, HANDLE, 0, key, cards[0]),
        prove_remask(secret, CTX, HANDLE, 1, key, cards[0]),
        prove_remask(secret, CTX, HANDLE[:-1] + b"\x01", 0, key, cards[0]),
        prove_remask(secret, CTX, HANDLE, 0, key, cards[1]),
        *(prove_remask(secret, ctx, HANDLE, 0, key, cards[0]) for ctx in ELSEWHERE.values()),
    ]
    assert len({minus(body[:32], cards[number == 3].a) for number, body in enumerate(bodies)}) == len(bodies)


@cache
def remask_changes() -> dict[str, tuple[bytes, Masked, bytes]]:
    key, card, other = table().joint, table().deck[0], table().deck[1]
    body = prove_remask(table().secrets[0], CTX, HANDLE, 0, key, card)
    a, b, proof = body[:32], body[32:64], body[64:]
    moved = Masked(plus(other.a, minus(a, card.a)), plus(other.b, minus(b, card.b)))
    made = {
        "another card": (key, other, body),
        "its step taken with another card": (key, other, moved.a + moved.b + proof),
        "another joint key": (table().keys[0].point, card, body),
        "no step": (key, card, card.a + card.b + proof),
        "half a step": (key, card, card.a + b + proof),
        "the other half": (key, card, a + card.b + proof),
        "another face": (key, card, a + plus(b, G) + proof),
        "another mask": (key, card, plus(a, G) + b + proof),
        "masked once more": (key, card, plus(a, G) + plus(b, key) + proof),
        "step negated": (
            key, card, minus(card.a, minus(a, card.a)) + minus(card.b, minus(b, card.b)) + proof
        ),
        "halves swapped": (key, card, b + a + proof),
        "proof swapped": (key, card, a + b + proof[32:] + proof[:32]),
        "challenge plus q": (key, card, a + b + grown(proof[:32]) + proof[32:]),
        "response plus q": (key, card, a + b + proof[:32] + grown(proof[32:])),
        "cut": (key, card, body[:-1]),
        "a byte behind": (key, card, body + b"\x00"),
        "nothing": (key, card, b""),
    }  # fmt: skip
    made |= {
        f"{name} as word {number}": (key, card, swapped_in(body, number, word))
        for name, word in WORDS.items()
        for number in range(4)
    }
    return made


@pytest.mark.parametrize("change", remask_changes())
def test_a_changed_remasking(change: str) -> None:
    key, card, body = remask_changes()[change]
    with pytest.raises(GroupFault):
        check_remask(CTX, key, card, body)


@pytest.mark.parametrize("where", ELSEWHERE)
def test_a_remasking_holds_at_its_own_place_only(where: str) -> None:
    body = prove_remask(table().secrets[0], CTX, HANDLE, 0, table().joint, table().deck[0])
    with pytest.raises(GroupFault):
        check_remask(ELSEWHERE[where], table().joint, table().deck[0], body)


# ---------------------------------------------------------------- who reads what
def test_a_card_dealt_to_a_seat_is_read_by_it_alone_until_it_is_opened() -> None:
    for reader in range(4):
        card = table().deck[reader]
        mine = table().seen_by(reader, card)
        number = face_of(mine, [times(table().keys[reader].scalar, mine.a)], table().faces)
        for other in set(range(4)) - {reader}:
            with pytest.raises(GroupFault):
                face_of(mine, [times(table().keys[other].scalar, mine.a)], table().faces)
        with pytest.raises(GroupFault):
            face_of(mine, [], table().faces)
        # The reader shows it: a share in his view, like any other.
        body = prove_share(table().secrets[reader], table().keys[reader], CTX, mine)
        opened = check_share(CTX, table().keys[reader].point, mine, body)
        assert face_of(mine, [opened], table().faces) == number


def taken(masker: int) -> tuple[list[bytes], Masked, int]:
    """A card of seat 0 goes to seat 1, re-masked by `masker`: what the log then shows, and the face."""
    seats, card = table(), table().deck[2]
    first = seats.shares(card, without=0)
    body = prove_remask(seats.secrets[masker], CTX, HANDLE, 1, seats.joint, card)
    fresh = check_remask(CTX, seats.joint, card, body)
    second = seats.shares(fresh, without=1)
    mine = view(fresh, second)
    number = face_of(mine, [times(seats.keys[1].scalar, mine.a)], seats.faces)
    assert number == face_of(card, [*first, times(seats.keys[0].scalar, card.a)], seats.faces)
    return second, fresh, number


def test_a_card_taken_by_a_new_reader_is_closed_to_all_who_never_saw_it() -> None:
    second, fresh, _ = taken(masker=1)
    for observer in (2, 3):
        with pytest.raises(GroupFault):
            face_of(fresh, [*second, times(table().keys[observer].scalar, fresh.a)], table().faces)


def test_without_remasking_the_log_alone_opens_a_card_that_changed_hands() -> None:
    """Why a new reader must re-mask: shares for two readers in one `a` are the shares of all."""
    card = table().deck[3]
    to_first, to_second = table().shares(card, without=0), table().shares(card, without=1)
    everything = {*to_first, *to_second}
    assert len(everything) == 4
    assert face_of(card, sorted(everything), table().faces) in range(5)


def test_a_third_seat_that_remasks_reads_the_card() -> None:
    """Why nobody else may: who knows r turns the shares in the new `a` into those in the old, and sees all of them."""
    seats, card = table(), table().deck[2]
    first = seats.shares(card, without=0)
    second, fresh, number = taken(masker=3)
    r = seats.secrets[3].scalar("remask", CTX, HANDLE, digest("ct", card.a + card.b), bytes([1]))
    assert fresh.a == plus(card.a, times_base(r))
    of_seat_0 = minus(second[0], times(r, seats.keys[0].point))  # x_0·a' - r·Y_0 = x_0·a
    assert face_of(card, [*first, of_seat_0], seats.faces) == number


def test_a_face_of_another_deck_or_with_a_share_too_many_is_none() -> None:
    card = table().deck[0]
    shares = table().shares(card)
    assert face_of(card, shares, table().faces) in range(5)
    for wrong in (shares[1:], [*shares, shares[0]], [plus(shares[0], G), *shares[1:]]):
        with pytest.raises(GroupFault):
            face_of(card, wrong, table().faces)
    with pytest.raises(GroupFault):
        face_of(card, shares, {})


# ---------------------------------------------------------------- keys that hold or leave in the place of others
@steady
@given(st.lists(scalars, min_size=2, max_size=5), st.integers(0, 2**32))
def test_holders_make_a_share_of_the_sum_of_their_parts(parts: list[int], seed: int) -> None:
    """Lagrange in the exponent: shares of Shamir's parts, with their weights, are the share of the key."""
    card, x = points(seed), parts[0]
    numbers = range(1, len(parts) + 1)
    sigma = [sum(c * j**k for k, c in enumerate(parts)) % ORDER for j in numbers]
    shares = []
    for j, part in zip(numbers, sigma, strict=True):
        if part:
            body = prove_share(GameSecret(bytes([j]) * 32), KeyPair(part), CTX, card)
            lagrange = 1
            for m in numbers:
                if m != j:
                    lagrange = lagrange * m * pow(m - j, -1, ORDER) % ORDER
            shares.append(times(lagrange, check_share(CTX, times_base(part), card, body)))
    assert plus(*shares) == times(x, card.a)


@steady
@given(scalars, scalars, st.integers(0, 2**32))
def test_a_leaver_takes_his_mask_off_and_the_rest_is_under_the_rest_of_the_keys(x: int, y: int, seed: int) -> None:
    face = points(seed).a
    if (x + y) % ORDER == 0:
        return
    joint = times_base((x + y) % ORDER)
    card = Masked(times_base(7), plus(face, times(7, joint)))
    left = view(card, [times(x, card.a)])
    assert left.b == plus(face, times(7, times_base(y)))
