"""The prime-order group of edwards25519 and the proof that a seat knows its key (SPEC.md section 6).

libsodium answers a zero scalar and the identity with an error and takes some junk without a word. Here each of these
is a GroupFault, never a crash and never an accepted value.

Who calls this has passed every received point through `read_point` once; what comes out of these functions is of the
group again and needs no second look. A result that is the identity is refused. In an honest run that never happens but
with a probability below 2^-120: each result has a summand multiplied by a hash, or by a nonce or key that the others
do not know.
"""

import hashlib

import nacl.bindings as sodium

from protocol.encoding import digest, labelled, lp, u8, u16, u32

ORDER = 2**252 + 27742317777372353535851937790883648493
"""Number of elements of the group (RFC 8032 section 5.1)."""
POINT = 32
SCALAR = 32
WEIGHT = 16
"""Bytes of a weight, and of a challenge in a proof of one out of several."""
IDENTITY = b"\x01" + bytes(31)
"""The neutral element as libsodium writes it: no received point, no sum and no product may be this."""
NO_DECK = 0xFFFF
"""Stands in contexts for "belongs to no deck": dice keys and the seat's point E."""

_ORDER_2Q = b"\x95" + b"\x99" * 31
"""G plus the point of order two. libsodium before 2025-12-31 took it for a point of the group (CVE-2025-69277)."""

if sodium.crypto_core_ed25519_is_valid_point(_ORDER_2Q):
    # One such library at a table would take what all others refuse, or let a card be marked.
    raise ImportError("this libsodium accepts points outside the group (CVE-2025-69277): install PyNaCl 1.6.2 or later")


class GroupFault(ValueError):
    """A point or scalar that no honest peer sends."""


def scalar_bytes(value: int) -> bytes:
    """32 bytes, little-endian, of a scalar with 0 < value < ORDER. Raises GroupFault for any other."""
    if not 0 < value < ORDER:
        raise GroupFault("scalar out of range")
    return value.to_bytes(SCALAR, "little")


def read_scalar(data: bytes) -> int:
    """The scalar in 32 bytes. Raises GroupFault unless 0 < value < ORDER."""
    value = int.from_bytes(data, "little")
    if len(data) != SCALAR or not 0 < value < ORDER:
        raise GroupFault("scalar out of range")
    return value


def read_point(data: bytes) -> bytes:
    """`data` itself when it is a canonical point of prime order, asked once per received point; else GroupFault."""
    if len(data) != POINT or not sodium.crypto_core_ed25519_is_valid_point(data):
        raise GroupFault("not a point of the group")
    return data


def times_base(scalar: int) -> bytes:
    """`scalar`·G."""
    point: bytes = sodium.crypto_scalarmult_ed25519_base_noclamp(scalar_bytes(scalar))
    return point


def times(scalar: int, point: bytes) -> bytes:
    """`scalar`·`point` for a point that `read_point` has passed. Raises GroupFault if the product is no element."""
    try:
        product: bytes = sodium.crypto_scalarmult_ed25519_noclamp(scalar_bytes(scalar), point)
    except RuntimeError as error:
        raise GroupFault("no element of the group") from error
    return product


def plus(*points: bytes) -> bytes:
    """Sum of one or more points of the group. Raises GroupFault if it is the identity.

    A sum of the first few may be the identity: libsodium adds that right, only the whole is judged.
    """
    total = points[0]
    try:
        for point in points[1:]:
            total = sodium.crypto_core_ed25519_add(total, point)
    except RuntimeError as error:
        raise GroupFault("not a point of the group") from error
    return _element(total)


def minus(left: bytes, *points: bytes) -> bytes:
    """`left` less each of `points`. Raises GroupFault if it is the identity, judged as by `plus`."""
    total = left
    try:
        for point in points:
            total = sodium.crypto_core_ed25519_sub(total, point)
    except RuntimeError as error:
        raise GroupFault("not a point of the group") from error
    return _element(total)


def _element(point: bytes) -> bytes:
    if point == IDENTITY:
        raise GroupFault("the identity")
    return point


def hash_point(tag: str, *parts: bytes) -> bytes:
    """Hp(tag, parts): a point of the group to which nobody knows a logarithm.

    The map is Elligator 2 on 32 hashed bytes, times 8, as libsodium has it. It is not the suite of RFC 9380, which
    hashes to the field by other means and adds two such points; SPEC.md section 20 says exactly what is computed.
    """
    return _element(sodium.crypto_core_ed25519_from_uniform(digest(tag, *parts)))


def hash_scalar(tag: str, *parts: bytes) -> int:
    """Hs(tag, parts): SHA-512 over the labelled parts, little-endian, modulo the order."""
    return int.from_bytes(hashlib.sha512(labelled(tag, *parts)).digest(), "little") % ORDER


def weight(tag: str, seed: bytes, number: int) -> int:
    """A weight of 128 bits for the item `number`: the first half of H(tag, seed, u32 number), little-endian.

    Whoever chose what the seed hashes could not know the weights, so that faults of several items do not cancel.
    """
    return int.from_bytes(digest(tag, seed, u32(number))[:WEIGHT], "little")


def context(
    game_id: bytes, slot: int, phase: int, seat: int, prev: bytes, deck: int = NO_DECK, epoch: int = 0
) -> bytes:
    """ctx: what every proof is bound to, so that it can be replayed by no other seat, place, past, deck or game."""
    return lp(game_id) + lp(u16(deck)) + u32(epoch) + u32(slot) + u8(phase) + u8(seat) + prev


def statement(tag: str, ctx: bytes, *points: bytes) -> bytes:
    """St = H("statement", tag, ctx, points joined); 32 bytes."""
    return digest("statement", tag.encode(), ctx, b"".join(points))


def prove_known(secret: int, nonce: int, st: bytes) -> bytes:
    """Schnorr proof, made non-interactive, that the maker of `st` knows the logarithm `secret` of its point.

    `nonce` must be secret and used for no other statement: two challenges on one nonce give the key away.

    Returns:
        c ‖ z, 64 bytes, with c = Hs("pok", st, nonce·G) and z = nonce - c·secret.
    """
    challenge = hash_scalar("pok", st, times_base(nonce))
    return scalar_bytes(challenge) + scalar_bytes((nonce - challenge * secret) % ORDER)


def check_known(point: bytes, proof: bytes, st: bytes) -> None:
    """Checks a proof of `prove_known` for `point` and its statement. Raises GroupFault if it does not hold."""
    if len(proof) != 2 * SCALAR:
        raise GroupFault("a proof of knowledge has 64 bytes")
    challenge, response = read_scalar(proof[:SCALAR]), read_scalar(proof[SCALAR:])
    commitment = plus(times_base(response), times(challenge, point))
    if hash_scalar("pok", st, commitment) != challenge:
        raise GroupFault("the proof of knowledge does not hold")
