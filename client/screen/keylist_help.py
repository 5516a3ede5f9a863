"""The keys of the list of keys itself, and the box that tells them."""

from collections.abc import Callable

from typing_extensions import override

from client.screen.canvas import Canvas
from client.screen.helping import help_row
from client.screen.keys import shown
from client.screen.overlays import Reading

ADD, USUAL, HELP, CLEAR = "+", "=", "f1", "c-u"
"""Keys of the list alone, which settings do not change. No letter is one: each of those narrows it."""
DOES = {
    ("enter",): "give what is under the cursor a new key, in place of all",
    (ADD,): "give it one key more",
    (USUAL,): "give it back its usual keys",
    ("up", "down"): "move in the list, as PgUp, PgDn, Home and End do",
    ("backspace",): "take back a letter of what is sought",
    (CLEAR,): "seek afresh: the whole list is there again",
    ("escape",): "the same; while nothing is sought, back to the settings",
    (HELP,): "show these keys",
}
"""What each of them does."""
LETTERS = (
    "Letters and digits seek: an action, its screen, or a key, as in f12. In the list * marks what is not as usual."
)


class ListHelp(Reading):
    """An overlay over the list, which `behind` draws; `back` shows it again, as it was."""

    def __init__(self, behind: Callable[[Canvas], None], back: Callable[[], None]) -> None:
        rows = [help_row(", ".join(map(shown, keys)), does) for keys, does in DOES.items()]
        super().__init__("Keys of this list", [*rows, "", LETTERS], onward=())
        self._behind = behind
        self._back = back

    @override
    def draw(self, canvas: Canvas) -> None:
        self._behind(canvas)
        canvas.forget()
        super().draw(canvas)

    @override
    def key(self, key: str) -> None:
        super().key(key)
        if self.done:
            self._back()
