"""Runs: an old copy of a journal waits for all, an older run falls silent, a false run costs the link (SPEC.md 12)."""

import pytest

from protocol.agreeing import said
from protocol.comeback import Run
from protocol.entry import Place
from protocol.events import Ended, LinkFault, Lost, OtherCopy
from protocol.faults import NotAskedFault
from protocol.record import Item, assemble, read_item
from protocol.wire import Kind, decode, encode
from tests.protocol.table import NOT_NOW, Table, keys_of
from tests.protocol.test_agreeing import Lobby


def came_back() -> tuple[Table, list[bytes]]:
    """A table of which seat 1 came back, played on, and died; and what its disk had held before it came back."""
    table = Table(3, seed=2, rounds=2)
    table.run(lambda: table.session(1).slot >= 3)
    table.crash(1)
    old = list(table.states[1].journal)
    table.restart(1)
    table.run(lambda: table.session(1).slot >= 5)
    table.crash(1)
    return table, old


def numbers(table: Table, seat: int) -> list[tuple[int, int]]:
    """Seat and number of the runs in a seat's journal."""
    rows = [read_item(item) for item in table.states[seat].journal]
    return [row.fields[:2] for row in rows if row.kind is Item.RUN]


def test_each_return_has_the_next_number_and_all_remember_it() -> None:
    table, _ = came_back()
    table.restart(1)
    table.run()
    assert table.ended()
    assert [numbers(table, seat) for seat in table.numbers] == [[(1, 2), (1, 3)]] * 3
    assert table.faults(OtherCopy) == []
    assert len({table.record(seat) for seat in table.numbers}) == 1  # and no run stands in a record


@pytest.mark.parametrize("away", [0, 2])
def test_an_old_copy_waits_for_all_others(away: int) -> None:
    """CRYPTO 9.2: yesterday's file, with the peer that has the last entry perhaps offline."""
    table, old = came_back()
    table.crash(away)
    table.restart(1, old)
    table.run()
    assert table.events(1, OtherCopy) == [OtherCopy(newer=False)]
    assert not table.ended()
    table.restart(away)
    table.run()
    assert table.verdicts() == dict.fromkeys(table.numbers), "nobody has signed two things"
    assert table.ended() or table.events(1, Lost)
    assert (1, 3) in numbers(table, 1)


def test_an_old_copy_signs_nothing_while_one_is_away() -> None:
    table, old = came_back()
    table.crash(0)
    table.restart(1, old)
    held = {s.hash for seat in (1, 2) for s in table.session(seat).log.from_place(Place(0, 0))}
    table.run()
    mine = {s.hash for s in table.session(1).log.from_place(Place(0, 0)) if s.entry.seat == 1}
    assert mine
    assert mine <= held


def test_an_older_run_falls_silent_when_a_later_one_is_told() -> None:
    table = Table(3, seed=1)
    table.choosers[0] = lambda session, asked: NOT_NOW
    table.run()
    session = table.session(0)
    later = Run.make(table.agreement.game_id, 0, 2, bytes(16), keys_of(0, table.seed).game)
    session.receive(table.peer[1], encode(Kind.RUN, later.seat, later.number, later.mark, later.signature))
    assert session.next_event() == OtherCopy(newer=True)
    with pytest.raises(NotAskedFault):
        session.choose(1, "high")
    assert session.unsaved() == []


def test_what_a_copy_never_had_is_opened_by_the_home_that_sealed_it() -> None:
    """A home copied before its seat sealed a choice cannot open it: it says so, and the first home takes up again."""
    table = Table(3, seed=6)
    table.run(lambda: table.session(1).match.question is not None and table.session(1).log.place.phase == 1)
    full = list(table.states[1].journal)
    choice = max(n for n, item in enumerate(full) if read_item(item).kind is Item.CHOICE)
    table.crash(1)
    table.restart(1, full[:choice])
    table.run()
    assert table.events(1, Lost)
    assert not table.ended()
    table.crash(1)
    table.restart(1, full)
    table.run()
    assert table.ended()
    assert table.verdicts() == dict.fromkeys(table.numbers)


@pytest.mark.parametrize("seat", [0, 2, 9])
def test_a_run_that_its_seat_has_not_signed_costs_the_link(seat: int) -> None:
    table = Table(3, seed=1)
    table.run(lambda: table.session(0).slot >= 2)
    forged = Run.make(table.agreement.game_id, seat, 5, bytes(16), keys_of(1, table.seed).game)
    session = table.session(0)
    session.receive(table.peer[1], encode(Kind.RUN, forged.seat, forged.number, forged.mark, forged.signature))
    events = []
    while (event := session.next_event()) is not None:
        events.append(event)
    assert [event.reason for event in events if isinstance(event, LinkFault)] == ["signature"]
    assert not [event for event in events if isinstance(event, OtherCopy)]


def test_a_journal_with_runs_gives_the_same_record() -> None:
    table, _ = came_back()
    table.restart(1)
    table.run()
    assert table.events(1, Ended)
    assert assemble(table.agreement, table.states[1].journal) == table.record(0)


def test_what_was_said_while_agreeing_can_be_said_again() -> None:
    """A seat that died, or whose link broke, as soon as it had agreed: the others can still agree."""
    lobby = Lobby()
    frames: dict[int, list[bytes]] = {}
    late = lobby.machines[2]
    late.receive(lobby.peer[0], b"")
    for link in [link for link in lobby.links if link[1] == 2]:
        frames[link[0]] = lobby.links[link]
        lobby.links[link] = []
    while any(lobby.links[link] for link in lobby.links if link[1] != 2):
        lobby.step()
    # seat 2 has heard nothing yet; all that it is told now is what seats say again
    everybody = Lobby()
    everybody.run()
    agreement = everybody.machines[0].result()
    assert agreement is not None
    for seat in (0, 1):
        words = said(agreement, seat)
        kinds = [message.kind for frame in words if (message := decode(frame)) is not None]
        assert kinds == [Kind.LOCK, Kind.OPEN_LOCK, Kind.SIGN]
        for frame in words:
            late.receive(lobby.peer[seat], frame)
    result = late.result()
    assert result is not None
    assert result.game_id == agreement.game_id
