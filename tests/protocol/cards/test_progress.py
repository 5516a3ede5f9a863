"""While decks are mixed a client can say how far it is: "3 of 25 done"."""

from typing import Any

import pytest

from protocol.agreement import NOW, PROOFS
from protocol.session import Session
from tests.protocol.cards import decks
from tests.protocol.table import Table, Wire, make_form


def seen(table: Table, seat: int) -> list[tuple[int, int]]:
    """All that a seat is shown of the mixing, without repetitions."""
    found: list[Any] = []

    def look() -> bool:
        now = table.session(seat).progress.mixed
        if now is not None and now not in found[-1:]:
            found.append(now)
        return False

    table.run(look)
    return found


@pytest.mark.parametrize("seats", [2, 5])
def test_every_turn_is_counted(seats: int) -> None:
    """Entries come one by one, and with the last one the question is answered; our own turns come at once."""
    form = make_form(seats, 1, ((PROOFS, NOW), ("size", 3), ("dealt", 1)), "decks")
    table = Table(seats, 1, form=form, match=decks.new_match, wire=Wire(1, 2_000))
    found = seen(table, 0)
    assert table.ended()
    total = len(decks.DECKS) * seats
    assert found == sorted(found)
    assert {of for _, of in found} == {total}
    assert found[0][0] <= 3, "the most decks that one of two seats takes in a phase"
    assert total - 3 <= found[-1][0] < total
    assert len(found) >= seats


def test_cards_that_need_no_mixing_are_counted_as_none() -> None:
    """A deck of one card has keys and no turns."""
    form = make_form(2, 1, ((PROOFS, NOW), ("size", 1), ("dealt", 1)), "decks")
    table = Table(2, 1, form=form, match=decks.new_match, wire=Wire(1, 1))
    assert set(seen(table, 1)) == {(0, 0)}
    assert table.ended()
    assert _idle(table.session(0))


def _idle(session: Session) -> bool:
    return session.progress.mixed is None
