"""The toy game of cards by five processes over real links, each with its own store: as at the simulated table.

Stands for the issue "Hidden cards without a dealer": over the mesh, proofs made and checked beside the loop.
"""

from pathlib import Path

import pytest

from engine.core.questions import Mask
from protocol.audit import verify_record
from protocol.events import Answered
from protocol.faults import FaultKind
from protocol.report import Judgement
from tests.net.cards_mesh import frame_size, played
from tests.protocol.cards import hoard
from tests.protocol.cards.dealt import CardTable

SEATS, SEED = 5, 10
SLOTS = {"shuffle": 1, "deal": 2}
"""The slots of the first questions of the hoard."""
STEP = 0.030
"""Seconds of its own work for which a loop may not come round: a screen that is so late is not felt to be."""


def own_mixings(table: CardTable) -> list[int]:
    """The slots in which a seat mixed its hand."""
    answered = [event for event in table.events(0, Answered) if isinstance(event.question, Mask)]
    return [event.slot for event in answered if event.question.by is not None]


@pytest.mark.slow
def test_five_processes_play_the_hoard_over_the_mesh(tmp_path: Path) -> None:
    tales = played("hoard", SEATS, SEED, tmp_path)
    assert [tale.closed for tale in tales] == [""] * SEATS, "each saw the end of the game, and nobody was blamed"
    (record,) = {tale.record for tale in tales}

    report = verify_record(hoard.new_match, bytes.fromhex(record))
    assert report.judgement is Judgement.GOOD, report.findings
    assert report.counts.shuffles >= 2 * SEATS
    assert report.counts.proven == report.counts.claims > 0

    table = CardTable(SEATS, SEED)
    table.run()
    assert record == table.record(0).hex(), "threads, links and the store leave no trace in what is said"
    said = {len(closed.entries) for closed in table.session(0).log.closed if closed.place.slot in own_mixings(table)}
    assert said == {1, SEATS - 1}, "one seat mixed its hand, and all others shared in it"

    for tale in tales:
        assert tale.step < STEP, "mixing, deals, theft, openings, proofs of absence, the audit"
        assert len(tale.gaps) > 10, "the loop went round all the time"
        assert tale.done == sorted(tale.done)
        assert tale.done[0] == (0, 2 * SEATS)
        assert len(tale.done) > SEATS, "who mixes sees how far it is"
        assert [size for *_, size in tale.frames] == [frame_size(slot, body) for slot, _, body, _ in tale.frames]
    print(", ".join(f"longest gap {max(t.gaps) * 1e3:.1f} ms, our own {t.blocked * 1e3:.1f} ms" for t in tales))


@pytest.mark.slow
@pytest.mark.parametrize(("lie", "topic"), [("shuffle", "shuffle"), ("share", "deal")])
def test_a_process_that_lies_is_named_by_all_others(lie: str, topic: str, tmp_path: Path) -> None:
    """Each honest program stops at the very place, says who it was, and keeps a record that proves it."""
    crook = 2
    tales = played("hoard", SEATS, SEED, tmp_path, crook, lie)
    assert len(tales) == SEATS - 1
    for tale in tales:
        assert tale.closed is not None
        assert "stopped by a proven fault" in tale.closed
        report = verify_record(hoard.new_match, bytes.fromhex(tale.record))
        assert report.judgement is Judgement.BAD
        (finding,) = report.findings
        assert (finding.slot, finding.seat, finding.reason) == (SLOTS[topic], crook, FaultKind.BADPROOF.name)
    assert len({tale.closed for tale in tales}) == 1, "all hold the same verdict"
