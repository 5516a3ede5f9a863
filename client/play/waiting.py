"""What a person sees and types before the game begins, and a question that must be answered first."""

from collections.abc import Sequence

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
        answer = await self.ask(lines, yes_no=True)
        return answer is not None and answer.strip().lower() == "yes"

    async def ask(self, lines: list[str], yes_no: bool = False) -> str | None:
        """Show the lines, ring, and wait for what is typed next; None if no more can come."""
        self.terminal.ask(lines, yes_no)
        self.terminal.ring()
        if self.terminal.scripted:
            try:
                return await self.terminal.line()
            except trio.EndOfChannel:
                return None
        self._asks, answer = trio.open_memory_channel[str](1)
        try:
            return await answer.receive()
        except trio.Cancelled:
            self._asks = None
            self.terminal.withdraw()
            raise

    @property
    def asking(self) -> bool:
        """Whether the next line is the answer to a question of ours."""
        return self._asks is not None

    async def listen(self, waiting: trio.CancelScope, leave: trio.CancelScope) -> None:
        """Take what is typed while the others are waited for, until `waiting` is cancelled; quit cancels `leave`."""
        with waiting:
            while True:
                try:
                    line = await self.terminal.line()
                except trio.EndOfChannel:
                    return
                if line.strip().lower() in ("quit", "exit"):
                    leave.cancel()
                    return
                if self._asks is not None:
                    self._asks.send_nowait(line)
                    self._asks = None
                    continue
                self.terminal.reply(self.typed(line))

    @property
    def talk(self) -> Sequence[str]:
        """What people have said while they waited, a sentence each."""
        return ()

    def typed(self, line: str) -> list[str]:
        """What a line is answered by."""
        return ["The game has not begun: we wait for the others. quit leaves."]
