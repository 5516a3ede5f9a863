"""A whole game of five through line mode, typed."""

from random import Random

import pytest
import trio

from client.play.line import LineMode
from client.play.playing import play
from client.words.library import words_for
from engine.core.match import Match
from engine.registry import game
from tests.client.local import LocalTable
from tests.client.scripted import ScriptedTerminal, drawn_person

AGOT = game("agot")
TABLES: list[tuple[int, str]] = [
    (seats, option) for seats in AGOT.seats for option in ("", *AGOT.settings(seats, {})) if option != "houses"
]


async def play_through(seats: int, option: str, seed: int) -> tuple[ScriptedTerminal, LocalTable, int]:
    match = Match.start(AGOT, seats, {option: True} if option else {})
    table = LocalTable(match, seats, seed % seats, seed)
    terminal = ScriptedTerminal(drawn_person(Random(seed)))
    mode = LineMode(table, match.fork(), words_for(match, table.names), trio.current_time)
    with trio.fail_after(60):
        code = await play(table, mode, terminal, lambda: ["kept"])
    return terminal, table, code


@pytest.mark.parametrize(("seats", "option"), TABLES)
async def test_a_whole_game_is_typed(seats: int, option: str) -> None:
    terminal, table, code = await play_through(seats, option, len(option))
    assert code == 0
    assert table.match.outcome is not None
    assert any("castles" in line for line in terminal.screen[-10:])
    assert terminal.rung > 10
    wide = [line for line in terminal.screen if len(line) > 80]
    assert not wide
