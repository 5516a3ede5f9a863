"""The tables a player sat at, as he is shown them."""

from dataclasses import dataclass
from pathlib import Path

from client.home import Home, private_folder, replace_file
from client.store.database import Store
from client.store.lock import is_open
from client.store.tables import GATHERING, PLAYING, SHORT, KeptTable, Result, all_tables, record_of
from client.words.general import names
from client.words.titles import short_title


@dataclass(frozen=True)
class Past:
    """A table of the store. `open`: some window plays at it now."""

    kept: KeptTable
    open: bool

    @property
    def short_id(self) -> str:
        """How the id begins; `-` where there is none yet."""
        return self.kept.id[:SHORT] or "-"

    @property
    def state(self) -> str:
        """In a word or two."""
        if self.open:
            return "open"
        return {GATHERING: "never began", PLAYING: "unfinished"}.get(self.kept.state, self.kept.state)

    @property
    def resumable(self) -> bool:
        """Whether it can be taken up by a person."""
        return self.kept.state == PLAYING and not self.open and not self.kept.crew.bot


def title_of(past: Past) -> str:
    """A game and how far it is."""
    stage, title = how_far(past.kept), short_title(past.kept.form.game)
    return f"{title}, {stage}" if stage else title


def how_far(kept: KeptTable) -> str:
    """`won by Stark (Ann), you 4th of 5` of a game that has ended, else `round 3, marches`; "" before it began.

    Of a game whose end an older version of the program has kept, where that was.
    """
    return f"{kept.stage[:1].lower()}{kept.stage[1:]}" if kept.result is None else _ended(kept.result, kept.seat)


def _ended(result: Result, seat: int) -> str:
    first = result.ranking[0]
    if first == (seat,):
        return f"you won as {result.called[seat]}"
    together = "" if len(first) == 1 else "together "
    won = f"won {together}by {names([result.called[each] for each in first])}"
    if seat in first:
        return f"{won}: you are one of them"
    place = 1
    for group in result.ranking:
        if seat in group:
            break
        place += len(group)
    return f"{won}, you {nth(place)} of {len(result.called)}"


def nth(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, for small numbers."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def past_tables(home: Home) -> list[Past]:
    """All tables, the latest first; none without a store. Raises UsageError if the store is damaged."""
    if not home.store_file.exists():
        return []
    with Store(home) as store:
        return [
            Past(kept, kept.state in (GATHERING, PLAYING) and is_open(home, kept.number)) for kept in all_tables(store)
        ]


def keep_record(home: Home, kept: KeptTable) -> Path:
    """Write the record of all that was said so far; gives its path. Raises ClientError."""
    file = private_folder(home.records) / f"{kept.id[:SHORT]}.moot"
    with Store(home) as store:
        replace_file(file, record_of(store, kept), store.file)
    return file
