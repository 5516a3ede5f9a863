"""The end of a game: its outcome in a box, the audit, and what can be done next."""

from client.play.line import LineMode
from client.screen.audit import open_audit
from client.screen.overlays import Reading
from client.screen.records import saved
from client.screen.terminal import ScreenTerminal


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
        self._terminal.shell.open(Reading("The game is over" if stage == 1 else "The table is closed", self.lines()))

    def lines(self) -> list[str]:
        """Who won, how the audit went, where the record is, what to do next."""
        mode = self._mode
        over = mode.match.outcome
        lines = [line for line in mode.words.outcome(mode.match, over) if line] if over is not None else []
        if not mode.closed:
            return [*lines, "", "Now all open their secrets, and each checks everybody."]
        notices = [told.text for told in mode.story if told.kind == "notice"]
        lines += ["", *notices[-1:], *self._terminal.parting]
        return [*lines, "", "x audit   L what happened   q leave"]

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
