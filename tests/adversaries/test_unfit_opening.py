"""Cheat: opening something else than what was committed to."""

from collections.abc import Callable

import pytest

from protocol.commitment import NONCE, opening
from protocol.encoding import lp, pack, split_lp
from protocol.entry import Place
from protocol.faults import FaultKind
from tests.adversaries.rig import BIDS, BIDS_OPEN, GIFTS_OPEN, ROUGH, SEEDS, assert_stopped, forging, lie
from tests.protocol.table import Table

BETTER = {BIDS_OPEN: pack(0), GIFTS_OPEN: pack(("a", 1))}
BETTER_THAN_THAT = {BIDS_OPEN: pack(5), GIFTS_OPEN: pack(("abc", 3))}


def other_payload(place: Place, body: bytes) -> bytes:
    nonce, payload = body[:NONCE], split_lp(body[NONCE:])[0]
    return opening(nonce, BETTER[place] if payload != BETTER[place] else BETTER_THAN_THAT[place])


def other_nonce(place: Place, body: bytes) -> bytes:
    return bytes([body[0] ^ 1]) + body[1:]


def shifted(place: Place, body: bytes) -> bytes:
    """The last byte of the nonce counted to the payload."""
    nonce, payload = body[:NONCE], split_lp(body[NONCE:])[0]
    return nonce[:31] + lp(nonce[31:] + payload)


def nothing(place: Place, body: bytes) -> bytes:
    return b""


def longer(place: Place, body: bytes) -> bytes:
    return body + b"\xc0"


def shorter(place: Place, body: bytes) -> bytes:
    return body[:-1]


def cut_in_its_length(place: Place, body: bytes) -> bytes:
    return body[: NONCE + 3]


@pytest.mark.parametrize("seed", list(SEEDS)[:2])
@pytest.mark.parametrize("place", [BIDS_OPEN, GIFTS_OPEN])
@pytest.mark.parametrize("how", [other_payload, other_nonce, shifted, nothing, longer, shorter, cut_in_its_length])
def test_an_opening_that_does_not_fit_stops_the_table(
    how: Callable[[Place, bytes], bytes], place: Place, seed: int
) -> None:
    table = Table(3, seed, wire=ROUGH)
    lie(table, 2, forging(table, 2, lambda e: e._replace(body=how(place, e.body))), place)
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, place)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_what_is_no_commitment_is_refused_before_anything_is_opened(size: int) -> None:
    """Nobody opens beside a commitment that can never be opened."""
    table = Table(3, seed=5, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=bytes(size))), BIDS)
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 1, BIDS)
    assert all(table.session(seat).log.place == BIDS for seat in table.honest)
