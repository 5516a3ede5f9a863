"""Cheat: values that were not derived from the game secret, or a secret that is not the one committed to.

None of these stops a table: the game is over when they are seen. They name their seat, at every peer and in the audit.
"""

from dataclasses import replace

import pytest
from typing_extensions import override

from protocol.encoding import digest, lp, pack
from protocol.report import Judgement
from protocol.secret import GameSecret, SeatKeys
from tests.adversaries.rig import (
    ROUGH,
    SECRETS,
    SEEDS,
    Rigged,
    assert_no_honest_seat_blamed,
    audit,
    chosen,
    lie,
    slips,
)
from tests.protocol.table import Table


class OtherRoot(GameSecret):
    @override
    def root(self, seat: int) -> bytes:
        return bytes(32)


class OtherNonce(GameSecret):
    @override
    def nonce(self, seat: int, slot: int, prev: bytes, payload: bytes) -> bytes:
        return digest("nonce of my own", prev)


class OtherShare(GameSecret):
    @override
    def share(self, number: int) -> bytes:
        return digest("share of my own", bytes([number]))


class OtherPoint(GameSecret):
    @override
    def seal_scalar(self) -> int:
        return 7


def assert_named(table: Table, *expected: tuple[int, int, int, str]) -> None:
    """All honest peers ended with the same outcome, record and slips; the audit finds the same and nothing else."""
    assert table.ended()
    assert table.verdicts() == dict.fromkeys(table.honest)
    assert slips(table) == {expected}
    assert len({table.record(seat) for seat in table.honest}) == 1
    report = audit(table.record(table.honest[0]))
    assert report.judgement is Judgement.BAD
    assert tuple((f.slot, f.phase, f.seat, f.reason) for f in report.findings) == expected
    assert report.outcome is not None
    assert_no_honest_seat_blamed(table)


def rigged(seed: int, kind: type[GameSecret], seat: int = 1) -> Rigged:
    def lying(keys: SeatKeys) -> SeatKeys:
        return replace(keys, secret=kind(keys.secret.value))

    table = Rigged(3, seed, {seat: lying}, wire=ROUGH)
    table.run()
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_a_secret_that_does_not_fit_its_root(seed: int) -> None:
    assert_named(rigged(seed, OtherRoot), (7, 1, 1, "BADROOT"))


@pytest.mark.parametrize("seed", SEEDS)
def test_nonces_of_ones_own(seed: int) -> None:
    """Such a commitment binds all the same; but a program that does this could sign two after a crash."""
    assert_named(rigged(seed, OtherNonce), (2, 1, 1, "NOTDERIVED"), (6, 0, 1, "NOTDERIVED"))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_nonce_of_ones_own_under_what_stays_sealed(seed: int) -> None:
    """The caller's gift is never opened: at the end its payload cannot be shown to fit."""
    assert_named(rigged(seed, OtherNonce, seat=0), (2, 1, 0, "NOTDERIVED"), (7, 1, 0, "BADSEAL"))


@pytest.mark.parametrize("seed", SEEDS)
def test_dice_shares_of_ones_own(seed: int) -> None:
    """The used one, and the last commitment, which was never opened."""
    assert_named(rigged(seed, OtherShare), (3, 0, 1, "NOTDERIVED"), (3, 0, 1, "NOTDERIVED"))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_point_of_ones_own(seed: int) -> None:
    assert_named(rigged(seed, OtherPoint), (0, 0, 1, "NOTDERIVED"))


@pytest.mark.parametrize("body", ["nothing", "short", "other", "long", "no payload", "other payload"])
def test_a_last_word_that_is_not_what_it_should_be(body: str) -> None:
    """END, phase 1, of the seat whose gift is still closed: any bytes are taken, none stops the table."""
    table = Table(3, 5, wire=ROUGH)
    secret = table.keys[0].secret.value
    lie(table, 0, lambda to, signed: [table.forge(0, signed.entry._replace(body=last(signed.entry.body)))], SECRETS)

    def last(true: bytes) -> bytes:
        return {
            "nothing": b"",
            "short": secret[:31],
            "other": bytes(32) + true[32:],
            "long": true + b"\x00",
            "no payload": secret,
            "other payload": secret + lp(b"\x05"),
        }[body]

    table.run()
    reason = "BADROOT" if body in ("nothing", "short", "other") else "BADSEAL"
    assert_named(table, (7, 1, 0, reason))


@pytest.mark.parametrize(
    "payload", [b"", b"\xc1", b"\xcc\x05", b"\xa5toolong", pack(17), pack(("a", True)), pack(("a", 3))]
)
def test_what_was_sealed_and_never_opened_was_no_answer(payload: bytes) -> None:
    """The bytes come to light at the end; the audit names who sealed them."""
    table = Table(3, 5, wire=ROUGH)
    chosen(table, 0, 4, payload)
    table.run()
    assert_named(table, (4, 0, 0, "ILLEGAL"))
