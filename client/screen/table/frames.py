"""Frames and lines round the panes of the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from client.play.cells import cut, width_of
from client.screen.canvas import Canvas, Span

TAB = "tab"
"""A spot that turns to a pane, for a mouse."""
BRIEF = {"fairness": "fair"}
"""Words of panes that can be told in fewer letters."""
MORE = "..."
"""There is more than can be seen."""
FEW = 2
"""Panes whose words are worth less than how one stands."""


def framed(canvas: Canvas, title: str, focused: bool, hint: str = "", style: str = "") -> Canvas:
    """A frame with a title above and a hint below; gives its inside. `style`: of a pane unlike the others."""
    edge = style or ("frame.focus" if focused else "frame")
    head = f"{style} strong" if style else "title.focus" if focused else "title"
    inside = canvas.box(title, edge, head)
    if hint:
        canvas.put(2, canvas.height - 1, cut(f" {hint} ", max(1, canvas.width - 4)), "hint")
    return inside


def ruled(canvas: Canvas, title: str, focused: bool, hint: str = "") -> Canvas:
    """A line with title and hint, or as much of its end as there is room for; gives what lies below it."""
    canvas.put(0, 0, canvas.glyphs.horizontal * canvas.width, "frame.focus" if focused else "frame")
    x = canvas.put(1, 0, f" {title} ", "title.focus" if focused else "title")
    while hint and x + width_of(hint) + 4 >= canvas.width:
        hint = hint.partition(", ")[2]  # the last key is the one that leads on from here
    if hint:
        canvas.put(canvas.width - width_of(hint) - 3, 0, f" {hint} ", "hint")
    return canvas.sub(0, 1, canvas.width, canvas.height - 1)


def fitted(told: Sequence[Sequence[Span]], height: int) -> list[Span]:
    """Paragraphs in at most `height` lines: if need be without blank ones, then whole ones of them and a mark."""
    lines = [line for paragraph in told for line in paragraph]
    if len(lines) <= height:
        return lines
    kept: list[Span] = []
    full = [paragraph for paragraph in told if any(line.text for line in paragraph)]
    for number, paragraph in enumerate(full):
        last = number == len(full) - 1
        if len(kept) + len(paragraph) + (0 if last else 1) > height:
            return [*kept, Span(MORE, "dim")][: max(0, height)]
        kept += paragraph
    return kept


@dataclass(frozen=True)
class Part:
    """A pane of a column: its title, its lines without frame, whether it is in use, its style as in `framed`."""

    title: str
    lines: int
    focused: bool = False
    style: str = ""


def column(canvas: Canvas, parts: Sequence[Part]) -> list[tuple[Canvas, Canvas]]:
    """Frames one below another, each line between two of them shared. The last takes the rest.

    Gives the inside of each, and all of it.
    """
    g, y, drawn = canvas.glyphs, 0, []
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        lines = max(0, min(part.lines, canvas.height - y - 2)) if not last else max(0, canvas.height - y - 2)
        above = parts[number - 1].focused if number else False
        edge = part.style or ("frame.focus" if part.focused else "frame")
        whole = canvas.sub(0, y, canvas.width, lines + 2)
        inside = whole.box("", edge)
        rule = "frame.focus" if part.focused or above else "frame"
        ends = g.corners[:2] if not number else g.tees
        canvas.put(0, y, ends[0] + g.horizontal * (canvas.width - 2) + ends[1], part.style or rule)
        head = f"{part.style} strong" if part.style else "title.focus" if part.focused else "title"
        canvas.put(1, y, cut(f" {part.title} ", max(1, canvas.width - 2)), head)
        drawn.append((inside, whole))
        y += lines + 1
    return drawn


def tabs(canvas: Canvas, called: Mapping[str, str], shown: str, news: Mapping[str, int], tally: Sequence[str]) -> None:
    """The panes with their keys, by name: that which is shown marked, with what is new in the others.

    Where there is little room, long words become brief, then panes lose their words and keep their keys. `tally`: how
    this person stands, as much of it as there is room for; the last panes lose their words for it.
    """
    new = {name: f"({count})" for name, count in news.items() if count}
    texts = {name: text + new.get(name, "") for name, text in called.items()}
    short = {name: text.partition(" ")[0] for name, text in called.items() if name != shown and name not in new}
    rest = [name for name in called if name in short][::-1]
    for parts in range(len(tally), -1, -1):
        stands = "  ".join(tally[:parts])
        room = canvas.width - 1 - (width_of(stands) + 1 if stands else 0)
        fitted = dict(texts)
        if _length(fitted) > room:
            fitted |= {name: text.replace(name, BRIEF[name]) for name, text in texts.items() if name in BRIEF}
        for name in rest[: FEW if stands else None]:
            if _length(fitted) <= room:
                break
            fitted[name] = short[name]
        if _length(fitted) <= room:
            break
    texts = fitted
    x = 0
    for name, text in texts.items():
        canvas.spot(x, 0, width_of(text) + 2, 1, (TAB, name))
        style = "cursor" if name == shown else "chat" if news.get(name) else "hint"
        x = canvas.put(x, 0, f" {text} ", style) - 1 if name == shown else canvas.put(x + 1, 0, text, style)
    canvas.put(canvas.width - width_of(stands), 0, stands, "strong")


def _length(texts: Mapping[str, str]) -> int:
    return sum(width_of(text) + 1 for text in texts.values())
