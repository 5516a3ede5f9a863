"""The arithmetic under the proofs (SPEC.md sections 6 and 20): right in every case, refused where it must be."""

import hashlib
import importlib.util
from collections.abc import Callable

import nacl.bindings as sodium
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol import group
from protocol.encoding import digest, u32
from protocol.group import (
    ORDER,
    GroupFault,
    hash_point,
    hash_scalar,
    minus,
    plus,
    read_point,
    read_scalar,
    scalar_bytes,
    times,
    times_base,
    weight,
)
from protocol.identity import SigningKey
from tests.protocol.shuffle import groups
from tests.protocol.shuffle.cards import IDENTITY, NOT_CANONICAL, ORDER_EIGHT, G
from tests.protocol.shuffle.groups import EDWARDS, SCHNORR, from_uniform

scalars = st.integers(1, ORDER - 1)
steady = settings(derandomize=True, database=None, deadline=None, max_examples=60)


def test_the_base_point_and_the_order_are_those_of_rfc_8032() -> None:
    assert times_base(1).hex() == "58" + "66" * 31
    assert times_base(ORDER - 1).hex() == "58" + "66" * 30 + "e6"  # -G: the same y, the other sign of x
    assert ORDER == groups.Q == 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(
    ("seed", "public"),
    [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        ),
    ],
)
def test_points_of_rfc_8032_section_7_1(seed: str, public: str) -> None:
    """The key pairs of tests 1 to 3: the public key is the clamped hash of the seed, times G."""
    half = bytearray(hashlib.sha512(bytes.fromhex(seed)).digest()[:32])
    half[0] &= 0xF8
    half[31] = half[31] & 0x7F | 0x40
    scalar = int.from_bytes(half, "little") % ORDER
    assert times_base(scalar).hex() == public == SigningKey(bytes.fromhex(seed)).public.hex()
    assert EDWARDS.data(EDWARDS.times(scalar, EDWARDS.base)).hex() == public


def or_identity(work: Callable[..., bytes], *points: bytes) -> bytes:
    try:
        return work(*points)
    except GroupFault:
        return IDENTITY


@steady
@given(scalars, scalars)
@example(5, ORDER - 5)
@example(5, 5)
def test_the_same_as_plain_integers(left: int, right: int) -> None:
    x, y = EDWARDS.times(left, EDWARDS.base), EDWARDS.times(right, EDWARDS.base)
    a, b = times_base(left), times_base(right)
    assert (a, b) == (EDWARDS.data(x), EDWARDS.data(y))
    assert or_identity(plus, a, b) == EDWARDS.data(EDWARDS.add(x, y))
    assert or_identity(minus, a, b) == EDWARDS.data(EDWARDS.add(x, EDWARDS.times(-1, y)))
    assert times(right, a) == EDWARDS.data(EDWARDS.times(right, x))


def or_apart(apart: bytes, scalar: int) -> bytes:
    return plus(apart, times_base(scalar)) if scalar else apart


@steady
@given(st.lists(scalars, min_size=1, max_size=6), scalars)
def test_group_laws(some: list[int], factor: int) -> None:
    apart = hash_point("gen", u32(0))  # nobody knows its logarithm, so no sum with it is the identity
    points = [apart, *(times_base(scalar) for scalar in some)]
    assert plus(*points) == plus(*reversed(points)) == or_apart(apart, sum(some) % ORDER)
    assert times(factor, plus(*points)) == plus(*(times(factor, point) for point in points))
    assert minus(plus(*points), *points[1:]) == apart
    assert plus(*points[1:], minus(apart, *points[1:])) == apart


def test_a_sum_may_pass_through_the_identity_and_not_end_there() -> None:
    five, back = times_base(5), times_base(ORDER - 5)
    assert plus(five, back, G) == plus(back, five, G) == G
    assert minus(five, five, back) == five
    for ends in ((five, back), (five, G, back, times_base(ORDER - 1))):
        with pytest.raises(GroupFault):
            plus(*ends)
    with pytest.raises(GroupFault):
        minus(five, five)


@pytest.mark.parametrize("scalar", [0, -1, ORDER, ORDER + 1, 2**256])
def test_scalars_out_of_range(scalar: int) -> None:
    for use in (scalar_bytes, times_base, lambda value: times(value, G)):
        with pytest.raises(GroupFault):
            use(scalar)
    if 0 <= scalar < 2**256:
        with pytest.raises(GroupFault):
            read_scalar(scalar.to_bytes(32, "little"))


def mixed_torsion(twos: int) -> bytes:
    """G plus a point of order 2, 4 or 8."""
    small = EDWARDS.times(8 // twos, groups.read_point(ORDER_EIGHT))
    return EDWARDS.data(EDWARDS.add(small, EDWARDS.base))


@pytest.mark.parametrize(
    "junk",
    {
        "identity": IDENTITY,
        "identity with the sign set": IDENTITY[:31] + b"\x80",
        "order two": (2**255 - 20).to_bytes(32, "little"),
        "order four": bytes(32),
        "order eight": ORDER_EIGHT,
        "a point of the group plus one of order two": mixed_torsion(2),
        "a point of the group plus one of order four": mixed_torsion(4),
        "a point of the group plus one of order eight": mixed_torsion(8),
        "not canonical": NOT_CANONICAL,
        "not canonical identity": (2**255 - 18).to_bytes(32, "little"),
        "not on the curve": (2).to_bytes(32, "little"),
        "too short": G[:31],
        "too long": G + b"\x00",
        "nothing": b"",
    }.items(),
    ids=lambda case: case[0],
)
def test_points_that_no_honest_peer_sends(junk: tuple[str, bytes]) -> None:
    with pytest.raises(GroupFault):
        read_point(junk[1])
    if len(junk[1]) == 32:
        with pytest.raises(GroupFault):  # the multiplication judges them, too
            times(3, junk[1])


def test_a_library_that_takes_points_of_order_2q_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """CVE-2025-69277; whoever has it is told what to install."""
    assert mixed_torsion(2) == group._ORDER_2Q
    spec = importlib.util.spec_from_file_location("group_again", group.__file__)
    assert spec is not None
    assert spec.loader is not None
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", lambda point: True)
    with pytest.raises(ImportError, match="install PyNaCl"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


def test_hash_to_a_point_is_elligator_as_the_specification_says() -> None:
    signs = set()
    for number in range(40):
        data = digest("gen", u32(number))
        signs.add(data[31] >> 7)
        point = hash_point("gen", u32(number))
        assert point == from_uniform(data) == read_point(point)
    assert signs == {0, 1}


def test_hashes_are_labelled() -> None:
    assert hash_scalar("pok", b"a", b"b") == groups.sha_scalar(ORDER, "pok", b"a", b"b")
    assert weight("u", b"s" * 32, 7) == groups.short("u", b"s" * 32, 7) < 2**128
    values = [
        hash_point("card", b"a"),
        hash_point("gen", b"a"),
        hash_point("card", b"", b"a"),
        hash_point("card", b"b"),
    ]
    assert len(set(values)) == 4


def test_the_small_group_of_these_tests_is_one() -> None:
    p, q = SCHNORR.modulus, SCHNORR.order
    for number in (p, q):  # Miller-Rabin, which is exact below 3.3·10^24 with these bases
        odd, twos = number - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41):
            x = pow(base, odd, number)
            assert x == 1 or any(pow(x, 2**k, number) == number - 1 for k in range(twos))
    assert p == 2 * q + 1
    assert SCHNORR.times(q, SCHNORR.base) == 1 != SCHNORR.base
    assert SCHNORR.add(3, SCHNORR.times(-1, 3)) == 1
