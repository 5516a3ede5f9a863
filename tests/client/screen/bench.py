"""How long a key takes to be seen, late in a game with a full log, and what a start of the program costs."""

import fcntl
import gc
import itertools
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from random import Random

import trio

from client.play.line import STORY
from client.screen.table.view import TableView
from tests.client.screen.live import Live, attended, live
from tests.client.screen.player import Sitting
from tests.figures import Row

WIDTH, HEIGHT = 200, 60
KEYS = 360
PAUSE = 0.02
"""Seconds between a painting and the next key: a key held down repeats about that fast."""
MEDIAN, TAIL = 16, 50
"""Milliseconds: one frame of most screens, and what a hand feels as delay."""
LATE = 8
"""The round from which on it is late."""
LINE = "hand"
KINGSMOOT = (sys.executable, "-m", "client")
SETTLING = 8.0
"""Seconds in which five bots come to a table and begin."""
PATIENCE = 30.0
STARTS = 6
START = 0.5
"""Seconds of CPU time."""
CYCLES = (
    ("right", "down", "left", "up", "right", "right", "down"),
    ("tab", "tab", "s-tab", "tab"),
    ("tab", "enter", "right", "down", "left", "enter", "right", "enter", "up", "tab"),
    ("?", "pagedown", "down", "up", "enter"),
    ("f3", "pageup", "pageup", "end", "f2"),
    (":", *LINE, "backspace", LINE[-1], "enter", "down", "q"),
    ("z", "down", "right", "z"),
)
"""What hands do at a table: over the map, in lists, answering, reading, typing. None of it is Escape: whether that is
a key of its own is known only after a while."""


def late(at: Live) -> Sitting:
    """A table at which bots have played until it is late, at the orders of twelve areas, and whose log is full."""
    sitting = Sitting(at.shell, 6, 2)
    sitting.bots_play(lambda match, question: match.state.round >= LATE and question.topic == "orders")
    story = sitting.mode.story
    for told in itertools.islice(itertools.cycle(list(story)), STORY - len(story)):
        story.append(told)
    return sitting


async def back_to_map(at: Live, sitting: Sitting) -> None:
    """Nothing chosen, nothing open, and the arrows are the map's."""
    view, ask = at.shell.view, sitting.mode.ask
    if not isinstance(view, TableView) or ask is None:
        raise RuntimeError("the question is gone")
    while at.shell.overlay is not None:
        await at.press("escape")
    if ask.building.pieces:
        await at.press("c")
    while view._attention.form is not None and view._attention.form.picking.area:
        await at.press("escape")


def times(count: int = KEYS) -> list[float]:
    """Milliseconds from the bytes of a key to its painting, for `count` keys and some."""
    taken: list[float] = []
    gc.freeze()  # as run_screen does
    with live(WIDTH, HEIGHT) as at:
        sitting = late(at)

        async def person(at: Live) -> None:
            draw = Random(5)
            await at.until(lambda: sitting.mode.mine)
            while len(taken) < count:
                await back_to_map(at, sitting)
                for key in draw.choice(CYCLES):
                    await trio.sleep(PAUSE)
                    taken.append(await at.press(key))

        at.run(attended(sitting.flow, person, at, leaves=True))
        if at.screen.fault is not None:
            raise at.screen.fault
    return taken


@contextmanager
def five_bots() -> Iterator[None]:
    """Tables of five programs, one after another, that play against each other on the same cores."""
    over = threading.Event()

    def play(folder: str) -> None:
        demo = [*KINGSMOOT, "demo", "agot", "--seats", "5", "--bots", "captain", "--out", folder]
        while not over.is_set():
            process = subprocess.Popen(demo, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None:
                if over.wait(0.5):
                    process.send_signal(signal.SIGINT)
                    process.wait()

    with tempfile.TemporaryDirectory() as folder:
        bots = threading.Thread(target=play, args=(folder,))
        bots.start()
        try:
            time.sleep(SETTLING)
            yield
        finally:
            over.set()
            bots.join()


def started(text: str, *command: str) -> float:
    """Seconds of CPU time, its own and the system's, that the program takes until a terminal shows `text`."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    process = subprocess.Popen(
        [*KINGSMOOT, *command], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
        env=os.environ | {"TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(slave)
    seen = b""
    while text.encode() not in seen:
        if not select.select([master], [], [], PATIENCE)[0]:
            raise RuntimeError(f"{text} did not come: {seen[-500:]!r}")
        seen += os.read(master, 65536)
    process.kill()
    _, _, used = os.wait4(process.pid, 0)
    os.close(master)
    return used.ru_utime + used.ru_stime


def starts(home: str, text: str, *command: str) -> float:
    """The median of some starts after a first one, which may have to write byte code."""
    taken = [started(text, "--home", home, *command) for _ in range(STARTS)]
    return statistics.median(taken[1:])


def screen_rows() -> Iterator[Row]:
    """Keys, alone and beside a busy table, and starts."""
    size = f"{WIDTH}x{HEIGHT}"
    for busy in (False, True):
        with five_bots() if busy else nullcontext():
            taken = times()
        beside = ", 5 bots beside" if busy else ""
        yield Row(f"screen: key to painting {size}{beside}, median", statistics.median(taken), "ms", MEDIAN)
        tail = statistics.quantiles(taken, n=100)[98]
        yield Row(f"screen: key to painting {size}{beside}, 99th of 100", tail, "ms", TAIL)
    with tempfile.TemporaryDirectory() as home:
        subprocess.run([*KINGSMOOT, "--home", home, "id", "--name", "Ann"], check=True, capture_output=True)
        yield Row("screen: start to the first page", starts(home, "Play alone"), "s of CPU", START)
        play = starts(home, "Going to the table", "play", "agot")
        yield Row("screen: start of play to its first page", play, "s of CPU", START)
