"""Columns hold whatever script a name has."""

import pytest
from prompt_toolkit.utils import get_cwidth

from client.play.cells import cut, fold, packed, pad, table
from client.screen.overlays import unfolded
from client.words.general import HELP

NAMES = ["Anna", "Łukasz", "ő és ț", "Muñoz", "龍王龍王龍王龍王", "🐉🐉🐉🐉🐉🐉", "e\u0301" * 12, "ע" * 30, ""]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("cells", [1, 2, 5, 12])
def test_pad_gives_just_so_many_cells(name: str, cells: int) -> None:
    assert get_cwidth(pad(name, cells)) == cells
    assert get_cwidth(cut(name, cells)) <= cells


def test_table_keeps_its_columns() -> None:
    rows = table([(name, "x") for name in NAMES])
    assert len({get_cwidth(row) for row in rows}) == 1


@pytest.mark.parametrize("text", ["word " * 60, "龍 " * 60, "龍" * 200, ""])
def test_fold_stays_inside_the_window(text: str) -> None:
    assert all(get_cwidth(line) <= 80 for line in fold(text, "    "))


def test_fold_makes_lines_as_long_as_wide_letters_allow() -> None:
    text = "Waiting for: seat 5 is free; Ann is not ready; Łucja 龍 is not ready (since 1:15)"
    assert fold(text, "  ") == [text.removesuffix(" 1:15)"), "  1:15)"]


def test_packed_items_are_not_broken_unless_one_is_longer_than_a_line() -> None:
    assert packed(["one two;", "three four;", "five"], "  ", 16) == ["one two;", "  three four;", "  five"]
    assert packed(["one two;", "three"], "  ", 16) == ["one two; three"]
    assert packed(["a", "word " * 6 + "end;", "last"], "  ", 16) == [
        "a", "  word word word", "  word word word", "  end; last",
    ]  # fmt: skip
    assert packed([]) == []


def test_a_paragraph_can_be_put_together_again_and_nothing_else_is() -> None:
    """Sentences beside each other are no paragraph, however long the first one is."""
    long = "word " * 30 + "end."
    texts = [f"  {long}", "    The attack is hopeless.", "x" * 79, "    y " + long]
    assert unfolded([line for text in texts for line in fold(text, "    ")]) == texts
    assert unfolded(packed(["one two;"] * 30, "    ")) == [" ".join(["one two;"] * 30)]
    assert unfolded(HELP.splitlines()) == HELP.splitlines()


def test_a_path_longer_than_a_line_breaks_behind_a_stroke() -> None:
    path = "/home/ann/.local/share/kingsmoot/records/2d21e049.moot"
    assert fold(f"The record is in {path}", "", 34) == [
        "The record is in /home/ann/.local/", "share/kingsmoot/records/", "2d21e049.moot",
    ]  # fmt: skip
    for width in range(1, 60):
        lines = fold(f"The record is in {path}", "  " if width > 4 else "", width)
        assert "".join("".join(lines).split()) == f"Therecordisin{path}"
        assert all(get_cwidth(line) <= width for line in lines)
