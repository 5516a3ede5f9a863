"""The end of a game: its outcome in a box, the audit, and what can be done next."""

from client.play.line import LineMode
from client.screen.audit import open_audit
from client.screen.overlays import Offering, Reading
from client.screen.records import saved
from client.screen.terminal import ScreenTerminal

NEXT = {"audit": "audit", "log": "what happened", "leave": "leave"}
"""What people want at the end, in the words of the box, by the names of actions."""


class Ending:
    """Tells the end once when it comes, and once more when all secrets are open and the record is kept."""

    def __init__(self, terminal: ScreenTerminal, mode: LineMode) -> None:
        self._terminal = terminal
        self._mode = mode
        self._told = 0

    def follow(self) -> None:
        """Open the box that is due."""
        stage = 2 if self._mode.closed else 1 if self._mode.match.outcome is not None else 0
        if stage <= self._told:
            return
        self._told = stage
        self._terminal.shell.hush()
        shell = self._terminal.shell
        if stage == 1:
            shell.open(Reading("The game is over", self.lines()))
        else:
            shell.open(Offering("The table is closed", [*self.lines(), "", self._ways_on()], shell.act))

    def lines(self) -> list[str]:
        """Who won, with the final table; how the audit went; where the record is."""
        mode, over = self._mode, self._mode.match.outcome
        return self._and_then(
            [line for line in mode.words.outcome(mode.match, over) if line] if over is not None else []
        )

    def short(self) -> list[str]:
        """The same without the table, for a narrow pane: the places alone."""
        mode, over = self._mode, self._mode.match.outcome
        if over is None:
            return self._and_then([])
        winners = [line for line in mode.words.outcome(mode.match, over) if line][:1]
        places = [(place, seat) for place, group in enumerate(over.ranking, 1) for seat in group]
        return self._and_then([*winners, *(f"{place}. {mode.words.seat(mode.match, seat)}" for place, seat in places)])

    def _and_then(self, outcome: list[str]) -> list[str]:
        mode = self._mode
        if not mode.closed:
            return [*outcome, "", "Now all open their secrets, and each checks everybody."]
        notices = [told.text for told in mode.story if told.kind == "notice"]
        return [*outcome, *([""] if outcome else []), *notices[-1:], *self._terminal.parting]

    def _ways_on(self) -> str:
        """What can be done next, by the keys that do it."""
        actions = {action.name: action for action in self._terminal.shell.everything()}
        ways = [(actions.get(name), what) for name, what in NEXT.items()]
        return "   ".join(
            f"{way.key} {what}" for way, what in ways if way is not None and way.key and not way.why_not()
        )

    def no_audit(self) -> str:
        """Why there is no audit to look at."""
        if self._mode.match.outcome is None:
            return "the game is not over"
        if not self._mode.closed:
            return "the secrets are being opened; a moment"
        return "" if self._mode.kept is not None else "no record of this table is kept"

    def audit(self) -> None:
        """Open the audit."""
        after_end(self._terminal, self._mode)


def after_end(terminal: ScreenTerminal, mode: LineMode) -> None:
    """Show what the verifier finds in the record of the table that has just ended."""
    if mode.kept is not None:
        open_audit(terminal.shell, saved(mode.kept.home, mode.kept.id), mode.kept.language)
