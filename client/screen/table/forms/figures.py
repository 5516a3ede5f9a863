"""Figures below or beside the choices: each in one piece, short ones in pairs where there is room for two."""

from collections.abc import Sequence

from client.play.cells import hung, pad, width_of
from client.screen.canvas import Span

PAIRS = 70
"""From this width on two short ones stand on one line; one sentence is never parted over two columns."""
LEAST = 8


def laid(figures: Sequence[str], width: int) -> list[list[Span]]:
    """The lines of all figures, read from left to right and down, none wider than `width`; the first one is strong."""
    half = (width - 1) // 2 if width >= PAIRS else 0
    lines: list[list[Span]] = []
    waiting: Span | None = None
    for at, figure in enumerate(figures):
        style = "" if at else "strong"
        short = width_of(figure) <= half
        if waiting is not None and short:
            lines.append([Span(pad(waiting.text, half + 1), waiting.style), Span(figure, style)])
            waiting = None
            continue
        if waiting is not None:
            lines.append([waiting])
        waiting = Span(figure, style) if short else None
        if not short:
            lines += [[Span(part, style)] for part in hung(figure, max(LEAST, width))]
    return [*lines, [waiting]] if waiting is not None else lines
