"""How long a key takes to be seen, late in a game with a full log, and what a start of the program costs."""

import itertools
from random import Random

import trio

from client.bots.bot import Question
from client.bots.kinds import make_bot
from client.play.line import STORY
from protocol.events import Asked
from tests.client.screen.live import Live, attended, live
from tests.client.screen.player import SEATS, Sitting

WIDTH, HEIGHT = 200, 60
KEYS = 360
PAUSE = 0.02
"""Seconds between a painting and the next key: a key held down repeats about that fast."""
MEDIAN, TAIL = 16, 50
"""Milliseconds: one frame of most screens, and what a hand feels as delay."""
LATE = 8
"""The round from which on it is late."""
LINE = "hand"
CYCLES = (
    ("right", "down", "left", "up", "right", "right", "down"),
    ("tab", "tab", "s-tab", "tab"),
    ("enter", "right", "down", "left", "tab", "right", "up", "tab"),
    ("?", "pagedown", "down", "up", "enter"),
    ("f3", "pageup", "pageup", "end", "f2"),
    (":", *LINE, "backspace", LINE[-1], "enter", "down", "q"),
    ("z", "down", "right", "z"),
)
"""What hands do at a table; none of it leaves an open box, sends an answer, or begins with Escape."""


def late(at: Live, seed: int = 7) -> Sitting:
    """A table at which bots have played until it is late, at the orders, and whose log is full."""
    sitting = Sitting(at, seed, 1)
    table, mode = sitting.table, sitting.mode
    bots = {seat: make_bot("steady", "agot", seed + seat) for seat in range(SEATS)}
    table.bots.update(bots)
    while (question := table.match.question) is not None:
        if table.asks(question):
            if table.match.state.round >= LATE and question.topic == "orders":
                break
            mode.happened(Asked(table.slot, question, question.seats))
            spared = mode.unasked()
            put = Question.of(table.match, table.seat, table.known)
            table.take(spared[1] if spared is not None else bots[table.seat].choose(put))
        mode.happened(table.step())
    if table.match.question is None:
        raise RuntimeError("the game ended before it was late")
    for told in itertools.islice(itertools.cycle(list(mode.story)), STORY - len(mode.story)):
        mode.story.append(told)
    return sitting


def times(count: int = KEYS) -> list[float]:
    """Milliseconds from the bytes of a key to its painting, for `count` keys and some."""
    taken: list[float] = []
    with live(WIDTH, HEIGHT) as at:
        sitting = late(at)

        async def person(at: Live) -> None:
            draw = Random(5)
            await at.until(lambda: sitting.mode.mine)
            while len(taken) < count:
                for key in draw.choice(CYCLES):
                    await trio.sleep(PAUSE)
                    taken.append(await at.press(key))

        at.run(attended(sitting.flow, person, at, leaves=True))
        if at.screen.fault is not None:
            raise at.screen.fault
    return taken
