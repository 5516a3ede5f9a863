"""Known answers of the primitives, proofs that cannot be moved, dice without bias."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from protocol.commitment import commit, opening
from protocol.dice import commit_share, joint_seed, permutation, roll
from protocol.encoding import digest, u64
from protocol.group import (
    ORDER,
    GroupFault,
    check_known,
    context,
    plus,
    prove_known,
    read_point,
    read_scalar,
    statement,
    times,
    times_base,
)
from protocol.identity import SigningKey, verify
from protocol.machines.setup import point_statement, setup_body
from protocol.secret import GameSecret, SeatKeys, hkdf_expand, hkdf_extract

GAME, OTHER_GAME, PREV = b"g" * 32, b"h" * 32, b"p" * 32
SECRET = GameSecret(bytes(range(32)))
IDENTITY_POINT = b"\x01" + bytes(31)
ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def test_hkdf_rfc_5869_case_1() -> None:
    prk = hkdf_extract(bytes(range(13)), b"\x0b" * 22)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    okm = hkdf_expand(prk, bytes(range(0xF0, 0xFA)), 42)
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"


def test_hkdf_rfc_5869_case_3_without_salt() -> None:
    prk = hkdf_extract(b"", b"\x0b" * 22)
    assert prk.hex() == "19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"
    assert hkdf_expand(prk, b"", 42).hex() == (
        "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    )


def test_ed25519_rfc_8032_test_2() -> None:
    key = SigningKey(bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    assert key.public.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"


def test_a_signature_is_bound_to_its_purpose() -> None:
    key = SigningKey(b"k" * 32)
    signature = key.sign("entry", b"message")
    assert verify(key.public, "entry", b"message", signature)
    assert not verify(key.public, "table", b"message", signature)
    assert not verify(key.public, "entry", b"messagf", signature)
    assert not verify(key.public, "entry", b"message", signature[:-1])
    assert not verify(b"", "entry", b"message", signature)


def test_keys_of_a_game_survive_the_disk() -> None:
    keys = SeatKeys.from_bytes(bytes(range(96)))
    assert SeatKeys.from_bytes(keys.to_bytes()) == keys
    assert "0001" not in repr(keys)
    with pytest.raises(ValueError, match="96"):
        SeatKeys.from_bytes(b"")


# ---------------------------------------------------------------- group
def test_scalars_and_points_that_no_honest_peer_sends() -> None:
    for scalar in (bytes(32), ORDER.to_bytes(32, "little"), b"\xff" * 32, b"\x01" * 31):
        with pytest.raises(GroupFault):
            read_scalar(scalar)
    for point in (IDENTITY_POINT, ORDER_EIGHT, b"\xff" * 32, b"", bytes(32)):
        with pytest.raises(GroupFault):
            read_point(point)
    for value in (0, ORDER):
        with pytest.raises(GroupFault):
            times_base(value)
    with pytest.raises(GroupFault):
        times(3, IDENTITY_POINT)
    with pytest.raises(GroupFault):
        plus(times_base(5), times_base(ORDER - 5))


def test_group_laws() -> None:
    assert plus(times_base(2), times_base(3)) == times_base(5)
    assert times(7, times_base(11)) == times_base(77)


def proven(seat: int = 1, game: bytes = GAME) -> tuple[bytes, bytes]:
    body = setup_body(SECRET, game, seat)
    return body[64:96], body[96:]


def test_proof_of_knowledge_holds_for_its_own_statement_only() -> None:
    point, proof = proven()
    check_known(point, proof, point_statement(GAME, 1, point))
    ctx = context(GAME, 0, 0, 1, GAME)
    elsewhere = {
        "other seat": point_statement(GAME, 2, point),
        "other game": point_statement(OTHER_GAME, 1, point),
        "other slot": statement("pok", context(GAME, 1, 0, 1, GAME), point),
        "other phase": statement("pok", context(GAME, 0, 1, 1, GAME), point),
        "other past": statement("pok", context(GAME, 0, 0, 1, PREV), point),
        "other deck": statement("pok", context(GAME, 0, 0, 1, GAME, deck=0), point),
        "other epoch": statement("pok", context(GAME, 0, 0, 1, GAME, epoch=1), point),
        "other proof": statement("share", ctx, point),
        "other point": statement("pok", ctx, times_base(4)),
    }
    for st in elsewhere.values():
        with pytest.raises(GroupFault):
            check_known(point, proof, st)


def test_each_bit_of_a_proof_counts() -> None:
    point, proof = proven()
    st = point_statement(GAME, 1, point)
    for bit in range(0, 512, 5):
        wrong = bytearray(proof)
        wrong[bit // 8] ^= 1 << bit % 8
        with pytest.raises(GroupFault):
            check_known(point, bytes(wrong), st)
    for junk in (b"", proof[:63], proof + b"\x00", bytes(64), proof[:32] + bytes(32), bytes(32) + proof[32:]):
        with pytest.raises(GroupFault):
            check_known(point, junk, st)


def test_same_statement_same_proof_and_never_one_nonce_for_two_statements() -> None:
    assert setup_body(SECRET, GAME, 1) == setup_body(GameSecret(SECRET.value), GAME, 1)
    nonces = {
        SECRET.scalar("sigma", statement("pok", context(game, slot, 0, seat, GAME), times_base(9)))
        for game in (GAME, OTHER_GAME)
        for slot in range(5)
        for seat in range(5)
    }
    assert len(nonces) == 50


def test_a_repeated_nonce_would_give_the_key_away() -> None:
    secret, nonce = 1234567, 7654321
    first, second = (prove_known(secret, nonce, digest("statement", tag)) for tag in (b"a", b"b"))
    (c1, z1), (c2, z2) = ((read_scalar(p[:32]), read_scalar(p[32:])) for p in (first, second))
    assert (z1 - z2) * pow(c2 - c1, -1, ORDER) % ORDER == secret


# ---------------------------------------------------------------- commitments
def test_a_commitment_is_bound_to_everything_in_it() -> None:
    base = (GAME, 1, 7, PREV, b"n" * 32, b"payload")
    others = [
        (OTHER_GAME, *base[1:]),
        (GAME, 2, *base[2:]),
        (GAME, 1, 8, *base[3:]),
        (GAME, 1, 7, GAME, *base[4:]),
        (GAME, 1, 7, PREV, b"m" * 32, b"payload"),
        (GAME, 1, 7, PREV, b"n" * 32, b"payloae"),
        (GAME, 1, 7, PREV, b"n" * 31, b"npayload"),
    ]
    assert len({commit(*each) for each in [base, *others]}) == len(others) + 1


def test_nonces_differ_with_choice_slot_seat_and_past() -> None:
    nonces = {
        SECRET.nonce(seat, slot, prev, payload)
        for seat in (1, 2)
        for slot in (1, 2)
        for prev in (PREV, GAME)
        for payload in (b"a", b"b")
    }
    assert len(nonces) == 16


def test_openings_have_one_layout() -> None:
    """That another one is refused: tests/adversaries/test_unfit_opening.py."""
    assert opening(b"n" * 32, b"payload") == b"n" * 32 + b"\x00\x00\x00\x07payload"
    assert opening(b"n" * 32, b"") == b"n" * 32 + bytes(4)


# ---------------------------------------------------------------- dice
def slow_words(seed: bytes) -> list[int]:
    """The words of a seed, written again from the specification."""
    label = b"kingsmoot/1/rng"
    out: list[int] = []
    for i in range(50):
        block = hashlib.sha256(len(label).to_bytes(4, "big") + label + seed + u64(i)).digest()
        out += [int.from_bytes(block[j : j + 8], "big") for j in (0, 8, 16, 24)]
    return out


@pytest.mark.parametrize("size", [1, 2, 6, 8, 20, 2**63 + 1, 2**64 - 1, 2**64])
def test_rolls_follow_the_words_with_rejection(size: int) -> None:
    for seed in (bytes([n]) * 32 for n in range(20)):
        words = [w for w in slow_words(seed) if w < 2**64 - 2**64 % size]
        assert roll(seed, (size,) * 5) == tuple(w % size for w in words[:5])


def test_a_size_just_above_half_the_range_hits_the_rejection() -> None:
    size = 2**63 + 1
    skipped = [bytes([n]) * 32 for n in range(64) if slow_words(bytes([n]) * 32)[0] >= size]
    assert 20 < len(skipped) < 44
    for seed in skipped:
        assert roll(seed, (size,))[0] != slow_words(seed)[0] % size


@pytest.mark.parametrize("size", [0, -1, 2**64 + 1])
def test_no_such_die(size: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        roll(b"s" * 32, (size,))


@pytest.mark.parametrize(("size", "critical"), [(6, 25.7), (8, 29.9)])  # chi-square at p = 0.0001
def test_dice_are_fair(size: int, critical: float) -> None:
    count = 12_000
    faces = Counter(face for n in range(count // 4) for face in roll(digest("seed", u64(n)), (size,) * 4))
    expected = count / size
    assert sum((faces[face] - expected) ** 2 / expected for face in range(size)) < critical


def test_three_things_come_in_all_six_orders_alike() -> None:
    orders = Counter(permutation(digest("seed", u64(n)), 3) for n in range(6000))
    assert set(orders) == set(permutations(range(3)))
    assert all(850 < times < 1150 for times in orders.values())
    assert permutation(b"s" * 32, 0) == ()
    assert permutation(b"s" * 32, 1) == (0,)


def test_a_seed_hangs_on_everything() -> None:
    shares = [(0, b"a" * 32), (1, b"b" * 32)]
    base = joint_seed(GAME, 3, PREV, shares)
    others = {
        joint_seed(OTHER_GAME, 3, PREV, shares),
        joint_seed(GAME, 4, PREV, shares),
        joint_seed(GAME, 3, GAME, shares),
        joint_seed(GAME, 3, PREV, shares[:1]),
        joint_seed(GAME, 3, PREV, [(0, b"b" * 32), (1, b"a" * 32)]),
    }
    assert len(others | {base}) == 6


def test_shares_are_numbered_and_their_commitments_bound() -> None:
    assert len({SECRET.share(k) for k in range(100)}) == 100
    share = SECRET.share(0)
    assert len({commit_share(game, seat, k, share) for game in (GAME, PREV) for seat in (0, 1) for k in (0, 1)}) == 8


def test_derivation_is_hkdf_with_a_labelled_info() -> None:
    info = b"\x00\x00\x00\x10kingsmoot/1/dice\x00\x00\x00\x01\x00"
    prk = hmac.digest(bytes(32), SECRET.value, "sha256")
    assert SECRET.key("dice", b"\x00") == hmac.digest(prk, info + b"\x01", "sha256")
