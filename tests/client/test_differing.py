"""B07: whoever is stopped by a state that another has signed finds on disk what is needed to see why."""

import json
import stat
from pathlib import Path

import pytest

from client.differing import STEPS, report_differing
from client.home import Home
from client.timeline import Timeline
from engine.core.match import Match
from engine.core.plain import packed
from engine.registry import game
from protocol.agreement import Form, Seat
from protocol.entry import Place, Signed
from protocol.faults import FaultKind, Verdict
from protocol.record import Item, read
from tests.protocol.table import Table, Wire, identity_of
from tests.protocol.test_faults import lies

SEATS = 3
SEED = 4
LATE = 8


def new_table() -> Table:
    agot = game("agot")
    settings = tuple(sorted(agot.settings(SEATS, {}).items()))
    rows = tuple(Seat(seat, f"name {seat}", identity_of(seat, SEED).public) for seat in range(SEATS))
    form = Form("agot", settings, agot.version, agot.data_digest(), 0, 0, rows)
    return Table(SEATS, SEED, form=form, match=lambda form: Match.start(agot, SEATS, dict(settings)), wire=Wire(1, 1))


def late_place() -> Place:
    """Where seat 0 speaks first from slot LATE on, by an honest game of the same seed."""
    table = new_table()
    table.run(lambda: table.session(1).log.place.slot > LATE + 10)
    entries = [Signed.parse(*row.fields) for row in read(table.record(1)) if row.kind is Item.ENTRY]
    return next(e.place for e in entries if e.entry.seat == 0 and e.place.phase == 0 and e.place.slot >= LATE)


def stopped(place: Place) -> Table:
    """A table that has stopped because seat 0 signed another digest at `place`."""
    table = new_table()
    lies(table, 0, place, lambda t, e: {"digest": bytes(range(32))})
    table.run()
    return table


@pytest.mark.parametrize("late", [False, True])
def test_the_report_holds_both_digests_and_the_state_before(late: bool, tmp_path: Path) -> None:
    place = late_place() if late else Place(2, 0)
    table = stopped(place)
    home, record = Home.find(str(tmp_path / "home")), tmp_path / "game.moot"
    record.write_bytes(table.record(1))
    session = table.session(1)
    assert session.verdict is not None
    (told,) = report_differing(home, "2d21e049", record, session.verdict)
    file = home.state / "differing-2d21e049.json"
    assert str(file) in told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = json.loads(file.read_text())
    assert found["digest_here"] == session.log.before.hex()
    assert found["digest_signed"] == bytes(range(32)).hex()
    assert (found["fault"]["slot"], found["fault"]["seat"]) == (place.slot, 0)
    timeline = Timeline(record.read_bytes())
    assert found["state"] == packed(timeline.at(timeline.last).state).hex()
    assert [step["slot"] for step in found["steps"]] == list(range(1, place.slot))[-STEPS:]
    assert found["steps"][0]["events"][0][0] == "HousesTaken"
    assert found["steps"][-1]["digest"] == found["digest_here"]
    assert any("Iron Throne" in line for line in found["position"])
    assert found["versions"]["data_agreed"] == found["versions"]["data_here"] == game("agot").data_digest().hex()


def test_no_secret_stands_in_it(tmp_path: Path) -> None:
    table = stopped(late_place())
    home, record = Home.find(str(tmp_path / "home")), tmp_path / "game.moot"
    record.write_bytes(table.record(1))
    report_differing(home, "2d21e049", record, table.session(1).verdict)
    text = (home.state / "differing-2d21e049.json").read_text()
    for keys in table.keys.values():
        assert keys.secret.value.hex() not in text


def test_any_other_end_needs_no_report(tmp_path: Path) -> None:
    home, record = Home.find(str(tmp_path / "home")), tmp_path / "game.moot"
    verdict = stopped(Place(2, 0)).session(1).verdict
    assert verdict is not None
    other = Verdict(verdict.slot, 0, 0, FaultKind.EQUIV, "", verdict.evidence)
    assert report_differing(home, "2d21e049", record, other) == []
    assert report_differing(home, "2d21e049", record, None) == []
    assert not home.state.exists()


def test_a_report_that_cannot_be_written_is_told_and_ends_nothing(tmp_path: Path) -> None:
    verdict = stopped(Place(2, 0)).session(1).verdict
    (tmp_path / "file").touch()
    for home, record in ((tmp_path / "file", tmp_path / "file"), (tmp_path / "home", tmp_path / "none.moot")):
        (told,) = report_differing(Home.find(str(home)), "2d21e049", record, verdict)
        assert told.startswith("No report on the two states could be written: ")
