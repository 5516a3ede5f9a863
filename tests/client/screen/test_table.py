"""The table on the full screen: panes, sizes, what can be looked up, who is there, and how it ends."""

import re
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing

from client.home import Home
from client.play.asking import Heard
from client.play.line import LineMode, Told
from client.play.playing import play
from client.play.table import Kept
from client.screen.audit import AuditView
from client.screen.keys import Keymap
from client.screen.overlays import Confirming, Reading
from client.screen.shell import Shell, View
from client.screen.table import TableView
from client.screen.table.commands import IN_FORMS, MOVES
from client.screen.table.panes import PANE
from client.screen.table.view import NAMES
from client.screen.terminal import ScreenTerminal
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from net.faults import FAREWELLS
from net.link import LEAVING
from net.table import Away, Back, TableClosed
from protocol.events import Said
from tests.client.desk import Desk
from tests.client.local import LocalTable
from tests.client.screen.kept import SIZES, picture
from tests.client.screen.keyboard import Keyboard, Nothing
from tests.client.screen.questions import asked

STARK = 0
KEYS = (
    "up", "down", "left", "right", "h", "j", "k", "l", "enter", "escape", "tab", "s-tab", "space", "pageup",
    "pagedown", "home", "end", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "c-p", "backspace", "z", "u", "c", "d", "s",
    "y", "n", "?", "a", "w", "b", "D", "H", "T", "L", "A", "x", *"0123456789",
)  # fmt: skip


def at(topic: str, width: int = 120, height: int = 40, seat: int = STARK, seed: int = 1) -> Keyboard:
    desk = Desk(seat, seed)
    desk.to(topic)
    return Keyboard(desk, width, height)


def at_rest(width: int = 120, height: int = 40) -> Keyboard:
    """While others are waited for."""
    keyboard = at("orders", width, height)
    keyboard.press("s", "y")
    return keyboard


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

    assert shown() == [""]
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
    assert "Eddard Stark" in seen, "one's own hand"
    assert "you may choose it" in seen, "the legend"
    assert "bridge" in seen


# ------------------------------------------------------------ who has the arrows
@pytest.mark.parametrize("way", ["escape", "f2"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_map_can_be_looked_at_while_a_card_is_chosen(width: int, height: int, way: str) -> None:
    keyboard = at("house_card", width, height, seed=0)
    assert "Esc map" in keyboard.look()
    keyboard.press("down" if width > 80 else "right")
    row, before = keyboard.form.picking.at, keyboard.view._map.cursor
    assert row == 1
    keyboard.press(way, "up", "up")
    assert keyboard.view._map.cursor != before
    assert keyboard.form.picking.at == row
    assert "Esc back" in keyboard.look()
    assert "Esc goes back to the question" in keyboard.press("enter")
    assert not keyboard.terminal.sent
    keyboard.press(way)
    here = keyboard.view._map.cursor
    keyboard.press("left" if width <= 80 else "up")
    assert (keyboard.form.picking.at, keyboard.view._map.cursor) == (0, here)


@pytest.mark.parametrize("topic", ["bid", "support", "westeros_choice", "wildling_bid"])
def test_escape_gives_the_arrows_to_the_map_in_every_question_without_a_place(topic: str) -> None:
    keyboard = at(topic)
    before = keyboard.view._map.cursor
    keyboard.press("escape", "up", "left", "down")
    assert keyboard.view._map.cursor != before
    assert keyboard.desk.mode.mine
    keyboard.press("tab", "escape", "escape")
    assert not keyboard.view._roams


def test_a_question_about_one_area_leaves_the_map_free_too() -> None:
    keyboard = Keyboard(one_march())
    assert keyboard.form.picking.area == "winterfell"
    keyboard.press("escape", "down")
    assert keyboard.view._map.cursor != "winterfell"
    keyboard.press("tab")
    assert keyboard.view._map.cursor == "winterfell"
    keyboard.press("enter")
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("winterfell",)


def one_march() -> Desk:
    desk = Desk(STARK, 5)
    desk.to("orders")
    desk.answer((("winterfell", "march_0"),))
    desk.to("march")
    return desk


def test_when_all_orders_are_placed_the_map_can_be_looked_at() -> None:
    keyboard = at("orders", 80, 24)
    keyboard.press("0", "7", "8", "n")
    assert not keyboard.form.picking.areas
    before = keyboard.view._map.cursor
    keyboard.press("escape", "down")
    assert keyboard.view._map.cursor != before


@pytest.mark.parametrize(("topic", "seed"), [("house_card", 0), ("support", 1), ("blade", 0)])
def test_the_cursor_goes_to_the_battle_that_is_asked_about(topic: str, seed: int) -> None:
    keyboard = at(topic, seed=seed)
    battle = keyboard.desk.mode.match.state.battle
    assert keyboard.view._map.cursor == battle.area
    assert keyboard.desk.mode.words.area_name(battle.area).removeprefix("The ") in keyboard.look().partition("F7")[2]
    keyboard.press("escape", "up", "up", "escape")
    here = keyboard.view._map.cursor
    keyboard.press("up", "down")
    assert keyboard.view._map.cursor == here, "it is led there once"


def test_all_areas_that_need_an_order_are_marked_while_those_of_one_are_listed() -> None:
    keyboard = at("orders")
    assert keyboard.form.picking.area == "shivering_sea"
    acting = [area for area, spot in keyboard.view._map._scene.items() if spot.act]
    assert sorted(acting) == ["shivering_sea", "white_harbor", "winterfell"]


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


# ------------------------------------------------------------ what is looked up
@pytest.mark.parametrize(
    ("key", "typed", "offered", "shown"),
    [
        ("C", "tywin", "Tywin Lannister", "strength"),
        ("C", "mustering", "Mustering", "Every house musters"),
        ("R", "W5.3", "W5.3", "neutral force"),
        ("F", "pyke", "Pyke", "Borders on"),
    ],
)
def test_names_are_completed_and_shown(key: str, typed: str, offered: str, shown: str) -> None:
    keyboard = at_rest()
    keyboard.press(key)
    typing = keyboard.shell.typing
    assert typing is not None
    assert offered in [line for line, _ in typing.completions(typed)]
    keyboard.shell.submitted(offered)
    assert shown in keyboard.look()


def test_all_cards_areas_and_rules_are_completed_behind_a_command() -> None:
    mode = at("orders").desk.mode
    assert ("card Robb Stark", "") in mode.completions("card ro")
    assert ("area The Reach", "") in mode.completions("area rea")
    assert any(line == "rules W3.1" for line, _ in mode.completions("rules w3."))
    assert len(mode.completions("card ")) > 40


def test_steps_without_a_choice_and_news_of_links_are_marked_in_the_log() -> None:
    keyboard = at_rest(80, 24)
    story = keyboard.desk.mode.story
    story.append(Told("forced", "Stark has only one choice (W4.1): nothing.", 5))
    story.append(Told("notice", "Lannister is away.", 5))
    story.append(Told("chat", "Stark says: well met", 5))
    seen = keyboard.press("f3")
    assert "= Stark has only one choice" in seen
    assert "! Lannister is away" in seen
    assert "well met" not in seen
    assert "F4 talk(1)" in seen
    assert "Stark says: well met" in keyboard.press("f4")
    assert "F4 talk(1)" not in keyboard.press("f2")


def test_the_log_stays_at_its_end_until_somebody_goes_back() -> None:
    keyboard = at_rest(80, 24)
    story = keyboard.desk.mode.story
    story.extend(Told("event", f"number {n}.", 5) for n in range(60))
    assert "number 59." in keyboard.press("f3")
    assert "number 59." not in keyboard.press("pageup")
    story.append(Told("event", "number 60.", 5))
    assert "number 60." not in keyboard.look()
    assert "number 60." in keyboard.press("end")
    story.append(Told("event", "number 61.", 5))
    assert "number 61." in keyboard.look()
    assert "number 0." in keyboard.press("home")


def test_talk_is_handed_on() -> None:
    keyboard = at_rest()
    keyboard.press("t")
    keyboard.shell.submitted("well met")
    heard = keyboard.terminal.sent[-1]
    assert isinstance(heard, Heard)
    assert heard.say == "well met"


# ------------------------------------------------------------ leaving and the end
def test_leaving_is_asked_about_and_says_how_to_come_back() -> None:
    keyboard = at("orders")
    seen = keyboard.press("q")
    assert "kingsmoot resume" in seen
    keyboard.press("n")
    assert not keyboard.terminal.sent
    keyboard.type("quit")
    assert isinstance(keyboard.shell.overlay, Confirming)
    keyboard.press("y")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_a_closed_table_is_left_at_once() -> None:
    keyboard = at("orders")
    keyboard.desk.mode.happened(TableClosed("the power failed"))
    assert "the power failed" in keyboard.look()
    keyboard.press("escape", "q")
    assert keyboard.terminal.sent == [Heard(leave=True)]


def test_the_audit_waits_for_the_end() -> None:
    assert "the game is not over" in at_rest().press("x")


def test_the_end_is_told_in_a_box_and_the_audit_is_a_key_away(tmp_path: Path) -> None:
    desk = Desk(STARK, 4)
    keyboard = Keyboard(desk)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    seen = keyboard.look()
    assert "The game is over" in seen
    assert "castles" in seen
    assert "the secrets are being opened" in keyboard.press("escape", "x")
    keyboard.terminal.show(["The record is in here.moot"])
    desk.mode.kept = Kept(Home.find(str(tmp_path)), "1a2b3c4d", "en")
    desk.mode.happened(TableClosed())
    seen = keyboard.look()
    assert "The table is closed" in seen
    assert "The record is in here.moot" in seen
    assert "x audit   L what happened   q leave" in seen
    keyboard.press("x")
    audit: View = keyboard.shell.view
    assert isinstance(audit, AuditView)
    seen = keyboard.press("escape")
    after: View = keyboard.shell.view
    assert after is keyboard.view
    assert "You: x opens the audit, q leaves." in seen
    assert "x audit" in seen.splitlines()[-1]


def closed(width: int = 120, height: int = 40) -> Keyboard:
    """A table that is closed after a whole game, and that nobody keeps."""
    desk = Desk(STARK, 4)
    while asked(desk):
        desk.answer(desk.question.options(STARK).sample(desk.table.oracle.draw, {}))
    keyboard = Keyboard(desk, width, height)
    desk.mode.happened(TableClosed())
    keyboard.look()
    return keyboard


def test_what_the_closing_box_offers_is_done_at_once() -> None:
    assert "L what happened   q leave" in closed().look()
    assert "x audit" not in closed().look()
    log = closed().press("L")
    assert "Log" in log
    assert "Round 10 is over." in log, "its end is seen first"
    assert "-- Round 10, end of round" in log
    keyboard = closed()
    keyboard.press("q")
    assert keyboard.terminal.sent == [Heard(leave=True)]
    keyboard = closed()
    keyboard.press("escape")
    assert keyboard.terminal.sent == []
    assert "no record of this table is kept" in keyboard.press("x")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_after_the_end_the_pane_of_the_form_tells_how_it_came_out(width: int, height: int) -> None:
    seen = closed(width, height).press("escape")
    assert "Not your turn" not in seen
    assert "The game is over" in seen
    places = [line[-39:] if width > 80 else line for line in seen.splitlines()]
    assert all(any(f"{place}." in line for line in places) for place in range(1, 6))


def test_talk_of_before_is_not_new() -> None:
    """After a resume."""
    desk = Desk()
    desk.mode.happened(Said(1, "well met", 1))
    keyboard = Keyboard(desk, 80, 24)
    assert "F4 talk  " in keyboard.look()
    desk.mode.happened(Said(1, "I was here all the time", 1))
    assert "F4 talk(1)" in keyboard.look()


def test_a_new_question_shows_its_keys() -> None:
    keyboard = at_rest()
    keyboard.shell.say("Sealed. It is shown when all have sealed.")
    assert "Sealed. It is shown" in keyboard.look()
    chosen = [heard.choice for heard in keyboard.terminal.sent if isinstance(heard, Heard) and heard.choice]
    keyboard.desk.answer(chosen[0][1])
    keyboard.desk.to()
    seen = keyboard.look()
    assert "Sealed. It is shown" not in seen
    assert "F1 keys" in seen.splitlines()[-1]


def test_every_action_has_a_name_of_its_own_and_help_shows_it() -> None:
    keyboard = at("orders", 100, 60)
    actions = keyboard.view.actions()
    names = [action.name for action in actions]
    assert len(set(names)) == len(names)
    seen = keyboard.press("?")
    assert all(action.label in seen for action in actions)
    assert all(does in seen for does in MOVES.values())
    keys = [key for action in actions for key in action.keys]
    assert len(set(keys)) == len(keys)
    assert {f"f{number}" for number in range(2, 2 + len(NAMES))} <= set(keys)


# ------------------------------------------------------------ a whole game
@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
async def test_a_whole_game_is_played_by_keys_through_the_loop_of_a_seat(size: tuple[int, int]) -> None:
    match = Match.start(game("agot"), 5, {})
    table = LocalTable(match, 5, 3, 3)
    shell = Shell(Nothing(), Keymap())
    terminal = ScreenTerminal(shell, lambda terminal, mode: _view(terminal, mode))
    mode = LineMode(table, match.fork(), words_for(match, table.names), trio.current_time, live=True)
    rung = [0]
    shell.ring = lambda: rung.__setitem__(0, rung[0] + 1)
    draw = Random(3)

    async def person() -> None:
        while not mode.closed:
            await trio.testing.wait_all_tasks_blocked()
            ask = mode.ask
            if ask is None:
                if not mode.closed:
                    shell.key("enter")
                continue
            if isinstance(shell.overlay, Confirming):
                shell.key("y")
            elif shell.overlay is not None:
                shell.key("escape")
            elif ask.building.answers and (not ask.building.choices or draw.random() < 0.3):
                shell.key("s" if ask.secret else "d")
            else:
                shell.key(draw.choice(["tab", "enter", "down", "1", "2", "right"]))
            shell.draw(*size)
        assert "The table is closed" in shell.draw(*size).text
        shell.key("escape")
        shell.key("q")

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person)
            assert await play(table, mode, terminal, lambda: ["The record is kept."]) == 0
    assert table.match.outcome is not None
    assert rung[0] > 10


def _view(terminal: ScreenTerminal, mode: object) -> TableView:
    assert isinstance(mode, LineMode)
    return TableView(terminal, mode)


def test_the_signs_of_the_map_are_in_the_help_and_in_a_box_of_their_own() -> None:
    """A new player finds out what stands on the map without leaving the table."""
    keyboard = at("orders")
    for keys in (("?", "end"), ("G",), ("c-p", *"signs", "enter")):
        keyboard.press(*keys)
        text = keyboard.shell.draw(80, 60).text
        for sign, means in (("S", "Stark"), ("#", "stronghold"), ("K F S", "knight"), ("k f s", "routed")):
            assert re.search(rf"{re.escape(sign)} +{means}", text), (keys, sign)
        assert all(means in text for means in IN_FORMS.values())
        keyboard.press("escape")
