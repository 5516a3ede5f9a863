"""Bots leave what happened to be looked at, as the setting `pace` has it, and whoever sits there can hurry them."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio
import trio.testing
from typing_extensions import override

from client.bots.bot import Question, RandomBot
from client.bots.seat import CHOSEN, play_bot
from client.children import follow_leash
from client.company import Bots
from client.home import Home
from client.pace import AT_ONCE, Pace
from client.play.line import LineMode
from client.play.playing import play
from client.play.terminal import PlainTerminal
from client.player import load_player
from client.settings import PACES, Settings
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from net.telling import TableEvent
from protocol.events import Answered
from tests.client.local import LocalTable
from tests.client.screen.tables import at_rest
from tests.client.scripted import ScriptedTerminal, drawn_person
from tests.protocol.table import make_form

SECOND = 1.0


class Timed(RandomBot):
    """Notes when it is asked to choose, and for which topic."""

    def __init__(self) -> None:
        super().__init__(Random(1).randrange)
        self.at: list[tuple[str, float]] = []

    @override
    def choose(self, question: Question) -> object:
        self.at.append((question.topic, trio.current_time()))
        return super().choose(question)


async def played(pace: Pace) -> tuple[Timed, list[TableEvent], float]:
    """One bot at a table whose others answer at once: its answers, what it heard, and the seconds that passed."""
    table = LocalTable(Match.start(game("agot"), 5, {"houses": "agreed"}), 5, 0, 3)
    bot, began = Timed(), trio.current_time()
    events: list[TableEvent] = []
    await play_bot(table, bot, events.append, pace)
    return bot, events, trio.current_time() - began


def followed(events: Sequence[TableEvent]) -> int:
    """After how many answers of its own or of others something had happened when the bot was asked next."""
    answered = [event for event in events if isinstance(event, Answered)]
    waits, fresh = 0, False
    for event in answered:
        if isinstance(event.question, CHOSEN):
            waits += fresh and 0 in event.question.seats
            fresh = bool(event.events)
        else:
            fresh |= bool(event.events)
    return waits


async def test_a_bot_waits_before_each_answer_to_something_new(
    autojump_clock: trio.testing.MockClock,
) -> None:
    _, events, seconds = await played(Pace(SECOND))
    assert followed(events) > 10
    assert seconds == followed(events) * SECOND


async def test_before_anything_has_happened_nobody_waits(autojump_clock: trio.testing.MockClock) -> None:
    bot, _, _ = await played(Pace(SECOND))
    assert bot.at[0] == ("orders", 0.0)


@pytest.mark.parametrize("pace", [AT_ONCE, Pace(0.0)])
async def test_without_a_pace_no_time_passes(autojump_clock: trio.testing.MockClock, pace: Pace) -> None:
    assert (await played(pace))[2] == 0.0


async def test_who_is_in_a_hurry_ends_the_wait_and_not_the_next_one(autojump_clock: trio.testing.MockClock) -> None:
    pace = Pace(SECOND)
    with trio.fail_after(SECOND / 2):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pace.wait)
            nursery.start_soon(pace.wait)
            await trio.testing.wait_all_tasks_blocked()
            pace.hurry()
    began = trio.current_time()
    await pace.wait()
    assert trio.current_time() - began == SECOND


async def test_another_pace_counts_at_once(autojump_clock: trio.testing.MockClock) -> None:
    pace, began = Pace(1000 * SECOND), trio.current_time()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pace.wait)
        await trio.sleep(SECOND)
        pace.put(0.0)
    assert trio.current_time() - began == SECOND


async def test_an_empty_line_hurries_and_an_answer_does_not() -> None:
    class Counted(Pace):
        hurried = 0

        @override
        def hurry(self) -> None:
            self.hurried += 1
            super().hurry()

    match = Match.start(game("agot"), 3, {"houses": "agreed"})
    table = LocalTable(match, 3, 0, 1)
    drawn = drawn_person(Random(1))
    asked = 0

    def person(mode: LineMode) -> list[str]:
        nonlocal asked
        asked += 1
        return ["", *drawn(mode)]

    terminal = ScriptedTerminal(person)
    terminal.pace = pace = Counted()
    mode = LineMode(table, match.fork(), words_for(match, table.names), trio.current_time)
    await play(table, mode, terminal, list)
    assert pace.hurried == asked > 10


# ------------------------------------------------------------ from the player's program to its bots
async def test_a_bot_hears_whole_lines_however_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [b"10", b"00\n250", b"0\nnothing\n0\n7", b""]
    monkeypatch.setattr(os, "read", lambda *_: parts.pop(0))
    heard: list[str] = []
    await follow_leash(heard.append)
    assert heard == ["1000", "2500", "nothing", "0"]


async def test_every_bot_is_told_the_pace_at_first_and_whenever_it_changes(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import sys; [print(line, end='', flush=True) for line in sys.stdin]"]
    process = await trio.lowlevel.open_process(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    said = process.stdout
    assert said is not None
    pace = Pace(SECOND)
    async with trio.open_nursery() as nursery:
        bots = Bots(Home.find(str(tmp_path)), nursery, pace)
        nursery.start_soon(bots._lead, process)
        assert await said.receive_some() == b"1000\n"
        pace.hurry()
        assert await said.receive_some() == b"1000\n", "the same once more ends the wait that goes on"
        pace.put(0.0)
        assert await said.receive_some() == b"0\n"
        process.kill()
        await process.wait()
        pace.hurry()  # the bot is gone: nobody minds here, for its end is seen elsewhere
    await said.aclose()


async def test_the_pace_is_kept_at_the_seats_of_the_bots_that_were_brought_along(tmp_path: Path) -> None:
    """Who has brought none, as a guest who resumes, is never told of a wait."""
    pace, form = Pace(SECOND), make_form(3, 0, (), "agot")
    async with trio.open_nursery() as nursery:
        bots = Bots(Home.find(str(tmp_path)), nursery, pace)
        assert not pace.heeded
        bots.seated(form, 0)
        assert not pace.heeded
        mine = replace(form.seats[2], identity=load_player(bots._place(1)).key.public)
        bots.seated(replace(form, seats=(*form.seats[:2], mine)), 1)
        assert pace.heeded == {2}
        await bots.farewell(False)
    assert not pace.heeded


# ------------------------------------------------------------ who sits there
def test_a_script_waits_for_no_bot() -> None:
    assert PlainTerminal(False, PACES["long"]).pace.seconds == 0.0, "the input of tests is no terminal"


def test_the_setting_counts_at_once_and_space_hurries() -> None:
    keyboard = at_rest(80, 24)
    shell = keyboard.shell
    assert "no bots of yours sit here" in keyboard.press("space")
    assert "Space" not in keyboard.look()
    shell.settle(Settings(pace="long"))
    assert shell.pace.seconds == PACES["long"]
    waited = keyboard.desk.table.waiting_for
    shell.pace.heeded = frozenset({max(waited) + 1})
    assert "Space" not in keyboard.look(), "people are waited for, and none of the bots"
    shell.pace.heeded = frozenset(waited[-1:])
    assert "Space hurries them" in keyboard.look()
    news = shell.pace.news
    keyboard.press("space")
    assert news.is_set()
    shell.settle(Settings(pace="none"))
    assert "Space" not in keyboard.look()
    assert "they do not wait" in keyboard.press("space")
