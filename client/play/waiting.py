"""What a person sees and types before the game begins: who has come, and a question that must be answered first."""

import trio

from client.play.terminal import Terminal


class WaitingRoom:
    """The terminal until there is a table.

    A script's lines are answers of the game, so none is read here but the answer to a question of ours.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._asks: trio.MemorySendChannel[str] | None = None

    def tell(self, line: str) -> None:
        """Show one line."""
        self.terminal.show([line])

    async def confirm(self, lines: list[str]) -> bool:
        """Show the lines, ring, and wait for what is typed next: whether it is yes."""
        self.terminal.show(lines)
        self.terminal.ring()
        if self.terminal.scripted:
            try:
                return _is_yes(await self.terminal.line())
            except trio.EndOfChannel:
                return False
        self._asks, answer = trio.open_memory_channel[str](1)
        return _is_yes(await answer.receive())

    async def listen(self, waiting: trio.CancelScope, leave: trio.CancelScope) -> None:
        """Answer what is typed while the others are waited for, until `waiting` is cancelled; quit cancels `leave`."""
        with waiting:
            while True:
                try:
                    word = (await self.terminal.line()).strip().lower()
                except trio.EndOfChannel:
                    return
                if word in ("quit", "exit"):
                    leave.cancel()
                elif self._asks is not None:
                    self._asks.send_nowait(word)
                    self._asks = None
                    continue
                self.terminal.show(["The game has not begun: we wait for the others. quit leaves."])


def _is_yes(text: str) -> bool:
    return text.strip().lower() == "yes"
