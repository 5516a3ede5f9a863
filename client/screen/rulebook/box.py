"""The rules over another screen, which goes on below them."""

from client.screen.canvas import Canvas, Name
from client.screen.foot import Foot
from client.screen.keys import Action
from client.screen.pointing import Mouse
from client.screen.rulebook.book import Book
from client.screen.shell import MOVES, Shell
from client.words.general import GameWords

NO_KEY = "That key does nothing here; Esc leads back."


class RulesBox:
    """An overlay with all that can be read. The bottom line stays that of the screen below."""

    def __init__(self, shell: Shell, words: GameWords, title: str) -> None:
        self.done = False
        self._shell = shell
        self._book = Book(shell, words, title, self._close)
        self._message = ""

    def _close(self) -> None:
        self.done = True

    def _actions(self) -> list[Action]:
        leave = Action("leave", "go back", ("escape", "q"), self._book.leave, hint="back")
        return list(self._shell.keymap.settle([*self._book.offers(), leave]))

    def draw(self, canvas: Canvas) -> None:
        """The page, the status of the screen below, and the keys that count here."""
        canvas.fill("box")
        foot = Foot(self._shell.view.status(), self._message, canvas.width, canvas.height)
        self._book.draw(canvas.sub(0, 0, canvas.width, canvas.height - foot.height))
        below = canvas.sub(0, canvas.height - foot.height, canvas.width, foot.height)
        foot.draw(below, bool(self._message), self._actions)

    def key(self, key: str) -> None:
        """Read on, search, or close."""
        self._message = ""
        action = next((action for action in self._actions() if key in action.keys), None)
        if action is None:
            self._message = "" if self._book.key(key) else NO_KEY
        elif reason := action.why_not():
            self._message = f"{action.label}: {reason}"
        else:
            action.run()

    def mouse(self, name: Name | None, what: Mouse) -> bool:
        """A click opens a chapter of the contents, the wheel scrolls."""
        if what is Mouse.CLICK:
            return self._book.mouse(name, what)
        next(action for action in self._book.offers() if action.name in MOVES[what]).run()
        return True
