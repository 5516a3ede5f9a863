"""The map of A Game of Thrones in every way of drawing it: for tests of where areas lie and what is seen of them."""

from typing import Any

from client.screen.agot.scene import scene
from client.screen.canvas import Canvas
from client.screen.map.chart import Chart, Tier
from client.screen.map.layout import load_layout
from client.screen.map.spot import Scene
from client.screen.map.style import Style
from client.words.agot import AgotWords
from engine.agot.edition import edition
from tests.client.desk import Desk

BOARD = edition(5).board
LAYOUT = load_layout("agot", BOARD.borders)
CHART = Chart(LAYOUT)
TIERS = (*CHART.tiers, Tier(Style.LIST, LAYOUT.tall))
STARK = 0


def desk(topic: str = "orders", seed: int = 1) -> Desk:
    desk = Desk(seed=seed)
    desk.to(topic)
    return desk


def words(desk: Desk) -> AgotWords:
    assert isinstance(desk.mode.words, AgotWords)
    return desk.mode.words


def seen(desk: Desk, *args: Any) -> Scene:
    return scene(words(desk), desk.mode.match, STARK, *args)


def draw(width: int, height: int, scene: Scene, cursor: str | None = None, tier: Tier | None = None) -> Canvas:
    canvas = Canvas(width, height)
    CHART.draw(canvas, scene, cursor, tier)
    return canvas


def cell(canvas: Canvas, tier: Tier, area: str) -> list[str]:
    """The lines of an area on a canvas of just the size that the tier needs; they begin with its sign."""
    if tier.style is Style.LIST:
        return [line for line in canvas.text.splitlines() if line[1:4] == LAYOUT.codes[area]]
    across, down = tier.style.value
    x, y = tier.grid.cells[area][0]
    end = x + 1
    while tier.style is Style.BLOCK and (end, y) in tier.grid.cells[area]:
        end += 1
    above = 1 if tier.style is Style.BLOCK else 0
    return ["".join(line[x * across : end * across]) for line in canvas.chars[y * down + above : (y + 1) * down]]


def whole(tier: Tier, scene: Scene, cursor: str | None = None) -> Canvas:
    width, height = tier.least if tier.style is not Style.LIST else (60, 60)
    return draw(width, height, scene, cursor, tier)
