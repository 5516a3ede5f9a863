"""What was chosen and not sent outlives the program."""

from pathlib import Path

import pytest

from client.play.draft import Draft, Pieces
from client.store.database import Store
from client.store.drafts import draft_of
from client.store.journal import TableJournal
from client.store.tables import Crew
from tests.client.desk import Desk
from tests.protocol.table import make_form
from tests.store.rows import DOOR, home_of

STARK = 0
PLACED: Pieces = (("winterfell", "march_plus_1"), ("white_harbor", "defense_plus_1"))


class Drawer:
    """Where drafts go."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, Pieces]] = []

    def keep(self, slot: int, pieces: Pieces) -> None:
        self.kept.append((slot, pieces))


def planning(drawer: Drawer, left: tuple[int, Pieces] | None = None) -> Desk:
    desk = Desk(STARK)
    desk.mode.draft = Draft(left, drawer.keep)
    desk.to("orders")
    return desk


def slot_of(desk: Desk) -> int:
    assert desk.mode.ask is not None
    return desk.mode.ask.slot


def test_each_piece_is_noted_when_it_is_chosen_and_when_it_is_taken_back() -> None:
    drawer = Drawer()
    desk = planning(drawer)
    slot = slot_of(desk)
    for line in ("winterfell m+1", "white harbor d+1", "board", "undo", "clear", "white harbor d+1"):
        desk.hear(line)
    assert drawer.kept == [
        (slot, PLACED[:1]),
        (slot, PLACED),
        (slot, PLACED[:1]),
        (slot, ()),
        (slot, PLACED[1:]),
    ]


def test_it_is_here_again_at_the_same_question_and_told_once() -> None:
    drawer = Drawer()
    slot = slot_of(planning(drawer))
    desk = planning(drawer, (slot, PLACED))
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == PLACED
    assert desk.mode.restored() == ["Your 2 choices are here again; nothing was sealed."]
    assert desk.mode.restored() == []
    assert drawer.kept == []
    assert "So far: Winterfell March +1" in desk.type("list")
    desk.hear("undo")
    assert drawer.kept == [(slot, PLACED[:1])]


@pytest.mark.parametrize(
    "pieces",
    [
        (*PLACED, ("winterfell", "raid")),
        (("highgarden", "raid"),),
        (("winterfell", "march_plus_9"),),
        (True,),
        ((1, 2),),
    ],
)
def test_what_the_rules_refuse_by_now_is_dropped_whole(pieces: Pieces) -> None:
    drawer = Drawer()
    slot = slot_of(planning(drawer))
    desk = planning(drawer, (slot, pieces))
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ()
    assert desk.mode.restored() == []
    assert drawer.kept == [(slot, ())]


def test_another_question_has_nothing_of_it() -> None:
    drawer = Drawer()
    desk = planning(drawer, (slot_of(planning(drawer)) + 1, PLACED))
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ()
    assert drawer.kept == []


# ------------------------------------------------------------ on the disk
def test_the_journal_keeps_the_last_one_until_the_game_is_over(tmp_path: Path) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    assert journal.draft() is None
    journal.keep_draft(7, PLACED)
    journal.keep_draft(7, (None, 3, "x", True, PLACED[0]))
    journal.rest(ended=False, fault="")
    journal.close()
    again = TableJournal(journal.home, journal.number)
    assert again.draft() == (7, (None, 3, "x", True, PLACED[0]))
    again.keep_draft(7, ())
    assert again.draft() is None
    again.keep_draft(8, PLACED)
    again.rest(ended=True, fault="")
    assert again.draft() is None
    again.close()


@pytest.mark.parametrize("packed", [b"", b"\xc1", b"\x01", b"\x91\xc4\x00", b"\x81\x01\x02"])
def test_a_draft_that_cannot_be_read_is_none(tmp_path: Path, packed: bytes) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    with Store(journal.home) as store:
        with store.writing() as db:
            db.execute("INSERT INTO drafts VALUES (?, 1, ?)", (journal.number, packed))
        assert draft_of(store, journal.number) is None
    journal.close()


def test_a_draft_that_cannot_be_written_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    journal._store._db.execute("PRAGMA query_only = ON")
    journal.keep_draft(7, PLACED)
    assert "a draft is not kept" in caplog.text
    journal.close()


def test_a_table_that_is_given_up_takes_its_draft_along(tmp_path: Path) -> None:
    journal = TableJournal.gather(home_of(tmp_path, 0), make_form(3, 1), 1, ((), (), ()), DOOR, Crew())
    journal.keep_draft(7, PLACED)
    journal.forget()
    with Store(journal.home) as store:
        assert store.rows("SELECT * FROM drafts") == []
    journal.close()
