"""Cheat: another's point, or one without a known key, as one's own E (rogue keys)."""

from random import Random

import pytest

from protocol.entry import Place
from protocol.faults import FaultKind
from tests.adversaries.rig import ROUGH, SEEDS, assert_stopped, forging, lie, reached, said, silent, where
from tests.protocol.table import Table

SETUP = Place(0, 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_another_seats_point_and_proof(seed: int) -> None:
    table = Table(3, seed, wire=ROUGH)
    lie(table, 2, silent, SETUP)
    table.run(reached(table, SETUP, but={2}))
    mine, theirs = said(table, 2, 2, SETUP), said(table, 0, 1, SETUP)
    table.say(2, where(table, 0, 2, mine[:64] + theirs[64:]))
    table.run()
    assert_stopped(table, FaultKind.BADPROOF, 2, SETUP)


@pytest.mark.parametrize("seed", SEEDS)
def test_ones_own_point_and_proof_of_another_game(seed: int) -> None:
    """The same keys, the same seat, another table: the game id is in the proof."""
    table, other = Table(3, seed, wire=ROUGH), Table(3, seed, rounds=2)
    other.run(lambda: other.session(0).log.place > SETUP)
    old = said(other, 0, 1, SETUP)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=e.body[:64] + old[64:])), SETUP)
    table.run()
    assert_stopped(table, FaultKind.BADPROOF, 1, SETUP)


POINTS = {
    "identity": b"\x01" + bytes(31),
    "order two": b"\xec" + b"\xff" * 30 + b"\x7f",
    "not canonical": b"\xee" + b"\xff" * 30 + b"\x7f",
    "no point": b"\x02" + bytes(31),
    "zero": bytes(32),
}


@pytest.mark.parametrize("name", POINTS)
def test_points_that_are_none(name: str) -> None:
    table = Table(3, 1, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=e.body[:64] + POINTS[name] + e.body[96:])), SETUP)
    table.run()
    assert_stopped(table, FaultKind.BADPROOF, 1, SETUP)


@pytest.mark.parametrize("seed", range(24))
def test_a_bit_of_the_proof_or_a_byte_too_many(seed: int) -> None:
    draw = Random(seed)
    table = Table(3, seed, wire=ROUGH)
    at = draw.randrange(64, 161)

    def spoil(body: bytes) -> bytes:
        return body + b"\x00" if at == 160 else body[:at] + bytes([body[at] ^ 1 << draw.randrange(8)]) + body[at + 1 :]

    spoilt = spoil(said_at_start(table, 1))
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=spoilt)), SETUP)
    table.run()
    assert_stopped(table, FaultKind.BADPROOF, 1, SETUP)


def said_at_start(table: Table, seat: int) -> bytes:
    """What a seat says in slot 0 hangs on its keys and the game alone."""
    from protocol.machines.setup import setup_body

    return setup_body(table.keys[seat].secret, table.agreement.game_id, seat)
