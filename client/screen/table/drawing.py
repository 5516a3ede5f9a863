"""What is drawn where on the table: the panes that there is room for, and what is new in the others."""

from collections.abc import Callable, Mapping, Sequence

from client.play.line import LineMode, Told
from client.screen.canvas import Canvas, Span
from client.screen.overlays import folded
from client.screen.table.arranging import Size, Taken, Wide, compact, map_room, map_space, side_width, size_of, wide
from client.screen.table.attention import AREA, FAIR, HANDS, LOG, MAIN, NAMES, QUESTION, TALK, Attention
from client.screen.table.frames import Part, column, fitted, framed, ruled, tabs
from client.screen.table.idle import Idle
from client.screen.table.mapping import MapPane
from client.screen.table.motions import arrows, hints
from client.screen.table.panes import CHAT, FAR, Pane, unread, untold

SIGNS = "signs"
"""The pane that is seen in the largest windows only: a key shows it in a box elsewhere."""


class Drawing:
    """The table as `attention` has it.

    Args:
        panes: those beside the map `board`, by name.
        first: gives the lines of the houses that should be in sight, by the cells of the pane.
        idle: stands for a form.
        named: gives the keys of all actions, for people, by name.
    """

    def __init__(
        self,
        mode: LineMode,
        attention: Attention,
        board: MapPane,
        panes: Mapping[str, Pane],
        first: Callable[[int], int],
        idle: Idle,
        named: Callable[[], Mapping[str, str]],
    ) -> None:
        self._mode = mode
        self._attention = attention
        self._board = board
        self._panes = panes
        self._first = first
        self._idle = idle
        self._named = named
        self._keys: Mapping[str, str] = {}
        self._tally: tuple[int, Sequence[str]] = (-1, ())
        self._seen = self._last_said()
        self._read = mode.story[-1] if mode.story else None

    def __call__(self, canvas: Canvas) -> None:
        """All panes that there is room for."""
        at = self._attention
        self._keys = self._named()
        at.size = size_of(canvas.width, canvas.height)
        if at.zoomed:
            self._one(canvas, at.focus)
        elif at.size is Size.WIDE:
            self._wide(canvas)
        else:
            self._narrow(canvas)
        if at.focus == TALK:
            self._seen = self._last_said()
        if at.focus == LOG or (at.size is Size.WIDE and not at.zoomed):
            self._read = self._mode.story[-1] if self._mode.story else None

    def _last_said(self) -> Told | None:
        return next((told for told in reversed(self._mode.story) if told.kind == CHAT), None)

    # ------------------------------------------------------------ everything at once
    def _wide(self, canvas: Canvas) -> None:
        width, height = canvas.width, canvas.height
        map_lines = self._board.lines(*map_space(width, height))
        inside = side_width(width) - 2
        houses, first = self._panes[HANDS].length(inside), self._first(inside - 1)
        at = wide(width, height, map_lines, houses, first)
        middle, talk = (self._panes[name].length(inside) for name in (AREA if at.tall else LOG, TALK))
        at = wide(width, height, map_lines, houses, first, Taken(self._form_lines(inside) + 2, middle, talk))
        self._draw_map(at.map.of(canvas))
        self._draw_form(at.form.of(canvas), frame=True)
        self._draw_column(at.column.of(canvas), at)
        band = at.band.of(canvas)
        x = 0
        for name, cells in zip((LOG if at.tall else AREA, FAIR, SIGNS), at.below, strict=False):
            self._framed(band.sub(x, 0, cells, band.height), name)
            x += cells

    def _form_lines(self, width: int) -> int:
        form = self._attention.form
        return form.lines(width) if form is not None else len(self._told(width, FAR))

    def _draw_column(self, canvas: Canvas, at: Wide) -> None:
        panes = {HANDS: at.houses, AREA if at.tall else LOG: at.middle, TALK: at.talk}
        parts = [
            Part(self._called(name), lines, self._attention.focus == name, self._panes[name].style)
            for name, lines in panes.items()
        ]
        for name, (inside, whole) in zip(panes, column(canvas, parts), strict=True):
            self._panes[name].draw(inside, whole)

    # ------------------------------------------------------------ one pane at a time
    def _narrow(self, canvas: Canvas) -> None:
        """One pane below the line of panes; the first is map and form, or the form alone."""
        attention = self._attention
        focus, with_map, on_map = attention.focus, attention.with_map, attention.on_map
        at = compact(canvas.width, canvas.height, self._board.lines(canvas.width, map_room(canvas.height)))
        apart = attention.alone and attention.form is not None and self._board.there
        shown = focus if focus != MAIN or with_map or on_map else QUESTION
        back = self._keys["back"] if shown != QUESTION else ""
        called = {QUESTION: f"{back} {QUESTION}".lstrip()} if apart else {}
        called |= {name: self._called(name) for name in NAMES}
        news = {TALK: unread(self._mode, self._seen), LOG: untold(self._mode, self._read)}
        tabs(at.panes.of(canvas), called, shown, news, self._stands())
        if focus != MAIN:
            self._panes[focus].draw(at.whole.of(canvas))
        elif with_map:
            self._draw_map(at.map.of(canvas))
            self._draw_form(at.form.of(canvas))
        elif on_map:
            self._draw_list(at.whole.of(canvas))
        else:
            self._draw_form(at.whole.of(canvas))

    def _stands(self) -> Sequence[str]:
        """How this person stands; it is counted once for each position."""
        mode = self._mode
        if self._tally[0] != mode.match.index:
            self._tally = (mode.match.index, mode.words.tally(mode.match, mode.table.seat))
        return self._tally[1]

    def _draw_list(self, canvas: Canvas) -> None:
        """Where there is room for one of both: the map, and below it the way back to the form, or who is waited for."""
        asked = self._attention.form is not None
        told = 1 if asked else min(len(self._told(canvas.width, canvas.height)) + 1, canvas.height // 2)
        self._draw_map(canvas.sub(0, 0, canvas.width, canvas.height - told))
        self._draw_form(canvas.sub(0, canvas.height - told, canvas.width, told))

    def _one(self, canvas: Canvas, name: str) -> None:
        """One pane on all of the screen; of map and form the one that has the cursor."""
        out = (self._keys["zoom"], "all panes")
        if name != MAIN:
            self._framed(canvas, name, hints(out))
        elif self._attention.on_map:
            way = [(self._keys["back"], "back to the question")] if self._attention.form is not None else []
            self._draw_map(framed(canvas, self._called(MAIN), True, hints(*way, out)))
        else:
            self._draw_form(canvas, frame=True)

    # ------------------------------------------------------------ single panes
    def _called(self, name: str) -> str:
        """A pane with its key."""
        key = self._keys[SIGNS if name == SIGNS else f"pane_{name}"]
        return f"{key} {name}".lstrip()

    def _framed(self, canvas: Canvas, name: str, hint: str = "") -> None:
        pane, focused = self._panes[name], self._attention.focus == name
        pane.draw(framed(canvas, self._called(name), focused, hint, style=pane.style), canvas)

    def _draw_map(self, canvas: Canvas) -> None:
        self._board.draw(canvas, self._attention.form)

    def _draw_form(self, canvas: Canvas, frame: bool = False) -> None:
        """The form, in a frame or below a line; out of turn who is waited for."""
        form = self._attention.form
        title = form.title if form is not None else self._idle.title
        inside = (framed if frame else ruled)(canvas, title, self._attention.focus == MAIN, self._hint())
        if form is not None:
            form.draw(inside)
            return
        for y, line in enumerate(self._told(inside.width, inside.height)):
            inside.spans(0, y, [line])

    def _told(self, width: int, height: int) -> list[Span]:
        """What stands in the place of a form; where the log is not seen also what happened just now.

        In fewer lines than it takes it has no blank ones, then ends with a mark in place of a sentence.
        """
        news = self._idle.news() if self._attention.size is not Size.WIDE else []
        told = [(line, "") for line in news]
        told += [(line, "notice") for line in self._idle.gone(self._keys)]
        told += [(line, "dim") for line in self._idle.lines(width)]
        return fitted([[Span(part, style) for part in folded(line, max(8, width))] for line, style in told], height)

    def _hint(self) -> str:
        """The keys of the form, or of the map while somebody looks round."""
        form, with_map, keys = self._attention.form, self._attention.with_map, self._keys
        if form is None:
            return ""
        out = [(keys["zoom"], "all panes")] if self._attention.zoomed else []
        if self._attention.roams:
            here = (keys["pick"], "changes this") if form.laid(self._board.cursor) else (arrows(keys), "on the map")
            return hints(here, *out, (keys["back"], "back"))
        way = keys["back"] if with_map else keys[f"pane_{MAIN}"]
        return ", ".join([*(hints(each) for each in out), form.hint(with_map, way if self._board.there else "", keys)])
