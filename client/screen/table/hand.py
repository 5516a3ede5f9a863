"""What Enter and a digit do: pick, list, take back, or tell why not."""

from client.play.line import LineMode
from client.screen.shell import Shell
from client.screen.table.acts import Acts
from client.screen.table.attention import Attention
from client.screen.table.forms.form import Form
from client.screen.table.mapping import MapPane


class Hand:
    """Picks what is under the cursor of `attention`, on the map `board` or in the form."""

    def __init__(self, shell: Shell, mode: LineMode, acts: Acts, attention: Attention, board: MapPane) -> None:
        self._shell = shell
        self._mode = mode
        self._acts = acts
        self._attention = attention
        self._board = board

    def enter(self) -> bool:
        """Pick what is under the cursor; while somebody looks round a map where nothing is picked, tell so."""
        form = self._attention.form
        if form is None or not self._attention.roams or form.picking.on_map:
            return self.pick()
        if self.reopen(form):
            return True
        self._shell.say("Nothing is chosen on the map just now; Esc goes back to the question.")
        return True

    def pick(self) -> bool:
        """Pick the row under the cursor, list the choices of an area, or tell why nothing can be done there."""
        form = self._attention.form
        if form is None:
            return False
        row = form.picking.row
        if row is None and self.reopen(form):
            return True
        if row is None:
            self._why_not(form)
        elif row.done:
            self._acts.done()
        elif row.choice is not None:
            self._acts.pick(row.choice)
        else:
            form.picking.enter(row.area)
        self._attention.picked()
        self._attention.follow()
        return True

    def reopen(self, form: Form) -> bool:
        """Take back what the area under the cursor has got and list its choices again; whether it had anything."""
        area = self._board.cursor
        laid = form.laid(area)
        if laid:
            self._acts.reopen(laid[0])
            self._attention.follow()
            self._attention.roams = not form.picking.enter(area) and self._attention.roams
            self._board.cursor = area
        return bool(laid)

    def digit(self, digit: int) -> bool:
        """Pick what stands behind a digit, or tell why the rules forbid it, or what digits can be typed."""
        form = self._attention.form
        if form is None:
            return False
        found, picked = form.digit(digit)
        if picked:
            self._attention.aim()
            return self.pick()
        piece = None if found else form.barred(digit)
        heard = self._mode.why_not(piece) if piece is not None else None
        if heard is not None:
            self._acts.take(heard)
            return True
        limits = "" if found else form.face.outside(form.picking.rows)
        if limits:
            self._shell.say(limits)
        return found or bool(limits)

    def _why_not(self, form: Form) -> None:
        """Ask the rules about what could be picked elsewhere, had it been picked here."""
        for piece in form.elsewhere(self._board.cursor):
            heard = self._mode.why_not(piece)
            if heard is not None:
                self._acts.take(heard)
                return
        self._shell.say("Nothing can be chosen there; Tab goes to the next area where something can.")
