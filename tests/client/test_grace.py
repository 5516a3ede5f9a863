"""Talk after the end, as a person at a terminal meets it: line mode, and the loop of a seat (SPEC 19)."""

import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import trio
from trio.testing import MockClock
from typing_extensions import override

from client.errors import FAILED, OK
from client.home import Home
from client.pace import AT_ONCE
from client.play.asking import Heard
from client.play.line import ALONE, SILENT, LineMode
from client.play.playing import play
from client.play.sitting import sit
from client.play.terminal import Attended
from client.play.waiting import WaitingRoom
from client.seating import Seated
from client.words.library import words_for
from engine.core.errors import Over
from engine.core.match import Match
from engine.core.plain import Plain
from engine.registry import game
from net.telling import Away, Back, TableClosed, TableEvent, TableOver
from protocol.events import Said
from protocol.talk import AFTERWARDS
from tests.client.desk import Desk
from tests.client.local import LocalTable

LEFT = "closed the program"


def words(lines: Sequence[str]) -> str:
    """Folded lines in one."""
    return " ".join(" ".join(lines).split())


def over(reason: str = "") -> Desk:
    """Somebody at a table at which nothing is left to play; seats 1 and 3 are still there."""
    desk = Desk()
    desk.mode.happened(TableOver(reason, (1, 3)))
    return desk


def test_the_line_below_says_who_is_still_there_and_what_can_be_done() -> None:
    mode = over().mode
    assert mode.over
    assert not mode.closed
    assert mode.company == ["Lannister (player 1)", "Greyjoy (player 3)"]
    assert "are still here. You: say TEXT talks, quit leaves." in words(mode.status())
    mode.happened(Away(3, LEFT))
    assert "Lannister (player 1) is still here" in words(mode.status())
    mode.happened(Away(1, "was cut off"))
    assert "Nobody else is here just now. You: quit leaves." in words(mode.status())
    mode.happened(Back(1))
    assert mode.company == ["Lannister (player 1)"]


def test_a_seat_is_not_waited_for_when_nothing_is_left_to_play() -> None:
    lines = over().mode.happened(Away(1, LEFT))
    assert lines == ["Lannister (player 1) has left (closed the program)."]


def test_it_is_told_why_the_talk_has_ended() -> None:
    mode = over().mode
    assert mode.happened(TableClosed()) == [SILENT]
    assert "10 minutes" in SILENT
    mode = over().mode
    for seat in (1, 3):
        mode.happened(Away(seat, LEFT))
    assert mode.happened(TableClosed()) == [ALONE]
    assert mode.closed
    assert mode.company == []


def test_a_table_that_was_stopped_has_failed_also_after_talk() -> None:
    mode = over("the table is stopped by a proven fault: a lie").mode
    assert "a proven fault" in mode.end
    assert "The table has stopped." in words(mode.status())
    mode.happened(TableClosed("the table is stopped by a proven fault: a lie"))
    assert mode.failed
    assert "a proven fault" in mode.end, "that nobody is there any more is no reason"


# ------------------------------------------------------------ the loop of one seat
class Late(LocalTable):
    """A table whose game is over: what happens then is `events`, each after a second."""

    def __init__(self, events: Sequence[TableEvent]) -> None:
        super().__init__(Match.start(game("agot"), 5, {"houses": "agreed"}), 5, 0, 1)
        self.stays = False
        self.session = SimpleNamespace(verdict=None)
        self.fresh: Match[Any] = self.match.fork()
        self._then = events

    @override
    def stay(self) -> None:
        self.stays = True

    @override
    async def __aiter__(self) -> AsyncIterator[TableEvent]:
        for event in self._then:
            await trio.sleep(1)
            yield event


class Typist:
    """A terminal without a screen, at which `lines` are typed at their seconds; then nothing more can come."""

    live = False
    pace = AT_ONCE

    def __init__(self, lines: Sequence[tuple[float, str]], scripted: bool = False) -> None:
        self.scripted = scripted
        self.shown: list[str] = []
        self._lines = list(lines)

    def show(self, lines: Iterable[str]) -> None:
        self.shown += lines

    news = reply = show

    def ask(self, lines: Sequence[str], yes_no: bool) -> None: ...

    def withdraw(self) -> None: ...

    def ring(self) -> None: ...

    def attend(self, listener: Attended) -> None: ...

    async def line(self) -> str:
        if not self._lines:
            raise trio.EndOfChannel
        await trio.sleep_until(self._lines[0][0])
        return self._lines.pop(0)[1]

    async def entry(self) -> str | Heard:
        return await self.line()


FAREWELL = (TableOver("", (1,)), Said(1, "well played", AFTERWARDS), Away(1, LEFT), TableClosed())


async def farewell(table: Late, terminal: Typist) -> tuple[int, LineMode, float]:
    """Play from the end on; gives exit code, mode and time."""
    mode = LineMode(table, table.match.fork(), words_for(table.match, table.names), trio.current_time)
    began = trio.current_time()
    with trio.fail_after(1_000):
        code = await play(table, mode, terminal, lambda: ["The record is kept."])
    return code, mode, trio.current_time() - began


async def test_the_record_is_kept_before_the_talk_which_is_shown_and_answered(autojump_clock: MockClock) -> None:
    table, terminal = Late(FAREWELL), Typist([(2.5, "say same to you"), (60, "quit")])
    code, mode, _ = await farewell(table, terminal)
    assert table.stays
    assert code == OK
    assert table.lines == ["same to you"]
    shown = terminal.shown
    kept = shown.index("The record is kept.")
    assert "is still here. You: say TEXT talks, quit leaves." in words(shown[kept:])
    assert any("well played" in line for line in shown[kept:])
    assert shown.count("The record is kept.") == 1
    assert shown.index(ALONE) < shown.index("quit leaves; board, log and rules still answer.")
    assert mode.closed


async def test_quit_and_the_end_of_the_input_leave_at_once(autojump_clock: MockClock) -> None:
    for lines in ([(1.5, "quit")], []):
        table, terminal = Late(FAREWELL), Typist(lines)
        code, mode, took = await farewell(table, terminal)
        assert code == OK
        assert took < 2
        assert "The record is kept." in terminal.shown
        assert not mode.closed


async def test_a_script_holds_no_table_open(autojump_clock: MockClock) -> None:
    table, terminal = Late((TableClosed(),)), Typist([], scripted=True)
    code, _, took = await farewell(table, terminal)
    assert not table.stays
    assert (code, took) == (OK, 1)
    assert terminal.shown[-1] == "The record is kept."


async def test_a_table_that_was_stopped_is_a_failure_also_if_one_leaves_while_others_talk(
    autojump_clock: MockClock,
) -> None:
    code, _, _ = await farewell(Late((TableOver("a proven fault", (1,)), TableClosed("a proven fault"))), Typist([]))
    assert code == FAILED


# ------------------------------------------------------------ what is kept
class Books:
    """The journal of a seat: what was noted and written, at which second."""

    home = Home.find("nowhere")
    short_id = "1a2b3c4d"

    def __init__(self) -> None:
        self.noted: list[float] = []
        self.written: list[float] = []

    def finish(self, out: str | None) -> str:
        self.written.append(trio.current_time())
        return "here.moot"

    @contextlib.asynccontextmanager
    async def seating(self, table: Late) -> AsyncIterator[Seated]:
        yield cast("Seated", SimpleNamespace(table=table, journal=self, past=(), words="", rest=self._rest))

    def draft(self) -> None:
        """Nothing was left."""

    def lobby(self) -> list[str]:
        """Nothing was said."""
        return []

    def keep_draft(self, slot: int, pieces: tuple[Plain, ...]) -> None:
        """Nothing is chosen here."""

    def _rest(self, final: Over | None) -> None:
        self.noted.append(trio.current_time())


async def test_all_is_kept_before_the_talk_so_that_a_closed_terminal_loses_nothing(autojump_clock: MockClock) -> None:
    """Ended, and its record written, before anybody says a word; and again when the seat is left."""
    books, terminal = Books(), Typist([(1_000, "quit")])
    began = trio.current_time()
    with trio.move_on_after(2.5):  # the terminal is closed, or the power fails
        await sit(WaitingRoom(terminal), books.seating(Late(FAREWELL)), None)
    assert [at - began for at in books.written] == [1, 2.5]
    assert books.noted == books.written
    assert not any("takes the game up again" in line for line in terminal.shown)
