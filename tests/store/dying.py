"""`python -m tests.store.dying AT ARGUMENTS`: the client, which dies at its AT-th moment as by kill -9.

Moments are counted from when the table is agreed, or, if AT is negative, from when the game has an outcome:
before and after each write to the store, after each sync, after each frame was queued, and after each piece of bytes
has gone to the system.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

import trio

from client.cli import main
from client.store.journal import TableJournal
from net.mesh import Mesh
from protocol.machines.end import EndMachine

KILLED = 9
"""The exit code of a client that has died so."""


class Countdown:
    """Ends this process, without any farewell, when its moments are used up."""

    def __init__(self, at: int) -> None:
        self.left = at
        self.armed = False

    def moment(self) -> None:
        if self.armed:
            self.left -= 1
            if self.left <= 0:
                os._exit(KILLED)

    def around(self, where: type[Any], name: str, before: bool = False, arms: bool = False) -> None:
        """Make each call of a method a moment."""
        real: Callable[..., Any] = getattr(where, name)

        def counted(*args: Any, **more: Any) -> Any:
            if before:
                self.moment()
            result = real(*args, **more)
            self.armed = self.armed or arms
            self.moment()
            return result

        setattr(where, name, counted)

    def around_sending(self) -> None:
        """Make each piece of bytes that a link has sent a moment."""
        real = trio.SocketStream.send_all

        async def counted(stream: trio.SocketStream, data: bytes) -> None:
            await real(stream, data)
            self.moment()

        trio.SocketStream.send_all = counted  # type: ignore[method-assign, assignment]  # this process is made to die


if __name__ == "__main__":
    at = int(sys.argv[1])
    countdown = Countdown(abs(at))
    if at > 0:
        countdown.around(TableJournal, "begin", arms=True)
        countdown.around(TableJournal, "items", arms=True)
    else:
        countdown.around(EndMachine, "__init__", arms=True)
    countdown.around(TableJournal, "write", before=True)
    countdown.around(TableJournal, "sync")
    countdown.around(Mesh, "send")
    countdown.around_sending()
    sys.exit(main(sys.argv[2:]))
