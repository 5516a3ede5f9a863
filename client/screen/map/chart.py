"""The map on a canvas of any size, and how a cursor moves on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from client.play.cells import cut
from client.screen.canvas import Canvas
from client.screen.map.layout import Grid, Layout
from client.screen.map.spot import Scene, Spot
from client.screen.theme import side

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True)
class Tier:
    """A way to draw the map. `style`: blocks, cells, rows or list; `grid`: the one areas lie on, None for a list."""

    style: str
    grid: Grid | None = None


class Chart:
    """The map of one game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def tier(self, width: int, height: int) -> Tier:
        """The way that fits a canvas of that size."""
        return Tier("list")

    def draw(self, canvas: Canvas, scene: Scene, cursor: str | None, tier: Tier | None = None) -> None:
        """Draw all areas; `tier` instead of the one that fits, scrolled to the cursor if it is too large."""
        areas = list(scene)
        at = areas.index(cursor) if cursor in areas else 0
        top = max(0, min(at - canvas.height // 2, len(areas) - canvas.height))
        for y, area in enumerate(areas[top : top + canvas.height]):
            spot = scene[area]
            canvas.put(0, y, cut(line(spot), max(1, canvas.width)), side(spot.owner) if spot.owner is not None else "")
            if area == cursor:
                canvas.tint(0, y, canvas.width, "cursor")

    def step(self, area: str, direction: str, tier: Tier | None = None) -> str:
        """Where an arrow key (up, down, left, right) leads from an area; the area itself if there is nothing."""
        grid = self.layout.tall if tier is None or tier.grid is None else tier.grid
        dx, dy = DIRECTIONS[direction]
        x, y = grid.middle(area)

        def rank(other: str) -> tuple[bool, float]:
            ox, oy = grid.middle(other)
            ahead, aside = (ox - x) * dx + (oy - y) * dy, abs((ox - x) * dy) + abs((oy - y) * dx)
            return (other not in self.layout.borders[area], ahead + 2 * aside)

        found = [
            other for other in grid.cells if (grid.middle(other)[0] - x) * dx + (grid.middle(other)[1] - y) * dy > 0.3
        ]
        return min(found, key=rank, default=area)

    def next_of(self, areas: Sequence[str], area: str | None, back: bool = False) -> str | None:
        """The area after `area` among `areas` as one reads the map, round and round; None if there are none."""
        ordered = sorted(areas, key=lambda a: self.layout.tall.cells[a][0][::-1])
        if not ordered:
            return None
        if area not in ordered:
            return ordered[-1 if back else 0]
        return ordered[(ordered.index(area) + (-1 if back else 1)) % len(ordered)]


def line(spot: Spot) -> str:
    """All that an area shows, in one line."""
    return " ".join(filter(None, (spot.code, spot.name, spot.letter, spot.units, spot.order, spot.overlay)))
