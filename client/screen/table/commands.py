"""What can be looked up and said at any time, each by one key."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from client.play.line import LineMode
from client.screen.actions import registered
from client.screen.helping import INSET, help_row
from client.screen.keys import Action
from client.screen.overlays import HELPED, Reading, unfolded
from client.screen.rulebook import RulesBox
from client.screen.table.acts import Acts
from client.screen.table.atlas import Atlas
from client.screen.table.attention import NAMES
from client.screen.table.legend import LegendBox
from client.screen.table.panes import CHAT, MARKS, sign_lines
from client.screen.terminal import ScreenTerminal
from client.screen.views import Typing
from client.words.general import HELP
from client.words.titles import short_title

SCREEN = "at the table"
"""As the register of actions calls it."""
BEFORE = " (Up: the line before)"
"""Behind the label of the field: what led to nothing else is there to be mended."""
Signs = Callable[[], Sequence[tuple[str, str]]]
"""signs(): what stands on the map, and what it means."""
BESIDE = 72
"""Cells of the signs in the help, which stand two in a line."""
MOVES = {
    "0 to 9": "pick from a list",
}
"""Keys that are no actions, as the help tells them."""
TOPICS = {
    "To look something up": ("card", "rules", "why", "area", "find_area", "hand", "tracks", "dice", "log", "board"),
    "Panes": (*(f"pane_{name}" for name in NAMES), "zoom", "back"),
}
"""Headings of the help, and the actions that stand there while they can be done."""
IN_FORMS = {
    "s  f  *": "on a card: a sword, a fortification, a text",
    "4/7=2": "on a card: it wins against 4 of their 7, ties with 2",
    "xLK1 +F1": "behind a move: it attacks, it joins your units",
    "5-M0": "an order that may not be laid here; its digit tells why",
}
"""Signs of the forms, where those of the map are known."""
IN_LOG = {
    "=": "a step that left only one choice",
    "~": "news of players and their links, no part of the game",
}
"""What stands before the lines of the log."""


class Commands:
    """The commands of line mode by keys. Small letters answer a question, capitals look something up."""

    def __init__(self, terminal: ScreenTerminal, mode: LineMode, acts: Acts, atlas: Atlas, signs: Signs) -> None:
        """`atlas`: where areas are looked up."""
        self._shell = terminal.shell
        self._mode = mode
        self._acts = acts
        self._atlas = atlas
        self._signs = signs

    def actions(self) -> list[Action]:
        """All of them. Once the game is over the line of keys tells of the log in the place of the latest ruling."""
        why, log = ("", "log") if self._is_over else ("why", "")
        return [
            Action("type", "type an answer or a command", (":",), self._type, hint="type"),
            Action(
                "hint",
                "what a bot would do here",
                ("I",),
                lambda: self._show("hint"),
                self._no_bot,
                self._asked("hint"),
            ),
            Action("signs", "what the signs on the map mean", ("G",), self._legend, self._no_map, "signs"),
            self.say(),
            Action("card", "look up a card by name", ("C", "i"), lambda: self._name("card"), hint="card"),
            Action("rules", "search the rules", ("R", "r"), self._rules, hint="rules"),
            Action("why", "the rule behind the last ruling", ("W", "w"), lambda: self._show("why"), hint=why),
            Action("area", "the area under the cursor", ("A", "a"), self._here),
            Action("find_area", "look up an area by name", ("F", "f"), lambda: self._name("area", self._find)),
            Action("hand", "all hands and played cards", ("H",), lambda: self._show("hand"), hint="hands"),
            Action("tracks", "tracks, power and supply", ("T",), lambda: self._show("tracks"), hint="tracks"),
            Action("dice", "the last draw", ("D",), lambda: self._show("dice")),
            Action("log", "what happened, in a box", ("L",), self._log, hint=log),
            Action("board", "the whole position as text", ("B", "b"), lambda: self._show("board")),
            Action("help", "show the keys of this screen", ("f1", "?"), self._help, hint="keys"),
        ]

    def say(self) -> Action:
        """The one that says something to all."""
        return Action("say", "say something to all", ("t",), self._say, self._closed, hint="talk")

    def _asked(self, hint: str) -> str:
        """A word for the foot while something is asked."""
        return hint if self._mode.mine else ""

    @property
    def _is_over(self) -> bool:
        return self._mode.over or self._mode.match.outcome is not None

    def _no_bot(self) -> str:
        return "the game is over" if self._is_over else ""

    def _type(self) -> None:
        label = f"{'answer' if self._mode.mine else 'command'}{BEFORE if self._acts.unheard else ''}"
        self._shell.type(Typing(label, self._typed, self._mode.completions))

    def _typed(self, line: str) -> None:
        """Take a typed line. The screen has a help of its own, and talk as it was said, not in lines of 80 cells."""
        own = {"help": self._help, "?": self._help, "talk": self._talk}.get(line.strip().lower())
        if own is not None and self._mode.is_command(line):
            own()
        else:
            self._acts.typed(line)

    def _show(self, command: str, rest: str = "") -> None:
        """The command's answer in a box: it was asked for by a key, so one line too is worth one."""
        lines = unfolded(self._mode.look(command, rest))
        self._shell.open(Reading(command.capitalize(), lines))

    def _help(self) -> None:
        rows = [help_row(keys, does) for keys, does in MOVES.items()] if self._mode.mine else []
        short = [INSET + line.text for line in sign_lines(self._signs(), BESIDE)]
        signs = ["", "Signs on the map:", *short] if short else []
        typed = ["", "To type, behind the key that types:", *(help_row(*each) for each in spoken())]
        self._shell.open(Reading("Keys", [*self._shell.help(TOPICS, rows), *typed, *signs], onward=HELPED))

    def _legend(self) -> None:
        others = {"In the forms": tuple(IN_FORMS.items()), "In the log": tuple(IN_LOG.items())}
        self._shell.open(LegendBox(self._signs(), others))

    def _no_map(self) -> str:
        return "" if self._signs() else "this game has no map"

    def _log(self) -> None:
        """The latest first in sight: what was before is a key away."""
        marks = {kind: mark for kind, (mark, _) in MARKS.items()} | {"stage": "-- "}
        told = [(each.kind, line) for each in self._mode.story for line in each.text.splitlines()]
        lines = [marks[kind] + line for kind, line in told if kind != CHAT]
        self._shell.open(Reading("Log", lines or ["Nothing has happened yet."], at_end=True))

    def _here(self) -> None:
        if self._atlas.here:
            self._find(self._atlas.here)
        else:
            self._name("area", self._find)

    def _name(self, command: str, then: Callable[[str], None] | None = None) -> None:
        """Ask for a name, completed by any part of it, and show what it means, or do `then`."""
        offers, shown = partial(self._mode.subjects, command), partial(self._show, command)
        self._shell.type(Typing(command, lambda text: (then or shown)(text.strip()), offers, command))

    def _find(self, name: str) -> None:
        """Show an area on the map and in a box with its code, or the names that are near."""
        try:
            area = self._mode.words.find_area(name)
        except KeyError:
            self._show("area", name)
            return
        self._atlas.go(area)
        self._shell.open(Reading("Area", self._atlas.facts(area)))

    def _rules(self) -> None:
        """Ask what to look for in the rules; who does not know yet gets the game in short and the contents."""
        offers = partial(self._mode.subjects, "rules")
        label = "rules (Enter: the game in short)"
        self._shell.type(Typing(label, self._ruled, offers, "rules", empty=True))

    def _ruled(self, typed: str) -> None:
        if typed.strip():
            self._show("rules", typed.strip())
        else:
            title = short_title(self._mode.match.game.name)
            self._shell.open(RulesBox(self._shell, self._mode.words, title))

    def meant(self, typed: str) -> list[Action]:
        """What a line that begins so may be as a command, as far as no action does the same."""
        word, blank, _ = typed.partition(" ")
        ask = self._mode.ask
        lines = [(line, note) for line, note in self._mode.commands(typed) if blank or not _by_key(line)]
        if word and not blank and ask is not None:
            lines += [(line, note) for line, note in ask.words() if line.startswith(word) and not _by_key(line)]
        if blank and self._mode.is_command(typed) and typed.strip().lower() not in [line.lower() for line, _ in lines]:
            lines += [(typed.strip(), "as a command")]
        return [Action("", f"{line}  {note}".rstrip(), (), partial(self._typed, line)) for line, note in lines if word]

    # ------------------------------------------------------------ talk
    def _talk(self) -> None:
        said = [told.text for told in self._mode.story if told.kind == CHAT]
        self._shell.open(Reading("Talk", said or ["Nobody has said anything."], at_end=True))

    def _say(self) -> None:
        self._shell.type(Typing("say", lambda text: self._acts.typed(f"say {text}"), lambda _: (), "talk"))

    def _closed(self) -> str:
        return "the table is closed; nobody hears you" if self._mode.closed else ""


def spoken() -> list[tuple[str, str]]:
    """The commands that take something behind them, with what they do, as the help of line mode tells them."""
    rows = (re.split(r"\s{2,}", line.strip()) for line in HELP.splitlines() if line.startswith("  "))
    return [(words, does) for row in rows for words, does in zip(row[::2], row[1::2], strict=True) if " " in words]


def _by_key(command: str) -> bool:
    """Whether an action does what a command of one word does."""
    acts = registered()[SCREEN]
    return command in ("quit", *acts) or f"pane_{command}" in acts or any(command in act.also for act in acts.values())
