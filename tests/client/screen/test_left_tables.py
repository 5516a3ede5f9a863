"""From the start screen back: unfinished tables, past games."""

from dataclasses import replace

import pytest

from client.errors import UsageError
from client.home import Home
from client.past import Past
from client.screen import start as start_module
from client.screen.past import past_page
from client.store.tables import ENDED, Result
from tests.client.screen.front import Front, past


def test_the_one_unfinished_table_is_named_and_taken_up_by_one_key(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Product 15."""
    tables = [past(1), past(2, ENDED), past(3, open_now=True), past(4, bot="steady")]
    monkeypatch.setattr(start_module, "past_tables", lambda _: tables)
    front.start.begin()
    assert "A Game of Thrones, round 3, marches, with Bob and Bot urban" in front.look(120, 40)
    front.press("enter")  # the cursor is on it
    assert front.launched == ["Back to the table"]
    front.start.ended("Back to the table", None, [])
    front.press("enter")
    assert front.launched == ["Back to the table"] * 2


def test_all_that_can_be_chosen_is_in_the_palette(front: Front) -> None:
    front.press("c-p", *"host")
    assert "Host a table" in front.look()
    assert "one for you and bots" not in front.press("enter")
    assert "Host a table" in front.look()


def test_escape_leaves_the_program_and_the_line_of_keys_says_so(front: Front) -> None:
    assert "Esc quit" in front.look()
    front.press("escape", "escape")
    assert front.finished == 1


def test_of_several_unfinished_tables_one_is_chosen(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_module, "past_tables", lambda _: [past(1), past(2)])
    front.start.show()
    front.press("4")
    assert front.launched == []
    front.press("2")
    assert front.launched == ["Back to the table"]


def test_past_games_show_their_state_and_what_can_be_done(front: Front, home: Home) -> None:
    resumed: list[Past] = []
    tables = [past(1), past(2, ENDED), past(3, open_now=True)]
    page = past_page(front.shell, home, tables, "en", front.start.show, resumed.append)
    front.shell.show(page)
    screen = front.look()
    for word in ("unfinished", "ended", "open", "01010101"):
        assert word in screen
    assert "ended 2026-11-30 20:30" in front.press("down")
    assert "it is not unfinished: ended" in front.press("enter")
    front.press("escape", "1", "4")
    assert resumed == [tables[0]]
    assert "open in another window" in front.press("escape", "3")


def test_past_games_say_who_won_and_nothing_of_it_is_cut_at_80_columns(front: Front, home: Home) -> None:
    ended = past(2, ENDED)
    called = ("Baratheon (Ann)", "Stark (Bob)", "Lannister (Bot urban)")
    kept = replace(ended.kept, result=Result(((2,), (1,), (0,)), called))
    page = past_page(front.shell, home, [replace(ended, kept=kept)], "en", front.start.show, lambda _: None)
    front.shell.show(page)
    assert "02020202  won by Lannister (Bot urban), you 3rd of 3" in front.look()
    assert "A Game of Thrones, won by Lannister" in front.look()
    assert "~" not in front.look()


def test_a_store_that_cannot_be_read_is_told_and_the_rest_works(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Home) -> list[Past]:
        raise UsageError("the file is damaged; put a copy back")

    monkeypatch.setattr(start_module, "past_tables", broken)
    front.start.show()
    assert "the file is damaged" in front.look()
    front.press("escape", "1", "enter")
    assert front.launched == ["A table with bots"]
