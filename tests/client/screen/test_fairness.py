"""The pane of fairness: what the protocol does, in words, at every stage of a table (21, 22)."""

from typing import Any

import pytest

from client.play.line import LineMode
from client.screen.fairness import fairness_lines
from client.words.library import words_for
from protocol.events import Asked
from protocol.session import Session
from protocol.wire import Kind, encode
from tests.client.local import LocalTable
from tests.client.screen.kept import new_table
from tests.protocol.table import NOT_NOW, Table


class Chair:
    """A seat at a fake wire, as playing sees it."""

    def __init__(self, table: Table, seat: int) -> None:
        self.session = table.session(seat)
        self.seat = seat
        self.names = [row.name for row in table.form.seats]
        self.match = self.session.match
        self.known: dict[Any, Any] = {}

    @property
    def waiting_for(self) -> tuple[int, ...]:
        return self.session.waiting_for

    @property
    def mixed(self) -> tuple[int, int] | None:
        return self.session.progress.mixed


def mode_at(table: Table, seat: int = 0) -> LineMode:
    """The mode of one seat; it has been told nothing yet, while the session is wherever it is."""
    chair: Any = Chair(table, seat)
    fresh = new_table(table.seed).session(seat).match
    return LineMode(chair, fresh, words_for(fresh, chair.names), lambda: 0.0)


def said(table: Table, seat: int = 0) -> str:
    """All lines of the pane in one."""
    return "\n".join(fairness_lines(mode_at(table, seat), 78))


def lazy(table: Table, topic: str, *seats: int) -> None:
    """Seats that take their time over a question."""

    def chooser(session: Session, asked: Asked) -> Any:
        return NOT_NOW if asked.question.topic == topic else table.sample(session, asked)

    for seat in seats:
        table.choosers[seat] = chooser


def test_orders_that_are_not_all_sealed() -> None:
    table = new_table(11)
    lazy(table, "orders", 1, 4)
    table.run()
    seen = said(table)
    assert "Slot 2. Orders: 3 of 5 sealed (waiting for Stark and Tyrell)" in seen
    assert "nobody can read or change it now" in seen
    assert "Dice of slot 1: all shares open, drawn " in seen
    drawn = table.session(0).log.known.drawn
    assert drawn is not None
    assert f"seed {drawn.seed.hex()[:8]}..." in seen
    assert f"head {table.session(0).log.prev.hex()[:8]}" in seen
    assert "all agree on everything before slot 1" in seen or "all agree on everything before slot 2" in seen
    assert "Links: 4 of 4 up" in seen
    assert "No fault so far." in seen
    assert "At the end all secrets are opened" in seen


def test_every_stage_has_its_words() -> None:
    table = new_table(11)
    seen: set[str] = set()

    def look() -> bool:
        seen.add(fairness_lines(mode_at(table), 200)[0])
        return table.session(0).slot > 12

    table.run(look)
    found = "\n".join(sorted(seen))
    for words in ("committed to their secrets", "opened their dice shares", " sealed", " opened", " answered"):
        assert words in found


def test_before_the_first_word() -> None:
    table = new_table(11)
    seen = said(table)
    assert "Slot 0. 1 of 5 committed to their secrets (waiting for " in seen
    assert "Dice: nothing has been drawn yet" in seen
    assert "nobody has signed anything yet" in seen


def test_a_link_that_is_down_and_a_seat_with_another_past() -> None:
    table = new_table(11)
    table.run(lambda: table.session(0).slot >= 6)
    table.cut(0, 3)
    session = table.session(0)
    session.receive(table.peer[1], encode(Kind.HAVE, *session.log.place, bytes(32), ()))
    session.receive(table.peer[2], encode(Kind.HAVE, 999, 0, bytes(32), ()))
    while session.next_event() is not None:
        pass
    seen = said(table)
    assert "Links: 3 of 4 up (none to Baratheon)" in seen
    assert "Stark told another story: the programs are comparing" in seen
    assert "Greyjoy already further on: we are catching up" in seen
    assert "all agree" not in seen


def test_who_was_not_asked_for_a_while_is_no_reason_to_worry() -> None:
    """The number lags behind the open slot, and it is said why."""
    table = new_table(11)

    def lags() -> bool:
        session = table.session(0)
        signed = [stand.place.slot for stand in session.stands.values()]
        return session.slot > 3 and len(signed) == 4 and min(signed) < session.slot

    table.run(lags)
    assert lags(), "somebody was asked nothing for a while"
    least = min(stand.place.slot for stand in table.session(0).stands.values())
    seen = said(table)
    assert f"all agree on everything before slot {least}" in seen
    assert ", not asked since, will sign the rest with the next answer" in " ".join(seen.split())


def test_the_end() -> None:
    table = new_table(11)
    table.run(lambda: table.session(0).progress.name == "secret", limit_ms=100_000_000)
    seen = said(table)
    assert "opened their secrets" in seen
    table.run(limit_ms=100_000_000)
    seen = said(table)
    assert "the end. Everybody has opened everything." in seen
    assert "all agree on everything, up to the end" in seen
    assert "the audit tells what they show" in seen


def test_a_proven_fault() -> None:
    table = new_table(11)
    table.run(lambda: table.session(0).slot >= 5)
    session = table.session(0)
    closed = next(closed for closed in reversed(session.log.closed) if len(closed.entries) == 5)
    one = next(signed for signed in closed.entries if signed.entry.seat == 3)
    table.say(3, table.forge(3, one.entry, body=one.entry.body[::-1]))
    table.run(lambda: session.verdict is not None)
    assert "FAULT: Baratheon signed two different moves for one place (slot" in said(table)


@pytest.mark.parametrize("width", [20, 30, 38, 78])
def test_lines_keep_to_the_width(width: int) -> None:
    table = new_table(11)
    lazy(table, "orders", 1, 4)
    table.run()
    assert all(len(line) <= width for line in fairness_lines(mode_at(table), width))


def test_a_table_without_a_protocol_has_no_lines() -> None:
    fresh = new_table(11).session(0).match
    table = LocalTable(fresh, 5, 0, 1)
    assert fairness_lines(LineMode(table, fresh.fork(), words_for(fresh, table.names), lambda: 0.0), 40) == []
