"""The large map: areas in frames that touch as on the board. The line between two tells whether one can cross it."""

from dataclasses import dataclass

from client.play.cells import width_of
from client.screen.canvas import Canvas, Glyphs
from client.screen.map import lettering
from client.screen.map.layout import Grid, Layout
from client.screen.map.spot import SEA, Scene, Spot
from client.screen.map.waters import bridged, crossing

OUTSIDE = ""
OPEN_DOWN = ":"
"""Open water between two seas side by side."""
WAVE_EVERY = 6
"""Columns from wave to wave."""


@dataclass(frozen=True)
class Stroke:
    """A piece of a line, or of the sea, and the areas it belongs to."""

    x: int
    y: int
    text: str
    style: str
    areas: tuple[str, ...]


class Blocks:
    """The lines of a map whose cells are `width` x `height`, each with its upper and left line."""

    def __init__(self, layout: Layout, grid: Grid, width: int, height: int, glyphs: Glyphs, scene: Scene) -> None:
        self._layout = layout
        self._grid = grid
        self._width = width
        self._height = height
        self._glyphs = glyphs
        self._at = {cell: area for area, cells in grid.cells.items() for cell in cells}
        self._seas = {area for area, spot in scene.items() if spot.kind == SEA}
        self._of: dict[str, list[Stroke]] = {area: [] for area in grid.cells}
        self._ground = Canvas(grid.columns * width + 1, grid.rows * height + 1, glyphs)
        self._near: dict[str, dict[str, None]] = {
            area: dict.fromkeys((area, *layout.borders[area])) for area in grid.cells
        }
        self._written: tuple[Scene, Canvas] | None = None
        self.short = False
        """Whether armies stand without the 1 of a single figure: one would have no room for it."""
        for stroke in (*self._across(), *self._down(), *self._joints(), *self._waves()):
            self._ground.put(stroke.x, stroke.y, stroke.text, stroke.style)
            inside = [area for area in stroke.areas if area != OUTSIDE]
            for area in inside:
                self._of[area].append(stroke)
                self._near[area] |= dict.fromkeys(inside)

    # ------------------------------------------------------------ lines
    def _area(self, x: int, y: int) -> str:
        return self._at.get((x, y), OUTSIDE)

    def _across(self) -> list[Stroke]:
        found = []
        for y in range(self._grid.rows + 1):
            for x in range(self._grid.columns):
                pair = (self._area(x, y - 1), self._area(x, y))
                if pair[0] != pair[1]:
                    left = x * self._width + 1
                    text, style = self._line(pair, self._width - 1, self._glyphs.horizontal, self._dots(left))
                    found.append(Stroke(left, y * self._height, text, style, pair))
        return found

    def _down(self) -> list[Stroke]:
        found = []
        for x in range(self._grid.columns + 1):
            for y in range(self._grid.rows):
                pair = (self._area(x - 1, y), self._area(x, y))
                if pair[0] != pair[1]:
                    text, style = self._line(pair, self._height - 1, self._glyphs.vertical, OPEN_DOWN)
                    top = y * self._height + 1
                    found += [Stroke(x * self._width, top + i, char, style, pair) for i, char in enumerate(text)]
        return found

    def _dots(self, x: int) -> str:
        """Open water from column `x` on: every other column has a dot."""
        return f"{self._glyphs.dot} " if x % 2 == 0 else f" {self._glyphs.dot}"

    def _line(self, pair: tuple[str, str], cells: int, plain: str, water: str) -> tuple[str, str]:
        """A line between two areas: a plain one, that of open water, one that cannot be crossed."""
        g = self._glyphs
        if OUTSIDE in pair:
            return plain * cells, "shadow"
        parts = crossing(self._layout, *pair, g)
        if parts:
            return (bridged(g, cells), "title.focus") if parts == g.bridge else (parts * cells, "sea")
        wet = [area in self._seas for area in pair]
        if all(wet):
            return (water * cells)[:cells], "sea"
        return plain * cells, "sea" if any(wet) else "frame"

    def _joints(self) -> list[Stroke]:
        found = []
        for y in range(self._grid.rows + 1):
            for x in range(self._grid.columns + 1):
                nw, ne, sw, se = self._area(x - 1, y - 1), self._area(x, y - 1), self._area(x - 1, y), self._area(x, y)
                around = tuple(dict.fromkeys((nw, ne, se, sw)))
                arms = (nw != ne, ne != se, se != sw, sw != nw)
                number = sum(1 << i for i, arm in enumerate(arms) if arm)
                if number:
                    open_water = all(area in self._seas for area in around)
                    style = (
                        "shadow" if OUTSIDE in around else "sea" if any(a in self._seas for a in around) else "frame"
                    )
                    char = self._dots(x * self._width)[0] if open_water else self._glyphs.joints[number]
                    found.append(Stroke(x * self._width, y * self._height, char, style, around))
        return found

    def _waves(self) -> list[Stroke]:
        found = []
        for (cx, cy), area in self._at.items():
            if area in self._seas:
                left, top = cx * self._width, cy * self._height
                for y in range(top + 1, top + self._height):
                    shift = (y * WAVE_EVERY // 2) % WAVE_EVERY
                    found += [
                        Stroke(x, y, self._glyphs.sea, "sea", ())
                        for x in range(left + 1, left + self._width)
                        if x % WAVE_EVERY == shift
                    ]
        return found

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas, left: int, top: int, scene: Scene, cursor: str | None) -> None:
        """Draw the map with its north-western corner at `left`, `top`, which may lie outside the canvas.

        Args:
            canvas: of any size.
            left: the column of the corner.
            top: its row.
            scene: of all areas; it is not to be changed after it was drawn once.
            cursor: the area that is pointed at.
        """
        if self._written is None or self._written[0] is not scene:
            self.short = self._tight(scene)
            written = Canvas(self._ground.width, self._ground.height, self._glyphs)
            written.paste(0, 0, self._ground)
            for area in self._grid.cells:
                self._write(written, 0, 0, area, scene[area], False)
            self._written = (scene, written)
        canvas.paste(left, top, self._written[1])
        if cursor is None or cursor not in self._of:
            return
        beside = self._layout.borders[cursor]
        for stroke in self._of[cursor]:
            canvas.put(left + stroke.x, top + stroke.y, stroke.text, "frame.focus")
        for area in self._near[cursor]:  # some of what they say stands on lines
            self._write(canvas, left, top, area, scene[area], area in beside)
        self._point(canvas, left, top, cursor)

    def _tight(self, scene: Scene) -> bool:
        """Whether an army has no room if each figure is counted."""
        inner = self._width - 1
        return any(
            lettering.force_beside(spot, self._beside(spot, False), inner, short=False) is None
            for spot in scene.values()
        )

    def _beside(self, spot: Spot, short: bool) -> str:
        """What stands on the line of the units as well."""
        return "" if self._height > 3 else lettering.change(spot, self._width - 1, short).text or spot.order

    def _room(self, area: str) -> int:
        """The cells that a line of text may take: on from the first cell of the area as far as it goes east."""
        cells = self._grid.cells[area]
        x, y = cells[0]
        end = next(east for east in range(x, self._grid.columns + 1) if (east, y) not in cells)
        return (end - x) * self._width - 1

    def _write(self, canvas: Canvas, left: int, top: int, area: str, spot: Spot, beside: bool) -> None:
        """The text of an area, in its first cell. `beside`: the cursor is on an area that it borders on."""
        g, inner, room = self._glyphs, self._width - 1, self._room(area)
        column, row = self._grid.cells[area][0]
        x, y = left + column * self._width, top + row * self._height
        mark = lettering.sign(spot, beside, g)
        if mark.text.strip():
            canvas.put(x, y + 1, mark.text, mark.style)
        castle = lettering.castle(spot, g)
        end = canvas.put(x + 1, y + 1, lettering.brief(spot.name, room - len(castle)), lettering.name_style(spot))
        end = canvas.put(end, y + 1, castle, "sea" if spot.kind == SEA else "strong")
        if end < x + 1 + inner:
            canvas.put(end, y + 1, " ")
        canvas.put(x + 1, y + 2, " " * inner)
        beside_it, short = self._beside(spot, self.short), self.short
        who = lettering.force_beside(spot, beside_it, inner, short)
        who = who if who is not None else lettering.owner_and_force(spot, inner - len(beside_it), short)
        canvas.put(x + 1, y + 2, who, lettering.owner_style(spot))
        goods = lettering.yields(spot)
        if self._height > 3:
            doing = lettering.order_and_change(spot, inner, short)
            canvas.put(x + 1, y + 3, " " * inner)
            canvas.put(x + 1, y + 3, doing.text, doing.style)
            canvas.put(x + 1 + inner - len(goods), y + 3, goods, "title")
        else:
            doing = lettering.order_and_change(spot, inner - width_of(who) - 1, short)
            canvas.put(x + 1 + inner - width_of(doing.text), y + 2, doing.text, doing.style)
            if goods:
                canvas.put(x + inner - len(goods) - 1, y + self._height, f" {goods} ", "title")

    def _point(self, canvas: Canvas, left: int, top: int, cursor: str) -> None:
        """Show the cursor: its area reversed, and brackets for those who see no colour."""
        for cx, cy in self._grid.cells[cursor]:
            for y in range(1, self._height):
                canvas.tint(left + cx * self._width + 1, top + cy * self._height + y, self._width - 1, "cursor")
        x, y = self._grid.cells[cursor][0]
        row = top + y * self._height + 2
        canvas.put(left + x * self._width, row, "[", "frame.focus")
        canvas.put(left + (x + 1) * self._width, row, "]", "frame.focus")
