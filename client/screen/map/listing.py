"""The map as a list: one line an area, by region, for windows where nothing can be drawn and for ears."""

from client.play.cells import cut, pad
from client.screen.canvas import Canvas, Span
from client.screen.map import lettering
from client.screen.map.spot import AREA, SEA, Scene, Spot

OWNER_CELLS, FORCE_CELLS, ORDER_CELLS, CHANGE_CELLS = 2, 6, 3, 5


def draw(canvas: Canvas, scene: Scene, cursor: str | None, beside: frozenset[str]) -> None:
    """As many lines as there is room for, that of the cursor among them."""
    rows: list[tuple[str, Spot | None]] = []
    for area, spot in scene.items():
        if not rows or scene[rows[-1][0]].region != spot.region:
            rows.append((area, None))
        rows.append((area, spot))
    at = next((i for i, (area, spot) in enumerate(rows) if spot is not None and area == cursor), 0)
    top = max(0, min(at - canvas.height // 2, len(rows) - canvas.height))
    for y, (area, spot_or_none) in enumerate(rows[top : top + canvas.height]):
        if spot_or_none is None:
            canvas.put(0, y, cut(scene[area].region, max(1, canvas.width)), "dim")
            continue
        canvas.spot(0, y, canvas.width, 1, (AREA, area))
        canvas.spans(0, y, _line(spot_or_none, area in beside, canvas))
        if area == cursor:
            canvas.tint(0, y, canvas.width, "cursor")


def _line(spot: Spot, beside: bool, canvas: Canvas) -> list[Span]:
    """The fixed columns first, so that a narrow window cuts the name."""
    doing = "chosen" if spot.overlay else ""
    return [
        lettering.sign(spot, beside, canvas.glyphs),
        Span(spot.code, lettering.name_style(spot)),
        Span(pad(lettering.castle(spot, canvas.glyphs), 1), "sea" if spot.kind == SEA else "strong"),
        Span(" "),
        Span(pad(lettering.holder(spot), OWNER_CELLS), lettering.owner_style(spot)),
        Span(_column(lettering.force(spot), FORCE_CELLS), lettering.owner_style(spot) if spot.units else ""),
        Span(" "),
        Span(pad(spot.order, ORDER_CELLS), "strong"),
        Span(" "),
        Span(pad(spot.overlay, CHANGE_CELLS), doing),
        Span(" "),
        Span(" ".join(filter(None, (spot.name, lettering.yields(spot)))), lettering.name_style(spot)),
    ]


def _column(text: str, cells: int) -> str:
    """Filled to its column, or longer: figures are never cut."""
    return text.ljust(cells)
