"""Cheat: speaking for another seat: signed with one's own key, with a made-up signature, or claimed as relayed."""

from random import Random

import pytest

from protocol.encoding import lp, pack
from protocol.entry import Place, Signed
from protocol.wire import Kind, encode
from tests.adversaries.rig import BIDS, CALL, DICE, PEEK, SEEDS, assert_unharmed, blamed, lie, silent, where
from tests.protocol.table import Table, entry_frame

PLACES = [CALL, BIDS, DICE, PEEK]


def stolen(table: Table, thief: int, owner: int, judge: int, body: bytes) -> Signed:
    """An entry of `owner` where `judge` stands, signed by the thief."""
    entry = where(table, judge, owner, body).entry
    return Signed.make(entry, table.keys[thief].game)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", list(SEEDS)[:2])
def test_an_entry_signed_with_ones_own_key_costs_the_link_and_nothing_else(seed: int, place: Place) -> None:
    """The owner is never blamed, its true word is taken when it comes, the thief may come back by another link."""
    table = Table(3, seed)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= place)
    for owner in (0, 2):
        false = stolen(table, 1, owner, 0, lp(pack("high")))
        table.raw(1, 2 if owner == 0 else 0, entry_frame(false))
    table.run(lambda: bool(blamed(table)), limit_ms=20_000)
    table.run(limit_ms=20_000)
    assert blamed(table) == {(0, 1, "signature"), (2, 1, "signature")}
    assert table.verdicts() == {0: None, 2: None}
    table.join(0, 1)
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("kind", [Kind.ENTRY, Kind.SYNC, Kind.EVIDENCE])
@pytest.mark.parametrize("how", ["own key", "zeros", "bit", "label", "other entry"])
def test_a_relayed_claim_without_the_owners_signature_is_nothing(how: str, kind: Kind) -> None:
    """Whoever relays answers for the signatures in what he relays, be it a catch-up or an accusation."""
    table = Table(3, seed=3)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= CALL)
    true = where(table, 2, 0, lp(pack("low")))
    signature = {
        "own key": stolen(table, 1, 0, 2, lp(pack("low"))).signature,
        "zeros": bytes(64),
        "bit": true.signature[:9] + bytes([true.signature[9] ^ 4]) + true.signature[10:],
        "label": table.keys[0].game.sign("table", true.data),
        "other entry": where(table, 2, 0, lp(pack("high"))).signature,
    }[how]
    pair = (true.data, signature)
    frame = {
        Kind.ENTRY: encode(Kind.ENTRY, *pair),
        Kind.SYNC: encode(Kind.SYNC, (pair,), False),
        Kind.EVIDENCE: encode(Kind.EVIDENCE, (pair,)),
    }[kind]
    table.raw(1, 2, frame)
    table.run(limit_ms=5_000)
    assert blamed(table) == {(2, 1, "signature")}
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


def test_a_true_entry_may_be_relayed_by_anybody() -> None:
    """Who carries it does not matter: the signature does."""
    table = Table(3, seed=3)
    lie(table, 0, lambda to, signed: [signed] if to == 1 else [], CALL)
    table.run(limit_ms=3_000)
    (call,) = table.session(1).log.entries_at(CALL)
    table.say(1, call, to=[2])
    table.run()
    assert_unharmed(table)


def test_every_bit_of_a_signed_entry_counts() -> None:
    """200 flips in entry and signature: the link is dropped or the bytes are no entry; the state never moves."""
    table = Table(3, seed=3)
    lie(table, 0, silent, CALL)
    table.run(limit_ms=3_000)
    true = where(table, 2, 0, lp(pack("low")))
    draw = Random(5)
    session = table.session(2)
    before = (session.log.place, session.log.prev, session.match.digest, dict(session.log.held))
    for _ in range(200):
        whole = bytearray(true.data + true.signature)
        at = draw.randrange(len(whole))
        whole[at] ^= 1 << draw.randrange(8)
        data, signature = bytes(whole[:-64]), bytes(whole[-64:])
        session.connected(table.peer[1])
        session.receive(table.peer[1], encode(Kind.ENTRY, data, signature))
        event = session.next_event()
        assert getattr(event, "reason", "") in ("signature", "garbage", "other_game", "no_seat")
        session.outgoing()
        assert not session.unsaved()
        assert (session.log.place, session.log.prev, session.match.digest, dict(session.log.held)) == before
