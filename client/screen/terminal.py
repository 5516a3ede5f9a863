"""The full screen as the flows of lobby and table see it: a terminal that draws by itself who attends it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

import trio

from client.play.asking import Heard
from client.play.terminal import Attended
from client.screen.answering import Answering
from client.screen.overlays import Confirming, Overlay
from client.screen.shell import Shell
from client.screen.views import View

KEPT = 500
"""Lines of notices that can be gone back."""
WAITING = 64
"""Entries that may wait for the table; nobody types that fast."""


class ScreenTerminal:
    """A `client.play.terminal.Terminal` on a shell.

    `stage` is called with whoever attends and gives the view that fits, or None to keep the one that is shown.

    Attributes:
        pace: that of the bots that are brought along, as the settings have it.
        notices: what was shown and belongs to no view, the latest last.
        parting: what was shown since somebody attends; at a table: where the record is, how to come back.
        asked: opens the box of a question that is not answered yet; None if there is none.
    """

    scripted = False
    live = True

    def __init__(self, shell: Shell, stage: "Stage") -> None:
        self.shell = shell
        self.pace = shell.pace
        self.notices: list[str] = []
        self.parting: list[str] = []
        self.asked: Callable[[], None] | None = None
        self._stage = stage
        self._box: Overlay | None = None
        self._send, self._entries = trio.open_memory_channel[str | Heard](WAITING)

    # ------------------------------------------------------------ for the flows, in trio
    def show(self, lines: Iterable[str]) -> None:
        """Keep a notice for the view to draw."""
        lines = list(lines)
        self.notices = (self.notices + lines)[-KEPT:]
        self.parting = (self.parting + lines)[-KEPT:]
        self.shell.changed()

    def news(self, lines: Iterable[str]) -> None:
        """Something has happened, which the view draws by itself."""
        self.shell.changed()

    def reply(self, lines: Iterable[str]) -> None:
        """Show what a typed line is answered by."""
        self.shell.read("", list(lines))

    def ask(self, lines: Sequence[str], yes_no: bool) -> None:
        """Lay a box over the view that stays until it is answered."""

        def answer(text: str) -> None:
            self.asked = None
            self.submit(text)

        def box() -> None:
            if yes_no:
                self.shell.open(Confirming("Stop", lines, lambda: answer("yes"), lambda: answer("no"), "warn"))
            else:
                self.shell.open(Answering(self.shell, "You are asked", lines, answer))

        self.asked = box
        box()
        self._box = self.shell.overlay

    def withdraw(self) -> None:
        """Close the box; a line that is being typed into it is dropped."""
        self.asked = None
        if self._box is not None and self.shell.overlay is self._box:
            self.shell.overlay = self.shell.typing = None
        self.shell.changed()

    def ring(self) -> None:
        """Ring the bell, unless it is switched off."""
        self.shell.ring()

    def attend(self, listener: Attended) -> None:
        """Show the view that fits who attends."""
        self.parting = []
        view = self._stage(self, listener)
        if view is not None:
            self.shell.show(view)

    async def line(self) -> str:
        """The next typed line."""
        while True:
            entry = await self._entries.receive()
            if isinstance(entry, str):
                return entry

    async def entry(self) -> str | Heard:
        """The next typed line, or what was done on the screen."""
        return await self._entries.receive()

    # ------------------------------------------------------------ for the views
    def submit(self, entry: str | Heard) -> None:
        """Hand an entry to whoever reads them."""
        try:
            self._send.send_nowait(entry)
        except (trio.WouldBlock, trio.BrokenResourceError):
            self.shell.say("Wait a moment: what you did before is still being worked on.")


Stage: TypeAlias = Callable[[ScreenTerminal, Attended], View | None]
