"""Names of every script keep their columns: each line of the screen takes just as many cells as the window has."""

from random import Random

import pytest
from wcwidth import wcswidth

from client.play.cells import cut, pad, steady, width_of
from client.screen.canvas import Canvas
from client.screen.overlays import Reading
from tests.client.screen.live import attended, live
from tests.client.screen.player import Player, Sitting

NAMES = ["日本の王 太郎", "Zoe\u0308 O\u0301 Seandu\u0301in", "שלמה המלך", "Ann 👍🏽🇭🇺❤️", "👩\u200d👩\u200d👧 Róża"]
"""Wide letters, combining ones, letters from right to left, emoji with colours, joints and flags."""


def checked(canvas: Canvas) -> None:
    """Every row has its width, as the terminals of today count it and as those do that know no sequences."""
    for row in canvas.chars:
        line = "".join(row)
        assert wcswidth(line) == canvas.width, line
        assert sum(map(width_of, row)) == canvas.width, line


@pytest.mark.parametrize("name", NAMES)
def test_what_is_cut_and_padded_has_its_cells(name: str) -> None:
    for cells in range(1, 30):
        assert wcswidth(pad(name, cells)) == cells
        assert wcswidth(cut(name, cells)) <= cells
    assert wcswidth(steady(name)) == width_of(name)


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_written_over_whatever_keeps_its_cells(seed: int) -> None:
    draw = Random(seed)
    canvas = Canvas(20, 4)
    for _ in range(200):
        part = canvas.sub(draw.randint(-2, 20), draw.randint(-1, 4), draw.randint(0, 20), draw.randint(0, 4))
        if draw.random() < 0.1:
            part.fill("box")
        part.put(draw.randint(-3, 20), draw.randint(-1, 4), draw.choice([*NAMES, "plain words", "──┐"]))
        checked(canvas)


@pytest.mark.parametrize(("width", "height"), [(120, 40), (80, 24), (200, 60), (41, 13)])
def test_a_table_of_people_with_odd_names_keeps_its_columns(width: int, height: int) -> None:
    with live(width, height) as at:
        sitting = Sitting(at.shell, 4, 1, NAMES)
        player = Player(sitting, Random(4))
        keys = ["f3", "f4", "f5", "f6", "f7", "escape", "z", "z", "?", "escape", "T", "escape", "B", "end", "escape"]

        async def look(_: object) -> None:
            for _ in range(15):
                await player.answer(at)
                checked(at.canvas)
            for key in keys:
                await at.press(key)
                checked(at.canvas)
            at.shell.open(Reading(NAMES[0], NAMES))
            await at.until(lambda: at.paints > 0)
            checked(at.canvas)

        at.run(attended(sitting.flow, look, at, leaves=True))
        assert at.screen.fault is None
