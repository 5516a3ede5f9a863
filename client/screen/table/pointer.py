"""What a mouse does at a table: by the names of the spots that map, form and panes leave on the canvas."""

from collections.abc import Callable, Mapping

from client.screen.canvas import Name
from client.screen.map.spot import AREA
from client.screen.pointing import LINES, ROW, Mouse
from client.screen.table.forms.form import FIGURES, Form
from client.screen.table.frames import TAB
from client.screen.table.mapping import MapPane
from client.screen.table.panes import PANE, Pane


class Pointer:
    """The mouse over one table.

    Args:
        board: the map, with the cursor.
        panes: by their names.
        form: that of the open question, None if there is none.
        enter: does what Enter does.
        reopen: takes back what the area under the cursor has got; says whether it had anything.
        aim: brings the cursor of the map in step with the form.
        turn: shows a pane.
    """

    def __init__(
        self,
        board: MapPane,
        panes: Mapping[str, Pane],
        form: Callable[[], Form | None],
        enter: Callable[[], object],
        reopen: Callable[[Form], bool],
        aim: Callable[[], None],
        turn: Callable[[str], None],
    ) -> None:
        self._board = board
        self._panes = panes
        self._form = form
        self._enter = enter
        self._reopen = reopen
        self._aim = aim
        self._turn = turn

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """Do it; whether it meant anything."""
        kind, which = name if name is not None else ("", "")
        if what is not Mouse.CLICK:
            return self._wheel(kind, str(which), what.step)
        if kind == TAB:
            self._turn(str(which))
        elif kind == AREA:
            self._area(str(which))
        elif kind == ROW:
            self._row(int(which))
        else:
            return False
        return True

    def _area(self, area: str) -> None:
        """The cursor goes there; where it is already, as Enter. While the choices of an area are listed, leave them."""
        form = self._form()
        # A second click on an area whose choices are listed must not take whatever stands first among them.
        if form is not None and form.picking.area and (area == form.picking.area or not form.picking.back()):
            return
        here, self._board.cursor = self._board.cursor, area
        if form is not None and area == here and self._reopen(form):
            return
        if form is not None and form.picking.on_map:
            form.picking.point(area)
            if area == here:
                self._enter()

    def _row(self, number: int) -> None:
        form = self._form()
        if form is None or not 0 <= number < len(form.picking.rows):
            return
        picked = form.click(number)
        self._aim()
        if picked:
            self._enter()

    def _wheel(self, kind: str, which: str, step: int) -> bool:
        form = self._form()
        if kind == PANE:
            self._panes[which].roll(step * LINES)
        elif kind == FIGURES and form is not None:
            form.scroll(step * LINES)
        elif kind == ROW and form is not None:
            form.picking.to(form.picking.at + step)
            self._aim()
        else:
            return False
        return True
