"""Somebody at the full screen of a table: reads what is under the cursor, and has only keys."""

from typing import Any

from typing_extensions import override

from client.play.asking import Heard
from client.play.choosing import Choice
from client.screen.canvas import Canvas
from client.screen.keys import Action, Keymap
from client.screen.overlays import Confirming
from client.screen.shell import Shell
from client.screen.table.forms.form import Form
from client.screen.table.view import TableView
from client.screen.terminal import ScreenTerminal
from client.words.agot_hints import spelled
from tests.client.desk import Desk

MOST = 300
"""Keys after which somebody would give up."""


class Nothing:
    """What is shown before there is a table."""

    title = ""

    def draw(self, canvas: Canvas) -> None: ...

    def status(self) -> list[str]:
        return []

    def actions(self) -> list[Action]:
        return []

    def key(self, key: str) -> bool:
        return False

    def leave(self) -> None: ...


class Ear(ScreenTerminal):
    """A terminal that keeps what is handed to the table."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, lambda terminal, listener: None)
        self.sent: list[str | Heard] = []

    @override
    def submit(self, entry: str | Heard) -> None:
        self.sent.append(entry)


class Keyboard:
    """The person of `desk`, at a window of `width` x `height`."""

    def __init__(self, desk: Desk, width: int = 120, height: int = 40) -> None:
        self.desk = desk
        self.size = (width, height)
        self.shell = Shell(Nothing(), Keymap())
        self.terminal = Ear(self.shell)
        self.view = TableView(self.terminal, desk.mode)
        self.shell.show(self.view)
        self.look()

    def look(self) -> str:
        """What is seen."""
        return self.shell.draw(*self.size).text

    def press(self, *keys: str) -> str:
        """Press keys; gives what is seen then."""
        for key in keys:
            self.shell.key(key)
            self.look()
        return self.look()

    def type(self, line: str) -> str:
        """Type a line behind the colon."""
        self.press(":")
        self.shell.submitted(line)
        return self.look()

    @property
    def form(self) -> Form:
        """The form that is shown."""
        self.look()
        form = self.view._attention.form
        assert form is not None
        return form

    def answer(self, value: Any) -> Any:
        """Enter an answer by keys alone; gives what was handed to the table."""
        self.terminal.sent.clear()
        ask = self.desk.mode.ask
        assert ask is not None
        for piece in spelled(self.desk.question.topic, value):
            self.pick(piece)
        if not self.terminal.sent and self.shell.overlay is None:
            self.press("s" if ask.secret else "d")
        if isinstance(self.shell.overlay, Confirming):
            self.press("y")
        heard = self.terminal.sent[-1]
        assert isinstance(heard, Heard)
        return heard.choice

    def pick(self, piece: Any) -> None:
        """Go to a piece and pick it."""
        ask = self.desk.mode.ask
        assert ask is not None
        wanted = next(choice for choice in ask.building.choices if choice.piece == piece)
        before = ask.building.pieces
        for _ in range(MOST):
            if self.desk.mode.ask is not ask or ask.building.pieces != before:
                return
            self.press(self.towards(wanted))
        raise AssertionError(f"no key leads to {wanted.label.text}:\n{self.look()}")

    def towards(self, wanted: Choice) -> str:
        """The next key on the way to a choice."""
        picking = self.form.picking
        if picking.choice is wanted:
            return "enter"
        if picking.on_map:
            return "enter" if picking.row is not None and wanted in picking.row.choices else "tab"
        numbers = [row.choice for row in picking.rows]
        if wanted not in numbers:
            return (
                "tab" if picking.area and wanted in [c for a in picking.areas for c in picking._placed[a]] else "escape"
            )
        at = numbers.index(wanted)
        return ("right" if at > picking.at else "left") if self.form.face.step("right", 0, picking.rows) else "down"
