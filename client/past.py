"""The tables a player sat at, as he is shown them."""

from dataclasses import dataclass
from pathlib import Path

from client.home import Home, private_folder, replace_file
from client.store.database import Store
from client.store.lock import is_open
from client.store.tables import GATHERING, PLAYING, SHORT, KeptTable, all_tables, record_of
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
    stage, title = past.kept.stage, short_title(past.kept.form.game)
    return f"{title}, {stage[:1].lower()}{stage[1:]}" if stage else title


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
