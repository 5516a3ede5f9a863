"""The map as a list: one line an area, by region, for windows where nothing can be drawn and for ears."""

from client.play.cells import cut, pad
from client.screen.canvas import Canvas, Span
from client.screen.map import lettering
from client.screen.map.spot import AREA, SEA, Scene, Spot

OWNER_CELLS, FORCE_CELLS, ORDER_CELLS, CHANGE_CELLS = 2, 6, 3, 5
SHORT = False
"""There is room for the 1 of a single figure."""


def draw(canvas: Canvas, scene: Scene, cursor: str | None, beside: frozenset[str]) -> None:
    """As many lines as there is room for, that of the cursor among them; the first one always names a region."""
    rows: list[tuple[str, Spot | None]] = []
    for area, spot in scene.items():
        if not rows or scene[rows[-1][0]].region != spot.region:
            rows.append((area, None))
        rows.append((area, spot))
    at = next((i for i, (area, spot) in enumerate(rows) if spot is not None and area == cursor), 0)
    top = max(0, min(at - canvas.height // 2, len(rows) - canvas.height))
    shown = rows[top : top + canvas.height]
    if len(shown) > 1 and shown[0][0] != cursor:
        shown[0] = (shown[0][0], None)
    for y, (area, spot_or_none) in enumerate(shown):
        if spot_or_none is None:
            canvas.put(0, y, cut(scene[area].region, max(1, canvas.width)), "dim")
            continue
        canvas.spot(0, y, canvas.width, 1, (AREA, area))
        canvas.spans(0, y, _line(spot_or_none, area in beside, area == cursor, canvas))
        if area == cursor:
            canvas.tint(0, y, canvas.width, "cursor")


def step(scene: Scene, area: str, direction: str) -> str:
    """The area above or below in the list; to the left and right the first one of the region before or after."""
    areas = list(scene)
    at = areas.index(area)
    if direction in ("up", "down"):
        return areas[max(0, min(at + (1 if direction == "down" else -1), len(areas) - 1))]
    regions = list(dict.fromkeys(spot.region for spot in scene.values()))
    to = regions.index(scene[area].region) + (1 if direction == "right" else -1)
    return next(other for other in areas if scene[other].region == regions[max(0, min(to, len(regions) - 1))])


def _line(spot: Spot, beside: bool, under: bool, canvas: Canvas) -> list[Span]:
    """The fixed columns first, so that a narrow window cuts the name."""
    change, order = lettering.change(spot, CHANGE_CELLS, SHORT), lettering.order(spot)
    return [
        lettering.sign(spot, beside, canvas.glyphs),
        Span(spot.code, lettering.name_style(spot)),
        Span(pad(lettering.castle(spot, canvas.glyphs), 1), "sea" if spot.kind == SEA else "strong"),
        Span(lettering.POINTED if under else " "),
        Span(pad(lettering.holder(spot), OWNER_CELLS), lettering.owner_style(spot)),
        Span(_column(lettering.force(spot), FORCE_CELLS), lettering.owner_style(spot) if spot.units else ""),
        Span(" "),
        Span(pad(order.text, ORDER_CELLS), order.style),
        Span(" "),
        Span(pad(change.text, CHANGE_CELLS), change.style),
        Span(" "),
        Span(" ".join(filter(None, (spot.name, lettering.yields(spot)))), lettering.name_style(spot)),
    ]


def _column(text: str, cells: int) -> str:
    """Filled to its column, or longer: figures are never cut."""
    return text.ljust(cells)
