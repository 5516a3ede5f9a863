"""Frames and lines round the panes of the table."""

from collections.abc import Mapping

from client.play.cells import cut, width_of
from client.screen.canvas import Canvas

TAB = "tab"
"""A spot that turns to a pane, for a mouse."""


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


def tabs(canvas: Canvas, called: Mapping[str, str], shown: str, news: Mapping[str, int]) -> None:
    """The panes with their keys, by name: that which is shown marked, with what is new in the others."""
    x = 0
    for name, text in called.items():
        count = news.get(name, 0)
        text = f" {text}{f'({count})' if count else ''} "
        canvas.spot(x, 0, width_of(text), 1, (TAB, name))
        x = canvas.put(x, 0, text, "cursor" if name == shown else "chat" if count else "hint")
