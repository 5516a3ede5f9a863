"""Every question answered by keys: whatever is legal can be entered, and arrives as it was meant; figures beside it."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from client.play.asking import Heard
from client.screen.agot.topics import TOPICS
from client.screen.overlays import Confirming, Reading
from client.screen.table.forms.figures import laid
from client.words.agot_asks import PROMPTS
from client.words.agot_hints import spelled
from protocol.events import Asked
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.orders import BARATHEON, STARK, chosen, marching, planning
from tests.client.screen.questions import NOT_SEEN, RARE, asked, duelling, retreating

LANNISTER = 1
OFTEN = 3
"""How often each question is answered by keys; in between the desk answers by itself."""


# ------------------------------------------------------------ whatever is legal
@pytest.mark.parametrize(("seed", "size"), [(1, (120, 40)), (2, (80, 24)), (3, (60, 20)), (4, (30, 8))])
def test_any_legal_answer_is_entered_by_keys_alone(seed: int, size: tuple[int, int]) -> None:
    draw = Random(seed).randrange
    desk = Desk(seed, seed)
    keyboard = Keyboard(desk, *size)
    while asked(desk):
        value = desk.question.options(desk.table.seat).sample(draw, desk.table.known)
        assert keyboard.answer(value) == (desk.table.slot, value)
        desk.answer(value)
    assert "The game is over" in keyboard.look()


def test_every_question_has_its_form() -> None:
    assert set(TOPICS) == set(PROMPTS)


def test_every_question_is_answered_by_keys_and_by_typing() -> None:
    seen: Counter[str] = Counter()
    for seed in RARE:
        desk, draw = Desk(seed % 5, seed), Random(seed).randrange
        keyboard = Keyboard(desk, *(120, 40) if seed % 2 else (80, 24))
        while asked(desk):
            topic = desk.question.topic
            value = desk.question.options(desk.table.seat).sample(draw, desk.table.known)
            if seen[topic] < OFTEN:
                seen[topic] += 1
                assert typed(keyboard, value) == (desk.table.slot, value)
                desk.mode.happened(Asked(desk.table.slot, desk.question, desk.question.seats))
                assert keyboard.answer(value) == (desk.table.slot, value)
            desk.answer(value)
    assert set(TOPICS) - set(seen) == NOT_SEEN


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (30, 8)])
@pytest.mark.parametrize(
    ("position_of", "topic", "title", "told"),
    [
        (retreating, "retreat_losses", "Lost in retreat", "Left: "),
        (duelling, "footman_lost", "Loras", "One that lies counts nothing."),
    ],
)
def test_the_rarest_questions_are_answered_by_keys_and_by_typing(
    position_of: Callable[[], Desk], topic: str, title: str, told: str, size: tuple[int, int]
) -> None:
    """W6.11c, W12.5: each of their answers, from a position that leads to them."""
    values = position_of().question.options(position_of().table.seat).complete(()).choices
    assert len(values) > 1
    for value in values:
        desk = position_of()
        assert desk.question.topic == topic
        keyboard = Keyboard(desk, *size)
        if size[0] >= 80:
            assert title in keyboard.look()
            assert told in keyboard.look()
        assert typed(keyboard, value) == (desk.table.slot, value)
        desk.mode.happened(Asked(desk.table.slot, desk.question, desk.question.seats))
        assert keyboard.answer(value) == (desk.table.slot, value)
        desk.answer(value)
        assert desk.mode.look("log")


def test_no_question_is_left_out() -> None:
    assert {retreating().question.topic, duelling().question.topic} == NOT_SEEN


def typed(keyboard: Keyboard, value: object) -> object:
    """The same answer by the typed line."""
    ask = keyboard.desk.mode.ask
    assert ask is not None
    keyboard.terminal.sent.clear()
    for piece in spelled(keyboard.desk.question.topic, value):
        choice = next(choice for choice in ask.building.choices if choice.piece == piece)
        keyboard.type(choice.label.text)
    if not keyboard.terminal.sent and keyboard.shell.overlay is None:
        keyboard.type("seal" if ask.secret else "done")
    if keyboard.shell.overlay is not None:
        keyboard.press("y")
    heard = keyboard.terminal.sent[-1]
    assert isinstance(heard, Heard)
    return heard.choice


# ------------------------------------------------------------ figures
def test_a_march_shows_the_battle_it_would_start() -> None:
    desk = Desk(BARATHEON, 3)
    desk.to("orders")
    desk.answer((("kingswood", "march_0"),))
    desk.to("march")
    keyboard = Keyboard(desk)
    keyboard.pick("kingswood")
    keyboard.view._map.cursor = "kings_landing"
    keyboard.form.picking.point("kings_landing")
    assert "King's Landing: alone 1 to 5" in keyboard.look()
    keyboard.pick(("footman", 1, "kings_landing"))
    seen = keyboard.press("d")
    assert "hopeless: strength 1" in seen


def cards_of(house: int, width: int, height: int) -> str:
    """The form of a house card, at the first battle of that seat whose hand is whole."""
    desk = Desk(house, 1)
    desk.to("house_card")
    return Keyboard(desk, width, height).look()


def test_every_card_tells_how_it_fares_in_a_narrow_column() -> None:
    """`House Lannister Captain 1 s  4/7=1` is the longest of them."""
    column = [line[81:119] for line in cards_of(LANNISTER, 120, 40).splitlines()]
    rows = [line for line in column if re.match(r".[1-7] [A-Z]", line)]
    assert len(rows) > 3
    assert all(re.search(r" \d (s|f|\*|ss|sf|ff)? +\d/\d(=\d)? *$", line) for line in rows), rows


@pytest.mark.parametrize(
    ("width", "height", "beside"), [(80, 24, True), (100, 30, True), (160, 45, False), (200, 60, False)]
)
def test_cards_stand_side_by_side_where_that_saves_lines(width: int, height: int, beside: bool) -> None:
    seen = cards_of(STARK, width, height)
    assert ("Ser Rodrik Cassel   1 f" in seen) != beside
    assert bool(re.search(r"7.(Ser )?Rodrik.*\n.*Cassel", seen)) == beside, "a title is left out before a name is cut"


def test_a_heading_says_what_the_columns_of_cards_are() -> None:
    desk = Desk(STARK, 0)
    desk.to("house_card")
    assert "s sword f fort * text; wins/all=ties" in Keyboard(desk).look()
    told = "strength, s sword, f fortification, * text; 4/7=2 wins 4 of their 7, ties 2"
    assert told in Keyboard(desk, 80, 40).look()
    assert told in Keyboard(desk, 80, 24).look()
    assert "s sword f fort * text; 4/7=2 wins 4 of their 7, ties 2" in Keyboard(desk, 60, 20).look()
    assert "4/7=2" in Keyboard(desk, 80, 24).look()


def test_where_a_note_has_no_room_a_sign_tells_what_is_met() -> None:
    """At 120 cells a move leaves few beside it; where there are more the note is read."""
    keyboard = marching("winterfell")
    keyboard.press("enter")
    keyboard.view._map.cursor = "white_harbor"
    keyboard.form.picking.point("white_harbor")
    keyboard.press("enter")
    if not keyboard.form.picking.area:
        keyboard.form.picking.enter("white_harbor")
    seen = keyboard.look()
    assert "1 footman to White Harbor  +" in seen
    assert "joins~" not in seen


def test_tied_bids_are_ranked_by_picking_one_house_after_another() -> None:
    """W2.5: of four tied houses three are named, and the order is seen before it is sent."""
    for seed in range(200):
        desk = Desk(seed % 5, seed)
        while asked(desk):
            question = desk.question
            if question.topic == "bid_order" and len(question.options(desk.table.seat).complete(()).choices) >= 24:
                break
            desk.answer(question.options(desk.table.seat).sample(desk.table.oracle.draw, desk.table.known))
        if desk.table.match.outcome is None:
            break
    keyboard = Keyboard(desk, 80, 24)
    assert len(keyboard.form.picking.rows) >= 4
    assert "before" not in keyboard.look()
    first = chosen(keyboard).label.text
    seen = keyboard.press("enter")
    assert f"In this order: {first}" in seen
    while len(keyboard.form.picking.rows) > 1:
        keyboard.press("enter")
    assert not keyboard.terminal.sent
    keyboard.press("enter")
    heard = keyboard.terminal.sent[-1]
    assert isinstance(heard, Heard)
    assert heard.choice is not None
    question.options(desk.table.seat).admit(heard.choice[1])


def test_a_hint_is_one_key_away_and_chooses_nothing() -> None:
    """E08."""
    keyboard = planning(width=80, height=24)
    seen = keyboard.press("I")
    assert "A bot in your place would answer:" in seen
    keyboard.press("escape")
    assert keyboard.desk.mode.ask is not None
    assert keyboard.desk.mode.ask.building.pieces == ()


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_house_cards_show_what_they_would_do(size: tuple[int, int]) -> None:
    desk = Desk(STARK, 0)
    desk.to("house_card")
    keyboard = Keyboard(desk, *size)
    seen = keyboard.press("right", "down")
    assert " to " in seen
    assert "won, " in seen or "lost, " in seen
    assert chosen(keyboard).label.text in seen
    keyboard.press("enter")
    assert isinstance(keyboard.shell.overlay, Confirming | Reading)


# ------------------------------------------------------------ room
def test_choices_and_figures_share_the_width_as_they_need_it() -> None:
    """At 80 cells no note is cut beside an empty half: it is whole, or told by the signs of the map."""
    for topic, told in (("raven", "now "), ("march", "M"), ("westeros_choice", "")):
        desk = Desk(1, 1)
        desk.to(topic)
        keyboard = Keyboard(desk, 80, 24)
        lines = [line for line in keyboard.look().splitlines()[14:21] if "│" in line]
        assert len({line.index("│") for line in lines}) == 1
        left = [line[: line.index("│")] for line in lines]
        assert any(told in line for line in left)
        if topic != "westeros_choice":
            assert not any("~" in line for line in left), left


def test_cards_keep_their_shape_when_a_message_takes_a_line() -> None:
    desk = Desk(STARK, 0)
    desk.to("house_card")
    keyboard = Keyboard(desk, 80, 24)
    before = keyboard.look().splitlines()
    top = next(y for y, line in enumerate(before) if line.startswith("─ House card"))
    after = keyboard.press("u").splitlines()
    assert any("nothing is chosen yet" in line for line in after)
    assert after[top + 1 : top + 5] == before[top + 1 : top + 5]


def test_the_card_under_the_cursor_is_named_in_full_whatever_the_room() -> None:
    for size in ((80, 24), (60, 20), (120, 40), (72, 18)):
        desk = Desk(STARK, 0)
        desk.to("house_card")
        keyboard = Keyboard(desk, *size)
        for _ in keyboard.form.picking.rows:
            assert chosen(keyboard).label.text in keyboard.look()
            assert re.search(r"wins \d(, ties \d)? of \d", keyboard.look())
            keyboard.press("right", "down")


@pytest.mark.parametrize("width", [40, 69, 70, 80, 120])
def test_no_sentence_is_parted_over_two_columns(width: int) -> None:
    """Two that are short stand on one line; all is read from left to right."""
    short = ["first 1", "  2 to 4 lost, Stannis Baratheon", "  2 to 3 lost, Renly Baratheon"]
    long = "a sentence of many words that takes more than the half of any window, as texts of cards mostly do " * 2
    figures = [short[0], long, *short[1:], "last"]
    lines = ["".join(span.text for span in line) for line in laid(figures, width)]
    assert all(len(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(figures).split())
    assert [line for line in lines if "Stannis" in line and "Renly" in line] == [
        line for line in lines if width >= 70 and "Stannis" in line
    ]


def test_at_80x24_pieces_get_the_cells_that_no_figures_need() -> None:
    """What was moved stood folded in 28 cells beside a blank half."""

    def divider(seen: str) -> int:
        return next(line for line in seen.splitlines() if line.startswith("Moves: ")).index("│")

    keyboard = Keyboard(marching("winterfell").desk, 80, 24)
    seen = keyboard.press("enter", "enter", "enter")
    assert "Moves: Winterfell, 1 footman to Castle" in seen, "which would not stand in a half with its list alone"
    assert "│Supply feeds 3 2; armies 2: all fed." in seen, "the figures are not folded for it"
    columns = {divider(seen)}
    for _ in keyboard.form.picking.rows:
        columns.add(divider(keyboard.press("tab")))
    assert len(columns) == 1, "nothing jumps while one looks round"
