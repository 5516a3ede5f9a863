"""What a table of bots looks like from outside: a line a round, the final table."""

from collections.abc import Callable
from typing import Any

from client.words.general import GameWords, ending
from engine.core.match import Match
from net.telling import TableEvent
from protocol.events import Answered, Ended, Fault, Lost, OtherCopy


class Progress:
    """Tells how far a game is, by its events. `match` starts as `fresh`: the table's own may be further on."""

    def __init__(
        self, fresh: Match[Any], words: GameWords, clock: Callable[[], float], tell: Callable[[str], None]
    ) -> None:
        self.words = words
        self.match = fresh
        self._clock = clock
        self._start = clock()
        self._tell = tell
        self._round = 0

    def __call__(self, event: TableEvent) -> None:
        """Hear one event."""
        if isinstance(event, Answered):
            self.match.answer(event.reply)
            number, _ = self.words.stage(self.match)
            if self.match.outcome is not None:
                for line in self.words.outcome(self.match, self.match.outcome):
                    self._tell(line)
            elif number != self._round:
                self._round = number
                seconds = self._clock() - self._start
                self._tell(f"round {number:>2}  {self.words.standing(self.match)}  ({seconds:.0f} s)")
        elif isinstance(event, Ended | Fault | Lost | OtherCopy):
            self._tell(ending(event, lambda seat: self.words.seat(self.match, seat)))
