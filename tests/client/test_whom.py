"""Line mode says by itself whom the table waits for: once, and only when it has waited for a while (D: never stuck)."""

from collections.abc import AsyncIterator

import trio
from trio.testing import MockClock
from typing_extensions import override

from client.play.asking import Heard
from client.play.line import LineMode
from client.play.playing import PATIENCE, play
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from net.telling import TableEvent
from tests.client.local import LocalTable
from tests.client.scripted import ScriptedTerminal


class Slow(LocalTable):
    """Plays all seats, each answer after `pause` seconds, and stops after `steps`."""

    pause = 0.0
    steps = 0

    @override
    async def __aiter__(self) -> AsyncIterator[TableEvent]:
        for _ in range(self.steps):
            question = self.match.question
            assert question is not None
            if self.asks(question):
                self.take(question.options(self.seat).sample(self.oracle.draw, {}))
            await trio.sleep(self.pause)
            yield self.step()
        await trio.sleep_forever()


class Silent(ScriptedTerminal):
    """Nobody types anything."""

    def __init__(self) -> None:
        super().__init__(lambda _: [])

    @override
    async def entry(self) -> str | Heard:
        await trio.sleep_forever()


async def shown(pause: float, steps: int, seconds: float) -> list[str]:
    """What stands on the screen of a person who is never asked."""
    match = Match.start(game("agot"), 5, {"houses": "agreed"})
    table, terminal = Slow(match, 5, 0, 1), Silent()
    table.pause, table.steps = pause, steps
    mode = LineMode(table, match.fork(), words_for(match, table.names), trio.current_time)
    with trio.move_on_after(seconds):
        await play(table, mode, terminal, list)
    return [line for line in terminal.screen if "Waiting for: " in line]


async def test_a_table_that_stands_still_says_once_whom_it_waits_for(autojump_clock: MockClock) -> None:
    lines = await shown(pause=0.1, steps=1, seconds=60)
    assert len(lines) == 1
    assert lines[0].startswith("Round 1 of 10, raven. Waiting for: Lannister")


async def test_each_slow_step_is_told(autojump_clock: MockClock) -> None:
    lines = await shown(pause=4 * PATIENCE, steps=3, seconds=13 * PATIENCE)
    assert len(lines) == len(set(lines)) >= 3


async def test_quick_steps_are_not_told(autojump_clock: MockClock) -> None:
    assert await shown(pause=PATIENCE / 2, steps=12, seconds=5 * PATIENCE) == []
