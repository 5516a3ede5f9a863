"""After a resume the log is as if the program had never ended (asks: resume loses nothing)."""

import time
from pathlib import Path

import trio
from typing_extensions import override

from client.play.line import LineMode, Told
from client.play.sitting import sit
from client.play.waiting import WaitingRoom
from client.player import load_player
from client.returning import resume_table
from client.store.database import Store
from client.store.tables import all_tables
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from protocol.events import Answered, Asked, Event, Said, TwoStories
from protocol.session import Session
from tests.bots.whole import agreed_table
from tests.client.desk import Desk
from tests.client.scripted import ScriptedTerminal
from tests.protocol.table import Table
from tests.store.rows import home_of, kept_journal, new_match, played

NEEDLESS_SEAT, NEEDLESS_SEED = 3, 4
"""Whoever has this seat in that game of the desk is spared some questions."""
QUICK = 0.3
"""Seconds of a processor in which a whole game is told again."""


def told(mode: LineMode) -> tuple[object, ...]:
    """All that a person can look back at."""
    looked = [mode.look(*command) for command in (("log", "1000"), ("talk", "1000"), ("why",), ("dice",))]
    return list(mode.story), looked, mode.match.digest


def again(desk: Desk, past: list[Event]) -> LineMode:
    """A person who comes back to the table of `desk`."""
    fresh = Match.start(game("agot"), 5, {"houses": "agreed"})
    mode = LineMode(desk.table, fresh, words_for(fresh, desk.table.names), lambda: 0.0)
    mode.retell(past)
    return mode


def test_all_is_told_again_in_the_same_words() -> None:
    """Steps of the rules, phases, talk, and why nobody was asked: in the order in which they were told."""
    desk, past, spared = Desk(NEEDLESS_SEAT, NEEDLESS_SEED), list[Event](), 0
    while (question := desk.table.match.question) is not None:
        if desk.table.asks(question):
            desk.mode.happened(Asked(desk.table.slot, question, question.seats))
            spared += desk.mode.unasked() is not None
        if desk.table.slot % 10 == 0:
            assert told(again(desk, past)) == told(desk.mode)
        if desk.table.slot % 7 == 0:
            past.append(Said(desk.table.slot % 5, f"slot {desk.table.slot}", desk.table.slot))
            desk.mode.happened(past[-1])
        if desk.table.asks(question):
            desk.table.take(question.options(NEEDLESS_SEAT).sample(desk.table.oracle.draw, desk.table.known))
        past.append(desk.table.step())
        desk.mode.happened(past[-1])
    past.append(TwoStories(1, 0))
    desk.mode.happened(past[-1])
    assert told(again(desk, past)) == told(desk.mode)
    assert spared
    assert {each.kind for each in desk.mode.story} == {"event", "forced", "stage", "chat", "notice", "mine"}


def test_who_was_spared_before_is_not_told_twice() -> None:
    desk, past = Desk(NEEDLESS_SEAT, NEEDLESS_SEED), list[Event]()
    while True:
        question = desk.question
        if desk.table.asks(question):
            if desk.mode.words.needless(desk.mode.match, question, NEEDLESS_SEAT):
                break
            desk.table.take(question.options(NEEDLESS_SEAT).sample(desk.table.oracle.draw, desk.table.known))
        past.append(desk.table.step())
        desk.mode.happened(past[-1])
    mode = again(desk, past)
    before = list(mode.story)
    assert mode.happened(Asked(desk.table.slot, question, question.seats)) == []
    assert mode.unasked() == (desk.table.slot, "no")
    assert list(mode.story) == before
    assert before[-1].text.endswith("you keep it.")


# ---------------------------------------------------------------- from the journal
class Leaver(ScriptedTerminal):
    """Leaves as soon as the table is there."""

    def __init__(self) -> None:
        super().__init__(lambda mode: [])
        self.scripted = True  # so that nothing is typed before there is a table

    @override
    async def line(self) -> str:
        return "quit"


def talking(slots: int) -> Table:
    """A table at which somebody speaks now and then, left at a slot."""
    table = played.__wrapped__(slots=3)
    for slot in range(3, slots):
        table.session(slot % 3).say(f"slot {slot}")
        table.run(lambda slot=slot: table.session(0).slot > slot, limit_ms=100_000_000)  # type: ignore[misc]
    return table


async def test_story_after_resume_equals_story_without_a_crash(tmp_path: Path) -> None:
    table, home = talking(slots=30), home_of(tmp_path, 0)
    kept_journal(home, table, 0).close()
    terminal = Leaver()
    with Store(home) as store:
        (kept,) = all_tables(store)
    with trio.fail_after(60):
        await sit(WaitingRoom(terminal), resume_table(home, load_player(home), kept, lambda _: None), None)
    mode = terminal._mode
    assert mode is not None
    fresh = new_match(table.form)
    never_gone = LineMode(mode.table, fresh, words_for(fresh, mode.table.names), lambda: 0.0)
    for event in table.events(0):
        never_gone.happened(event)
    assert lasting(mode) == lasting(never_gone)
    assert mode.look("log", "99") == never_gone.look("log", "99")
    assert mode.look("talk", "99") == never_gone.look("talk", "99")
    assert [each.text for each in lasting(mode) if each.kind == "chat"][-1].endswith("slot 29")


def lasting(mode: LineMode) -> list[Told]:
    """What was told without the news of links, which are of the moment."""
    return [each for each in mode.story if each.kind != "notice"]


def test_a_whole_game_is_told_again_at_once() -> None:
    """A tenth of what it may take is usual, so that a slow machine passes, too."""
    table = agreed_table(5)
    session = Session(table.agreement, 0, table.keys[0], new_match(table.form))
    past = session.restore(table.states[0].journal, bytes(16))
    fresh = new_match(table.form)
    desk = Desk()
    mode = LineMode(desk.table, fresh, words_for(fresh, desk.table.names), lambda: 0.0)
    start = time.process_time()
    mode.retell(past)
    assert time.process_time() - start < QUICK
    assert mode.match.outcome is not None
    assert sum(isinstance(event, Answered) for event in past) == mode.match.index
