"""A window of any size at any time: nothing fails, and each line keeps to the width of the window."""

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from wcwidth import wcswidth

from client.home import Home
from client.player import keep_name
from client.screen.audit import open_audit
from client.screen.opening import Opening
from client.screen.replay import open_replay
from client.screen.rulebook import RulesView
from client.screen.shell import Shell
from client.screen.start import Start, Visitor
from client.settings import gather
from tests.client.screen.kept import record, source
from tests.client.screen.live import Glass, Live, live
from tests.client.screen.player import Sitting

RESIZES = 20
EDGES = ((1, 1), (200, 1), (1, 60), (200, 60))
KEYS = ("up", "down", "left", "right", "tab", "pagedown", "?", "c-p", "escape", "enter", "7", "z", "f3", "f2")
"""None of them leaves for good: what Enter opens, Escape closes."""

Show = Callable[[Shell, Path], None]


def start(shell: Shell, folder: Path) -> None:
    home = Home.find(str(folder), {})
    home.data.chmod(0o700)
    keep_name(home, "Ann")
    visitor = Visitor(home, lambda: gather(argparse.Namespace(), home, {}))
    Start(shell, visitor, lambda what, main: None, lambda job: None, lambda: None).begin()


def table(topic: str) -> Show:
    def show(shell: Shell, folder: Path) -> None:
        sitting = Sitting(shell, 6, 2)
        sitting.bots_play(lambda match, question: match.state.round >= 2 and question.topic == topic)
        sitting.sit_down()

    return show


def audit(shell: Shell, folder: Path) -> None:
    open_audit(shell, source(record()))


def replay(shell: Shell, folder: Path) -> None:
    open_replay(shell, source(record()), "en")


SCREENS: dict[str, Show] = {
    "opening": lambda shell, folder: shell.show(Opening("Going there", lambda: 0.0)),
    "start": start,
    "rules": lambda shell, folder: shell.show(RulesView(shell, "en", lambda: None)),
    "orders": table("orders"),
    "march": table("march"),
    "house card": table("house_card"),
    "bid": table("bid"),
    "audit": audit,
    "replay": replay,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_survives_any_size(name: str, tmp_path: Path) -> None:
    draw = Random(name)
    glass = Glass()
    with live(80, 24, glass=glass) as at:

        async def flow(shell: Shell) -> int:
            await at.until(lambda: at.paints > 0)
            SCREENS[name](shell, tmp_path)
            sizes = [(draw.randint(1, 200), draw.randint(1, 60)) for _ in range(RESIZES - len(EDGES))]
            for width, height in (*EDGES, *sizes):
                await at.resize(width, height)
                for key in draw.choices(KEYS, k=3):
                    await at.press(key)
                judge(at, glass)
            return 0

        assert at.run(flow) == 0
        assert at.screen.fault is None


def test_a_typed_line_is_whole_again_when_there_is_room(tmp_path: Path) -> None:
    """After a tiny window each field had lost the letters of its label."""
    glass = Glass()
    with live(80, 24, glass=glass) as at:

        def last() -> str:
            return glass.seen(at.size.columns, at.size.rows)[-1]

        async def flow(shell: Shell) -> int:
            await at.until(lambda: at.paints > 0)
            table("orders")(shell, tmp_path)
            await at.press(":", *"grey")
            for width in (40, 13, 12, 9, 4, 1):
                await at.resize(width, 4)
                await at.resize(80, 24)
                assert last() == "answer> grey"
            await at.resize(12, 4)
            await at.press(*"water", "enter", "escape")
            assert shell.typing is None
            await at.press("F")
            assert last() == "area>"
            await at.resize(80, 24)
            assert last() == "area>"
            await at.press(*"x" * 100)
            assert last().startswith("xxx")
            await at.press("home")
            assert last().startswith("area> xxx")
            return 0

        assert at.run(flow) == 0


def judge(at: Live, glass: Glass) -> None:
    """Each line has its cells, and the terminal shows what is drawn."""
    canvas = at.canvas
    for row in canvas.chars:
        assert wcswidth("".join(row)) == canvas.width
    if at.shell.typing is None:
        assert glass.seen(canvas.width, canvas.height) == [line.rstrip() for line in canvas.text.splitlines()]
