"""What happens at a table, as a player reads it."""

import pytest

from client.words.general import FAULTS, count, names, since
from net.telling import Away, Back, TableClosed
from protocol.events import Committed, Ended, Fault, Lost
from protocol.faults import FaultKind, Verdict
from protocol.machines.base import Slip
from tests.client.desk import Desk


def said(event: object) -> str:
    """What a person at a fresh table reads on an event."""
    return " ".join(Desk().mode.happened(event))  # type: ignore[arg-type]  # whatever the table may tell


def test_who_goes_and_comes_back() -> None:
    assert said(Away(1, "hung up")) == "Lannister (player 1) is away (hung up); the seat waits for its player."
    assert said(Back(1)) == "Lannister (player 1) is here."
    assert said(Committed(1, 2)) == ""


@pytest.mark.parametrize("kind", list(FaultKind))
def test_a_fault_names_the_seat_and_the_proof(kind: FaultKind) -> None:
    text = said(Fault(Verdict(12, 0, 3, kind, "the reason", ())))
    assert f"Greyjoy (player 3) {FAULTS[kind]}" in text
    assert "slot 12: the reason" in text
    assert "The record holds the proof" in text


def test_the_audit_speaks() -> None:
    desk = Desk()
    while desk.table.match.question is not None:
        desk.to() if desk.table.asks(desk.question) else None
        if desk.table.asks(desk.question):
            desk.answer(desk.question.options(0).sample(desk.table.oracle.draw, {}))
        else:
            desk.mode.happened(desk.table.step())
    outcome = desk.table.match.outcome
    assert outcome is not None
    assert "nobody cheated" in " ".join(desk.mode.happened(Ended(outcome, (0, 1, 2, 3, 4), ())))
    assert "unchecked" in " ".join(desk.mode.happened(Ended(outcome, (0, 1), ())))
    slip = Slip(3, 0, 1, "NOTDERIVED", "a nonce of its own")
    text = " ".join(desk.mode.happened(Ended(outcome, (0, 1, 2, 3, 4), (slip,))))
    assert "Lannister (player 1): a nonce of its own" in text
    assert desk.mode.status()[0].endswith("all open their secrets.")


def test_a_lost_choice() -> None:
    assert "another copy of the table does" in said(Lost(4))


def test_the_end_of_the_table() -> None:
    desk = Desk()
    desk.to("orders")
    assert desk.mode.happened(TableClosed("the table is stopped")) == ["The table is closed: the table is stopped."]
    assert desk.mode.closed
    assert desk.mode.failed
    assert not desk.mode.mine
    assert "quit leaves" in desk.mode.status()[0]


def test_small_words() -> None:
    assert names(["a"]) == "a"
    assert names(["a", "b", "c"]) == "a, b and c"
    assert count(1, "footman", "footmen") == "1 footman"
    assert count(2, "ship") == "2 ships"
    assert since(75.9) == "1:15"


def test_a_phase_is_headed_before_what_belongs_to_it() -> None:
    """A battle, a card and the wildlings stand below the heading that they begin, in the story and in lines."""
    headed: set[str] = set()
    for seed in (1, 2, 3):
        desk, lines = Desk(0, seed), list[str]()
        while desk.table.match.question is not None:
            if desk.table.asks(desk.question):
                desk.table.take(desk.question.options(0).sample(desk.table.oracle.draw, {}))
            lines += desk.mode.happened(desk.table.step())
        assert desk.mode.story[-1].kind != "stage", "nothing follows below it"
        openers = desk.mode.words.openers
        phase, slot, opened = "", -1, list[str]()
        for told in desk.mode.story:
            opened = opened if told.slot == slot else []
            slot = told.slot
            if told.kind == "stage":
                phase = told.text.rpartition(", ")[2]
                headed.add(phase)
                assert not set(opened) & set(openers.get(phase, ())) - {"WesterosCardBegan"}, told
                assert f"-- {told.text}" in lines
            elif told.name:
                opened.append(told.name)
    assert {"battle", "bidding", "wildlings", "mustering"} <= headed
