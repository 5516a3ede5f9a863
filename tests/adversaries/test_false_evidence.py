"""Cheat: accusing an honest seat: forged, corrupted, twisted or empty evidence."""

import pytest

from protocol.entry import Signed
from protocol.wire import Kind, encode
from tests.adversaries.rig import BIDS, CALL, DICE, SEEDS, assert_unharmed, blamed, where
from tests.protocol.table import Table


def evidence(*entries: Signed) -> bytes:
    return encode(Kind.EVIDENCE, tuple((signed.data, signed.signature) for signed in entries))


def midgame(seed: int) -> Table:
    table = Table(3, seed)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(2).log.place > DICE)
    return table


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("how", ["forged twin", "body changed", "signature cut to another entry", "seat changed"])
def test_a_forged_accusation_costs_the_accuser_its_link(how: str, seed: int) -> None:
    """The honest seat is never blamed; the others hear nothing of it; the accuser's seat may come back."""
    table = midgame(seed)
    true = next(s for s in table.session(2).log.entries_at(BIDS) if s.entry.seat == 0)
    call = table.session(2).log.entries_at(CALL)[0]
    twin = {
        "forged twin": Signed.make(true.entry._replace(body=bytes(32)), table.keys[1].game),
        "body changed": true._replace(data=true.entry._replace(body=bytes(32)).encode()),
        "signature cut to another entry": true._replace(signature=call.signature),
        "seat changed": true._replace(data=true.entry._replace(seat=2).encode()),
    }[how]
    table.raw(1, 2, evidence(true, twin))
    table.run(limit_ms=20_000)
    assert blamed(table) == {(2, 1, "signature")}
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_true_entries_prove_nothing_against_anybody(seed: int) -> None:
    """Evidence is offered to the log like every entry: what the log holds already, or will hold, is no fault."""
    table = midgame(seed)
    log = table.session(2).log
    entries = [s for closed in log.closed for s in closed.entries]
    for one in entries:
        for other in entries[-3:]:
            table.raw(1, 2, evidence(one, other))
    table.raw(1, 2, evidence())
    table.raw(1, 0, evidence(*entries))
    table.run()
    assert blamed(table) == set()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_accusers_own_crime_is_all_that_it_can_prove(seed: int) -> None:
    """It may sign what it likes, also on the honest seat's past: the one that is convicted is itself."""
    table = midgame(seed)
    true = next(s for s in table.session(2).log.entries_at(BIDS) if s.entry.seat == 0)
    mine = Signed.make(true.entry._replace(seat=1, body=bytes(32)), table.keys[1].game)
    table.raw(1, 2, evidence(true, mine))
    table.run()
    for seat in table.honest:
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert verdict.seat == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_evidence_of_another_table_costs_the_link(seed: int) -> None:
    """A crime at another table, with the same keys, is none here."""
    table, other = midgame(seed), Table(3, seed, rounds=2)
    one = where(other, 0, 0, b"one")
    two = where(other, 0, 0, b"two")
    table.raw(1, 2, evidence(one, two))
    table.run(limit_ms=20_000)
    assert blamed(table) == {(2, 1, "other_game")}
    table.join(1, 2)
    table.run()
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_half_a_proof_on_another_past_is_a_stray(seed: int) -> None:
    """Two entries of an honest seat on two pasts would be no crime; here one past is the liar's invention."""
    table = midgame(seed)
    stray = Signed.make(where(table, 2, 1, b"").entry._replace(prev=bytes(32), slot=2), table.keys[1].game)
    table.raw(1, 2, evidence(stray))
    table.run()
    assert blamed(table) == set()
    assert_unharmed(table)
