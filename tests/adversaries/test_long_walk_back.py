"""Cheat: two stories, each carried on for several places by the liar alone, who then shows nothing when asked."""

import pytest

from protocol.audit import verify_record
from protocol.encoding import lp, pack
from protocol.entry import Place, Signed
from protocol.faults import FaultKind
from protocol.report import Judgement
from protocol.wire import Kind, decode
from tests.adversaries import solo
from tests.adversaries.rig import SEEDS, signed_twice
from tests.protocol.table import Outgoing, Table, Wire, make_form


def stories(seed: int, mute: bool) -> Table:
    """Seat 0 tells seat 1 one run of three answers and all others another; `mute`: it answers no question."""
    table = Table(form=make_form(3, seed, (), "solo"), seed=seed, match=solo.new_match, wire=Wire(1, 100, 0.2))
    told: dict[int, list[Signed]] = {1: [], 2: []}

    def hook(out: Outgoing) -> list[Outgoing]:
        message = decode(out.frame)
        assert message is not None
        if message.kind is not Kind.ENTRY:
            return [] if mute or message.kind is not Kind.HAVE else [out]
        entry = table.entry_of(out.frame)
        return [out] if entry is not None and entry.slot == 0 else []

    table.cheats[0] = hook
    table.run(lambda: not table._queue)  # nothing of the beginning is on its way any more
    for victim, answers in ((1, (0, 0, 0)), (2, (1, 0, 0))):
        for slot, answer in enumerate(answers, start=1):
            table.run(lambda victim=victim, slot=slot: table.session(victim).log.place >= Place(slot, 0))  # type: ignore[misc]  # bound now
            log = table.session(victim).log
            signed = table.forge(0, slot=slot, phase=0, prev=log.prev, digest=log.before, body=lp(pack(answer)))
            told[victim].append(signed)
            table.say(0, signed, to=[victim])
            table.run(lambda victim=victim, slot=slot: table.session(victim).log.place > Place(slot, 0))  # type: ignore[misc]  # bound now
    table.run()
    return table


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mute", [False, True])
def test_stories_that_part_several_places_back_are_found_without_the_liars_help(seed: int, mute: bool) -> None:
    """Each honest peer holds one story in full: together they prove it, whatever the liar says when asked."""
    table = stories(seed, mute)
    for seat in (1, 2):
        verdict = table.session(seat).verdict
        assert verdict is not None
        assert (verdict.slot, verdict.phase, verdict.seat, verdict.kind) == (1, 0, 0, FaultKind.EQUIV)
        assert signed_twice(table.agreement, verdict.evidence) == 0
        report = verify_record(solo.new_match, table.record(seat))
        assert report.judgement is Judgement.BAD
        assert [(f.slot, f.seat, f.reason) for f in report.findings] == [(1, 0, "EQUIV")]
    assert table.faults() == []
