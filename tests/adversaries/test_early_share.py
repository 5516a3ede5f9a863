"""Cheat: seeing the dice before the action, or steering them: early shares, shares used twice, copied commitments."""

import pytest

from protocol.entry import Place
from protocol.faults import FaultKind
from protocol.wire import Kind, decode
from tests.adversaries.rig import (
    BIDS_OPEN,
    CALL,
    DICE,
    ROUGH,
    SEEDS,
    assert_stopped,
    assert_unharmed,
    forging,
    lie,
    reached,
    said,
    silent,
    where,
)
from tests.protocol.table import Table


@pytest.mark.parametrize("seed", SEEDS)
def test_a_share_shown_early_brings_no_other_share_out(seed: int) -> None:
    """One seat shows its share before the bids are in: the others go on as if nothing had been said."""
    table = Table(3, seed, wire=ROUGH)
    table.cheats[1] = lambda out: [out]
    table.run(lambda: table.session(0).log.place >= CALL)
    share = table.keys[1].secret.share(0) + bytes(32)
    for prev in (table.session(0).log.prev, bytes(32)):
        table.say(1, table.forge(1, slot=DICE.slot, phase=0, prev=prev, body=share))
    table.run()
    place = {a: Place(0, 0) for a in table.honest}
    for sender, _, frame in table.heard:
        message = decode(frame)
        if sender in place and message is not None and message.kind is Kind.ENTRY:
            entry = table.entry_of(frame)
            assert entry is not None
            if (entry.slot, entry.phase) == DICE:
                openings = table.session(sender).log.entries_at(BIDS_OPEN)
                assert len(openings) == 3
                assert entry.prev == table.session(sender).log.prev_at(DICE)
    assert_unharmed(table)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_share_used_twice_is_refused(seed: int) -> None:
    """The second roll wants share 1: the replayed share 0 would let a seat know half of the seed beforehand."""
    table = Table(3, seed, rounds=2, wire=ROUGH)
    second = Place(9, 0)
    old = table.keys[1].secret.share(0)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=old + e.body[32:])), second)
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 1, second)


@pytest.mark.parametrize("seed", SEEDS)
def test_another_share_than_the_one_committed_to_is_refused(seed: int) -> None:
    """Choosing the last share to steer the roll: every one but the one named before is refused."""
    table = Table(3, seed, wire=ROUGH)
    lie(table, 2, silent, DICE)
    table.run(reached(table, DICE, but={2}))
    table.say(2, where(table, 0, 2, bytes([seed]) * 32 + bytes(32)))
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, DICE)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_copied_dice_commitment_cannot_be_opened_by_the_copier(seed: int) -> None:
    """With r_2 = r_1 the two would cancel if shares were summed; the seat inside c_k forbids even the try."""
    table = Table(3, seed, wire=ROUGH)
    setup = Place(0, 0)
    lie(table, 2, silent, setup)
    table.run(reached(table, setup, but={2}))
    mine, theirs = said(table, 2, 2, setup), said(table, 0, 1, setup)
    table.say(2, where(table, 0, 2, mine[:32] + theirs[32:64] + mine[64:]))
    lie(table, 2, silent, *(Place(slot, phase) for slot in range(8) for phase in (0, 1)))
    table.run(reached(table, Place(2, 0), but={2}))
    # From here on the cheat's own session knows another past than the others: it is spoken for.
    from protocol.commitment import commit, opening
    from protocol.encoding import pack

    log, game = table.session(0).log, table.agreement.game_id
    made = log.prev
    table.say(2, where(table, 0, 2, commit(game, 2, 2, made, bytes(32), pack(3))))
    table.run(reached(table, BIDS_OPEN, but={2}))
    table.say(2, where(table, 0, 2, opening(bytes(32), pack(3))))
    table.run(reached(table, DICE, but={2}))
    table.say(2, where(table, 0, 2, said(table, 0, 1, DICE)))
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 2, DICE, same_until=setup)


@pytest.mark.parametrize("size", [0, 32, 63, 65, 96])
def test_a_share_has_64_bytes(size: int) -> None:
    table = Table(3, 1, wire=ROUGH)
    lie(table, 1, forging(table, 1, lambda e: e._replace(body=(e.body + bytes(64))[:size])), DICE)
    table.run()
    assert_stopped(table, FaultKind.BADOPEN, 1, DICE)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_changed_action_changes_the_roll(seed: int) -> None:
    """The same shares on another call give another seed: nobody can know a roll before he acts."""
    rolls = set()
    for call in ("high", "low"):
        table = Table(3, seed)
        table.choosers[0] = lambda session, asked, table=table, call=call: (  # type: ignore[misc]  # bound now
            call if asked.slot == 1 else table.sample(session, asked)
        )
        table.run()
        shares = tuple(said(table, 1, seat, DICE)[:32] for seat in range(3))
        (rolled,) = (e.reply.rolled for e in table.events(1) if getattr(e, "slot", 0) == 3 and hasattr(e, "reply"))
        rolls.add((shares, rolled))
    assert len({shares for shares, _ in rolls}) == 1
    assert len({rolled for _, rolled in rolls}) == 2
