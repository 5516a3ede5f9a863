"""Which areas that lie side by side on a screen one cannot cross between, and how that is drawn without frames."""

from client.screen.canvas import Canvas, Glyphs
from client.screen.map.layout import Grid, Layout

BRIDGE_CELLS = 3


def crossing(layout: Layout, one: str, other: str, glyphs: Glyphs) -> str:
    """What parts two areas that touch: no way across, a bridge over it, or "" for an open border."""
    if (one, other) in layout.bridges:
        return glyphs.bridge
    return "" if other in layout.borders[one] else glyphs.river


def bridged(glyphs: Glyphs, cells: int) -> str:
    """A river with its bridge in the middle."""
    middle = min(BRIDGE_CELLS, cells)
    left = (cells - middle) // 2
    return glyphs.river * left + glyphs.bridge * middle + glyphs.river * (cells - middle - left)


def parted(layout: Layout, grid: Grid, area: str) -> list[str]:
    """The areas that touch one on a grid though there is no way to them, in the order of its cells."""
    at = {cell: other for other, cells in grid.cells.items() for cell in cells}
    beside = [
        at.get((x + dx, y + dy), area) for x, y in grid.cells[area] for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))
    ]
    return [other for other in dict.fromkeys(beside) if other != area and other not in layout.borders[area]]


def draw(canvas: Canvas, layout: Layout, grid: Grid, corner: tuple[int, int], pitch: tuple[int, int]) -> None:
    """What parts areas in cells without frames: in the column before a cell, and below it if it has a third line.

    Drawn before the areas are, whose signs and goods lie over it.
    """
    (left, top), (across, down) = corner, pitch
    at = {cell: area for area, cells in grid.cells.items() for cell in cells}
    for (x, y), area in at.items():
        west, north = at.get((x - 1, y), area), at.get((x, y - 1), area)
        char = crossing(layout, west, area, canvas.glyphs) if west != area else ""
        for line in range(down if char else 0):
            canvas.put(left + x * across, top + y * down + line, char, _style(canvas.glyphs, char))
        char = crossing(layout, north, area, canvas.glyphs) if north != area and down > 2 else ""
        if char:
            cells = across - 1
            text = bridged(canvas.glyphs, cells) if char == canvas.glyphs.bridge else char * cells
            canvas.put(left + x * across + 1, top + y * down - 1, text, _style(canvas.glyphs, char))


def _style(glyphs: Glyphs, char: str) -> str:
    return "title.focus" if char == glyphs.bridge else "sea"
