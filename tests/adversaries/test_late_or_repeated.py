"""Late and repeated entries: never a fault, and never taken twice (asks B14)."""

from random import Random

import pytest

from protocol.entry import Place, Signed
from protocol.events import Answered
from protocol.wire import Kind, encode
from tests.adversaries.rig import (
    BIDS,
    BIDS_OPEN,
    CALL,
    DICE,
    GIFTS,
    OUTCOME,
    PEEK,
    SEEDS,
    assert_unharmed,
    blamed,
    lie,
    silent,
)
from tests.protocol.table import Table, Wire


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_ever_said_again_and_again_changes_nothing(seed: int) -> None:
    """One seat plays the whole wire back at random, to everybody, in single entries, catch-ups and accusations."""
    table = Table(3, seed, wire=Wire(1, 60))
    table.cheats[1] = lambda out: [out]
    draw = Random(seed)
    while not table.ended():
        now = table.now
        table.run(lambda now=now: table.now > now + 20 or table.ended())  # type: ignore[misc]  # bound now
        for _ in range(6):
            _, _, frame = table.heard[draw.randrange(len(table.heard))]
            table.raw(1, draw.choice([0, 2]), frame)
        entries = [s for closed in table.session(1).log.closed for s in closed.entries]
        for kind in (Kind.SYNC, Kind.EVIDENCE):
            pairs = tuple((s.data, s.signature) for s in draw.sample(entries, min(4, len(entries))))
            table.raw(1, draw.choice([0, 2]), encode(kind, pairs, *([True] if kind is Kind.SYNC else [])))
    table.run()
    assert blamed(table) == set()
    for seat in (0, 2):
        slots = [event.slot for event in table.events(seat, Answered)]
        assert slots == [1, 2, 3, 4, 5, 6]
    assert_unharmed(table)


@pytest.mark.parametrize("place", [Place(0, 0), CALL, BIDS, BIDS_OPEN, DICE, GIFTS, PEEK, OUTCOME])
def test_ten_minutes_of_silence_are_no_fault_and_the_late_word_is_taken(place: Place) -> None:
    table = Table(3, seed=2)
    seat = 2 if place == PEEK else 0
    long = 600_000
    lie(table, seat, silent, place)
    since = table.now
    while table.now < since + long:
        table.run(limit_ms=long)
    assert table.verdicts() == dict.fromkeys(table.honest)
    assert [table.session(other).waiting_for for other in table.honest] == [(seat,), (seat,)]
    mine = next(s for s in table.session(seat).log.entries_at(place) if s.entry.seat == seat)
    del table.cheats[seat]
    table.say(seat, mine)
    table.say(seat, mine)
    table.run()
    assert_unharmed(table)


def test_the_same_content_under_another_valid_signature_is_a_repetition() -> None:
    """Ed25519 lets the owner of a key make many signatures: none of them makes a second entry."""
    table = Table(3, seed=2)
    table.run(lambda: table.session(1).log.place > CALL)
    (call,) = table.session(1).log.entries_at(CALL)
    other = call._replace(signature=sign_otherwise(table.keys[0].game.seed, call))
    assert other.signature != call.signature
    assert other.by(table.keys[0].game.public)
    table.cheats[0] = lambda out: [out]
    table.say(0, other)
    table.run()
    assert blamed(table) == set()
    assert_unharmed(table)


def sign_otherwise(seed: bytes, signed: Signed) -> bytes:
    """A valid signature with another nonce (RFC 8032 with r drawn elsewhere)."""
    import hashlib

    import nacl.bindings as sodium

    order = 2**252 + 27742317777372353535851937790883648493
    message = b"kingsmoot/1/entry\x00" + signed.data
    digest = hashlib.sha512(seed).digest()
    secret = int.from_bytes(bytes([digest[0] & 248]) + digest[1:31] + bytes([digest[31] & 63 | 64]), "little")
    public, _ = sodium.crypto_sign_seed_keypair(seed)
    nonce = 12345
    point = sodium.crypto_scalarmult_ed25519_base_noclamp(nonce.to_bytes(32, "little"))
    challenge = int.from_bytes(hashlib.sha512(point + public + message).digest(), "little") % order
    return bytes(point) + ((nonce + challenge * secret) % order).to_bytes(32, "little")
