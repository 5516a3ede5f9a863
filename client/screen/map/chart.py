"""The map on a canvas of any size, and how a cursor moves on it."""

from collections.abc import Collection
from dataclasses import dataclass

from client.play.cells import fold
from client.screen.canvas import Canvas, Glyphs
from client.screen.map import cells, lettering, listing, moving, waters
from client.screen.map.blocks import Blocks
from client.screen.map.layout import Grid, Layout
from client.screen.map.spot import AREA, Scene
from client.screen.map.style import Style

SIZES = 4
"""Maps of other sizes that are kept: that of the pane, of the whole window, and of a window that was smaller."""


@dataclass(frozen=True)
class Tier:
    """A way to draw the map. `grid`: the one its areas lie on; a list goes by the tall one when arrows are pressed."""

    style: Style
    grid: Grid

    @property
    def least(self) -> tuple[int, int]:
        """The cells it needs to be seen whole, across and down."""
        width, height = self.style.value
        frame = 1 if self.style is Style.BLOCK else 0
        return self.grid.columns * width + frame, self.grid.rows * height + frame


class Chart:
    """The map of one game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        tall, wide = layout.tall, layout.wide
        self.tiers = (
            Tier(Style.BLOCK, tall),
            Tier(Style.BLOCK, wide),
            Tier(Style.TWO_LINES, tall),
            Tier(Style.TWO_LINES, wide),
            Tier(Style.ONE_LINE, tall),
            Tier(Style.ONE_LINE, wide),
        )
        """From the one that shows most."""
        self._blocks: dict[tuple[bool, int, int, Glyphs], Blocks] = {}
        self.short = False
        """Whether the map was drawn last with armies without the 1 of a single figure."""

    # ------------------------------------------------------------ sizes
    def tier(self, width: int, height: int) -> Tier:
        """The way to draw that shows most and fits a canvas of that size; a list if none does."""
        for tier in self.tiers:
            if tier.least[0] <= width and tier.least[1] <= height:
                return tier
        return Tier(Style.LIST, self.layout.tall)

    def lines(self, width: int, height: int) -> int:
        """How many of `height` lines the map fills when it is drawn in them; all for a list."""
        tier = self.tier(width, height)
        if tier.style is Style.LIST:
            return height
        _, down, frame = self._pitch(tier, width, height)
        return tier.grid.rows * down + frame

    def _pitch(self, tier: Tier, width: int, height: int) -> tuple[int, int, int]:
        """The cells of one area across and down, the lines between them included, and those of the last frame."""
        frame = 1 if tier.style is Style.BLOCK else 0
        across, down = tier.style.value
        most = 1 if tier.style is Style.ONE_LINE else 4 if tier.style is Style.TWO_LINES else height
        return (
            max(across, (width - frame) // tier.grid.columns),
            max(down, min(most, (height - frame) // tier.grid.rows)),
            frame,
        )

    # ------------------------------------------------------------ drawing
    def draw(
        self, canvas: Canvas, scene: Scene, cursor: str | None, tier: Tier | None = None, kept: bool = False
    ) -> None:
        """Draw all areas, with what the signs mean below them if there is a line left.

        Args:
            canvas: of any size.
            scene: of all areas of the layout.
            cursor: the area that is pointed at; None if there is no cursor.
            tier: instead of the one that fits; a map that is too large is scrolled to the cursor.
            kept: it is the map of a game that is looked at again, which has other signs.
        """
        tier = tier or self.tier(canvas.width, canvas.height)
        beside = frozenset(self.layout.borders.get(cursor, ())) if cursor is not None else frozenset()
        if tier.style is Style.LIST:
            listing.draw(canvas, scene, cursor, beside)
            self.short = listing.SHORT
            return
        across, down, frame = self._pitch(tier, canvas.width, canvas.height)
        grid = tier.grid
        head = grid.cells[cursor][0] if cursor is not None and cursor in grid.cells else (0, 0)
        used = grid.columns * across + frame, grid.rows * down + frame
        left = _scrolled(canvas.width, used[0], head[0] * across, across)
        top = min(0, _scrolled(canvas.height, used[1], head[1] * down, down))
        if tier.style is Style.BLOCK:
            blocks = self._in_blocks(grid, across, down, canvas.glyphs, scene)
            blocks.draw(canvas, left, top, scene, cursor)
            self.short = blocks.short
        else:
            self._in_cells(canvas, tier, (left, top), (across, down), scene, cursor, beside)
            self.short = cells.SHORT
        for area, places in grid.cells.items():
            for x, y in places:
                canvas.spot(left + x * across, top + y * down, across, down, (AREA, area))
        free = canvas.height - used[1]
        if free > 0:
            lines = fold(lettering.legend(canvas.glyphs, kept, tier.style, self.short), "", max(8, canvas.width))
            canvas.sub(0, used[1], canvas.width, free).lines(0, 0, lines[:free], "dim")

    def _in_blocks(self, grid: Grid, across: int, down: int, glyphs: Glyphs, scene: Scene) -> Blocks:
        """The lines of the map; they are the same until the window changes, or the pane in it."""
        key = (grid is self.layout.tall, across, down, glyphs)
        if key not in self._blocks:
            while len(self._blocks) >= SIZES:
                del self._blocks[next(iter(self._blocks))]
            self._blocks[key] = Blocks(self.layout, grid, across, down, glyphs, scene)
        return self._blocks[key]

    def _in_cells(
        self,
        canvas: Canvas,
        tier: Tier,
        corner: tuple[int, int],
        pitch: tuple[int, int],
        scene: Scene,
        cursor: str | None,
        beside: Collection[str],
    ) -> None:
        (left, top), (across, down) = corner, pitch
        if tier.style is Style.TWO_LINES:
            waters.draw(canvas, self.layout, tier.grid, corner, pitch)
        for area, places in tier.grid.cells.items():
            x, y = left + places[0][0] * across, top + places[0][1] * down
            if tier.style is Style.TWO_LINES:
                cells.two_lines(canvas, x, y, across, down, scene[area], area in beside)
            else:
                cells.one_line(canvas, x, y, across, scene[area], area in beside)
        if cursor is not None and cursor in tier.grid.cells:
            column, row = tier.grid.cells[cursor][0]
            point = cells.point_two if tier.style is Style.TWO_LINES else cells.point_one
            point(canvas, left + column * across, top + row * down, across)

    def parted(self, area: str, tier: Tier | None) -> list[str]:
        """The areas that touch one on the map of `tier` though no way leads to them; in a list nothing touches."""
        if tier is None or tier.style is Style.LIST:
            return []
        return waters.parted(self.layout, tier.grid, area)

    # ------------------------------------------------------------ moving
    def step(self, area: str, direction: str, tier: Tier | None = None) -> str:
        """Where an arrow (up, down, left, right) leads from an area on the grid of `tier`, the tall one for None.

        To the neighbour by the rules that lies that way, else to the nearest area that way, else nowhere.
        """
        grid = tier.grid if tier is not None else self.layout.tall
        return moving.step(grid, self.layout.borders, area, direction)

    def next_of(self, areas: Collection[str], area: str | None, back: bool = False) -> str | None:
        """The area after (`back`: before) `area` among `areas` as one reads the map, round and round; None for none."""
        ordered = moving.reading_order(self.layout.tall, {*areas, *([area] if area is not None else [])})
        if not areas:
            return None
        at = ordered.index(area) if area in ordered else (0 if back else -1)
        turned = [*ordered[at + 1 :], *ordered[: at + 1]] if not back else [*ordered[:at][::-1], *ordered[at:][::-1]]
        return next((other for other in turned if other in areas), None)


def _scrolled(room: int, used: int, at: int, size: int) -> int:
    """Where a map of `used` cells begins in `room` cells so that the `size` cells from `at` on are seen."""
    if used <= room:
        return (room - used) // 2
    return -max(0, min(at + size // 2 - room // 2, used - room))
