"""What stands in the place of a form while this person is asked nothing."""

from collections.abc import Mapping

from client.pace import Pace
from client.play.line import LineMode
from client.screen.table.acts import Acts
from client.screen.table.ending import Ending
from client.screen.table.recap import since
from client.words.general import names

HURRY = "Your bots wait a moment before they go on; Space hurries them."
LATEST = 2
"""Things told that are shown of what happened."""
WIDTH_OF_TABLE = 60
"""Cells from which the final table of a game is not folded."""


class Idle:
    """Out of turn: what was sealed, and that bots can be hurried; after the end: how it came out."""

    def __init__(self, mode: LineMode, pace: Pace, acts: Acts, ending: Ending) -> None:
        self._mode = mode
        self._pace = pace
        self._acts = acts
        self._ending = ending

    @property
    def title(self) -> str:
        """Of the pane."""
        if self._mode.match.outcome is not None:
            return "The game is over"
        return "The table is closed" if self._mode.over else "Not your turn"

    def lines(self, width: int) -> list[str]:
        """Its text, for so many cells."""
        if self._mode.over or self._mode.match.outcome is not None:
            return self._ending.lines() if width >= WIDTH_OF_TABLE else self._ending.short()
        slot, sealed = self._acts.sealed
        mine = [f"You have sealed: {sealed}.", ""] if slot == self._mode.match.index + 1 else []
        waiting = self._pace.heeded.intersection(self._mode.table.waiting_for)
        slow = [HURRY, ""] if waiting and self._pace.seconds else []
        return [*mine, *slow, "Arrows look round the map, F3 shows what happened, ? shows all keys."]

    def gone(self, keys: Mapping[str, str]) -> list[str]:
        """What can be done while somebody who is waited for has been gone for long. `keys`: those of all actions."""
        gone = self._mode.gone
        if self._mode.over or self._mode.match.outcome is not None or not gone:
            return []
        talk, leave = (f" ({keys[name]})" if keys[name] else "" for name in ("say", "leave"))
        return [
            f"{names(gone)} cannot be reached. Nothing is lost: the game waits, and goes on by itself when they are "
            "back; who closed the program comes back by Resume.",
            f"You can wait, talk{talk}, or leave{leave} and resume the table another day.",
            "",
        ]

    def news(self) -> list[str]:
        """The latest of what happened since this person's last answer, with a blank line below it."""
        if self._mode.over or self._mode.match.outcome is not None:
            return []
        told = [each.text.splitlines()[0] for each in since(self._mode) if each.kind in ("event", "forced")]
        return [*told[-LATEST:], ""] if told else []

    def status(self) -> list[str]:
        """The bottom line when all is over; nothing while it is not."""
        if not self._mode.over:
            return []
        talk = ["t talks"] if self._mode.company else []
        audit = [] if self._ending.no_audit() else ["x opens the audit"]
        ways = ", ".join([*talk, *audit, "q leaves"])
        return [f"{self._ending.company()} You: {ways}."]
