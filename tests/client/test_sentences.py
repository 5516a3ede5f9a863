"""Sentences of commands are folded between words, at the width of the window, and only for people."""

import io
from collections.abc import Callable

import pytest
from typing_extensions import override

from client.play.cells import width_of
from client.play.terminal import PlainTerminal
from client.screen.sitting import print_lines
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


@pytest.mark.parametrize("home", [f"/home/{'x' * 40}/eve", f"'/home/{'x y ' * 30}/eve'"])
@pytest.mark.parametrize("print_them", [print_lines, PlainTerminal(False).show])
def test_what_is_said_on_leaving_is_folded_and_its_command_copied_whole(
    print_them: Callable[[list[str]], None], home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """commands.md: what a command says in a window is folded between words at its width, after a screen as well."""
    left = [f"kingsmoot --home {home} resume 4da98d74 takes the game up again.", "Round 1  short as a board"]
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout", window := Window())
    print_them(left)
    lines = window.getvalue().splitlines()
    command, _, rest = left[0].partition(" takes ")
    assert lines == [command, f"  takes {rest}", left[1]]


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
