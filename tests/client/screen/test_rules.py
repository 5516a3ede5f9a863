"""The rules on the screen: the game in short, its contents, chapters, and the way back."""

from random import Random

import pytest

from client.matches import match_for_reading
from client.play.rulebook import Chapter, chapters, paragraphs
from client.screen.keys import Keymap
from client.screen.pointing import Mouse
from client.screen.rulebook import RulesView
from client.screen.shell import Shell
from client.words.library import words_for
from tests.client.hoard_words import the_hoard_is_known
from tests.client.screen.kept import press
from tests.client.screen.keyboard import Nothing
from tests.client.screen.tables import at_rest

WORDS = words_for(match_for_reading("agot"), ())
CHAPTERS = chapters(WORDS)
SIZES = [(80, 24), (120, 40), (40, 10)]


class Reader:
    """Somebody who has chosen Rules, before a window of a size."""

    def __init__(self, width: int = 80, height: int = 24, game: str = "") -> None:
        self.shell = Shell(Nothing(), Keymap())
        self.left = 0
        self.size = (width, height)
        self.shell.show(RulesView(self.shell, "en", self._leave, game))
        self.look()

    def _leave(self) -> None:
        self.left += 1

    def look(self) -> str:
        return self.shell.draw(*self.size).text

    def press(self, *keys: str) -> str:
        for key in keys:
            press(self.shell, key)
            self.look()
        return self.look()

    def search(self, text: str) -> str:
        self.press("/")
        self.shell.submitted(text)
        return self.look()

    @property
    def heading(self) -> str:
        return self.look().splitlines()[0]

    @property
    def pointed(self) -> str:
        """The number of the chapter that has the cursor; "" if none is in sight."""
        rows = [line for line in self.look().splitlines() if line.startswith("│»")]
        assert len(rows) < 2
        return rows[0][2:].split()[0] if rows else ""


# ------------------------------------------------------------ the first page
def test_it_begins_with_the_goal_and_space_leads_through_all_of_it() -> None:
    reader = Reader()
    seen = reader.look()
    assert "The goal" in seen
    for _ in range(8):
        seen += reader.press("space")
    told = " ".join(seen.replace("│", " ").split())
    for part in paragraphs(WORDS.introduction):
        assert all(word in told for word in part.text.split())
    assert all(f"{chapter.ident} " in told and chapter.title in told for chapter in CHAPTERS)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_line_by_line_down_comes_to_every_chapter_and_up_to_the_goal(width: int, height: int) -> None:
    reader = Reader(width, height)
    passed: list[str] = []
    for _ in range(400):
        if reader.pointed and reader.pointed not in passed:
            passed.append(reader.pointed)
        reader.press("down")
    assert passed == list(WORDS.chapters)
    for _ in range(400):
        reader.press("up")
    assert "The goal" in reader.look()


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("number", range(len(CHAPTERS)))
def test_every_chapter_is_reached_by_keys_and_escape_leads_back(number: int, width: int, height: int) -> None:
    reader = Reader(width, height)
    chapter = CHAPTERS[number]
    assert "Enter contents" in reader.look() or width < 80
    reader.press("enter")
    assert "Enter open" in reader.look() or width < 80
    assert reader.pointed == CHAPTERS[0].ident
    reader.press(*["down"] * number)
    assert reader.pointed == chapter.ident
    assert chapter.clauses[0] in reader.press("enter")
    assert chapter.ident in reader.heading
    reader.press("escape")
    assert reader.pointed == chapter.ident
    reader.press("escape")
    assert reader.left == 1


@pytest.mark.parametrize("chapter", CHAPTERS[:10], ids=lambda chapter: str(chapter.ident))
def test_a_digit_opens_the_chapter_of_that_number(chapter: Chapter) -> None:
    reader = Reader()
    seen = reader.press(chapter.ident[1:])
    assert chapter.title in reader.heading
    assert chapter.clauses[0] in seen
    assert "The goal" in reader.press("escape"), "back to where it was pressed"


def test_who_comes_back_to_the_contents_sees_the_chapter_read_last() -> None:
    reader = Reader()
    reader.press("enter", "enter", "right", "right", "right", "escape")
    assert reader.pointed == "W3"


def test_left_and_right_turn_to_other_chapters_as_far_as_there_are_any() -> None:
    reader = Reader()
    assert "no chapter is open" in reader.press("right")
    assert "this is the first one" in reader.press("0", "left")
    for chapter in CHAPTERS[1:]:
        reader.press("right")
        assert f"{chapter.ident} {chapter.title}" in reader.heading
    assert "this is the last one" in reader.press("right")
    assert CHAPTERS[-2].ident in reader.press("left").splitlines()[0]


def test_enter_leads_from_anywhere_to_the_contents() -> None:
    for keys in (("a",), ("c",), ("5",), ("home",)):
        reader = Reader()
        reader.press(*keys, "enter")
        assert "in short" in reader.heading
        assert reader.pointed


# ------------------------------------------------------------ all, cards, searching
def test_a_shows_all_clauses_under_the_titles_of_the_chapters() -> None:
    reader = Reader(100, 60)
    seen = reader.press("a")
    assert "all clauses" in reader.heading
    while True:
        more = reader.press("pagedown")
        if more in seen:
            break
        seen += more
    for chapter in CHAPTERS:
        assert f"{chapter.ident:<6} {chapter.title}" in seen
    assert all(f"│ {number:<6} " in seen for number in WORDS.clauses)


def test_escape_leads_from_what_was_found_to_where_it_was_searched() -> None:
    reader = Reader()
    reader.press("6")
    assert "Each of your attacking knights" in reader.search("robb stark")
    assert "W8.1" in reader.search("w8.1"), "a second search takes the place of the first"
    reader.press("escape")
    assert "W6 Battle" in reader.heading
    reader.press("escape")
    assert "in short" in reader.heading


def test_a_chapter_is_found_by_its_number_and_by_its_title() -> None:
    reader = Reader()
    reader.search("w10")
    assert "W10 Three and four players" in reader.heading
    reader.search("neutral")
    assert reader.pointed == "W9"
    reader.press("enter")
    assert "W9 Neutral forces" in reader.heading


def test_what_is_mistyped_is_told_with_what_is_near() -> None:
    reader = Reader()
    assert "near it: Tywin Lannister" in reader.search("tywn")
    assert "nor that word" in reader.search("xyzzy")


def test_a_click_opens_a_chapter_of_the_contents() -> None:
    reader = Reader()
    reader.press("enter")
    lines = reader.look().splitlines()
    y = next(y for y, line in enumerate(lines) if " W12 " in line)
    assert reader.shell.mouse(5, y, Mouse.CLICK)
    assert "W12 House cards" in reader.heading


# ------------------------------------------------------------ windows and games
def test_no_size_and_no_key_is_too_much() -> None:
    """Product 12."""
    draw = Random("rules")
    keys = ("up", "down", "pageup", "pagedown", "home", "end", "enter", "escape", "left", "right", "a", "c", "3", "9")
    for size in ((1, 1), (2, 2), (3, 200), (200, 3), (200, 60), (17, 5)):
        reader = Reader(*size)
        for _ in range(60):
            reader.size = size if draw.random() < 0.5 else (draw.randint(1, 200), draw.randint(1, 60))
            reader.press(draw.choice(keys))
        for wanted in ("w5", "battle", "tywin", "xyzzy"):
            reader.search(wanted)
            reader.press("down", "up", "enter")


def test_a_game_without_introduction_and_chapters_begins_with_its_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    the_hoard_is_known(monkeypatch)
    reader = Reader(game="hoard")
    assert "Shuffle and deal." in reader.look()
    assert "these rules have no chapters" in reader.press("enter")
    assert "no chapter is open" in reader.press("right")
    assert "Shuffle and deal." in reader.press("a", "5")
    reader.press("escape", "escape")
    assert reader.left == 1


# ------------------------------------------------------------ at the table
@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40)])
def test_at_the_table_an_empty_search_opens_the_game_in_short(width: int, height: int) -> None:
    keyboard = at_rest(width, height)
    keyboard.press("R")
    keyboard.shell.submitted("")
    seen = keyboard.look()
    assert "The goal" in seen
    assert "7 castle areas (8 with three" in seen
    assert "Waiting for: " in seen
    assert "»" not in seen
    assert "» W0 " in keyboard.press("enter")
    assert "W1.7" in keyboard.press("down", "enter", "end")
    assert "this is the last one" in keyboard.press("right", *["right"] * len(CHAPTERS))
    assert "does nothing here" in keyboard.press("x")
    keyboard.press("/")
    keyboard.shell.submitted("robb stark")
    assert "Each of your attacking knights" in keyboard.look()
    keyboard.press("escape", "escape")
    assert keyboard.shell.overlay is not None
    keyboard.press("escape")
    assert keyboard.shell.overlay is None


def test_at_the_table_a_chapter_is_found_by_its_number() -> None:
    keyboard = at_rest()
    keyboard.press("R")
    keyboard.shell.submitted("w8")
    assert "W8  Victory" in keyboard.look()
    assert "W8.2" in keyboard.look()


def test_at_the_table_the_mouse_reads_on_and_opens() -> None:
    keyboard = at_rest(80, 24)
    keyboard.press("R")
    keyboard.shell.submitted("")
    first = keyboard.look()
    assert keyboard.shell.mouse(5, 5, Mouse.DOWN)
    assert keyboard.look() != first
    assert keyboard.shell.mouse(5, 5, Mouse.UP)
    assert keyboard.look() == first
    y = next(y for y, line in enumerate(keyboard.press("enter").splitlines()) if " W12 " in line)
    assert keyboard.shell.mouse(5, y, Mouse.CLICK)
    assert "W12 House cards" in keyboard.look()


def test_no_size_is_too_much_for_the_box() -> None:
    draw = Random("box")
    keyboard = at_rest()
    keyboard.press("R")
    keyboard.shell.submitted("")
    for size in [
        (1, 1),
        (1, 60),
        (200, 1),
        (200, 60),
        *((draw.randint(1, 200), draw.randint(1, 60)) for _ in range(20)),
    ]:
        keyboard.shell.draw(*size)
        keyboard.press(draw.choice(("enter", "down", "right", "pagedown", "end", "4")))
        keyboard.shell.draw(*size)


def test_an_empty_line_means_nothing_where_something_must_be_named() -> None:
    keyboard = at_rest()
    keyboard.press("C")
    keyboard.shell.submitted(" ")
    assert keyboard.shell.overlay is None
    assert keyboard.shell.typing is None
