"""How a cursor goes from area to area by arrows."""

from collections.abc import Collection, Mapping, Sequence

from client.screen.map.layout import Cell, Grid

DIRECTIONS: Mapping[str, Cell] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ASIDE = 2
"""How much worse a cell aside is than one ahead."""


def step(grid: Grid, borders: Mapping[str, Collection[str]], area: str, direction: str) -> str:
    """The neighbour that lies best that way, else the nearest area that way, else the area itself.

    What lies more aside than ahead does not lie that way for a neighbour. Raises KeyError for an unknown direction.
    """
    way = DIRECTIONS[direction]
    ranks = {other: rank for other in grid.cells if other != area and (rank := _rank(grid, area, other, way))}
    near = {other: rank for other, rank in ranks.items() if other in borders[area] and rank[0]}
    return min(near or ranks, key=lambda other: ranks[other][1:], default=area)


def _rank(grid: Grid, area: str, other: str, way: Cell) -> tuple[bool, float, float] | None:
    """Whether it lies straight that way, how far, and how far aside of the text; None if it does not lie that way."""
    best: tuple[bool, float, float] | None = None
    (hx, hy), (ox, oy) = grid.cells[area][0], grid.cells[other][0]
    from_head = abs((ox - hx) * way[1]) + abs((oy - hy) * way[0])
    for ax, ay in grid.cells[area]:
        for bx, by in grid.cells[other]:
            ahead = (bx - ax) * way[0] + (by - ay) * way[1]
            aside = abs((bx - ax) * way[1]) + abs((by - ay) * way[0])
            if ahead > 0 and (best is None or ahead + ASIDE * aside < best[1]):
                best = (ahead > aside, ahead + ASIDE * aside, from_head)
    return best


def reading_order(grid: Grid, areas: Collection[str]) -> Sequence[str]:
    """Areas by rows from the north, each row from the west."""
    return sorted((area for area in areas if area in grid.cells), key=lambda area: grid.cells[area][0][::-1])
