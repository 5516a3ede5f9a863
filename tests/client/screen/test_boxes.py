"""Boxes fold each paragraph once, where it is drawn: no line is cut short for nothing."""

from collections.abc import Iterator

import pytest

from client.play import cells
from client.play.cells import width_of
from client.play.chronicle import Told
from client.screen.canvas import Canvas
from client.screen.overlays import Confirming, Reading
from client.screen.table.commands import spoken
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.tables import at

BARATHEON = 2
WIDTHS = [40, 60, 80, 120]
LOOKED_UP = [
    "hint", "hand", "why", "log 30", "dice", "rules W2.8", "rules W6.11b", "rules supply", "rules nothing such",
    "card Tywin Lannister", "card Mustering", "card Mammoth Riders", "card nobody at all of that name",
    "area winterfell",
]  # fmt: skip
TOPICS = ["orders", "march", "house_card", "raid", "bid", "retreat"]


def boxes(keyboard: Keyboard) -> Iterator[Reading | Confirming]:
    """What is read at a table, box by box; what fits into one line is said in the foot."""
    lines = ("help", "preview", "talk", "quit", *LOOKED_UP)
    for key, line in [
        *((key, "") for key in ("?", "I", "G", "H", "W", "D", "L", "s")),
        *(("", line) for line in lines),
    ]:
        if key:
            keyboard.press(key)
        else:
            keyboard.type(line)
        box = keyboard.shell.overlay
        if isinstance(box, Reading | Confirming):
            yield box
        keyboard.shell.overlay = None


def drawn(box: Reading | Confirming, width: int) -> tuple[int, list[str]]:
    """The cells inside its frame, and its lines."""
    canvas = Canvas(width, 3000)
    box.draw(canvas)
    rows = [line for line in canvas.text.splitlines() if "│" in line]
    inside = [line[line.index("│") + 2 : line.rindex("│") - 1] for line in rows]
    return len(inside[0]), [line.rstrip() for line in inside[:-2]]


def judge(paragraphs: list[str], room: int, lines: list[str]) -> None:
    """Each paragraph stands in lines of its own, and the next word never had room in the line before."""
    rest = iter(lines)
    for paragraph in paragraphs:
        words = " ".join(paragraph.split())
        line = next(rest)
        whole = " ".join(line.split())
        while whole != words:
            more = next(rest)
            whole = " ".join([whole, *more.split()])
            assert words.startswith(whole), (paragraph, whole)
            assert "  " in paragraph.strip() or width_of(f"{line} {more.split()[0]}") > room, (line, more)
            line = more
    assert not list(rest)


@pytest.mark.parametrize("topic", TOPICS)
def test_no_line_of_a_box_is_shorter_than_the_next_word_lets_it(topic: str) -> None:
    seen = 0
    for box in boxes(at(topic)):
        seen += 1
        for width in WIDTHS:
            room, lines = drawn(box, width)  # signs are laid out in columns when they are drawn
            judge(box._lines, room, lines)
    assert seen > len(LOOKED_UP)


@pytest.mark.parametrize("topic", TOPICS)
def test_what_is_read_does_not_hang_on_the_width_it_was_folded_for(topic: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is glued to another, or parted from the one that it goes on from, would."""
    read: list[list[list[str]]] = []
    for folded_for in (50, 200):
        monkeypatch.setattr(cells.fold, "__defaults__", ("", folded_for))
        monkeypatch.setattr(cells.hung, "__defaults__", (folded_for,))
        read.append([box._lines for box in boxes(at(topic))])
    for narrow, wide in zip(*read, strict=True):
        assert narrow == wide


def test_a_costly_march_is_told_in_whole_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it read `no power token is / left there. The attack ... strength 1 / against 5; / your units`."""
    told: list[list[str]] = []
    for folded_for in (50, 200):
        monkeypatch.setattr(cells.fold, "__defaults__", ("", folded_for))
        desk = Desk(BARATHEON, 3)
        desk.to("orders")
        desk.answer((("kingswood", "march_0"),))
        desk.to("march")
        keyboard = Keyboard(desk)
        keyboard.type("kingswood")
        keyboard.type("1 footman to kings landing")
        keyboard.press("d")
        box = keyboard.shell.overlay
        assert isinstance(box, Confirming), keyboard.look()
        assert any("hopeless: strength 1" in line for line in box._lines)
        told.append(box._lines)
        for width in WIDTHS:
            judge(box._lines, *drawn(box, width))
    assert told[0] == told[1]


def test_help_on_the_screen_is_the_one_of_keys_and_tells_what_takes_words_behind_it() -> None:
    keyboard = at("orders")
    by_key = keyboard.press("?")
    keyboard.press("escape")
    assert keyboard.type("help") == by_key
    assert ("card NAME", "a card and what it does") in spoken()
    named = {words.split(maxsplit=1)[0] for words, _ in spoken()}
    assert {"say", "card", "area", "rules", "log", "talk"} <= named
    box = keyboard.shell.overlay
    assert isinstance(box, Reading)
    assert any("card NAME" in line for line in box._lines)


def test_talk_that_is_asked_for_by_its_word_is_folded_for_the_window() -> None:
    keyboard = at("orders", 60, 20)
    text = "Stark says: " + "well met, all of you, and may the dead stay where they are " * 3
    keyboard.desk.mode.story.append(Told("chat", text.strip(), 1))
    keyboard.type("talk")
    box = keyboard.shell.overlay
    assert isinstance(box, Reading)
    judge(box._lines, *drawn(box, 60))
