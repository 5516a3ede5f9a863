"""Sentences of commands are folded between words, at the width of the window, and only for people."""

import io

import pytest
from typing_extensions import override

from client.play.cells import width_of
from client.sentences import at_words, say

PATH = "/a/very/long/path/to/some/folder/" + "x" * 80 + "/2d21e049.moot"


class Window(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


def test_lines_break_between_words_and_hold_every_word() -> None:
    text = f"kingsmoot: cannot write {PATH}: No space left on device; the game of Bőb 龍龍 is kept"
    for width in (1, 10, 40, 80, 200):
        lines = at_words(text, width)
        assert [word for line in lines for word in line.split()] == text.split()
        assert all(width_of(line) <= width or max(map(width_of, line.split())) > width - 2 for line in lines)
        assert all(line.startswith("  ") for line in lines[1:])


def test_an_invitation_stays_one_line() -> None:
    line = "kingsmoot join km1:" + "a" * 150
    assert at_words(line, 80) == [line]


def test_what_fits_stays_as_it_is() -> None:
    row = "place    castles  supply   power"
    assert at_words(row, width_of(row)) == [row]


def test_an_indent_stays() -> None:
    assert at_words("    one two", 10) == ["    one", "      two"]
    assert at_words("", 8) == [""]


def test_a_window_gets_lines_and_a_file_gets_the_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    window, file = Window(), io.StringIO()
    for stream in (window, file):
        say("Ask for the words that their kingsmoot id shows.\nThen go on.", stream)
    assert file.getvalue() == "Ask for the words that their kingsmoot id shows.\nThen go on.\n"
    assert window.getvalue().splitlines() == [
        "Ask for the words",
        "  that their",
        "  kingsmoot id",
        "  shows.",
        "Then go on.",
    ]
