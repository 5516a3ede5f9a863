"""Which panes a window shows, what they say of what they cut, and the way back from one that is alone."""

from itertools import product

import pytest

from client.play.line import Told
from client.play.standing import GONE
from client.screen.agot.houses import Houses
from client.screen.canvas import Canvas, Span
from client.screen.table.arranging import SHORTEST, WIDE_HEIGHT, Taken, wide
from client.screen.table.frames import MORE, TAB, fitted, tabs
from client.words.agot import AgotWords
from net.telling import Away, Back
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.tables import at, at_rest
from tests.client.screen.test_mouse import point


def first_line(keyboard: Keyboard) -> str:
    return keyboard.look().splitlines()[0]


# ------------------------------------------------------------ everything
@pytest.mark.parametrize("size", [(120, 40), (120, 50), (160, 45), (200, 60), (250, 80)])
def test_from_120x40_on_every_pane_has_a_place_of_its_own(size: tuple[int, int]) -> None:
    """Product 6: everything is shown; what was looked at last takes nothing away."""
    keyboard = at("orders", *size)
    for key in ("", "f6", "f5"):
        seen = keyboard.press(*([key] if key else []))
        for title in ("Orders: ", "F3 log", "F4 talk", "F5 hands", "F6 fairness", "F7 area"):
            assert title in seen, (key, title)
        for told in (">Stark", "2/7", "Wildlings 0; Blade; Raven", "Stark: Eddard 3 ff", "Maester Luwin 0 *"):
            assert told in seen, (key, told)


def test_what_is_cut_says_how_much() -> None:
    keyboard = at("orders")
    lines = keyboard.look().splitlines()
    said = next(line for line in lines if "F3 log" in line)[80:]
    assert "v 32 more" in said, "on the line below the houses"
    keyboard.press("f5", *["pagedown"] * 9)
    assert "v 32 more" not in keyboard.look()
    narrow = at("orders", 80, 24)
    narrow.desk.mode.story.extend(Told("event", f"number {n}.", 5) for n in range(60))
    assert any(line.endswith(" v 39 more") for line in narrow.press("f3", "home").splitlines())
    assert narrow.press("end").count("more") == 0


@pytest.mark.parametrize("height", range(WIDE_HEIGHT, 100))
@pytest.mark.parametrize("houses", [5, 44])
def test_no_line_of_a_large_window_is_left_over(height: int, houses: int) -> None:
    for width, taken in product((120, 160, 200, 300), (None, Taken(7, 2, 1), Taken(40, 1, 1), Taken(18, 60, 60))):
        for map_lines in (20, 31, 41, 51):
            at = wide(width, height, map_lines, houses, 12, taken)
            assert at.map.height + at.band.height == at.form.height + at.column.height == height
            assert at.houses + at.middle + at.talk + 4 == at.column.height
            assert sum(at.below) == at.band.width
            assert min(at.houses, at.middle, at.talk, *at.below) > 0


def test_a_form_gets_blank_lines_of_other_panes_and_they_get_its_own() -> None:
    share = wide(120, 38, 31, 44, 12)
    longer = wide(120, 38, 31, 44, 12, Taken(share.form.height + 2, 1, 2))
    assert longer.form.height == share.form.height + 2
    assert longer.houses == share.houses
    assert longer.middle == share.middle - 2
    full = wide(120, 38, 31, 44, 12, Taken(share.form.height + 2, 60, 2))
    assert full == share, "nobody has a blank line to give"
    shorter = wide(120, 38, 31, 44, 12, Taken(share.form.height - 4, 60, 2))
    assert shorter.form.height == share.form.height - 4
    assert (shorter.middle, shorter.houses) == (share.middle + 2, share.houses + 2)
    large = wide(200, 58, 41, 44, 12, Taken(8, 4, 2))
    assert large.form.height == SHORTEST
    assert large.houses > wide(200, 58, 41, 44, 12).houses


@pytest.mark.parametrize("topic", ["orders", "march", "house_card", "bid", "retreat"])
def test_panes_do_not_jump_while_one_looks_round_a_question(topic: str) -> None:
    keyboard = at(topic)
    lines: list[int] = []
    for key in ("tab", "down", "up", "tab", "tab", "s-tab"):
        seen = keyboard.press(key)
        lines.append(next(y for y, line in enumerate(seen.splitlines()) if "F5 hands" in line))
    assert lines == sorted(lines), "a form that has got a line keeps it"


def test_orders_are_told_whole_in_a_window_of_120x40() -> None:
    """`Without order` was cut while the log was blank."""
    assert "Without order: White Harbor," in at("orders").look()


def test_log_and_hands_grow_with_the_window() -> None:
    small, large = wide(120, 38, 31, 44, 12), wide(200, 58, 41, 44, 12)
    assert not small.tall
    assert large.tall
    assert large.band.height - 2 > 2 * small.middle
    assert large.houses > 1.5 * small.houses
    assert small.talk < small.middle


@pytest.mark.parametrize("seat", range(5))
def test_all_of_ones_own_hand_is_in_sight_in_a_window_of_120x40(seat: int) -> None:
    keyboard = at("orders", seat=seat)
    column = "".join(line[81:] for line in keyboard.look().splitlines())
    words = keyboard.desk.mode.words
    assert isinstance(words, AgotWords)
    house = words.seat(keyboard.desk.mode.match, seat).partition(" ")[0]
    hand = column.partition(f"{house}: ")[2].partition("F3 log")[0]
    for card in keyboard.desk.mode.match.state.hands[house.lower()]:
        name = words.n.e.house_cards[card].name.removesuffix(f" {house}")
        assert name in hand


def test_players_can_be_told_apart_in_a_narrow_pane() -> None:
    mode = at("orders").desk.mode
    assert isinstance(mode.words, AgotWords)
    mode.words.players = ("Ann", "Bot neutral", "Bot verify", "Bot abandon", "Bot zoo")
    rows = [line.text for line in Houses(mode)(37)[1:6]]
    assert {row[10:].split()[0] for row in rows} == {"Ann", "neutral", "verify", "abandon", "zoo"}, rows
    assert max(map(len, rows)) <= 37


# ------------------------------------------------------------ who I am
def test_at_80x24_the_table_says_who_one_is_and_how_far_it_is() -> None:
    keyboard = at("orders", 80, 24)
    assert first_line(keyboard).endswith("F7 area   Stark 2/7 castles  5 power")
    assert "Round 1 of 10, planning. You: " in keyboard.look()


def test_what_is_new_comes_before_how_one_stands() -> None:
    canvas = Canvas(40, 1)
    called = {"log": "F3 log", "talk": "F4 talk", "area": "F7 area"}
    tabs(canvas, called, "log", {"talk": 12}, ("Stark 2/7", "5 power"))
    assert canvas.text.startswith(" F3 log F4 talk(12) F7 area")
    assert canvas.text.endswith("Stark 2/7\n")


def test_a_long_word_becomes_brief_before_a_pane_loses_its_own() -> None:
    called = {"log": "F3 log", "fairness": "F6 fairness", "area": "F7 area"}
    for cells, line in ((40, "F6 fairness F7 area"), (34, "F6 fair F7 area"), (31, "F6 fair F7 ")):
        canvas = Canvas(cells, 1)
        tabs(canvas, called, "log", {}, ("Stark 2/7",))
        assert f"{line} " in canvas.text
        assert canvas.text.endswith("Stark 2/7\n")


def test_what_has_no_room_out_of_turn_is_marked_and_no_sentence_is_cut() -> None:
    told = [[Span("one")], [Span("")], [Span("two"), Span("three")], [Span("")], [Span("four")]]
    lines = {height: [span.text for span in fitted(told, height)] for height in range(7)}
    assert lines[6] == ["one", "", "two", "three", "", "four"]
    assert lines[5] == lines[4] == ["one", "two", "three", "four"]
    assert lines[3] == ["one", MORE]
    assert lines[1] == [MORE]
    assert lines[0] == []


def test_where_there_is_little_room_panes_keep_their_keys() -> None:
    keyboard = at("orders", 44, 18)
    line = first_line(keyboard)
    for key in ("F2", "F3", "F4", "F5", "F6", "F7"):
        assert key in line


# ------------------------------------------------------------ one pane alone
def test_in_a_small_window_escape_leads_to_the_question_from_everywhere_and_the_line_of_panes_says_so() -> None:
    keyboard = at("house_card", 60, 20, seed=0)
    form = keyboard.look()
    for keys in (("f2",), ("f3",), ("f2", "f3"), ("f5", "f2"), ("f2", "f5", "f2")):
        keyboard.press(*keys)
        assert "Esc question" in first_line(keyboard), keys
        assert keyboard.press("escape") == form, keys
    keyboard.press("f2")
    assert "Esc back" in keyboard.look()
    point(keyboard.shell, (TAB, "question"), size=(60, 20))
    assert keyboard.look() == form


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_f2_shows_the_map_when_one_pane_has_all_of_the_screen(size: tuple[int, int]) -> None:
    keyboard = at("house_card", *size, seed=0)
    before = keyboard.look()
    seen = keyboard.press("f3", "z", "f2")
    assert "F2 map" in seen.splitlines()[0]
    assert "Esc back to the question, z all panes" in seen
    seen = keyboard.press("escape")
    assert keyboard.form.title in seen.splitlines()[0]
    assert "z all panes" in seen
    assert keyboard.press("z") == before


def test_a_map_that_was_made_large_leads_back_to_the_question_by_escape_and_f2() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("escape", "z")
    for key in ("escape", "f2"):
        assert "F2 map" in keyboard.look().splitlines()[0]
        assert "Orders" in keyboard.press(key).splitlines()[0]
        keyboard.press("f2")


# ------------------------------------------------------------ somebody is gone
def test_who_waits_for_somebody_that_is_gone_is_told_what_can_be_done() -> None:
    keyboard = at_rest(80, 24)
    desk = keyboard.desk
    desk.mode.happened(Away(1, "was cut"))
    desk.now += GONE - 1
    assert "cannot be reached" not in keyboard.look()
    desk.now += 1
    seen = " ".join(keyboard.look().split())
    assert "Lannister (player 1) cannot be reached. Nothing is lost: the game waits" in seen
    assert "wait, talk (t), or leave (q) and resume the table another day" in seen
    desk.mode.happened(Back(1))
    assert "cannot be reached" not in keyboard.look()


def test_who_is_not_waited_for_may_be_gone() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.desk.mode.happened(Away(1, "was cut"))
    keyboard.desk.now += 2 * GONE
    assert "cannot be reached" not in keyboard.look()
