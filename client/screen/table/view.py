"""The table on the full screen: what is drawn where, and what a key does."""

from collections.abc import Callable

from client.play.line import LineMode, Told
from client.screen.canvas import Canvas, Name, Span
from client.screen.fairness import fairness_lines
from client.screen.keys import Action
from client.screen.opening import BEGINS, progress
from client.screen.overlays import folded, unfolded
from client.screen.pointing import Mouse
from client.screen.table.acts import Acts
from client.screen.table.arranging import Size, compact, map_room, map_space, size_of, wide
from client.screen.table.commands import Commands
from client.screen.table.ending import Ending
from client.screen.table.facts import table_facts
from client.screen.table.forms.form import Form
from client.screen.table.frames import framed, ruled, tabs
from client.screen.table.houses import house_lines
from client.screen.table.idle import Idle
from client.screen.table.mapping import MapPane
from client.screen.table.panes import CHAT, Pane, log_lines, plain_lines, talk_lines, unread, untold
from client.screen.table.pointer import Pointer
from client.screen.table.recap import RecapBox, recap
from client.screen.terminal import ScreenTerminal

MAIN, LOG, TALK, HANDS, FAIR, AREA = "map", "log", "talk", "hands", "fairness", "area"
NAMES = (MAIN, LOG, TALK, HANDS, FAIR, AREA)
"""The panes in the order of their keys, F2 to F7."""
SCROLLS = ("pageup", "pagedown", "home", "end")
FIRST = "All commit to their secrets, and what comes first is drawn ..."


class TableView:
    """Map, question, tracks, log and talk of a running game."""

    def __init__(self, terminal: ScreenTerminal, mode: LineMode) -> None:
        self._shell = terminal.shell
        self._mode = mode
        self._acts = Acts(terminal, mode)
        self._map = MapPane(mode)
        self._commands = Commands(terminal, mode, self._acts, lambda: self._map.cursor, self._signs)
        self._ending = Ending(terminal, mode, self._commands.say)
        self._idle = Idle(mode, self._acts, self._ending)
        self._form: Form | None = None
        self._focus = MAIN
        self._extra = HANDS
        self._zoomed = False
        self._roams = False
        self._size = Size.COMPACT
        self._seen = self._last_said()
        self._read = mode.story[-1] if mode.story else None
        self._recap: list[str] = []
        self._panes = {
            LOG: Pane(LOG, log_lines(mode), follows=True),
            TALK: Pane(TALK, talk_lines(mode), follows=True, style="chat"),
            HANDS: Pane(HANDS, house_lines(mode)),
            FAIR: Pane(FAIR, self._fairness),
            AREA: Pane(AREA, plain_lines(self._area)),
        }
        self._pointer = Pointer(
            self._map,
            self._panes,
            lambda: self._form,
            self._pick,
            self._reopened,
            self._aim,
            lambda name: self._turn_to(name)(),
        )
        self._follow()

    @property
    def title(self) -> str:
        """Of the window: a star and whose turn it is while it is mine."""
        return "* your turn - Kingsmoot" if self._mode.mine else "Kingsmoot"

    # ------------------------------------------------------------ in step with the table
    def _follow(self) -> None:
        """Begin a form for a new question, and bring cursor and form in step with the answer."""
        ask = self._mode.ask
        if ask is None:
            self._form = None
        elif self._form is None or self._form.ask is not ask:
            self._form = Form(self._mode, ask, self._map.rank)
            self._shell.hush()  # so that its keys are seen
            self._roams = False
            self._map.seek()
            self._stay()
            self._recap = recap(self._mode) if self._shell.recaps and self._focus != LOG else []
        elif self._form.follow():
            self._roams = False
            self._stay()
        self._ending.follow()
        self._look_back()

    def _look_back(self) -> None:
        """Tell what happened before this question, as soon as nothing lies over the table."""
        if self._form is None:
            self._recap = []
        elif self._recap and self._shell.overlay is None and self._shell.typing is None:
            self._shell.open(RecapBox(self._shell, self._recap))
            self._recap = []

    def _stay(self) -> None:
        """Leave the cursor of the map where it is if something can be picked there, else put it where it can."""
        picking = self._form.picking if self._form is not None else None
        if picking is not None and picking.on_map and self._map.cursor in picking.areas:
            picking.point(self._map.cursor)
        else:
            self._aim()

    def _aim(self) -> None:
        """Put the cursor of the map where the form is."""
        picking = self._form.picking if self._form is not None else None
        row = picking.row if picking is not None else None
        area = picking.area if picking is not None and picking.area else row.area if row is not None else ""
        if area:
            self._map.cursor = area

    def _last_said(self) -> Told | None:
        return next((told for told in reversed(self._mode.story) if told.kind == CHAT), None)

    @property
    def _with_map(self) -> bool:
        """Whether the map is seen beside the form."""
        return self._map.there and self._size is not Size.SMALL

    @property
    def _on_map(self) -> bool:
        """Whether arrows move over the map: areas are picked there, nothing is asked, or somebody wants to look."""
        if self._form is None:
            return self._map.there and (self._roams or self._with_map or not self._mode.over)
        return self._roams or (self._with_map and self._form.picking.on_map)

    # ------------------------------------------------------------ drawing
    def draw(self, canvas: Canvas) -> None:
        """All panes that there is room for; before anybody is asked anything what comes first of all."""
        self._follow()
        if not self._mode.begun:
            progress(canvas, BEGINS, [*(told.text for told in self._mode.story), FIRST])
            return
        self._size = size_of(canvas.width, canvas.height)
        if self._zoomed:
            self._one(canvas, self._focus)
        elif self._size is Size.WIDE:
            self._wide(canvas)
        else:
            self._narrow(canvas)
        if self._focus == TALK:
            self._seen = self._last_said()
        if self._focus == LOG or (self._size is Size.WIDE and not self._zoomed):
            self._read = self._mode.story[-1] if self._mode.story else None

    def _wide(self, canvas: Canvas) -> None:
        at = wide(canvas.width, canvas.height, self._map.lines(*map_space(canvas.width, canvas.height)))
        self._draw_map(at.map.of(canvas))
        self._draw_form(at.form.of(canvas), frame=True)
        for rect, name in ((at.log, LOG), (at.talk, TALK), (at.area, AREA), (at.extra, self._extra)):
            self._framed(rect.of(canvas), name)

    def _narrow(self, canvas: Canvas) -> None:
        """One pane below the line of panes; the first is map and form, or the form alone."""
        at = compact(canvas.width, canvas.height, self._map.lines(canvas.width, map_room(canvas.height)))
        shown = self._focus if self._focus != MAIN or self._with_map or self._on_map else ""
        news = {TALK: unread(self._mode, self._seen), LOG: untold(self._mode, self._read)}
        tabs(at.panes.of(canvas), NAMES, shown, news)
        if self._focus != MAIN:
            self._panes[self._focus].draw(at.whole.of(canvas))
        elif self._with_map:
            self._draw_map(at.map.of(canvas))
            self._draw_form(at.form.of(canvas))
        elif self._on_map:
            self._draw_list(at.whole.of(canvas))
        else:
            self._draw_form(at.whole.of(canvas))

    def _draw_list(self, canvas: Canvas) -> None:
        """Where there is room for one of both: the map, and while nothing is asked who is waited for below it."""
        told = 0 if self._form is not None else min(len(self._told(canvas.width)) + 1, canvas.height // 2)
        self._draw_map(canvas.sub(0, 0, canvas.width, canvas.height - told))
        if told:
            self._draw_form(canvas.sub(0, canvas.height - told, canvas.width, told))

    def _one(self, canvas: Canvas, name: str) -> None:
        """One pane on all of the screen; of map and form the one that has the cursor."""
        if name != MAIN:
            self._framed(canvas, name)
        elif self._on_map:
            self._draw_map(framed(canvas, "Map (z: all panes)", True))
        else:
            self._draw_form(canvas, frame=True)

    def _framed(self, canvas: Canvas, name: str) -> None:
        pane = self._panes[name]
        pane.draw(framed(canvas, f"F{NAMES.index(name) + 2} {name}", self._focus == name, style=pane.style))

    def _draw_map(self, canvas: Canvas) -> None:
        self._map.draw(canvas, self._form)

    def _draw_form(self, canvas: Canvas, frame: bool = False) -> None:
        """The form, in a frame or below a line; out of turn who is waited for."""
        form = self._form
        title = form.title if form is not None else self._idle.title
        inside = (framed if frame else ruled)(canvas, title, self._focus == MAIN, self._hint())
        if form is not None:
            form.draw(inside)
            return
        inside.lines(0, 0, self._told(inside.width)[: inside.height], "dim")

    def _told(self, width: int) -> list[str]:
        """What stands in the place of a form."""
        return [part for line in self._idle.lines(width) for part in folded(line, max(8, width))]

    def _hint(self) -> str:
        """The keys of the form, or of the map while somebody looks round."""
        if self._form is None:
            return ""
        if self._roams:
            laid = self._form.laid(self._map.cursor)
            return "Enter changes this, Esc back" if laid else "arrows on the map, Esc back"
        way = "Esc map" if self._with_map else "F2 map"
        return self._form.hint(self._with_map, way if self._map.there else "")

    def _fairness(self, width: int) -> list[Span]:
        """What the protocol does; nothing for a table that has none."""
        lines = fairness_lines(self._mode, width) or folded("This table needs no proof: it is on one computer.", width)
        return [Span(line) for line in lines]

    def _signs(self) -> list[tuple[str, str]]:
        return self._map.signs(self._shell.glyphs)

    def _area(self) -> list[str]:
        """The area under the cursor."""
        area = self._map.cursor
        return unfolded(self._mode.words.area(self._mode.match, area)) if area else ["No area is under the cursor."]

    # ------------------------------------------------------------ keys
    def status(self) -> list[str]:
        """What is to be done, or who is waited for."""
        return self._idle.status() or self._mode.status()

    def actions(self) -> list[Action]:
        """What can be done at the table."""
        acts, end = self._acts, self._ending
        secret = self._mode.ask is not None and self._mode.ask.secret
        return [
            Action("done", "send the answer as it stands", ("d",), acts.done, acts.no_end, "" if secret else "done"),
            Action("seal", "seal the answer as it stands", ("s",), acts.done, self._no_seal, "seal" if secret else ""),
            Action("undo", "take back the last piece", ("u",), acts.undo, acts.no_piece, "undo"),
            Action("clear", "begin the answer again", ("c",), acts.clear, acts.no_piece, "clear"),
            *self._commands.actions(),
            Action("leave", "leave the table", ("q",), self.leave, hint="quit"),
            *[
                Action(f"pane_{name}", f"show {name}", (f"f{number}",), self._turn_to(name))
                for number, name in enumerate(NAMES, 2)
            ],
            Action("zoom", "the pane in use alone, or all", ("z",), self._zoom, hint="zoom"),
            self._commands.hint(),
            Action("audit", "open the audit of a game that is over", ("x",), end.audit, end.no_audit, "audit"),
            Action("back", "back to the map, to all panes", ("escape",), self._back),
        ]

    def _no_seal(self) -> str:
        ask = self._mode.ask
        if ask is not None and not ask.secret:
            return "this answer is open, there is nothing to seal; d sends it"
        return self._acts.no_end()

    def _turn_to(self, name: str) -> Callable[[], None]:
        def turn() -> None:
            if name == self._focus == MAIN:
                self._roam()
            self._focus = name
            if name in (HANDS, FAIR):
                self._extra = name

        return turn

    def _roam(self) -> None:
        """Give the arrows to the map, or back to the form."""
        if self._roams:
            self._roams = False
            return
        if self._form is not None:
            self._form.picking.back()
        self._roams = self._map.there and not self._on_map

    def _zoom(self) -> None:
        self._zoomed = not self._zoomed

    def _back(self) -> None:
        if self._focus == MAIN and self._roams:
            self._roams = False
        elif self._form is not None and self._focus == MAIN and self._form.picking.back():
            return
        elif self._zoomed:
            self._zoomed = False
        elif self._focus != MAIN:
            self._focus = MAIN
        elif self._with_map and not self._on_map:
            self._roams = True
        else:
            self._shell.say("q leaves the table.")

    def key(self, key: str) -> bool:
        """Move, pick, scroll."""
        self._follow()
        if key in SCROLLS:
            self._scroll(key)
            return True
        if self._focus != MAIN and self._size is not Size.WIDE:
            return False
        if key == "enter":
            return self._enter()
        if key.isdecimal() and len(key) == 1 and (self._with_map or not self._roams):
            return self._digit(int(key))
        if self._on_map and self._map.move(key):
            if self._form is not None:
                self._form.picking.point(self._map.cursor)
            return True
        if self._form is not None and self._form.key(key, self._with_map):
            self._roams = self._roams and self._form.picking.on_map
            self._aim()
            return True
        return False

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """Point, pick, scroll."""
        self._follow()
        return self._pointer.mouse(name, what)

    def _scroll(self, key: str) -> None:
        if self._focus != MAIN:
            self._panes[self._focus].scroll(key)
        elif self._form is not None:
            self._form.scroll({"pageup": -5, "pagedown": 5, "home": -1000, "end": 1000}[key])
        else:
            self._panes[LOG].scroll(key)

    def _enter(self) -> bool:
        """Pick what is under the cursor; while somebody looks round a map where nothing is picked, tell so."""
        if self._form is None or not self._roams or self._form.picking.on_map:
            return self._pick()
        if self._reopened(self._form):
            return True
        self._shell.say("Nothing is chosen on the map just now; Esc goes back to the question.")
        return True

    def _pick(self) -> bool:
        """Pick the row under the cursor, list the choices of an area, or tell why nothing can be done there."""
        form = self._form
        if form is None:
            return False
        row = form.picking.row
        if row is None and self._reopened(form):
            return True
        if row is None:
            self._why_not(form)
        elif row.done:
            self._acts.done()
        elif row.choice is not None:
            self._acts.pick(row.choice)
        else:
            form.picking.enter(row.area)
        self._roams = self._roams and form.picking.on_map
        self._follow()
        return True

    def _reopened(self, form: Form) -> bool:
        """Take back what the area under the cursor has got and list its choices again; whether it had anything."""
        area = self._map.cursor
        laid = form.laid(area)
        if laid:
            self._acts.reopen(laid[0])
            self._follow()
            self._roams = not form.picking.enter(area) and self._roams
            self._map.cursor = area
        return bool(laid)

    def _digit(self, digit: int) -> bool:
        """Pick what stands behind a digit, or tell why the rules forbid it."""
        if self._form is None:
            return False
        found, picked = self._form.digit(digit)
        if picked:
            self._aim()
            return self._pick()
        piece = None if found else self._form.barred(digit)
        heard = self._mode.why_not(piece) if piece is not None else None
        if heard is not None:
            self._acts.take(heard)
        return found or heard is not None

    def _why_not(self, form: Form) -> None:
        """Ask the rules about what could be picked elsewhere, had it been picked here."""
        for piece in form.elsewhere(self._map.cursor):
            heard = self._mode.why_not(piece)
            if heard is not None:
                self._acts.take(heard)
                return
        self._shell.say("Nothing can be chosen there; Tab goes to the next area where something can.")

    def facts(self) -> list[str]:
        """Slot, head and links, for a report."""
        return table_facts(self._mode)

    def leave(self) -> None:
        """Leave the table, after a question."""
        self._acts.leave()
