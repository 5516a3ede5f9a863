"""A player who has nothing but the keys of the real screen: looks at what is there, and presses the next one."""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from client.bots.bot import Question as Put
from client.bots.kinds import make_bot
from client.play.choosing import Choice
from client.play.line import LineMode
from client.play.playing import play
from client.screen.overlays import Confirming
from client.screen.shell import Shell
from client.screen.sitting import stage
from client.screen.table.view import TableView
from client.screen.terminal import ScreenTerminal
from client.words.library import words_for
from engine.core.match import Match
from engine.core.questions import Question
from engine.registry import game
from protocol.events import Asked
from tests.client.local import LocalTable
from tests.client.screen.live import Live

SEATS = 5
ARROWS = ("up", "down", "left", "right")
HASTE = 0.3
"""How often somebody ends an answer that may be longer."""
MOST = 400
"""Keys for one piece after which the player is lost."""


class Sitting:
    """Seat `seat` of a game with `seed` on a screen, without a network: the other seats play at random."""

    def __init__(self, shell: Shell, seed: int, seat: int = 0, names: Sequence[str] = ()) -> None:
        match = Match.start(game("agot"), SEATS, {})
        self.table = LocalTable(match, SEATS, seat, seed)
        self.table.names = names or self.table.names
        self.terminal = ScreenTerminal(shell, stage)
        self.mode = LineMode(self.table, match.fork(), words_for(match, self.table.names), lambda: 0.0, live=True)

    def bots_play(self, until: Callable[[Match[Any], Question[Any]], bool], kind: str = "steady") -> None:
        """Let bots play, in my seat as well, until I am asked something at which `until` says so."""
        table, mode = self.table, self.mode
        bots = {seat: make_bot(kind, "agot", seat) for seat in range(SEATS)}
        table.bots.update(bots)
        while (question := table.match.question) is not None:
            if table.asks(question):
                if until(table.match, question):
                    return
                mode.happened(Asked(table.slot, question, question.seats))
                spared = mode.unasked()
                put = Put.of(table.match, table.seat, table.known)
                table.take(spared[1] if spared is not None else bots[table.seat].choose(put))
            mode.happened(table.step())
        raise RuntimeError("the game is over, and nothing of the kind was asked")

    def sit_down(self) -> None:
        """Show the table and the open question at once, where nothing runs in trio."""
        question = self.table.match.question
        assert question is not None
        self.mode.happened(Asked(self.table.slot, question, question.seats))
        self.terminal.attend(self.mode)

    async def flow(self, at: Live) -> int:
        """The flow of the table, to its end."""
        return await play(self.table, self.mode, self.terminal, lambda: ["The record is kept."])


class Player:
    """Answers every question by keys, drawn by `draw`; then looks round and leaves.

    `pressed`: all keys, for a game that is to be played again.
    """

    def __init__(self, sitting: Sitting, draw: Random) -> None:
        self.pressed: list[str] = []
        self._mode = sitting.mode
        self._table = sitting.table
        self._draw = draw

    async def until_over(self, at: Live) -> None:
        """Play until the table closes, and leave it."""
        while not self._mode.closed:
            await self.answer(at)
        while self._boxed(at.shell):
            await self.press(at, "escape")
        await self.press(at, "q")

    async def answer(self, at: Live) -> None:
        """Wait until something is to be done, and do it: a piece of an answer, or a box."""
        await at.until(lambda: self._mode.mine or self._mode.closed or self._boxed(at.shell))
        if self._boxed(at.shell):
            await self.press(at, self.closing(at.shell))
        elif self._mode.mine:
            await self._piece(at)

    def _boxed(self, shell: Shell) -> bool:
        return shell.overlay is not None

    def closing(self, shell: Shell) -> str:
        """The key for a box: now and then no, for that too must lead on."""
        if isinstance(shell.overlay, Confirming):
            return "n" if self._draw.random() < 0.1 else "y"
        return "escape"

    async def _piece(self, at: Live) -> None:
        """Choose what comes next, and press keys until it is there."""
        ask = self._mode.ask
        assert ask is not None
        building, slot = ask.building, self._table.slot
        before = building.pieces
        if building.answers and (not building.choices or self._draw.random() < HASTE):
            await self.press(at, "s" if ask.secret else "d")
            return
        wanted = self._draw.choice(building.choices)
        for _ in range(MOST):
            if self._mode.ask is not ask or building.pieces != before or self._table.slot != slot:
                return
            await self.press(at, self.closing(at.shell) if self._boxed(at.shell) else self.towards(at, wanted))
            if self._boxed(at.shell):
                return
        raise AssertionError(f"no key leads to {wanted.label.text}:\n{at.text}")

    async def press(self, at: Live, key: str) -> None:
        """Press one key, and wait until it is seen."""
        self.pressed.append(key)
        await at.press(key)

    def towards(self, at: Live, wanted: Choice) -> str:
        """The next key on the way to a choice."""
        view = at.shell.view
        assert isinstance(view, TableView)
        form = view._attention.form
        assert form is not None
        picking = form.picking
        if picking.choice is wanted:
            return "enter"
        if picking.on_map:
            if picking.row is not None and wanted in picking.row.choices:
                return "enter"
            area = next((row.area for row in picking.rows if wanted in row.choices), "")
            return self._over_map(view, area) or "tab"
        numbers = [row.choice for row in picking.rows]
        if wanted not in numbers:
            return "tab" if len(picking.areas) > 1 else "escape"
        at_row = numbers.index(wanted)
        return ("right" if at_row > picking.at else "left") if form.face.step("right", 0, picking.rows) else "down"

    def _over_map(self, view: TableView, area: str) -> str:
        """The first arrow of a shortest way over the map; "" if the arrows are not the map's or lead nowhere."""
        pane = view._map
        if not (area and view._attention.with_map and pane._chart is not None):
            return ""
        way = deque([(pane._chart.step(pane.cursor, arrow, pane._tier), arrow) for arrow in ARROWS])
        seen = {pane.cursor}
        while way:
            here, first = way.popleft()
            if here == area:
                return first
            if here not in seen:
                seen.add(here)
                way.extend((pane._chart.step(here, arrow, pane._tier), first) for arrow in ARROWS)
        return ""
