"""The prompt with completion: prompt_toolkit on asyncio, with trio as its guest in the same thread.

Only this module knows both loops. From the prompt to trio goes `send_nowait` on a channel; from trio to the prompt goes
printed text and `invalidate`. Nothing is awaited across.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Iterable
from typing import Any

import outcome
import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout
from typing_extensions import override

from client.errors import Interrupted
from client.play.terminal import AGAIN, Attended, Main

REFRESH = 1.0
"""Seconds between two looks at the clock in the line below the prompt."""


class _Offers(Completer):
    def __init__(self, terminal: "PromptTerminal") -> None:
        self.terminal = terminal

    @override
    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        text = document.text_before_cursor
        for line, note in self.terminal.listener.completions(text) if self.terminal.listener else ():
            shown = line.rpartition(", ")[2]
            yield Completion(line, start_position=-len(text), display=shown, display_meta=note)


class PromptTerminal:
    """A line editor at the foot of the screen, text scrolling above it."""

    scripted = False
    live = True

    def __init__(self, bell: bool) -> None:
        self.listener: Attended | None = None
        self._bell = bell
        self._send, self._lines = trio.open_memory_channel[str](64)
        self.session: PromptSession[str] = PromptSession(
            completer=_Offers(self),
            complete_while_typing=False,
            refresh_interval=REFRESH,
            mouse_support=False,
        )
        self.session.app.ttimeoutlen = self.session.app.timeoutlen = 0.1  # a lone Escape is not waited for

    def _prompt(self) -> str:
        """The status in a line of its own, and who I am: a toolbar would need to know where the cursor is."""
        if self.listener is None:
            return "> "
        return "\n".join([*self.listener.status(), self.listener.prompt()])

    def show(self, lines: Iterable[str]) -> None:
        """Print above the prompt."""
        text = "".join(f"{line}\n" for line in lines)
        if text:
            sys.stdout.write(text)
        self.session.app.invalidate()

    def ring(self) -> None:
        """Ring the bell."""
        if self._bell:
            self.session.app.output.bell()
            self.session.app.output.flush()

    def attend(self, listener: Attended) -> None:
        """Take completions and status from `listener`."""
        self.listener = listener
        self.session.app.invalidate()

    async def line(self) -> str:
        """The next typed line."""
        return await self._lines.receive()

    async def edit(self) -> None:
        """Run the prompt, in asyncio, until the player leaves: by Ctrl-C twice, or by the end of the input."""
        asked = False
        while True:
            try:
                line = await self.session.prompt_async(self._prompt, handle_sigint=True)
            except (KeyboardInterrupt, EOFError):
                if asked:
                    return
                asked = True
                print(AGAIN)
                continue
            asked = False
            try:
                self._send.send_nowait(line)
            except trio.WouldBlock:
                print("Wait a moment: what you typed before is still being worked on.")
            except trio.BrokenResourceError:
                return


def run_prompt(main: Main, bell: bool) -> int:
    """Run `main` in trio as guest of the asyncio loop of a prompt. Raises Interrupted."""
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")  # some terminals answer the cursor question late or never
    return asyncio.run(_host(main, bell))


async def _host(main: Main, bell: bool) -> int:
    terminal = PromptTerminal(bell)
    loop = asyncio.get_running_loop()
    finished: asyncio.Future[outcome.Outcome[int | None]] = loop.create_future()
    scope = trio.CancelScope()

    async def guest() -> int | None:
        with scope:
            return await main(terminal)
        return None

    with patch_stdout(raw=True):
        trio.lowlevel.start_guest_run(
            guest,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            done_callback=finished.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        editing: asyncio.Future[None] = asyncio.ensure_future(terminal.edit())
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, editing.cancel)
        either: list[asyncio.Future[Any]] = [editing, finished]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:  # whatever ends us, the guest must have ended before its host does
            if not finished.done():
                scope.cancel()  # wakes trio by itself: in guest mode a cancelled task is scheduled at once
            editing.cancel()
            await asyncio.gather(editing, return_exceptions=True)
            print()  # the prompt that was left stands in an unfinished line
            ended = await finished
        code = ended.unwrap()
    if code is None:
        raise Interrupted("you left the table")
    return code
