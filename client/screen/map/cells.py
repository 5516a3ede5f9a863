"""The small map: an area in two lines or in one, without frames. The cell of its sign keeps it from the one before.

The area under the cursor is reversed; for those who see no colour it has brackets as well, or `<` behind its code.
"""

from client.play.cells import width_of
from client.screen.canvas import Canvas, Span
from client.screen.map import lettering
from client.screen.map.spot import SEA, Spot

HEAD = 5
"""Sign, code and castle."""
ORDER = 3
"""Cells of an order in the first of two lines: a short change stands there where there is none."""
SHORT = True
"""Armies without the 1 of a single figure, in every area alike: not all would have room for it."""
NAMED_FROM = 14
"""The width from which names stand in the place of codes."""
WIDE_FROM = 18
"""The same where all is in one line."""


def two_lines(canvas: Canvas, x: int, y: int, width: int, height: int, spot: Spot, beside: bool) -> None:
    """Name and order above owner and units; what it yields below, or beside them. `width` is at least 8."""
    goods, change, inner = lettering.yields(spot), lettering.change(spot, width, SHORT), width - 1
    above, right = lettering.order(spot), change
    if not above.text and width_of(change.text) <= ORDER:  # what an area yields stays in sight
        above, right = change, Span("")
    below = bool(right.text)
    if not below and height == 2:
        right = Span(goods, "title")
    who = lettering.force_beside(spot, right.text, inner, SHORT)
    if who is None:
        # Small letters keep what an area yields apart from its units; attackers can be told by their number.
        right = lettering.change(spot, 0, SHORT) if below else right
        who = lettering.force_beside(spot, right.text, inner, SHORT, 1 if below else 0)
    if who is None:
        who, right = lettering.owner_and_force(spot, inner, SHORT), Span("")
        above = lettering.change(spot, width - HEAD, SHORT) if below else above
    room = width - (width_of(above.text) + 1 if above.text else 0)
    _head(canvas, x, y, lettering.brief(spot.name, room - 2) if width >= NAMED_FROM else spot.code, spot, beside)
    canvas.put(x + width - width_of(above.text), y, above.text, above.style)
    canvas.put(x + 1, y + 1, who, lettering.owner_style(spot))
    canvas.put(x + width - width_of(right.text), y + 1, right.text, right.style)
    if height > 2:
        canvas.put(x + 1, y + 2, goods, "title")


def one_line(canvas: Canvas, x: int, y: int, width: int, spot: Spot, beside: bool) -> None:
    """`>WIN#SKF M+1`; `width` is at least 13."""
    army = lettering.owner_and_force(spot, width, SHORT)
    doing = lettering.order_and_change(spot, width - HEAD - width_of(army) - 1, SHORT)
    room = width - width_of(doing.text) - HEAD
    who = lettering.owner_and_force(spot, room, SHORT)
    start = HEAD
    if width >= WIDE_FROM:
        start = max(HEAD, width - width_of(doing.text) - 1 - width_of(who))
    code = lettering.brief(spot.name, start - 3) if start > HEAD + 3 else spot.code
    _head(canvas, x, y, code, spot, beside)
    canvas.put(x + start, y, who, lettering.owner_style(spot))
    canvas.put(x + width - width_of(doing.text), y, doing.text, doing.style)


def point_two(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Show the cursor on an area in two lines, when all are drawn: the second bracket is in the cells of the next."""
    for line in range(2):
        canvas.tint(x + 1, y + line, width - 1, "cursor")
    for at, bracket in zip((x, x + width), lettering.BRACKETS, strict=True):
        canvas.put(at, y + 1, bracket, "frame.focus")


def point_one(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Show the cursor on an area in one line, in the place of its castle."""
    canvas.put(x + HEAD - 1, y, lettering.POINTED)
    canvas.tint(x + 1, y, width - 1, "cursor")


def _head(canvas: Canvas, x: int, y: int, name: str, spot: Spot, beside: bool) -> None:
    """Sign, name or code, castle."""
    mark = lettering.sign(spot, beside, canvas.glyphs)
    if mark.text.strip():
        canvas.put(x, y, mark.text, mark.style)
    end = canvas.put(x + 1, y, name, lettering.name_style(spot))
    canvas.put(end, y, lettering.castle(spot, canvas.glyphs), "sea" if spot.kind == SEA else "strong")
