"""Whole games of closed cards: all peers agree, each seat knows what it may and nothing more, the audit is green."""

from random import Random

import pytest

from engine.core.questions import Kind
from protocol.agreement import LATER
from protocol.events import Answered, Ended
from protocol.record import entry_item
from tests.protocol.cards.dealt import CardTable
from tests.protocol.table import Wire, entry_frame
from tests.simulation.world import CrashWorld, deaths, storm, weather

SEEDS = range(4)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_game_in_calm_weather(seats: int) -> None:
    """SPEC 21 as a whole: each kind of flow is in the hoard; knowledge is looked at after every answer."""
    table = CardTable(seats, seed=seats, turns=3)
    while not table.ended():
        before = table.session(0).slot
        table.run(lambda before=before: table.session(0).slot > before or table.ended())  # type: ignore[misc]  # bound now
        table.assert_knowledge()
    table.run()
    report = table.assert_fair()
    table.assert_knowledge()
    assert report.counts.proven == report.counts.claims
    assert report.counts.shuffles >= 2 * seats
    kinds = [event.question.kind for event in table.events(0, Answered)]
    assert kinds.count(Kind.CARDS) > 8


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beside", [False, True])
def test_links_come_and_go(seed: int, beside: bool) -> None:
    """Proofs made and checked on the spot or beside, in any weather: the same game."""
    draw = Random(f"cards {seed}")
    table = CardTable(draw.randrange(2, 6), seed, turns=2, wire=weather(seed), beside=beside)
    storm(table, seed, blows=20, gap=2_000)
    table.assert_knowledge()
    table.assert_fair()
    table.assert_nothing_early()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("beside", [False, True])
def test_seats_die_and_come_back(seed: int, beside: bool) -> None:
    """Masks, orders and proofs derive again: nothing is signed twice, and the audit finds all as it should be."""
    draw = Random(f"cards {seed}")
    table = CardTable(draw.randrange(2, 5), seed, turns=2, wire=weather(seed), beside=beside)
    deaths(table, seed, blows=14, gap=3_000)
    assert table.observer.doubled == []
    table.assert_knowledge()
    table.assert_fair()


def test_made_beside_or_on_the_spot_gives_the_same_record() -> None:
    """The order in which proofs are done leaves no trace."""
    records = set()
    for beside in (False, True):
        table = CardTable(3, seed=8, turns=2, beside=beside)
        table.run()
        table.assert_fair()
        records.add(table.record(1))
    assert len(records) == 1


def test_claims_that_wait_for_the_audit() -> None:
    """SPEC 21.5: no proof in the entry, all judged in the end."""
    table = CardTable(3, seed=3, turns=3, proofs=LATER)
    table.run()
    report = table.assert_fair()
    assert report.counts.claims > report.counts.proven == 0


@pytest.mark.parametrize("checked_first", [False, True])
def test_our_own_lost_entry_comes_back_while_it_is_made_again(checked_first: bool) -> None:
    """SPEC 12: it is admitted once, and stands in the journal once, whichever of the two is done first."""
    before = CardTable(3, seed=8, turns=1)
    before.run()
    own = {signed.place: signed for c in before.session(0).log.closed for signed in c.entries if signed.entry.seat == 1}
    table = CardTable(3, seed=8, turns=1, beside=True, wire=Wire(1, 1))
    session = table.session(1)
    table.run(lambda: any(who is session and work.what.startswith("our proofs") for who, work in table.todo))
    lost = own[session.log.place]
    session.receive(table.agreement.identity(0), entry_frame(lost))
    table._work(1)
    rows = [row for row in table.todo if row[0] is session]
    assert len(rows) == 2
    for who, work in sorted(rows, key=lambda row: row[1].what.startswith("our proofs") == checked_first):
        table.todo.remove((who, work))
        who.done(work, work.run())
        table._work(1)
    table.run()
    table.assert_fair()
    assert table.states[1].journal.count(entry_item(lost)) == 1


class CardCrash(CardTable, CrashWorld):
    """A table of cards at which one seat dies at a certain chance: before a save, after it, after each frame."""


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("at", range(1, 200, 22))
def test_a_seat_dies_at_any_point_of_saving_and_sending(at: int, beside: bool) -> None:
    """SPEC 12: on disk first; what was said is said again, word for word, shuffles and shares included."""
    table = CardCrash(3, 8, turns=1, wire=Wire(1, 30), victim=at % 3, at=at, beside=beside)
    table.run(lambda: table.crashed)
    assert table.crashed, table.chances
    table.restart(table.victim)
    table.run()
    assert table.observer.doubled == []
    told = table.states[table.victim].events
    told[:] = [*(event for event in told if not isinstance(event, Ended)), *table.events(table.victim, Ended)[-1:]]
    table.assert_fair()
    table.assert_knowledge()
