"""The small map: an area in two lines or in one, without frames. The cell of its sign keeps it from the one before."""

from client.play.cells import width_of
from client.screen.canvas import Canvas
from client.screen.map import lettering
from client.screen.map.spot import SEA, Spot

HEAD = 5
"""Sign, code and castle."""
NAMED_FROM = 14
"""The width from which names stand in the place of codes."""
WIDE_FROM = 18
"""The same where all is in one line."""


def two_lines(canvas: Canvas, x: int, y: int, width: int, height: int, spot: Spot, beside: bool) -> None:
    """Name and order above owner and units; what it yields where there is room. `width` is at least 8."""
    who = lettering.owner_and_force(spot, width - 1)
    free = width - 1 - width_of(who)
    below = spot.overlay if width_of(spot.overlay) < free else ""
    above = spot.overlay if spot.overlay and not below else spot.order
    room = width - (width_of(above) + 1 if above else 0)
    _head(canvas, x, y, lettering.brief(spot.name, room - 2) if width >= NAMED_FROM else spot.code, spot, beside)
    canvas.put(x + width - width_of(above), y, above, "strong" if above == spot.order else "chosen")
    canvas.put(x + 1, y + 1, who, lettering.owner_style(spot))
    goods = lettering.yields(spot)
    if below:
        canvas.put(x + width - width_of(below), y + 1, below, "chosen")
    elif goods and height == 2 and len(goods) < free:
        canvas.put(x + width - len(goods), y + 1, goods, "title")
    if height > 2:
        canvas.put(x + 1, y + 2, goods, "title")


def one_line(canvas: Canvas, x: int, y: int, width: int, spot: Spot, beside: bool) -> None:
    """`>WIN#S K1F1 M+1`; `width` is at least 13."""
    doing = lettering.order_and_change(spot, width - HEAD - len(lettering.holder(spot)) - width_of(spot.units) - 1)
    room = width - width_of(doing.text) - HEAD
    who = lettering.owner_and_force(spot, room)
    start = HEAD
    if width >= WIDE_FROM:
        start = max(HEAD, width - width_of(doing.text) - 1 - width_of(who))
    code = lettering.brief(spot.name, start - 3) if start > HEAD + 3 else spot.code
    _head(canvas, x, y, code, spot, beside)
    canvas.put(x + start, y, who, lettering.owner_style(spot))
    canvas.put(x + width - width_of(doing.text), y, doing.text, doing.style)


def _head(canvas: Canvas, x: int, y: int, name: str, spot: Spot, beside: bool) -> None:
    """Sign, name or code, castle."""
    mark = lettering.sign(spot, beside, canvas.glyphs)
    canvas.put(x, y, mark.text, mark.style)
    end = canvas.put(x + 1, y, name, lettering.name_style(spot))
    canvas.put(end, y, lettering.castle(spot, canvas.glyphs), "sea" if spot.kind == SEA else "strong")
