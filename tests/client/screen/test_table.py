"""The table on the full screen: pictures, every size of the window, whose turn it is."""

from random import Random

import pytest

from client.play.asking import Heard
from client.screen.overlays import Reading
from client.screen.table.panes import PANE
from net.faults import FAREWELLS
from net.link import LEAVING
from net.telling import Away, Back
from tests.client.desk import Desk
from tests.client.screen.kept import SIZES, picture
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import asked
from tests.client.screen.tables import STARK, at, at_rest

KEYS = (
    "up", "down", "left", "right", "h", "j", "k", "l", "enter", "escape", "tab", "s-tab", "space", "pageup",
    "pagedown", "home", "end", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "c-p", "backspace", "z", "u", "c", "d", "s",
    "y", "n", "?", "a", "w", "b", "D", "H", "T", "L", "A", "x", *"0123456789",
)  # fmt: skip


# ------------------------------------------------------------ pictures
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_pictures(width: int, height: int) -> None:
    planning = at("orders", width, height)
    planning.press("0", "7")
    picture(f"orders-{width}x{height}", planning.look())
    march = Keyboard(marching(), width, height)
    march.press("enter", "tab")
    picture(f"march-{width}x{height}", march.look())
    card = at("house_card", width, height, seed=0)
    card.press("right")
    picture(f"card-{width}x{height}", card.look())


def marching() -> Desk:
    desk = Desk(STARK, 5)
    desk.to("orders")
    desk.answer((("shivering_sea", "support_0"), ("winterfell", "march_0")))
    desk.to("march")
    return desk


# ------------------------------------------------------------ sizes
def test_a_large_window_shows_everything_at_once() -> None:
    seen = at("orders").look()
    for part in ("Orders: ", "F3 log", "F4 talk", "F5 hands", "F7 area", "Winterfell"):
        assert part in seen


def test_at_80x24_the_form_has_seven_rows_below_the_map() -> None:
    lines = at("orders", 80, 24).look().splitlines()
    form = next(y for y, line in enumerate(lines) if "Orders: " in line)
    status = next(y for y, line in enumerate(lines) if line.startswith("Round 1"))
    assert status - form - 1 >= 7
    assert any("WIN" in line for line in lines[:form])


@pytest.mark.parametrize("key", ["f3", "f4", "f5", "f6", "f7"])
def test_at_80x24_a_key_shows_each_pane_and_escape_goes_back(key: str) -> None:
    keyboard = at("orders", 80, 24)
    before = keyboard.look()
    assert keyboard.press(key) != before
    assert keyboard.press("escape") == before


def test_in_a_small_window_a_list_stands_for_the_map() -> None:
    seen = at("orders", 50, 12).press("escape")
    assert "Winterfell" in seen
    assert "White Harbor" in seen


@pytest.mark.parametrize(("width", "height"), [(60, 20), (50, 12), (40, 16)])
def test_in_a_small_window_f2_lists_the_areas_by_region(width: int, height: int) -> None:
    """Product 6: below 80x24 a list stands for the map, during a question and out of turn."""
    keyboard = at("orders", width, height)
    assert "The seas" not in keyboard.look()
    assert "The seas" in keyboard.press("f2")
    assert "SHV~<S S1" in keyboard.look()
    keyboard.press("left", "left", "left", "down", "down")
    assert keyboard.view._map.cursor == "winterfell"
    seen = keyboard.press("enter")
    assert "Orders: Winterfell" in seen
    assert "The seas" not in seen
    assert "SHV~" not in keyboard.press("f2", "f2")
    keyboard.press("f2", "tab")
    assert keyboard.view._map.cursor == "white_harbor", "the next one that needs an order"
    resting = at_rest(width, height)
    assert "The seas" in resting.look()
    assert "Not your turn" in resting.look()
    resting.press("up", "up")
    assert resting.view._map.cursor == "sea_of_dorne"


def test_the_line_of_panes_says_what_is_seen() -> None:
    keyboard = at("orders", 60, 20)

    def shown() -> list[str]:
        canvas = keyboard.shell.draw(60, 20)
        return ["".join(c for c, s in zip(canvas.chars[0], canvas.styles[0], strict=True) if s == "cursor").strip()]

    assert shown() == ["question"], "Esc does nothing there"
    keyboard.press("f2")
    assert shown() == ["F2 map"]
    keyboard.press("f3")
    assert shown() == ["F3 log"]


def test_a_hint_that_is_too_long_keeps_the_key_that_leads_to_the_map() -> None:
    assert " F2 map ─" in at("orders", 60, 20).look()
    assert "F2 map ─" not in at("orders", 30, 20).look()


def test_a_window_a_little_smaller_than_80x24_has_map_and_form() -> None:
    for size in ((79, 23), (72, 22)):
        seen = at("orders", *size).look()
        assert "WIN#" in seen
        assert "Orders: " in seen


@pytest.mark.parametrize(("width", "height"), [(60, 20), (79, 23), (40, 18)])
def test_a_prompt_and_what_is_said_are_read_whole_in_a_small_window(width: int, height: int) -> None:
    keyboard = at("house_card", width, height, seed=0)
    ask = keyboard.desk.mode.ask
    assert ask is not None
    lines = keyboard.press("f2", "enter").splitlines()
    said = " ".join(" ".join(line.split()) for line in lines[-6:])
    assert ask.prompt in said
    assert "Nothing is chosen on the map just now; Esc goes back to the question." in said


def test_a_very_large_window_gives_every_pane_some_of_its_room() -> None:
    def cells(size: tuple[int, int], name: str) -> int:
        canvas = at("orders", *size).shell.draw(*size)
        spots = [canvas.under(x, y) for y in range(size[1]) for x in range(size[0])]
        return sum(spot is not None and spot == (PANE, name) for spot in spots)

    for name in ("log", "talk", "area", "hands"):
        assert cells((200, 60), name) > 1.5 * cells((120, 40), name)
    seen = at("orders", 200, 60).look()
    assert "supply" in seen
    assert "Stark: Eddard 3 ff" in seen, "one's own hand"
    assert "you may choose it" in seen, "the legend"
    assert "bridge" in seen


# ------------------------------------------------------------ whatever is pressed
def test_zoom_gives_one_pane_the_screen() -> None:
    keyboard = at_rest()
    keyboard.press("f3", "z")
    assert "F4 talk" not in keyboard.look()
    assert "F4 talk" in keyboard.press("escape")


def test_it_is_drawn_at_any_size() -> None:
    draw = Random(1)
    keyboard = at("orders")
    for _ in range(20):
        keyboard.size = (draw.randrange(1, 200), draw.randrange(1, 60))
        assert len(keyboard.press(draw.choice(KEYS)).splitlines()) == keyboard.size[1]
    for size in ((1, 1), (2, 2), (1, 40), (120, 1), (3, 24)):
        keyboard.size = size
        keyboard.look()


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_pressed_nothing_illegal_leaves(seed: int) -> None:
    draw = Random(seed)
    desk = Desk(seed, seed)
    keyboard = Keyboard(desk)
    answers = 0
    while asked(desk) and answers < 12:
        for _ in range(60):
            keyboard.size = draw.choice([(120, 40), (80, 24), (40, 10)])
            keyboard.press(draw.choice(KEYS))
            keyboard.shell.typing = None
            if not desk.mode.mine:
                break
        chosen = [heard.choice for heard in keyboard.terminal.sent if isinstance(heard, Heard) and heard.choice]
        keyboard.terminal.sent.clear()
        if chosen:
            assert chosen[0][0] == desk.table.slot
            desk.answer(chosen[0][1])  # judged there
            answers += 1
        else:
            desk.answer(desk.question.options(desk.table.seat).sample(draw.randrange, desk.table.known))


# ------------------------------------------------------------ whose turn it is
def test_the_window_title_says_whose_turn_it_is() -> None:
    keyboard = at("orders")
    assert keyboard.shell.title == "* your turn - Kingsmoot"
    keyboard.press("s", "y")
    assert keyboard.shell.title == "Kingsmoot"
    assert "Not your turn" in keyboard.look()
    assert "Waiting for: Lannister" in keyboard.look()


@pytest.mark.parametrize(
    ("cause", "word", "told"), [(FAREWELLS[LEAVING], "(left)", "has left"), ("was cut", "(away)", "is away")]
)
def test_who_closed_the_program_has_left_and_who_lost_the_link_is_away(cause: str, word: str, told: str) -> None:
    keyboard = at_rest()
    mode = keyboard.desk.mode
    mode.happened(Away(1, cause))
    assert word in keyboard.look()
    assert told in mode.story[-1].text
    mode.happened(Back(1))
    assert word not in keyboard.look()
    assert "is back" in mode.story[-1].text


@pytest.mark.parametrize("key", ["W", "H", "T", "D", "A", "L", "B", "?"])
def test_out_of_turn_everything_can_be_looked_up(key: str) -> None:
    keyboard = at_rest()
    assert not keyboard.desk.mode.mine
    keyboard.press(key)
    assert isinstance(keyboard.shell.overlay, Reading)


def test_out_of_turn_nothing_is_answered() -> None:
    keyboard = at_rest()
    for key in ("d", "s", "u", "c"):
        assert "you are not asked now" in keyboard.press(key)
    assert "does nothing here" in keyboard.press("1")
    assert len(keyboard.terminal.sent) == 1


def test_out_of_turn_the_cursor_looks_round_the_map() -> None:
    keyboard = at_rest()
    before = keyboard.view._map.cursor
    keyboard.press("down", "down")
    here = keyboard.view._map.cursor
    assert here != before
    assert keyboard.desk.mode.words.area_name(here) in keyboard.look()
