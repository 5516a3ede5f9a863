"""The loop of one seat with a person in it: the table's events and the typed lines, side by side."""

from collections.abc import Callable
from typing import Any

import trio

from client.errors import FAILED, OK, ClientError
from client.play.line import LineMode
from client.play.table import Table
from client.play.terminal import Terminal
from protocol.faults import LocalFault

PATIENCE = 3
"""Seconds after which line mode says by itself whom it waits for: not at every step of a quick table."""


async def play(table: Table, mode: LineMode, terminal: Terminal, closing: Callable[[], list[str]]) -> int:
    """Play until the table closes or the player leaves; gives the exit code.

    `closing` is called as soon as nothing is left to play, and gives lines to show: it keeps the record. Then people at
    a terminal may talk until all others have left; a script goes at once.

    Leaving by `quit` is no failure, an input that ends too early is (ClientError). Raises what the table raises, all in
    groups.
    """
    turn = trio.Event()
    terminal.attend(mode)

    def show(lines: list[str], tell: Callable[[list[str]], None] = terminal.news) -> None:
        nonlocal turn
        tell(lines)
        if mode.mine and not turn.is_set():
            terminal.ring()
            turn.set()
        elif not mode.mine and turn.is_set():
            turn = trio.Event()

    async def my_turn() -> None:
        while not (mode.mine or mode.over):
            await turn.wait()

    def over() -> None:
        show(closing(), terminal.show)
        turn.set()  # a script that waits for its turn must not wait for ever
        if not (terminal.live or mode.closed):
            show(mode.status())

    async def send(slot: int, value: Any) -> None:
        try:
            await table.choose(slot, value)
            if not (terminal.live or mode.mine or mode.over):
                show(mode.status())
        except LocalFault as fault:
            show(mode.not_taken(fault), terminal.reply)

    async def tell(text: str) -> None:
        try:
            await table.say(text)
        except LocalFault as fault:
            show(mode.not_taken(fault), terminal.reply)

    async def listen(scope: trio.CancelScope) -> None:
        async for event in table:
            before = mode.over
            show(mode.happened(event))
            if not terminal.live:  # a screen tells it when it shows the question
                terminal.reply(mode.restored())
            if mode.over and not before:
                over()
            answer = mode.unasked()
            if answer is not None:
                await send(*answer)
        if terminal.scripted:
            scope.cancel()
        elif not terminal.live:  # a screen shows by itself what can be done
            terminal.show(["quit leaves; board, log and rules still answer."])

    async def obey(scope: trio.CancelScope) -> None:
        while True:
            try:
                entry = await terminal.entry()
            except trio.EndOfChannel:
                await my_turn()
                if not mode.over:
                    raise ClientError("the input ended before the game did") from None
                scope.cancel()
                return
            if terminal.scripted and isinstance(entry, str) and not mode.is_command(entry):
                await my_turn()
            if entry == "":
                terminal.pace.hurry()
            heard = mode.typed(entry) if isinstance(entry, str) else entry
            show(heard.lines, terminal.reply if isinstance(entry, str) else terminal.news)
            if heard.leave:
                scope.cancel()
                return
            if heard.say:
                await tell(heard.say)
            if heard.choice is not None:
                await send(*heard.choice)

    async def say_whom() -> None:
        """Whom the table waits for is said once, when it has waited for a while."""
        seen = said = ""
        while True:
            await trio.sleep(PATIENCE)
            if mode.waits and mode.waits == seen != said:
                said = seen
                show(mode.status())
            seen = mode.waits

    if not terminal.scripted:
        table.stay()
    show(mode.opening())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(listen, nursery.cancel_scope)
        nursery.start_soon(obey, nursery.cancel_scope)
        if not (terminal.live or terminal.scripted):
            nursery.start_soon(say_whom)
    return FAILED if mode.failed else OK
