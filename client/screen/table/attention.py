"""Where somebody looks: which pane, alone or among all, and whether arrows move over the map or in the form."""

from client.play.line import LineMode
from client.screen.table.arranging import Size
from client.screen.table.forms.form import Form
from client.screen.table.mapping import MapPane

MAIN, LOG, TALK, HANDS, FAIR, AREA = "map", "log", "talk", "hands", "fairness", "area"
NAMES = (MAIN, LOG, TALK, HANDS, FAIR, AREA)
"""The panes in the order of their keys, F2 to F7."""
QUESTION = "question"
"""The form, where it is seen without the map."""


class Attention:
    """The cursor of one person at one table.

    Attributes:
        form: of the open question, None if there is none.
        focus: the pane in use.
        zoomed: that pane alone is shown.
        roams: somebody looks round the map though nothing is picked there.
        size: how all is arranged, as drawn last.
    """

    def __init__(self, mode: LineMode, board: MapPane) -> None:
        """`board`: the map, with its cursor."""
        self.form: Form | None = None
        self.focus = MAIN
        self.zoomed = False
        self.roams = False
        self.size = Size.COMPACT
        self._mode = mode
        self._board = board

    # ------------------------------------------------------------ in step with the table
    def follow(self) -> None:
        """Begin a form for a new question, and bring cursor and form in step with the answer."""
        ask = self._mode.ask
        if ask is None:
            self.form = None
        elif self.form is None or self.form.ask is not ask:
            self.form = Form(self._mode, ask, self._board.rank)
            self.roams = False
            self._board.seek()
            self._stay()
        elif self.form.follow():
            self.roams = False
            self._stay()

    def _stay(self) -> None:
        """Leave the cursor of the map where it is if something can be picked there, else put it where it can."""
        picking = self.form.picking if self.form is not None else None
        if picking is not None and picking.on_map and self._board.cursor in picking.areas:
            picking.point(self._board.cursor)
        else:
            self.aim()

    def aim(self) -> None:
        """Put the cursor of the map where the form is."""
        picking = self.form.picking if self.form is not None else None
        row = picking.row if picking is not None else None
        area = picking.area if picking is not None and picking.area else row.area if row is not None else ""
        if area:
            self._board.cursor = area

    # ------------------------------------------------------------ who has the arrows
    @property
    def alone(self) -> bool:
        """Whether there is room for one pane at a time: then map and form are two."""
        return self.zoomed or self.size is Size.SMALL

    @property
    def with_map(self) -> bool:
        """Whether the map is seen beside the form."""
        return self._board.there and not self.alone

    @property
    def on_map(self) -> bool:
        """Whether arrows move over the map: areas are picked there, nothing is asked, or somebody wants to look."""
        if self.form is None:
            return self._board.there and (self.roams or self.with_map or not self._mode.over)
        return self.roams or (self.with_map and self.form.picking.on_map)

    def move(self, key: str) -> bool:
        """Move the cursor, on the map or in the form; whether the key is one of moving."""
        if self.on_map and self._board.move(key):
            if self.form is not None:
                self.form.picking.point(self._board.cursor)
            return True
        if self.form is not None and self.form.key(key, self.with_map):
            self.picked()
            self.aim()
            return True
        return False

    def picked(self) -> None:
        """Something was picked, or moved to: who looks round goes on only where areas are picked."""
        self.roams = self.roams and self.form is not None and self.form.picking.on_map

    def _roam(self) -> None:
        """Give the arrows to the map, or back to the form."""
        if self.roams:
            self.roams = False
            return
        if self.form is not None:
            self.form.picking.back()
        self.roams = self._board.there and not self.on_map

    # ------------------------------------------------------------ which pane
    def turn(self, name: str) -> None:
        """Use a pane; the map once more gives it the arrows, or gives them back."""
        if name == QUESTION:
            self.roams, name = False, MAIN
        elif name == MAIN and (self.focus == MAIN or (self.alone and not self.roams)):
            self._roam()
        self.focus = name

    def go(self, area: str) -> None:
        """Show an area on the map."""
        self._board.cursor = area
        self.focus = MAIN
        if self.form is not None:
            self.form.picking.point(area)
            self.roams = self.roams or self.alone

    def zoom(self) -> None:
        """The pane in use alone, or all; of map and form the one that has the arrows."""
        on_map = self.on_map
        self.zoomed = not self.zoomed
        self.roams = on_map and self.form is not None and not (self.with_map and self.form.picking.on_map)

    def back(self) -> bool:
        """One step back; whether there was one."""
        if self.focus == MAIN and self.roams:
            self.roams = False
        elif self.form is not None and self.focus == MAIN and self.form.picking.back():
            return True
        elif self.zoomed:
            self.zoomed = False
        elif self.focus != MAIN:
            self.focus = MAIN
            self.roams = self.roams and not self.alone
        elif self.with_map and not self.on_map:
            self.roams = True
        else:
            return False
        return True
