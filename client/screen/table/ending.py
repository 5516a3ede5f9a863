"""The end of a game: its outcome in a box, the talk after it, the audit, and what can be done next."""

from collections.abc import Callable, Sequence

from typing_extensions import override

from client.play.line import LineMode
from client.screen.audit import open_audit
from client.screen.canvas import Canvas
from client.screen.keys import Action
from client.screen.overlays import FAR, Reading
from client.screen.records import saved
from client.screen.shell import Shell
from client.screen.table.panes import CHAT
from client.screen.terminal import ScreenTerminal
from client.words.general import names

NEXT = {"say": "talk", "audit": "audit", "log": "what happened", "leave": "leave"}
"""What people want at the end, in the words of the box, by the names of actions."""
LATEST = 6
"""Lines of talk in the box: the pane of it has them all."""


class EndBox(Reading):
    """The end in a box, as it is at the moment: what it offers is done at once, with the box gone but for talk."""

    def __init__(self, shell: Shell, title: str, lines: Callable[[], Sequence[str]]) -> None:
        super().__init__(title, lines())
        self._shell = shell
        self._text = lines
        self._length = len(self._lines)

    @override
    def draw(self, canvas: Canvas) -> None:
        """What is new comes in sight."""
        self.put(self._text())
        if len(self._lines) > self._length:
            self._top = FAR
        self._length = len(self._lines)
        super().draw(canvas)

    @override
    def key(self, key: str) -> None:
        """Scroll, close, talk, or go on."""
        if any(key in action.keys for action in self._shell.everything() if action.name == "say"):
            self._shell.act(key)
            return
        super().key(key)
        if self.done and any(key in action.keys for action in self._shell.everything() if action.name in NEXT):
            self._shell.act(key)


class Ending:
    """Tells the end once when it comes, and once more when all secrets are open and the record is kept."""

    def __init__(self, terminal: ScreenTerminal, mode: LineMode, say: Callable[[], Action]) -> None:
        """`say`: the action that says something to all."""
        self._terminal = terminal
        self._mode = mode
        self._say = say
        self._told = 0

    def follow(self) -> None:
        """Open the box that is due."""
        stage = 2 if self._mode.over else 1 if self._mode.match.outcome is not None else 0
        if stage <= self._told:
            return
        self._told = stage
        shell = self._terminal.shell
        shell.hush()
        if stage == 1:
            shell.open(Reading("The game is over", self.lines()))
        else:
            stopped = self._mode.match.outcome is None
            shell.open(EndBox(shell, "The table has stopped" if stopped else "The game is over", self._box))

    def _box(self) -> list[str]:
        """How it ended, what is said, who is still there, and what can be done."""
        talk = self._talk()
        return [*self.lines(), *([""] if talk else []), *talk, "", *self._ways_on()]

    def lines(self) -> list[str]:
        """Who won, with the final table; how the audit went; where the record is."""
        mode, over = self._mode, self._mode.outcome
        return self._and_then(
            [line for line in mode.words.outcome(mode.match, over) if line] if over is not None else []
        )

    def short(self) -> list[str]:
        """The same without the table, for a narrow pane: the places alone."""
        mode, over = self._mode, self._mode.outcome
        if over is None:
            return self._and_then([])
        winners = [line for line in mode.words.outcome(mode.match, over) if line][:1]
        places = [(place, seat) for place, group in enumerate(over.ranking, 1) for seat in group]
        return self._and_then([*winners, *(f"{place}. {mode.words.seat(mode.match, seat)}" for place, seat in places)])

    def _and_then(self, outcome: list[str]) -> list[str]:
        mode = self._mode
        if not mode.over:
            return [*outcome, "", "Now all open their secrets, and each checks everybody."]
        end = [mode.end] if mode.end else []
        return [*outcome, *([""] if outcome else []), *end, *self._terminal.parting, "", self.company()]

    def company(self) -> str:
        """Who is still there."""
        company = self._mode.company
        if company:
            return f"Still here: {names(company)}."
        return "The table is closed." if self._mode.closed else "Nobody else is here just now."

    def _talk(self) -> list[str]:
        """The latest of what was said since the last move."""
        mode = self._mode
        last = mode.match.index
        return [told.text for told in mode.story if told.kind == CHAT and told.slot >= last][-LATEST:]

    def _ways_on(self) -> list[str]:
        """What can be done next, by the keys that do it."""
        actions = {action.name: action for action in self._terminal.shell.everything()}
        ways = [(actions.get(name), what) for name, what in NEXT.items()]
        return [
            "   ".join(f"{way.key} {what}" for way, what in ways if way is not None and way.key and not way.why_not())
        ]

    # ------------------------------------------------------------ beside the audit
    def status(self) -> str:
        """Who is still there, and what was said last."""
        return "  ".join([self.company(), *self._talk()[-1:]])

    def actions(self) -> list[Action]:
        """Talk."""
        return [self._say()]

    def no_audit(self) -> str:
        """Why there is no audit to look at."""
        if self._mode.match.outcome is None:
            return "the game is not over"
        if not self._mode.over:
            return "the secrets are being opened; a moment"
        return "" if self._mode.kept is not None else "no record of this table is kept"

    def audit(self) -> None:
        """Show what the verifier finds in the record of the table; who is still there can be talked with meanwhile."""
        kept = self._mode.kept
        if kept is not None:
            open_audit(self._terminal.shell, saved(kept.home, kept.id), kept.language, beside=self)
