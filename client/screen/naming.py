"""The page of the very first start: a name, and nothing else."""

from collections.abc import Callable

from client.errors import UsageError
from client.home import Home
from client.play.cells import width_of
from client.player import NAME_LIMIT, keep_name, last_name, load_player
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.menu import PROGRAM
from client.screen.overlays import HELPED, Reading, folded, window
from client.screen.shell import Shell
from client.screen.views import Typing

WELCOME = "Welcome. Under which name do you play? The others see it at the table."
SMALL_PRINT = f"Up to {NAME_LIMIT} letters of any script. You can change it later in the settings."
WIDE = 76
LONGEST = 4 * NAME_LIMIT
"""Letters that the field takes: what is too long for a name is told, and not swallowed, as far as it may be a slip."""
AGAIN = "Press Esc again to leave the program; what you have typed stays."


class Naming:
    """A field that is always open, so that every letter goes into it; what else can be done has other keys.

    Args:
        shell: where it is shown.
        home: where the name is kept.
        finish: ends the program.
        then: goes on, when there is a name.
    """

    title = PROGRAM

    def __init__(self, shell: Shell, home: Home, finish: Callable[[], None], then: Callable[[], None]) -> None:
        self._shell = shell
        self._home = home
        self._finish = finish
        self._then = then
        self._usual = load_player(home).name
        self._played = last_name(home) is not None
        self._text = ""
        self._leaving = False

    # ------------------------------------------------------------ what can be done
    def actions(self) -> list[Action]:
        """Few, and none on a key that could belong to a name."""
        return [
            Action("name_take", "play under this name", ("enter",), lambda: self._take(self._text), hint="take it"),
            Action("name_rub", "take back a letter", ("backspace",), self._rub),
            Action("name_clear", "begin the name again", ("c-u",), self._clear),
            Action("help", "show the keys of this screen", ("f1",), self._help, hint="keys"),
            Action("paste", "paste a name", (), self._paste),
            Action("leave", "leave the program", ("escape",), self.leave, hint="leave"),
        ]

    def key(self, key: str) -> bool:
        """A letter goes into the name."""
        letter = " " if key == "space" else key
        if len(letter) != 1 or not letter.isprintable():
            return False
        self._leaving = False
        self._text = (self._text + letter)[:LONGEST]
        return True

    def _rub(self) -> None:
        self._leaving = False
        self._text = self._text[:-1]

    def _clear(self) -> None:
        self._text = ""

    def _help(self) -> None:
        self._leaving = False
        lines = [*self._shell.help(), "Every letter and digit goes into the name."]
        self._shell.open(Reading("Keys", lines, onward=HELPED))

    def _paste(self) -> None:
        """What is pasted comes into a line of its own, to be looked at."""
        self._shell.type(Typing("your name", self._take, lambda _: (), "names"))

    def _take(self, name: str) -> None:
        self._leaving = False
        self._text = name
        try:
            keep_name(self._home, name if name.strip() else self._usual)
        except UsageError as error:
            self._shell.say(f"{error}.")
        else:
            self._then()

    def leave(self) -> None:
        """End the program, at the second time: by then nobody means to close the field."""
        if self._leaving:
            self._finish()
        self._leaving = True
        self._shell.say(AGAIN)

    # ------------------------------------------------------------ drawing
    def status(self) -> list[str]:
        """What to do."""
        return ["You: type your name and press Enter."]

    def draw(self, canvas: Canvas) -> None:
        """The field in a frame; what explains it as far as there is room."""
        width = max(1, min(canvas.width, WIDE) - 4)
        before, after = folded(WELCOME, width), [*folded(self._proposal(), width), *folded(SMALL_PRINT, width)]
        inside = window(canvas, WIDE, len(before) + len(after) + 6, PROGRAM)
        y = len(before) + 1 if inside.height > len(before) + 1 else 0
        if y:
            inside.lines(1, 0, before)
        inside.put(1, y, f"{inside.glyphs.pointer} {_end_of(self._text, inside.width - 5)}_", "strong")
        inside.tint(0, y, inside.width, "cursor")
        inside.lines(1, y + 2, after[: max(0, inside.height - y - 2)], "dim")

    def _proposal(self) -> str:
        if self._text.strip():
            return "Enter takes it."
        whence = "under which you played last" if self._played else "the name of your account"
        return f"Enter without a name takes {self._usual}, {whence}."


def _end_of(text: str, room: int) -> str:
    """As much of the end as fits: there somebody types."""
    while width_of(text) > max(0, room):
        text = text[1:]
    return text


def ask_name(shell: Shell, home: Home, finish: Callable[[], None], then: Callable[[], None]) -> None:
    """Ask for a name and keep it; `then` goes on, `finish` ends the program. Raises UsageError without a key."""
    shell.show(Naming(shell, home, finish, then))
