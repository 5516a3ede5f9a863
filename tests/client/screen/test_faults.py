"""A fault of our own: told in a box, in full only in the log, and the player goes on or leaves in peace."""

import errno
import logging
import traceback

import pytest
import trio
from typing_extensions import override

from client.errors import Interrupted
from client.play.terminal import Terminal
from client.screen.canvas import Canvas
from client.screen.host import Closed
from client.screen.shell import Shell
from client.screen.sitting import Seat
from tests.client.screen.keyboard import Nothing
from tests.client.screen.live import PATIENCE, Drain, live


class Undrawn(Nothing):
    """A view that cannot be drawn."""

    @override
    def draw(self, canvas: Canvas) -> None:
        raise ZeroDivisionError("on purpose")

    @override
    def key(self, key: str) -> bool:
        return True


class Faulty(Nothing):
    """A view of which every key is broken."""

    @override
    def draw(self, canvas: Canvas) -> None:
        canvas.put(0, 0, "the view")

    @override
    def key(self, key: str) -> bool:
        raise ZeroDivisionError("on purpose")


def told(caplog: pytest.LogCaptureFixture) -> str:
    """All tracebacks in the log."""
    return "".join("".join(traceback.format_exception(r.exc_info[1])) for r in caplog.records if r.exc_info)


def test_a_key_that_fails_is_told_in_a_box(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    async def flow(shell: Shell) -> int:
        shell.show(Faulty())
        await at.until(lambda: "the view" in at.text)
        at.send("x")
        await at.until(lambda: "A fault of the program" in at.text)
        assert "ZeroDivisionError" in at.text
        assert "Traceback" not in at.text
        await at.press("enter")
        assert "fault" not in at.text
        return 0

    with live() as at, caplog.at_level(logging.ERROR):
        assert at.run(flow) == 0
    assert "on purpose" in told(caplog)
    assert capfd.readouterr() == ("", "")


def test_a_key_that_fails_at_a_table_ends_the_table() -> None:
    """What the screen is worth then nobody knows; the table is on disk."""
    ended: list[str] = []

    async def main(terminal: Terminal) -> int:
        at.shell.show(Faulty())
        try:
            await trio.sleep_forever()
        finally:
            ended.append("saved")
        return 0

    async def flow(shell: Shell) -> int:
        at.send("x")
        return await Seat(shell, "Going there").run(main)

    with live() as at, pytest.raises(ZeroDivisionError):
        at.run(flow)
    assert ended == ["saved"]
    assert at.shell.broken is None


def test_a_view_that_cannot_be_drawn_can_be_left(caplog: pytest.LogCaptureFixture) -> None:
    async def flow(shell: Shell) -> int:
        await at.until(lambda: at.paints > 0)
        shell.show(Undrawn())
        await at.until(lambda: at.screen.fault is not None)
        for _ in range(3):
            await at.press("right")  # painted again and again, logged once
        await at.press("c-c", "c-c")
        await trio.sleep_forever()
        return 0

    with live(80, 24) as at, caplog.at_level(logging.ERROR), pytest.raises(Interrupted):
        at.run(flow)
    assert sum("cannot be drawn" in record.getMessage() for record in caplog.records) == 1


class Hung(Drain):
    """A terminal of which the window can be closed."""

    closed_window = False

    @override
    def write(self, text: str) -> int:
        if self.closed_window:
            raise OSError(errno.EIO, "Input/output error")
        return super().write(text)


@pytest.mark.parametrize("rings", [False, True])
def test_a_window_closed_while_it_is_painted_is_no_fault(rings: bool, caplog: pytest.LogCaptureFixture) -> None:
    """Product 14: a painting, or the bell, may find out before any signal or key tells it."""
    glass = Hung()
    ended: list[str] = []

    async def flow(shell: Shell) -> int:
        await at.until(lambda: at.paints > 0)
        glass.closed_window = True
        if rings:
            shell.ring()
        shell.changed()
        try:
            with trio.fail_after(PATIENCE):
                await trio.sleep_forever()
        finally:
            ended.append("saved")
        return 0

    with live(glass=glass) as at, caplog.at_level(logging.INFO), pytest.raises(Closed):
        at.run(flow)
    assert ended == ["saved"]
    assert told(caplog) == ""
    assert at.screen.fault is None
