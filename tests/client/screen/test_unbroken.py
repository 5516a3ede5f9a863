"""The invitation is one line to whoever copies it, though it stands in several rows: for a shell it is one command."""

import pytest

from client.flows import INVITE
from client.screen.canvas import Canvas
from client.screen.inviting import Inviting
from client.screen.views import Typing
from tests.client.screen.live import Glass, Live, attended, live

LINE = "km1:" + "abcdefgh" * 24
FIRST = 3
"""The row in which it begins, below a heading and a blank row."""


def rows(width: int) -> set[int]:
    """Those that go on in the next one."""
    return set(range(FIRST, FIRST + (len(INVITE + LINE) - 1) // width))


async def until_seen(at: Live) -> None:
    paints = at.paints
    at.shell.changed()
    await at.until(lambda: at.paints > paints)


async def idle(at: Live) -> int:
    """Nothing happens but what the person does."""
    await at.until(lambda: False)
    return 0


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20)])
def test_the_terminal_wraps_it_by_itself_and_shows_what_is_drawn(size: tuple[int, int]) -> None:
    with live(*size, glass=Glass()) as at:
        glass = at.glass
        assert isinstance(glass, Glass)

        async def look(at: Live) -> None:
            at.shell.open(Inviting(LINE, "1234"))
            await until_seen(at)
            first = next(y for y, row in enumerate(at.text.splitlines()) if row.startswith(INVITE))
            assert glass.wrapped == {first + y - FIRST for y in rows(size[0])}
            assert glass.seen(*size) == [row.rstrip() for row in at.text.splitlines()]

        at.run(attended(idle, look, at, leaves=True))


def test_it_is_written_once_and_again_when_the_window_has_another_size() -> None:
    """Whoever is selecting it must not lose that to the next painting."""
    with live(80, 24, glass=Glass()) as at:
        glass = at.glass
        assert isinstance(glass, Glass)

        async def look(at: Live) -> None:
            at.shell.open(Inviting(LINE, None))
            await until_seen(at)
            assert glass.wrapped == rows(80)
            glass.wrapped.clear()
            for _ in range(3):
                await until_seen(at)
            assert not glass.wrapped
            await at.resize(79, 24)
            assert glass.wrapped == rows(79)
            wipes = at.screen.app.wipes
            await at.press("x")
            await at.until(lambda: at.screen.app.wipes == wipes + 1)
            assert INVITE not in at.text
            assert glass.seen(79, 24) == [row.rstrip() for row in at.text.splitlines()], "its rows are rows again"
            glass.wrapped.clear()
            at.shell.type(Typing("say", lambda _: None, lambda _: ()))
            at.shell.overlay = Inviting(LINE, None)
            await until_seen(at)
            assert INVITE in at.text
            assert not glass.wrapped, "a menu may lie over it while something is typed"

        at.run(attended(idle, look, at, leaves=True))


def test_a_part_of_the_window_has_rows_and_no_long_line() -> None:
    canvas = Canvas(80, 24)
    canvas.sub(10, 0, 70, 24).long_line(0, LINE)
    assert not canvas.long_lines, "the terminal would wrap at its own edge"
    canvas.long_line(23, LINE)
    assert not canvas.long_lines, "it would scroll the window"
    canvas.long_line(5, LINE)
    assert [line.y for line in canvas.long_lines] == [5]
    canvas.forget()
    assert not canvas.long_lines, "something lies over it"
