"""The signals that ask a screen to leave, as far as this system has them."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

LEAVE = ("SIGTERM", "SIGHUP", "SIGBREAK")
"""Somebody ends us; the terminal has gone; on Windows: its window is closed, or Ctrl-Break."""


@contextlib.contextmanager
def asked_to_leave(loop: asyncio.AbstractEventLoop, leave: Callable[[], object]) -> Iterator[None]:
    """Call `leave` in `loop` for each such signal, as long as the block lasts.

    The loops of some systems take no signals; there the signal itself calls the loop, which it also wakes.
    """
    with contextlib.ExitStack() as stack:
        for number in [getattr(signal, name) for name in LEAVE if hasattr(signal, name)]:
            try:
                loop.add_signal_handler(number, leave)
                stack.callback(loop.remove_signal_handler, number)
            except NotImplementedError:
                before = signal.signal(number, lambda *_: loop.call_soon_threadsafe(leave))
                stack.callback(signal.signal, number, before)
        yield
