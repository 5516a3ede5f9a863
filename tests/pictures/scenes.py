"""What the pictures show: screens of the program at tables that are played each time in the same way."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import trio

from client.home import Home
from client.player import keep_name
from client.screen.audit import open_audit
from client.screen.canvas import Canvas
from client.screen.keys import Keymap
from client.screen.records import Source
from client.screen.shell import Shell
from client.screen.start import Start, Visitor
from client.settings import gather
from engine.core.match import Match
from engine.core.questions import Question
from protocol.events import Said
from tests.client.screen.kept import record
from tests.client.screen.keyboard import Nothing
from tests.client.screen.lobbies import lobby
from tests.client.screen.player import Sitting

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LARGE, SMALL = (120, 40), (80, 24)
NAMES = ("Bob", "Łucja", "Ann", "Dora", "Eve")
ANN = 2
SEED = 6
"""A game in which all houses are strong for long."""
SAID = ((0, "Truce in the south until the wildlings come?"), (ANN, "Gladly, but the sea between us is mine."))


def path_of(name: str, ending: str) -> Path:
    """Where a picture stands, as svg or txt."""
    return FOLDER / f"{name}.{ending}"


def drawn(name: str) -> Canvas:
    """The screen of that name."""
    return SCENES[name]()


def _shell() -> Shell:
    return Shell(Nothing(), Keymap())


def _press(shell: Shell, *keys: str) -> None:
    """Press keys, each after what the one before led to was drawn."""
    for key in keys:
        shell.draw(*LARGE)
        shell.key(key)


def _start() -> Canvas:
    shell = _shell()
    with tempfile.TemporaryDirectory() as folder:
        home = Home.find(folder, {})
        home.data.mkdir(mode=0o700, exist_ok=True)
        home.data.chmod(0o700)
        keep_name(home, "Ann")
        visitor = Visitor(home, lambda: gather(argparse.Namespace(), home, {}))
        Start(shell, visitor, lambda what, main: None, lambda job: None, lambda: None).begin()
        return shell.draw(*LARGE)


async def _lobby() -> Canvas:
    async with lobby(5, 2, 1) as people:
        host, guest, other, _ = people
        await guest.press("t")
        await guest.type("Good evening! Is everybody there?")
        await host.press("t")
        await host.type("One more is on the way.")
        await guest.press("r")
        await other.press("r")
        host.look(*LARGE)
        host.now = 75.0
        return host.shell.draw(*LARGE)


def _sitting(until: Callable[[Match[Any], Question[Any]], bool]) -> Sitting:
    """Ann at her table, when she is asked what `until` waits for."""
    sitting = Sitting(_shell(), SEED, ANN, NAMES)
    sitting.bots_play(until)
    for seat, text in SAID:
        sitting.mode.happened(Said(seat, text, sitting.table.slot))
    sitting.sit_down()
    return sitting


def _table(width: int, height: int, *keys: str) -> Canvas:
    """The orders of the fourth round, some of them placed."""
    sitting = _sitting(lambda match, question: match.state.round >= 4 and question.topic == "orders")
    shell = sitting.terminal.shell
    for key in keys:
        shell.draw(width, height)
        shell.key(key)
    return shell.draw(width, height)


def _battle() -> Canvas:
    """A house card is to be chosen, against a house that has some left."""
    sitting = _sitting(lambda match, question: match.state.round >= 3 and question.topic == "house_card")
    _press(sitting.terminal.shell, "right", "right")
    return sitting.terminal.shell.draw(*LARGE)


def _audit() -> Canvas:
    shell = _shell()
    open_audit(shell, Source("evening.moot", lambda: record(11, NAMES)))
    canvas = shell.draw(*LARGE)
    if "VERIFIED" not in canvas.text:
        raise RuntimeError("a good record was not found good")
    return canvas


SCENES: dict[str, Callable[[], Canvas]] = {
    "start": _start,
    "lobby": lambda: trio.run(_lobby),
    "table": lambda: _table(*LARGE, "7", "3", "5", "7", "0", "down", "down"),
    "battle": _battle,
    "audit": _audit,
    "small": lambda: _table(*SMALL, "7", "3", "5", "down"),
}
"""By name, in the order of a game."""
