"""Cheat: spoiling a game that one has lost: signing nonsense or a second story when all is over."""

import pytest

from protocol.entry import Place
from protocol.events import Ended, Fault
from protocol.faults import FaultKind
from tests.adversaries.rig import BIDS, SEEDS, assert_no_honest_seat_blamed, audit
from tests.protocol.table import Table, Wire


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("place", [BIDS, Place(7, 0), Place(7, 1), Place(7, 2)])
def test_a_crime_after_the_end_names_its_author_and_leaves_the_outcome(place: Place, seed: int) -> None:
    """Everybody still holds the whole game; what is bad about the record is the loser's own signature."""
    table = Table(3, seed, wire=Wire(1, 100, 0.2))
    table.run()
    table.cheats[2] = lambda out: [out]
    log = table.session(0).log
    prev = log.prev_at(place)
    assert prev is not None
    spoiler = table.forge(2, slot=place.slot, phase=place.phase, prev=prev, digest=bytes(32), body=bytes(3))
    table.say(2, spoiler, to=[seed % 2])
    table.run()
    kind = FaultKind.ILLEGAL if place == (7, 2) else FaultKind.EQUIV
    for judge in (0, 1):
        verdict = table.session(judge).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (*place, 2, kind)
        (ended,) = table.events(judge, Ended)
        assert ended.outcome == table.session(judge).match.outcome
        assert isinstance(table.states[judge].events[-1], Fault)
        report = audit(table.record(judge))
        assert report.outcome is not None
        assert report.outcome.ranking == ended.outcome.ranking
        assert [(f.slot, f.phase, f.seat, f.reason) for f in report.findings] == [(*place, 2, kind.name)]
    assert_no_honest_seat_blamed(table)


def test_with_all_secrets_open_nothing_can_be_signed_for_anybody() -> None:
    """The game secrets are out after the end; no key that signs comes from them."""
    table = Table(3, seed=5)
    table.run()
    secrets = table.session(0).log.known.secrets
    assert len(secrets) == 3
    from protocol.identity import SigningKey

    for seat, value in secrets.items():
        derived = [SigningKey(value), SigningKey(table.keys[seat].secret.key("game"))]
        public = table.agreement.game_keys[seat]
        assert public not in [key.public for key in derived]
        assert value not in (table.keys[seat].game.seed, table.keys[seat].talk.seed)
