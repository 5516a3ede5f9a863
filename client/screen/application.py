"""The toolkit's application as a screen needs it: resizes are painted once, and a terminal that is gone ends it."""

import errno
from typing import Any

from prompt_toolkit.application import Application
from typing_extensions import override


class ScreenApplication(Application[int | None]):
    """One that paints a storm of resizes once: each of them is told by a signal, and painting takes longer.

    `wipes`: how often nothing was known any more of what the terminal shows.

    It ends when there is nothing to paint on any more: that may be found by a painting before any signal tells it.
    """

    def __init__(self, **wanted: Any) -> None:
        """`wanted`: what the toolkit's own takes."""
        super().__init__(**wanted)
        self.wipes = 0
        self._unknown = False
        self.before_render += self._wipe

    def afresh(self) -> None:
        """Wipe the terminal before the next painting: nothing is known of what it still shows."""
        self._unknown = True
        self.invalidate()

    @override
    def _on_resize(self) -> None:
        self.afresh()

    def _wipe(self, app: Application[int | None]) -> None:
        if self._unknown:
            self._unknown = False
            self.wipes += 1
            self.renderer.erase(leave_alternate_screen=False)

    @override
    def _redraw(self, render_as_done: bool = False) -> None:
        try:
            super()._redraw(render_as_done)
        except OSError as error:
            if error.errno != errno.EIO or self.is_done:
                raise
            self.exit(exception=EOFError())
