"""What is painted is what was drawn, and no more of it than has changed."""

from random import Random

import pytest
import trio

from client.screen.shell import Shell
from client.screen.table.view import TableView
from client.screen.views import Typing
from tests.client.screen.live import Glass, Live, attended, live
from tests.client.screen.player import Player, Sitting

SIZES = [(120, 40), (80, 24)]
KEYS = [
    "up", "down", "left", "right", "tab", "enter", "?", "f3", "f4", "f2", "z", "pageup", "end", "escape", "c-p", "H",
]  # fmt: skip


def shown(at: Live) -> None:
    """Whatever the terminal got, it shows just what is drawn; while nothing is typed."""
    assert isinstance(at.glass, Glass)
    seen = at.glass.seen(at.size.columns, at.size.rows)
    assert seen == [line.rstrip() for line in at.text.splitlines()]


async def the_same_afresh(at: Live) -> None:
    """Letters and colours that came bit by bit are those of a screen that is painted from nothing."""
    assert isinstance(at.glass, Glass)
    cells, looks, paints = at.glass.cells, at.glass.looks, at.paints
    at.glass.cells, at.glass.looks = {}, {}
    at.screen.app.renderer.clear()
    at.shell.changed()
    await at.until(lambda: at.paints > paints)
    afresh = {spot: (letter, at.glass.looks.get(spot)) for spot, letter in at.glass.cells.items()}
    assert {spot: (letter, looks.get(spot)) for spot, letter in cells.items()} == afresh


def zoomed(at: Live) -> bool:
    """Whether one pane has the whole window."""
    assert isinstance(at.shell.view, TableView)
    return at.shell.view._attention.zoomed


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_terminal_shows_what_is_drawn(seed: int, width: int, height: int) -> None:
    """Boxes, menus of completions and other sizes come and go over rows that are not painted again."""
    with live(width, height, glass=Glass()) as at:
        sitting = Sitting(at.shell, seed, 1)
        player, draw = Player(sitting, Random(seed)), Random(seed)

        async def look(at: Live) -> None:
            for _ in range(25):
                await player.answer(at)
                shown(at)
                for key in draw.choices(KEYS, k=3):
                    await at.press(key)
                    shown(at)
                while at.shell.overlay is not None:
                    await at.press("escape")
                await the_same_afresh(at)
                await at.press("f2", *("z" if zoomed(at) else ""))
                if draw.random() < 0.3:
                    await at.press(":", *draw.choice(("h", "ca", "rules ", "area ")))
                    await trio.sleep(0.02)
                    await at.press("c-c")
                    shown(at)
                if draw.random() < 0.2:
                    await at.resize(width + draw.randint(-9, 9), height + draw.randint(-5, 5))
                    shown(at)

        at.run(attended(sitting.flow, look, at, leaves=True))
        assert at.screen.fault is None


def test_a_key_is_painted_once_and_only_where_something_changed() -> None:
    with live(120, 40) as at:
        sitting = Sitting(at.shell, 1, 1)

        async def look(at: Live) -> None:
            await at.until(lambda: sitting.mode.mine)
            await at.press("right")
            painting = at.painting
            paints, built, written = at.paints, painting.built, at.glass.written
            for count, key in enumerate(("right", "left", "down"), 1):
                await at.press(key)
                assert at.paints == paints + count
            assert painting.built - built < 3 * 20  # the cursor, its area, the figures
            assert at.glass.written - written < 3 * 4_000
            built, written = painting.built, at.glass.written
            at.shell.changed()
            await at.until(lambda: at.paints > paints + 3)
            assert painting.built == built
            assert at.glass.written - written < 100

        at.run(attended(sitting.flow, look, at, leaves=True))


def test_a_flood_of_news_is_painted_a_few_times() -> None:
    async def flow(shell: Shell) -> int:
        await at.until(lambda: at.paints > 0)
        paints = at.paints
        for _ in range(100):
            shell.changed()
            await trio.lowlevel.checkpoint()
        await at.until(lambda: at.paints > paints)
        assert at.paints - paints < 20
        return 0

    with live(glass=Glass()) as at:
        assert at.run(flow) == 0


def test_a_storm_of_resizes_is_painted_a_few_times() -> None:
    async def flow(shell: Shell) -> int:
        await at.until(lambda: at.paints > 0)
        paints = at.paints
        for width in range(60, 160):
            at.resized(width, 30)
            await trio.lowlevel.checkpoint()
        await at.until(lambda: at.paints > paints)
        assert at.paints - paints < 20
        await at.resize(77, 20)
        shown(at)
        return 0

    with live(glass=Glass()) as at:
        assert at.run(flow) == 0


def test_what_is_typed_is_painted_with_its_menu() -> None:
    async def flow(shell: Shell) -> int:
        await at.until(lambda: at.paints > 0)
        shell.type(Typing("word", lambda text: None, lambda text: [("winterfell", "a castle")]))
        await at.press("w", "i")
        await at.until(lambda: "winterfell" in "\n".join(glass.seen(120, 40)))
        assert glass.seen(120, 40)[39] == "word> wi"
        await at.press("enter")
        shown(at)
        return 0

    glass = Glass()
    with live(glass=glass) as at:
        assert at.run(flow) == 0
