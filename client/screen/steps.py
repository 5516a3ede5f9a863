"""The steps of a game as rows of a log: what happened, what was said, what the protocol did."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from client.screen.canvas import Canvas, Span
from client.screen.overlays import folded
from client.timeline import Timeline

SAID, CARDS, HIDDEN, WRONG = "# ", ": ", "+ ", "! "
"""Marks of what is no event of the rules: talk, closed cards, what stayed sealed, what the verifier found."""


@dataclass(frozen=True)
class Row:
    """One row of the log. `mark` stands in the column on its left: a slot, or nothing."""

    mark: str
    text: str
    style: str = ""


def rows(timeline: Timeline, n: int, width: int, faults: Mapping[int, list[str]], full: bool) -> list[Row]:
    """What led to position `n`, in rows of `width` cells; with `full` also how the protocol came to it."""
    moment = timeline.moments[n]
    lines: list[tuple[str, str]] = [(SAID + line, "chat") for line in moment.said]
    lines += [(line, "strong" if full else "") for line in moment.lines]
    lines += [(CARDS + line, "") for line in moment.cards]
    lines += [(HIDDEN + line, "notice") for line in moment.hidden]
    lines += [(WRONG + line, "bad") for line in faults.get(n, ())]
    if full and moment.how:
        lines.append((f"({moment.how})", "dim"))
    if n == timeline.last:
        lines += [(SAID + line, "chat") for line in timeline.after]
        lines += [(line, "strong") for line in timeline.outcome]
        lines += [(WRONG + timeline.broken, "bad")] if timeline.broken else []
    gutter = len(str(timeline.last)) + 2
    parts = [(part, style) for line, style in lines for part in folded(line, max(8, width - gutter))]
    marks = [f"{moment.slot:>{gutter - 2}} ", *[""] * len(parts)]
    found = [Row(mark, part, style) for mark, (part, style) in zip(marks, parts or [("", "")], strict=False)]
    before = timeline.moments[n - 1] if n > 0 else None
    if before is not None and (n < 2 or timeline.moments[n - 2].stage != before.stage):
        found.insert(0, Row("", before.where, "title"))
    return found


def history(timeline: Timeline, n: int, width: int, faults: Mapping[int, list[str]]) -> Iterator[Row]:
    """The rows up to position `n`, the last one first: as many are made as are taken."""
    for at in range(n, -1, -1):
        yield from reversed(rows(timeline, at, width, faults, at == n))


def draw(canvas: Canvas, found: list[Row], gutter: int, now: str) -> None:
    """Rows from the top on; `now` is the mark of the step that is looked at, which gets the pointer."""
    pointing = False
    for y, row in enumerate(found[: canvas.height]):
        pointing = row.mark.strip() == now if row.mark else pointing and row.style != "title"
        pointer = canvas.glyphs.pointer if pointing and row.mark else " "
        left = f"{pointer}{row.mark}" if row.style != "title" else f"{canvas.glyphs.horizontal} "
        x = canvas.spans(0, y, [Span(left, "dim" if not pointing else "strong")])
        canvas.put(max(x, gutter) if row.style != "title" else x, y, row.text, row.style)
