"""Product 14: who asks the screen to leave is heard, also where loops take no signals and some signals are lacking."""

import asyncio
import contextlib
import signal
from collections.abc import Callable
from typing import NoReturn

import pytest

from client.signals import LEAVE, asked_to_leave


def deaf() -> asyncio.AbstractEventLoop:
    """A loop as that of Windows: it takes no signals, but what a signal calls can wake it."""

    def refuse(*_: object) -> NoReturn:
        raise NotImplementedError

    loop = asyncio.SelectorEventLoop()
    setattr(loop, "add_signal_handler", refuse)  # noqa: B010
    return loop


def left(loop: asyncio.AbstractEventLoop, number: signal.Signals) -> int:
    """How often the screen of a sleeping loop is asked to leave, if the signal comes twice."""

    async def run() -> int:
        asked = 0
        done = asyncio.Event()

        def leave() -> None:
            nonlocal asked
            asked += 1
            done.set()

        with asked_to_leave(loop, leave):
            for _ in range(2):
                done.clear()
                loop.call_later(0, signal.raise_signal, number)
                await asyncio.wait_for(done.wait(), 10)
        return asked

    with contextlib.closing(loop):
        return loop.run_until_complete(run())


@pytest.mark.parametrize("make", [asyncio.SelectorEventLoop, deaf])
@pytest.mark.parametrize("name", [name for name in LEAVE if hasattr(signal, name)])
def test_each_signal_is_heard_and_what_stood_before_is_back(
    make: Callable[[], asyncio.AbstractEventLoop], name: str
) -> None:
    number = signal.Signals[name]
    before = signal.getsignal(number)
    assert left(make(), number) == 2
    assert signal.getsignal(number) == before


def test_a_system_without_hang_ups_has_the_other_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "SIGHUP")
    assert left(deaf(), signal.SIGTERM) == 2
