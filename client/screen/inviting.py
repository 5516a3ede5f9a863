"""The invitation alone on the screen: nothing beside it, so that it can be selected; or as a QR code."""

from client.flows import INVITE
from client.lobby.qr import qr_lines
from client.play.cells import width_of
from client.screen.canvas import UNICODE, Canvas
from client.screen.overlays import folded

LEAD = "Select it and send it to the others: it is one line. They paste it into a shell, or under Join a table."
CODE = "And the code, aloud or by another way than the line: {}"
FOOT = "q the line as a QR code or back, any other key closes"
SMALL = "The window is too small for the picture: {} columns and {} rows are needed."
PLAIN = "A QR code cannot be drawn with ASCII signs; start without --ascii."


class Inviting:
    """An overlay over the whole screen."""

    def __init__(self, invitation: str, code: str | None) -> None:
        self.done = False
        self._invitation = invitation
        self._code = code
        self._picture = False

    def draw(self, canvas: Canvas) -> None:
        """The line from the left edge on, or the picture."""
        canvas.fill("box")
        if self._picture:
            self._draw_picture(canvas)
        else:
            self._draw_line(canvas)
        canvas.put(0, canvas.height - 1, FOOT, "hint.key")

    def _draw_line(self, canvas: Canvas) -> None:
        y = canvas.lines(0, 0, [*folded(LEAD, max(8, canvas.width)), ""])
        y = canvas.long_line(y, INVITE + self._invitation, "strong")
        if self._code is not None:
            canvas.lines(0, y + 1, [CODE.format(self._code)])

    def _draw_picture(self, canvas: Canvas) -> None:
        lines = qr_lines(self._invitation)
        width = width_of(lines[0])
        if canvas.glyphs != UNICODE:
            canvas.lines(0, 0, [PLAIN])
        elif canvas.width < width or canvas.height < len(lines) + 1:
            canvas.lines(0, 0, [SMALL.format(width, len(lines) + 1)])
        else:
            canvas.lines((canvas.width - width) // 2, 0, lines)

    def key(self, key: str) -> None:
        """The letter q turns to the picture and back."""
        if key == "q":
            self._picture = not self._picture
        else:
            self.done = True
