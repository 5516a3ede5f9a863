"""Long lines that a terminal selects as one: it must have wrapped them by itself.

What is painted goes to the terminal row by row, so a text over several rows is copied with a break at the end of each;
pasted into a shell these are several commands. Here it is written once more in one piece over what was painted.
"""

from collections.abc import Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.output.vt100 import Vt100_Output

from client.screen.application import ScreenApplication
from client.screen.canvas import LongLine

BOLD, USUAL = "\x1b[0;1m", "\x1b[0m"
WRAP, NO_WRAP = "\x1b[?7h", "\x1b[?7l"
SAVE, RESTORE = "\x1b7", "\x1b8"
"""Where the cursor is, which the toolkit keeps account of."""


class Unbroken:
    """The long lines of a screen, on a terminal that wraps; on any other they stay rows."""

    def __init__(self) -> None:
        self._wanted: tuple[LongLine, ...] = ()
        self._written: tuple[tuple[LongLine, ...], int] = ((), 0)

    def put(self, lines: Sequence[LongLine]) -> None:
        """Those that are painted now."""
        self._wanted = tuple(lines)

    def write(self, app: Application[int | None]) -> None:
        """Write them, but not again while they stand there: somebody may be selecting one."""
        if not (isinstance(app, ScreenApplication) and isinstance(app.output, Vt100_Output)):
            return
        (before, wipes), self._written = self._written, (self._wanted, app.wipes)
        if before not in ((), self._wanted):
            app.afresh()  # else what stands in these rows next would be copied as one line, too
        elif (before, wipes) != self._written and self._wanted:
            for line in self._wanted:
                place = f"\x1b[{line.y + 1};1H"
                app.output.write_raw(f"{SAVE}{WRAP}{place}{BOLD}{line.text}{USUAL}{NO_WRAP}{RESTORE}")
            app.output.flush()
