"""Every question answered by keys: whatever is legal can be entered, and arrives as it was meant."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from client.play.asking import Heard
from client.play.choosing import Choice
from client.screen.overlays import Confirming, Reading
from client.screen.table.forms.picking import NOWHERE
from client.screen.table.forms.topics import TOPICS
from client.words.agot_asks import PROMPTS
from client.words.agot_hints import spelled
from engine.agot.edition import clauses
from protocol.events import Asked
from tests.client.desk import Desk
from tests.client.screen.keyboard import Keyboard
from tests.client.screen.questions import NOT_SEEN, RARE, asked, duelling, retreating

STARK, LANNISTER, BARATHEON = 0, 1, 2
OFTEN = 3
"""How often each question is answered by keys; in between the desk answers by itself."""


def planning(seat: int = STARK, width: int = 120, height: int = 40) -> Keyboard:
    desk = Desk(seat)
    desk.to("orders")
    return Keyboard(desk, width, height)


def marching(moves_from: str, seat: int = STARK, seed: int = 5) -> Keyboard:
    """At a march out of one area, as the first question of that kind."""
    desk = Desk(seat, seed)
    desk.to("orders")
    desk.answer(((moves_from, "march_0"),))
    desk.to("march")
    return Keyboard(desk)


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


# ------------------------------------------------------------ the map and its cursor
def test_an_area_is_picked_on_the_map_and_its_choices_are_listed() -> None:
    keyboard = marching("white_harbor")
    keyboard.press("enter")
    assert keyboard.form.picking.on_map
    keyboard.view._map.cursor = "white_harbor"
    keyboard.press("left")
    assert keyboard.view._map.cursor == "winterfell"
    keyboard.press("enter")
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "winterfell"))  # the only way to go there


def test_an_area_with_several_ways_lists_them() -> None:
    keyboard = marching("winterfell")
    keyboard.press("enter")
    keyboard.view._map.cursor = "moat_cailin"
    keyboard.form.picking.point("moat_cailin")
    seen = keyboard.press("enter")
    assert keyboard.form.picking.area == "moat_cailin"
    assert "1 footman to Moat Cailin" in seen
    assert "1 knight to Moat Cailin" in seen


def test_tab_goes_round_the_areas_that_can_be_picked() -> None:
    keyboard = planning()
    keyboard.press("escape")
    areas = keyboard.form.picking.areas
    seen = []
    for _ in areas:
        seen.append(keyboard.view._map.cursor)
        keyboard.press("tab")
    assert sorted(seen) == sorted(areas)
    keyboard.press("tab")
    assert keyboard.view._map.cursor == seen[0]


def test_escape_leads_from_the_list_back_to_the_map() -> None:
    keyboard = planning()
    assert keyboard.form.picking.area
    keyboard.press("escape")
    assert keyboard.form.picking.on_map
    assert "q leaves the table" in keyboard.press("escape")


@pytest.mark.parametrize(
    ("keys", "clause", "said"),
    [
        (("escape",), "W3.1", "you have no unit in Pyke"),
        (("5", "5"), "W3.2", "no March 0 left"),
    ],
)
def test_what_the_rules_forbid_is_told_with_its_clause(keys: tuple[str, ...], clause: str, said: str) -> None:
    keyboard = planning()
    keyboard.press(*keys)
    if keys == ("escape",):
        keyboard.view._map.cursor = "pyke"
        keyboard.form.picking.point("pyke")
        keyboard.press("enter")
    seen = keyboard.look()
    assert "The rules forbid it" in seen
    assert said in seen
    assert f"{clause}: {clauses()[clause].split()[0]}" in seen
    keyboard.press("escape")
    assert keyboard.shell.overlay is None
    assert said in keyboard.press("W")


def test_a_sea_where_only_land_may_be_ordered_tells_why() -> None:
    keyboard = planning()
    while keyboard.form.picking.area != "shivering_sea":
        keyboard.press("tab")
    seen = keyboard.press("1")
    assert "can only lie on land" in seen
    assert "W3.4" in seen


def test_an_area_out_of_reach_tells_why() -> None:
    keyboard = marching("white_harbor")
    keyboard.press("enter")
    keyboard.view._map.cursor = "sunspear"
    keyboard.form.picking.point("sunspear")
    assert keyboard.form.picking.at == NOWHERE
    assert "Sunspear cannot be reached from White Harbor" in keyboard.press("enter")


# ------------------------------------------------------------ orders
def test_orders_go_from_area_to_area() -> None:
    keyboard = planning()
    areas = list(keyboard.form.picking.areas)
    assert keyboard.form.picking.area == areas[0]
    keyboard.press("0")
    assert keyboard.form.picking.area == areas[1]
    seen = keyboard.press("7")
    assert "M+1 " in seen
    assert keyboard.form.picking.area == areas[2]


def test_tokens_keep_their_digits() -> None:
    keyboard = planning()
    assert "7 M+1 March*" in keyboard.look()
    keyboard.press("0", "7")
    seen = keyboard.look()
    assert "- M+1 March*" in seen  # used, and a digit that stands for nothing is not shown
    assert "8 R   Raid" in seen


def test_undo_takes_back_the_last_order_and_goes_there() -> None:
    keyboard = planning()
    first = keyboard.form.picking.area
    keyboard.press("0", "u")
    assert keyboard.desk.mode.ask is not None
    assert keyboard.desk.mode.ask.building.pieces == ()
    assert keyboard.form.picking.area == first
    keyboard.press("0", "5", "c")
    assert keyboard.desk.mode.ask.building.pieces == ()
    assert "nothing is chosen yet" in keyboard.press("u")


def test_an_area_that_has_its_order_is_opened_again_by_enter() -> None:
    """Before all are placed, and after: then the map is looked round first."""
    keyboard = planning()
    first, second, third = keyboard.form.picking.areas
    keyboard.press("0", "7")
    keyboard.press("escape")
    keyboard.view._map.cursor = first
    keyboard.form.picking.point(first)
    seen = keyboard.press("enter")
    assert "Taken back: The Shivering Sea Support" in seen
    assert keyboard.form.picking.area == first
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ((second, "march_plus_1"),)
    keyboard.press("0", "5", "n")
    assert {area for area, _ in ask.building.pieces} == {first, second, third}
    keyboard.press("escape")
    keyboard.view._map.cursor = second
    assert "Enter changes this, Esc back" in keyboard.look()
    keyboard.press("enter")
    assert keyboard.shell.overlay is None
    assert keyboard.form.picking.area == second
    assert {area for area, _ in ask.building.pieces} == {first, third}


def test_the_figures_of_orders_say_with_which_token_and_the_token_has_a_sign() -> None:
    keyboard = planning(width=80, height=24)
    seen = keyboard.press("right")
    assert "4»D+2 Defense*" in seen
    assert "With D+2 here:" in seen
    assert "Stars: 1 of 3 used" in seen
    assert " here:" not in keyboard.press("escape"), "as things stand"


# ------------------------------------------------------------ sealing and confirming
def test_nothing_is_sealed_before_it_was_said_what_is_sealed() -> None:
    keyboard = planning()
    keyboard.press("0", "7")
    seen = keyboard.press("s")
    assert "Seal this?" in seen
    assert "The Shivering Sea Support" in seen
    assert "Without an order" in seen
    assert "Sealed, it can't be changed." in seen
    assert not keyboard.terminal.sent
    keyboard.press("n")
    assert not keyboard.terminal.sent
    assert keyboard.desk.mode.ask is not None
    assert len(keyboard.desk.mode.ask.building.pieces) == 2
    seen = keyboard.press("s", "y")
    assert "Sealed. It is shown when all have sealed." in seen
    assert "You have sealed: The Shivering" in seen
    assert len(keyboard.terminal.sent) == 1
    assert not keyboard.desk.mode.mine


def test_a_typed_seal_is_asked_about_too() -> None:
    keyboard = planning()
    assert "Seal this?" in keyboard.type("seal")
    assert not keyboard.terminal.sent


def test_a_bid_is_taken_back_by_no() -> None:
    desk = Desk(STARK, 0)
    desk.to("bid")
    keyboard = Keyboard(desk)
    keyboard.press("right", "right", "enter")
    assert isinstance(keyboard.shell.overlay, Confirming)
    keyboard.press("n")
    assert desk.mode.ask is not None
    assert desk.mode.ask.building.pieces == ()
    assert keyboard.form.picking.at == 0


def test_digits_type_a_bid_and_do_not_send_it() -> None:
    desk = Desk(STARK, 0)
    desk.to("wildling_bid")
    keyboard = Keyboard(desk)
    keyboard.press("1")
    assert chosen(keyboard).piece == 1
    most = len(keyboard.form.picking.rows) - 1
    keyboard.press("0")
    assert chosen(keyboard).piece == (10 if most >= 10 else 0)
    keyboard.press("3")
    assert chosen(keyboard).piece == 3
    assert not keyboard.terminal.sent
    assert keyboard.shell.overlay is None


def chosen(keyboard: Keyboard) -> Choice:
    choice = keyboard.form.picking.choice
    assert choice is not None
    return choice


def test_a_march_that_gives_a_castle_away_is_confirmed() -> None:
    keyboard = marching("white_harbor")
    keyboard.pick("white_harbor")
    keyboard.pick(("footman", 1, "widows_watch"))
    seen = keyboard.press("d")
    assert "Do it all the same?" in seen
    assert "White Harbor, a castle, would be nobody's" in seen
    keyboard.press("n")
    assert not keyboard.terminal.sent
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "widows_watch")), "no takes nothing back"
    keyboard.press("d", "y")
    assert len(keyboard.terminal.sent) == 1


def test_a_march_is_looked_at_before_it_is_sent() -> None:
    """Its last move does not send it: Enter on the only row does, and u still takes it back."""
    keyboard = marching("white_harbor")
    keyboard.pick("white_harbor")
    keyboard.pick(("footman", 1, "winterfell"))
    keyboard.pick(("leave_token",))
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert ask.building.whole
    seen = keyboard.look()
    assert "»1 Send this" in seen
    assert "leave a power token" in seen
    assert not keyboard.terminal.sent
    keyboard.press("u")
    assert ask.building.pieces == ("white_harbor", ("footman", 1, "winterfell"))
    keyboard.pick(("leave_token",))
    keyboard.press("enter")
    assert len(keyboard.terminal.sent) == 1


def test_a_confirmation_that_comes_too_late_does_nothing() -> None:
    keyboard = planning()
    keyboard.press("s")
    desk = keyboard.desk
    desk.mode._ask = None  # as when the table went on
    assert "The table has gone on" in keyboard.press("y")
    assert not keyboard.terminal.sent


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


def test_a_heading_says_what_the_columns_of_cards_are() -> None:
    desk = Desk(STARK, 0)
    desk.to("house_card")
    assert "s sword f fort * text; wins, = ties" in Keyboard(desk).look()
    assert "strength, s sword, f fortification, * text; wins" in Keyboard(desk, 80, 40).look()
    assert "4/7 =2" in Keyboard(desk, 80, 24).look()


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
