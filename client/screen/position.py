"""The board of a kept game at one position: the map where the game has one, else its lines."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from client.screen.canvas import Canvas
from client.screen.games import screen_of
from client.screen.map.chart import Chart
from client.screen.map.spot import HIDDEN, Scene, Spot
from client.screen.map.style import Style
from client.timeline import Timeline
from engine.core.match import Match

SPECTATOR = -1
"""The seat of somebody who has none: all areas are drawn alike."""


class Position:
    """One position of a timeline, and the cursor on its map, which goes to where something has just changed.

    Attributes:
        n: the position.
        changed: the areas in which something is not as it was a step before.
        match: the game there.
        cursor: the area under the cursor, "" without a map. It is drawn when it was moved, or where it scrolls a list.
    """

    def __init__(self, timeline: Timeline, n: int = 0) -> None:
        self._timeline = timeline
        self._map = screen_of(timeline.at(0)).map(timeline.words)
        self._chart = Chart(self._map.layout) if self._map is not None else None
        self._scene: Scene = {}
        self.cursor = ""
        self._moved = False
        self.changed: Sequence[str] = ()
        self.n = -1
        self.match: Match[Any] = timeline.at(0)
        self.go(n)

    def go(self, n: int) -> None:
        """Stand at position `n`, which must be one of the timeline's."""
        if n == self.n:
            return
        before = self._seen(self.match if self.n == n - 1 else self._timeline.at(max(0, n - 1)))
        self.n, self.match = n, self._timeline.at(n)
        now = self._seen(self.match)
        self.changed = changed = [area for area in now if _differs(before[area], now[area])]
        self._scene = self._seen(self.match, changed)
        self._moved = False
        self.cursor = changed[0] if changed else self.cursor or next(iter(now), "")

    def _seen(self, match: Match[Any], changed: Collection[str] = ()) -> Scene:
        return self._map.scene(match, SPECTATOR, chosen=changed) if self._map is not None else {}

    def move(self, back: bool) -> bool:
        """The cursor to the next area as one reads the map; whether there is a map."""
        if self._chart is None:
            return False
        if self._moved:
            self.cursor = self._chart.next_of(list(self._scene), self.cursor, back) or ""
        self._moved = True
        return True

    def point(self, area: str) -> bool:
        """The cursor to an area; whether it was elsewhere, or not to be seen."""
        moved = not self._moved or area != self.cursor
        self.cursor, self._moved = area, True
        return moved

    def area(self) -> list[str]:
        """All about the area under the cursor."""
        spot = self._scene.get(self.cursor)
        return self._timeline.words.area(self.match, spot.name) if spot is not None else []

    def lines(self, width: int, height: int) -> int:
        """How many of `height` lines the board has a use for."""
        return self._chart.lines(width, height) if self._chart is not None else height

    def draw(self, canvas: Canvas, top: int) -> int:
        """The board, its lines from `top` on where it has no map; gives how many lines are out of sight below."""
        if self._chart is not None:
            tier = self._chart.tier(canvas.width, canvas.height)
            seen = self._moved or tier.style is Style.LIST
            self._chart.draw(canvas, self._scene, self.cursor if seen and self.cursor else None, tier, kept=True)
            return 0
        lines = self._timeline.words.board(self.match, SPECTATOR)
        canvas.lines(0, 0, lines[top : top + canvas.height])
        return max(0, len(lines) - top - canvas.height)


def _differs(before: Spot, now: Spot) -> bool:
    """Whether anything has changed in an area; that orders are asked for is no change."""
    return before != (replace(now, order=before.order) if now.order == HIDDEN else now)
