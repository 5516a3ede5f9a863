"""How things stand at a table for one person: who is waited for and since when, who is there, whether all is over."""

from collections.abc import Callable

from client.play.cells import fold
from client.play.chronicle import Chronicle
from client.play.table import Table
from client.words.general import GameWords, names, since
from net.grace import TALK_ON
from net.telling import Away, Back, TableClosed, TableOver

SILENT = f"Nobody has said anything for {TALK_ON / 60:g} minutes: the table is closed."
ALONE = "Nobody else is here any more: the table is closed."
GONE = 30
"""Seconds without a link after which somebody is not just about to be back."""


class Standing:
    """What the line below the game tells.

    `over`: nothing is left but talk; `closed`: nothing more will come; `failed` says why, if the game was not played to
    its end.
    """

    def __init__(self, table: Table, words: GameWords, past: Chronicle, clock: Callable[[], float]) -> None:
        """`clock`: seconds from any start."""
        self.over = False
        self.closed = False
        self.failed = ""
        self._table = table
        self._words = words
        self._past = past
        self._clock = clock
        self._since = clock()
        self._there: set[int] = set()
        self._lost: dict[int, float] = {}

    # ------------------------------------------------------------ what happens
    def moved(self) -> None:
        """Somebody answered: from now on the next ones are waited for."""
        self._since = self._clock()

    def link(self, event: Away | Back) -> None:
        """Somebody comes or goes."""
        if isinstance(event, Back):
            self._there.add(event.seat)
            self._lost.pop(event.seat, None)
        else:
            self._there.discard(event.seat)
            self._lost.setdefault(event.seat, self._clock())

    def ended(self, event: TableOver) -> list[str]:
        """Nothing is left to play."""
        self._there = set(event.there)
        self.over, self.failed = True, event.reason
        self._past.over = True
        return self._past.ended(f"The game cannot go on: {event.reason}.") if event.reason else []

    def shut(self, event: TableClosed) -> list[str]:
        """Nothing more will come; after a talk the reason why it ended."""
        talked, self.closed = self.over, True
        self.over, self.failed = True, event.reason
        if talked:
            return self._past.notice(SILENT if self._there else ALONE)
        return self._past.ended(f"The table is closed: {event.reason}.") if event.reason else []

    # ------------------------------------------------------------ the line below
    @property
    def company(self) -> list[str]:
        """Who is still there when all is over, by names; nobody once the table is closed."""
        return [] if self.closed else [self._past.who(seat) for seat in sorted(self._there)]

    @property
    def gone(self) -> list[str]:
        """Who is waited for though nobody has heard of them for GONE seconds, by names."""
        due = self._clock() - GONE
        waited = (seat for seat in self._table.waiting_for if seat in self._past.away)
        return [self._past.who(seat) for seat in waited if self._lost.get(seat, due) <= due]

    def status(self, prompt: str | None) -> list[str]:
        """`You: ...` or `Waiting for: ...`, one line each way. `prompt`: what this person is asked, None if nothing."""
        match = self._past.match
        where = self._words.now(match)
        if self.closed:
            return [f"{where}. The table is closed; quit leaves."]
        if self.over:
            over = "The table has stopped" if self.failed else "The game is over"
            return fold(f"{over}. {self._still_here()}", "  ")
        if match.outcome is not None:
            return [f"{where}. The game is over; all open their secrets."]
        if prompt is not None:
            return fold(f"{where}. You: {prompt}", "  ")
        # Whoever has left is missed from that moment on, and not only from the one in which the turn came to him.
        lost = [self._lost[seat] for seat in self._table.waiting_for if seat in self._lost]
        waited = since(self._clock() - min([self._since, *lost]))
        return fold(f"{self.waits} (since {waited})", "  ")

    @property
    def waits(self) -> str:
        """Where the game is, and whom it waits for."""
        where = self._words.now(self._past.match)
        if self._table.mixed is not None:
            done, of = self._table.mixed
            where = f"{where}. Mixing the cards: {done} of {of} turns done"
        return f"{where}. Waiting for: {self._waited_for()}"

    def _waited_for(self) -> str:
        away = self._past.away
        waiting = [
            self._past.who(seat) + (f" ({away[seat]})" if seat in away else "")
            for seat in self._table.waiting_for
            if seat != self._table.seat
        ]
        return names(waiting) if waiting else "the table"

    def _still_here(self) -> str:
        company = self.company
        if not company:
            return "Nobody else is here just now. You: quit leaves."
        return f"{names(company)} {'is' if len(company) == 1 else 'are'} still here. You: say TEXT talks, quit leaves."
