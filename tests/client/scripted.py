"""A person that is a script: reads the screen, types labels, asks for help now and then."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

import trio

from client.pace import AT_ONCE
from client.play.asking import Heard
from client.play.line import LineMode
from client.play.terminal import Attended


class ScriptedTerminal:
    """Types what `person` says whenever it is asked; everything shown is kept in `screen`."""

    scripted = False
    live = False
    pace = AT_ONCE

    def __init__(self, person: Callable[[LineMode], list[str]]) -> None:
        self.person = person
        self.screen: list[str] = []
        self.typed: list[str] = []
        self.rung = 0
        self._queue: list[str] = []
        self._mode: LineMode | None = None

    def show(self, lines: Iterable[str]) -> None:
        self.screen += lines

    news = reply = show

    def ask(self, lines: Sequence[str], yes_no: bool) -> None:
        self.screen += lines

    async def entry(self) -> str | Heard:
        return await self.line()

    def withdraw(self) -> None:
        pass

    def ring(self) -> None:
        self.rung += 1

    def attend(self, listener: Attended) -> None:
        assert isinstance(listener, LineMode)
        self._mode = listener

    async def line(self) -> str:
        while True:
            await trio.lowlevel.checkpoint()
            assert self._mode is not None
            if self._mode.closed:
                return "quit"
            if not self._queue and self._mode.mine:
                self._queue = self.person(self._mode)
            if self._queue:
                self.typed.append(self._queue[0])
                self.screen.append(f"> {self._queue[0]}")
                return self._queue.pop(0)


def drawn_person(draw: Random) -> Callable[[LineMode], list[str]]:
    """Somebody who picks from the completions, as a typed label or as a number, and stops at some time."""

    def person(mode: LineMode) -> list[str]:
        ask = mode._ask
        assert ask is not None
        building = ask.building
        if building.choices and not (building.answers and draw.random() < 0.3):
            choice = draw.choice(building.choices)
            return [choice.label.text if draw.random() < 0.8 or isinstance(choice.piece, int) else str(choice.number)]
        return ["seal"] if ask.secret else ["done", "yes"] if building.choices or not building.single else ["yes"]

    return person
