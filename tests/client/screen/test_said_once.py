"""What a question and its choices tell is on the screen once: room is dear, and what stands twice is read twice."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from client.screen.canvas import Canvas
from client.screen.table.forms.faces import ListFace
from client.screen.table.forms.picking import Row
from client.words.agot import AgotWords
from client.words.agot_board import card_code
from client.words.agot_hints import spelled
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import RARE, asked, duelling, retreating

GAP = re.compile(r"\s{2,}|[│─┌┐└┘├┤┬┴┼]+|--+")
"""What parts two texts on one line."""
LONG = 20
"""Letters up to which something may well stand twice: a name, a number of units."""
NAMED = re.compile(r"[A-Z0-9]|of$|the$")
"""How the words of names begin, or what stands between them."""
OFTEN = 3
"""How often each question is looked at."""
MOST = 6
"""Choices of one question that are looked at, and areas."""


def phrases(text: str) -> Iterator[str]:
    """Whole words of a text in a row, just longer than LONG, that are more than a name or an enumeration."""
    words = text.split()
    for start in range(len(words)):
        ends = (end for end in range(start + 1, len(words) + 1) if len(" ".join(words[start:end])) > LONG)
        end = next(ends, 0)
        phrase = " ".join(words[start:end]).strip(".:;?")
        if end and "," not in phrase and not all(NAMED.match(word) for word in phrase.split()):
            yield phrase


def without_log(lines: list[str]) -> list[str]:
    """What is seen but for the pane of the log, which stands above that of the talk."""
    first, last = (next(y for y, line in enumerate(lines) if name in line) for name in ("├ F3 log", "├ F4 talk"))
    edge = lines[first].index("├ F3 log")
    return [line[:edge] if first <= y < last else line for y, line in enumerate(lines)]


def said_twice(keyboard: Keyboard) -> list[str]:
    """What stands twice on the screen: not what the log tells of two events, nor two choices that begin alike."""
    lines = keyboard.look().splitlines()
    if keyboard.size[1] >= 35:
        lines = without_log(lines)
    seen: Counter[str] = Counter()
    for line in lines:
        for part in GAP.split(line):
            seen.update(set(phrases(part.strip())))
    ask = keyboard.desk.mode.ask
    assert ask is not None
    labels = [*ask.building.labels, *(choice.label for choice in ask.building.choices)]
    words = keyboard.desk.mode.words
    assert isinstance(words, AgotWords)
    cards = [card_code(words.n.e, card) for card in words.n.e.house_cards]
    known = [*(label.text for label in labels), *cards]  # a card stands with its numbers in the hand as well
    return [phrase for phrase, times in seen.items() if times > 1 and not any(phrase in text for text in known)]


def looked_at(keyboard: Keyboard) -> Iterator[None]:
    """Each row in turn under the cursor, in each area that can be entered."""
    picking = keyboard.form.picking
    for row in range(min(MOST, len(picking.rows))):
        picking.to(row)
        yield
    for area in picking.areas[:MOST] if picking.on_map else ():
        keyboard.view._map.cursor = area
        picking.point(area)
        yield
        picking.enter(area)
        for row in range(min(MOST, len(picking.rows))):
            picking.to(row)
            yield
        picking.area = ""


def look_through(desk: Desk, size: tuple[int, int], pieces: list[object]) -> None:
    """Look at a question and at what it becomes with each of the pieces."""
    keyboard = Keyboard(desk, *size)
    for piece in [None, *pieces]:
        if piece is not None:
            keyboard.pick(piece)
        for _ in looked_at(keyboard):
            assert said_twice(keyboard) == [], keyboard.look()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_no_form_says_anything_twice(size: tuple[int, int]) -> None:
    seen: Counter[str] = Counter()
    for seed in RARE:
        desk, draw = Desk(seed % 5, seed), Random(seed).randrange
        while asked(desk):
            topic = desk.question.topic
            value = desk.question.options(desk.table.seat).sample(draw, desk.table.known)
            if seen[topic] < OFTEN:
                seen[topic] += 1
                look_through(desk, size, [*spelled(topic, value)[:-1]])
            desk.answer(value)
    assert len(seen) > 20


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("position_of", [retreating, duelling])
def test_the_rarest_forms_say_nothing_twice(position_of: Callable[[], Desk], size: tuple[int, int]) -> None:
    look_through(position_of(), size, [])


def test_what_stands_twice_is_found() -> None:
    keyboard = Keyboard(retreating(), 80, 24)
    assert said_twice(keyboard) == []
    (known,) = keyboard.form._known
    keyboard.form._known[known] = ["supply does not feed all who retreat"]
    assert "supply does not feed all" in said_twice(keyboard)


# ------------------------------------------------------------ notes
def noted(topic: str, note: str, width: int, height: int, name: str = "") -> str:
    """The screen at a question with the cursor on a choice that has such a note, and such a name."""
    for seed in RARE:
        desk, draw = Desk(seed % 5, seed), Random(seed).randrange
        while asked(desk):
            if desk.question.topic == topic:
                keyboard = Keyboard(desk, width, height)
                for _ in looked_at(keyboard):
                    choice = keyboard.form.picking.choice
                    if choice is not None and note in choice.label.note and name in choice.label.text:
                        return keyboard.look()
            desk.answer(desk.question.options(desk.table.seat).sample(draw, desk.table.known))
    raise AssertionError(f"no {topic} has a choice with the note {note}")


@pytest.mark.parametrize(
    ("topic", "note", "width", "height", "beside"),
    [
        ("refuse_support", "all support is welcome", 80, 24, True),
        ("refuse_support", "all support is welcome", 120, 40, True),
        ("raven", "now ", 80, 24, False),
        ("raven", "now ", 120, 40, False),
    ],
)
def test_a_note_is_read_beside_its_choice_or_under_the_figures(
    topic: str, note: str, width: int, height: int, beside: bool
) -> None:
    seen = noted(topic, note, width, height)
    assert seen.count(note) == 1
    (part,) = (part for part in re.split("[│\n]", seen) if note in part)
    assert ("»" in part or "none" in part) == beside


def test_a_note_without_room_is_told_by_signs_beside_its_choice_and_in_full_below() -> None:
    seen = noted("march", "March -1: 1 footman and 1 knight", 120, 40)
    assert "Greywater Watch  M-1 K1F1 " in seen
    assert "March -1: 1 footman and 1 knight" in seen


def test_the_choices_of_an_area_do_not_repeat_its_name() -> None:
    seen = noted("muster", "1 point", 120, 40, "Storm's End ship in Shipbreaker Bay")
    assert "┌ Muster: Storm's End ─" in seen
    assert "»2 ship in Shipbreaker Bay" in seen
    assert "Storm's End ship" not in seen


@pytest.mark.parametrize(
    ("cells", "beside"),
    [
        (38, "1 The Golden Sound raids Ironman's Bay"),
        (34, "1 Golden Sound raids Ironman's Bay"),
        (33, "1 Golden Sound raids Ironman's B."),
        (26, "1 Golden Sound raids I."),
    ],
)
def test_a_name_without_room_is_shortened_as_on_the_map_and_never_within_a_word(cells: int, beside: str) -> None:
    face, rows = ListFace(), [Row("golden_sound", ())]
    canvas = Canvas(cells + 2, 1)
    face.draw(canvas, rows, 0, lambda row: ("The Golden Sound raids Ironman's Bay", ""))
    assert canvas.text.strip()[1:] == beside
    assert face.calls("The Golden Sound raids Ironman's Bay", canvas.width) == (cells == 38), "else it is told below"


def test_no_note_stands_within_a_figure() -> None:
    seen = noted("remove_order", "Greyjoy Defense +2", 120, 40)
    assert "Greywater Watch Greyjoy Defense +2" in seen, "a single blank, for want of room"
    at = [line[81:119].rstrip() for line in seen.splitlines()]
    first = next(y for y, line in enumerate(at) if "loses D+2" in line)
    assert "(K1)" in " ".join(at[first : first + 2])
