"""The mouse (D06): off until it is wanted, and what lies under it answers as to its key."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typing_extensions import override

from client.play.line import Told
from client.screen.canvas import Canvas, Name
from client.screen.form import Field, Form
from client.screen.keys import Keymap
from client.screen.map.spot import AREA
from client.screen.menu import Item, Menu
from client.screen.overlays import Confirming, Reading
from client.screen.palette import Palette
from client.screen.pointing import KEY, ROW, Mouse
from client.screen.shell import Shell
from client.screen.table.forms.form import FIGURES
from client.screen.table.frames import TAB
from client.screen.table.panes import PANE
from client.screen.views import Typing
from client.settings import Settings
from tests.client.screen.kept import SIZES, new_shell
from tests.client.screen.keyboard import Keyboard, Nothing
from tests.client.screen.live import Drain, live
from tests.client.screen.lobbies import lobby
from tests.client.screen.tables import at, at_rest, one_march
from tests.client.screen.test_resizes import SCREENS

CLICK, UP, DOWN = Mouse.CLICK, Mouse.UP, Mouse.DOWN


def place(canvas: Canvas, name: Name) -> tuple[int, int]:
    """A cell of a spot."""
    cells = ((x, y) for y in range(canvas.height) for x in range(canvas.width))
    return next(cell for cell in cells if canvas.under(*cell) == name)


def point(shell: Shell, name: Name, what: Mouse = CLICK, size: tuple[int, int] = (120, 40)) -> bool:
    """Do something at a spot of what is seen."""
    return shell.mouse(*place(shell.draw(*size), name), what)


def names(canvas: Canvas) -> set[Name | None]:
    return {canvas.under(x, y) for y in range(canvas.height) for x in range(canvas.width)}


# ------------------------------------------------------------ what a canvas remembers
def test_a_spot_is_cut_to_its_canvas_and_the_last_one_counts() -> None:
    canvas = Canvas(10, 5)
    part = canvas.sub(2, 1, 4, 3)
    part.spot(-1, 0, 100, 1, ("row", 0))
    part.spot(1, 0, 1, 100, ("row", 1))
    part.spot(9, 9, 1, 1, ("row", 2))
    assert [canvas.under(x, 1) for x in range(8)] == [
        None, None, ("row", 0), ("row", 1), ("row", 0), ("row", 0), None, None,
    ]  # fmt: skip
    assert [canvas.under(3, y) for y in range(5)] == [None, *[("row", 1)] * 3, None]
    assert part.under(1, 0) == ("row", 1)
    canvas.forget()
    assert canvas.under(3, 1) is None


# ------------------------------------------------------------ the table
@pytest.mark.parametrize(("width", "height"), [*SIZES, (80, 20), (200, 60)])
def test_every_area_of_the_map_lies_under_its_own_letters(width: int, height: int) -> None:
    keyboard = at("orders", width, height)
    canvas = keyboard.shell.draw(width, height)
    lines = canvas.text.splitlines()
    areas = {str(name[1]) for name in names(canvas) if name is not None and name[0] == AREA}
    assert areas == set(keyboard.view._map._scene)
    for area, spot in keyboard.view._map._scene.items():
        text = "".join(
            lines[y].ljust(width)[x]
            for y in range(len(lines))
            for x in range(width)
            if canvas.under(x, y) == (AREA, area)
        )
        assert spot.code in text or spot.name.split()[-1][:4] in text or spot.name[:4] in text, area


def test_a_click_moves_the_cursor_and_a_second_one_enters() -> None:
    keyboard, by_key = at("orders"), at("orders")
    for each in (keyboard, by_key):
        each.press("escape")
        assert each.form.picking.on_map
    wanted = next(area for area in keyboard.form.picking.areas if area != keyboard.view._map.cursor)
    assert point(keyboard.shell, (AREA, wanted))
    assert keyboard.view._map.cursor == wanted
    assert keyboard.form.picking.on_map
    for _ in by_key.form.picking.areas:
        if by_key.view._map.cursor != wanted:
            by_key.press("tab")
    assert keyboard.look() == by_key.look()
    by_key.press("enter")
    assert point(keyboard.shell, (AREA, wanted))
    assert keyboard.form.picking.area == wanted
    assert keyboard.look() == by_key.look()


def test_a_second_click_on_an_area_that_has_its_order_opens_it_again() -> None:
    """As Enter does, before all are placed and after."""
    keyboard = at("orders")
    first, second, _ = keyboard.form.picking.areas
    keyboard.press("0", "7", "5", "n")
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert len(ask.building.pieces) == 3
    keyboard.view._map.cursor = first
    point(keyboard.shell, (AREA, second))
    assert len(ask.building.pieces) == 3, "the first click moves the cursor"
    point(keyboard.shell, (AREA, second))
    assert len(ask.building.pieces) == 2
    assert not keyboard.form.laid(second)
    assert keyboard.form.picking.area == second


def test_a_second_click_where_choices_are_listed_takes_none_of_them() -> None:
    keyboard = at("orders")
    area = keyboard.form.picking.area
    assert area, "the first area is entered by itself"
    for _ in range(3):
        point(keyboard.shell, (AREA, area))
    ask = keyboard.desk.mode.ask
    assert ask is not None
    assert not ask.building.pieces
    other = next(each for each in keyboard.form.picking.areas if each != area)
    point(keyboard.shell, (AREA, other))
    assert (keyboard.form.picking.area, keyboard.view._map.cursor) == ("", other)
    point(keyboard.shell, (AREA, other))
    assert keyboard.form.picking.area == other


def test_an_area_where_nothing_can_be_done_says_why() -> None:
    keyboard = at("orders")
    keyboard.press("escape")
    point(keyboard.shell, (AREA, "sunspear"))
    assert keyboard.view._map.cursor == "sunspear"
    assert keyboard.shell.overlay is None
    point(keyboard.shell, (AREA, "sunspear"))
    assert isinstance(keyboard.shell.overlay, Reading)
    assert not keyboard.terminal.sent


def test_a_click_on_a_row_is_its_digit() -> None:
    by_mouse, by_key = at("orders"), at("orders")
    by_key.press("7")
    slots = by_mouse.form.face._slots(by_mouse.form.picking.rows)  # type: ignore[attr-defined]
    token = by_mouse.form.face._token(7)  # type: ignore[attr-defined]
    point(by_mouse.shell, (ROW, slots[token]))
    assert by_mouse.look() == by_key.look()


def test_a_bid_is_picked_by_a_second_click_as_by_enter() -> None:
    keyboard = at("bid")
    point(keyboard.shell, (ROW, 2))
    assert keyboard.form.picking.at == 2
    assert keyboard.shell.overlay is None
    point(keyboard.shell, (ROW, 2))
    assert isinstance(keyboard.shell.overlay, Confirming)
    assert not keyboard.terminal.sent
    point(keyboard.shell, (KEY, "y"))
    assert keyboard.terminal.sent


def test_the_map_answers_to_no_click_while_a_bid_is_asked() -> None:
    keyboard = at("bid")
    for _ in range(3):
        point(keyboard.shell, (AREA, "sunspear"))
    assert keyboard.view._map.cursor == "sunspear", "it can be looked at"
    assert keyboard.shell.overlay is None


def test_a_click_moves_the_cursor_while_the_choices_of_the_only_area_are_listed() -> None:
    keyboard = Keyboard(one_march())
    assert keyboard.form.picking.area == "winterfell"
    point(keyboard.shell, (AREA, "sunspear"))
    assert keyboard.view._map.cursor == "sunspear"
    point(keyboard.shell, (AREA, "winterfell"))
    assert keyboard.view._map.cursor == "winterfell"
    assert keyboard.desk.mode.ask is not None
    assert not keyboard.desk.mode.ask.building.pieces


def test_a_card_is_clicked_while_somebody_looks_round_the_map() -> None:
    keyboard = at("house_card", seed=0)
    keyboard.press("escape", "up")
    point(keyboard.shell, (ROW, 1))
    assert isinstance(keyboard.shell.overlay, Confirming)


def test_the_wheel_scrolls_what_is_under_it() -> None:
    keyboard = at_rest(120, 40)
    for number in range(60):
        keyboard.desk.mode.story.append(Told("event", f"line {number}", 1))
    assert "line 59" in keyboard.look()
    for _ in range(4):
        point(keyboard.shell, (PANE, "log"), UP)
    assert "line 59" not in keyboard.look()
    assert keyboard.view._attention.focus == "map"
    for _ in range(4):
        point(keyboard.shell, (PANE, "log"), DOWN)
    assert "line 59" in keyboard.look()


def test_the_wheel_moves_in_a_list_and_scrolls_the_figures() -> None:
    keyboard = at("bid", 80, 24)
    was = keyboard.form.picking.at
    point(keyboard.shell, (ROW, 0), DOWN, (80, 24))
    assert keyboard.form.picking.at == was + 1
    for _ in range(3):
        point(keyboard.shell, (ROW, 0), UP, (80, 24))
    assert keyboard.form.picking.at == 0
    assert point(keyboard.shell, (FIGURES, ""), DOWN, (80, 24))


def test_panes_and_keys_of_the_screen_can_be_clicked() -> None:
    keyboard = at("orders", 80, 24)
    point(keyboard.shell, (TAB, "log"), size=(80, 24))
    assert keyboard.view._attention.focus == "log"
    point(keyboard.shell, (TAB, "map"), size=(80, 24))
    point(keyboard.shell, (KEY, "f1"), size=(80, 24))
    assert isinstance(keyboard.shell.overlay, Reading)


# ------------------------------------------------------------ lists
def test_a_menu_is_clicked() -> None:
    chosen: list[str] = []
    items = [Item(name, "", lambda name=name: chosen.append(name)) for name in "abc"]  # type: ignore[misc]
    items.append(Item("d", "", lambda: chosen.append("d"), why_not="not now"))
    shell = new_shell()
    shell.show(Menu(shell, "x", lambda: items, lambda: None))
    point(shell, (ROW, 1))
    point(shell, (ROW, 3))
    assert chosen == ["b"]
    assert "d: not now" in shell.draw(120, 40).text
    assert shell.mouse(0, 0, UP), "the wheel moves in the list wherever it is turned"
    shell.key("enter")
    assert chosen == ["b", "c"]


def test_a_form_is_clicked() -> None:
    sent: list[Any] = []
    fields = [Field("bots", "Bots", lambda _: "", (0, 1, 2)), Field("open", "Open", lambda _: "", (False, True))]
    shell = new_shell()
    form = Form(shell, "x", {"bots": 0, "open": False}, lambda _: fields, "Go", sent.append, lambda: None)
    shell.show(form)
    point(shell, (ROW, 0))
    point(shell, (ROW, 0))
    point(shell, (ROW, 1))
    assert form.values == {"bots": 2, "open": True}
    point(shell, (ROW, 2))
    assert sent == [{"bots": 2, "open": True}]


async def test_a_seat_is_clicked_in_the_lobby() -> None:
    async with lobby(3, 1) as (host, _):
        sent: list[str] = []
        host.shell.view._submit = sent.append  # type: ignore[attr-defined]
        point(host.shell, (ROW, 2))
        assert sent == ["seat 3"]
        assert point(host.shell, (PANE, "rules"), DOWN)
        assert not point(host.shell, (PANE, "talk"))


# ------------------------------------------------------------ what lies over
def test_what_lies_over_a_screen_takes_the_mouse() -> None:
    chosen: list[int] = []
    shell = new_shell()
    shell.show(Menu(shell, "x", lambda: [Item("a", "", lambda: chosen.append(0))] * 30, lambda: None))
    row = place(shell.draw(120, 40), (ROW, 0))
    shell.open(Reading("x", [f"line {n}" for n in range(100)]))
    assert not shell.mouse(*row, CLICK), "what is drawn last is not seen yet"
    shell.draw(120, 40)
    assert not shell.mouse(*row, CLICK)
    assert chosen == []
    assert shell.mouse(*row, DOWN)
    assert "line 3" in shell.draw(120, 40).text.splitlines()[1]
    point(shell, (KEY, "escape"))
    assert shell.overlay is None
    point(shell, (ROW, 0))
    assert chosen == [0]


def test_the_palette_is_clicked() -> None:
    keyboard = at("orders")
    keyboard.press("c-p")
    palette = keyboard.shell.overlay
    assert isinstance(palette, Palette)
    row = next(number for number, action in enumerate(palette.found) if action.name == "tracks")
    for _ in range(row):
        keyboard.shell.mouse(0, 0, DOWN)
    point(keyboard.shell, (ROW, row))
    assert isinstance(keyboard.shell.overlay, Reading)
    assert "Tracks" in keyboard.look()


def test_a_question_is_clicked() -> None:
    answers: list[str] = []
    for key in "yn":
        shell = new_shell()
        shell.open(Confirming("x", ["?"], lambda: answers.append("yes"), lambda: answers.append("no")))
        assert not shell.mouse(0, 0, CLICK)
        point(shell, (KEY, key))
        assert shell.overlay is None
    assert answers == ["yes", "no"]


def test_nothing_else_is_clicked_and_nothing_while_a_line_is_typed() -> None:
    keyboard = at("orders")
    before = keyboard.look()
    bare = next((x, y) for y in range(40) for x in range(120) if keyboard.shell.draw(120, 40).under(x, y) is None)
    assert not keyboard.shell.mouse(*bare, CLICK)
    assert not keyboard.shell.mouse(-1, 1000, CLICK)
    assert keyboard.look() == before
    row = place(keyboard.shell.draw(120, 40), (ROW, 0))
    keyboard.shell.type(Typing("x", lambda _: None, lambda _: ()))
    assert not keyboard.shell.mouse(*row, CLICK)
    assert not keyboard.shell.mouse(*row, DOWN)


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_a_mouse_anywhere_breaks_nothing(name: str, tmp_path: Path) -> None:
    """Every screen of the program, at any size, under a hand that knows nothing (D07)."""
    shell, draw = Shell(Nothing(), Keymap()), Random(name)
    SCREENS[name](shell, tmp_path)
    for _ in range(150):
        width, height = draw.choice(((120, 40), (80, 24), (draw.randint(1, 130), draw.randint(1, 45))))
        shell.draw(width, height)
        shell.mouse(draw.randrange(width), draw.randrange(height), draw.choice(list(Mouse)))
        shell.typing = None


# ------------------------------------------------------------ a terminal
class Tape(Drain):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.all = ""

    @override
    def write(self, text: str) -> int:
        self.all += text
        return super().write(text)

    @property
    def captures(self) -> bool:
        """Whether the terminal was last told to hand over the mouse."""
        return re.findall(r"\x1b\[\?1000([hl])", self.all)[-1:] == ["h"]


@pytest.mark.parametrize("wanted", [False, True])
def test_the_mouse_is_ours_only_if_it_is_wanted(wanted: bool) -> None:
    """D06: capture ends selecting text, so it is off by default, and a key switches it."""
    chosen: list[int] = []
    tape = Tape()

    async def flow(shell: Shell) -> int:
        items = [Item(f"item {n}", "", lambda n=n: chosen.append(n)) for n in range(3)]  # type: ignore[misc]
        shell.show(Menu(shell, "x", lambda: items, lambda: None))
        await seat.until(lambda: "item 2" in seat.text)
        assert tape.captures == wanted
        await seat.press("\x1b[19~")
        assert tape.captures != wanted
        assert ("Mouse off" if wanted else "Mouse on: hold Shift to select text") in seat.text
        if wanted:
            await seat.press("\x1b[19~")
        x, y = place(seat.canvas, (ROW, 1))
        seat.send(f"\x1b[<35;{x + 1};{y + 1}M")  # it is moved
        seat.send(f"\x1b[<2;{x + 1};{y + 1}M")  # the right button
        await seat.press(f"\x1b[<0;{x + 1};{y + 1}M")
        seat.send(f"\x1b[<0;{x + 1};{y + 1}m")
        await seat.press(f"\x1b[<65;{x + 1};{y + 1}M", "enter")
        await seat.until(lambda: len(chosen) == 2)
        return 0

    assert Settings().mouse is False
    with live(settings=Settings(mouse=wanted), glass=tape) as seat:
        assert seat.run(flow) == 0
    assert chosen == [1, 2]
    assert not tape.captures


def test_other_settings_leave_the_mouse_as_the_key_has_switched_it() -> None:
    async def flow(shell: Shell) -> int:
        await seat.press("\x1b[19~")
        shell.adopt(Settings(theme="light"))
        assert shell.pointing
        shell.adopt(Settings(mouse=True))
        shell.adopt(Settings(mouse=False))
        assert not shell.pointing
        return 0

    with live() as seat:
        assert seat.run(flow) == 0
