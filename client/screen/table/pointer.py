"""What a mouse does at a table: by the names of the spots that map, form and panes leave on the canvas."""

from collections.abc import Mapping

from client.screen.canvas import Name
from client.screen.map.spot import AREA
from client.screen.pointing import LINES, ROW, Mouse
from client.screen.table.attention import Attention
from client.screen.table.forms.form import FIGURES
from client.screen.table.frames import TAB
from client.screen.table.hand import Hand
from client.screen.table.mapping import MapPane
from client.screen.table.panes import PANE, Pane


class Pointer:
    """The mouse over one table: the map `board`, the `panes` by their names, and the form."""

    def __init__(self, board: MapPane, panes: Mapping[str, Pane], attention: Attention, hand: Hand) -> None:
        self._board = board
        self._panes = panes
        self._attention = attention
        self._hand = hand

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """Do it; whether it meant anything."""
        kind, which = name if name is not None else ("", "")
        if what is not Mouse.CLICK:
            return self._wheel(kind, str(which), what.step)
        if kind == TAB:
            self._attention.turn(str(which))
        elif kind == AREA:
            self._area(str(which))
        elif kind == ROW:
            self._row(int(which))
        else:
            return False
        return True

    def _area(self, area: str) -> None:
        """The cursor goes there; where it is already, as Enter. While the choices of an area are listed, leave them."""
        form = self._attention.form
        # A second click on an area whose choices are listed must not take whatever stands first among them.
        if form is not None and form.picking.area and (area == form.picking.area or not form.picking.back()):
            return
        here, self._board.cursor = self._board.cursor, area
        if form is not None and area == here and self._hand.reopen(form):
            return
        if form is not None and form.picking.on_map:
            form.picking.point(area)
            if area == here:
                self._hand.pick()

    def _row(self, number: int) -> None:
        form = self._attention.form
        if form is None or not 0 <= number < len(form.picking.rows):
            return
        picked = form.click(number)
        self._attention.aim()
        if picked:
            self._hand.pick()

    def _wheel(self, kind: str, which: str, step: int) -> bool:
        form = self._attention.form
        if kind == PANE:
            self._panes[which].roll(step * LINES)
        elif kind == FIGURES and form is not None:
            form.scroll(step * LINES)
        elif kind == ROW and form is not None:
            form.picking.to(form.picking.at + step)
            self._attention.aim()
        else:
            return False
        return True
